package openai

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif" // pictures of tools may be of any kind the standard library reads
	"image/jpeg"
	_ "image/png"

	"github.com/disintegration/imaging"

	"github.com/handset-agent/handset/providers"
)

// maxPixels bounds what is decoded to make it smaller.
const maxPixels = 100 << 20

// imageParts makes content parts of pictures, each fitted to the limits first (F-049).
func imageParts(images []providers.Image, l Limits) []any {
	var out []any
	for _, img := range images {
		fitted, note, ok := fit(img, l)
		if note != "" {
			out = append(out, textPart(note))
		}
		if ok {
			url := "data:" + fitted.MIME + ";base64," + base64.StdEncoding.EncodeToString(fitted.Data)
			out = append(out, map[string]any{"type": "image_url", "image_url": map[string]any{"url": url}})
		}
	}
	return out
}

func textPart(s string) map[string]any { return map[string]any{"type": "text", "text": s} }

// fit makes a picture keep the limits. Other sides are told to the model in a note, since its points refer to them; a picture that
// cannot be read is sent as it is when it is small enough, and left out with a note otherwise.
func fit(img providers.Image, l Limits) (out providers.Image, note string, ok bool) {
	config, _, err := image.DecodeConfig(bytes.NewReader(img.Data))
	if err != nil {
		if len(img.Data) <= l.Bytes {
			return img, "", true
		}
		return img, "(a picture was left out: it is too large to send)", false
	}
	if max(config.Width, config.Height) <= l.Side && len(img.Data) <= l.Bytes {
		return img, "", true
	}
	if config.Width*config.Height > maxPixels {
		return img, "(a picture was left out: it is too large to send)", false
	}
	pic, _, err := image.Decode(bytes.NewReader(img.Data))
	if err != nil {
		return img, "(a picture was left out: it cannot be read)", false
	}
	for side := min(l.Side, max(config.Width, config.Height)); side >= 64; side = side * 3 / 4 {
		small := pic
		if max(config.Width, config.Height) > side {
			small = imaging.Fit(pic, side, side, imaging.Linear)
		}
		var b bytes.Buffer
		if jpeg.Encode(&b, small, &jpeg.Options{Quality: 80}) != nil || b.Len() > l.Bytes {
			continue
		}
		if size := small.Bounds().Size(); size.X != config.Width || size.Y != config.Height {
			note = fmt.Sprintf("(this picture was made smaller, from %d×%d to %d×%d pixels)", config.Width, config.Height, size.X, size.Y)
		}
		return providers.Image{MIME: "image/jpeg", Data: b.Bytes()}, note, true
	}
	return img, "(a picture was left out: it is too large to send)", false
}

// keepImages says for each message how many of its last pictures are sent, when only the newest n of a conversation are.
func keepImages(messages []providers.Message, n int) []int {
	keep := make([]int, len(messages))
	for i := len(messages) - 1; i >= 0; i-- {
		keep[i] = min(n, len(messages[i].Images))
		n -= keep[i]
	}
	return keep
}
