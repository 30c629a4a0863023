package screend

import (
	"bytes"
	"encoding/binary"
	"image"
)

// scaler shrinks or stretches pictures of one size to another, bilinearly as a phone's GPU does. It draws again only
// what differs from the picture before, since most changes of a screen are small.
type scaler struct {
	dst     *image.RGBA
	columns []tap
	rows    []tap
	last    *image.RGBA // what dst shows
}

// tap is where a pixel of the result comes from along one axis: weight/256 of the second, the rest of the first.
type tap struct {
	first, second int
	weight        uint64
}

func newScaler(from, to image.Point) *scaler {
	return &scaler{dst: image.NewRGBA(image.Rectangle{Max: to}), columns: taps(from.X, to.X), rows: taps(from.Y, to.Y)}
}

// taps puts the centre of each pixel of the result on the axis of the source.
func taps(from, to int) []tap {
	out := make([]tap, to)
	for i := range out {
		at := ((2*i+1)*from*256/to - 256) / 2 // in 1/256
		at = max(0, min(at, (from-1)*256))
		out[i] = tap{first: at >> 8, second: min(at>>8+1, from-1), weight: uint64(at & 255)}
	}
	return out
}

// scale returns the result for img, whose size is the scaler's. The result is valid until the next call.
func (s *scaler) scale(img *image.RGBA) *image.RGBA {
	for y, t := range s.rows {
		if s.last != nil && sameRow(img, s.last, t.first) && sameRow(img, s.last, t.second) {
			continue
		}
		s.row(s.dst.Pix[y*s.dst.Stride:], row(img, t.first), row(img, t.second), t.weight)
	}
	s.last = img
	return s.dst
}

func row(img *image.RGBA, y int) []byte {
	return img.Pix[y*img.Stride : y*img.Stride+4*img.Rect.Dx()]
}

func sameRow(a, b *image.RGBA, y int) bool { return bytes.Equal(row(a, y), row(b, y)) }

func (s *scaler) row(dst, top, bottom []byte, weight uint64) {
	for x, t := range s.columns {
		a := blend(pixel(top, t.first), pixel(top, t.second), t.weight)
		b := blend(pixel(bottom, t.first), pixel(bottom, t.second), t.weight)
		v := blend(a, b, weight)
		binary.LittleEndian.PutUint32(dst[4*x:], uint32(v)|uint32(v>>32)<<8)
	}
}

const lanes = 0x00ff_00ff_00ff_00ff

// pixel spreads the four channels of a pixel over 64 bits.
func pixel(row []byte, x int) uint64 {
	v := uint64(binary.LittleEndian.Uint32(row[4*x:]))
	return (v | v>>8<<32) & lanes
}

// blend mixes two pixels, all channels at once.
func blend(a, b, weight uint64) uint64 {
	const half = 0x0080_0080_0080_0080
	return (a*(256-weight) + b*weight + half) >> 8 & lanes
}
