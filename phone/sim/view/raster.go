package view

import (
	"image"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/fixed"
)

// Draw paints the ops into dst within the rectangle r. dst has its origin at (0,0) and stays opaque.
func Draw(dst *image.RGBA, ops []Op, r image.Rectangle) {
	r = r.Intersect(dst.Rect)
	if r.Empty() {
		return
	}
	first := 0
	for i := len(ops) - 1; i > 0; i-- {
		if ops[i].opaque(r) {
			first = i
			break
		}
	}
	for i := first; i < len(ops); i++ {
		o := &ops[i]
		if o.layer == 0 {
			o.draw(dst, r)
			continue
		}
		j := i
		area := image.Rectangle{}
		for ; j < len(ops) && ops[j].layer == o.layer; j++ {
			area = area.Union(ops[j].bounds().Intersect(r))
		}
		drawLayer(dst, ops[i:j], area, o.alpha)
		i = j - 1
	}
}

// drawLayer paints ops on a copy of what is below and mixes that with the original.
func drawLayer(dst *image.RGBA, ops []Op, area image.Rectangle, alpha uint8) {
	if area.Empty() || alpha == 0 {
		return
	}
	if alpha == 255 {
		for i := range ops {
			ops[i].draw(dst, area)
		}
		return
	}
	w := area.Dx() * 4
	under := make([]byte, w*area.Dy())
	for y := range area.Dy() {
		copy(under[y*w:(y+1)*w], dst.Pix[dst.PixOffset(area.Min.X, area.Min.Y+y):])
	}
	for i := range ops {
		ops[i].draw(dst, area)
	}
	a := uint32(alpha)
	for y := range area.Dy() {
		row := dst.Pix[dst.PixOffset(area.Min.X, area.Min.Y+y):][:w]
		old := under[y*w:][:w]
		for k := range row {
			row[k] = div255(uint32(row[k])*a + uint32(old[k])*(255-a))
		}
	}
}

func div255(v uint32) uint8 { return uint8((v + 128) * 257 >> 16) }

func (o *Op) draw(dst *image.RGBA, r image.Rectangle) {
	r = o.bounds().Intersect(r)
	if r.Empty() {
		return
	}
	switch o.kind {
	case opFill:
		fillRound(dst, r, o.rect, o.radii, o.color)
	case opRing:
		ring(dst, r, o.rect, o.radii, o.width, o.color)
	case opText:
		drawText(dst, r, o)
	case opMask:
		blendMask(dst, r, o.mask, o.rect.Min, o.color)
	case opImage:
		drawImage(dst, r, o)
	case opShadow:
		shadow(dst, r, o.rect, o.radii[0], o.width, o.color)
	case opGradient:
		gradient(dst, r, o)
	}
}

// fill covers r with c.
func fill(dst *image.RGBA, r image.Rectangle, c Color) {
	if r.Empty() || c.A == 0 {
		return
	}
	w := r.Dx() * 4
	first := dst.Pix[dst.PixOffset(r.Min.X, r.Min.Y):][:w]
	if c.A == 255 {
		first[0], first[1], first[2], first[3] = c.R, c.G, c.B, 255
		for n := 4; n < w; n *= 2 {
			copy(first[n:], first[:n])
		}
		for y := r.Min.Y + 1; y < r.Max.Y; y++ {
			copy(dst.Pix[dst.PixOffset(r.Min.X, y):][:w], first)
		}
		return
	}
	a := uint32(c.A)
	cr, cg, cb, inv := uint32(c.R)*a, uint32(c.G)*a, uint32(c.B)*a, 255-a
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:w]
		for k := 0; k+3 < len(row); k += 4 {
			row[k] = div255(cr + uint32(row[k])*inv)
			row[k+1] = div255(cg + uint32(row[k+1])*inv)
			row[k+2] = div255(cb + uint32(row[k+2])*inv)
		}
	}
}

// blend lays c over one pixel with the coverage cov in 0…255.
func blend(p []byte, c Color, cov uint32) {
	a := uint32(c.A) * cov / 255
	if a == 0 {
		return
	}
	inv := 255 - a
	p[0] = div255(uint32(c.R)*a + uint32(p[0])*inv)
	p[1] = div255(uint32(c.G)*a + uint32(p[1])*inv)
	p[2] = div255(uint32(c.B)*a + uint32(p[2])*inv)
}

// fillRound fills the part of a rectangle with round corners that lies in r.
func fillRound(dst *image.RGBA, r, box image.Rectangle, radii [4]float32, c Color) {
	rad := limitRadii(box, radii)
	top := int(math.Ceil(float64(max(rad[0], rad[1]))))
	bottom := int(math.Ceil(float64(max(rad[2], rad[3]))))
	middle := image.Rect(box.Min.X, box.Min.Y+top, box.Max.X, box.Max.Y-bottom)
	fill(dst, middle.Intersect(r), c)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		var left, right float32
		switch {
		case y < middle.Min.Y:
			left, right = rad[0], rad[1]
		case y >= middle.Max.Y:
			left, right = rad[3], rad[2]
		default:
			continue
		}
		l, rr := int(math.Ceil(float64(left))), int(math.Ceil(float64(right)))
		fill(dst, image.Rect(box.Min.X+l, y, box.Max.X-rr, y+1).Intersect(r), c)
		deep := float32(y-box.Min.Y) + 0.5 // from the edge to the middle of the row
		if y >= middle.Max.Y && y >= middle.Min.Y {
			deep = float32(box.Max.Y-y) - 0.5
		}
		fillCorner(dst, r, box, rad, y, box.Min.X+bare(left, deep), box.Min.X+l, c)
		fillCorner(dst, r, box, rad, y, box.Max.X-1-bare(right, deep), box.Max.X-1-rr, c)
	}
}

// bare is how many pixels at the end of a row certainly lie outside a corner of radius r, when the row is so deep inside the box.
func bare(r, deep float32) int {
	off := r - deep
	if off <= 0 {
		return 0
	}
	reach := (r+0.5)*(r+0.5) - off*off
	return max(int(r-float32(math.Sqrt(float64(max(reach, 0)))))-1, 0)
}

// fillCorner fills the part of one row of a round corner that lies in r, from the outside at x to the inside before end. What is covered
// once is covered from there on.
func fillCorner(dst *image.RGBA, r, box image.Rectangle, rad [4]float32, y, x, end int, c Color) {
	step := 1
	if end < x {
		step = -1
	}
	for ; x != end; x += step {
		if x < r.Min.X || x >= r.Max.X || x < box.Min.X || x >= box.Max.X {
			continue
		}
		v := cornerCover(box, rad, x, y)
		if v == 255 {
			from, to := x, end
			if step < 0 {
				from, to = end+1, x+1
			}
			fill(dst, image.Rect(from, y, to, y+1).Intersect(r).Intersect(box), c)
			return
		}
		if v > 0 {
			blend(dst.Pix[dst.PixOffset(x, y):], c, v)
		}
	}
}

// limitRadii keeps the radii within half the box.
func limitRadii(box image.Rectangle, radii [4]float32) [4]float32 {
	most := float32(min(box.Dx(), box.Dy())) / 2
	for i := range radii {
		radii[i] = min(max(radii[i], 0), most)
	}
	return radii
}

// cornerCover is how much of the pixel lies inside the box with round corners, 0…255.
func cornerCover(box image.Rectangle, rad [4]float32, x, y int) uint32 {
	return cover(float64(roundDist(box, rad, x, y)))
}

func cover(d float64) uint32 { return uint32(min(1, max(0, 0.5-d)) * 255) }

// roundDist is the distance of a pixel's middle from the edge of a box with round corners; negative inside.
func roundDist(box image.Rectangle, rad [4]float32, x, y int) float32 {
	px, py := float32(x)+0.5, float32(y)+0.5
	cx, cy := float32(box.Min.X+box.Max.X)/2, float32(box.Min.Y+box.Max.Y)/2
	var r float32
	switch {
	case px < cx && py < cy:
		r = rad[0]
	case py < cy:
		r = rad[1]
	case px >= cx:
		r = rad[2]
	default:
		r = rad[3]
	}
	dx := abs32(px-cx) - float32(box.Dx())/2 + r
	dy := abs32(py-cy) - float32(box.Dy())/2 + r
	in := min(max(dx, dy), 0)
	ox, oy := max(dx, 0), max(dy, 0)
	return in + float32(math.Sqrt(float64(ox*ox+oy*oy))) - r
}

func abs32(v float32) float32 {
	if v < 0 {
		return -v
	}
	return v
}

// ring draws an outline of the width inside the box.
func ring(dst *image.RGBA, r, box image.Rectangle, radii [4]float32, width float32, c Color) {
	rad := limitRadii(box, radii)
	edge := int(math.Ceil(float64(max(width, rad[0], rad[1], rad[2], rad[3])))) + 1
	inner := box.Inset(edge)
	w := int(math.Ceil(float64(width))) + 1
	for y := r.Min.Y; y < r.Max.Y; y++ {
		straight := y >= inner.Min.Y && y < inner.Max.Y
		for x := r.Min.X; x < r.Max.X; x++ {
			if straight && x >= box.Min.X+w && x < box.Max.X-w {
				x = box.Max.X - w - 1 // nothing between the left and the right line
				continue
			}
			if x >= inner.Min.X && x < inner.Max.X && y >= box.Min.Y+w && y < box.Max.Y-w {
				x = inner.Max.X - 1
				continue
			}
			d := float64(roundDist(box, rad, x, y))
			out, in := cover(d), cover(d+float64(width))
			if out > in {
				blend(dst.Pix[dst.PixOffset(x, y):], c, out-in)
			}
		}
	}
}

// shadow draws a soft shadow of the blur outside the box.
func shadow(dst *image.RGBA, r, box image.Rectangle, rad, blur float32, c Color) {
	radii := limitRadii(box, [4]float32{rad, rad, rad, rad})
	inner := box.Inset(int(radii[0]) + 1)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if y >= inner.Min.Y && y < inner.Max.Y && x >= inner.Min.X && x < inner.Max.X {
				x = inner.Max.X - 1
				continue
			}
			d := roundDist(box, radii, x, y)
			if d >= 2*blur {
				continue
			}
			f := 1 - max(d, 0)/(2*blur)
			blend(dst.Pix[dst.PixOffset(x, y):], c, uint32(f*f*255))
		}
	}
}

func gradient(dst *image.RGBA, r image.Rectangle, o *Op) {
	h := float64(max(1, o.rect.Dy()-1))
	for y := r.Min.Y; y < r.Max.Y; y++ {
		fill(dst, image.Rect(r.Min.X, y, r.Max.X, y+1), Mix(o.color, o.color2, float64(y-o.rect.Min.Y)/h))
	}
}

func blendMask(dst *image.RGBA, r image.Rectangle, m *image.Alpha, at image.Point, c Color) {
	r = r.Intersect(m.Rect.Add(at))
	a := uint32(c.A)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		src := m.Pix[m.PixOffset(r.Min.X-at.X, y-at.Y):][:r.Dx()]
		row := dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()*4]
		for i, cov := range src {
			if cov == 0 {
				continue
			}
			p := row[i*4 : i*4+4 : i*4+4]
			if cov == 255 && a == 255 {
				p[0], p[1], p[2] = c.R, c.G, c.B
				continue
			}
			blend(p, c, uint32(cov))
		}
	}
}

func drawImage(dst *image.RGBA, r image.Rectangle, o *Op) {
	if o.img.Rect.Size() == o.rect.Size() {
		at := o.img.Rect.Min.Add(r.Min.Sub(o.rect.Min))
		mode := draw.Over
		if o.solid {
			mode = draw.Src
		}
		draw.Draw(dst, r, o.img, at, mode)
		return
	}
	draw.ApproxBiLinear.Scale(dst.SubImage(r).(*image.RGBA), o.rect, o.img, o.img.Rect, draw.Over, nil)
}

// drawText draws a line of text.
func drawText(dst *image.RGBA, r image.Rectangle, o *Op) {
	e := sharedEngine()
	e.mu.Lock()
	defer e.mu.Unlock()
	size := fixed.Int26_6(o.width * 64)
	slack := int(o.width)
	base := o.rect.Min.Add(image.Pt(0, o.base))
	for _, g := range o.line.glyphs {
		x := base.X + g.x.Floor()
		if x-2*slack > r.Max.X || x+3*slack < r.Min.X {
			continue
		}
		m := e.mask(g.face, g.gid, size, uint8(g.x&63)>>4)
		if m == nil {
			continue
		}
		at := image.Pt(x, base.Y+g.y.Round()).Add(m.at)
		if m.color != nil {
			to := m.color.Rect.Add(at).Intersect(r)
			draw.Draw(dst, to, m.color, to.Min.Sub(at), draw.Over)
			continue
		}
		blendMask(dst, r, m.alpha, at, o.color)
	}
}
