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
	"image/color"
	"runtime"
	"sync"
)

// Picture is a decoded picture: YUV planes that become RGB when somebody asks. It never changes; all methods may be called
// from several goroutines at once. It implements phone.Encoder. See the package comment for who owns the memory.
type Picture struct {
	info    C.hs_info
	scalers *scalers

	mu      sync.Mutex
	frame   *C.AVFrame // in the decoder's memory; nil when detached or closed
	cleanup runtime.Cleanup
	packed  []byte // after Detach

	convert sync.Once
	rgba    *image.RGBA
	failed  error
}

// hold takes over a frame.
func (p *Picture) hold(frame *C.AVFrame) {
	p.frame = frame
	p.cleanup = runtime.AddCleanup(p, func(f *C.AVFrame) { C.hs_frame_free(f) }, frame)
}

// drop gives the frame back; the caller holds mu.
func (p *Picture) drop() {
	if p.frame != nil {
		p.cleanup.Stop()
		C.hs_frame_free(p.frame)
		p.frame = nil
	}
}

// Detach copies the planes into Go memory and gives the decoder its buffer back. Only the first call does anything.
func (p *Picture) Detach() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.packed != nil {
		return nil
	}
	if p.frame == nil {
		return fmt.Errorf("detach picture: %w", ErrClosed)
	}
	size := C.hs_packed_size(&p.info)
	if size <= 0 {
		return fmt.Errorf("detach picture: %w", avError(size))
	}
	packed := make([]byte, int(size)+slack)
	if code := C.hs_pack(p.frame, &p.info, start(packed), size); code < 0 {
		return fmt.Errorf("detach picture: %w", avError(code))
	}
	p.packed = packed
	p.drop()
	return nil
}

// Close gives the decoder its buffer back. A picture that was detached before stays usable; any other has no pixels from then on.
func (p *Picture) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
	return nil
}

// use calls f with the planes, which stay valid during the call: a frame, or packed planes. f runs without a lock.
func (p *Picture) use(f func(frame *C.AVFrame, packed []byte) error) error {
	p.mu.Lock()
	packed := p.packed
	var frame *C.AVFrame
	if packed == nil && p.frame != nil {
		frame = C.hs_frame_clone(p.frame)
	}
	p.mu.Unlock()
	if packed == nil && frame == nil {
		return ErrClosed
	}
	if frame != nil {
		defer C.hs_frame_free(frame)
	}
	return f(frame, packed)
}

// Equal reports whether other is a *Picture with the same pixels.
func (p *Picture) Equal(other image.Image) bool {
	o, ok := other.(*Picture)
	if !ok || o == nil {
		return false
	}
	a, b := p.info, o.info
	a.pts, a.damaged, b.pts, b.damaged = 0, 0, 0, 0
	if a != b {
		return false
	}
	same := errors.New("same")
	err := p.use(func(frame *C.AVFrame, packed []byte) error {
		return o.use(func(frame2 *C.AVFrame, packed2 []byte) error {
			if C.hs_equal(frame, start(packed), frame2, start(packed2), &p.info) != 0 {
				return same
			}
			return nil
		})
	})
	return err == same
}

// Bounds begins at (0,0).
func (p *Picture) Bounds() image.Rectangle {
	return image.Rect(0, 0, int(p.info.width), int(p.info.height))
}

// ColorModel is color.RGBAModel.
func (p *Picture) ColorModel() color.Model { return color.RGBAModel }

// At is the colour of a pixel. The first call converts the picture; a picture without pixels is transparent.
func (p *Picture) At(x, y int) color.Color {
	img, err := p.RGBA()
	if err != nil {
		return color.RGBA{}
	}
	return img.RGBAAt(x, y)
}

// RGBA converts the picture, once, and returns the shared result, which must not be modified. The only error is ErrClosed, or one of
// libswscale.
func (p *Picture) RGBA() (*image.RGBA, error) {
	p.convert.Do(func() {
		size := p.Bounds().Size()
		pix := make([]byte, 4*size.X*size.Y+slack)
		p.failed = p.scale(pix, true, size, 4*size.X)
		p.rgba = &image.RGBA{Pix: pix[:4*size.X*size.Y], Stride: 4 * size.X, Rect: p.Bounds()}
	})
	if p.failed != nil {
		return nil, p.failed
	}
	return p.rgba, nil
}

// Draw converts the picture into dst, which must have the picture's size. It is for those who convert often and keep a buffer; nothing is
// remembered.
func (p *Picture) Draw(dst *image.RGBA) error {
	size := p.Bounds().Size()
	if dst.Rect.Size() != size {
		return fmt.Errorf("draw picture: %v into %v", size, dst.Rect.Size())
	}
	pix := pixels.get(4*size.X*size.Y + slack)
	defer pixels.put(pix)
	if err := p.scale(*pix, true, size, 4*size.X); err != nil {
		return err
	}
	for y := range size.Y {
		copy(rgbaRow(dst, y), (*pix)[4*size.X*y:])
	}
	return nil
}

// scale converts to rows of RGBA or RGB of the size given; dst has slack behind the last row.
func (p *Picture) scale(dst []byte, rgba bool, size image.Point, stride int) error {
	pixel := 3
	if rgba {
		pixel = 4
	}
	// libswscale works on 8 pixels at a time and leaves out the last ones when a row has no room for all 8.
	if room := (size.X + 7) &^ 7 * pixel; room > stride {
		wide := pixels.get(room*size.Y + slack)
		defer pixels.put(wide)
		if err := p.convertTo(*wide, rgba, size, room); err != nil {
			return err
		}
		for y := range size.Y {
			copy(dst[y*stride:][:size.X*pixel], (*wide)[y*room:])
		}
		return nil
	}
	return p.convertTo(dst, rgba, size, stride)
}

func (p *Picture) convertTo(dst []byte, rgba bool, size image.Point, stride int) error {
	err := p.use(func(frame *C.AVFrame, packed []byte) error {
		return p.scalers.run(scalerKey{p.colours(), rgba, size}, func(s *C.struct_SwsContext) C.int {
			return C.hs_scale(s, frame, start(packed), &p.info, start(dst), C.int(stride))
		})
	})
	if err != nil {
		return fmt.Errorf("convert picture: %w", err)
	}
	return nil
}

// colours is the part of info that a scaler depends on.
func (p *Picture) colours() C.hs_info {
	i := p.info
	i.pts, i.damaged = 0, 0
	return i
}

// YCbCr detaches the picture and returns its planes, shared and not to be modified. Mind that the standard library takes an
// image.YCbCr for full range BT.601, which the planes of a phone are not. Formats other than 4:2:0 with 8 bits give an error.
func (p *Picture) YCbCr() (*image.YCbCr, error) {
	if p.info.format != C.AV_PIX_FMT_YUV420P {
		return nil, errors.New("planes of picture: not 4:2:0 with 8 bits")
	}
	if err := p.Detach(); err != nil {
		return nil, err
	}
	size := p.Bounds().Size()
	align := func(n int) int { return (n + 31) &^ 31 }
	out := &image.YCbCr{
		YStride: align(size.X), CStride: align((size.X + 1) / 2),
		SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: p.Bounds(),
	}
	luma, chroma := out.YStride*size.Y, out.CStride*((size.Y+1)/2)
	out.Y, out.Cb, out.Cr = p.packed[:luma], p.packed[luma:luma+chroma], p.packed[luma+chroma:luma+2*chroma]
	return out, nil
}
