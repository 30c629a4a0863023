package phonetest

import (
	"bytes"
	"errors"
	"hash/fnv"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
)

func (s suite) info(t *testing.T, p phone.Phone) {
	i := p.Info()
	if i.Serial == "" || i.Model == "" || i.SDK < 28 || i.Android == "" {
		t.Errorf("Info %+v lacks serial, model, release or API level", i)
	}
	if len(i.Displays) == 0 || i.Displays[0].Size.X <= 0 || i.Displays[0].Size.Y <= 0 || i.Displays[0].Density <= 0 {
		t.Errorf("displays %+v", i.Displays)
	}
}

// displayed reports whether a frame has the size of the display, upright or turned.
func displayed(p phone.Phone, f *phone.Frame) bool {
	size := p.Info().Displays[0].Size
	if f.Rotation&1 == 1 {
		size = image.Pt(size.Y, size.X)
	}
	return f.Size == size
}

// frame checks that a picture is one and stays as it was handed out.
func (s suite) frame(t *testing.T, p phone.Phone) {
	s.settings(t, p)
	before := time.Now()
	f := frame(t, p)
	if !displayed(p, f) {
		t.Errorf("a frame of %v with rotation %d on a display of %v", f.Size, f.Rotation, p.Info().Displays[0].Size)
	}
	if f.Seq == 0 || f.At.IsZero() || f.At.After(time.Now()) || f.Source == "" {
		t.Errorf("frame number %d from %q at %v, taken at %v", f.Seq, f.Source, f.At, before)
	}
	b := f.Image.Bounds()
	if b.Empty() || abs(b.Dx()*f.Size.Y-b.Dy()*f.Size.X) > 16*(f.Size.X+f.Size.Y) {
		t.Errorf("the picture has %v, the display %v: another shape", b, f.Size)
	}
	var out bytes.Buffer
	if err := f.WritePNG(&out); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out.Bytes()))
	if err != nil || img.Bounds().Size() != b.Size() {
		t.Fatalf("the PNG of %v: %v", b.Size(), err)
	}
	for _, at := range []image.Point{{1, 1}, b.Size().Div(2), b.Size().Sub(image.Pt(2, 2))} {
		if !sameColour(img, f.Image, at) {
			t.Errorf("at %v the PNG has %v, the picture %v", at, img.At(at.X, at.Y), f.Image.At(at.X, at.Y))
		}
	}
	sum := checksum(f.Image)
	tapAt(t, p, f, s.row(t, p))
	frame(t, p)
	still(t, p)
	if checksum(f.Image) != sum {
		t.Error("the picture changed after it was handed out")
	}
}

func sameColour(a, b image.Image, at image.Point) bool {
	r, g, bl, _ := a.At(at.X, at.Y).RGBA()
	r2, g2, bl2, _ := b.At(at.X, at.Y).RGBA()
	const rounding = 3 << 8
	return abs(int(r)-int(r2)) <= rounding && abs(int(g)-int(g2)) <= rounding && abs(int(bl)-int(bl2)) <= rounding
}

// checksum samples a picture.
func checksum(img image.Image) uint64 {
	h := fnv.New64a()
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 17 {
		for x := b.Min.X; x < b.Max.X; x += 17 {
			r, g, bl, _ := img.At(x, y).RGBA()
			h.Write([]byte{byte(r >> 8), byte(g >> 8), byte(bl >> 8)})
		}
	}
	return h.Sum64()
}

// frameNumbers checks that numbers grow with the picture and only with it.
func (s suite) frameNumbers(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	steady := 0
	for range 5 {
		g := frame(t, p)
		if g.Seq < f.Seq {
			t.Fatalf("number %d after %d", g.Seq, f.Seq)
		}
		if g.Seq == f.Seq {
			steady++
			if checksum(g.Image) != checksum(f.Image) && g.Source == f.Source {
				t.Error("two pictures share a number")
			}
		}
		f = g
	}
	if steady == 0 {
		t.Error("the number grows on a screen that stands still")
	}
	tapAt(t, p, f, s.row(t, p))
	if g := still(t, p); g.Seq <= f.Seq {
		t.Errorf("another page has number %d after %d", g.Seq, f.Seq)
	}
}

func (s suite) framesAtOnce(t *testing.T, p phone.Phone) {
	s.settings(t, p)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 3 {
				if f, err := p.Frame(t.Context()); err != nil || f.Image.Bounds().Empty() {
					t.Errorf("Frame: %v", err)
				}
			}
		})
	}
	wg.Wait()
}

// settled checks that "changed" tells whether the picture differs from the one before the action.
func (s suite) settled(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	unchanged := false
	for range 3 { // a clock may tick in between
		g, changed, err := p.Settled(t.Context(), phone.Settle{After: f.Seq})
		if err != nil {
			t.Fatal(err)
		}
		if unchanged = !changed && g.Seq == f.Seq; unchanged {
			break
		}
		f = g
	}
	if !unchanged {
		t.Error("a screen that stands still counts as changed")
	}
	tapAt(t, p, f, s.row(t, p))
	g, changed, err := p.Settled(t.Context(), phone.Settle{After: f.Seq, First: 2 * time.Second})
	if err != nil || !changed || g.Seq <= f.Seq {
		t.Fatalf("after a tap on a row: changed %v, number %d after %d, %v", changed, g.Seq, f.Seq, err)
	}
	if h := frame(t, p); checksum(h.Image) != checksum(g.Image) && h.Seq == g.Seq {
		t.Error("the settled picture is not the newest")
	}
	began := time.Now()
	if _, _, err := p.Settled(t.Context(), phone.Settle{After: g.Seq, First: time.Minute, Quiet: time.Minute, Max: 300 * time.Millisecond}); err != nil {
		t.Errorf("with a small Max: %v", err)
	}
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("with a Max of 300 ms it took %v", took)
	}
}

// tapThenFrame checks that a frame taken right after a tap is not older than the tap (F-032).
func (s suite) tapThenFrame(t *testing.T, p phone.Phone) {
	for i := range s.o.Taps {
		s.settings(t, p)
		m := s.row(t, p)
		f := frame(t, p)
		tapAt(t, p, f, m)
		g := frame(t, p)
		if g.Seq == f.Seq || checksum(g.Image) == checksum(f.Image) {
			keep(t, "before", f)
			keep(t, "after", g)
			keep(t, "later", still(t, p))
			t.Fatalf("tap %d on %q at %v: the frame after it, number %d from %s, is the frame before it, number %d from %s",
				i+1, m.Text, m.Point, g.Seq, g.Source, f.Seq, f.Source)
		}
		if i+1 < s.o.Taps {
			press(t, p, phone.KeyBack)
		}
	}
}

func (s suite) bounds(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	for name, g := range map[string]phone.Gesture{
		"right of the screen": phone.Tap(f.Size, image.Pt(f.Size.X, 10)),
		"below the screen":    phone.Tap(f.Size, image.Pt(10, f.Size.Y)),
		"left of the screen":  phone.Tap(f.Size, image.Pt(-1, 10)),
		"a path that leaves":  phone.Swipe(f.Size, image.Pt(10, 10), image.Pt(10, -5), 100*time.Millisecond),
		"no finger":           {On: f.Size},
		"a finger without":    {On: f.Size, Fingers: [][]phone.Touch{{}}},
	} {
		err := p.Gesture(t.Context(), g)
		if _, ok := errors.AsType[*phone.OutOfBounds](err); !ok {
			t.Errorf("%s: %v, want *OutOfBounds", name, err)
		}
	}
	if g := still(t, p); g.Seq != f.Seq && checksum(g.Image) != checksum(f.Image) {
		t.Log("the screen changed while gestures were refused; perhaps a clock")
	}
}

// staleAim checks that an aim at another size is refused and does nothing (DV-27).
func (s suite) staleAim(t *testing.T, p phone.Phone) {
	f := s.settings(t, p)
	m := s.row(t, p)
	for _, on := range []image.Point{{f.Size.Y, f.Size.X}, f.Size.Add(image.Pt(1, 0)), f.Size.Mul(2)} {
		at := image.Pt(min(m.Point.X, on.X-1), min(m.Point.Y, on.Y-1))
		if err := p.Gesture(t.Context(), phone.Tap(on, at)); !errors.Is(err, phone.ErrStaleView) {
			t.Errorf("aimed at %v on a display of %v: %v, want ErrStaleView", on, f.Size, err)
		}
	}
	upside := *f
	upside.Rotation = (f.Rotation + 2) & 3
	if err := p.Gesture(t.Context(), phone.Tap(f.Size, m.Point).AimedAt(&upside)); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("aimed at a picture of the display turned by half: %v, want ErrStaleView", err)
	}
	still(t, p)
	if again := s.row(t, p); again.Text != m.Text {
		t.Errorf("the page changed from %q to %q although every gesture was refused", m.Text, again.Text)
	}
}

// keep saves a frame among the artifacts of a test that failed.
func keep(t *testing.T, name string, f *phone.Frame) {
	t.Helper()
	out, err := os.Create(filepath.Join(t.ArtifactDir(), name+".png"))
	if err != nil {
		t.Log(err)
		return
	}
	defer out.Close()
	if err := f.WritePNG(out); err != nil {
		t.Log(err)
	}
}

func abs(n int) int { return max(n, -n) }
