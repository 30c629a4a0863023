package uitree

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text undoes XML's escapes and replaces bytes that are no UTF-8.
func text(v []byte) string {
	if bytes.IndexByte(v, '&') < 0 {
		if utf8.Valid(v) {
			return string(v)
		}
		return strings.ToValidUTF8(string(v), "\uFFFD")
	}
	var b strings.Builder
	b.Grow(len(v))
	for len(v) > 0 {
		i := bytes.IndexByte(v, '&')
		if i < 0 {
			b.Write(v)
			break
		}
		b.Write(v[:i])
		v = v[i:]
		r, n := reference(v)
		if n == 0 { // a bare "&"
			b.WriteByte('&')
			v = v[1:]
			continue
		}
		v = v[n:]
		if utf16.IsSurrogate(r) { // older serializers write the two halves of a character apart
			if low, m := reference(v); m > 0 {
				if whole := utf16.DecodeRune(r, low); whole != utf8.RuneError {
					r, v = whole, v[m:]
				}
			}
		}
		b.WriteRune(r)
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// reference reads one entity or character reference at the start of v; n is its length, 0 when there is none.
func reference(v []byte) (r rune, n int) {
	if len(v) == 0 || v[0] != '&' {
		return 0, 0
	}
	end := bytes.IndexByte(v[:min(len(v), 12)], ';')
	if end < 2 {
		return 0, 0
	}
	switch name := string(v[1:end]); {
	case name == "amp":
		return '&', end + 1
	case name == "lt":
		return '<', end + 1
	case name == "gt":
		return '>', end + 1
	case name == "quot":
		return '"', end + 1
	case name == "apos":
		return '\'', end + 1
	case name[0] == '#':
		digits, base := name[1:], 10
		if strings.HasPrefix(digits, "x") || strings.HasPrefix(digits, "X") {
			digits, base = digits[1:], 16
		}
		c, err := strconv.ParseUint(digits, base, 32)
		if err != nil {
			return 0, 0
		}
		if c > utf8.MaxRune || c == 0 {
			return utf8.RuneError, end + 1
		}
		return rune(c), end + 1
	}
	return 0, 0
}
