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

// ErrSize reports a picture whose sides are not even numbers from 2 to [MaxSide] (4:2:0 has one chroma sample for 2 × 2 pixels).
var ErrSize = errors.New("picture size not encodable")

// Encoder is a lossless H.264 encoder: constrained baseline profile, CAVLC, one reference, one slice, no deblocking.
// Macroblocks are skipped, moved by whole even pixels, predicted from their border without residual, or stored (I_PCM).
// Use it from one goroutine at a time.
type Encoder struct {
	opt     EncoderOptions
	size    image.Point
	restart bool
}

// NewEncoder returns an encoder that begins its first session with the first picture.
func NewEncoder(o EncoderOptions) *Encoder { return &Encoder{opt: o, restart: true} }

// Restart begins a new coded session with the next picture, as a phone's encoder does when it is set up again.
func (e *Encoder) Restart() { e.restart = true }

// Encode writes img as the next picture; key asks for an IDR picture. Alpha is ignored. The image is only read during the
// call, and the returned bytes are the caller's. A new size begins a new session by itself.
func (e *Encoder) Encode(img *image.RGBA, key bool) (Output, error) {
	size := img.Bounds().Size()
	if size.X < 2 || size.Y < 2 || size.X%2 != 0 || size.Y%2 != 0 || size.X > MaxSide || size.Y > MaxSide {
		return Output{}, fmt.Errorf("encode %d×%d: %w", size.X, size.Y, ErrSize)
	}
	return Output{}, errors.ErrUnsupported
}
