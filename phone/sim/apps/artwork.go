package apps

import (
	"hash/fnv"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/handset-agent/handset/phone/sim/view"
)

// Icons of the apps that are at home on the network.
var (
	iconNext    = view.NewIcon("next", "f M5 4 L15 12 L5 20 Z", "f R 16 4 3 16 0.6")
	iconPrev    = view.NewIcon("prev", "f M19 4 L9 12 L19 20 Z", "f R 5 4 3 16 0.6")
	iconShuffle = view.NewIcon("shuffle", "s2 M3 7 L7 7 L16 17 L20 17", "s2 M3 17 L7 17 L16 7 L20 7", "f M18 3.5 L22.5 7 L18 10.5 Z", "f M18 13.5 L22.5 17 L18 20.5 Z")
	iconCart    = view.NewIcon("cart", "s2 M2 4 L5 4 L7.6 15 L18.5 15 L21 7 L6 7", "f O 9 19.5 1.9", "f O 17.5 19.5 1.9")
	iconStore   = view.NewIcon("store", "f M4 3 L20 3 L22 9 L2 9 Z", "f R 4 10 16 11 1", "x R 8 13 5 8 0.4")
	iconBank    = view.NewIcon("bank", "f M12 2 L22 8 L22 10 L2 10 L2 8 Z", "f R 4 11 3 7 0.3", "f R 10.5 11 3 7 0.3", "f R 17 11 3 7 0.3", "f R 2 19 20 2.6 0.4")
	iconTiles   = view.NewIcon("tiles", "f R 3 3 8 8 1.6", "f R 13 3 8 8 1.6", "f R 3 13 8 8 1.6", "s1.8 R 13.8 13.8 6.4 6.4 1.4")
	iconChat    = view.NewIcon("chat", "f M3 2.5 L15 2.5 Q16.5 2.5 16.5 4 L16.5 10.5 Q16.5 12 15 12 L6 12 L1.5 15.5 L1.5 4 Q1.5 2.5 3 2.5 Z", "s1.8 M19 7.5 L22 7.5 L22 21 L17.5 17.5 L8.5 17.5 L8.5 14.5")
	iconArchive = view.NewIcon("archive", "f R 3 3 18 5 0.8", "f R 4.5 9 15 12 1.2", "x R 9 11.5 6 2.4 0.8")
	iconClip    = view.NewIcon("attachment", "s1.9 M19 11 L11.5 18.5 Q8.5 21 5.8 18.4 Q3.2 15.6 5.8 12.8 L14 4.8 Q16 3 18 4.9 Q19.8 6.9 18 8.9 L10 16.7 Q9 17.6 8 16.7 Q7.2 15.7 8 14.8 L14.6 8.2")
	iconWeb     = view.NewIcon("web", "s1.8 O 12 12 9", "s1.6 M3 12 L21 12", "s1.6 M12 3 Q5.5 12 12 21", "s1.6 M12 3 Q18.5 12 12 21")
)

type coverKey struct {
	name string
	px   int
}

var covers sync.Map // *image.RGBA by coverKey

// cachedCover is a square picture that follows from a name: discs and bands in two colours of the name's own.
func cachedCover(name string, px int) *image.RGBA {
	k := coverKey{name, px}
	if m, ok := covers.Load(k); ok {
		return m.(*image.RGBA)
	}
	m, _ := covers.LoadOrStore(k, cover(name, px))
	return m.(*image.RGBA)
}

func cover(name string, px int) *image.RGBA {
	h := fnv.New64a()
	h.Write([]byte(name))
	r := rand.New(rand.NewPCG(h.Sum64(), 0x636f766572))
	base, ink := hue(r.Float64(), 0.55, 0.42), hue(r.Float64(), 0.5, 0.86)
	type disc struct{ x, y, r, w float64 }
	discs := make([]disc, 3+r.IntN(3))
	for i := range discs {
		discs[i] = disc{r.Float64(), r.Float64(), 0.12 + 0.4*r.Float64(), 0.02 + 0.1*r.Float64()}
	}
	m := image.NewRGBA(image.Rect(0, 0, px, px))
	for y := range px {
		for x := range px {
			fx, fy := float64(x)/float64(px), float64(y)/float64(px)
			f := 0.12 * fy
			for _, d := range discs {
				if e := math.Abs(math.Hypot(fx-d.x, fy-d.y)-d.r) - d.w; e < 0 {
					f += 0.3 * min(1, -e*float64(px)/2)
				}
			}
			c := view.Mix(base, ink, min(1, f))
			m.SetRGBA(x, y, color.RGBA{c.R, c.G, c.B, 255})
		}
	}
	return m
}

// hue is a colour by its place on the wheel (0…1), saturation and lightness.
func hue(h, s, l float64) view.Color {
	a := s * min(l, 1-l)
	f := func(n float64) uint8 {
		k := math.Mod(n+h*12, 12)
		return uint8(255*(l-a*max(-1, min(k-3, min(9-k, 1)))) + 0.5)
	}
	return view.Color{R: f(0), G: f(8), B: f(4), A: 255}
}
