package h264

import (
	"bytes"
	"math"
	"testing"
)

func TestExpGolomb(t *testing.T) {
	t.Parallel()
	// Table 9-2 and 9-3 of the specification.
	for _, c := range []struct {
		v    uint32
		bits string
	}{{0, "1"}, {1, "010"}, {2, "011"}, {3, "00100"}, {7, "0001000"}, {8, "0001001"}} {
		w := &bitWriter{}
		w.ue(c.v)
		w.trailing()
		got := ""
		for _, b := range w.b {
			for i := 7; i >= 0; i-- {
				got += string('0' + b>>i&1)
			}
		}
		if got = got[:len(c.bits)]; got != c.bits {
			t.Errorf("ue(%d) is %s, want %s", c.v, got, c.bits)
		}
	}
	unsigned := []uint32{0, 1, 2, 254, 255, 256, 65535, 1<<31 - 2}
	signed := []int32{0, 1, -1, 2, -2, 1000, -1000, 1<<30 - 1, -(1<<30 - 1)}
	w := &bitWriter{}
	for i, v := range unsigned {
		w.ue(v)
		w.se(signed[i])
		w.u(i, 0xffffffff)
	}
	w.trailing()
	r := &bitReader{b: w.b}
	for i, v := range unsigned {
		if got := r.ue(math.MaxUint32); got != v {
			t.Errorf("ue %d came back as %d", v, got)
		}
		if got := r.se(); got != signed[i] {
			t.Errorf("se %d came back as %d", signed[i], got)
		}
		if got := r.u(i); got != 1<<i-1 {
			t.Errorf("%d bits came back as %x", i, got)
		}
	}
	if r.err != nil || !r.atTrailing() {
		t.Errorf("error %v, at the end %v", r.err, r.atTrailing())
	}
}

func TestBitReaderErrors(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]func(r *bitReader){
		"too many bits":       func(r *bitReader) { r.u(17) },
		"only zeros":          func(r *bitReader) { r.ue(10) },
		"above its limit":     func(r *bitReader) { r.pos = 13; r.ue(0) },
		"stays after a first": func(r *bitReader) { r.u(17); r.pos = 0; r.u(1) },
	} {
		r := &bitReader{b: []byte{0, 2}}
		if f(r); r.err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestEscape(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ plain, escaped string }{
		{"", ""},
		{"\x01\x02\x03", "\x01\x02\x03"},
		{"\x00\x00", "\x00\x00\x03"},
		{"\x00\x00\x00", "\x00\x00\x03\x00"},
		{"\x00\x00\x01", "\x00\x00\x03\x01"},
		{"\x00\x00\x02", "\x00\x00\x03\x02"},
		{"\x00\x00\x03", "\x00\x00\x03\x03"},
		{"\x00\x00\x04", "\x00\x00\x04"},
		{"\x00\x00\x00\x00\x00\x01", "\x00\x00\x03\x00\x00\x03\x00\x01"},
		{"\x07\x00\x00\x80\x00\x00\x00", "\x07\x00\x00\x80\x00\x00\x03\x00"},
	} {
		if got := appendEscaped(nil, []byte(c.plain)); string(got) != c.escaped {
			t.Errorf("escaped %x is %x, want %x", c.plain, got, c.escaped)
		}
		if got := unescape([]byte(c.escaped)); string(got) != c.plain {
			t.Errorf("%x without escapes is %x, want %x", c.escaped, got, c.plain)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add([]byte{0, 0, 1, 0, 0, 0, 0, 3, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		e := appendEscaped(nil, b)
		for _, bad := range []string{"\x00\x00\x00", "\x00\x00\x01", "\x00\x00\x02"} {
			if bytes.Contains(e, []byte(bad)) {
				t.Errorf("%x in %x", bad, e)
			}
		}
		if back := unescape(e); !bytes.Equal(back, b) {
			t.Errorf("%x came back as %x", b, back)
		}
	})
}
