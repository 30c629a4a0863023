package uitree

import (
	"image"
	"iter"
	"strings"
)

// Tree is one parsed hierarchy.
type Tree struct {
	Rotation int         // quarter turns from the natural orientation, 0…3
	Size     image.Point // of the display if the dump tells it (Appium's page source does), else the extent of the roots
	Roots    []*Node     // usually one: the active window
}

// Node is one node as the phone told it. Attributes that the dump lacks are zero; Enabled and Visible are then true.
type Node struct {
	Index   int
	Text    string // in a password field as many bullets as it has characters, never the secret
	Desc    string // content-desc
	ID      string // resource-id, such as "com.example.notes:id/title"
	Class   string // such as "android.widget.TextView"
	Package string
	Hint    string
	Bounds  image.Rectangle // device pixels; empty for nodes that are not on the screen

	Checkable, Checked, Clickable, Enabled, Focusable, Focused bool
	Scrollable, LongClickable, Password, Selected              bool
	Editable                                                   bool // an accessibility tree said so, or the class is an edit field
	Visible                                                    bool // false when the dump says that it is not displayed
	NAF                                                        bool // "not accessibility friendly": clickable without any label

	Parent   *Node // nil for a root
	Children []*Node
}

// All yields every node of the tree in document order, parents before their children.
func (t *Tree) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for _, r := range t.Roots {
			if !r.walk(yield) {
				return
			}
		}
	}
}

// Len is the number of nodes.
func (t *Tree) Len() int {
	n := 0
	for range t.All() {
		n++
	}
	return n
}

// Package is the package that owns the first root, "" when the dump does not tell.
func (t *Tree) Package() string {
	for n := range t.All() {
		if n.Package != "" {
			return n.Package
		}
	}
	return ""
}

// All yields n and every node below it in document order.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.walk(yield) }
}

func (n *Node) walk(yield func(*Node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, c := range n.Children {
		if !c.walk(yield) {
			return false
		}
	}
	return true
}

// ShortID is the resource id without package and type: "title" for "com.example.notes:id/title".
func (n *Node) ShortID() string {
	if i := strings.LastIndexByte(n.ID, '/'); i >= 0 {
		return n.ID[i+1:]
	}
	return n.ID
}

// Center is the middle of the node's bounds.
func (n *Node) Center() image.Point { return n.Bounds.Min.Add(n.Bounds.Max).Div(2) }

// Shown reports whether the node has an area on the screen.
func (n *Node) Shown() bool { return n.Visible && !n.Bounds.Empty() }

// interactive reports whether a person could do something to the node itself.
func (n *Node) interactive() bool {
	return n.Clickable || n.LongClickable || n.Checkable || n.Editable || n.Scrollable
}
