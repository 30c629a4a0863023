package world

import (
	"image"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/view"
)

// navBar is the bar at the bottom: the gesture handle, or three buttons.
func (w *World) navBar() *view.Node {
	ink := w.barInk()
	var fill view.Color
	if w.imeShown() {
		t := w.theme()
		fill = keyboardFill(t)
		ink = t.OnSurface
	}
	if w.buttons() {
		return w.navButtons(ink, fill)
	}
	root := &view.Node{
		ID: "navigation_bar_frame", Dir: view.Stack, W: view.Match, H: view.Match, AlignX: view.Center, AlignY: view.Center, Fill: fill,
		OnDrag: w.homeSwipe,
	}
	root.Add(&view.Node{Class: "View", ID: "home_handle", W: 108, H: 4, Corner: 2, Fill: ink})
	if w.imeShown() {
		root.Add(&view.Node{
			Class: "ImageView", ID: "back", Desc: "Hide keyboard", Icon: view.IconHide, IconDp: 18, Tint: ink, W: 72, H: view.Match, Self: true,
			SelfX: view.Start, OnClick: w.hideIME,
		})
	}
	return root
}

func (w *World) navButtons(ink, fill view.Color) *view.Node {
	if fill.A == 0 && !w.wallpaperShown() && !w.shade.open() {
		fill = w.theme().Background
	}
	row := &view.Node{ID: "navigation_bar_frame", Dir: view.Row, W: view.Match, H: view.Match, AlignX: view.Center, AlignY: view.Center, Gap: 28, Fill: fill}
	add := func(id, desc string, i *view.Icon, key int) {
		row.Add(&view.Node{
			Class: "ImageView", ID: id, Desc: desc, Icon: i, IconDp: 22, Tint: ink, W: 80, H: view.Match, Corner: 24, OnClick: func() { w.navKey(key) },
		})
	}
	back := view.IconTriangle
	if w.imeShown() {
		back = view.IconHide
	}
	add("back", "Back", back, phone.KeyBack)
	add("home", "Home", view.IconCircle, phone.KeyHome)
	add("recent_apps", "Overview", view.IconSquare, phone.KeyAppSwitch)
	return row
}

// homeSwipe is a swipe from the gesture handle: up goes home, up with a rest opens the overview.
func (w *World) homeSwipe(d view.Drag) {
	if d.Phase != view.DragEnd || w.guard.showing {
		return
	}
	m := w.metrics()
	up := d.Start.Y - d.At.Y
	switch {
	case up < m.Px(40):
	case d.VY > -float64(m.Px(200)) && up > m.Px(120):
		w.toggleRecents()
	default:
		w.homeKey()
	}
}

// toggleRecents opens or closes the overview, which the home screen shows.
func (w *World) toggleRecents() {
	w.shade.closeSlowly(w.t, w.animScale("animator_duration_scale"))
	a := w.front()
	if a == nil {
		return
	}
	atHome := a.task.home
	if !atHome {
		w.keepThumb(a.win)
		w.goHome()
	}
	if h := w.front(); h != nil && h.task.home {
		if o, ok := h.screen.(Overviewer); ok {
			o.Overview(&Ctx{w, h}, atHome)
		}
	}
	w.changed()
}

// wallpaperOps draw the wallpaper.
func (w *World) wallpaperOps() []view.Op {
	var l view.List
	full := w.bounds()
	l.Image(wallpaper(full.Size(), w.night(), int(uint64(w.opts.Seed)%wallpaperKinds)), image.Rectangle{Max: full.Size()})
	return l.Ops
}
