package uitree

import (
	"fmt"
	"io"
	"strings"
)

// ModelOptions shape WriteModel. The zero value is what tools use.
type ModelOptions struct {
	MaxChars int  // limit of the whole text in characters; 0 means 6000
	Bounds   bool // write each element's rectangle instead of the point to tap
}

const (
	defaultMaxChars = 6000
	minMaxChars     = 200
	modelText       = 120 // characters of one text

)

// WriteModel writes the view as compact text for a model, one element a line, children indented by one blank:
//
//	screen "Settings" of com.android.settings, 1080×2400
//	e48213 list @540,1300
//	 e39211 switch "Wi-Fi" "HomeNet" on @540,620
//	 e17730 field "Search" = "abc" focused @540,180
//	 text "About phone" @540,2260
//
// That is: label, role, name, further texts, "=" and the value of a field, state, and where to tap. Texts that take no
// taps have no label. When it would be too long, the longest lists are cut first, each with the number of
// lines left out ("… 23 more here").
func (v *View) WriteModel(w io.Writer, o ModelOptions) error {
	if o.MaxChars == 0 {
		o.MaxChars = defaultMaxChars
	}
	root := &branch{line: v.headline()}
	for _, e := range v.Roots {
		root.kids = append(root.kids, e.branch(0, o))
	}
	if len(v.Elements) == 0 {
		root.kids = append(root.kids, &branch{line: "nothing here has a name; the picture may show more"})
	}
	root.fit(max(o.MaxChars, minMaxChars))
	_, err := io.WriteString(w, root.text(max(o.MaxChars, minMaxChars)))
	return err
}

func (v *View) headline() string {
	s := "screen"
	if v.Title != "" {
		s += " " + quote(v.Title, modelText)
	}
	if v.Package != "" {
		s += " of " + v.Package
	}
	return s + fmt.Sprintf(", %d×%d", v.Size.X, v.Size.Y)
}

// line is the element in one line of the model's text.
func (e *Element) line(o ModelOptions) string {
	var b strings.Builder
	plain := e.Role == Text && !e.Tappable()
	if !plain {
		b.WriteString(e.Label + " ")
	}
	b.WriteString(string(e.Role))
	if c := e.Caption(); c != "" && e.Name == "" && e.Node.Hint == "" {
		b.WriteString(" " + c) // "#id" is no text of the screen
	} else if c != "" {
		b.WriteString(" " + quote(c, modelText))
	}
	for _, d := range e.Details {
		b.WriteString(" " + quote(d, modelText))
	}
	if e.Role == Field {
		b.WriteString(" = " + quote(e.Value, modelText))
	}
	for _, s := range e.State() {
		b.WriteString(" " + s)
	}
	if e.Scrollable() && e.Role != List {
		b.WriteString(" scrolls")
	}
	if e.Role == Web && len(e.Children) == 0 {
		b.WriteString(" (web page without nodes: read it from the picture)")
	}
	if o.Bounds {
		fmt.Fprintf(&b, " [%d,%d][%d,%d]", e.Bounds.Min.X, e.Bounds.Min.Y, e.Bounds.Max.X, e.Bounds.Max.Y)
	} else {
		p := e.Tap()
		fmt.Fprintf(&b, " @%d,%d", p.X, p.Y)
	}
	return b.String()
}

func (e *Element) branch(depth int, o ModelOptions) *branch {
	b := &branch{line: strings.Repeat(" ", depth) + e.line(o), depth: depth}
	for _, k := range e.Children {
		b.kids = append(b.kids, k.branch(depth+1, o))
	}
	return b
}
