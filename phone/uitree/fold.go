package uitree

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold brings a text into the form in which texts are compared: compatibility characters (full-width letters, thin and
// no-break spaces, ligatures) as plain ones, letters case-folded, dashes and quotes in their ASCII shape, invisible characters
// gone, runs of white space as one blank.
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(squeeze(s))
	}
	s = cases.Fold().String(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x2010 && r <= 0x2015, r == 0x2212:
			return '-'
		case r == '‘', r == '’', r == '‚', r == '‛', r == '′':
			return '\''
		case r == '“', r == '”', r == '„', r == '‟', r == '″':
			return '"'
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
			return -1
		}
		return r
	}, s)
	return squeeze(s)
}

// squeeze trims s and makes one blank of each run of white space.
func squeeze(s string) string {
	clean := true
	blank := true // a blank here would be leading or doubled
	for _, r := range s {
		if !unicode.IsSpace(r) {
			blank = false
			continue
		}
		if blank || r != ' ' {
			clean = false
			break
		}
		blank = true
	}
	if clean && (s == "" || !blank) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
