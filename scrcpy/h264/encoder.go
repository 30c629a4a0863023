package h264

import (
	"errors"
	"fmt"
	"image"
)

// Order says how pictures are numbered for output (pic_order_cnt_type, §8.2.1). Real encoders differ here, and the
// choice decides whether a decoder believes that pictures may come out of order.
type Order int

// The numberings.
const (
	OrderDecode Order = iota // type 2: output order is decoding order
	OrderStep2               // type 0, counting up by 2
	OrderStep4               // type 0, counting up by 4, as encoders do that derive the number from time or skip pictures
)

// Reorder says what the VUI tells about reordering (max_num_reorder_frames, §E.2.1).
type Reorder int

// The promises.
const (
	ReorderUnsaid Reorder = iota // no bitstream_restriction
	ReorderNone                  // a restriction that says 0
	ReorderOne                   // a restriction that says 1, although no picture is ever out of order
)

// EncoderOptions are the switches of an [Encoder]. The zero value writes what most phones write: limited range BT.709, one
// key picture at the start of each session, parameter sets apart from the pictures.
type EncoderOptions struct {
	Order        Order
	Reorder      Reorder
	KeyInterval  int    // a key picture at least every so many pictures; 0: only at the start of a session and when asked for
	InlineConfig bool   // write SPS and PPS in front of each key picture, too
	Colour       Colour // how RGB becomes YUV
	SayColour    bool   // name the colour in the VUI; phones often do not
}

// Output is what one picture became.
type Output struct {
	Config []byte // SPS and PPS, 4-byte start codes; set only for the first picture of a coded session
	Data   []byte // one access unit
	Key    bool   // an IDR picture
}

// MaxSide is the longest side in pixels that [Encoder] takes.
const MaxSide = 8192

// maxMBs is MaxFS of the highest level (table A-1).
const maxMBs = 139264

// ErrSize reports a picture whose sides are not even numbers from 2 to [MaxSide] (4:2:0 has one chroma sample for 2 × 2
// pixels), or whose area is beyond the highest level of H.264.
var ErrSize = errors.New("picture size not encodable")

// Encoder is a lossless H.264 encoder: constrained baseline profile, CAVLC, one reference, one slice, no deblocking.
// Macroblocks are skipped, moved up or down by whole even pixels, predicted from their border without residual, or stored (I_PCM).
// Use it from one goroutine at a time.
type Encoder struct {
	opt     EncoderOptions
	matrix  *matrix
	restart bool

	pic     *picture // nil before the first session
	headers headers
	config  []byte
	sinceID int    // pictures since the last IDR
	idrID   uint32 // idr_pic_id: differs between neighbouring IDRs
}

// NewEncoder returns an encoder that begins its first session with the first picture.
func NewEncoder(o EncoderOptions) *Encoder {
	return &Encoder{opt: o, matrix: o.Colour.matrix(), restart: true}
}

// Restart begins a new coded session with the next picture, as a phone's encoder does when it is set up again.
func (e *Encoder) Restart() { e.restart = true }

// Encode writes img as the next picture; key asks for an IDR picture. Alpha is ignored. The image is only read during the
// call, and the returned bytes are the caller's. A new size begins a new session by itself.
func (e *Encoder) Encode(img *image.RGBA, key bool) (Output, error) {
	size := img.Bounds().Size()
	if !encodable(size) {
		return Output{}, fmt.Errorf("encode %d×%d: %w", size.X, size.Y, ErrSize)
	}
	var out Output
	if e.restart || e.pic == nil || e.pic.size != size {
		e.begin(size)
		out.Config = append([]byte(nil), e.config...)
	}
	out.Key = key || e.sinceID == 0 || e.opt.KeyInterval > 0 && e.sinceID >= e.opt.KeyInterval
	e.pic.load(img, e.matrix)
	if out.Key {
		e.sinceID = 0
		e.idrID ^= 1
	}
	head := e.headers.slice(out.Key, e.sinceID, e.idrID)
	if out.Key && e.opt.InlineConfig {
		out.Data = append(out.Data, e.config...)
	}
	if out.Key {
		out.Data = appendNAL(out.Data, 3<<5|nalIDR, e.pic.intra(head))
	} else {
		out.Data = appendNAL(out.Data, 2<<5|nalSlice, e.pic.inter(head))
	}
	e.pic.keep()
	e.sinceID++
	return out, nil
}

func encodable(s image.Point) bool {
	even := s.X%2 == 0 && s.Y%2 == 0
	mbs := ((s.X + 15) / 16) * ((s.Y + 15) / 16)
	return even && s.X >= 2 && s.Y >= 2 && s.X <= MaxSide && s.Y <= MaxSide && mbs <= maxMBs
}

// begin sets up a new coded session.
func (e *Encoder) begin(size image.Point) {
	e.restart = false
	e.sinceID = 0
	if e.pic == nil || e.pic.size != size {
		e.pic = newPicture(size)
	}
	e.headers = headers{opt: e.opt, size: size, mbs: e.pic.mbs}
	e.config = e.headers.config()
}
