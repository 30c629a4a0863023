package av

import (
	"fmt"
	"image"
	"io"

	"golang.org/x/image/draw"
)

// jpegWriter is an image that writes itself.
type jpegWriter interface {
	WriteJPEG(w io.Writer, quality, maxEdge int) error
}

// maxJPEG is the longest side of a JPEG, in pixels (ITU-T T.81 B.2.2).
const maxJPEG = 65535

// EncodeJPEG writes img as a JPEG of the quality 1…100, scaled down so that its longer side is at most maxEdge (0: as it
// is). A *Picture writes itself.
func EncodeJPEG(w io.Writer, img image.Image, quality, maxEdge int) error {
	if self, ok := img.(jpegWriter); ok {
		return self.WriteJPEG(w, quality, maxEdge)
	}
	size := img.Bounds().Size()
	if size.X <= 0 || size.Y <= 0 || size.X > maxJPEG || size.Y > maxJPEG {
		return fmt.Errorf("write JPEG: no picture of %d×%d", size.X, size.Y)
	}
	encodes <- struct{}{}
	defer func() { <-encodes }()
	if to := fit(size, maxEdge); to != size {
		small := image.NewRGBA(image.Rectangle{Max: to})
		draw.BiLinear.Scale(small, small.Rect, toRGBA(img), img.Bounds(), draw.Src, nil)
		img = small
	}
	return compress(w, toRGBA(img), quality)
}

// fit is size scaled down so that its longer side is at most maxEdge, and no side less than 1; 0 means as it is.
func fit(size image.Point, maxEdge int) image.Point {
	long := max(size.X, size.Y)
	if maxEdge <= 0 || long <= maxEdge {
		return size
	}
	scaled := func(n int) int { return max(1, (n*maxEdge+long/2)/long) }
	return image.Pt(scaled(size.X), scaled(size.Y))
}
