package view

import (
	"image"
	"testing"
	"time"
)

func TestTap(t *testing.T) {
	t.Parallel()
	clicks := 0
	button := &Node{W: 100, H: 50, Margin: All(20), OnClick: func() { clicks++ }}
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{button}})
	inside, outside := center(button), image.Pt(300, 300)
	cases := []struct {
		name string
		do   func()
		want int
	}{
		{"on it", func() { tap(s, inside, begin) }, 1},
		{"beside it", func() { tap(s, outside, begin) }, 0},
		{"slid off it", func() {
			s.Touch(0, Down, inside, begin)
			s.Touch(0, Move, outside, begin)
			s.Touch(0, Up, outside, begin)
		}, 0},
		{"cancelled", func() {
			s.Touch(0, Down, inside, begin)
			s.Touch(0, Cancel, inside, begin)
		}, 0},
		{"trembled", func() {
			s.Touch(0, Down, inside, begin)
			s.Touch(0, Move, inside.Add(image.Pt(3, -3)), begin)
			s.Touch(0, Up, inside.Add(image.Pt(3, -3)), begin)
		}, 1},
		{"with a second finger down", func() {
			s.Touch(0, Down, inside, begin)
			s.Touch(1, Down, outside, begin)
			s.Touch(1, Up, outside, begin)
			s.Touch(0, Up, inside, begin)
		}, 0},
	}
	for _, c := range cases {
		clicks = 0
		c.do()
		if clicks != c.want {
			t.Errorf("%s: %d clicks, want %d", c.name, clicks, c.want)
		}
	}
	clicks, button.Disabled = 0, true
	tap(s, inside, begin)
	if clicks != 0 {
		t.Error("a disabled button was clicked")
	}
}

func TestLongPressAt500ms(t *testing.T) {
	t.Parallel()
	long, short := 0, 0
	n := &Node{W: 100, H: 100, OnClick: func() { short++ }, OnLongClick: func() { long++ }}
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{n}})
	s.Touch(0, Down, center(n), begin)
	if s.Advance(begin.Add(499 * time.Millisecond)); long != 0 {
		t.Fatal("fired after 499 ms")
	}
	if d := s.Deadline(); d != begin.Add(500*time.Millisecond) {
		t.Errorf("due at %v", d.Sub(begin))
	}
	if s.Advance(begin.Add(500 * time.Millisecond)); long != 1 {
		t.Fatal("did not fire after 500 ms")
	}
	s.Touch(0, Up, center(n), begin.Add(600*time.Millisecond))
	if long != 1 || short != 0 {
		t.Errorf("long %d, short %d: a long press is no click", long, short)
	}
	s.Touch(0, Down, center(n), begin)
	s.Touch(0, Move, center(n).Add(image.Pt(0, 90)), begin)
	if s.Advance(begin.Add(time.Second)); long != 1 {
		t.Error("fired though the finger moved away")
	}
}

func list(rows int, click func(i int)) *Node {
	l := &Node{Scroll: Vertical, W: Match, H: Match}
	for i := range rows {
		l.Add(&Node{W: Match, H: 50, OnClick: func() { click(i) }})
	}
	return l
}

func TestScrollTakesTheTouch(t *testing.T) {
	t.Parallel()
	clicked := -1
	l := list(40, func(i int) { clicked = i })
	s := laid(t, l)
	now := swipe(s, image.Pt(200, 500), image.Pt(200, 200), 2*time.Second, begin)
	if clicked >= 0 {
		t.Errorf("row %d was clicked by a scroll", clicked)
	}
	pos := s.scrollOf(l.key).pos
	if pos != 300 {
		t.Errorf("scrolled by %d, want 300", pos)
	}
	s.Advance(now.Add(time.Second))
	s.Relayout()
	tap(s, image.Pt(200, 25), now.Add(2*time.Second))
	if want := (s.scrollOf(l.key).pos + 25) / 50; clicked != want {
		t.Errorf("row %d clicked, want %d, which is drawn there", clicked, want)
	}
}

func TestFling(t *testing.T) {
	t.Parallel()
	l := list(400, func(int) {})
	s := laid(t, l)
	now := swipe(s, image.Pt(200, 500), image.Pt(200, 300), 100*time.Millisecond, begin)
	st := s.scrollOf(l.key)
	if !st.flinging || !s.Moving() {
		t.Fatal("a fast swipe does not fling")
	}
	last, still := st.pos, 0
	for i := range 300 {
		s.Advance(now.Add(time.Duration(i) * 16 * time.Millisecond))
		if st.pos < last {
			t.Fatalf("went back from %d to %d", last, st.pos)
		}
		if st.pos == last {
			still++
		}
		last = st.pos
	}
	if st.flinging {
		t.Error("still moving after 4.8 s")
	}
	if last < 400 || last > 2500 {
		t.Errorf("2000 px/s carried to %d", last)
	}
	s.Relayout()

	// A finger stops a fling and presses nothing.
	now = swipe(s, image.Pt(200, 500), image.Pt(200, 300), 100*time.Millisecond, now.Add(10*time.Second))
	s.Advance(now.Add(50 * time.Millisecond))
	s.Relayout()
	tap(s, image.Pt(200, 100), now.Add(60*time.Millisecond))
	if st.flinging {
		t.Error("a finger did not stop the fling")
	}
}

func TestFlingStopsAtTheEnd(t *testing.T) {
	t.Parallel()
	l := list(20, func(int) {})
	s := laid(t, l)
	now := swipe(s, image.Pt(200, 500), image.Pt(200, 100), 60*time.Millisecond, begin)
	s.Advance(now.Add(5 * time.Second))
	if st := s.scrollOf(l.key); st.pos != st.limit || st.flinging {
		t.Errorf("at %d of %d, flinging %v", st.pos, st.limit, st.flinging)
	}
}

func TestScrollIsTheSameHoweverOftenTimePasses(t *testing.T) {
	t.Parallel()
	run := func(steps int) int {
		l := list(400, func(int) {})
		s := laid(t, l)
		now := swipe(s, image.Pt(200, 500), image.Pt(200, 300), 100*time.Millisecond, begin)
		for i := 1; i <= steps; i++ {
			s.Advance(now.Add(3 * time.Second * time.Duration(i) / time.Duration(steps)))
		}
		return s.scrollOf(l.key).pos
	}
	if a, b := run(1), run(200); a-b > 12 || b-a > 12 {
		t.Errorf("one look ends at %d, two hundred at %d", a, b)
	}
}

func TestSlider(t *testing.T) {
	t.Parallel()
	value, ended := -1, false
	n := &Node{W: 200, H: 40, Slide: &Slide{Max: 100, Change: func(v int, done bool) { value, ended = v, done }}}
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{n}})
	tap(s, image.Pt(50, 20), begin)
	if value != 25 || !ended {
		t.Errorf("a tap at a quarter gives %d, done %v", value, ended)
	}
	swipe(s, image.Pt(50, 20), image.Pt(150, 20), time.Second, begin)
	if value != 75 || !ended {
		t.Errorf("a drag to three quarters gives %d, done %v", value, ended)
	}
	swipe(s, image.Pt(150, 20), image.Pt(399, 20), time.Second, begin)
	if value != 100 {
		t.Errorf("a drag beyond the end gives %d", value)
	}
}

func TestHitIsWhatIsInFront(t *testing.T) {
	t.Parallel()
	got := ""
	click := func(s string) func() { return func() { got = s } }
	under := &Node{W: 200, H: 200, OnClick: click("under")}
	over := &Node{W: 100, H: 100, OnClick: click("over")}
	glass := &Node{W: Match, H: Match} // takes nothing
	s := laid(t, &Node{Dir: Stack, W: Match, H: Match, Children: []*Node{under, over, glass}})
	for _, c := range []struct {
		at   image.Point
		want string
	}{{image.Pt(50, 50), "over"}, {image.Pt(150, 150), "under"}, {image.Pt(300, 300), ""}} {
		got = ""
		if tap(s, c.at, begin); got != c.want {
			t.Errorf("at %v: %q, want %q", c.at, got, c.want)
		}
	}
}

func TestClippedPartTakesNoTouch(t *testing.T) {
	t.Parallel()
	clicked := false
	row := &Node{W: Match, H: 100, OnClick: func() { clicked = true }}
	view := &Node{Scroll: Vertical, W: Match, H: 150, Children: []*Node{{H: 100}, row}}
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{view}})
	if tap(s, image.Pt(10, 160), begin); clicked {
		t.Error("a touch below the list reached a row that is cut off there")
	}
	if tap(s, image.Pt(10, 140), begin); !clicked {
		t.Error("the visible part of the row took no touch")
	}
}

func TestPinch(t *testing.T) {
	t.Parallel()
	zoom := 1.0
	n := &Node{W: Match, H: Match, OnZoom: func(f float64, at image.Point) { zoom *= f }}
	s := laid(t, n)
	s.Touch(0, Down, image.Pt(100, 300), begin)
	s.Touch(1, Down, image.Pt(200, 300), begin)
	for x := 200; x <= 300; x += 10 {
		s.Touch(1, Move, image.Pt(x, 300), begin)
	}
	s.Touch(1, Up, image.Pt(300, 300), begin)
	s.Touch(0, Up, image.Pt(100, 300), begin)
	if zoom < 1.99 || zoom > 2.01 {
		t.Errorf("fingers twice as far apart zoom by %g", zoom)
	}
}

func TestPagesSnap(t *testing.T) {
	t.Parallel()
	pages := &Node{Scroll: Paged, Dir: Row, W: Match, H: Match, Children: []*Node{{Weight: 1, H: Match}, {Weight: 1, H: Match}, {Weight: 1, H: Match}}}
	s := laid(t, pages)
	now := swipe(s, image.Pt(300, 300), image.Pt(100, 300), 150*time.Millisecond, begin)
	s.Advance(now.Add(time.Second))
	if st := s.scrollOf(pages.key); st.pos != 400 || st.flinging {
		t.Errorf("one swipe to the left rests at %d, want the second page at 400", st.pos)
	}
}
