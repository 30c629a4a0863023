package view

import (
	"fmt"
	"image"
	"strings"
)

// Dump appends the surface's tree as uiautomator's <node> elements (android-shell.md §7): the seventeen attributes in their
// order, NAF first where it applies, only what can be seen, bounds cut to what can be seen. pkg is the window's package.
func (s *Surface) Dump(b *strings.Builder, pkg string, display image.Rectangle) {
	s.DumpAs(b, pkg, display, DumpStyle{})
}

// DumpStyle is how dumps differ between builds of Android.
type DumpStyle struct {
	Order bool // drawing-order and hint stand after bounds
}

// DumpAs is Dump in a style.
func (s *Surface) DumpAs(b *strings.Builder, pkg string, display image.Rectangle, style DumpStyle) {
	if s.root == nil {
		return
	}
	if d := (dumper{b: b, s: s, pkg: pkg, display: display, style: style}); d.shows(s.root) {
		d.node(s.root, 0)
	}
}

type dumper struct {
	b       *strings.Builder
	s       *Surface
	pkg     string
	display image.Rectangle
	style   DumpStyle
}

func (d *dumper) node(n *Node, index int) {
	box := n.Visible().Intersect(d.display)
	d.b.WriteString("<node")
	if d.naf(n) {
		d.attr("NAF", "true")
	}
	d.attr("index", small(index))
	d.attr("text", n.spoken())
	d.attr("resource-id", n.ResourceID(d.pkg))
	d.attr("class", n.ClassName())
	d.attr("package", n.pkg(d.pkg))
	d.attr("content-desc", n.Desc)
	d.flag("checkable", n.Checkable)
	d.flag("checked", n.Checked)
	d.flag("clickable", n.clickable() || n.Edit != nil)
	d.flag("enabled", !n.Disabled)
	d.flag("focusable", n.focusable() || d.scrollable(n))
	d.flag("focused", n.Edit != nil && n.key == d.s.edit.key)
	d.flag("scrollable", d.scrollable(n))
	d.flag("long-clickable", n.OnLongClick != nil || n.Edit != nil)
	d.flag("password", n.Password)
	d.flag("selected", n.Selected)
	d.attr("bounds", fmt.Sprintf("[%d,%d][%d,%d]", box.Min.X, box.Min.Y, box.Max.X, box.Max.Y))
	if d.style.Order {
		d.attr("drawing-order", small(index+1))
		d.attr("hint", n.Hint)
	}
	open := false
	i := 0
	for _, c := range n.Children {
		if d.shows(c) {
			if !open {
				d.b.WriteString(">")
				open = true
			}
			d.node(c, i)
		}
		if !c.Hidden && !c.Decor {
			i++ // a child out of sight still counts
		}
	}
	if open {
		d.b.WriteString("</node>")
	} else {
		d.b.WriteString(" />")
	}
}

func (d *dumper) shows(n *Node) bool {
	return !n.Hidden && !n.Decor && !n.Visible().Intersect(d.display).Empty()
}

func (d *dumper) scrollable(n *Node) bool {
	return n.Scrolls || n.Scroll != NoScroll && d.s.scrollOf(n.key).limit > 0
}

// naf reports whether n is "not accessibility friendly": it can be clicked but neither it nor anything in it has a label.
func (d *dumper) naf(n *Node) bool {
	return n.clickable() && !n.Disabled && !n.labelled()
}

func (n *Node) labelled() bool {
	if n.spoken() != "" || n.Desc != "" {
		return true
	}
	for _, c := range n.Children {
		if !c.Hidden && !c.Decor && c.labelled() {
			return true
		}
	}
	return false
}

// spoken is the text accessibility reports: what is drawn, but for texts that only decoration shows.
func (n *Node) spoken() string {
	if n.Spoken != "" {
		return n.Spoken
	}
	return n.shown()
}

func (n *Node) focusable() bool {
	return n.Focusable || n.clickable() || n.Edit != nil || n.Slide != nil || n.OnLongClick != nil
}

func (n *Node) pkg(window string) string {
	if n.Package != "" {
		return n.Package
	}
	return window
}

// ResourceID is the full resource id, empty when the node has none.
func (n *Node) ResourceID(pkg string) string {
	if n.ID == "" || n.Bare || strings.Contains(n.ID, ":") {
		return n.ID
	}
	return n.pkg(pkg) + ":id/" + n.ID
}

// ClassName is the Java class that accessibility reports.
func (n *Node) ClassName() string {
	switch {
	case strings.Contains(n.Class, "."):
		return n.Class
	case n.Class == "View" || n.Class == "ViewGroup":
		return "android.view." + n.Class
	case n.Class != "":
		return "android.widget." + n.Class
	case n.Edit != nil:
		return "android.widget.EditText"
	case n.Slide != nil:
		return "android.widget.SeekBar"
	case n.Text != "":
		return "android.widget.TextView"
	case n.Icon != nil || n.Picture != nil:
		return "android.widget.ImageView"
	case n.Scroll == Vertical:
		return "android.widget.ScrollView"
	case n.Scroll != NoScroll:
		return "android.widget.HorizontalScrollView"
	case n.Dir == Stack:
		return "android.widget.FrameLayout"
	}
	return "android.widget.LinearLayout"
}

func (d *dumper) flag(name string, v bool) {
	if v {
		d.attr(name, "true")
	} else {
		d.attr(name, "false")
	}
}

func (d *dumper) attr(name, value string) {
	d.b.WriteByte(' ')
	d.b.WriteString(name)
	d.b.WriteString(`="`)
	escape(d.b, value)
	d.b.WriteByte('"')
}

// escape writes an attribute value as Android's serializer does: what XML cannot hold becomes a point, line breaks and what lies
// beyond the basic plane become decimal references.
func escape(b *strings.Builder, s string) {
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\n' || r == '\r' || r == '\t':
			fmt.Fprintf(b, "&#%d;", r)
		case invalidXML(r):
			b.WriteByte('.')
		case r > 0xffff:
			fmt.Fprintf(b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
}

func invalidXML(r rune) bool {
	return r < ' ' || r >= 0x7f && r <= 0x84 || r >= 0x86 && r <= 0x9f || r >= 0xfdd0 && r <= 0xfddf || r&0xfffe == 0xfffe || r == 0xfffd
}
