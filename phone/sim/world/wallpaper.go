package world

import (
	"image"
	"math"
	"sync"
)

// wallpaperKinds is how many wallpapers there are; the seed picks one.
const wallpaperKinds = 4

type paperKey struct {
	size  image.Point
	night bool
	kind  int
}

// papers are the wallpapers drawn so far, shared by all phones. It holds at most maxPapers, the oldest goes first.
var papers struct {
	sync.Mutex
	drawn map[paperKey]*image.RGBA
	order []paperKey
}

const maxPapers = 6

// wallpaper returns a landscape of hills under a sky, which never changes once drawn.
func wallpaper(size image.Point, night bool, kind int) *image.RGBA {
	papers.Lock()
	defer papers.Unlock()
	k := paperKey{size, night, kind}
	if m := papers.drawn[k]; m != nil {
		return m
	}
	if papers.drawn == nil {
		papers.drawn = map[paperKey]*image.RGBA{}
	}
	if len(papers.order) == maxPapers {
		delete(papers.drawn, papers.order[0])
		papers.order = papers.order[1:]
	}
	m := paintHills(size, night, kind)
	papers.drawn[k] = m
	papers.order = append(papers.order, k)
	return m
}

type rgb [3]float64

func hex(v uint32) rgb { return rgb{float64(v >> 16 & 255), float64(v >> 8 & 255), float64(v & 255)} }

func mixRGB(a, b rgb, f float64) rgb {
	return rgb{a[0] + (b[0]-a[0])*f, a[1] + (b[1]-a[1])*f, a[2] + (b[2]-a[2])*f}
}

// palettes are sky top, sky bottom, sun, far hill, near hill.
var palettes = [wallpaperKinds][5]rgb{
	{hex(0x3d6ea5), hex(0xf3c9a5), hex(0xfff1d6), hex(0x8f9fb8), hex(0x2c4a56)},
	{hex(0x6a5aa0), hex(0xf2a793), hex(0xffe3b8), hex(0xa6799a), hex(0x3a2f55)},
	{hex(0x2f8f8b), hex(0xdff0c4), hex(0xfffbe0), hex(0x7fb79a), hex(0x1d4c47)},
	{hex(0x41597f), hex(0xc9d8e6), hex(0xffffff), hex(0x8aa2bd), hex(0x24364d)},
}

// paintHills draws sky, sun and five ranges of hills, with a little grain as photographs have.
func paintHills(size image.Point, night bool, kind int) *image.RGBA {
	p := palettes[kind%wallpaperKinds]
	if night {
		for i := range p {
			p[i] = mixRGB(rgb{8, 11, 18}, p[i], []float64{0.35, 0.4, 0.75, 0.3, 0.35}[i])
		}
	}
	m := image.NewRGBA(image.Rectangle{Max: size})
	w, h := float64(size.X), float64(size.Y)
	const ranges = 5
	ridge := make([][]float64, ranges)
	for r := range ranges {
		ridge[r] = make([]float64, size.X)
		base := h * (0.52 + 0.1*float64(r))
		for x := range size.X {
			t := float64(x)/w*math.Pi*2 + float64(r)*1.7 + float64(kind)
			ridge[r][x] = base + h*(0.035*math.Sin(t*(0.8+0.23*float64(r)))+0.016*math.Sin(t*2.6+float64(r)*4)+0.006*math.Sin(t*7.3+float64(r)))
		}
	}
	top := make([]float64, size.X) // the highest ridge of each column
	for x := range size.X {
		top[x] = h
		for r := range ranges {
			top[x] = min(top[x], ridge[r][x])
		}
	}
	haze := make([]float64, size.Y+1) // by depth under a ridge
	for d := range haze {
		haze[d] = 0.22 * math.Exp(-float64(d)/(h*0.05))
	}
	var hills [ranges]rgb
	for r := range ranges {
		hills[r] = mixRGB(p[3], p[4], float64(r)/(ranges-1))
	}
	sunX, sunY, sunR := w*0.68, h*0.36, min(w, h)*0.085
	seed := uint32(2463534242)
	for y := range size.Y {
		f := min(1, float64(y)/(h*0.62))
		sky := mixRGB(p[0], p[1], f*f*(3-2*f))
		row := m.Pix[m.PixOffset(0, y):]
		dy := float64(y) - sunY
		for x := range size.X {
			c := sky
			if dx := float64(x) - sunX; dx*dx+dy*dy < sunR*sunR*36 {
				c = sunlight(sky, p[2], math.Sqrt(dx*dx+dy*dy), sunR)
			}
			if float64(y)-top[x] > -0.5 {
				for r := range ranges {
					d := float64(y) - ridge[r][x]
					if d > -0.5 && (r == ranges-1 || float64(y)-ridge[r+1][x] < 0.5) {
						c = mixRGB(c, mixRGB(hills[r], p[1], haze[int(max(d, 0))]), min(1, d+0.5))
					}
				}
			}
			seed ^= seed << 13
			seed ^= seed >> 17
			seed ^= seed << 5
			n := (float64(seed&255)/255-0.5)*3 + 0.5
			for k := range 3 {
				row[x*4+k] = uint8(min(255, max(0, c[k]+n)))
			}
			row[x*4+3] = 255
		}
	}
	return m
}

// sunlight is the sky at the distance d from the middle of a sun of radius r.
func sunlight(sky, sun rgb, d, r float64) rgb {
	if d < r {
		return sun
	}
	g := 1 - (d-r)/(r*5)
	return mixRGB(sky, sun, 0.55*g*g)
}
