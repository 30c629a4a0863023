package view

import (
	"image"
	"testing"
	"time"
)

// TestFromEndStaysAtTheEnd lets a list grow while it is at its end, and while a person has scrolled up.
func TestFromEndStaysAtTheEnd(t *testing.T) {
	t.Parallel()
	s := NewSurface()
	var last *Node
	show := func(n int) {
		list := &Node{ID: "list", W: Match, H: Match, Scroll: Vertical, FromEnd: true}
		for range n {
			last = &Node{W: Match, H: 50, Fill: RGB(1)}
			list.Add(last)
		}
		s.Layout(list, Metrics{Density: 1, FontScale: 1}, image.Rect(0, 0, 100, 200), time.Time{})
	}
	for _, n := range []int{10, 11} {
		if show(n); last.Frame().Max.Y != 200 {
			t.Errorf("the end of %d rows is at %d", n, last.Frame().Max.Y)
		}
	}
	s.ScrollBy(image.Pt(50, 100), 0, -120)
	show(12)
	if got := last.Frame().Max.Y; got != 200+120+50 {
		t.Errorf("a list that was scrolled up has its end at %d", got)
	}
}

// TestFrameOfItsOwn places nodes by pixels, also beyond their parent.
func TestFrameOfItsOwn(t *testing.T) {
	t.Parallel()
	kid := &Node{At: image.Rect(10, 20, 90, 120), ID: "raw", Bare: true}
	root := &Node{At: image.Rect(0, 0, 50, 50), Children: []*Node{kid}}
	s := NewSurface()
	s.Layout(root, Metrics{Density: 2, FontScale: 1}, image.Rect(0, 0, 200, 200), time.Time{})
	if kid.Visible() != image.Rect(10, 20, 90, 120) || kid.ResourceID("com.example") != "raw" {
		t.Errorf("%v, %s", kid.Visible(), kid.ResourceID("com.example"))
	}
}
