//go:build !cgo || nolibav

package av

import (
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// Built reports whether the C libraries are in this program.
const Built = false

// Available returns ErrNotBuilt.
func Available() error { return ErrNotBuilt }

// Decoder decodes video. This build has none.
type Decoder struct{}

// NewDecoder returns ErrNotBuilt.
func NewDecoder(codec string) (*Decoder, error) { return nil, ErrNotBuilt }

// Decode returns ErrNotBuilt.
func (d *Decoder) Decode(p scrcpy.Packet) (image.Image, error) { return nil, ErrNotBuilt }

// Close does nothing.
func (d *Decoder) Close() error { return nil }

// Picture is a decoded picture. This build makes none; the methods are those of the full build.
type Picture struct{}

// ColorModel is that of image.RGBA.
func (p *Picture) ColorModel() color.Model { return color.RGBAModel }

// Bounds is empty.
func (p *Picture) Bounds() image.Rectangle { return image.Rectangle{} }

// At is transparent black.
func (p *Picture) At(x, y int) color.Color { return color.RGBA{} }

// RGBA returns ErrNotBuilt.
func (p *Picture) RGBA() (*image.RGBA, error) { return nil, ErrNotBuilt }

// Draw returns ErrNotBuilt.
func (p *Picture) Draw(dst *image.RGBA) error { return ErrNotBuilt }

// PTS is zero.
func (p *Picture) PTS() time.Duration { return 0 }

// Damaged is false.
func (p *Picture) Damaged() bool { return false }

// Equal is false.
func (p *Picture) Equal(other image.Image) bool { return false }

// Detach returns ErrNotBuilt.
func (p *Picture) Detach() error { return ErrNotBuilt }

// Close does nothing.
func (p *Picture) Close() error { return nil }

// YCbCr returns ErrNotBuilt.
func (p *Picture) YCbCr() (*image.YCbCr, error) { return nil, ErrNotBuilt }

// WritePNG returns ErrNotBuilt.
func (p *Picture) WritePNG(w io.Writer) error { return ErrNotBuilt }

// WriteJPEG returns ErrNotBuilt.
func (p *Picture) WriteJPEG(w io.Writer, quality, maxEdge int) error { return ErrNotBuilt }

// Muxer writes MP4 files. This build has none.
type Muxer struct{}

// NewMuxer returns ErrNotBuilt.
func NewMuxer(w io.WriteSeeker, codec string, size image.Point, config []byte) (*Muxer, error) {
	return nil, ErrNotBuilt
}

// NewSoundMuxer returns ErrNotBuilt.
func NewSoundMuxer(w io.WriteSeeker, codec string, size image.Point, config, head []byte) (*Muxer, error) {
	return nil, ErrNotBuilt
}

// WriteSound returns ErrNotBuilt.
func (m *Muxer) WriteSound(p scrcpy.Packet) error { return ErrNotBuilt }

// Write returns ErrNotBuilt.
func (m *Muxer) Write(p scrcpy.Packet) error { return ErrNotBuilt }

// Finish returns ErrNotBuilt.
func (m *Muxer) Finish(end time.Duration) error { return ErrNotBuilt }

// Close returns ErrNotBuilt.
func (m *Muxer) Close() error { return ErrNotBuilt }

// compress writes img as a JPEG with the standard library.
func compress(w io.Writer, img *image.RGBA, quality int) error {
	if err := jpeg.Encode(w, img, &jpeg.Options{Quality: min(max(quality, 1), 100)}); err != nil {
		return fmt.Errorf("write JPEG: %w", err)
	}
	return nil
}
