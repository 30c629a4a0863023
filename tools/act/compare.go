package act

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// matches reports whether a field took what was sent: exactly, or but for what fields do to text by themselves, which is to
// group the digits of a number and to begin with a capital. Anything else that differs is text that was lost.
func matches(sent, holds string) bool {
	if sent == holds {
		return true
	}
	if a, b := digits(sent), digits(holds); a != "" && a == b {
		return true
	}
	a, n := utf8.DecodeRuneInString(sent)
	b, m := utf8.DecodeRuneInString(holds)
	return unicode.ToUpper(a) == b && sent[n:] == holds[m:]
}

// digits are the digits of a text that is a number with separators, or nothing.
func digits(s string) string {
	if strings.Trim(s, "0123456789 ()-+./,\u00a0\u202f") != "" {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}
