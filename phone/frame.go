package phone

import (
	"image"
	"image/png"
	"io"
	"time"
)

// Frame is one picture of a display. It never changes after it was handed out.
type Frame struct {
	Seq      uint64      // grows only when the picture differs from the one before
	At       time.Time   // when the picture reached the workstation
	Size     image.Point // of the display in the current orientation; equals Image.Bounds().Size() unless Scale says otherwise
	Rotation int         // quarter turns counter-clockwise from the natural orientation, 0…3 (Android Surface.ROTATION_*)
	Display  int
	Source   string      // "stream" or "screencap"
	Tainted  bool        // decoded after a loss that no key frame has healed yet
	Black    bool        // really black: the phone is on, not locked, and the window in front does not forbid capture
	Image    image.Image // may convert lazily; safe for concurrent reading
}

// Encoder is implemented by images that can write themselves faster than the standard encoders.
type Encoder interface {
	WritePNG(w io.Writer) error
	// WriteJPEG scales so that the longer side is at most maxEdge (0: as it is) and writes a JPEG of the quality 1…100.
	WriteJPEG(w io.Writer, quality, maxEdge int) error
}

// WritePNG writes the whole picture losslessly as it was received.
func (f *Frame) WritePNG(w io.Writer) error {
	if e, ok := f.Image.(Encoder); ok {
		return e.WritePNG(w)
	}
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	return enc.Encode(w, f.Image)
}
