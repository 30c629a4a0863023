package view

import (
	"image"
	"testing"
	"time"
)

// TestRightToLeft lays a page out from right to left: rows, paddings, texts and pagers are mirrored, keypads are not.
func TestRightToLeft(t *testing.T) {
	tree := func() (*Node, map[string]*Node) {
		n := map[string]*Node{
			"back": {W: 40, H: 40, Icon: IconBack}, "title": {Text: "Display", Weight: 1, H: 40}, "one": {W: 20, H: 20}, "two": {W: 20, H: 20},
			"a": {W: Match, H: Match}, "b": {W: Match, H: Match}, "end": {W: 30, H: 30}, "switch": SwitchLook(Light(), true),
		}
		n["pages"] = &Node{Key: "pages", Scroll: Paged, Dir: Row, W: Match, H: 50, Children: []*Node{{W: 200, H: 50, Children: []*Node{n["a"]}}, {W: 200, H: 50, Children: []*Node{n["b"]}}}}
		return Col(
			&Node{Dir: Row, W: Match, Pad: Edges{Left: 10}, Gap: 5, Children: []*Node{n["back"], n["title"]}},
			&Node{Dir: Row, LTR: true, W: Match, Children: []*Node{n["one"], n["two"]}},
			n["pages"],
			&Node{Dir: Stack, W: Match, AlignX: End, Children: []*Node{n["end"]}},
			n["switch"],
		), n
	}
	s := NewSurface()
	root, n := tree()
	root.W, root.H = Match, Match
	s.Layout(root, Metrics{Density: 1, FontScale: 1, RTL: true}, image.Rect(0, 0, 200, 400), time.Time{})
	for name, want := range map[string]image.Rectangle{
		"back": image.Rect(150, 0, 190, 40), "title": image.Rect(0, 0, 145, 40), "one": image.Rect(0, 40, 20, 60), "two": image.Rect(20, 40, 40, 60),
		"a": image.Rect(0, 60, 200, 110), "b": image.Rect(-200, 60, 0, 110), "end": image.Rect(0, 110, 30, 140), "switch": image.Rect(148, 140, 200, 172),
	} {
		if got := n[name].Frame(); got != want {
			t.Errorf("%s lies at %v, want %v", name, got, want)
		}
	}
	if l := n["title"].text.lines[0]; l.x+l.width != 145 {
		t.Errorf("the title's line ends at %d of 145", l.x+l.width)
	}
	if IconBack.turned() == IconBack || IconCheck.turned() != IconCheck {
		t.Error("the arrow back must be mirrored and a tick must not")
	}
	// The next page comes from the left: a finger that goes to the right fetches it.
	if !s.ScrollBy(image.Pt(100, 80), -200, 0) {
		t.Fatal("the pager does not scroll to its second page")
	}
	s.Relayout()
	if got := n["b"].Frame(); got != image.Rect(0, 60, 200, 110) {
		t.Errorf("after a page b lies at %v", got)
	}
	if s.ScrollBy(image.Pt(100, 80), -200, 0) {
		t.Error("the pager goes on beyond its last page")
	}
	// The thumb of a switch that is on lies on the left.
	l := &List{}
	s.Ops(l, time.Time{})
	left := false
	for _, o := range l.Ops {
		left = left || o.kind == opFill && o.rect.Dx() == 24 && o.rect.Min.X < 148+26
	}
	if !left {
		t.Error("the thumb of the switch is not on the left")
	}
}

// TestBoldText sets all text bold.
func TestBoldText(t *testing.T) {
	width := func(bold bool) int {
		n := Label("Display size and text", 16, RGB(0))
		s := NewSurface()
		s.Layout(Col(n), Metrics{Density: 2, FontScale: 1, Bold: bold}, image.Rect(0, 0, 900, 400), time.Time{})
		return n.Frame().Dx()
	}
	if width(true) <= width(false) {
		t.Error("bold text is no wider than plain text")
	}
}
