package world

import (
	"bytes"
	"image"
	"slices"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// screenState is the picture and what is known of its freshness.
type screenState struct {
	bare           bool // secure windows are drawn, see Panel
	stale          bool // trees must be built again
	quiet          bool // only because a live picture moved on, which accessibility does not hear of
	rebuild        bool // a tree asked to be built again at the next moment, as its layout is moving
	note           bool // watchers must be told
	moving         bool // something moves by itself as time passes
	minute         int64
	ops            []view.Op // as last emitted
	barFrom, barTo int       // where the status bar's are among them: its clock is no change of the UI
	size           image.Point
	lastUI         time.Time // when the UI last differed from what it was

	frame     frameHolder // as last handed out
	fresh     bool        // the frame shows ops
	drawn     []view.Op   // what it shows
	drawnSize image.Point
	seq       uint64
}

// ghostKind is how a window that is no longer there goes away.
type ghostKind uint8

const (
	ghostUnder ghostKind = iota // stays still beneath the window that comes
	ghostAway                   // slides away and fades, above what comes back
)

// ghost is the last picture of a window that is being replaced.
type ghost struct {
	kind  ghostKind
	ops   []view.Op
	start time.Time
	until time.Time
}

const pageTime = 200 * time.Millisecond

// addGhost keeps the picture of a window for the animation that replaces it.
func (w *World) addGhost(x *window, kind ghostKind) {
	length := time.Duration(float64(pageTime) * w.animScale("transition_animation_scale"))
	if length <= 0 || !w.power.awake || w.guard.showing || x.surface.Root() == nil || w.secure(x) {
		return
	}
	var l view.List
	if x.act != nil && x.act.def.Wallpaper {
		l.Ops = append(l.Ops, w.wallpaperOps()...)
	}
	x.surface.Ops(&l, w.t)
	w.ghosts = []ghost{{kind: kind, ops: l.Ops, start: w.t, until: w.t.Add(length)}}
}

// Screen returns what a capture of the display sees now and the number of the picture. The image has the display's current
// size, its origin at (0,0), opaque pixels, and is never changed afterwards. The number grows only when a pixel differs or the
// size does. Secure windows are black in it; while the display is off all of it is black.
func (w *World) Screen() (*image.RGBA, uint64) {
	w.enter()
	defer w.leave()
	return w.compose(), w.screen.seq
}

// compose brings the picture up to date.
func (w *World) compose() *image.RGBA {
	s := &w.screen
	if s.stale || s.moving || s.ops == nil {
		w.emit()
	}
	size := w.panel.size()
	last := s.frame.get()
	if last == nil && s.drawn != nil && s.drawnSize == size {
		last = paint(s.drawn, size) // it was let go of
	}
	if s.fresh && last != nil {
		s.frame.put(last)
		return last
	}
	s.fresh = true
	next := w.next(last, size)
	s.drawn, s.drawnSize = s.ops, size
	s.frame.put(next)
	return next
}

// next is the picture after last, which it is itself when no pixel comes out different.
func (w *World) next(last *image.RGBA, size image.Point) *image.RGBA {
	s := &w.screen
	if last == nil || last.Rect.Size() != size {
		s.seq++
		return paint(s.ops, size)
	}
	if damage := view.Damage(s.drawn, s.ops); len(damage) > 0 {
		if m := redraw(last, s.ops, damage); m != nil {
			s.seq++
			return m
		}
	}
	return last
}

func paint(ops []view.Op, size image.Point) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	view.Draw(m, ops, m.Rect)
	return m
}

// redraw returns a new picture in which the damaged rectangles are painted again, nil when no pixel came out different.
func redraw(old *image.RGBA, ops []view.Op, damage []image.Rectangle) *image.RGBA {
	next := &image.RGBA{Pix: slices.Clone(old.Pix), Stride: old.Stride, Rect: old.Rect}
	same := true
	for _, r := range damage {
		r = r.Intersect(old.Rect)
		view.Draw(next, ops, r)
		same = same && equalIn(old, next, r)
	}
	if same {
		return nil
	}
	return next
}

func equalIn(a, b *image.RGBA, r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := a.PixOffset(r.Min.X, y)
		if !bytes.Equal(a.Pix[i:i+4*r.Dx()], b.Pix[i:i+4*r.Dx()]) {
			return false
		}
	}
	return true
}

// emit writes the display as drawing operations and notes whether it differs from before.
func (w *World) emit() {
	s := &w.screen
	w.refresh()
	var l view.List
	l.Ops = make([]view.Op, 0, len(s.ops)+32)
	s.moving = false
	wasFrom, wasTo := s.barFrom, s.barTo
	s.barFrom, s.barTo = 0, 0
	if !w.power.awake {
		l.Fill(w.bounds(), view.RGB(0))
	} else {
		w.draw(&l)
	}
	if first := s.ops == nil; !first && (s.size != w.panel.size() || !slices.Equal(l.Ops[:s.barFrom], s.ops[:min(len(s.ops), wasFrom)]) || !slices.Equal(l.Ops[s.barTo:], s.ops[min(len(s.ops), wasTo):])) {
		if !s.quiet {
			s.lastUI = w.t
		}
	}
	s.quiet = false
	s.size = w.panel.size()
	if s.fresh && !slices.Equal(l.Ops, s.ops) {
		s.fresh = false
	}
	s.ops = l.Ops
}

// draw lists all that shows, the lowest first.
func (w *World) draw(l *view.List) {
	s := &w.windows
	w.ghosts = slices.DeleteFunc(w.ghosts, func(g ghost) bool { return !g.until.After(w.t) })
	if w.visible(s.wallpaper) {
		l.Ops = append(l.Ops, w.wallpaperOps()...)
	}
	for _, g := range w.ghosts {
		if g.kind == ghostUnder {
			l.Ops = append(l.Ops, g.ops...)
		}
	}
	w.drawApps(l)
	for _, g := range w.ghosts {
		if g.kind == ghostAway {
			w.drawLeaving(l, g)
		}
	}
	for _, x := range []*window{s.ime, s.nav, s.status, s.shade, s.toast, s.volume} {
		if x == s.status {
			w.screen.barFrom = len(l.Ops)
		}
		if w.visible(x) {
			w.drawWindow(l, x)
		}
		if x == s.status {
			w.screen.barTo = len(l.Ops)
		}
	}
	if len(w.ghosts) > 0 || w.shade.running || w.screen.rebuild {
		w.screen.moving = true
	}
}

func (w *World) drawWindow(l *view.List, x *window) {
	x.surface.Ops(l, w.t)
	if x.surface.Moving() {
		w.screen.moving = true
	}
}

// drawApps draws the activities that show, with their dialogs, and the system's dialogs over them.
func (w *World) drawApps(l *view.List) {
	layer := uint8(1)
	over := func(x *window, dim bool) {
		if dim {
			l.Fill(w.bounds(), view.Color{A: uint8(110 * w.opening(x))})
		}
		w.drawApp(l, x, layer)
		layer++
	}
	for _, a := range w.showing() {
		if !w.visible(a.win) {
			continue
		}
		over(a.win, a.def.Floating)
		for _, d := range a.dialogs {
			over(d.win, !d.Menu)
		}
	}
	w.drawDivider(l)
	for _, d := range w.alerts {
		if w.visible(d.win) {
			over(d.win, !d.Menu)
		}
	}
}

// drawApp draws an app's window, opening when it is new, black when it is secure.
func (w *World) drawApp(l *view.List, x *window, layer uint8) {
	first := len(l.Ops)
	if w.secure(x) && !w.screen.bare {
		l.Fill(x.frame, view.RGB(0))
		return
	}
	w.drawWindow(l, x)
	f := w.opening(x)
	if f >= 1 {
		return
	}
	w.screen.moving = true
	off := image.Pt(int((1-f)*0.12*float64(w.panel.size().X)), 0)
	if x.dim {
		off = image.Pt(0, int((1-f)*0.02*float64(w.panel.size().Y)))
	}
	l.Blend(first, layer, f, off)
}

// opening is how far the animation that opens a window is.
func (w *World) opening(x *window) float64 {
	return progress(w.t, x.entered, time.Duration(float64(pageTime)*w.animScale("transition_animation_scale")))
}

// drawLeaving draws a window that goes away.
func (w *World) drawLeaving(l *view.List, g ghost) {
	f := progress(w.t, g.start, g.until.Sub(g.start))
	first := len(l.Ops)
	l.Ops = append(l.Ops, g.ops...)
	l.Blend(first, 200, 1-f, image.Pt(int(f*0.12*float64(w.panel.size().X)), 0))
}

// progress is how far an animation is, 1 when it is over or never began.
func progress(now, start time.Time, length time.Duration) float64 {
	if start.IsZero() || length <= 0 {
		return 1
	}
	f := float64(now.Sub(start)) / float64(length)
	if f >= 1 {
		return 1
	}
	return 1 - (1-f)*(1-f)
}
