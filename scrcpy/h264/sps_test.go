package h264

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"testing"
)

// spsSpec says what a made-up SPS holds.
type spsSpec struct {
	profile    uint8
	chroma     uint32 // chroma_format_idc, for profiles that say it
	lists      bool   // scaling lists
	order      uint32
	fields     bool
	crop       bool
	vui        bool
	extendedAR bool
	colour     bool
	hrd        bool
	reorder    int // -1: no restriction
	refs       uint32
}

// unit writes the SPS NAL unit without start code.
func (c spsSpec) unit() []byte {
	w := &bitWriter{}
	w.u(8, uint32(c.profile))
	w.u(8, 0)
	w.u(8, 40)
	w.ue(0)
	if hasChroma(c.profile) {
		w.ue(c.chroma)
		if c.chroma == 3 {
			w.flag(false)
		}
		w.ue(0)
		w.ue(0)
		w.flag(false)
		w.flag(c.lists)
		if c.lists {
			c.writeLists(w)
		}
	}
	w.ue(4) // log2_max_frame_num 8
	w.ue(c.order)
	switch c.order {
	case 0:
		w.ue(2)
	case 1:
		w.flag(false)
		w.se(-3)
		w.se(5)
		w.ue(2)
		w.se(1)
		w.se(-1)
	}
	w.ue(c.refs)
	w.flag(false)
	w.ue(44) // 720
	w.ue(79) // 1280
	w.flag(!c.fields)
	if c.fields {
		w.flag(true)
	}
	w.flag(true)
	w.flag(c.crop)
	if c.crop {
		w.ue(1)
		w.ue(2)
		w.ue(0)
		w.ue(3)
	}
	w.flag(c.vui)
	if c.vui {
		c.writeVUI(w)
	}
	w.trailing()
	return appendEscaped([]byte{0x67}, w.b)
}

func (c spsSpec) writeLists(w *bitWriter) {
	n := 8
	if c.chroma == 3 {
		n = 12
	}
	for i := range n {
		w.flag(i%2 == 0)
		if i%2 == 1 {
			continue
		}
		if i == 2 { // ends early: the rest repeats
			w.se(3)
			w.se(-11)
			continue
		}
		size := 16
		if i >= 6 {
			size = 64
		}
		for k := range size {
			w.se(int32(k%5 - 2))
		}
	}
}

func (c spsSpec) writeVUI(w *bitWriter) {
	w.flag(c.extendedAR)
	if c.extendedAR {
		w.u(8, 255)
		w.u(32, 0x00010001)
	}
	w.flag(true) // overscan
	w.flag(false)
	w.flag(c.colour)
	if c.colour {
		w.u(3, 5)
		w.flag(true)
		w.flag(true)
		w.u(24, 0x060606)
	}
	w.flag(true) // chroma location
	w.ue(0)
	w.ue(1)
	w.flag(true) // timing
	w.u(32, 1)
	w.u(32, 120)
	w.flag(false)
	for range 2 {
		w.flag(c.hrd)
		if c.hrd {
			w.ue(1)
			w.u(8, 0x35)
			for range 2 {
				w.ue(70000)
				w.ue(90000)
				w.flag(true)
			}
			w.u(20, 0xabcde)
		}
	}
	if c.hrd {
		w.flag(false)
	}
	w.flag(true)
	if c.reorder < 0 {
		w.flag(false)
	} else {
		writeRestriction(w, uint32(c.reorder), c.refs)
	}
}

// specs are all kinds of SPS that the parser has to find its way through.
func specs() map[string]spsSpec {
	full := spsSpec{profile: 100, chroma: 1, lists: true, vui: true, extendedAR: true, colour: true, hrd: true, crop: true, refs: 3, reorder: -1}
	reorder1, right, all444 := full, full, full
	reorder1.reorder, right.reorder = 2, 0
	all444.profile, all444.chroma = 244, 3
	return map[string]spsSpec{
		"baseline without VUI": {profile: 66, order: 2, refs: 1},
		"main, order 1":        {profile: 77, order: 1, refs: 4, crop: true},
		"fields":               {profile: 77, fields: true, crop: true},
		"no references":        {profile: 66},
		"high, bare":           {profile: 100, chroma: 1, refs: 1},
		"VUI, no restriction":  full,
		"VUI, reorder 2":       reorder1,
		"VUI, reorder 0":       right,
		"4:4:4":                all444,
		"monochrome":           {profile: 110, chroma: 0, crop: true, refs: 1},
	}
}

func TestParseSPS(t *testing.T) {
	t.Parallel()
	for name, c := range specs() {
		s, err := ParseSPS(c.unit())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		size := image.Pt(720, 1280)
		if c.fields {
			size.Y *= 2
		}
		if c.crop {
			ux, uy := 2, 2
			if hasChroma(c.profile) && c.chroma != 1 {
				ux, uy = 1, 1
			}
			if c.fields {
				uy *= 2
			}
			size = size.Sub(image.Pt(3*ux, 3*uy))
		}
		if s.Size != size || s.Profile != c.profile || s.Log2MaxFrameNum != 8 || s.OrderType != c.order || s.MaxRefFrames != c.refs || s.FrameMBsOnly == c.fields {
			t.Errorf("%s: %+v, want size %v", name, s, size)
		}
		if (s.Colour != nil) != c.colour || c.colour && *s.Colour != (SignalType{FullRange: true, Matrix: 6}) {
			t.Errorf("%s: colour %+v", name, s.Colour)
		}
		if want := c.vui && c.reorder >= 0; s.Restricted != want || want && int(s.MaxReorder) != c.reorder {
			t.Errorf("%s: restricted %v, reorder %d", name, s.Restricted, s.MaxReorder)
		}
	}
}

// After the patch every SPS promises that nothing is reordered, and says the same as before otherwise.
func TestPatchConfig(t *testing.T) {
	t.Parallel()
	pps := appendNAL(nil, 0x68, []byte{0xce, 0x38, 0x80})
	for name, c := range specs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := append(append([]byte{0, 0, 0, 1}, c.unit()...), pps...)
			was := bytes.Clone(config)
			out, err := PatchConfig(config)
			if err != nil || !bytes.Equal(config, was) {
				t.Fatalf("error %v, input changed %v", err, !bytes.Equal(config, was))
			}
			if right := c.vui && c.reorder == 0; right != (&out[0] == &config[0]) {
				t.Errorf("left alone %v, want %v", !right, right)
			}
			if !bytes.HasSuffix(out, pps) {
				t.Errorf("PPS changed: %x", out)
			}
			if again, err := PatchConfig(out); err != nil || &again[0] != &out[0] {
				t.Errorf("patched twice, error %v", err)
			}
			before, after := parsed(t, config), parsed(t, out)
			if !after.Restricted || after.MaxReorder != 0 {
				t.Errorf("%+v", after)
			}
			if got, want := gist(after), gist(before); got != want {
				t.Errorf("was %s\nis  %s", want, got)
			}
		})
	}
}

func parsed(t *testing.T, config []byte) *SPS {
	t.Helper()
	var sets Sets
	if err := sets.Read(config); err != nil || sets.SPS() == nil {
		t.Fatalf("no SPS in %x: %v", config, err)
	}
	return sets.SPS()
}

// gist is what the patch must not change.
func gist(s *SPS) string {
	c := *s
	c.Restricted, c.MaxReorder, c.vuiPos, c.restrictionPos, c.Colour = false, 0, 0, 0, nil
	colour := "unsaid"
	if s.Colour != nil {
		colour = fmt.Sprint(*s.Colour)
	}
	return fmt.Sprintf("%+v, colour %s", c, colour)
}

func TestPatchConfigLeavesAlone(t *testing.T) {
	t.Parallel()
	good := append([]byte{0, 0, 1}, spsSpec{profile: 66, refs: 1}.unit()...)
	for _, c := range []struct {
		name   string
		config []byte
		err    error
	}{
		{"nothing", nil, nil},
		{"no start code", []byte{0x67, 0x42}, nil},
		{"no SPS", []byte{0, 0, 0, 1, 0x68, 0xce, 0x38, 0x80}, nil},
		{"cut short", good[:len(good)-2], ErrSyntax},
		{"more after the end", append(bytes.Clone(good), 0x55, 0x80), ErrSyntax},
		{"empty SPS", []byte{0, 0, 1, 0x67}, ErrSyntax},
	} {
		out, err := PatchConfig(c.config)
		if !bytes.Equal(out, c.config) || !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %x became %x, error %v", c.name, c.config, out, err)
		}
	}
	both := append(bytes.Clone(good[:len(good)-2]), good...) // a broken one does not keep a good one from its patch
	out, err := PatchConfig(both)
	if !errors.Is(err, ErrSyntax) || len(out) <= len(both) || !bytes.HasPrefix(out, good[:len(good)-2]) {
		t.Errorf("%x became %x, error %v", both, out, err)
	}
}

func FuzzPatchConfig(f *testing.F) {
	for _, c := range specs() {
		f.Add(append([]byte{0, 0, 0, 1}, c.unit()...))
	}
	f.Add(NewEncoder(EncoderOptions{}).mustConfig(image.Pt(1080, 2400)))
	f.Fuzz(func(t *testing.T, config []byte) {
		var before Sets
		before.Read(config)
		out, err := PatchConfig(config)
		again, err2 := PatchConfig(out)
		if !bytes.Equal(again, out) || (err == nil) != (err2 == nil) {
			t.Fatalf("not stable: %x, %x, %x, errors %v, %v", config, out, again, err, err2)
		}
		var after Sets
		after.Read(out)
		for i, s := range after.sps {
			if (s == nil) != (before.sps[i] == nil) {
				t.Fatalf("set %d came or went", i)
			}
			if s != nil && (gist(s) != gist(before.sps[i]) || s.MaxReorder != 0 || !s.Restricted) {
				t.Fatalf("set %d: %s became %+v", i, gist(before.sps[i]), s)
			}
		}
	})
}

func (e *Encoder) mustConfig(size image.Point) []byte {
	e.begin(size)
	return e.config
}
