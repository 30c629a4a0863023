package h264

import (
	"bytes"
	"iter"
)

// NAL unit types (table 7-1) that matter here.
const (
	nalSlice = 1
	nalIDR   = 5
	nalSPS   = 7
	nalPPS   = 8
)

var startCode = []byte{0, 0, 1}

// nalType is the type of the NAL unit whose first byte is given.
func nalType(first byte) int { return int(first & 0x1f) }

// nals yields the NAL units of an Annex B stream, without start codes and trailing zero bytes, together with where each
// one begins. Empty units are left out.
func nals(stream []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		at := bytes.Index(stream, startCode)
		for at >= 0 {
			begin := at + len(startCode)
			end := len(stream)
			at = -1
			if next := bytes.Index(stream[begin:], startCode); next >= 0 {
				at = begin + next
				end = at
			}
			unit := bytes.TrimRight(stream[begin:end], "\x00")
			if len(unit) > 0 && !yield(begin, unit) {
				return
			}
		}
	}
}

// appendNAL appends a NAL unit with a 4-byte start code; rbsp is escaped on the way.
func appendNAL(dst []byte, header byte, rbsp []byte) []byte {
	dst = append(dst, 0, 0, 0, 1, header)
	return appendEscaped(dst, rbsp)
}
