//go:build cgo && !nolibav

package av

import (
	"bytes"
	"image"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// stream turns pictures into packets as a phone would: a configuration, patched here for zero delay, in front of each session.
type stream struct {
	enc   *h264.Encoder
	clock time.Duration
	plain bool // leave the configuration as it is
}

func newStream(o h264.EncoderOptions) *stream {
	return &stream{enc: h264.NewEncoder(o), clock: time.Hour}
}

// next encodes one picture.
func (s *stream) next(t testing.TB, img *image.RGBA, key bool) []scrcpy.Packet {
	t.Helper()
	out, err := s.enc.Encode(img, key)
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	var packets []scrcpy.Packet
	if out.Config != nil {
		packets = append(packets, scrcpy.Packet{Config: true, Data: out.Config})
	}
	s.clock += 16 * time.Millisecond
	packets = append(packets, scrcpy.Packet{PTS: s.clock, Key: out.Key, Data: out.Data})
	if !s.plain {
		patch(t, packets)
	}
	return packets
}

// patch rewrites the parameter sets of all packets for zero delay.
func patch(t testing.TB, packets []scrcpy.Packet) {
	t.Helper()
	for i, p := range packets {
		if p.Config || p.Key {
			data, err := h264.PatchConfig(p.Data)
			if err != nil {
				t.Fatalf("patch: %v", err)
			}
			packets[i].Data = data
		}
	}
}

// decoderFor opens a decoder that is closed with the test.
func decoderFor(t testing.TB, codec string) *Decoder {
	t.Helper()
	d, err := NewDecoder(codec)
	if err != nil {
		t.Fatalf("NewDecoder(%q): %v", codec, err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// feed decodes packets and returns the picture of the last one, nil when none came.
func feed(t testing.TB, d *Decoder, packets ...scrcpy.Packet) *Picture {
	t.Helper()
	var last *Picture
	for _, p := range packets {
		img, err := d.Decode(p)
		if err != nil {
			t.Fatalf("decode packet at %v: %v", p.PTS, err)
		}
		last, _ = img.(*Picture)
	}
	return last
}

// samePlanes fails unless the picture shows exactly the planes that img converts to.
func samePlanes(t testing.TB, got *Picture, img *image.RGBA, c h264.Colour) {
	t.Helper()
	if got == nil {
		t.Fatal("no picture came out")
	}
	have, err := got.YCbCr()
	if err != nil {
		t.Fatal(err)
	}
	want := h264.YUV(img, c)
	if have.Rect != want.Rect {
		t.Fatalf("size %v, want %v", have.Rect, want.Rect)
	}
	w := want.Rect.Dx()
	for y := range want.Rect.Dy() {
		if !bytes.Equal(have.Y[y*have.YStride:][:w], want.Y[y*want.YStride:][:w]) {
			t.Fatalf("luma differs in row %d", y)
		}
		h, k := y/2*have.CStride, y/2*want.CStride
		if !bytes.Equal(have.Cb[h:h+w/2], want.Cb[k:k+w/2]) || !bytes.Equal(have.Cr[h:h+w/2], want.Cr[k:k+w/2]) {
			t.Fatalf("chroma differs in row %d", y/2)
		}
	}
}
