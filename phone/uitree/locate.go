package uitree

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"strings"
)

// Query names an element. ID or Text must be given; with both, both must fit.
type Query struct {
	ID       string // an element's label ("e48213"), or a resource id: full, short ("title"), or with its type ("id/title")
	Text     string // part of a text, description or hint, whatever the case and the kind of blanks, quotes and dashes
	Exact    bool   // Text is the whole text, character for character
	Tappable bool   // only what a tap does something to
	Nth      int    // which one Find takes, from 1; 0 means the first
}

func (q Query) String() string {
	var s []string
	if q.ID != "" {
		s = append(s, "id "+quote(q.ID, 80))
	}
	if q.Text != "" {
		s = append(s, "text "+quote(q.Text, 80))
	}
	return strings.Join(s, " and ")
}

// Match is one thing that fits a query.
type Match struct {
	Found  *Node       // the node that fits
	Target *Element    // what a tap is for: the element of the node, or the tappable one round it
	Point  image.Point // where to tap it
	Text   string      // the words that fit
}

// NotFoundError says that nothing fits a query, or not as many as Nth asks for.
type NotFoundError struct {
	Query   Query
	Matches int      // how many fit
	Near    []string // names on the screen that share a word with the query, at most eight
}

func (e *NotFoundError) Error() string {
	s := fmt.Sprintf("nothing on the screen has %s", e.Query)
	if e.Matches > 0 {
		s = fmt.Sprintf("the screen has only %d with %s", e.Matches, e.Query)
	}
	if len(e.Near) > 0 {
		s += "; near it are " + strings.Join(e.Near, ", ")
	}
	return s
}

// Find is the q.Nth thing that fits, or a *NotFoundError.
func (v *View) Find(q Query) (Match, error) {
	all := v.Locate(q)
	n := max(q.Nth, 1)
	if n > len(all) {
		return Match{}, &NotFoundError{Query: q, Matches: len(all), Near: v.near(q.Text)}
	}
	return all[n-1], nil
}

// Locate lists what fits q, best first: what can be tapped before what cannot, then whole texts before parts, then in reading
// order. Several texts of one tappable thing count once.
func (v *View) Locate(q Query) []Match {
	if q.ID == "" && q.Text == "" || q.Text != "" && !q.Exact && Fold(q.Text) == "" {
		return nil
	}
	type hit struct {
		Match
		rank int
	}
	want, labelled := Fold(q.Text), v.ByLabel(q.ID)
	var hits []hit
	seen := map[*Element]int{}
	for n := range v.Tree.All() {
		words, rank, ok := fits(n, q, want, labelled)
		if !ok {
			continue
		}
		target := v.target(n)
		if target == nil || q.Tappable && !target.Tappable() {
			continue
		}
		if !target.Tappable() {
			rank += 10
		}
		h := hit{Match{Found: n, Target: target, Text: words}, rank}
		if i, dup := seen[target]; dup {
			if rank < hits[i].rank {
				hits[i] = h
			}
			continue
		}
		seen[target] = len(hits)
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(a.rank, b.rank) })
	out := make([]Match, len(hits))
	for i, h := range hits {
		h.Point = h.Target.Tap()
		if v.byNode[h.Found] != h.Target { // a text on a large tappable ground: tap the text
			h.Point = h.Found.Center()
		}
		out[i] = h.Match
	}
	return out
}

// fits compares one node. The rank is 0 for a whole text or no text asked, 1 for a text that begins with it, 2 for a part.
func fits(n *Node, q Query, want string, labelled *Element) (words string, rank int, ok bool) {
	if !n.Shown() || q.ID != "" && !hasID(n, q.ID, labelled) {
		return "", 0, false
	}
	if q.Text == "" {
		if words = n.Text; words == "" {
			words = n.Desc
		}
		return words, 0, true
	}
	rank = 3
	for _, s := range []string{n.Text, n.Desc, n.Hint} {
		if r := compare(s, q, want); r < rank {
			words, rank = s, r
		}
	}
	return words, rank, rank < 3
}

func compare(s string, q Query, want string) int {
	if q.Exact {
		if s == q.Text {
			return 0
		}
		return 3
	}
	switch f := Fold(s); {
	case f == want:
		return 0
	case strings.HasPrefix(f, want):
		return 1
	case strings.Contains(f, want):
		return 2
	}
	return 3
}

// hasID compares a node with a resource id, or with the element whose label id is.
func hasID(n *Node, id string, labelled *Element) bool {
	if labelled != nil {
		return labelled.Node == n
	}
	return n.ID != "" && (n.ID == id || n.ShortID() == id || strings.HasSuffix(n.ID, ":"+id))
}

// target climbs from a node to what a tap on it is for: the nearest tappable element round it, else the element that shows
// it. It is nil for nodes that no element shows.
func (v *View) target(n *Node) *Element {
	for a := n; a != nil; a = a.Parent {
		if tappable(a) && v.byNode[a] != nil {
			if e := v.byNode[a]; e.Tappable() {
				return e
			}
		}
	}
	return v.Of(n)
}

// near lists captions that share a word with s.
func (v *View) near(s string) []string {
	var out []string
	words := strings.Fields(Fold(s))
	for _, e := range v.Elements {
		if len(out) == 8 {
			break
		}
		f := Fold(e.words())
		if f != "" && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(f, stem(w)) }) {
			out = append(out, quote(e.Caption(), 40))
		}
	}
	return out
}

// stem is the beginning of a word, so that "networks" finds "network".
func stem(w string) string {
	r := []rune(w)
	if len(r) > 4 {
		r = r[:max(4, len(r)-2)]
	}
	return string(r)
}
