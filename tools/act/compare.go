package act

import (
	"strings"
	"unicode"
)

// matches reports whether a field took what was sent: exactly, or but for what fields do to text by themselves (grouping
// digits, a capital at the beginning).
func matches(sent, holds string) bool {
	if sent == holds {
		return true
	}
	a, b := bare(sent), bare(holds)
	return a == b && a != ""
}

// bare keeps letters, digits and everything beyond ASCII, in small letters.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
