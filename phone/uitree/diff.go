package uitree

import (
	"fmt"
	"image"
	"slices"
	"strings"
)

// Limits of a diff: lines, names in one "appeared" or "gone" line, characters of one text.
const (
	maxDiffLines = 20
	maxDiffNames = 8
	maxDiffText  = 60
)

// Diff tells in words what changed from before to after, the most telling first: another screen, states and values
// (`"Wi-Fi": off → on`), scrolling, then what appeared and what is gone. Nil means that nothing a person would name changed.
// It has at most 20 lines. Either view may be nil: then there is nothing to compare.
func Diff(before, after *View) []string {
	if before == nil || after == nil {
		return nil
	}
	d := differ{before: before, after: after}
	d.other = otherPage(before, after)
	d.pair()
	d.screen()
	for _, p := range d.pairs {
		d.element(p[0], p[1])
	}
	d.scroll()
	d.list("appeared", d.fresh)
	if !d.moved {
		d.list("gone", d.gone)
	}
	if len(d.lines) > maxDiffLines {
		more := len(d.lines) - maxDiffLines + 1
		d.lines = append(d.lines[:maxDiffLines-1], fmt.Sprintf("%d more changes", more))
	}
	return d.lines
}

type differ struct {
	before, after *View
	pairs         [][2]*Element // the same element before and after
	fresh, gone   []*Element
	other         bool // another page
	moved         bool // nearly everything is new: what is gone goes without saying
	lines         []string
}

func (d *differ) say(format string, a ...any) { d.lines = append(d.lines, fmt.Sprintf(format, a...)) }

// pair finds each element again: by its label, then, on the same page, what is left by its kind and place. On another page only what
// has kept its name counts as the same, such as the tabs below: two pages use one id for different things.
func (d *differ) pair() {
	left, kept := map[*Element]bool{}, map[*Element]*Element{}
	for _, e := range d.before.Elements {
		left[e] = true
	}
	var fresh []*Element
	for _, e := range d.after.Elements {
		old := d.before.ByLabel(e.Label)
		if old == nil || !left[old] || d.other && Fold(old.Caption()) != Fold(e.Caption()) {
			fresh = append(fresh, e)
			continue
		}
		kept[e] = old
		delete(left, old)
	}
	if !d.other {
		for e, old := range d.renamed(left, fresh) {
			kept[e] = old
		}
	}
	for _, e := range d.after.Elements {
		if old := kept[e]; old != nil {
			d.pairs = append(d.pairs, [2]*Element{old, e})
		} else {
			d.fresh = append(d.fresh, e)
		}
	}
	for _, e := range d.before.Elements {
		if left[e] {
			d.gone = append(d.gone, e)
		}
	}
}

// screen tells of another app or another screen.
func (d *differ) screen() {
	a, b := d.before, d.after
	if a.Package != b.Package {
		d.say("app in front: %s → %s", a.Package, b.Package)
	}
	switch {
	case a.Title == b.Title || b.Title == "": // a screen without a title tells nothing
	case a.Title == "":
		d.say("screen: %s", quote(b.Title, maxDiffText))
	default:
		d.say("screen: %s → %s", quote(a.Title, maxDiffText), quote(b.Title, maxDiffText))
	}
	if a.Size != b.Size {
		d.say("screen size: %d×%d → %d×%d", a.Size.X, a.Size.Y, b.Size.X, b.Size.Y)
	}
	d.moved = len(d.fresh) > 4*len(d.pairs) || d.other && len(d.fresh) > len(d.pairs)
	if d.other && len(d.lines) == 0 {
		d.say("another screen")
	}
}

// element tells what changed on one element.
func (d *differ) element(a, b *Element) {
	if a.Role == List && b.Role == List || a.Name == d.before.Title && b.Name == d.after.Title && !b.Tappable() {
		return
	}
	name := b.Caption()
	if name == "" {
		name = string(b.Role)
	}
	who := quote(name, maxDiffText)
	if a.Caption() != b.Caption() && (a.Name != "" || b.Name != "") {
		d.say("%s: %s → %s", b.Role, orNone(a.Caption()), orNone(b.Caption()))
		if a.Checkable || b.Checkable {
			return // another switch took its place: nothing was switched
		}
	} else if x, y := strings.Join(a.Details, " · "), strings.Join(b.Details, " · "); x != y && !d.other {
		d.say("%s: %s → %s", who, orNone(x), orNone(y))
	}
	if a.Value != b.Value {
		d.say("%s %s: %s → %s", b.Role, who, orNone(a.Value), orNone(b.Value))
	}
	d.flag(who, a.Checkable && b.Checkable && a.Checked != b.Checked, b.Checked, "off → on", "on → off")
	d.flag(who, a.Enabled != b.Enabled, b.Enabled, "disabled → enabled", "enabled → disabled")
	d.flag(who, a.Selected != b.Selected, b.Selected, "selected", "no longer selected")
	if b.Role == Field {
		d.flag(who, a.Focused != b.Focused, b.Focused, "has the focus now", "lost the focus")
	}
}

func (d *differ) flag(who string, changed, now bool, up, down string) {
	if !changed {
		return
	}
	if !now {
		up = down
	}
	d.say("%s: %s", who, up)
}

// scroll tells that most of what is still there moved by the same distance.
func (d *differ) scroll() {
	votes := map[image.Point]int{}
	moved := 0
	for _, p := range d.pairs {
		if by := p[1].Bounds.Min.Sub(p[0].Bounds.Min); by != (image.Point{}) && p[0].Bounds.Size() == p[1].Bounds.Size() {
			votes[by]++
			moved++
		}
	}
	for by, n := range votes {
		if n < 2 || n*2 <= moved {
			continue
		}
		switch {
		case by.X == 0 && by.Y < 0:
			d.say("content moved up by %d", -by.Y)
		case by.X == 0:
			d.say("content moved down by %d", by.Y)
		case by.Y == 0 && by.X < 0:
			d.say("content moved left by %d", -by.X)
		case by.Y == 0:
			d.say("content moved right by %d", by.X)
		}
	}
}

// list names elements in one line; the title and texts inside another one of the list are left out.
func (d *differ) list(what string, es []*Element) {
	var names []string
	for _, e := range es {
		c := e.Caption()
		if c == "" || e.Role == List && e.Name == "" || e.Name == e.view.Title && !e.Tappable() || e.Parent != nil && slices.Contains(es, e.Parent) && e.Role == Text {
			continue
		}
		n := quote(c, 40)
		if e.Role != Text {
			n = string(e.Role) + " " + n
		}
		names = append(names, n)
	}
	if len(names) == 0 {
		return
	}
	more := ""
	if len(names) > maxDiffNames {
		more = fmt.Sprintf(" and %d more", len(names)-maxDiffNames)
		names = names[:maxDiffNames]
	}
	d.say("%s: %s%s", what, strings.Join(names, ", "), more)
}

func orNone(s string) string {
	if s == "" {
		return "nothing"
	}
	return quote(s, maxDiffText)
}
