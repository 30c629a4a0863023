package screend

import (
	"image"
	"image/draw"
)

// renderer draws displays as a geometry wants them. Its result is valid until the next call.
type renderer struct {
	g       geometry
	black   *image.RGBA
	scaler  *scaler
	newest  *image.RGBA // what the last result was made of
	product *image.RGBA
}

// render returns img at the size of the picture; img itself when nothing is to be done to it.
func (r *renderer) render(img *image.RGBA) *image.RGBA {
	if img == r.newest {
		return r.product
	}
	r.newest = img
	r.product = r.scale(r.turn(img))
	return r.product
}

// blackout returns an opaque black picture of the display's size, which stands for a secure window.
func (r *renderer) blackout() *image.RGBA {
	if r.black == nil {
		r.black = image.NewRGBA(image.Rectangle{Max: r.g.source})
		draw.Draw(r.black, r.black.Bounds(), image.Black, image.Point{}, draw.Src)
	}
	return r.black
}

// turn crops, then turns and flips.
func (r *renderer) turn(img *image.RGBA) *image.RGBA {
	crop := r.g.crop.Add(img.Bounds().Min)
	if crop != img.Bounds() {
		img = img.SubImage(crop).(*image.RGBA)
	}
	if r.g.before == 0 && r.g.after == 0 && !r.g.flip {
		return img
	}
	for range r.g.before {
		img = quarterTurn(img)
	}
	if r.g.flip {
		img = mirror(img)
	}
	for range r.g.after {
		img = quarterTurn(img)
	}
	return img
}

func (r *renderer) scale(img *image.RGBA) *image.RGBA {
	if img.Bounds().Size() == r.g.size {
		return img
	}
	if r.scaler == nil {
		r.scaler = newScaler(img.Bounds().Size(), r.g.size)
	}
	return r.scaler.scale(img)
}

// quarterTurn turns img clockwise.
func quarterTurn(img *image.RGBA) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, b.Dy(), b.Dx()))
	for y := range b.Dy() {
		row := img.Pix[y*img.Stride:]
		for x := range b.Dx() {
			to := out.PixOffset(b.Dy()-1-y, x)
			copy(out.Pix[to:to+4], row[4*x:4*x+4])
		}
	}
	return out
}

// mirror flips img left to right.
func mirror(img *image.RGBA) *image.RGBA {
	b := img.Bounds()
	out := image.NewRGBA(image.Rectangle{Max: b.Size()})
	for y := range b.Dy() {
		row := img.Pix[y*img.Stride:]
		for x := range b.Dx() {
			to := out.PixOffset(b.Dx()-1-x, y)
			copy(out.Pix[to:to+4], row[4*x:4*x+4])
		}
	}
	return out
}
