//go:build cgo && !nolibav

package av

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

var patchColours = []color.RGBA{
	{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}, {128, 128, 128, 255},
	{255, 255, 0, 255}, {0, 255, 255, 255}, {255, 0, 255, 255}, {200, 120, 40, 255}, {20, 80, 160, 255}, {250, 250, 252, 255},
}

// near fails unless every patch has its colour, at its centre, within tolerance.
func near(t *testing.T, img image.Image, scale float64, tolerance int) {
	t.Helper()
	for i, want := range patchColours {
		x, y := int(scale*float64(i%4*64+32)), int(scale*float64(i/4*64+32))
		r, g, b, a := img.At(x, y).RGBA()
		got := color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), uint8(a >> 8)}
		off := func(a, b uint8) bool { return max(a, b)-min(a, b) > uint8(tolerance) }
		if off(got.R, want.R) || off(got.G, want.G) || off(got.B, want.B) || got.A != 255 {
			t.Errorf("patch %d is %v, want %v", i, got, want)
		}
	}
}

// Colours come through right for both ranges and both matrices; what a stream leaves unsaid is BT.709 in limited range (video-pipeline §4).
func TestColour(t *testing.T) {
	t.Parallel()
	for _, o := range []h264.EncoderOptions{
		{},
		{SayColour: true},
		{SayColour: true, Colour: h264.Colour{Full: true}},
		{SayColour: true, Colour: h264.Colour{BT601: true}},
		{SayColour: true, Colour: h264.Colour{BT601: true, Full: true}},
	} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			t.Parallel()
			s, d := newStream(o), decoderFor(t, "h264")
			pic := feed(t, d, s.next(t, scene.Patches(image.Pt(256, 192), patchColours), false)...)
			t.Run("At", func(t *testing.T) { near(t, pic, 1, 3) })
			t.Run("Draw", func(t *testing.T) {
				dst := image.NewRGBA(pic.Bounds())
				if err := pic.Draw(dst); err != nil {
					t.Fatal(err)
				}
				near(t, dst, 1, 3)
			})
			t.Run("PNG", func(t *testing.T) { near(t, pngOf(t, pic), 1, 3) })
			for _, edge := range []int{0, 128} {
				t.Run(fmt.Sprint("JPEG ", edge), func(t *testing.T) {
					var buf bytes.Buffer
					if err := pic.WriteJPEG(&buf, 95, edge); err != nil {
						t.Fatal(err)
					}
					img, err := jpeg.Decode(&buf)
					if err != nil {
						t.Fatal(err)
					}
					near(t, img, float64(img.Bounds().Dx())/256, 6)
				})
			}
		})
	}
}
