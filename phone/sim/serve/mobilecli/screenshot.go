package mobilecli

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"math"
)

// screenshot is what is asked of a picture.
type screenshot struct {
	Format  string
	Quality *int
	Scale   *float64
	MaxSize int // of the longer side; 0: any
}

func (o screenshot) take(img *image.RGBA) (any, error) {
	size := img.Bounds().Size()
	scale := 1.0
	if o.Scale != nil {
		scale = *o.Scale
	}
	if longer := max(size.X, size.Y); o.MaxSize > 0 && float64(longer)*scale > float64(o.MaxSize) {
		scale = float64(o.MaxSize) / float64(longer)
	}
	if !(scale > 0 && scale <= 1) {
		return nil, &rpcError{codeParams, fmt.Sprintf("Invalid scale: %v", scale)}
	}
	if scale < 1 {
		img = shrink(img, image.Pt(max(1, int(math.Round(float64(size.X)*scale))), max(1, int(math.Round(float64(size.Y)*scale)))))
	}
	var b bytes.Buffer
	if err := o.encode(&b, img); err != nil {
		return nil, err
	}
	return map[string]any{"data": base64.StdEncoding.EncodeToString(b.Bytes())}, nil
}

func (o screenshot) encode(b *bytes.Buffer, img image.Image) error {
	if o.Format != "jpeg" {
		return png.Encode(b, img)
	}
	quality := 90
	if o.Quality != nil {
		quality = *o.Quality
	}
	return jpeg.Encode(b, img, &jpeg.Options{Quality: quality})
}

// shrink makes each pixel the mean of those that it stands for.
func shrink(img *image.RGBA, to image.Point) *image.RGBA {
	from := img.Bounds().Size()
	out := image.NewRGBA(image.Rectangle{Max: to})
	for y := range to.Y {
		top, bottom := y*from.Y/to.Y, max((y+1)*from.Y/to.Y, y*from.Y/to.Y+1)
		for x := range to.X {
			left, right := x*from.X/to.X, max((x+1)*from.X/to.X, x*from.X/to.X+1)
			var sum [4]int
			for v := top; v < bottom; v++ {
				row := img.Pix[v*img.Stride:]
				for u := left; u < right; u++ {
					for c := range sum {
						sum[c] += int(row[4*u+c])
					}
				}
			}
			n, at := (bottom-top)*(right-left), out.PixOffset(x, y)
			for c := range sum {
				out.Pix[at+c] = uint8((sum[c] + n/2) / n)
			}
		}
	}
	return out
}
