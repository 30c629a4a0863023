package view

import (
	"image"
	"strings"
	"testing"
)

func TestLayout(t *testing.T) {
	t.Parallel()
	box := func(w, h float64) *Node { return &Node{W: w, H: h} }
	cases := []struct {
		name string
		root *Node
		want []image.Rectangle // frames of the root's children, or of their only child where noted
	}{
		{"column stacks downwards", &Node{W: Match, H: Match, Children: []*Node{box(10, 20), box(30, 5)}},
			[]image.Rectangle{image.Rect(0, 0, 10, 20), image.Rect(0, 20, 30, 25)}},
		{"gap and padding", &Node{W: Match, H: Match, Pad: All(7), Gap: 3, Children: []*Node{box(10, 20), box(30, 5)}},
			[]image.Rectangle{image.Rect(7, 7, 17, 27), image.Rect(7, 30, 37, 35)}},
		{"margins keep others away", &Node{Dir: Row, W: Match, H: Match, Children: []*Node{{W: 10, H: 10, Margin: Edges{1, 2, 3, 4}}, box(5, 5)}},
			[]image.Rectangle{image.Rect(1, 2, 11, 12), image.Rect(14, 0, 19, 5)}},
		{"weights share what is left", &Node{Dir: Row, W: Match, H: Match, Children: []*Node{box(100, 10), {Weight: 1, H: 10}, {Weight: 2, H: 10}}},
			[]image.Rectangle{image.Rect(0, 0, 100, 10), image.Rect(100, 0, 200, 10), image.Rect(200, 0, 400, 10)}},
		{"match fills across", &Node{W: Match, H: Match, Children: []*Node{{W: Match, H: 10}}}, []image.Rectangle{image.Rect(0, 0, 400, 10)}},
		{"stack centres", &Node{Dir: Stack, W: Match, H: Match, AlignX: Center, AlignY: Center, Children: []*Node{box(100, 200)}},
			[]image.Rectangle{image.Rect(150, 200, 250, 400)}},
		{"self overrides", &Node{Dir: Stack, W: Match, H: Match, Children: []*Node{{W: 10, H: 10, Self: true, SelfX: End, SelfY: End}}},
			[]image.Rectangle{image.Rect(390, 590, 400, 600)}},
		{"spread puts the gaps between", &Node{Dir: Row, W: Match, H: Match, AlignX: Spread, Children: []*Node{box(100, 10), box(100, 10), box(100, 10)}},
			[]image.Rectangle{image.Rect(0, 0, 100, 10), image.Rect(150, 0, 250, 10), image.Rect(300, 0, 400, 10)}},
		{"end of the main axis", &Node{W: Match, H: Match, AlignY: End, Children: []*Node{box(10, 20)}}, []image.Rectangle{image.Rect(0, 580, 10, 600)}},
		{"hidden takes no room", &Node{W: Match, H: Match, Gap: 9, Children: []*Node{{W: 10, H: 10, Hidden: true}, box(10, 10)}},
			[]image.Rectangle{{}, image.Rect(0, 0, 10, 10)}},
		{"at least its minimum", &Node{W: Match, H: Match, Children: []*Node{{MinW: 50, MinH: 60}}}, []image.Rectangle{image.Rect(0, 0, 50, 60)}},
		{"at most its maximum", &Node{W: Match, H: Match, Children: []*Node{{W: Match, MaxW: 120, H: 10}}}, []image.Rectangle{image.Rect(0, 0, 120, 10)}},
		{"offset moves without pushing", &Node{W: Match, H: Match, Children: []*Node{{W: 10, H: 10, OffY: 40}, box(10, 10)}},
			[]image.Rectangle{image.Rect(0, 40, 10, 50), image.Rect(0, 10, 10, 20)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			laid(t, c.root)
			for i, want := range c.want {
				if got := c.root.Children[i].Frame(); got != want {
					t.Errorf("child %d at %v, want %v", i, got, want)
				}
			}
		})
	}
}

func TestLayoutMatchInsideWrap(t *testing.T) {
	t.Parallel()
	// A divider as wide as its parent, which is as wide as its widest other child.
	line := &Node{W: Match, H: 1}
	panel := &Node{Children: []*Node{{W: 120, H: 10}, line}}
	laid(t, &Node{W: Match, H: Match, Dir: Stack, AlignX: Center, Children: []*Node{panel}})
	if line.Frame().Dx() != panel.Frame().Dx() || panel.Frame().Dx() != 400 {
		t.Errorf("line %v in panel %v: a Match child takes all the panel may have", line.Frame(), panel.Frame())
	}
}

func TestLayoutTextWraps(t *testing.T) {
	t.Parallel()
	text := &Node{Text: strings.Repeat("word ", 40), W: Match}
	short := &Node{Text: strings.Repeat("word ", 40), W: Match, Style: TextStyle{Lines: 2}}
	single := &Node{Text: "word", W: Match}
	laid(t, &Node{W: Match, H: Match, Children: []*Node{{W: 200, Children: []*Node{text, short, single}}}})
	if h := text.Frame().Dy(); h < 5*single.Frame().Dy() {
		t.Errorf("40 words are %d high in 200 pixels, one word %d", h, single.Frame().Dy())
	}
	if h := short.Frame().Dy(); h != 2*single.Frame().Dy() && h != 2*single.Frame().Dy()-1 {
		t.Errorf("two lines are %d high, one %d", h, single.Frame().Dy())
	}
	if !short.text.cut || text.text.cut {
		t.Error("only the text limited to two lines ends in …")
	}
}

func TestLayoutScales(t *testing.T) {
	t.Parallel()
	measure := func(density, font float64) image.Rectangle {
		n := &Node{Text: "Settings", Style: TextStyle{Size: 20}}
		s := NewSurface()
		s.Layout(&Node{W: Match, H: Match, Children: []*Node{n}}, Metrics{density, font, false, false}, image.Rect(0, 0, 2000, 600), begin)
		return n.Frame()
	}
	small, dense, large := measure(1, 1), measure(2, 1), measure(1, 2)
	if d := dense.Dx() - 2*small.Dx(); d < -3 || d > 3 {
		t.Errorf("twice the density: %v, then %v", small, dense)
	}
	if dense != large {
		t.Errorf("twice the density gives %v, twice the font %v", dense, large)
	}
}

func TestLayoutScrollLimit(t *testing.T) {
	t.Parallel()
	list := &Node{Scroll: Vertical, W: Match, H: Match}
	for range 20 {
		list.Add(&Node{W: Match, H: 50})
	}
	s := laid(t, list)
	if st := s.scrollOf(list.key); st.limit != 400 || st.view != 600 {
		t.Errorf("20 rows of 50 in 600: limit %d, view %d", st.limit, st.view)
	}
	if !s.ScrollBy(image.Pt(10, 10), 0, 1000) || s.scrollOf(list.key).pos != 400 {
		t.Errorf("scrolled to %d, want the end at 400", s.scrollOf(list.key).pos)
	}
	if s.ScrollBy(image.Pt(10, 10), 0, 10) {
		t.Error("scrolled beyond the end")
	}
	s.Relayout()
	if got := list.Children[19].Frame(); got != image.Rect(0, 550, 400, 600) {
		t.Errorf("the last row is at %v", got)
	}
}
