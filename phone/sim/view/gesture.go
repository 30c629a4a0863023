package view

import (
	"image"
	"math"
)

// begin decides what a finger that moved beyond the slop does.
func (s *Surface) begin(p image.Point) {
	t := &s.touch
	d := p.Sub(t.start)
	if math.Hypot(float64(d.X), float64(d.Y)) < slopDp*s.m.Density {
		return
	}
	horizontal := math.Abs(float64(d.X)) > math.Abs(float64(d.Y))
	from := s.HitTest(t.start)
	if from == nil {
		t.mode = modeDead
		return
	}
	for n := from; n != nil; n = n.up {
		switch {
		case n.Slide != nil && horizontal && !n.Disabled:
			s.unpress()
			t.mode, t.target = modeSlide, n.key
			s.slideTo(p, false)
			return
		case n.Scroll == Vertical && !horizontal && s.canScroll(n, -d.Y),
			(n.Scroll == Horizontal || n.Scroll == Paged) && horizontal && s.canScroll(n, -d.X):
			s.unpress()
			t.mode, t.target, t.axis = modeScroll, n.key, n.Scroll
			s.scrollMove(t.start, p)
			return
		case n.OnDrag != nil && (horizontal || !n.Sideways):
			s.unpress()
			t.mode, t.target = modeDrag, n.key
			s.drag(DragBegin, t.start)
			s.drag(DragMove, p)
			return
		}
	}
	if n := s.pressed(); n != nil && p.In(n.frame.Inset(-s.m.Px(slopDp))) && !s.insideScroll(n) {
		return // still on the button
	}
	s.unpress()
	t.mode = modeDead
}

func (s *Surface) insideScroll(n *Node) bool {
	for ; n != nil; n = n.up {
		if n.Scroll != NoScroll && s.scrollOf(n.key).limit > 0 {
			return true
		}
	}
	return false
}

func (s *Surface) scrollMove(from, to image.Point) {
	st := s.scrollOf(s.touch.target)
	was := st.pos
	if s.touch.axis == Vertical {
		st.pos -= to.Y - from.Y
	} else {
		by := to.X - from.X
		if st.rtl {
			by = -by
		}
		st.pos -= by
	}
	if st.clamped(); st.pos != was {
		s.Changed = true
	}
}

func (s *Surface) slideTo(p image.Point, done bool) {
	n := s.index[s.touch.target]
	if n == nil || n.Slide == nil {
		return
	}
	l := layouter{m: s.m}
	box := l.inner(n)
	f := float64(p.X-box.Min.X) / float64(max(1, box.Dx()))
	if n.rtl && n.Mirror {
		f = 1 - f
	}
	v := int(math.Round(min(1, max(0, f)) * float64(n.Slide.Max)))
	if n.Slide.Change != nil {
		n.Slide.Change(v, done)
	}
	s.Changed = true
}

func (s *Surface) drag(ph DragPhase, p image.Point) {
	n := s.index[s.touch.target]
	if n == nil || n.OnDrag == nil {
		return
	}
	d := Drag{Phase: ph, Start: s.touch.start, At: p}
	if ph == DragEnd {
		d.VX, d.VY = s.velocity()
	}
	n.OnDrag(d)
	s.Changed = true
}

// velocity is the finger's speed over its last moments, pixels a second.
func (s *Surface) velocity() (vx, vy float64) {
	sm := s.touch.samples
	if len(sm) < 2 {
		return 0, 0
	}
	end := sm[len(sm)-1]
	i := len(sm) - 1
	for i > 0 && end.t.Sub(sm[i-1].t) <= speedWindow {
		i--
	}
	dt := end.t.Sub(sm[i].t).Seconds()
	if dt <= 0 {
		return 0, 0
	}
	most := maxFlingDp * s.m.Density
	limit := func(v float64) float64 { return min(most, max(-most, v)) }
	return limit(float64(end.at.X-sm[i].at.X) / dt), limit(float64(end.at.Y-sm[i].at.Y) / dt)
}

// secondFinger follows a further finger: two fingers on a node that zooms change its size, anything else ends the gesture.
func (s *Surface) secondFinger(id int, ph TouchPhase, p image.Point) bool {
	t := &s.touch
	switch ph {
	case Down:
		s.unpress()
		t.second[id] = p
		n := s.hit(s.root, t.start, func(n *Node) bool { return n.OnZoom != nil })
		if n == nil {
			if t.mode == modeNone {
				t.mode = modeDead
			}
			return true
		}
		t.mode, t.target, t.spread = modeZoom, n.key, dist(t.last, p)
	case Move:
		if _, ok := t.second[id]; !ok {
			return false
		}
		t.second[id] = p
		if n := s.index[t.target]; t.mode == modeZoom && n != nil && n.OnZoom != nil {
			d := dist(t.last, p)
			if t.spread > 0 && d > 0 {
				n.OnZoom(d/t.spread, t.last.Add(p).Div(2).Sub(n.frame.Min))
				s.Changed = true
			}
			t.spread = d
		}
	default:
		delete(t.second, id)
	}
	return true
}

func dist(a, b image.Point) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }
