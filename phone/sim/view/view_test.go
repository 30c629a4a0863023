package view

import (
	"image"
	"testing"
	"time"
)

// begin is the time at which tests begin; nothing here reads a clock.
var begin = time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)

// one is one pixel a dp, so that numbers in tests are pixels.
var one = Metrics{Density: 1, FontScale: 1}

// laid lays a tree out in a window of 400 by 600.
func laid(t *testing.T, root *Node) *Surface {
	t.Helper()
	s := NewSurface()
	s.Layout(root, one, image.Rect(0, 0, 400, 600), begin)
	return s
}

// picture draws the surface on grey.
func picture(s *Surface, now time.Time) *image.RGBA {
	m := image.NewRGBA(s.Frame())
	fill(m, m.Rect, RGB(0x808080))
	var l List
	s.Ops(&l, now)
	Draw(m, l.Ops, m.Rect)
	return m
}

// tap is a finger down and up at p.
func tap(s *Surface, p image.Point, at time.Time) {
	s.Touch(0, Down, p, at)
	s.Touch(0, Up, p, at.Add(50*time.Millisecond))
}

// swipe moves a finger from a to b in ten steps within d.
func swipe(s *Surface, a, b image.Point, d time.Duration, at time.Time) time.Time {
	s.Touch(0, Down, a, at)
	for i := 1; i <= 10; i++ {
		p := a.Add(b.Sub(a).Mul(i).Div(10))
		s.Touch(0, Move, p, at.Add(d*time.Duration(i)/10))
		s.Relayout()
	}
	s.Touch(0, Up, b, at.Add(d))
	return at.Add(d)
}

func center(n *Node) image.Point { return n.frame.Min.Add(n.frame.Size().Div(2)) }
