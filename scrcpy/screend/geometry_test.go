package screend

import (
	"fmt"
	"image"
	"image/color"
	"testing"
)

// TestSize_DV28 holds the table of scrcpy-protocol.md §7.1, which was made with the official size code.
func TestSize_DV28(t *testing.T) {
	t.Parallel()
	limits := []int{0, 1920, 1280, 1024, 800}
	for display, want := range map[image.Point][]image.Point{
		{X: 1080, Y: 2400}: {{X: 1080, Y: 2400}, {X: 864, Y: 1920}, {X: 576, Y: 1280}, {X: 464, Y: 1024}, {X: 360, Y: 800}},
		{X: 2400, Y: 1080}: {{X: 2400, Y: 1080}, {X: 1920, Y: 864}, {X: 1280, Y: 576}, {X: 1024, Y: 464}, {X: 800, Y: 360}},
		{X: 1080, Y: 2340}: {{X: 1080, Y: 2336}, {X: 888, Y: 1920}, {X: 592, Y: 1280}, {X: 472, Y: 1024}, {X: 368, Y: 800}},
		{X: 1440, Y: 3120}: {{X: 1440, Y: 3120}, {X: 888, Y: 1920}, {X: 592, Y: 1280}, {X: 472, Y: 1024}, {X: 368, Y: 800}},
		{X: 1008, Y: 2244}: {{X: 1008, Y: 2240}, {X: 864, Y: 1920}, {X: 576, Y: 1280}, {X: 456, Y: 1024}, {X: 360, Y: 800}},
		{X: 1220, Y: 2712}: {{X: 1224, Y: 2712}, {X: 864, Y: 1920}, {X: 576, Y: 1280}, {X: 464, Y: 1024}, {X: 360, Y: 800}},
		{X: 1812, Y: 2176}: {{X: 1816, Y: 2176}, {X: 1600, Y: 1920}, {X: 1064, Y: 1280}, {X: 856, Y: 1024}, {X: 664, Y: 800}},
		{X: 720, Y: 1600}:  {{X: 720, Y: 1600}, {X: 720, Y: 1600}, {X: 576, Y: 1280}, {X: 464, Y: 1024}, {X: 360, Y: 800}},
		{X: 1600, Y: 2560}: {{X: 1600, Y: 2560}, {X: 1200, Y: 1920}, {X: 800, Y: 1280}, {X: 640, Y: 1024}, {X: 504, Y: 800}},
		{X: 1080, Y: 1920}: {{X: 1080, Y: 1920}, {X: 1080, Y: 1920}, {X: 720, Y: 1280}, {X: 576, Y: 1024}, {X: 448, Y: 800}},
	} {
		for i, maxSize := range limits {
			if got := round8(limit(display, maxSize)); got != want[i] {
				t.Errorf("%v limited to %d: got %v, want %v", display, maxSize, got, want[i])
			}
		}
	}
}

// TestToDevice_DV28 holds the mappings of §10.2 and some of our own.
func TestToDevice_DV28(t *testing.T) {
	t.Parallel()
	phone := Display{Size: image.Pt(1080, 2400)}
	crop := image.Rect(0, 600, 1080, 1800)
	for _, c := range []struct {
		name     string
		display  Display
		crop     *image.Rectangle
		orient   orientation
		maxSize  int
		at, want image.Point
	}{
		{name: "scaled", display: phone, maxSize: 1280, at: image.Pt(287, 640), want: image.Pt(538, 1200)},
		{name: "scaled 2", display: phone, maxSize: 1280, at: image.Pt(100, 200), want: image.Pt(187, 375)},
		{name: "last pixel", display: phone, maxSize: 1280, at: image.Pt(575, 1279), want: image.Pt(1078, 2398)},
		{name: "outside", display: phone, maxSize: 1280, at: image.Pt(576, 1280), want: image.Pt(1080, 2400)},
		{name: "negative", display: phone, maxSize: 1280, at: image.Pt(-5, -1), want: image.Pt(-9, -1)},
		{name: "rounded", display: Display{Size: image.Pt(1080, 2340)}, at: image.Pt(540, 1168), want: image.Pt(540, 1170)},
		{name: "rounded 2", display: Display{Size: image.Pt(1080, 2340)}, at: image.Pt(1079, 2335), want: image.Pt(1079, 2338)},
		{name: "crop", display: phone, crop: &crop, at: image.Pt(0, 0), want: image.Pt(0, 600)},
		{name: "turned", display: phone, orient: orientation{turn: 1}, at: image.Pt(0, 0), want: image.Pt(0, 2400)},
		{name: "turned 2", display: phone, orient: orientation{turn: 1}, at: image.Pt(2399, 1079), want: image.Pt(1079, 1)},
		{name: "half turn", display: phone, orient: orientation{turn: 2}, at: image.Pt(10, 20), want: image.Pt(1070, 2380)},
		{name: "three turns", display: phone, orient: orientation{turn: 3}, at: image.Pt(10, 20), want: image.Pt(1060, 10)},
		{name: "flipped", display: phone, orient: orientation{flip: true}, at: image.Pt(10, 20), want: image.Pt(1070, 20)},
		{
			name: "locked to natural while turned", display: Display{Size: image.Pt(2400, 1080), Rotation: 1},
			orient: orientation{locked: true}, at: image.Pt(1080, 0), want: image.Pt(0, 0),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g, err := newGeometry(c.display, c.crop, c.orient, c.maxSize)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.toDevice(c.at); got != c.want {
				t.Errorf("%v of %v: got %v, want %v", c.at, g.size, got, c.want)
			}
		})
	}
}

// TestRenderMatchesMapping paints one pixel and looks for it where the mapping says that it is.
func TestRenderMatchesMapping(t *testing.T) {
	t.Parallel()
	mark := color.RGBA{R: 255, A: 255}
	for _, rotation := range []int{0, 1, 2, 3} {
		for _, o := range []orientation{{}, {turn: 1}, {turn: 2}, {turn: 3}, {flip: true}, {flip: true, turn: 1}, {locked: true}, {locked: true, turn: 3}, {locked: true, flip: true, turn: 1}} {
			t.Run(fmt.Sprint(rotation, o), func(t *testing.T) {
				t.Parallel()
				size := image.Pt(32, 48)
				crop := image.Rect(8, 8, 32, 48)
				if rotation%2 != 0 {
					size = swapped(size)
				}
				g, err := newGeometry(Display{Size: size, Rotation: rotation}, &crop, o, 0)
				if err != nil {
					t.Fatal(err)
				}
				img := image.NewRGBA(image.Rectangle{Max: size})
				img.SetRGBA(17, 21, mark)
				out := (&renderer{g: g}).render(img)
				if got := out.Bounds().Size(); got != g.size {
					t.Fatalf("rendered %v, want %v", got, g.size)
				}
				found := false
				for y := range g.size.Y {
					for x := range g.size.X {
						if out.RGBAAt(out.Bounds().Min.X+x, out.Bounds().Min.Y+y) != mark {
							continue
						}
						found = true
						// Continuous coordinates: a turn maps the far edge of the pixel.
						if d := g.toDevice(image.Pt(x, y)).Sub(image.Pt(17, 21)); d.X < 0 || d.X > 1 || d.Y < 0 || d.Y > 1 {
							t.Errorf("the pixel at 17,21 is drawn at %d,%d, which maps to %v", x, y, g.toDevice(image.Pt(x, y)))
						}
					}
				}
				if !found {
					t.Error("the marked pixel is not in the picture")
				}
			})
		}
	}
}

func TestCropOutside(t *testing.T) {
	t.Parallel()
	crop := image.Rect(0, 600, 1080, 3000)
	_, err := newGeometry(Display{Size: image.Pt(1080, 2400)}, &crop, orientation{}, 0)
	if want := "Crop Rect(0, 600 - 1080, 3000) exceeds the input area (1080x2400)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
