package world

import (
	"image"

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
}

// dialog is a dialog that shows.
type dialog struct {
	Dialog
	win *window
	act *activity
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
	a.dialogs = append(a.dialogs, &dialog{d, x, a})
	c.w.changed()
}

func (a *activity) topDialog() *dialog {
	if n := len(a.dialogs); n > 0 {
		return a.dialogs[n-1]
	}
	return nil
}

// close removes the dialog.
func (d *dialog) close() {
	for i, x := range d.act.dialogs {
		if x == d {
			d.act.dialogs = append(d.act.dialogs[:i:i], d.act.dialogs[i+1:]...)
		}
	}
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
func (w *World) buildDialog(a *activity, d *dialog, m view.Metrics, full image.Rectangle) {
	d.win.surface.AnimScale = w.animScale("animator_duration_scale")
	tree := d.tree(&Ctx{w, a})
	d.win.surface.Layout(tree, m, full, w.t) // measures: the root wraps its content
	size := d.win.surface.Measure(full.Dx()-m.Px(56), full.Dy()-m.Px(120))
	area := full
	area.Min.Y += w.statusHeight()
	area.Max.Y -= w.navHeight()
	if w.imeShown() {
		area.Max.Y = w.keyboardFrame().Min.Y
	}
	at := area.Min.Add(area.Size().Sub(size).Div(2))
	if d.Menu {
		at = image.Pt(area.Max.X-size.X-m.Px(8), area.Min.Y+m.Px(8))
	}
	at.Y = max(at.Y, area.Min.Y)
	d.win.frame = image.Rectangle{Min: at, Max: at.Add(size)}
	d.win.surface.Layout(tree, m, d.win.frame, w.t)
	d.win.surface.Changed = false
}

// tree builds the dialog's content as an AlertDialog has it.
func (d *dialog) tree(c *Ctx) *view.Node {
	t := c.Theme()
	fill := t.Surface
	if t.Dark {
		fill = t.SurfaceHigh
	}
	root := &view.Node{Class: "FrameLayout", Dir: view.Stack, Fill: fill, Corner: 28, Shadow: 8}
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
