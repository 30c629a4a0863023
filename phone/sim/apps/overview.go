package apps

import (
	"image"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// tasks is the overview: the recent tasks as cards, the newest at the left.
func (l *launcher) tasks(c *world.Ctx) *view.Node {
	in := c.Insets()
	n := &view.Node{
		ID: "overview_panel", Class: "FrameLayout", W: view.Match, H: view.Match, Fill: view.Color{R: 12, G: 14, B: 18, A: 150},
		Pad: view.Edges{Top: in.Top + 24, Bottom: in.Bottom + 16}, OnClick: func() { l.close(c) }, NoPress: true, AlignX: view.Center, AlignY: view.Center,
	}
	list := c.RecentTasks()
	if len(list) == 0 {
		return n.Add(&view.Node{Text: "No recent items", Style: view.TextStyle{Size: 18, Color: homeInk}})
	}
	row := &view.Node{Class: "ScrollView", Dir: view.Row, W: view.Match, Weight: 1, Scroll: view.Horizontal, Gap: 20, Pad: view.Sides(48, 0), AlignY: view.Center}
	w, h := c.Size()
	ch := h - in.Top - in.Bottom - 150
	cw := ch * w / h
	for _, t := range list {
		row.Add(l.card(c, t, cw, ch))
	}
	clear := &view.Node{
		Class: "Button", ID: "clear_all", Text: "Clear all", Fill: view.Fade(homeInk, 0.18), Corner: 20, Pad: view.Sides(22, 11),
		Style: view.TextStyle{Size: 14, Bold: true, Color: homeInk}, Margin: view.Edges{Top: 16}, OnClick: func() {
			for _, t := range list {
				c.CloseTask(t.ID)
			}
			l.close(c)
		},
	}
	return n.Add(row, clear)
}

func (l *launcher) card(c *world.Ctx, t world.RecentTask, w, h float64) *view.Node {
	head := view.Rows(
		&view.Node{ID: "icon", Desc: t.App.Label, W: 36, H: 36, Corner: 18, Fill: t.App.Color, Icon: t.App.Icon, IconDp: 20, Tint: view.RGB(0xffffff)},
		view.Label(t.App.Label, 15, homeInk),
	)
	head.Gap, head.H = 10, 52
	pic := t.Image
	shot := &view.Node{ID: "snapshot", Class: "View", W: w, H: h, Corner: 20, Fill: c.Theme().Background, Paint: func(p *view.Painter, r image.Rectangle) {
		if pic != nil {
			p.Image(pic, r, false)
		}
		p.Ring(r, 20, 1, homeFaint)
	}}
	return &view.Node{
		ID: "task", Class: "FrameLayout", Key: "task" + t.App.Package, Desc: t.App.Label, AlignX: view.Center, Corner: 20,
		OnClick: func() {
			l.overview = false
			c.ShowTask(t.ID)
		},
		OnDrag: func(d view.Drag) {
			if d.Phase == view.DragEnd && d.Start.Y-d.At.Y > 200 {
				c.CloseTask(t.ID)
			}
		},
		Children: []*view.Node{head, shot},
	}
}
