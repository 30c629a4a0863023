package apps

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/handset-agent/handset/phone/sim/world"
)

// scene draws a landscape: a sky with its sun or moon, ranges of hills, water, trees or a town, all from a number, and moved
// sideways by shift in 0…1 (a camera that pans).
func scene(number int64, w, h int, shift float64) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(uint64(number), 0x7363656e))
	skies := [][2]uint32{{0x3f7fd0, 0xcfe6f7}, {0x24304f, 0xe08a5a}, {0x6fb1de, 0xf4efe0}, {0x141c38, 0x46598c}, {0x8aa9bd, 0xdfe6e8}, {0xe2714e, 0xf6d08f}}
	sky := skies[r.IntN(len(skies))]
	top, low := shade(sky[0]), shade(sky[1])
	sunX, sunY, sunR := 0.15+0.7*r.Float64(), 0.12+0.25*r.Float64(), 0.04+0.04*r.Float64()
	sun := color.RGBA{255, 244, 214, 255}
	layers := 3 + r.IntN(2)
	hue := r.IntN(3)
	phase := make([]float64, layers*3)
	for i := range phase {
		phase[i] = r.Float64() * 2 * math.Pi
	}
	water := r.IntN(2) == 0
	heights := make([][]int, layers)
	for l := range layers {
		heights[l] = make([]int, w)
		base, amp := 0.42+0.14*float64(l), 0.09-0.015*float64(l)
		for x := range w {
			u := (float64(x)/float64(w) + shift*(0.3+0.3*float64(l))) * 2 * math.Pi
			y := base - amp*(math.Sin(u+phase[l*3])+0.5*math.Sin(2.3*u+phase[l*3+1])+0.22*math.Sin(6.1*u+phase[l*3+2]))
			heights[l][x] = int(y * float64(h))
		}
	}
	for y := range h {
		f := math.Min(1, float64(y)/(0.62*float64(h)))
		line := blend(top, low, f)
		for x := range w {
			c := line
			dx, dy := float64(x)/float64(w)-sunX, (float64(y)/float64(h)-sunY)*float64(h)/float64(w)
			if d := math.Hypot(dx, dy); d < sunR {
				c = sun
			} else if d < sunR*4 {
				c = blend(sun, c, 0.55+0.45*(d-sunR)/(sunR*3))
			}
			for l := range layers {
				if y >= heights[l][x] {
					c = hill(low, hue, l, layers, float64(y-heights[l][x])/float64(h))
				}
			}
			if water && float64(y) > 0.8*float64(h) {
				c = blend(blend(low, top, 0.4), color.RGBA{20, 50, 80, 255}, 0.35+0.1*math.Sin(float64(y)*0.35+float64(x)*0.012))
			}
			m.SetRGBA(x, y, c)
		}
	}
	return m
}

func shade(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

func blend(a, b color.RGBA, f float64) color.RGBA {
	k := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*f) }
	return color.RGBA{k(a.R, b.R), k(a.G, b.G), k(a.B, b.B), 255}
}

// hill is the colour of a range of hills: the nearer, the stronger.
func hill(sky color.RGBA, hue, layer, layers int, depth float64) color.RGBA {
	near := []color.RGBA{{34, 74, 44, 255}, {92, 66, 40, 255}, {38, 56, 84, 255}}[hue]
	f := 0.3 + 0.65*float64(layer+1)/float64(layers)
	return blend(blend(sky, near, f), color.RGBA{12, 20, 18, 255}, math.Min(0.35, depth))
}

// drawn keeps the scenes that were drawn, as all phones have the same ones.
var drawn sync.Map // sceneKey → *image.RGBA, encodedKey → []byte

type sceneKey struct {
	number int64
	w, h   int
}

// sceneOf is the number of the picture a media row speaks of.
func sceneOf(r world.Row) int64 {
	n := int64(0)
	for _, d := range strings.TrimPrefix(r.Text("description"), "scene:") {
		if d < '0' || d > '9' {
			return r.ID() + 1000
		}
		n = n*10 + int64(d-'0')
	}
	return n
}

// cachedScene is a scene without movement, drawn once.
func cachedScene(number int64, w, h int) *image.RGBA {
	k := sceneKey{number, w, h}
	if m, ok := drawn.Load(k); ok {
		return m.(*image.RGBA)
	}
	m, _ := drawn.LoadOrStore(k, scene(number, w, h, 0))
	return m.(*image.RGBA)
}

type encodedKey struct {
	sceneKey
	png bool
}

// mostPixels bounds the pictures of a new phone, as they are drawn and kept.
const mostPixels = 1 << 17

// Photograph is the file of a picture that the media rows of a new phone speak of, and its size.
func Photograph(r world.Row) ([]byte, image.Point) {
	w, h := int(r.Int("width")), int(r.Int("height"))
	for w*h > mostPixels {
		w, h = w/2, h/2
	}
	k := encodedKey{sceneKey{sceneOf(r), max(1, w), max(1, h)}, strings.HasSuffix(r.Text("_display_name"), ".png")}
	if b, ok := drawn.Load(k); ok {
		return b.([]byte), image.Pt(k.w, k.h)
	}
	var b bytes.Buffer
	m := scene(k.number, k.w, k.h, 0)
	if k.png {
		_ = png.Encode(&b, m) // a buffer takes everything
	} else {
		_ = jpeg.Encode(&b, m, &jpeg.Options{Quality: 82})
	}
	kept, _ := drawn.LoadOrStore(k, b.Bytes())
	return kept.([]byte), image.Pt(k.w, k.h)
}
