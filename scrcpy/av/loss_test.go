//go:build cgo && !nolibav

package av

import (
	"errors"
	"image"
	"testing"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/fixture/scene"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// sessionOf encodes pictures in one session and returns configuration and pictures apart.
func sessionOf(t *testing.T, o h264.EncoderOptions, pictures []*image.RGBA) (config scrcpy.Packet, rest []scrcpy.Packet) {
	t.Helper()
	s := newStream(o)
	for _, img := range pictures {
		rest = append(rest, s.next(t, img, false)...)
	}
	return rest[0], rest[1:]
}

// What the decoder does about loss is the ground that the pipeline stands on (video-pipeline §3.5).
func TestLoss(t *testing.T) {
	t.Parallel()
	screens := someScreens(12)
	open := func(t *testing.T, o h264.EncoderOptions) (*Decoder, scrcpy.Packet, []scrcpy.Packet) {
		config, rest := sessionOf(t, o, screens)
		return decoderFor(t, "h264"), config, rest
	}
	t.Run("no key frame", func(t *testing.T) {
		t.Parallel()
		d, config, rest := open(t, h264.EncoderOptions{})
		if pic := feed(t, d, config, rest[3], rest[4]); pic != nil && !pic.Damaged() {
			t.Errorf("a sound picture came from nothing")
		}
	})
	t.Run("no configuration", func(t *testing.T) {
		t.Parallel()
		d, _, rest := open(t, h264.EncoderOptions{})
		if img, err := d.Decode(rest[0]); err == nil || img != nil {
			t.Errorf("picture %v, error %v", img, err)
		}
	})
	t.Run("missing packet is not noticed", func(t *testing.T) {
		t.Parallel()
		d, config, rest := open(t, h264.EncoderOptions{})
		pic := feed(t, d, config, rest[0], rest[1], rest[2], rest[4])
		if pic == nil || pic.Damaged() {
			t.Errorf("picture %v damaged %v: the decoder got better, the pipeline may trust it", pic != nil, pic.Damaged())
		}
	})
	t.Run("damaged packet is flagged", func(t *testing.T) {
		t.Parallel()
		packets, err := clip.High()
		if err != nil {
			t.Fatal(err)
		}
		patch(t, packets)
		key := packets[1]
		key.Data = append([]byte(nil), key.Data...)
		for i := len(key.Data) / 2; i < len(key.Data)/2+200; i++ {
			key.Data[i] ^= 0x5a
		}
		d := decoderFor(t, "h264")
		img, err := d.Decode(packets[0])
		if img != nil || err != nil {
			t.Fatal(img, err)
		}
		img, err = d.Decode(key)
		if pic, ok := img.(*Picture); err == nil && (!ok || !pic.Damaged()) {
			t.Errorf("no error and no flag")
		}
	})
	t.Run("truncated packet is flagged", func(t *testing.T) {
		t.Parallel()
		d, config, rest := open(t, h264.EncoderOptions{})
		feed(t, d, config)
		cut := rest[0]
		cut.Data = cut.Data[:len(cut.Data)/2]
		img, err := d.Decode(cut)
		if pic, ok := img.(*Picture); err == nil && (!ok || !pic.Damaged()) {
			t.Errorf("no error and no flag")
		}
	})
	t.Run("jump to a key frame", func(t *testing.T) {
		t.Parallel()
		d, config, rest := open(t, h264.EncoderOptions{KeyInterval: 6})
		samePlanes(t, feed(t, d, config, rest[0], rest[1], rest[6]), screens[6], h264.Colour{})
		samePlanes(t, feed(t, d, rest[7]), screens[7], h264.Colour{})
	})
}

// A session of another size needs no new decoder, and the very next picture has the new size.
func TestRotation(t *testing.T) {
	t.Parallel()
	s, d := newStream(h264.EncoderOptions{Order: h264.OrderStep4}), decoderFor(t, "h264")
	for n, size := range []image.Point{{360, 640}, {640, 360}, {640, 360}, {360, 640}, {720, 1600}} {
		img := scene.Typing(size, n)
		samePlanes(t, feed(t, d, s.next(t, img, false)...), img, h264.Colour{})
	}
}

// A reset begins a new session of the same size.
func TestReset(t *testing.T) {
	t.Parallel()
	s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
	for n, img := range someScreens(9) {
		if n%4 == 3 {
			s.enc.Restart()
		}
		packets := s.next(t, img, false)
		if wantConfig := n == 0 || n%4 == 3; packets[0].Config != wantConfig {
			t.Fatalf("frame %d: configuration %t", n, packets[0].Config)
		}
		samePlanes(t, feed(t, d, packets...), img, h264.Colour{})
	}
}

func TestDecodeAfterClose(t *testing.T) {
	t.Parallel()
	s, d := newStream(h264.EncoderOptions{}), decoderFor(t, "h264")
	img := someScreens(1)[0]
	pic := feed(t, d, s.next(t, img, false)...)
	d.Close()
	d.Close()
	if _, err := d.Decode(scrcpy.Packet{Data: []byte{1}}); !errors.Is(err, ErrClosed) {
		t.Errorf("Decode after Close: %v", err)
	}
	if _, err := pic.RGBA(); err != nil {
		t.Errorf("a picture must survive its decoder: %v", err)
	}
	samePlanes(t, pic, img, h264.Colour{})
}
