package adb

import "strings"

// Quote joins argv into one line that the phone's shell reads as exactly these words (DV-07, F-016). Plain words stay as they
// are; all others are put into single quotes, in which nothing but the single quote has a meaning. A NUL cannot be part of a word
// and is dropped, as the kernel would cut there.
func Quote(argv ...string) string {
	var b strings.Builder
	for i, word := range argv {
		if i > 0 {
			b.WriteByte(' ')
		}
		word = strings.ReplaceAll(word, "\x00", "")
		if plain(word) && (i > 0 || !reserved[word]) {
			b.WriteString(word)
			continue
		}
		b.WriteByte('\'')
		b.WriteString(strings.ReplaceAll(word, "'", `'\''`))
		b.WriteByte('\'')
	}
	return b.String()
}

// reserved are the words that mksh reads as syntax where a command stands.
var reserved = map[string]bool{
	"case": true, "coproc": true, "do": true, "done": true, "elif": true, "else": true, "esac": true, "fi": true, "for": true,
	"function": true, "if": true, "in": true, "select": true, "then": true, "time": true, "until": true, "while": true,
}

// plain reports a word without any byte that a shell could read in another way.
func plain(word string) bool {
	for i := range len(word) {
		c := word[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		case c == '_', c == '-', c == '.', c == '/', c == ':', c == ',', c == '+', c == '@', c == '%':
		default:
			return false
		}
	}
	return word != ""
}
