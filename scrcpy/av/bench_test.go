//go:build cgo && !nolibav

package av

import (
	"bytes"
	"image"
	"io"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// BenchmarkPicture times what a request for a screenshot costs once the frame is decoded.
func BenchmarkPicture(b *testing.B) {
	s, d := newStream(h264.EncoderOptions{}), decoderFor(b, "h264")
	pic := feed(b, d, s.next(b, scene.List(scene.Portrait, 0), false)...)
	rgba, err := pic.RGBA()
	if err != nil {
		b.Fatal(err)
	}
	dst := image.NewRGBA(rgba.Rect)
	var buf bytes.Buffer
	for _, c := range []struct {
		name string
		f    func() error
	}{
		{"RGBA", func() error { return pic.Draw(dst) }},
		{"PNG", func() error { return pic.WritePNG(io.Discard) }},
		{"PNG of image.RGBA", func() error { return EncodePNG(io.Discard, rgba) }},
		{"JPEG 80", func() error { return pic.WriteJPEG(&buf, 80, 0) }},
		{"JPEG 80, 1200", func() error { return pic.WriteJPEG(&buf, 80, 1200) }},
		{"JPEG 70, 600", func() error { return pic.WriteJPEG(&buf, 70, 600) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if buf.Reset(); c.f() != nil {
					b.Fatal(c.f())
				}
			}
		})
	}
}
