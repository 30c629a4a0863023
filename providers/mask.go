package providers

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxMessage is how much of a provider's own words an Error keeps, in bytes.
const MaxMessage = 2048

// hidden stands where a key was.
const hidden = "[key hidden]"

// keyLike matches what vendors' keys look like: a known prefix and at least eight more characters, a bearer header, a key in a
// query. Stars are included because some providers echo half of a key and cover the rest.
var keyLike = regexp.MustCompile(`(?i)\bbearer\s+[^\s"',;]+` +
	`|\b(?:sk|pk|rk|gsk|hf|xai|nvapi|fw|pplx|r8|csk|tgp|key)[-_][A-Za-z0-9_\-*.]{8,}` +
	`|\bAIza[A-Za-z0-9_\-*]{8,}` +
	`|\b(?:api[-_]?key|access[-_]?token|key|token)=[^\s&"']+`)

// Mask replaces each of the given secrets, and everything else that looks like a key, by a fixed note. Secrets shorter than four
// bytes are left to the pattern: replacing them would shred ordinary words.
func Mask(s string, secrets ...string) string {
	for _, k := range secrets {
		if len(k) >= 4 {
			s = strings.ReplaceAll(s, k, hidden)
		}
	}
	return keyLike.ReplaceAllString(s, hidden)
}

// Clip cuts s to at most n bytes on a character border and marks the cut.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const mark = " …"
	cut := max(0, n-len(mark))
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + mark
}
