package tools

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"

	"github.com/disintegration/imaging"

	"github.com/handset-agent/handset/phone"
)

// jpegQuality of pictures for models.
const jpegQuality = 80

// Crop says which part of a frame, and how large, a picture shows.
type Crop struct {
	Region  image.Rectangle // device pixels; empty: everything
	MaxEdge int             // longer side at most, in pixels; zero: the view's setting
}

// Picture encodes a frame as a JPEG for a model.
func (v *View) Picture(f *phone.Frame, c Crop) (*Image, error) {
	if c.MaxEdge == 0 {
		c.MaxEdge = v.opts.MaxEdge
	}
	var b bytes.Buffer
	if e, ok := f.Image.(phone.Encoder); ok && c.Region.Empty() {
		if err := e.WriteJPEG(&b, jpegQuality, c.MaxEdge); err != nil {
			return nil, fmt.Errorf("encode picture: %w", err)
		}
		return &Image{MIME: "image/jpeg", Data: b.Bytes()}, nil
	}
	if err := jpeg.Encode(&b, Shrink(cut(f, c.Region), c.MaxEdge), &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return &Image{MIME: "image/jpeg", Data: b.Bytes()}, nil
}

// cut is the part of a frame's picture inside r, all of it when r is empty.
func cut(f *phone.Frame, r image.Rectangle) image.Image {
	if r.Empty() {
		return f.Image
	}
	return imaging.Crop(f.Image, r.Add(f.Image.Bounds().Min))
}

// Shrink scales a picture down so that its longer side has at most edge pixels; it never enlarges.
func Shrink(img image.Image, edge int) image.Image {
	size := img.Bounds().Size()
	if edge <= 0 || max(size.X, size.Y) <= edge {
		return img
	}
	if size.X >= size.Y {
		return imaging.Resize(img, edge, 0, imaging.Box)
	}
	return imaging.Resize(img, 0, edge, imaging.Box)
}
