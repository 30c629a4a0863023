package world

import "github.com/handset-agent/handset/phone/sim/view"

// noteButtons are the buttons of a notification, nil when its app does not listen to any.
func (w *World) noteButtons(n *Notification) *view.Node {
	p := w.pkgs[n.Package]
	if len(n.Actions) == 0 || p == nil || p.def.OnAction == nil {
		return nil
	}
	row := &view.Node{ID: "android:id/actions", Dir: view.Row, W: view.Match, Gap: 4, Margin: view.Edges{Left: -12, Top: 4}}
	for i, a := range n.Actions {
		row.Add(&view.Node{
			Class: "Button", ID: "android:id/action0", Key: a, Text: a, H: 40, Corner: 20, AlignY: view.Center, Pad: view.Sides(12, 0),
			Style: view.TextStyle{Size: 14, Bold: true, Color: tileOn, Lines: 1}, OnClick: func() { w.noteAction(*n, i) },
		})
	}
	return row
}

// noteAction does what a tap on a button of a notification does.
func (w *World) noteAction(n Notification, button int) {
	if p := w.pkgs[n.Package]; p != nil && p.def.OnAction != nil {
		w.spawn(p, "broadcast")
		p.def.OnAction(&Ctx{w, &activity{pkg: p}}, n, button)
		w.changed()
	}
}

// CancelNote takes a notification of the app away.
func (c *Ctx) CancelNote(id int, tag string) {
	p := c.a.pkg
	c.w.dropNote(Notification{Package: p.Name, ID: id, Tag: tag, UID: p.UID}.Key())
}

// CloseShade closes the notification shade.
func (c *Ctx) CloseShade() { c.w.shadeTo(0) }
