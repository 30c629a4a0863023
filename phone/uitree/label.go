package uitree

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Labels remembers which element each label was given to, so that within one process a label never comes to mean another
// element, whatever happens to be on the screen later. The zero value is ready; it may be shared between goroutines, but use
// one for each phone. It forgets everything after many thousand elements.
type Labels struct {
	mu    sync.Mutex
	owner map[string]uint64
}

// maxLabels bounds the memory of Labels.
const maxLabels = 50_000

// widths are the numbers of digits tried in turn when a shorter label is taken.
var widths = []int{5, 7, 10, 15}

// label gives every element its label. A label is "e" and digits of a hash of the element's identity; two elements of one
// view whose digits would be equal both get more digits, so that neither label changes its meaning when the other one goes.
func (v *View) label(mem *Labels) {
	keys := v.keys()
	hashes := make([]uint64, len(keys))
	taken := map[string]int{}
	for i, k := range keys {
		h := fnv.New64a()
		h.Write([]byte(k))
		hashes[i] = h.Sum64()
		for _, w := range widths {
			taken[digits(hashes[i], w)]++
		}
	}
	if mem == nil {
		mem = &Labels{}
	}
	v.byLabel = make(map[string]*Element, len(keys))
	mem.mu.Lock()
	defer mem.mu.Unlock()
	if mem.owner == nil || len(mem.owner) > maxLabels {
		mem.owner = map[string]uint64{}
	}
	for i, e := range v.Elements {
		for _, w := range widths {
			l := digits(hashes[i], w)
			if owner, used := mem.owner[l]; taken[l] > 1 || used && owner != hashes[i] {
				continue
			}
			mem.owner[l], e.hash = hashes[i], hashes[i]
			e.Label = l
			v.byLabel[l] = e
			break
		}
	}
}

// digits is "e" and w decimal digits of h, the first of which is no zero.
func digits(h uint64, w int) string {
	low := uint64(1)
	for range w - 1 {
		low *= 10
	}
	return "e" + strconv.FormatUint(low+h%(9*low), 10)
}

// keys are the identities of the elements, all different: what an element is and is called, where names repeat also the words
// next to it, and where even those repeat its number among its equals together with their count (so that labels of equals
// turn void, not wrong, when one of them goes).
func (v *View) keys() []string {
	ids := map[string]int{}
	for n := range v.Tree.All() {
		if n.ID != "" {
			ids[n.ID]++
		}
	}
	window := v.window()
	keys := make([]string, len(v.Elements))
	for i, e := range v.Elements {
		name := identityName(e, ids[e.Node.ID] == 1)
		keys[i] = strings.Join([]string{e.Node.Package, window, e.Node.ID, e.Node.Class, name}, "\x1f")
		if name == "" && ids[e.Node.ID] != 1 {
			keys[i] += "\x1f" + neighbour(e.Node)
		}
	}
	for _, same := range groups(keys) {
		for _, i := range same {
			keys[i] += "\x1f\x1f" + neighbour(v.Elements[i].Node)
		}
	}
	for _, same := range groups(keys) {
		for k, i := range same {
			keys[i] += fmt.Sprintf("\x1f%d/%d", k+1, len(same))
		}
	}
	return keys
}

// groups lists the indexes of keys that occur more than once, in order.
func groups(keys []string) [][]int {
	at := map[string][]int{}
	for i, k := range keys {
		at[k] = append(at[k], i)
	}
	var out [][]int
	for _, same := range at {
		if len(same) > 1 {
			out = append(out, same)
		}
	}
	return out
}

// window tells dialogs apart: they all use the same ids for other questions.
func (v *View) window() string {
	var parts []string
	for n := range v.Tree.All() {
		if id := n.ShortID(); n.Text != "" && (id == "alertTitle" || n.ID == "android:id/message" || id == "permission_message") {
			parts = append(parts, Fold(n.Text))
		}
	}
	return strings.Join(parts, "\x1e")
}

// identityName is the part of an element's words that stays while the element does: nothing for a text under an id of its own
// (it shows a value) and for what a field holds; without the numbers ("Cart (3)") for a tappable thing under an id of its own.
func identityName(e *Element, ownID bool) string {
	name := Fold(e.Name)
	switch {
	case e.Role == Field:
		return name
	case e.Checkable && slices.Contains(stateWords, name):
		return ""
	case ownID && !tappable(e.Node):
		return ""
	case ownID:
		return numberless(name)
	}
	return name
}

// numberless puts "#" in the place of every run of digits.
func numberless(s string) string {
	var b strings.Builder
	in := false
	for _, r := range s {
		digit := unicode.IsDigit(r)
		if !digit {
			b.WriteRune(r)
		} else if !in {
			b.WriteByte('#')
		}
		in = digit
	}
	return b.String()
}

// stateWords are texts that switches show as their own and that change when they are switched.
var stateWords = []string{"on", "off", "i", "o", "开", "关", "开启", "关闭", "打开", "已开启", "已关闭", "オン", "オフ", "ein", "aus", "вкл", "выкл"}

// neighbour is the text next to n that tells it from its equals: the first text of a small container (a row's title), the nearest
// text before n in a large one.
func neighbour(n *Node) string {
	for a := n.Parent; a != nil; a = a.Parent {
		first, before, after, count := "", "", "", 0
		passed := false
		for c := range a.All() {
			if c == n {
				passed = true
			}
			if within(c, n) {
				continue
			}
			w := c.Text
			if w == "" || c.Editable {
				w = c.Desc
			}
			if w == "" {
				continue
			}
			count++
			if first == "" {
				first = w
			}
			if !passed {
				before = w
			} else if after == "" {
				after = w
			}
		}
		switch {
		case count == 0:
			continue
		case count <= 6:
			return Fold(first)
		case before != "":
			return Fold(before)
		default:
			return Fold(after)
		}
	}
	return ""
}

// within reports whether c is n or stands below it.
func within(c, n *Node) bool {
	for ; c != nil; c = c.Parent {
		if c == n {
			return true
		}
	}
	return false
}
