package h264

import (
	"bytes"
	"errors"
	"math/bits"
)

// errBits reports a bit stream that ended early or held a number out of range.
var errBits = errors.New("bit stream ends early or a value is out of range")

// bitReader reads an RBSP, most significant bit first. The first failure sticks; values read after it are 0.
type bitReader struct {
	b   []byte
	pos int // in bits
	err error
}

// u reads n bits, n ≤ 32.
func (r *bitReader) u(n int) uint32 {
	if r.err != nil || n > len(r.b)*8-r.pos {
		r.err = errBits
		return 0
	}
	var v uint64
	for left := n; left > 0; {
		off := r.pos & 7
		take := min(8-off, left)
		part := r.b[r.pos>>3] << off >> (8 - take)
		v = v<<take | uint64(part)
		r.pos += take
		left -= take
	}
	return uint32(v)
}

func (r *bitReader) flag() bool { return r.u(1) == 1 }

// ue reads an unsigned Exp-Golomb number (§9.1) that may be at most limit.
func (r *bitReader) ue(limit uint32) uint32 {
	zeros := 0
	for r.err == nil && !r.flag() {
		if zeros++; zeros > 31 {
			r.err = errBits
		}
	}
	if r.err != nil {
		return 0
	}
	v := uint64(1)<<zeros - 1 + uint64(r.u(zeros))
	if r.err == nil && v > uint64(limit) {
		r.err = errBits
	}
	if r.err != nil {
		return 0
	}
	return uint32(v)
}

// se reads a signed Exp-Golomb number (§9.1.1) of any size.
func (r *bitReader) se() int32 {
	v := r.ue(1<<32 - 2)
	if v&1 == 1 {
		return int32(v/2) + 1
	}
	return -int32(v / 2)
}

// atTrailing reports whether only rbsp_trailing_bits (§7.3.2.11) are left: a one and zeros to the end.
func (r *bitReader) atTrailing() bool {
	if r.err != nil || r.pos >= len(r.b)*8 {
		return false
	}
	last := len(r.b) - 1
	return r.pos>>3 == last && r.b[last]<<(r.pos&7) == 0x80
}

// bitWriter builds an RBSP. The zero value is ready.
type bitWriter struct {
	b   []byte
	acc uint64 // the low n bits wait for a full byte
	n   int    // below 8 between calls
}

// u writes the low n bits of v, n ≤ 32.
func (w *bitWriter) u(n int, v uint32) {
	w.acc = w.acc<<n | uint64(v)&(1<<n-1)
	w.n += n
	for w.n >= 8 {
		w.n -= 8
		w.b = append(w.b, byte(w.acc>>w.n))
	}
}

func (w *bitWriter) flag(v bool) {
	if v {
		w.u(1, 1)
	} else {
		w.u(1, 0)
	}
}

// ue writes v, below 2^31, as an unsigned Exp-Golomb number.
func (w *bitWriter) ue(v uint32) {
	n := bits.Len32(v + 1)
	w.u(n-1, 0)
	w.u(n, v+1)
}

func (w *bitWriter) se(v int32) {
	if v > 0 {
		w.ue(uint32(2*v - 1))
	} else {
		w.ue(uint32(-2 * v))
	}
}

// align writes zero bits up to a byte border.
func (w *bitWriter) align() {
	if w.n > 0 {
		w.u(8-w.n, 0)
	}
}

// trailing writes rbsp_trailing_bits.
func (w *bitWriter) trailing() {
	w.u(1, 1)
	w.align()
}

// copyBits writes the first n bits of b.
func (w *bitWriter) copyBits(b []byte, n int) {
	for i := range n / 8 {
		w.u(8, uint32(b[i]))
	}
	if rest := n % 8; rest > 0 {
		w.u(rest, uint32(b[n/8]>>(8-rest)))
	}
}

// unescape removes emulation prevention bytes (§7.3.1): 00 00 03 becomes 00 00. It returns b itself when there are none.
func unescape(b []byte) []byte {
	i := bytes.Index(b, []byte{0, 0, 3})
	if i < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for ; i >= 0; i = bytes.Index(b, []byte{0, 0, 3}) {
		out = append(out, b[:i+2]...)
		b = b[i+3:]
	}
	return append(out, b...)
}

// appendEscaped appends rbsp to dst with emulation prevention bytes put in, so that no 00 00 is followed by a byte below 4
// other than the 03 that was put there, not even by the start code that comes next.
func appendEscaped(dst, rbsp []byte) []byte {
	from, search := 0, 0
	for {
		i := bytes.Index(rbsp[search:], []byte{0, 0})
		if i < 0 {
			break
		}
		after := search + i + 2
		if after < len(rbsp) && rbsp[after] > 3 {
			search = after
			continue
		}
		dst = append(dst, rbsp[from:after]...)
		dst = append(dst, 3)
		from, search = after, after
	}
	return append(dst, rbsp[from:]...)
}
