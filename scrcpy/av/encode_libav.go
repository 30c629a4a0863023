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

// buffers keeps buffers for the next picture.
type buffers struct{ pool sync.Pool }

var pixels, files buffers // of RGBA, and of JPEG data

// get returns a buffer of n bytes with any content; put it back when done.
func (p *buffers) get(n int) *[]byte {
	b, _ := p.pool.Get().(*[]byte)
	if b == nil || cap(*b) < n {
		fresh := make([]byte, n)
		b = &fresh
	}
	*b = (*b)[:n]
	return b
}

func (p *buffers) put(b *[]byte) { p.pool.Put(b) }

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
	pix := pixels.get(4*size.X*size.Y + slack)
	defer pixels.put(pix)
	if err := p.scale(*pix, true, size, 4*size.X); err != nil {
		return err
	}
	return compress(w, &image.RGBA{Pix: *pix, Stride: 4 * size.X, Rect: image.Rectangle{Max: size}}, quality)
}

// compress writes img as a JPEG with TurboJPEG.
func compress(w io.Writer, img *image.RGBA, quality int) error {
	if err := loadJPEG(); err != nil {
		return fmt.Errorf("write JPEG: %w", err)
	}
	size := img.Rect.Size()
	var n C.ulong
	if C.hs_jpeg_size(C.int(size.X), C.int(size.Y), &n) != 0 {
		return fmt.Errorf("write JPEG: no picture of %d×%d", size.X, size.Y)
	}
	out := files.get(int(n))
	defer files.put(out)
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
