//go:build cgo && !nolibav

package av

import (
	"bytes"
	"fmt"
	"image"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
)

func TestScratch(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 1080, 2400))
	for i := range img.Pix {
		img.Pix[i] = byte(i * i >> 8)
	}
	_ = bytes.Equal
	e := h264.NewEncoder(h264.EncoderOptions{})
	d, err := NewDecoder("h264")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		t0 := time.Now()
		o, err := e.Encode(img, false)
		if err != nil {
			t.Fatal(err)
		}
		dt := time.Since(t0)
		got, err := d.Decode(scrcpy.Packet{Data: append(o.Config, o.Data...), PTS: time.Duration(n + 1), Key: o.Key})
		if err != nil || got == nil {
			t.Fatal(err, got)
		}
		y, err := got.(*Picture).YCbCr()
		if err != nil {
			t.Fatal(err)
		}
		want := h264.YUV(img, h264.Colour{})
		for r := range 2400 {
			if !bytes.Equal(y.Y[r*y.YStride:][:1080], want.Y[r*want.YStride:][:1080]) {
				t.Fatal("frame", n, "row", r)
			}
		}
		fmt.Println(n, dt, len(o.Data), got.(*Picture).PTS())
		// scroll by 6 and change a bit
		copy(img.Pix[400*4320:1600*4320], append([]byte(nil), img.Pix[406*4320:1606*4320]...))
	}
}
