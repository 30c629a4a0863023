//go:build cgo && !nolibav

package av

/*
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"image"
	"io"
	"sync"
)

// bufferPool keeps pixel and JPEG buffers for the next picture.
var bufferPool = sync.Pool{New: func() any { return new([]byte) }}

// buffer returns a buffer of n bytes with any content; put it back when done.
func buffer(n int) *[]byte {
	b := bufferPool.Get().(*[]byte)
	if cap(*b) < n {
		*b = make([]byte, n)
	}
	*b = (*b)[:n]
	return b
}

// WritePNG writes the whole picture as a PNG of 8-bit RGB, converted by libswscale straight into the scan lines.
func (p *Picture) WritePNG(w io.Writer) error {
	size := p.Bounds().Size()
	return writePNG(w, size, func(dst []byte, stride int) error { return p.scale(dst, false, size, stride) })
}

// WriteJPEG writes a JPEG of the quality 1…100, 4:2:0, scaled down so that its longer side is at most maxEdge (0: as it is).
func (p *Picture) WriteJPEG(w io.Writer, quality, maxEdge int) error {
	size := fit(p.Bounds().Size(), maxEdge)
	encodes <- struct{}{}
	defer func() { <-encodes }()
	pix := buffer(4*size.X*size.Y + slack)
	defer bufferPool.Put(pix)
	if err := p.scale(*pix, true, size, 4*size.X); err != nil {
		return err
	}
	return compress(w, &image.RGBA{Pix: *pix, Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}, quality)
}

// compress writes img as a JPEG with TurboJPEG.
func compress(w io.Writer, img *image.RGBA, quality int) error {
	size := img.Rect.Size()
	var n C.ulong
	if C.hs_jpeg_size(C.int(size.X), C.int(size.Y), &n) != 0 {
		return fmt.Errorf("write JPEG: no picture of %d×%d", size.X, size.Y)
	}
	out := buffer(int(n))
	defer bufferPool.Put(out)
	pix := img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y):]
	quality = min(max(quality, 1), 100)
	if C.hs_jpeg(start(pix), C.int(size.X), C.int(img.Stride), C.int(size.Y), C.int(quality), start(*out), &n) != 0 {
		return errors.New("write JPEG: TurboJPEG refuses the picture")
	}
	if _, err := w.Write((*out)[:n]); err != nil {
		return fmt.Errorf("write JPEG: %w", err)
	}
	return nil
}
