package view

import (
	"image"
	"math"
	"time"
)

// scrollState is how far a scrolling node is scrolled.
type scrollState struct {
	pos, limit int // pixels; 0 ≤ pos ≤ limit
	view       int // length of the viewport
	page       int // rests on multiples of this when not zero
	placed     bool
	rtl        bool // pos counts from the right

	flinging bool
	from     int
	speed    float64 // pixels a second when the finger left
	target   int     // of a paged fling
	start    time.Time
}

func (st *scrollState) clamped() int {
	st.pos = min(max(st.pos, 0), max(st.limit, 0))
	return st.pos
}

// grow takes a new limit; with stick it stays at the end, where it also starts.
func (st *scrollState) grow(limit int, stick bool) {
	if stick && (!st.placed || st.pos >= st.limit && !st.flinging) {
		st.pos = limit
	}
	st.limit, st.placed = limit, true
}

const (
	flingTau  = 0.325 // seconds in which a fling loses 63 % of its speed
	flingMin  = 130.0 // dp a second below which there is no fling
	flingStop = 20.0  // dp a second at which a fling ends
	pageTime  = 250 * time.Millisecond
)

// fling moves every flinging node to where it is at now.
func (s *Surface) fling(now time.Time) bool {
	changed := false
	for _, st := range s.scrolls {
		if !st.flinging {
			continue
		}
		was := st.pos
		t := now.Sub(st.start)
		if st.page > 0 {
			st.pos = st.pageAt(t, time.Duration(float64(pageTime)*s.AnimScale))
		} else {
			st.pos = st.decayAt(t.Seconds(), flingStop*s.m.Density)
		}
		if st.clamped(); st.pos != was {
			changed = true
		}
	}
	if changed {
		s.Changed = true
	}
	return changed
}

func (st *scrollState) decayAt(t, stop float64) int {
	v := st.speed * math.Exp(-t/flingTau)
	pos := st.from + int(math.Round(st.speed*flingTau*(1-math.Exp(-t/flingTau))))
	if math.Abs(v) < stop || pos <= 0 || pos >= st.limit {
		st.flinging = false
	}
	return pos
}

func (st *scrollState) pageAt(t, length time.Duration) int {
	v, done := anim{from: float64(st.from), to: float64(st.target), length: max(length, 1), start: time.Time{}}.at(time.Time{}.Add(t))
	st.flinging = !done
	return int(math.Round(v))
}

// release starts the movement after a finger left a scrolling node with the speed v (pixels a second, positive towards the end).
func (s *Surface) release(st *scrollState, v float64) {
	st.from, st.start, st.speed = st.pos, s.now, v
	if st.page > 0 {
		page := int(math.Round(float64(st.pos) / float64(st.page)))
		if math.Abs(v) > flingMin*s.m.Density {
			page = st.pos / st.page
			if v > 0 {
				page++
			}
		}
		st.target = min(max(page*st.page, 0), st.limit)
		st.flinging = st.target != st.pos
		return
	}
	st.flinging = math.Abs(v) > flingMin*s.m.Density
}

// ScrollBy moves the innermost node that can scroll at p by dx, dy pixels (positive towards the end) and reports whether
// anything moved.
func (s *Surface) ScrollBy(p image.Point, dx, dy int) bool {
	n := s.hit(s.root, p, func(n *Node) bool {
		return n.Scroll == Vertical && dy != 0 && s.canScroll(n, dy) || (n.Scroll == Horizontal || n.Scroll == Paged) && dx != 0 && s.canScroll(n, dx)
	})
	if n == nil {
		return false
	}
	st := s.scrollOf(n.key)
	if st.rtl {
		dx = -dx
	}
	st.flinging = false
	if n.Scroll == Vertical {
		st.pos += dy
	} else {
		st.pos += dx
	}
	st.clamped()
	if st.page > 0 {
		s.release(st, float64(dx)*100)
	}
	s.Changed = true
	return true
}

func (s *Surface) canScroll(n *Node, by int) bool {
	st := s.scrollOf(n.key)
	if st.rtl {
		by = -by
	}
	return by > 0 && st.pos < st.limit || by < 0 && st.pos > 0
}

// show scrolls so that r, which lies in n, can be seen, and reports whether anything moved.
func (s *Surface) show(n *Node, r image.Rectangle) bool {
	for up := n; up != nil; up = up.up {
		if up.Scroll != Vertical {
			continue
		}
		st := s.scrollOf(up.key)
		l := layouter{m: s.m}
		box := l.inner(up)
		was := st.pos
		if r.Max.Y > box.Max.Y {
			st.pos += r.Max.Y - box.Max.Y
		}
		if top := r.Min.Y - (st.pos - was); top < box.Min.Y {
			st.pos -= box.Min.Y - top
		}
		st.clamped()
		return st.pos != was
	}
	return false
}
