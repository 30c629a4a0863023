package world

import "github.com/handset-agent/handset/phone/sim/view"

// Page is a screen with a title bar and, when the activity was opened from another one, an arrow back. Actions stand at the right
// of the bar. The body fills the rest.
func (c *Ctx) Page(title string, body *view.Node, actions ...*view.Node) *view.Node {
	t := c.Theme()
	bar := &view.Node{
		Class: "ViewGroup", ID: "toolbar", Dir: view.Row, W: view.Match, H: 56, AlignY: view.Center, Pad: view.Edges{Left: 4, Right: 4},
	}
	if c.a != c.a.task.acts[0] {
		bar.Add(c.UpButton())
	} else {
		bar.Pad.Left = 16
	}
	bar.Add(&view.Node{ID: "toolbar_title", Text: title, Weight: 1, Style: view.TextStyle{Size: 20, Color: t.OnSurface, Lines: 1}, Margin: view.Sides(8, 0)})
	bar.Add(actions...)
	body.W, body.Weight = view.Match, 1
	return &view.Node{W: view.Match, H: view.Match, Children: []*view.Node{bar, body}}
}

// UpButton is the arrow that goes back.
func (c *Ctx) UpButton() *view.Node {
	return view.IconButton(c.Theme(), "", "Navigate up", view.IconBack, c.Back)
}

// Button is a filled button.
func (c *Ctx) Button(id, text string, click func()) *view.Node {
	return view.ButtonLook(c.Theme(), id, text, true, click)
}

// TextButton is a button without a background.
func (c *Ctx) TextButton(id, text string, click func()) *view.Node {
	return view.ButtonLook(c.Theme(), id, text, false, click)
}

// Field is a text field in a rounded box.
func (c *Ctx) Field(id, text, hint string, change func(string)) *view.Node {
	t := c.Theme()
	return &view.Node{
		ID: id, Text: text, Hint: hint, W: view.Match, MinH: 52, Pad: view.Sides(16, 14), Fill: t.SurfaceHigh, Corner: 12, Tint: t.Primary,
		Style: view.TextStyle{Size: 16, Color: t.OnSurface}, Edit: &view.Edit{Change: change},
	}
}

// List is a scrolling column, a RecyclerView in the dump.
func (c *Ctx) List(id string, rows ...*view.Node) *view.Node {
	return &view.Node{
		Class: "androidx.recyclerview.widget.RecyclerView", ID: id, W: view.Match, H: view.Match, Scroll: view.Vertical, Children: rows,
	}
}
