package sheet

import (
	"image"
	"image/color"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// write sets a line of text in a box.
func write(dst *image.RGBA, text string, size float64, box image.Rectangle, align view.Align) {
	n := &view.Node{Text: text, W: view.Match, Pad: view.Sides(0, 3), Style: view.TextStyle{Size: size, Color: view.RGB(0xe6e8ea), Lines: 1, Align: align}}
	s := view.NewSurface()
	s.Layout(&view.Node{W: view.Match, H: view.Match, AlignY: view.Center, Children: []*view.Node{n}}, view.Metrics{Density: 1, FontScale: 1}, box, time.Time{})
	var l view.List
	s.Ops(&l, time.Time{})
	view.Draw(dst, l.Ops, box)
}

// reduce gives a picture 256 colours, those that stand for most of its pixels, which makes a small file.
func reduce(m *image.RGBA) *image.Paletted {
	const bits = 5
	type cell struct {
		n       int
		r, g, b int
	}
	cells := make([]cell, 1<<(3*bits))
	at := func(p []byte) int { return int(p[0])>>3<<10 | int(p[1])>>3<<5 | int(p[2])>>3 }
	for i := 0; i < len(m.Pix); i += 4 {
		c := &cells[at(m.Pix[i:])]
		c.n, c.r, c.g, c.b = c.n+1, c.r+int(m.Pix[i]), c.g+int(m.Pix[i+1]), c.b+int(m.Pix[i+2])
	}
	var pal color.Palette
	for len(pal) < 256 {
		best, gain := -1, 0
		for i, c := range cells {
			if c.n == 0 {
				continue
			}
			far := distance(pal, c.r/c.n, c.g/c.n, c.b/c.n)
			if g := c.n * min(far, 4000); best < 0 || g > gain {
				best, gain = i, g
			}
		}
		if best < 0 {
			break
		}
		c := cells[best]
		pal = append(pal, color.RGBA{uint8(c.r / c.n), uint8(c.g / c.n), uint8(c.b / c.n), 255})
		cells[best].n = 0
	}
	out := image.NewPaletted(m.Rect, pal)
	near := map[int]uint8{}
	for i, o := 0, 0; i < len(m.Pix); i, o = i+4, o+1 {
		k := at(m.Pix[i:])
		v, ok := near[k]
		if !ok {
			v = uint8(pal.Index(color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}))
			near[k] = v
		}
		out.Pix[o] = v
	}
	return out
}

// distance is how far a colour is from the nearest of a palette, squared.
func distance(pal color.Palette, r, g, b int) int {
	least := 3 * 255 * 255
	for _, c := range pal {
		p := c.(color.RGBA)
		dr, dg, db := r-int(p.R), g-int(p.G), b-int(p.B)
		least = min(least, dr*dr+dg*dg+db*db)
	}
	return least
}
