package view

import (
	"bytes"
	"image"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestRoundCornersAreRound(t *testing.T) {
	t.Parallel()
	m := picture(laid(t, &Node{Dir: Stack, W: Match, H: Match, Children: []*Node{{W: 100, H: 100, Corner: 50, Fill: RGB(0xff0000)}}}), begin)
	count := 0
	for y := range 100 {
		for x := range 100 {
			if m.RGBAAt(x, y).R > 200 {
				count++
			}
			if a, b := m.RGBAAt(x, y), m.RGBAAt(99-x, 99-y); a != b {
				t.Fatalf("pixel %d,%d is %v, its mirror image %v", x, y, a, b)
			}
		}
	}
	if count < 7700 || count > 7950 {
		t.Errorf("a circle of radius 50 covers %d pixels, want about 7854", count)
	}
	if m.RGBAAt(2, 2).R != 0x80 {
		t.Error("the corner is not free")
	}
}

func TestRingIsHollow(t *testing.T) {
	t.Parallel()
	m := picture(laid(t, &Node{Dir: Stack, W: Match, H: Match, Children: []*Node{{W: 101, H: 61, Corner: 9, Line: RGB(0x0000ff), LineW: 3}}}), begin)
	for _, c := range []struct {
		x, y int
		blue bool
	}{{50, 1, true}, {50, 59, true}, {1, 30, true}, {99, 30, true}, {50, 30, false}, {50, 5, false}, {5, 30, false}, {0, 0, false}, {110, 30, false}} {
		if got := m.RGBAAt(c.x, c.y).B == 255; got != c.blue {
			t.Errorf("pixel %d,%d on the line: %v", c.x, c.y, got)
		}
	}
}

func TestLayerFadesAsOne(t *testing.T) {
	t.Parallel()
	// Two opaque rectangles on top of each other at half alpha show the upper one and what is below, not each other.
	var l List
	r := image.Rect(0, 0, 10, 10)
	l.Fill(r, RGB(0xff0000))
	l.Fill(r, RGB(0x0000ff))
	l.Blend(0, 1, 0.5, image.Point{})
	m := image.NewRGBA(r)
	fill(m, r, RGB(0))
	Draw(m, l.Ops, r)
	if c := m.RGBAAt(5, 5); c.R != 0 || c.B < 126 || c.B > 130 {
		t.Errorf("got %v", c)
	}
}

func TestTranslucentFill(t *testing.T) {
	t.Parallel()
	m := image.NewRGBA(image.Rect(0, 0, 4, 4))
	fill(m, m.Rect, RGB(0x102030))
	fill(m, m.Rect, Color{R: 255, G: 255, B: 255, A: 128})
	if c := m.RGBAAt(1, 1); c.R < 135 || c.R > 137 || c.A != 255 {
		t.Errorf("half white over 16 gives %v", c)
	}
}

// scene is a tree that differs from call to call, by a few nodes.
func scene(r *rand.Rand) *Node {
	root := &Node{Dir: Stack, W: Match, H: Match, Fill: RGB(0xfafafa)}
	for i := range 12 {
		n := &Node{
			W: 40 + 5*float64(i), H: 30, Margin: Edges{Left: float64(30 * i), Top: float64(45 * i)}, Fill: RGB(0x336699), Corner: float64(i),
			Shadow: float64(i % 3), Text: strings.Repeat("x", i), Line: RGB(0), LineW: float64(i % 2),
		}
		if r.IntN(4) == 0 {
			n.Fill = RGB(uint32(r.IntN(1 << 24)))
		}
		if r.IntN(6) == 0 {
			n.Margin.Left += 17
		}
		if r.IntN(8) == 0 {
			n.Icon, n.Tint = IconWifi, RGB(0xffffff)
		}
		if r.IntN(10) > 0 {
			root.Add(n)
		}
	}
	return root
}

func TestDamageCoversEveryChangedPixel(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	s := NewSurface()
	frame := image.Rect(0, 0, 400, 600)
	var old []Op
	screen := image.NewRGBA(frame)
	for round := range 60 {
		s.Layout(scene(r), one, frame, begin)
		var l List
		s.Ops(&l, begin)
		whole := image.NewRGBA(frame)
		Draw(whole, l.Ops, frame)
		if round == 0 {
			Draw(screen, l.Ops, frame)
		} else {
			for _, d := range Damage(old, l.Ops) {
				Draw(screen, l.Ops, d)
			}
		}
		if !bytes.Equal(screen.Pix, whole.Pix) {
			t.Fatalf("round %d: painting only the damage gives another picture", round)
		}
		old = l.Ops
	}
	if d := Damage(old, old); d != nil {
		t.Errorf("nothing changed, but %v is damaged", d)
	}
}

func TestDamageIsSmallForASmallChange(t *testing.T) {
	t.Parallel()
	build := func(on bool) []Op {
		root := &Node{W: Match, H: Match, Fill: RGB(0xffffff)}
		for i := range 10 {
			root.Add(&Node{Dir: Row, W: Match, H: 50, Children: []*Node{{Text: "row", Weight: 1}, SwitchLook(Light(), on && i == 4)}})
		}
		s := NewSurface()
		s.Layout(root, one, image.Rect(0, 0, 400, 600), begin)
		var l List
		s.Ops(&l, begin)
		return l.Ops
	}
	d := Damage(build(false), build(true))
	if len(d) != 1 || d[0].Dx() > 60 || d[0].Dy() > 50 {
		t.Errorf("one switch of ten damages %v", d)
	}
}

func TestAnimationRunsAndEnds(t *testing.T) {
	t.Parallel()
	s := NewSurface()
	frame := image.Rect(0, 0, 400, 600)
	show := func(on bool, at time.Time) *image.RGBA {
		s.Layout(&Node{W: Match, H: Match, Children: []*Node{SwitchLook(Light(), on)}}, one, frame, at)
		return picture(s, at)
	}
	off := show(false, begin)
	if s.Moving() {
		t.Error("a switch that nobody touched moves")
	}
	show(true, begin.Add(time.Second))
	half := picture(s, begin.Add(time.Second+60*time.Millisecond))
	if !s.Moving() {
		t.Error("the thumb does not move")
	}
	on := picture(s, begin.Add(3*time.Second))
	if s.Moving() {
		t.Error("the thumb still moves after two seconds")
	}
	if bytes.Equal(off.Pix, half.Pix) || bytes.Equal(half.Pix, on.Pix) {
		t.Error("off, half way and on should be three pictures")
	}
	s.AnimScale = 0
	show(false, begin.Add(4*time.Second))
	if now := picture(s, begin.Add(4*time.Second)); !bytes.Equal(now.Pix, off.Pix) {
		t.Error("with animations off the switch should be off at once")
	}
}

func TestPressedLookFades(t *testing.T) {
	t.Parallel()
	n := &Node{W: 100, H: 50, Fill: RGB(0xffffff), OnClick: func() {}}
	s := laid(t, &Node{Dir: Stack, W: Match, H: Match, Children: []*Node{n}})
	before := picture(s, begin)
	s.Touch(0, Down, image.Pt(50, 25), begin)
	down := picture(s, begin)
	s.Touch(0, Up, image.Pt(50, 25), begin)
	picture(s, begin)
	after := picture(s, begin.Add(time.Second))
	if bytes.Equal(before.Pix, down.Pix) {
		t.Error("a pressed button looks as if it were not")
	}
	if !bytes.Equal(before.Pix, after.Pix) {
		t.Error("a button keeps its pressed look")
	}
}

func TestIcons(t *testing.T) {
	t.Parallel()
	for _, i := range []*Icon{IconWifi, IconSettings, IconMoon, IconDelete, IconBluetooth, IconCalc} {
		m := i.draw(48)
		full := 0
		for _, a := range m.Pix {
			if a > 200 {
				full++
			}
		}
		if full < 100 || full > 48*48*9/10 {
			t.Errorf("%s covers %d of %d pixels", i.Name, full, 48*48)
		}
	}
}

func FuzzIcon(f *testing.F) {
	f.Add("f M1 2 L3 4 5 6 Z")
	f.Add("s2 O 12 12 9")
	f.Add("xs1.5 A 1 2 3 4 5 C1 1 2 2 3 3")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		sh, err := parseShape(s)
		if err != nil {
			return
		}
		if sh.width < 0 || sh.width > 24 || len(sh.paths) > 50 {
			return
		}
		(&Icon{shapes: []shape{sh}}).draw(24)
	})
}
