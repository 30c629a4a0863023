package uitree

import (
	"context"
	"image"
	"io"

	"github.com/handset-agent/handset/phone"
)

// Parse reads a dump.
func Parse(dump []byte) (*Tree, error) { panic("stub") }

// Redact hides password contents in raw XML.
func Redact(dump []byte) []byte { panic("stub") }

// Options of Prune.
type Options struct {
	Labels *Labels
	Size   image.Point
}

// Labels remembers.
type Labels struct{}

// View is what Prune makes of a tree.
type View struct {
	Tree     *Tree
	Size     image.Point
	Package  string
	Title    string
	Roots    []*Element
	Elements []*Element // reading order
}

// Role is what kind of thing an element is.
type Role string

// Element is one thing on the screen.
type Element struct {
	Label    string
	Role     Role
	Name     string
	Details  []string
	Value    string
	Bounds   image.Rectangle
	Node     *Node
	Parent   *Element
	Children []*Element
}

// Prune makes a View.
func Prune(t *Tree, o Options) *View { panic("stub") }

// Query names an element.
type Query struct {
	ID       string // a label ("e48213") or a resource id, full or short
	Text     string // part of a text or description
	Exact    bool   // whole, and in the same case
	Tappable bool   // only what can be tapped
	Nth      int    // 1-based; 0 means the first
}

// Match is one hit.
type Match struct {
	Found  *Node       // the node that fits
	Target *Element    // what to tap: the element or its clickable ancestor
	Point  image.Point // where to tap it
	Text   string      // the text that fits
}

// Locate lists what fits q, best first.
func (v *View) Locate(q Query) []Match { panic("stub") }

// Find is the match that q.Nth names; *NotFoundError when there is none.
func (v *View) Find(q Query) (Match, error) { panic("stub") }

// NotFoundError says that nothing fits.
type NotFoundError struct {
	Query   Query
	Matches int
	Near    []string
}

func (e *NotFoundError) Error() string { return "stub" }

// ByLabel finds the element with a label, nil when it is gone.
func (v *View) ByLabel(label string) *Element { panic("stub") }

// HitTest tells what a tap at p would reach.
func (v *View) HitTest(p image.Point) *Element { panic("stub") }

// Focused is the focused editable element.
func (v *View) Focused() *Element { panic("stub") }

// Tappable reports whether a tap does something.
func (e *Element) Tappable() bool { panic("stub") }

// Tap is the point to tap.
func (e *Element) Tap() image.Point { panic("stub") }

// Diff tells in words what changed.
func Diff(before, after *View) []string { panic("stub") }

// ModelOptions of WriteModel.
type ModelOptions struct {
	MaxChars int  // 0 means 6000
	Bounds   bool // write bounds instead of the tap point
}

// WriteModel writes the view for a model.
func (v *View) WriteModel(w io.Writer, o ModelOptions) error { panic("stub") }

// MarshalJSON writes the view for programs.
func (v *View) MarshalJSON() ([]byte, error) { panic("stub") }

// Read dumps and parses p's hierarchy, trying again when the first dump fails.
func Read(ctx context.Context, p phone.Tree) (*Tree, error) { panic("stub") }

// ReadFocused returns the content of the focused text field.
func ReadFocused(ctx context.Context, p phone.Tree) (string, error) { panic("stub") }
