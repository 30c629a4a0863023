package uitree

import (
	"strings"
	"unicode"
)

// quote writes a text of the screen between double quotes on one line: line breaks and other controls become blanks, quotes
// and backslashes are escaped, and what is longer than limit characters is cut with an ellipsis. Direction marks are left
// out, so that a text cannot reorder what stands beside it.
func quote(s string, limit int) string {
	var b strings.Builder
	b.WriteByte('"')
	n := 0
	blank := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r), unicode.IsControl(r):
			blank = n > 0
			continue
		case unicode.Is(unicode.Bidi_Control, r), r == '\uFEFF':
			continue
		}
		if blank {
			b.WriteByte(' ')
			n++
			blank = false
		}
		if n >= limit {
			b.WriteRune('…')
			break
		}
		if r == '"' || r == '\\' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		n++
	}
	b.WriteByte('"')
	return b.String()
}
