package world

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/handset-agent/handset/phone"
)

const metaAlt = 0x2

// keyChars are the printable keys of the virtual keyboard (Virtual.kcm): code, what it types, what it types with shift.
var keyChars = buildKeyChars()

func buildKeyChars() map[int][2]rune {
	out := map[int][2]rune{
		62: {' ', ' '}, 55: {',', '<'}, 56: {'.', '>'}, 68: {'`', '~'}, 69: {'-', '_'}, 70: {'=', '+'}, 71: {'[', '{'}, 72: {']', '}'},
		73: {'\\', '|'}, 74: {';', ':'}, 75: {'\'', '"'}, 76: {'/', '?'}, 77: {'@', '@'}, 17: {'*', '*'}, 18: {'#', '#'}, 81: {'+', '+'},
		154: {'/', '/'}, 155: {'*', '*'}, 156: {'-', '-'}, 157: {'+', '+'}, 158: {'.', '.'}, 159: {',', ','}, 161: {'=', '='}, 162: {'(', '('}, 163: {')', ')'},
	}
	for i, s := range ")!@#$%^&*(" {
		out[key0+i] = [2]rune{rune('0' + i), s}
	}
	for i := range 26 {
		out[phone.KeyA+i] = [2]rune{rune('a' + i), rune('A' + i)}
	}
	for i := range 10 {
		out[144+i] = [2]rune{rune('0' + i), rune('0' + i)} // the number pad
	}
	return out
}

// runeOf is what a key types, zero for nothing.
func runeOf(code, meta int) rune {
	c, ok := keyChars[code]
	if !ok {
		return 0
	}
	upper := meta&phone.MetaShift != 0
	if meta&metaCapsLock != 0 && unicode.IsLetter(c[0]) {
		upper = !upper
	}
	if upper {
		return c[1]
	}
	return c[0]
}

const metaCapsLock = 0x100000

// keyOf is the key that types r, with the meta bits it needs; zero for none.
func keyOf(r rune) (code, meta int) {
	switch r {
	case '\n', '\r':
		return phone.KeyEnter, 0
	case '\t':
		return phone.KeyTab, 0
	}
	for _, plain := range []bool{true, false} {
		for c, rs := range keyChars {
			if c >= 144 || c == 17 || c == 18 || c == 77 || c == 81 {
				continue // the main block has them all
			}
			if plain && rs[0] == r {
				return c, 0
			}
			if !plain && rs[1] == r {
				return c, phone.MetaShift
			}
		}
	}
	return 0, 0
}

// deadMarks are the combining marks for which the virtual keyboard has dead keys.
const deadMarks = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0327\u0328"

// CanType reports whether the virtual keyboard's key map has r: printable ASCII, line break, tab, and letters that decompose
// into an ASCII letter and an accent it has a dead key for.
func CanType(r rune) bool {
	if r == '\n' || r == '\t' || r >= ' ' && r < 0x7f {
		return true
	}
	if r < 0xa0 {
		return false
	}
	d := []rune(norm.NFD.String(string(r)))
	if len(d) != 2 || d[0] > unicode.MaxASCII || !unicode.IsLetter(d[0]) {
		return false
	}
	return strings.ContainsRune(deadMarks, d[1])
}
