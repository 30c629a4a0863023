package av

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/scene"
)

// pngOf writes img as a PNG and reads it back with the standard library.
func pngOf(t *testing.T, img image.Image) image.Image {
	t.Helper()
	var buf bytes.Buffer
	if err := EncodePNG(&buf, img); err != nil {
		t.Fatal(err)
	}
	back, err := png.Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// equal fails unless both images have the same size and colours.
func equal(t *testing.T, got, want image.Image) {
	t.Helper()
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("size %v, want %v", got.Bounds().Size(), want.Bounds().Size())
	}
	if a, ok := got.(*image.RGBA); ok {
		if b, ok := want.(*image.RGBA); ok {
			for y := range a.Rect.Dy() {
				if !bytes.Equal(rgbaRow(a, y), rgbaRow(b, y)) {
					t.Fatalf("row %d differs", y)
				}
			}
			return
		}
	}
	g, w := got.Bounds().Min, want.Bounds().Min
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			have, wanted := color.RGBAModel.Convert(got.At(g.X+x, g.Y+y)), color.RGBAModel.Convert(want.At(w.X+x, w.Y+y))
			if have != wanted {
				t.Fatalf("pixel (%d,%d) is %v, want %v", x, y, have, wanted)
			}
		}
	}
}

func TestEncodePNG(t *testing.T) {
	t.Parallel()
	list := scene.List(image.Pt(362, 802), 0)
	gray := image.NewGray(image.Rect(5, 5, 42, 19))
	gray.SetGray(9, 9, color.Gray{200})
	clear := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for name, img := range map[string]image.Image{
		"screen": list, "part": list.SubImage(image.Rect(17, 33, 118, 150)), "one pixel": list.SubImage(image.Rect(3, 3, 4, 4)), "gray": gray,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); equal(t, pngOf(t, img), img) })
	}
	t.Run("transparency is dropped", func(t *testing.T) {
		t.Parallel()
		if _, _, _, a := pngOf(t, clear).At(1, 1).RGBA(); a != 0xffff {
			t.Errorf("alpha %x", a)
		}
	})
}

func TestEncodeJPEG(t *testing.T) {
	t.Parallel()
	list := scene.List(image.Pt(360, 800), 0)
	for _, c := range []struct {
		edge int
		size image.Point
	}{{0, image.Pt(360, 800)}, {1000, image.Pt(360, 800)}, {800, image.Pt(360, 800)}, {400, image.Pt(180, 400)}, {7, image.Pt(3, 7)}, {1, image.Pt(1, 1)}} {
		t.Run(fmt.Sprint(c.edge), func(t *testing.T) {
			t.Parallel()
			var buf bytes.Buffer
			if err := EncodeJPEG(&buf, list, 80, c.edge); err != nil {
				t.Fatal(err)
			}
			img, err := jpeg.Decode(&buf)
			if err != nil || img.Bounds().Size() != c.size {
				t.Errorf("size %v, want %v, error %v", img.Bounds().Size(), c.size, err)
			}
		})
	}
	t.Run("quality", func(t *testing.T) {
		t.Parallel()
		size := func(quality int) int {
			var buf bytes.Buffer
			if err := EncodeJPEG(&buf, list, quality, 0); err != nil {
				t.Fatal(err)
			}
			return buf.Len()
		}
		if a, b, c := size(-5), size(50), size(1000); a >= b || b >= c {
			t.Errorf("sizes %d, %d, %d for rising quality", a, b, c)
		}
	})
}

// A picture of nothing is refused, and an error of the writer comes back.
func TestEncodeErrors(t *testing.T) {
	t.Parallel()
	jpegs := func(w *failing, img image.Image) error { return EncodeJPEG(w, img, 80, 0) }
	pngs := func(w *failing, img image.Image) error { return EncodePNG(w, img) }
	for name, encode := range map[string]func(*failing, image.Image) error{"JPEG": jpegs, "PNG": pngs} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := encode(&failing{1 << 20}, image.NewRGBA(image.Rectangle{})); err == nil {
				t.Error("no error for an empty picture")
			}
			for room := range 60 {
				if err := encode(&failing{room}, scene.Patches(image.Pt(128, 128), nil)); !errors.Is(err, errFull) {
					t.Errorf("after %d bytes: %v", room, err)
				}
			}
		})
	}
}

var errFull = errors.New("full")

// failing takes some bytes and then fails.
type failing struct{ room int }

func (f *failing) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}
