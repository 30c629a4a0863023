package uitree

import (
	"image"
	"slices"
	"strings"
)

// View is what a person sees of a tree: the elements worth naming, in reading order of the dump.
type View struct {
	Tree     *Tree
	Size     image.Point // of the screen
	Package  string      // of the window in front
	Title    string      // of the screen, as far as the tree tells it
	Roots    []*Element
	Elements []*Element // all of them, parents before their children

	byNode  map[*Node]*Element
	byLabel map[string]*Element
}

// Element is one thing on the screen that a person would name: something to tap, type into or scroll, or a text.
type Element struct {
	Label   string   // such as "e48213"; see Labels
	Role    Role     // what kind of thing
	Name    string   // its own text or description, else the first text inside it; may be empty
	Details []string // further texts inside it, and the description when it says more than the text
	Value   string   // what a field holds; bullets for a password
	Bounds  image.Rectangle

	Checkable, Checked, Enabled, Focused, Selected, Password bool
	Web                                                      bool // inside a web view

	Node     *Node    // where it came from
	Parent   *Element // nil at the top
	Children []*Element

	view *View
	hash uint64 // of its identity
}

// Options of Prune. The zero value is right for one look at one screen.
type Options struct {
	// Labels carries labels from one dump of a phone to the next; nil starts afresh, which gives the same labels but for
	// the rare case of two elements that would share one.
	Labels *Labels
	// Size of the display in the orientation of the dump; zero takes the tree's.
	Size image.Point
}

// ByLabel finds the element that has a label, nil when it does not exist (any more). The longer form of a label, given out when
// a shorter one was taken, stays good when it is not needed any more.
func (v *View) ByLabel(label string) *Element {
	if e := v.byLabel[label]; e != nil {
		return e
	}
	for _, e := range v.Elements {
		if w := len(label) - 1; w > len(e.Label)-1 && slices.Contains(widths, w) && digits(e.hash, w) == label {
			return e
		}
	}
	return nil
}

// Of finds the element that shows a node: made from it, or one that took it in as a part. It is nil for empty containers.
func (v *View) Of(n *Node) *Element {
	for ; n != nil; n = n.Parent {
		if e := v.byNode[n]; e != nil {
			return e
		}
	}
	return nil
}

// Focused is the text field that has the focus, nil when none has. Where several claim it, the innermost is taken.
func (v *View) Focused() *Element {
	for _, e := range slices.Backward(v.Elements) {
		if e.Node.Focused && e.Role == Field {
			return e
		}
	}
	return nil
}

// Tappable reports whether a tap is meant to do something.
func (e *Element) Tappable() bool { return tappable(e.Node) }

func tappable(n *Node) bool { return n.Clickable || n.Editable || n.LongClickable || n.Checkable }

// Scrollable reports whether the element scrolls.
func (e *Element) Scrollable() bool { return e.Node.Scrollable }

// Caption is the best name there is: Name, the hint of a field, "#" and the short resource id, or nothing.
func (e *Element) Caption() string {
	switch {
	case e.Name != "":
		return e.Name
	case e.Node.Hint != "":
		return e.Node.Hint
	case e.Node.ID != "":
		return "#" + e.Node.ShortID()
	}
	return ""
}

// State is the element's condition in words: "on", "off", "selected", "disabled", "focused", "password".
func (e *Element) State() []string {
	var s []string
	if e.Checkable {
		s = append(s, map[bool]string{true: "on", false: "off"}[e.Checked])
	}
	for _, f := range []struct {
		yes  bool
		word string
	}{{e.Selected, "selected"}, {e.Focused && e.Role == Field, "focused"}, {!e.Enabled, "disabled"}, {e.Password, "password"}} {
		if f.yes {
			s = append(s, f.word)
		}
	}
	return s
}

// words are all texts of the element in one line.
func (e *Element) words() string {
	return strings.Join(append([]string{e.Name}, e.Details...), " · ")
}
