package world

import (
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// shadeState is how far the notification shade is pulled down: 0 closed, 1 notifications, 2 quick settings.
type shadeState struct {
	pos      float64
	goal     float64
	from     float64
	start    time.Time
	length   time.Duration
	running  bool
	dragging bool
	base     float64 // pos when the finger came down
}

const shadeTime = 250 * time.Millisecond

// open reports whether the shade is down or coming down: it has the focus then.
func (s *shadeState) open() bool { return s.goal > 0 || s.dragging }

// shown reports whether any of it can be seen.
func (s *shadeState) shown() bool { return s.open() || s.pos > 0 }

// move brings pos up to date and reports whether it moved.
func (s *shadeState) move(now time.Time) bool {
	if !s.running {
		return false
	}
	f := progress(now, s.start, s.length)
	was := s.pos
	s.pos = s.from + (s.goal-s.from)*f
	if f >= 1 {
		s.running = false
	}
	return s.pos != was || !s.running
}

// to starts the way to goal.
func (s *shadeState) to(goal float64, now time.Time, scale float64) {
	s.dragging = false
	s.from, s.goal, s.start, s.running = s.pos, goal, now, true
	s.length = time.Duration(float64(shadeTime) * scale)
	s.move(now)
}

// close closes it at once.
func (s *shadeState) close() { *s = shadeState{} }

func (s *shadeState) closeSlowly(now time.Time, scale float64) {
	if s.shown() {
		s.to(0, now, scale)
	}
}

// back is the back key: from the quick settings to the notifications, from those away.
func (s *shadeState) back(now time.Time, scale float64) {
	if s.goal > 1 {
		s.to(1, now, scale)
		return
	}
	s.to(0, now, scale)
}

func (s *shadeState) toggle(now time.Time, scale float64) {
	if s.open() {
		s.to(0, now, scale)
	} else {
		s.to(1, now, scale)
	}
}

// ExpandNotifications pulls the notification shade down.
func (w *World) ExpandNotifications() { w.expand(1) }

// ExpandSettings pulls the shade down to the quick settings.
func (w *World) ExpandSettings() { w.expand(2) }

func (w *World) expand(level float64) {
	w.enter()
	defer w.leave()
	if !w.power.awake || w.guard.bouncer {
		return
	}
	w.hideIME()
	w.cancelTouches()
	w.shadeTo(level)
}

func (w *World) shadeTo(level float64) {
	w.shade.to(level, w.t, w.animScale("animator_duration_scale"))
	w.changed()
}

// Collapse closes the shade and other panels.
func (w *World) Collapse() {
	w.enter()
	defer w.leave()
	if w.shade.shown() {
		w.shadeTo(0)
	}
	if !w.sound.panelUntil.IsZero() {
		w.sound.panelUntil = time.Time{}
		w.changed()
	}
}

// pullShade is a drag that began on the status bar.
func (w *World) pullShade(d view.Drag) {
	if w.guard.bouncer {
		return
	}
	if d.Phase == view.DragBegin {
		w.hideIME()
	}
	w.dragShade(d)
}

// dragShade lets the shade follow a finger and settles it when that leaves.
func (w *World) dragShade(d view.Drag) {
	s := &w.shade
	m := w.metrics()
	way := float64(min(w.bounds().Dy()/2, m.Px(360)))
	switch d.Phase {
	case view.DragBegin:
		s.dragging, s.running, s.base = true, false, s.pos
	case view.DragMove:
		most := 1.0
		if s.base > 0.5 {
			most = 2
		}
		s.pos = min(most, max(0, s.base+float64(d.At.Y-d.Start.Y)/way))
	case view.DragEnd:
		w.shadeTo(settle(s.base, s.pos, d.VY/m.Density))
		return
	default:
		w.shadeTo(float64(int(s.base + 0.5)))
		return
	}
	w.changed()
}

// settle is where a shade that was at base and is at pos goes when the finger leaves with speed v (dp a second, down positive).
func settle(base, pos, v float64) float64 {
	whole := float64(int(base + 0.5))
	switch {
	case v > 300 || pos-whole > 0.4:
		return min(2, whole+1)
	case v < -300 || whole-pos > 0.25:
		return max(0, whole-1)
	}
	return whole
}
