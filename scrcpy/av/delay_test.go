//go:build cgo && !nolibav

package av

import (
	"errors"
	"fmt"
	"image"
	"sync"
	"testing"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// delays feeds packets and returns how many pictures did not come out of the call their own packet went into, and the size of
// the last one.
func delays(d *Decoder, packets []scrcpy.Packet) (late, pictures int, size image.Point, err error) {
	for _, p := range packets {
		img, failed := d.Decode(p)
		err = errors.Join(err, failed)
		if p.Config {
			continue
		}
		pictures++
		pic, ok := img.(*Picture)
		if !ok || pic.PTS() != p.PTS {
			late++
		}
		if ok {
			size = pic.Bounds().Size()
		}
	}
	return late, pictures, size, err
}

// someScreens are small and change now and then; there are up to 20.
func someScreens(n int) []*image.RGBA { return typedScreens()[:n] }

var typedScreens = sync.OnceValue(func() []*image.RGBA {
	var out []*image.RGBA
	for i := range 20 {
		out = append(out, scene.Typing(image.Pt(360, 640), i/3))
	}
	return out
})

// variant is one of the streams that real encoders write, with whether it would be late without the patch.
type variant struct {
	opt  h264.EncoderOptions
	late bool
}

func variants() []variant {
	var out []variant
	for _, order := range []h264.Order{h264.OrderDecode, h264.OrderStep2, h264.OrderStep4} {
		for _, reorder := range []h264.Reorder{h264.ReorderUnsaid, h264.ReorderNone, h264.ReorderOne} {
			for _, inline := range []bool{false, true} {
				late := reorder == h264.ReorderOne || order == h264.OrderStep4 && reorder == h264.ReorderUnsaid
				out = append(out, variant{h264.EncoderOptions{Order: order, Reorder: reorder, InlineConfig: inline, SayColour: inline, KeyInterval: 9}, late})
			}
		}
	}
	return out
}

// Every picture comes out with its packet (video-pipeline §3.3), without draining.
func TestZeroDelay(t *testing.T) {
	t.Parallel()
	for _, v := range variants() {
		t.Run(fmt.Sprintf("%+v", v.opt), func(t *testing.T) {
			t.Parallel()
			for _, plain := range []bool{false, true} {
				s := newStream(v.opt)
				s.plain = plain
				var packets []scrcpy.Packet
				for _, img := range someScreens(20) {
					packets = append(packets, s.next(t, img, false)...)
				}
				late, pictures, _, err := delays(decoderFor(t, "h264"), packets)
				if err != nil || pictures != 20 {
					t.Fatalf("%d pictures, error %v", pictures, err)
				}
				if wantLate := plain && v.late; late > 0 != wantLate {
					t.Errorf("unpatched %t: %d of %d pictures late", plain, late, pictures)
				}
			}
		})
	}
}

// The same for what other encoders write.
func TestZeroDelayClips(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		codec string
		load  func() ([]scrcpy.Packet, error)
		size  image.Point
	}{
		{"h264", clip.High, image.Pt(1080, 2400)},
		{"h265", clip.H265, image.Pt(320, 640)},
		{"av1", clip.AV1, image.Pt(320, 640)},
	} {
		t.Run(c.codec, func(t *testing.T) {
			t.Parallel()
			packets, err := c.load()
			if err != nil {
				t.Fatal(err)
			}
			if c.codec == "h264" {
				patch(t, packets)
			}
			late, pictures, size, err := delays(decoderFor(t, c.codec), packets)
			if err != nil || pictures < 10 || late > 0 || size != c.size {
				t.Errorf("%d of %d pictures late, size %v, error %v", late, pictures, size, err)
			}
		})
	}
}

// With B pictures the patch is wrong: they come out in decoding order, and without it one picture is always held back.
func TestBFramesAreLate(t *testing.T) {
	t.Parallel()
	packets, err := clip.BFrames()
	if err != nil {
		t.Fatal(err)
	}
	late, pictures, _, err := delays(decoderFor(t, "h264"), packets)
	if err != nil || pictures != 30 || late < 20 {
		t.Errorf("%d of %d pictures late, error %v", late, pictures, err)
	}
}

func TestUnknownCodec(t *testing.T) {
	t.Parallel()
	if d, err := NewDecoder("vp8"); err == nil {
		d.Close()
		t.Error("no error")
	}
}
