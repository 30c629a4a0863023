package screend

import (
	"bytes"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

func TestScale(t *testing.T) {
	t.Parallel()
	src := image.NewRGBA(image.Rect(0, 0, 4, 2))
	for x := range 4 {
		for y := range 2 {
			src.SetRGBA(x, y, color.RGBA{R: uint8(80 * x), G: uint8(200 * y), B: 255, A: 255})
		}
	}
	for _, c := range []struct {
		size image.Point
		at   image.Point
		want color.RGBA
	}{
		{image.Pt(2, 1), image.Pt(0, 0), color.RGBA{R: 40, G: 100, B: 255, A: 255}},
		{image.Pt(2, 1), image.Pt(1, 0), color.RGBA{R: 200, G: 100, B: 255, A: 255}},
		{image.Pt(8, 4), image.Pt(0, 0), color.RGBA{B: 255, A: 255}},
		{image.Pt(8, 4), image.Pt(7, 3), color.RGBA{R: 240, G: 200, B: 255, A: 255}},
		{image.Pt(8, 2), image.Pt(2, 1), color.RGBA{R: 60, G: 200, B: 255, A: 255}},
	} {
		if got := newScaler(src.Bounds().Size(), c.size).scale(src).RGBAAt(c.at.X, c.at.Y); got != c.want {
			t.Errorf("%v at %v: got %v, want %v", c.size, c.at, got, c.want)
		}
	}
}

// TestScaleChange: drawing only what changed gives what drawing everything gives.
func TestScaleChange(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	from, to := image.Pt(50, 90), image.Pt(24, 40)
	s := newScaler(from, to)
	img := image.NewRGBA(image.Rectangle{Max: from})
	for i := range 50 {
		next := image.NewRGBA(img.Bounds())
		copy(next.Pix, img.Pix)
		x, y := rnd.IntN(from.X), rnd.IntN(from.Y)
		for dy := range rnd.IntN(from.Y - y) {
			next.SetRGBA(x, y+dy, color.RGBA{R: uint8(rnd.IntN(256)), A: 255})
		}
		img = next
		if got, want := s.scale(img), newScaler(from, to).scale(img); !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("picture %d differs", i)
		}
	}
}

func BenchmarkScale(b *testing.B) {
	from, to := image.Pt(1080, 2400), image.Pt(576, 1280)
	whole := [2]*image.RGBA{image.NewRGBA(image.Rectangle{Max: from}), image.NewRGBA(image.Rectangle{Max: from})}
	for i := range whole[0].Pix {
		whole[0].Pix[i] = byte(i * 7 >> 4)
	}
	small := [2]*image.RGBA{whole[0], image.NewRGBA(image.Rectangle{Max: from})}
	copy(small[1].Pix, whole[0].Pix)
	small[1].Pix[40000] ^= 99
	for name, imgs := range map[string][2]*image.RGBA{"whole": whole, "small": small} {
		b.Run(name, func(b *testing.B) {
			s := newScaler(from, to)
			for i := 0; b.Loop(); i++ {
				s.scale(imgs[i%2])
			}
		})
	}
}
