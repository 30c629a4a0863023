package h264

import (
	"errors"
	"image"
	"testing"
)

func TestPeek(t *testing.T) {
	t.Parallel()
	for _, o := range []EncoderOptions{{}, {Order: OrderStep4, InlineConfig: true, KeyInterval: 300}} {
		e := NewEncoder(o)
		img := image.NewRGBA(image.Rect(0, 0, 32, 32))
		var sets Sets
		for n := range 600 {
			out, err := e.Encode(img, false)
			if err != nil {
				t.Fatal(err)
			}
			if err := sets.Read(out.Config); err != nil {
				t.Fatal(err)
			}
			if out.Key && HasConfig(out.Data) != o.InlineConfig {
				t.Errorf("picture %d: parameter sets inside %v", n, HasConfig(out.Data))
			}
			got, err := sets.Peek(out.Data)
			since := n
			if o.KeyInterval > 0 {
				since = n % o.KeyInterval
			}
			want := Slice{Type: SliceP, FrameNum: uint32(since % 256), MaxFrameNum: 256, RefIDC: 2}
			if since == 0 {
				want.Type, want.IDR, want.RefIDC = SliceI, true, 3
			}
			if err != nil || got != want {
				t.Fatalf("picture %d: %+v, want %+v, error %v", n, got, want, err)
			}
		}
	}
}

func TestPeekErrors(t *testing.T) {
	t.Parallel()
	e := NewEncoder(EncoderOptions{})
	out, err := e.Encode(image.NewRGBA(image.Rect(0, 0, 32, 32)), false)
	if err != nil {
		t.Fatal(err)
	}
	var none, sets Sets
	if err := sets.Read(out.Config); err != nil {
		t.Fatal(err)
	}
	if none.SPS() != nil {
		t.Error("an SPS from nothing")
	}
	for name, f := range map[string]func() (Slice, error){
		"no sets":     func() (Slice, error) { return none.Peek(out.Data) },
		"empty":       func() (Slice, error) { return sets.Peek(nil) },
		"no slice":    func() (Slice, error) { return sets.Peek(out.Config) },
		"cut":         func() (Slice, error) { return sets.Peek(out.Data[:6]) },
		"broken sets": func() (Slice, error) { return sets.Peek([]byte{0, 0, 1, 0x67, 1}) },
		"broken PPS":  func() (Slice, error) { return sets.Peek([]byte{0, 0, 1, 0x68, 0}) },
	} {
		if s, err := f(); !errors.Is(err, ErrSyntax) || s != (Slice{}) {
			t.Errorf("%s: %+v, error %v", name, s, err)
		}
	}
}

func FuzzPeek(f *testing.F) {
	e := NewEncoder(EncoderOptions{InlineConfig: true})
	for range 2 {
		out, err := e.Encode(image.NewRGBA(image.Rect(0, 0, 32, 32)), false)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(out.Data)
	}
	f.Fuzz(func(t *testing.T, unit []byte) {
		sets := Sets{}
		sets.Read(NewEncoder(EncoderOptions{}).mustConfig(image.Pt(32, 32)))
		s, err := sets.Peek(unit)
		if err == nil && (s.FrameNum >= s.MaxFrameNum || s.Type > SliceSI || s.RefIDC > 3) {
			t.Errorf("%+v", s)
		}
		HasConfig(unit)
	})
}
