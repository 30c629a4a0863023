//go:build cgo && !nolibav

package av

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// scenes are the pictures of some seconds on a phone.
func scenes(size image.Point) map[string][]*image.RGBA {
	var list, odd, typing, video []*image.RGBA
	for n := range 5 {
		list = append(list, scene.List(size, 36*n))
		odd = append(odd, scene.List(size, 17*n))
		typing = append(typing, scene.Typing(size, n/2))
		video = append(video, scene.Video(size, n))
	}
	return map[string][]*image.RGBA{
		"even scroll": list, "odd scroll": odd, "back": {list[4], list[0], list[2], list[2]}, "typing": typing, "video": video,
	}
}

// The decoder shows the very planes that went into the encoder, in every frame (video-pipeline §10).
func TestLossless(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{720, 360}, {362, 802}} {
		for name, pictures := range scenes(size) {
			t.Run(fmt.Sprintf("%s %d×%d", name, size.X, size.Y), func(t *testing.T) {
				t.Parallel()
				s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
				for n, img := range pictures {
					got := feed(t, d, s.next(t, img, false)...)
					if samePlanes(t, got, img, h264.Colour{}); t.Failed() {
						t.Fatalf("in frame %d", n)
					}
				}
			})
		}
	}
	t.Run("full size", func(t *testing.T) {
		t.Parallel()
		s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
		for _, offset := range []int{0, 36} {
			img := scene.List(scene.Portrait, offset)
			samePlanes(t, feed(t, d, s.next(t, img, false)...), img, h264.Colour{})
		}
	})
}

// Random pictures and random moves of parts of them: each rule of vector prediction is needed to come through.
func TestLosslessRandom(t *testing.T) {
	t.Parallel()
	options := []h264.EncoderOptions{
		{},
		{Order: h264.OrderStep2, Reorder: h264.ReorderOne, KeyInterval: 7, InlineConfig: true},
		{Order: h264.OrderStep4, SayColour: true, Colour: h264.Colour{Full: true}},
		{Reorder: h264.ReorderNone, SayColour: true, Colour: h264.Colour{BT601: true}},
	}
	for seed, o := range options {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			s, d := newStream(o), decoderFor(t, "h264")
			img := image.NewRGBA(image.Rect(0, 0, 150, 250))
			for n := range 150 {
				got := feed(t, d, s.next(t, img, n%40 == 39)...)
				if samePlanes(t, got, img, o.Colour); t.Failed() {
					t.Fatalf("in frame %d", n)
				}
				img = mutate(r, img)
			}
		})
	}
}

// Neighbours that move by different distances: the median rule with all its cases, at the right border too.
func TestLosslessVectors(t *testing.T) {
	t.Parallel()
	const across, down = 12, 16 // macroblocks
	r := rand.New(rand.NewPCG(8, 9))
	s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
	img := image.NewRGBA(image.Rect(0, 0, across*16, down*16))
	for i := range img.Pix {
		img.Pix[i] = uint8(r.Uint32())
	}
	small := 0
	for n := range 60 {
		packets := s.next(t, img, false)
		if samePlanes(t, feed(t, d, packets...), img, h264.Colour{}); t.Failed() {
			t.Fatalf("in frame %d", n)
		}
		if len(packets[len(packets)-1].Data) < across*down*384/2 {
			small++
		}
		// Two quarters of the picture move as a whole, which lets the encoder find both distances; the other blocks take any.
		steps := []int{0, 2 * (1 + r.IntN(12)), -2 * (1 + r.IntN(12))}
		next := image.NewRGBA(img.Rect)
		for my := range down {
			for mx := range across {
				step := steps[r.IntN(3)]
				if quarter := mx / 3; quarter < 2 {
					step = steps[1+quarter]
				}
				for y := my * 16; y < my*16+16; y++ {
					from := (y + step + down*16) % (down * 16)
					copy(next.Pix[next.PixOffset(mx*16, y):][:64], img.Pix[img.PixOffset(mx*16, from):])
				}
			}
		}
		img = next
	}
	if small < 50 {
		t.Errorf("moves were found in %d of 59 frames: this tests nothing", small)
	}
}

// mutate returns a changed copy: noise, flat areas, stripes, and strips moved up or down.
func mutate(r *rand.Rand, from *image.RGBA) *image.RGBA {
	img := image.NewRGBA(from.Rect)
	copy(img.Pix, from.Pix)
	size := img.Rect.Size()
	for range 1 + r.IntN(3) {
		box := image.Rect(r.IntN(size.X), r.IntN(size.Y), r.IntN(size.X), r.IntN(size.Y))
		kind, step := r.IntN(5), 2*(r.IntN(40)-20)
		c := color.RGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 255}
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				switch kind {
				case 0:
					v := r.Uint32()
					img.SetRGBA(x, y, color.RGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 255})
				case 1:
					img.SetRGBA(x, y, c)
				case 2:
					img.SetRGBA(x, y, color.RGBA{uint8(x * 3), c.G, c.B, 255})
				case 3:
					img.SetRGBA(x, y, color.RGBA{c.R, uint8(y * 5), c.B, 255})
				case 4:
					if src := image.Pt(x, y+step); src.In(img.Rect) {
						img.SetRGBA(x, y, from.RGBAAt(src.X, src.Y))
					}
				}
			}
		}
	}
	return img
}

// Small, odd-shaped and extreme pictures.
func TestLosslessSizes(t *testing.T) {
	t.Parallel()
	for _, size := range []image.Point{{2, 2}, {16, 16}, {18, 34}, {2, 400}, {400, 2}, {30, 4096}} {
		t.Run(size.String(), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(5, 6))
			s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
			img := image.NewRGBA(image.Rectangle{Max: size})
			for range 12 {
				samePlanes(t, feed(t, d, s.next(t, img, false)...), img, h264.Colour{})
				img = mutate(r, img)
			}
		})
	}
}

// A part of a larger image, whose bounds do not begin at (0,0) and whose rows have gaps.
func TestLosslessSubImage(t *testing.T) {
	t.Parallel()
	whole := scene.List(image.Pt(400, 400), 0)
	part := whole.SubImage(image.Rect(33, 21, 233, 321)).(*image.RGBA)
	s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
	samePlanes(t, feed(t, d, s.next(t, part, false)...), part, h264.Colour{})
}
