//go:build cgo && !nolibav

package scrcpy_test

import (
	"image"
	"image/color"
	"testing"

	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// TestDecodes_DV24 decodes the stream with libavcodec and compares its pixels with the phone's screen: through a
// change, a turn and scaling.
func TestDecodes_DV24(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		screen, want image.Point
		maxSize      int
	}{
		"whole":   {image.Pt(128, 192), image.Pt(128, 192), 0},
		"cropped": {image.Pt(120, 200), image.Pt(120, 200), 0}, // 200 is not a multiple of 16
		"scaled":  {image.Pt(128, 192), image.Pt(64, 96), 96},
		"rounded": {image.Pt(122, 202), image.Pt(120, 200), 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			phone := screendtest.New(c.screen)
			o := options(false)
			o.MaxSize = c.maxSize
			s := open(t, phone.Link(), o)
			dec, err := av.NewDecoder(s.Codec())
			if err != nil {
				t.Fatal(err)
			}
			defer dec.Close()
			see := func(want color.RGBA, size image.Point) {
				t.Helper()
				for range 20 { // repetitions of the last picture may come first
					img, err := dec.Decode(next(t, s))
					if err != nil {
						t.Fatal(err)
					}
					if img == nil || img.Bounds().Size() != size {
						continue
					}
					if near(img.At(size.X/2, size.Y/2), want) && near(img.At(size.X-1, size.Y-1), want) {
						return
					}
				}
				t.Fatalf("no picture of %v in %v", size, want)
			}
			see(color.RGBA{R: 96, G: 96, B: 96, A: 255}, c.want)
			red := color.RGBA{R: 200, G: 30, B: 40, A: 255}
			phone.Paint(image.Rectangle{Max: c.screen}, red)
			see(red, c.want)
			green := color.RGBA{R: 20, G: 180, B: 60, A: 255}
			phone.Turn(1, green)
			see(green, image.Pt(c.want.Y, c.want.X))
		})
	}
}

// near allows for the limited range of the stream's colours.
func near(got color.Color, want color.RGBA) bool {
	r, g, b, _ := got.RGBA()
	off := func(a uint32, b uint8) int { return max(int(a>>8)-int(b), int(b)-int(a>>8)) }
	return off(r, want.R) <= 3 && off(g, want.G) <= 3 && off(b, want.B) <= 3
}
