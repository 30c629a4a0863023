package av

import (
	"image"
	"image/png"
	"io"
)

// EncodePNG writes img as a PNG of 8-bit RGB; alpha is dropped, as screens have none.
func EncodePNG(w io.Writer, img image.Image) error {
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	return enc.Encode(w, img)
}
