package apps

import (
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// faces are the colours of people's initials.
var faces = []uint32{0x7b5ea7, 0x2f7d6b, 0xb1553a, 0x3d6fb4, 0x97722b, 0xa8466f, 0x4f7a2f, 0x5b6b8c}

// avatar is a person's initial in a circle, its colour the name's own.
func avatar(name string, size float64) *view.Node {
	h := fnv.New32a()
	h.Write([]byte(name))
	n := &view.Node{ID: "photo", W: size, H: size, Corner: size / 2, Fill: view.RGB(faces[h.Sum32()%uint32(len(faces))]), AlignX: view.Center, AlignY: view.Center, Class: "ImageView"}
	r, _ := utf8.DecodeRuneInString(name)
	if unicode.IsLetter(r) {
		return n.Add(&view.Node{Decor: true, Text: string(unicode.ToUpper(r)), Style: view.TextStyle{Size: size * 0.42, Color: view.RGB(0xffffff), Bold: true}})
	}
	n.Icon, n.IconDp, n.Tint = view.IconPerson, size*0.58, view.RGB(0xffffff)
	return n
}

// lines are two texts one under the other.
func lines(t view.Theme, id, title, sub string) *view.Node {
	col := &view.Node{Weight: 1, Gap: 2, Children: []*view.Node{{ID: id, Text: title, Style: view.TextStyle{Size: 16, Color: t.OnSurface, Lines: 1}}}}
	if sub != "" {
		col.Add(&view.Node{ID: id + "_sub", Text: sub, Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint, Lines: 1}})
	}
	return col
}

// item is a row of a list.
func item(key string, click func(), children ...*view.Node) *view.Node {
	return &view.Node{Class: "ViewGroup", Key: key, Dir: view.Row, W: view.Match, MinH: 64, AlignY: view.Center, Pad: view.Sides(16, 8), Gap: 16, OnClick: click, Children: children}
}

// section is a heading in a list.
func section(t view.Theme, text string) *view.Node {
	return &view.Node{ID: "header", Text: text, Style: view.TextStyle{Size: 14, Bold: true, Color: t.Primary}, Margin: view.Edges{Left: 20, Top: 16, Bottom: 4}}
}

// nothing is shown in place of an empty list.
func nothing(t view.Theme, icon *view.Icon, text string) *view.Node {
	return &view.Node{ID: "empty_view", W: view.Match, AlignX: view.Center, Pad: view.Sides(32, 96), Gap: 16, Children: []*view.Node{
		{Icon: icon, IconDp: 56, Tint: t.Outline, Decor: true},
		{ID: "empty_text", Text: text, Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint, Align: view.Center}},
	}}
}

// fab is the round button at the bottom right.
func fab(t view.Theme, id, desc string, icon *view.Icon, click func()) *view.Node {
	return &view.Node{
		Class: "ImageButton", ID: id, Desc: desc, W: 60, H: 60, Corner: 18, Fill: t.Container, Icon: icon, Tint: t.OnContainer, Shadow: 5,
		Self: true, SelfX: view.End, SelfY: view.End, Margin: view.All(20), OnClick: click,
	}
}

// tab is one entry of a bar of tabs.
type tab struct {
	id, label string
	icon      *view.Icon
}

// tabs is the bar at the bottom of an app that switches between its parts.
func tabs(c *world.Ctx, list []tab, at int, choose func(i int)) *view.Node {
	t := c.Theme()
	bar := &view.Node{ID: "bottom_nav", Class: "FrameLayout", Dir: view.Row, W: view.Match, H: 76, Fill: t.Surface, AlignY: view.Center}
	for i, x := range list {
		pill := &view.Node{Decor: true, W: 60, H: 30, Corner: 15, Icon: x.icon, IconDp: 22, Tint: t.OnSurfaceFaint}
		label := &view.Node{Decor: true, Text: tr(c, x.label), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint, Lines: 1}}
		if i == at {
			pill.Fill, pill.Tint, label.Style.Color, label.Style.Bold = t.Container, t.OnContainer, t.OnSurface, true
		}
		bar.Add(&view.Node{
			Class: "FrameLayout", ID: x.id, Desc: tr(c, x.label), Selected: i == at, Weight: 1, H: view.Match, Dir: view.Column, AlignX: view.Center, AlignY: view.Center, Gap: 4, OnClick: func() { choose(i) },
			Children: []*view.Node{pill, label},
		})
	}
	return bar
}

// fill makes a node take the room that the others of a column leave.
func fill(n *view.Node) *view.Node {
	n.W, n.H, n.Weight = view.Match, 0, 1
	return n
}

// column is a whole screen of parts one under another.
func column(parts ...*view.Node) *view.Node {
	return &view.Node{W: view.Match, H: view.Match, Children: parts}
}

// over lays a floating button over a list.
func over(list, button *view.Node) *view.Node {
	return &view.Node{Dir: view.Stack, W: view.Match, H: view.Match, Children: []*view.Node{list, button}}
}

// searchField is the rounded field on top of a list.
func searchField(c *world.Ctx, id, text, hint string, change func(string)) *view.Node {
	t := c.Theme()
	f := c.Field(id, text, hint, change)
	f.Fill, f.Corner, f.MinH, f.AlignY, f.Margin = t.SurfaceHigh, 26, 50, view.Center, view.Edges{Left: 16, Right: 16, Top: 10, Bottom: 8}
	f.Edit.Action, f.Edit.Do = "search", c.HideKeyboard
	return f
}

// chip is a small choice that is on or off.
func chip(t view.Theme, id, text string, on bool, click func()) *view.Node {
	n := &view.Node{
		Class: "CheckBox", ID: id, Text: text, Checkable: true, Checked: on, H: 34, Corner: 10, Line: t.Outline, LineW: 1, Pad: view.Sides(14, 0), AlignY: view.Center, OnClick: click,
		Style: view.TextStyle{Size: 14, Color: t.OnSurface, Lines: 1},
	}
	if on {
		n.Fill, n.LineW, n.Style.Color = t.Container, 0, t.OnContainer
	}
	return n
}

// round is a round button with a word under it.
func round(t view.Theme, id, desc string, icon *view.Icon, on bool, click func()) *view.Node {
	fill, ink := t.SurfaceHigh, t.OnSurface
	if on {
		fill, ink = t.Primary, t.OnPrimary
	}
	pic := &view.Node{Class: "ImageButton", ID: id, Desc: desc, Selected: on, W: 56, H: 56, Corner: 28, Fill: fill, Icon: icon, Tint: ink, OnClick: click}
	return &view.Node{Weight: 1, AlignX: view.Center, Gap: 6, Children: []*view.Node{pic, {Text: desc, Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint, Lines: 1}}}}
}

// framed gives a field of a dialog an outline, as its box has the dialog's own colour in the dark.
func framed(c *world.Ctx, f *view.Node) *view.Node {
	f.Line, f.LineW = c.Theme().Outline, 1
	return f
}

// has reports whether a text holds a query, whatever the case.
func has(text, query string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimSpace(query)))
}

// menu shows the small menu of a screen.
func menu(c *world.Ctx, items []string, do ...func()) {
	for i := range items {
		items[i] = tr(c, items[i])
	}
	c.ShowDialog(world.Dialog{Items: items, Chosen: -1, Menu: true, OnItem: func(i int) { do[i]() }})
}

// ask asks before something is done that cannot be undone.
func ask(c *world.Ctx, title, message, ok string, do func()) {
	c.ShowDialog(world.Dialog{Title: tr(c, title), Message: tr(c, message), OK: tr(c, ok), Cancel: tr(c, "Cancel"), OnOK: do})
}
