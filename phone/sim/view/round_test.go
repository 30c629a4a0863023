package view

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"
)

// A box with round corners is what its distance to the edge says pixel by pixel, whichever part of it is drawn.
func TestFillRoundIsExact(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range 3000 {
		bounds := image.Rect(0, 0, 90, 90)
		got, want := image.NewRGBA(bounds), image.NewRGBA(bounds)
		for j := range got.Pix {
			got.Pix[j] = byte(rnd.IntN(256)) | byte(j&3/3*255)
		}
		copy(want.Pix, got.Pix)
		box := image.Rect(rnd.IntN(40), rnd.IntN(40), 41+rnd.IntN(49), 41+rnd.IntN(49))
		part := image.Rect(rnd.IntN(60), rnd.IntN(60), 30+rnd.IntN(60), 30+rnd.IntN(60)).Intersect(box)
		var radii [4]float32
		same := rnd.Float32() * 50
		for k := range radii {
			if radii[k] = same; i%3 == 0 {
				radii[k] = rnd.Float32() * float32(min(box.Dx(), box.Dy())) / 3
			}
		}
		c := RGB(uint32(rnd.IntN(1 << 24)))
		fillRound(got, part, box, radii, c)
		rad := limitRadii(box, radii)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			for x := part.Min.X; x < part.Max.X; x++ {
				blend(want.Pix[want.PixOffset(x, y):], c, cornerCover(box, rad, x, y))
			}
		}
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("box %v, part %v, radii %v differ", box, part, radii)
		}
	}
}
