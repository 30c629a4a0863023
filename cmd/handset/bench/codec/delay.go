package codec

import (
	"bytes"
	"context"
	"fmt"
	"image"

	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// delayRatios counts, over every way that phones number their pictures, how many pictures come out with their own packet, and how many
// show the very samples that went in.
func delayRatios(ctx context.Context) ([]Ratio, error) {
	size := image.Pt(360, 640)
	var screens []*image.RGBA
	for n := range 12 {
		screens = append(screens, scene.Typing(size, n/2))
	}
	for n := range 4 {
		screens = append(screens, scene.List(size, 30*n), scene.Video(size, n))
	}
	total, prompt, exact := 0, 0, 0
	for _, order := range []h264.Order{h264.OrderDecode, h264.OrderStep2, h264.OrderStep4} {
		for _, reorder := range []h264.Reorder{h264.ReorderUnsaid, h264.ReorderNone, h264.ReorderOne} {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p, e, err := checkStream(h264.EncoderOptions{Order: order, Reorder: reorder, KeyInterval: 7}, screens)
			if err != nil {
				return nil, err
			}
			total, prompt, exact = total+len(screens), prompt+p, exact+e
		}
	}
	share := func(name string, n int) Ratio {
		return Ratio{Name: name, Got: float64(n) / float64(total), Want: 1, AtLeast: true, Unit: "of 1", Note: fmt.Sprintf("%d of %d", n, total)}
	}
	return []Ratio{share("frames that come out with their own packet", prompt), share("frames decoded to the very samples encoded", exact)}, nil
}

func checkStream(o h264.EncoderOptions, screens []*image.RGBA) (prompt, exact int, err error) {
	packets, err := session(o, screens...)
	if err != nil {
		return 0, 0, err
	}
	d, err := av.NewDecoder("h264")
	if err != nil {
		return 0, 0, err
	}
	defer d.Close()
	n := -1
	for _, p := range packets {
		img, err := d.Decode(p)
		if err != nil {
			return 0, 0, err
		}
		if p.Config {
			continue
		}
		n++
		pic, ok := img.(*av.Picture)
		if !ok {
			continue
		}
		if pic.PTS() == p.PTS {
			prompt++
		}
		planes, err := pic.YCbCr()
		if err != nil {
			return 0, 0, err
		}
		if samePlanes(planes, h264.YUV(screens[n], o.Colour)) {
			exact++
		}
	}
	return prompt, exact, nil
}

func samePlanes(a, b *image.YCbCr) bool {
	if a.Rect != b.Rect {
		return false
	}
	w := a.Rect.Dx()
	for y := range a.Rect.Dy() {
		c, d := y/2*a.CStride, y/2*b.CStride
		if !bytes.Equal(a.Y[y*a.YStride:][:w], b.Y[y*b.YStride:][:w]) ||
			!bytes.Equal(a.Cb[c:c+w/2], b.Cb[d:d+w/2]) || !bytes.Equal(a.Cr[c:c+w/2], b.Cr[d:d+w/2]) {
			return false
		}
	}
	return true
}
