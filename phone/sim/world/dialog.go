package world

import (
	"image"
	"slices"

	"github.com/handset-agent/handset/phone/sim/view"
)

// Dialog asks a person something in a window of its own.
type Dialog struct {
	Title   string
	Message string
	Items   []string          // one to choose from; a tap chooses and closes
	Chosen  int               // marked item; -1 shows the items without marks
	Body    func() *view.Node // more content, built again with the dialog
	OK      string            // label of the confirming button; empty: none
	Cancel  string            // label of the other one; empty: none
	OnOK    func()
	OnItem  func(i int)
	OnClose func() // when it was closed without a choice
	Menu    bool   // a small menu at the top right, without a dark background
	Sheet   bool   // a sheet at the bottom edge
	Modal   bool   // a touch beside it or the back key does not close it
}

// dialog is a dialog that shows: of an activity, or the system's own over everything, with act nil.
type dialog struct {
	Dialog
	win *window
	act *activity
	w   *World
}

// ShowDialog opens a dialog of the activity.
func (c *Ctx) ShowDialog(d Dialog) {
	a := c.a
	x := c.w.newWindow(a.comp.Full(), a.pkg.Name, TypeApplication, FlagDimBehind|FlagSplitTouch)
	if d.Menu {
		x.title = "PopupWindow:" + x.hash
		x.flags &^= FlagDimBehind
	}
	x.act, x.dim, x.entered = a, true, c.w.t
	x.flags |= a.win.flags & FlagSecure
	x.surface.OnKeyboard = func() { c.w.showIME() }
	c.w.hideIME()
	x.dialog = &dialog{d, x, a, c.w}
	a.dialogs = append(a.dialogs, x.dialog)
	c.w.changed()
}

// close removes the dialog.
func (d *dialog) close() {
	gone := func(x *dialog) bool { return x == d }
	if d.act == nil {
		d.w.alerts = slices.DeleteFunc(d.w.alerts, gone)
		d.w.changed()
		return
	}
	d.act.dialogs = slices.DeleteFunc(d.act.dialogs, gone)
}

// cancel closes it without a choice.
func (d *dialog) cancel() {
	d.close()
	if d.OnClose != nil {
		d.OnClose()
	}
}

// choose closes it and does what was chosen.
func (d *dialog) choose(do func()) {
	d.close()
	if do != nil {
		do()
	}
}

// buildDialog lays the dialog out in the middle of what bars and keyboard leave, or at the top right as a menu.
func (w *World) buildDialog(d *dialog, m view.Metrics, full image.Rectangle) {
	w.float(d.win, d.tree(&Ctx{w, d.act}), m, full, d.place())
}

// place is where a dialog stands in the room there is.
func (d *dialog) place() Placing {
	switch {
	case d.Menu:
		return AtTopRight
	case d.Sheet:
		return AtBottom
	}
	return InMiddle
}

// Placing is where a window that wraps its content stands.
type Placing uint8

// The places of a window that wraps its content.
const (
	InMiddle Placing = iota
	AtTopRight
	AtBottom
)

// float lays out a window that is as large as its content, in what bars and keyboard leave of full.
func (w *World) float(x *window, tree *view.Node, m view.Metrics, full image.Rectangle, where Placing) {
	x.surface.AnimScale = w.animScale("animator_duration_scale")
	x.surface.Layout(tree, m, full, w.t) // measures: the root wraps its content
	area := full
	area.Min.Y = max(area.Min.Y, w.statusHeight())
	area.Max.Y = min(area.Max.Y, w.bounds().Max.Y-w.navHeight())
	if w.imeShown() {
		area.Max.Y = min(area.Max.Y, w.keyboardFrame().Min.Y)
	}
	room := image.Pt(full.Dx()-m.Px(32), area.Dy()-m.Px(24))
	if where == AtBottom {
		room = image.Pt(min(full.Dx(), m.Px(640)), area.Dy()-m.Px(24))
	}
	size := x.surface.Measure(room.X, room.Y)
	at := area.Min.Add(area.Size().Sub(size).Div(2))
	switch where {
	case AtTopRight:
		at = image.Pt(area.Max.X-size.X-m.Px(8), area.Min.Y+m.Px(8))
	case AtBottom:
		at.Y = area.Max.Y - size.Y
	case InMiddle:
	}
	at.Y = max(at.Y, area.Min.Y)
	x.frame = image.Rectangle{Min: at, Max: at.Add(size)}
	x.surface.Layout(tree, m, x.frame, w.t)
	x.surface.Changed = false
}

// tree builds the dialog's content as an AlertDialog has it.
func (d *dialog) tree(c *Ctx) *view.Node {
	t := c.Theme()
	fill := t.Surface
	if t.Dark {
		fill = t.SurfaceHigh
	}
	root := &view.Node{Class: "FrameLayout", Dir: view.Stack, Fill: fill, Corner: 28, Shadow: 8}
	if d.Sheet {
		return d.sheet(c, root)
	}
	if d.Menu {
		root.Corner = 8
		root.Add(d.list(t, 200))
		return root
	}
	w, _ := c.Size()
	panel := &view.Node{ID: "android:id/parentPanel", W: min(w-56, 560)}
	if d.Title != "" {
		panel.Add(&view.Node{
			ID: "android:id/alertTitle", Text: d.Title, W: view.Match, Style: view.TextStyle{Size: 22, Color: t.OnSurface},
			Margin: view.Edges{Left: 24, Right: 24, Top: 24},
		})
	}
	if d.Message != "" {
		panel.Add(&view.Node{
			ID: "android:id/message", Text: d.Message, W: view.Match, Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint},
			Margin: view.Edges{Left: 24, Right: 24, Top: 16},
		})
	}
	if d.Body != nil {
		b := d.Body()
		b.Margin = view.Edges{Left: 24, Right: 24, Top: 16}
		panel.Add(b)
	}
	if len(d.Items) > 0 {
		panel.Add(d.list(t, 0))
	}
	panel.Add(d.buttons(c))
	return root.Add(panel)
}

// list is the items to choose from.
func (d *dialog) list(t view.Theme, width float64) *view.Node {
	l := &view.Node{Class: "ListView", ID: "android:id/select_dialog_listview", W: view.Match, Margin: view.Sides(0, 8)}
	if width > 0 {
		l.W = width
	}
	for i, item := range d.Items {
		row := &view.Node{
			Dir: view.Row, W: view.Match, MinH: 48, AlignY: view.Center, Pad: view.Sides(24, 0), Gap: 16, Key: item,
			OnClick: func() { d.choose(func() { d.OnItem(i) }) },
		}
		text := &view.Node{ID: "android:id/text1", Text: item, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}
		if d.Menu || d.Chosen < 0 {
			if d.Menu {
				row.Pad = view.Sides(16, 0)
				text.ID = "title"
			}
			row.Add(text)
		} else {
			text.Class, text.Checkable, text.Checked = "CheckedTextView", true, i == d.Chosen
			look := view.RadioLook(t, i == d.Chosen)
			look.Decor = true
			row.Add(look, text)
		}
		l.Add(row)
	}
	return l
}

func (d *dialog) buttons(c *Ctx) *view.Node {
	row := &view.Node{
		Class: "ScrollView", ID: "android:id/buttonPanel", Dir: view.Row, W: view.Match, AlignX: view.End, AlignY: view.Center, Gap: 8,
		Pad: view.Edges{Left: 24, Right: 20, Top: 16, Bottom: 20},
	}
	if d.Cancel != "" {
		row.Add(c.TextButton("android:id/button2", d.Cancel, d.cancel))
	}
	if d.OK != "" {
		row.Add(c.TextButton("android:id/button1", d.OK, func() { d.choose(d.OnOK) }))
	}
	if len(row.Children) == 0 {
		row.Pad, row.H, row.Decor = view.Edges{}, 12, true
	}
	return row
}

// sheet is the content of a sheet at the bottom edge: a handle, a title and what it holds.
func (d *dialog) sheet(c *Ctx, root *view.Node) *view.Node {
	t := c.Theme()
	root.Corner, root.Corners, root.W = 0, [4]float64{28, 28, 0, 0}, view.Match
	panel := &view.Node{ID: "design_bottom_sheet", W: view.Match, AlignX: view.Center, Pad: view.Edges{Bottom: 16}}
	panel.Add(&view.Node{Class: "View", ID: "drag_handle", Desc: "Drag handle", W: 32, H: 4, Corner: 2, Fill: t.Outline, Margin: view.Sides(0, 16)})
	text := func(id, s string, size float64, ink view.Color) {
		if s != "" {
			panel.Add(&view.Node{ID: id, Text: s, W: view.Match, Style: view.TextStyle{Size: size, Color: ink}, Margin: view.Sides(24, 4)})
		}
	}
	text("android:id/title", d.Title, 22, t.OnSurface)
	text("android:id/message", d.Message, 14, t.OnSurfaceFaint)
	if d.Body != nil {
		b := d.Body()
		b.Margin = view.Edges{Left: 24, Right: 24, Top: 12}
		panel.Add(b)
	}
	if len(d.Items) > 0 {
		panel.Add(d.list(t, 0))
	}
	if d.OK != "" || d.Cancel != "" {
		panel.Add(d.buttons(c))
	}
	return root.Add(panel)
}
