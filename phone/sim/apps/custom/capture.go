package custom

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// capture is a screen of a phone: its picture and its nodes.
type capture struct {
	picture *image.RGBA // nil when only the nodes are there
	size    image.Point // of the display it was captured on
	roots   []xmlNode
	light   bool
	top     view.Color // what lies under the bars
	bottom  view.Color
}

// xmlNode is a node that uiautomator wrote.
type xmlNode struct {
	Text      string    `xml:"text,attr"`
	ID        string    `xml:"resource-id,attr"`
	Class     string    `xml:"class,attr"`
	Package   string    `xml:"package,attr"`
	Desc      string    `xml:"content-desc,attr"`
	Bounds    string    `xml:"bounds,attr"`
	Checkable bool      `xml:"checkable,attr"`
	Checked   bool      `xml:"checked,attr"`
	Clickable bool      `xml:"clickable,attr"`
	Enabled   string    `xml:"enabled,attr"`
	Focusable bool      `xml:"focusable,attr"`
	Scrolls   bool      `xml:"scrollable,attr"`
	Long      bool      `xml:"long-clickable,attr"`
	Password  bool      `xml:"password,attr"`
	Selected  bool      `xml:"selected,attr"`
	Kids      []xmlNode `xml:"node"`
	box       image.Rectangle
}

const (
	mostHierarchy = 16 << 20
	mostDepth     = 200
)

// parseHierarchy reads what `uiautomator dump` wrote.
func parseHierarchy(b []byte) ([]xmlNode, image.Point, error) {
	i := bytes.Index(b, []byte("<hierarchy"))
	if i < 0 {
		return nil, image.Point{}, errors.New("there is no <hierarchy> in it")
	}
	var h struct {
		Nodes []xmlNode `xml:"node"`
	}
	if err := xml.NewDecoder(bytes.NewReader(b[i:])).Decode(&h); err != nil {
		return nil, image.Point{}, err
	}
	if len(h.Nodes) == 0 {
		return nil, image.Point{}, errors.New("the hierarchy is empty")
	}
	var size image.Point
	for k := range h.Nodes {
		if err := h.Nodes[k].measure(&size, 0); err != nil {
			return nil, size, err
		}
	}
	return h.Nodes, size, nil
}

func (n *xmlNode) measure(size *image.Point, depth int) error {
	if depth > mostDepth {
		return fmt.Errorf("nodes are nested more than %d deep", mostDepth)
	}
	r := &n.box
	if _, err := fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y); err != nil {
		return fmt.Errorf("the bounds %q of a node cannot be read", n.Bounds)
	}
	size.X, size.Y = max(size.X, r.Max.X), max(size.Y, r.Max.Y)
	for i := range n.Kids {
		if err := n.Kids[i].measure(size, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// readCapture reads the files of a captured screen and finds the nodes that do something.
func (a *app) readCapture(s *screen, file, pic *yaml.Node) error {
	b, err := readFile(filepath.Join(a.dir, file.Value), mostHierarchy)
	if err != nil {
		return wrong(file, "%v", err)
	}
	k := &capture{light: true, top: view.RGB(0xffffff), bottom: view.RGB(0xffffff)}
	if k.roots, k.size, err = parseHierarchy(b); err != nil {
		return wrong(file, "%s: %v", file.Value, err)
	}
	if pic != nil {
		if k.picture, err = a.picture(pic); err != nil {
			return err
		}
		k.size = k.picture.Rect.Size()
		k.look()
	}
	s.capture = k
	for _, t := range s.on {
		if k.find(t) == nil {
			return wrong(t.at, "no node of %s fits", file.Value)
		}
	}
	return nil
}

// look takes the colours at the upper and lower edge.
func (k *capture) look() {
	at := func(y int) view.Color {
		c := k.picture.RGBAAt(k.size.X/2, y)
		return view.Color{R: c.R, G: c.G, B: c.B, A: 255}
	}
	k.top, k.bottom = at(min(3, k.size.Y-1)), at(max(0, k.size.Y-4))
	k.light = int(k.top.R)*3+int(k.top.G)*6+int(k.top.B) > 1400
}

func (t *trigger) fits(n *xmlNode) bool {
	return (t.id == "" || n.ID == t.id || strings.HasSuffix(n.ID, ":id/"+t.id)) && (t.text == "" || n.Text == t.text) && (t.desc == "" || n.Desc == t.desc)
}

func (k *capture) find(t *trigger) *xmlNode {
	for i := range k.roots {
		if n := k.roots[i].find(t); n != nil {
			return n
		}
	}
	return nil
}

func (n *xmlNode) find(t *trigger) *xmlNode {
	if t.fits(n) {
		return n
	}
	for i := range n.Kids {
		if f := n.Kids[i].find(t); f != nil {
			return f
		}
	}
	return nil
}

// captured is the picture with the nodes over it, scaled to this phone's display.
func (s *shown) captured(c *world.Ctx, x *screen) *view.Node {
	k, size := x.capture, c.Pixels()
	full := image.Rectangle{Max: size}
	back := []*view.Node{{Decor: true, At: full, Fill: k.top}}
	if k.picture != nil {
		in := c.Insets()
		back[0].Picture = k.picture
		back = append(back, &view.Node{Decor: true, At: image.Rect(0, 0, size.X, c.Px(in.Top)), Fill: k.top}, &view.Node{Decor: true, At: image.Rect(0, size.Y-c.Px(in.Bottom), size.X, size.Y), Fill: k.bottom})
	}
	var roots []*view.Node
	for i := range k.roots {
		roots = append(roots, s.over(c, x, &k.roots[i], size))
	}
	root := roots[0]
	if len(roots) > 1 {
		root = &view.Node{Class: "FrameLayout", At: full, Children: roots}
	}
	root.Children = append(back, root.Children...)
	return root
}

// over is the view of a captured node: it draws nothing where there is a picture.
func (s *shown) over(c *world.Ctx, x *screen, n *xmlNode, size image.Point) *view.Node {
	from := x.capture.size
	scale := func(p image.Point) image.Point { return image.Pt(p.X*size.X/from.X, p.Y*size.Y/from.Y) }
	v := &view.Node{
		Class: n.Class, ID: n.ID, Bare: true, Package: n.Package, Spoken: n.Text, Desc: n.Desc, Checkable: n.Checkable, Checked: n.Checked, Selected: n.Selected,
		Disabled: n.Enabled == "false", Password: n.Password, Focusable: n.Focusable, Scrolls: n.Scrolls, At: image.Rectangle{Min: scale(n.box.Min), Max: scale(n.box.Max)},
	}
	v.Hidden = v.At.Empty() // out of sight
	if n.Clickable {
		v.OnClick = func() {}
	}
	if n.Long {
		v.OnLongClick = func() {}
	}
	if x.capture.picture == nil && n.Text != "" {
		v.Text, v.Style = n.Text, view.TextStyle{Size: 14, Color: view.RGB(0x202124), Lines: 1}
	}
	for _, t := range x.on {
		if x.capture.find(t) == n {
			v.OnClick = func() { s.do(c, t.do) }
		}
	}
	for i := range n.Kids {
		v.Add(s.over(c, x, &n.Kids[i], size))
	}
	return v
}
