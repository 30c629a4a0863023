package view

import (
	"image"
	"time"
)

// TouchPhase is what a finger does.
type TouchPhase uint8

// What a finger does.
const (
	Down TouchPhase = iota
	Move
	Up
	Cancel
)

const (
	slopDp       = 8.0 // a finger that moved less has not moved
	longPress    = 500 * time.Millisecond
	speedWindow  = 100 * time.Millisecond
	maxSamples   = 20
	maxFlingDp   = 8000.0 // a second
	pressFadeOut = 120 * time.Millisecond
)

// touchState is the gesture under way on a surface.
type touchState struct {
	down     bool
	id       int
	start    image.Point
	last     image.Point
	samples  []sample
	press    string // key of the pressed node
	mode     touchMode
	axis     Axis
	target   string // key of the node that scrolls, slides or drags
	longAt   time.Time
	longDone bool
	second   map[int]image.Point // further fingers
	spread   float64             // distance of two fingers at the last step
}

type touchMode uint8

const (
	modeNone touchMode = iota
	modeScroll
	modeSlide
	modeDrag
	modeZoom
	modeDead // the gesture means nothing any more
)

type sample struct {
	at image.Point
	t  time.Time
}

// Touching reports whether a finger is on the surface.
func (s *Surface) Touching() bool { return s.touch.down }

// Touch feeds one step of a finger, p in display pixels. It reports whether any node took it.
func (s *Surface) Touch(id int, ph TouchPhase, p image.Point, now time.Time) bool {
	s.now = now
	if s.root == nil {
		return false
	}
	if s.touch.down && id != s.touch.id {
		return s.secondFinger(id, ph, p)
	}
	switch ph {
	case Down:
		return s.fingerDown(id, p, now)
	case Move:
		s.fingerMove(p, now)
	case Up:
		s.fingerUp(p, now)
	case Cancel:
		s.CancelTouch()
	}
	return true
}

// CancelTouch ends the gesture under way without its effect.
func (s *Surface) CancelTouch() {
	if !s.touch.down {
		return
	}
	s.unpress()
	if n := s.index[s.touch.target]; n != nil && s.touch.mode == modeDrag && n.OnDrag != nil {
		n.OnDrag(Drag{Phase: DragCancel, Start: s.touch.start, At: s.touch.last})
	}
	s.touch = touchState{}
	s.Changed = true
}

// hit finds the node in front at p for which ok is true.
func (s *Surface) hit(n *Node, p image.Point, ok func(*Node) bool) *Node {
	if n == nil || n.Hidden {
		return nil
	}
	if p.In(n.clip) {
		for i := len(n.Children) - 1; i >= 0; i-- {
			if h := s.hit(n.Children[i], p, ok); h != nil {
				return h
			}
		}
	}
	if p.In(n.Visible()) && ok(n) {
		return n
	}
	return nil
}

// takes reports whether a touch ends at n rather than going on to what lies under it.
func (n *Node) takes() bool {
	return n.clickable() || n.OnLongClick != nil || n.OnPress != nil || n.Edit != nil || n.Slide != nil || n.OnDrag != nil ||
		n.OnZoom != nil || n.Scroll != NoScroll
}

// HitTest returns the node that a finger at p would touch, nil for none.
func (s *Surface) HitTest(p image.Point) *Node { return s.hit(s.root, p, (*Node).takes) }

func (s *Surface) fingerDown(id int, p image.Point, now time.Time) bool {
	stopped := s.stopFling(p)
	n := s.HitTest(p)
	s.touch = touchState{down: true, id: id, start: p, last: p, samples: []sample{{p, now}}, second: map[int]image.Point{}}
	if n == nil {
		s.touch.mode = modeDead
		return false
	}
	if stopped {
		return true // the finger that stops a fling presses nothing
	}
	for n != nil && !(n.clickable() || n.OnLongClick != nil || n.OnPress != nil || n.Edit != nil || n.Slide != nil) {
		n = n.up
	}
	if n == nil || n.Disabled {
		return true
	}
	s.touch.press = n.key
	s.Changed = true
	if n.OnPress != nil {
		n.OnPress(true)
	}
	if n.OnLongClick != nil || n.Edit != nil {
		s.touch.longAt = now.Add(longPress)
	}
	return true
}

// stopFling stops what flings under p.
func (s *Surface) stopFling(p image.Point) bool {
	n := s.hit(s.root, p, func(n *Node) bool { return n.Scroll != NoScroll && s.scrollOf(n.key).flinging })
	if n == nil {
		return false
	}
	s.scrollOf(n.key).flinging = false
	return true
}

func (s *Surface) pressed() *Node {
	if s.touch.press == "" {
		return nil
	}
	return s.index[s.touch.press]
}

// unpress lets go of the pressed node without a click.
func (s *Surface) unpress() {
	if n := s.pressed(); n != nil {
		if n.OnPress != nil {
			n.OnPress(false)
		}
		s.Changed = true
	}
	s.touch.press = ""
	s.touch.longAt = time.Time{}
}

func (s *Surface) fingerMove(p image.Point, now time.Time) {
	t := &s.touch
	if !t.down {
		return
	}
	last := t.last
	t.last = p
	t.samples = append(t.samples, sample{p, now})
	if len(t.samples) > maxSamples {
		t.samples = t.samples[1:]
	}
	switch t.mode {
	case modeNone:
		s.begin(p)
	case modeScroll:
		s.scrollMove(last, p)
	case modeSlide:
		s.slideTo(p, false)
	case modeDrag:
		s.drag(DragMove, p)
	}
}

func (s *Surface) fingerUp(p image.Point, now time.Time) {
	t := &s.touch
	if !t.down {
		return
	}
	if p != t.last {
		s.fingerMove(p, now)
	} else if n := len(t.samples); n > 0 && now.Sub(t.samples[n-1].t) > speedWindow {
		t.samples = append(t.samples, sample{p, now}) // it rested: no speed is left
	}
	mode, n := t.mode, s.pressed()
	switch mode {
	case modeScroll:
		vx, vy := s.velocity()
		v := -vy
		if t.axis != Vertical {
			v = -vx
			if s.scrollOf(t.target).rtl {
				v = vx
			}
		}
		s.release(s.scrollOf(t.target), v)
	case modeSlide:
		s.slideTo(p, true)
	case modeDrag:
		s.drag(DragEnd, p)
	case modeNone:
		if n != nil && !t.longDone && p.In(n.frame.Inset(-s.m.Px(slopDp))) {
			s.endPress()
			s.touch = touchState{}
			s.click(n, p)
			return
		}
	}
	s.endPress()
	s.touch = touchState{}
}

func (s *Surface) endPress() {
	if n := s.pressed(); n != nil {
		if n.OnPress != nil {
			n.OnPress(false)
		}
		s.Changed = true
	}
}

// click does what a tap on n does.
func (s *Surface) click(n *Node, p image.Point) {
	s.Changed = true
	switch {
	case n.Edit != nil:
		s.tapEdit(n, p)
	case n.Slide != nil:
		s.touch.target = n.key
		s.slideTo(p, true)
		s.touch.target = ""
	case n.OnClickAt != nil:
		n.OnClickAt(p.Sub(n.frame.Min))
	case n.OnClick != nil:
		n.OnClick()
	}
}

// longPress fires the long press that is due.
func (s *Surface) longPress(now time.Time) bool {
	t := &s.touch
	if !t.down || t.longAt.IsZero() || t.longDone || now.Before(t.longAt) || t.mode != modeNone {
		return false
	}
	t.longDone = true
	n := s.pressed()
	if n == nil {
		return false
	}
	s.Changed = true
	if n.OnLongClick != nil {
		n.OnLongClick()
	} else if n.Edit != nil {
		s.longPressEdit(n, t.start)
	}
	s.unpress()
	return true
}
