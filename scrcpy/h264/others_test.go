package h264_test

import (
	"image"
	"testing"

	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// Streams that other encoders wrote.
func TestParseSPSOfOthers(t *testing.T) {
	t.Parallel()
	high, err := clip.High()
	if err != nil {
		t.Fatal(err)
	}
	var sets h264.Sets
	if err := sets.Read(high[0].Data); err != nil {
		t.Fatal(err)
	}
	s := sets.SPS()
	if s.Size != image.Pt(1080, 2400) || s.Profile != 100 || s.Codec() != "avc1.640033" || !s.FrameMBsOnly {
		t.Errorf("%+v, codec %s", s, s.Codec())
	}
	if s.Colour != nil && (s.Colour.FullRange || s.Colour.Matrix == 6) {
		t.Errorf("colour %+v", *s.Colour)
	}
}

func TestPeekOthers(t *testing.T) {
	t.Parallel()
	packets, err := clip.BFrames()
	if err != nil {
		t.Fatal(err)
	}
	var sets h264.Sets
	if err := sets.Read(packets[0].Data); err != nil {
		t.Fatal(err)
	}
	kinds := ""
	for _, p := range packets[1:] {
		s, err := sets.Peek(p.Data)
		if err != nil || s.IDR != p.Key || s.FirstMB != 0 {
			t.Fatalf("%+v, key %v, error %v", s, p.Key, err)
		}
		kinds += s.Type.String()
	}
	if kinds[:7] != "IPBBPBB" {
		t.Errorf("slices %s", kinds)
	}
}
