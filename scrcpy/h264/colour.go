package h264

import (
	"encoding/binary"
	"image"
	"math"
)

// Colour is how RGB relates to YUV. The zero value is what Android's encoders use: BT.709 in limited range.
type Colour struct {
	BT601 bool // the coefficients of BT.601 instead of BT.709
	Full  bool // samples span 0…255 instead of 16…235 (luma) and 16…240 (chroma)
}

// signal is the video_signal_type that names the colour.
func (c Colour) signal() SignalType {
	s := SignalType{FullRange: c.Full, Matrix: 1}
	if c.BT601 {
		s.Matrix = 6
	}
	return s
}

// matrix is a conversion in fixed point with 16 fractional bits. The luma weights add up to the luma span and the chroma weights to zero, so
// that grey stays exactly grey.
type matrix struct {
	yr, yg, yb, yOff int32
	ur, ug, ub       int32
	vr, vg, vb       int32
	chromaRound      int32
}

// matrix derives the fixed point numbers from the definition in ITU-R BT.709 §3 (BT.601 §2.5): Y = Kr·R + Kg·G + Kb·B,
// Cb = (B−Y) / 2(1−Kb), Cr = (R−Y) / 2(1−Kr).
func (c Colour) matrix() *matrix {
	kr, kb := 0.2126, 0.0722
	if c.BT601 {
		kr, kb = 0.299, 0.114
	}
	ySpan, cSpan, off := 219.0/255, 224.0/255, int32(16)
	if c.Full {
		ySpan, cSpan, off = 1, 1, 0
	}
	fix := func(f float64) int32 { return int32(math.Round(f * 65536)) }
	m := &matrix{yr: fix(kr * ySpan), yb: fix(kb * ySpan)}
	m.yg = fix(ySpan) - m.yr - m.yb
	m.ub, m.ur = fix(cSpan/2), fix(-kr*cSpan/2/(1-kb))
	m.ug = -m.ub - m.ur
	m.vr, m.vb = fix(cSpan/2), fix(-kb*cSpan/2/(1-kr))
	m.vg = -m.vr - m.vb
	m.yOff = off<<16 + 1<<15
	m.chromaRound = 128<<18 + 1<<17 // for sums of four pixels
	return m
}

func (m *matrix) luma(px uint32) byte {
	r, g, b := int32(px&0xff), int32(px>>8&0xff), int32(px>>16&0xff)
	return byte((m.yr*r + m.yg*g + m.yb*b + m.yOff) >> 16)
}

// chroma gives Cb and Cr of the average of four pixels. Rounding may reach 256 in full range, hence the limit.
func (m *matrix) chroma(p, q, r, s uint32) (cb, cr byte) {
	const even = 0x00ff00ff
	rb1, rb2 := p&even+q&even, r&even+s&even // red and blue, two sums in one word
	red, blue := int32(rb1&0xffff+rb2&0xffff), int32(rb1>>16+rb2>>16)
	green := int32(p>>8&0xff + q>>8&0xff + r>>8&0xff + s>>8&0xff)
	u := (m.ur*red + m.ug*green + m.ub*blue + m.chromaRound) >> 18
	v := (m.vr*red + m.vg*green + m.vb*blue + m.chromaRound) >> 18
	return byte(min(u, 255)), byte(min(v, 255))
}

// pairOfRows converts two pixel rows of an even width into two rows of luma and one of each chroma. Screens have long runs of
// one colour, so the samples of the last one-coloured block are kept.
func (m *matrix) pairOfRows(top, bottom []byte, y0, y1, cb, cr []byte) {
	const opaque = 0xff000000
	seen, seenY, seenCb, seenCr := uint32(0), byte(0), byte(0), byte(0)
	for x := range len(cb) {
		t, b := top[x*8:x*8+8], bottom[x*8:x*8+8]
		p, q := binary.LittleEndian.Uint32(t)|opaque, binary.LittleEndian.Uint32(t[4:])|opaque
		r, s := binary.LittleEndian.Uint32(b)|opaque, binary.LittleEndian.Uint32(b[4:])|opaque
		ya, yb := y0[2*x:2*x+2], y1[2*x:2*x+2]
		if p == q && r == s && p == r {
			if p != seen {
				seen, seenY = p, m.luma(p)
				seenCb, seenCr = m.chroma(p, p, p, p)
			}
			ya[0], ya[1], yb[0], yb[1] = seenY, seenY, seenY, seenY
			cb[x], cr[x] = seenCb, seenCr
			continue
		}
		ya[0], ya[1], yb[0], yb[1] = m.luma(p), m.luma(q), m.luma(r), m.luma(s)
		cb[x], cr[x] = m.chroma(p, q, r, s)
	}
}

// YUV converts img as [Encoder] does, to the last bit: a decoder of its stream shows these very planes. Both sides must be even.
// Mind that the standard library reads an image.YCbCr as full range BT.601, whatever c says.
func YUV(img *image.RGBA, c Colour) *image.YCbCr {
	r := image.Rectangle{Max: img.Bounds().Size()}
	out := image.NewYCbCr(r, image.YCbCrSubsampleRatio420)
	m := c.matrix()
	w := r.Dx()
	for y := 0; y < r.Dy(); y += 2 {
		yAt, cAt := y*out.YStride, y/2*out.CStride
		m.pairOfRows(pixelRow(img, y), pixelRow(img, y+1), out.Y[yAt:yAt+w], out.Y[yAt+out.YStride:][:w],
			out.Cb[cAt:cAt+w/2], out.Cr[cAt:cAt+w/2])
	}
	return out
}

// pixelRow is row y of img, counted from its top, 4 bytes a pixel.
func pixelRow(img *image.RGBA, y int) []byte {
	at := img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y+y)
	return img.Pix[at : at+4*img.Rect.Dx()]
}
