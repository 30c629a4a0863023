package view

import "image"

type opKind uint8

const (
	opFill     opKind = iota // rectangle with round corners
	opRing                   // outline of one
	opText                   // one line of laid-out text
	opMask                   // one colour through a mask
	opImage                  // a picture, scaled to the rectangle
	opShadow                 // soft shadow around a rectangle
	opGradient               // vertical gradient from color to color2
)

// Op is one drawing operation. Two equal ops draw equal pixels, so lists of them can be compared instead of pictures.
type Op struct {
	kind   opKind
	layer  uint8           // ops of one layer in a row are drawn together and laid over what is below with alpha
	alpha  uint8           // of the layer
	solid  bool            // the image has no transparent pixel
	rect   image.Rectangle // geometry; of text its box
	clip   image.Rectangle // what may be touched
	color  Color
	color2 Color
	radii  [4]float32
	width  float32 // of a ring, blur of a shadow, pixel size of text
	line   *glyphRun
	base   int // of text: the baseline under the top of the rectangle
	mask   *image.Alpha
	img    *image.RGBA
}

// bounds is what the op may touch.
func (o *Op) bounds() image.Rectangle {
	r := o.rect
	switch o.kind {
	case opText:
		r = r.Inset(-int(o.width/2) - 1) // marks and slanted letters reach out of the box
	case opShadow:
		r = r.Inset(-int(2*o.width) - 1)
	}
	return r.Intersect(o.clip)
}

// opaque reports whether the op hides all that is below it in r.
func (o *Op) opaque(r image.Rectangle) bool {
	if o.layer != 0 || !r.In(o.rect.Intersect(o.clip)) {
		return false
	}
	switch o.kind {
	case opFill:
		return o.color.A == 255 && o.radii == [4]float32{}
	case opImage:
		return o.solid
	}
	return false
}

// List is a picture as drawing operations, the lowest first.
type List struct{ Ops []Op }

// Damage returns rectangles that cover every pixel in which the pictures of two lists can differ.
func Damage(old, new []Op) []image.Rectangle {
	for len(old) > 0 && len(new) > 0 && old[0] == new[0] {
		old, new = old[1:], new[1:]
	}
	for len(old) > 0 && len(new) > 0 && old[len(old)-1] == new[len(new)-1] {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	if len(old) == 0 && len(new) == 0 {
		return nil
	}
	// Pair equal ops in an order that both lists keep. A pixel changes only where an op without a partner reaches.
	places := make(map[Op][]int, len(old))
	for i := range old {
		places[old[i]] = append(places[old[i]], i)
	}
	var d damage
	next := 0
	for i := range new {
		at := -1
		for _, p := range places[new[i]] {
			if p >= next {
				at = p
				break
			}
		}
		if at < 0 {
			d.add(new[i].bounds())
			continue
		}
		for ; next < at; next++ {
			d.add(old[next].bounds())
		}
		next = at + 1
	}
	for ; next < len(old); next++ {
		d.add(old[next].bounds())
	}
	return d.rects
}

// damage is a small set of rectangles that do not overlap.
type damage struct{ rects []image.Rectangle }

const maxDamage = 8

func (d *damage) add(r image.Rectangle) {
	if r.Empty() {
		return
	}
	for i := 0; i < len(d.rects); i++ {
		if d.rects[i].Overlaps(r) {
			r = r.Union(d.rects[i])
			d.rects = append(d.rects[:i], d.rects[i+1:]...)
			i = -1
		}
	}
	d.rects = append(d.rects, r)
	if len(d.rects) > maxDamage {
		a := d.rects[0]
		d.rects = d.rects[1:]
		d.add(a.Union(d.rects[0]))
	}
}

// Fill appends an op that covers r with a colour.
func (l *List) Fill(r image.Rectangle, c Color) {
	if c.A > 0 && !r.Empty() {
		l.Ops = append(l.Ops, Op{kind: opFill, rect: r, clip: r, color: c})
	}
}

// Image appends an op that draws an opaque picture in r. The picture must never change.
func (l *List) Image(m *image.RGBA, r image.Rectangle) {
	l.Ops = append(l.Ops, Op{kind: opImage, rect: r, clip: r, img: m, solid: true})
}
