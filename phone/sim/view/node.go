package view

import (
	"image"
	"image/color"
)

// Color is a colour with straight (not premultiplied) alpha.
type Color = color.NRGBA

// RGB makes an opaque colour of 0xRRGGBB.
func RGB(v uint32) Color {
	return Color{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Fade returns c with its alpha multiplied by f in 0…1.
func Fade(c Color, f float64) Color {
	c.A = uint8(float64(c.A)*min(1, max(0, f)) + 0.5)
	return c
}

// Mix returns the colour a fraction f of the way from a to b.
func Mix(a, b Color, f float64) Color {
	m := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*f + 0.5) }
	return Color{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: m(a.A, b.A)}
}

// Match as a width or height takes all the space the parent has.
const Match = -1

// Dir is how a node places its children.
type Dir uint8

// The ways to place children.
const (
	Column Dir = iota // one under another
	Row               // one beside another
	Stack             // on top of each other, the last one in front
)

// Align places a child on an axis where it does not fill its parent. Stretch is the same as Start for what has a size of its own.
type Align uint8

// The places on an axis.
const (
	Start Align = iota
	Center
	End
	Spread // main axis only: equal gaps between the children
)

// Axis is the direction in which a node scrolls.
type Axis uint8

// The scrolling directions.
const (
	NoScroll Axis = iota
	Vertical
	Horizontal
	Paged // horizontal, resting on whole pages
)

// Edges are lengths in dp at the four sides.
type Edges struct{ Left, Top, Right, Bottom float64 }

// All gives the same length at each side.
func All(v float64) Edges { return Edges{v, v, v, v} }

// Sides gives h at the left and right and v at the top and bottom.
func Sides(h, v float64) Edges { return Edges{h, v, h, v} }

// TextStyle tells how a node's text is set.
type TextStyle struct {
	Size  float64 // sp; zero means 14
	Bold  bool
	Color Color
	Lines int     // at most so many lines, the last one ends in …; zero means as many as needed
	Align Align   // of the lines in the node's width
	Lead  float64 // line height as a multiple of the font's own; zero means 1
}

// Node is one view. The zero value is an empty LinearLayout that wraps its children.
type Node struct {
	// Class is the Java class accessibility reports. A name without a dot gets "android.widget." (or "android.view." for
	// View and ViewGroup). Empty: TextView for text, EditText for an Edit, ImageView for an icon, LinearLayout otherwise.
	Class string
	// ID is the resource id: "title" becomes "<package>:id/title", a name with a colon is taken as it is.
	ID string
	// Bare says that ID is the whole resource id, as nodes of web pages and of Compose have it.
	Bare bool
	// Key names the node among its siblings over rebuilds. Empty: its ID, or its position.
	Key string
	// Package overrides the window's package.
	Package string

	Text, Desc, Hint string
	Spoken           string // text that accessibility reports in place of Text, for what children or Paint draw

	Checkable, Checked, Selected, Disabled, Password, Focusable bool

	// Decor is drawn but is no node of the dump, nor are its children.
	Decor bool

	Dir            Dir
	W, H           float64 // dp; zero wraps the content, Match fills the parent
	MinW, MinH     float64 // dp
	MaxW           float64 // dp; zero means no limit
	Weight         float64 // share of the space the siblings of a Row or Column leave
	Pad, Margin    Edges
	Gap            float64 // dp between the children of a Row or Column
	AlignX, AlignY Align   // of the children inside this node
	SelfX, SelfY   Align   // of this node inside a Stack, or across a Row or Column when Self is set
	Self           bool    // SelfX, SelfY override the parent's alignment
	OffX, OffY     float64 // dp by which the node is moved after layout, its children with it
	Scroll         Axis
	LTR            bool // runs from left to right whatever the language: keypads, keyboards, players; left and right mean start and end elsewhere
	Mirror         bool // Paint draws mirrored where the node runs from right to left
	Hidden         bool // takes part in nothing, as View.GONE
	// At is the frame in display pixels, in place of what layout would give; children with a frame of their own are not cut at it.
	At      image.Rectangle
	FromEnd bool // vertical scrolling starts at the end, and stays there while the content grows
	Scrolls bool // reports that it can be scrolled, whatever its content is

	Fill    Color
	Corner  float64    // dp, all four corners; half the height makes a pill
	Corners [4]float64 // dp, top left, top right, bottom right, bottom left; used when Corner is zero
	Line    Color      // outline
	LineW   float64    // dp
	Shadow  float64    // dp of elevation
	Style   TextStyle
	Icon    *Icon
	Tint    Color       // of the icon
	IconDp  float64     // size of the icon; zero means 24
	Picture *image.RGBA // drawn scaled to fill the node; must never change
	Ripple  Color       // laid over the node while it is pressed; zero means a grey when it can be clicked
	NoPress bool        // no pressed look
	Paint   func(p *Painter, r image.Rectangle)

	OnClick     func()
	OnLongClick func()
	OnClickAt   func(at image.Point) // as OnClick, with the point relative to the node's top left corner, in pixels
	OnPress     func(down bool)      // at once when a finger comes down on the node, and when it leaves
	Edit        *Edit
	Slide       *Slide
	OnDrag      func(d Drag) // a one-finger drag that no scrolling child wanted
	Sideways    bool         // OnDrag takes drags to the left and right only
	OnZoom      func(factor float64, at image.Point)

	Children []*Node

	// Results of layout, valid until the next one.
	frame image.Rectangle // in display pixels, not clipped
	clip  image.Rectangle // what the ancestors leave visible
	sizes []measured
	key   string
	text  *Text
	up    *Node
	rtl   bool // runs from right to left
}

// Edit makes a node an editable text field. The text itself belongs to the program: it is given in Node.Text and new texts
// arrive through Change.
type Edit struct {
	Change    func(text string)
	Multiline bool
	Number    bool   // numbers only: the keyboard opens on its symbols page
	Action    string // label of the enter key of a single-line field: "done", "search", "next", "go", "send"; empty means done
	Do        func() // when the action is chosen
	AutoFocus bool   // takes the focus, and the keyboard with it, when the window first shows
	MaxLen    int    // in runes; zero means no limit
}

// Slide makes a node a slider (SeekBar).
type Slide struct {
	Value, Max int                    // Value in 0…Max
	Change     func(v int, done bool) // while it is dragged, and once more with done when the finger leaves
}

// Drag is a step of a one-finger drag.
type Drag struct {
	Phase  DragPhase
	Start  image.Point // where the finger came down, display pixels
	At     image.Point
	VX, VY float64 // pixels a second, at the end
}

// DragPhase is a part of a drag.
type DragPhase uint8

// The parts of a drag.
const (
	DragBegin DragPhase = iota
	DragMove
	DragEnd
	DragCancel
)

// Frame is where layout put the node, in display pixels, not clipped by ancestors.
func (n *Node) Frame() image.Rectangle { return n.frame }

// Visible is the part of the frame that the ancestors leave visible.
func (n *Node) Visible() image.Rectangle { return n.frame.Intersect(n.clip) }

// Add appends children and returns n.
func (n *Node) Add(children ...*Node) *Node {
	n.Children = append(n.Children, children...)
	return n
}

// Find returns the first node for which ok is true, in drawing order, or nil.
func (n *Node) Find(ok func(*Node) bool) *Node {
	if n == nil || n.Hidden {
		return nil
	}
	if ok(n) {
		return n
	}
	for _, c := range n.Children {
		if f := c.Find(ok); f != nil {
			return f
		}
	}
	return nil
}

func (n *Node) clickable() bool {
	return n.OnClick != nil || n.OnClickAt != nil
}
