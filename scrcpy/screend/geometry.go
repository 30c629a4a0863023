package screend

import (
	"image"
)

// geometry is how a display becomes a picture and how a point of the picture is found on the display.
type geometry struct {
	source image.Point     // the display in its current orientation
	crop   image.Rectangle // of the source
	before int             // quarter turns clockwise, to undo the display's rotation when the orientation is locked
	flip   bool            // then left to right
	after  int             // then quarter turns clockwise
	size   image.Point     // of the picture, after scaling
}

// newGeometry follows §7.1: crop, orientation, limit, rounding. A crop outside the display is a *javaError.
func newGeometry(d Display, crop *image.Rectangle, o orientation, maxSize int) (geometry, error) {
	g := geometry{source: d.Size, crop: image.Rectangle{Max: d.Size}, flip: o.flip, after: o.turn}
	if crop != nil {
		g.crop = *crop // in the natural orientation
		if d.Rotation%2 != 0 {
			g.crop = image.Rect(crop.Min.Y, crop.Min.X, crop.Max.Y, crop.Max.X)
		}
		if !g.crop.In(image.Rectangle{Max: d.Size}) {
			return geometry{}, illegalArgument("Crop Rect(%d, %d - %d, %d) exceeds the input area (%dx%d)",
				g.crop.Min.X, g.crop.Min.Y, g.crop.Max.X, g.crop.Max.Y, d.Size.X, d.Size.Y)
		}
	}
	if o.locked {
		g.before = d.Rotation
	}
	size := g.crop.Size()
	if (g.before+g.after)%2 != 0 {
		size = swapped(size)
	}
	g.size = round8(limit(size, maxSize))
	return g, nil
}

func swapped(p image.Point) image.Point { return image.Pt(p.Y, p.X) }

// limit shrinks a size so that its larger side is at most maxSize; 0 is no limit.
func limit(size image.Point, maxSize int) image.Point {
	if larger(size) <= maxSize || maxSize == 0 {
		return size
	}
	if size.Y > size.X {
		return image.Pt(maxSize*size.X/size.Y, maxSize)
	}
	return image.Pt(maxSize, maxSize*size.Y/size.X)
}

// round8 makes both sides multiples of 8: the larger one down, the smaller one to the nearest, but never above it.
func round8(size image.Point) image.Point {
	if size.X%8 == 0 && size.Y%8 == 0 {
		return size
	}
	if size.Y > size.X {
		return swapped(round8(swapped(size)))
	}
	major := size.X &^ 7
	return image.Pt(major, min((size.Y+4)&^7, major))
}

func larger(size image.Point) int { return max(size.X, size.Y) }

// fraction is num/den.
type fraction struct{ num, den int }

// toDevice finds a point of the picture on the display, truncated toward zero and not clamped (§10.2).
func (g geometry) toDevice(p image.Point) image.Point {
	turned := g.crop.Size()
	if g.before%2 != 0 {
		turned = swapped(turned)
	}
	out := turned
	if g.after%2 != 0 {
		out = swapped(out)
	}
	x, y := fraction{p.X * out.X, max(1, g.size.X)}, fraction{p.Y * out.Y, max(1, g.size.Y)}
	x, y = turnBack(x, y, g.after, turned)
	if g.flip {
		x.num = turned.X*x.den - x.num
	}
	x, y = turnBack(x, y, g.before, g.crop.Size())
	return image.Pt((x.num+g.crop.Min.X*x.den)/x.den, (y.num+g.crop.Min.Y*y.den)/y.den)
}

// turnBack undoes quarter turns clockwise; size is the size before them. One turn took (x, y) to (height − y, x).
func turnBack(x, y fraction, turns int, size image.Point) (fraction, fraction) {
	for left := turns; left > 0; left-- {
		height := size.Y // of the picture before the turn that is undone now
		if left%2 == 0 {
			height = size.X
		}
		x, y = y, fraction{height*x.den - x.num, x.den}
	}
	return x, y
}
