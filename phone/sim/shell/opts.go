package shell

import (
	"path"
	"strconv"
	"strings"
)

// flags is a parsed command line: which options were given, with what values, and the words that are none.
type flags struct {
	set  map[string]bool
	val  map[string][]string
	args []string
}

func (f flags) has(name string) bool { return f.set[name] }

// str gives the last value of an option.
func (f flags) str(name, def string) string {
	if v := f.val[name]; len(v) > 0 {
		return v[len(v)-1]
	}
	return def
}

// num gives the last value of an option as a number.
func (f flags) num(name string, def int) int {
	if v := f.val[name]; len(v) > 0 {
		return atoi(v[len(v)-1], def)
	}
	return def
}

// parse reads the options of a toybox command. spec lists the letters, a colon after those with a value, and long names in
// parentheses before the letter they stand for: "l(long)n:". Options may come between words unless spec begins with '+'. ok is
// false after an unknown option, which was reported as toybox does.
func (p *Proc) parse(spec string) (f flags, ok bool) {
	f = flags{set: map[string]bool{}, val: map[string][]string{}}
	early := strings.HasPrefix(spec, "+")
	short, long := readSpec(strings.TrimPrefix(spec, "+"))
	name := path.Base(p.Args[0])
	args := p.Args[1:]
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			f.args = append(f.args, args[i+1:]...)
			return f, true
		case strings.HasPrefix(a, "--"):
			word, value, has := strings.Cut(a[2:], "=")
			letter, known := long[word]
			if !known {
				p.Errf("%s: Unknown option '%s' (see \"%s --help\")\n", name, word, name)
				return f, false
			}
			f.set[letter] = true
			if short[letter] && !has && i+1 < len(args) {
				i++
				value = args[i]
			}
			f.val[letter] = append(f.val[letter], value)
		case len(a) > 1 && a[0] == '-':
			used, ok := f.letters(p, name, short, a[1:], args[i+1:])
			if !ok {
				return f, false
			}
			i += used
		default:
			f.args = append(f.args, a)
			if early {
				f.args = append(f.args, args[i+1:]...)
				return f, true
			}
		}
	}
	return f, true
}

// letters reads a word of one-letter options and tells how many of the following words it used.
func (f flags) letters(p *Proc, name string, short map[string]bool, word string, next []string) (used int, ok bool) {
	for j := 0; j < len(word); j++ {
		letter := word[j : j+1]
		takes, known := short[letter]
		if !known {
			p.Errf("%s: Unknown option '%s' (see \"%s --help\")\n", name, letter, name)
			return 0, false
		}
		f.set[letter] = true
		if !takes {
			continue
		}
		if j+1 < len(word) {
			f.val[letter] = append(f.val[letter], word[j+1:])
			return 0, true
		}
		if len(next) == 0 {
			p.Errf("%s: Missing argument to -%s\n", name, letter)
			return 0, false
		}
		f.val[letter] = append(f.val[letter], next[0])
		return 1, true
	}
	return 0, true
}

func readSpec(spec string) (short map[string]bool, long map[string]string) {
	short, long = map[string]bool{}, map[string]string{}
	name := ""
	for i := 0; i < len(spec); i++ {
		if spec[i] == '(' {
			end := strings.IndexByte(spec[i:], ')')
			name = spec[i+1 : i+end]
			i += end
			continue
		}
		letter := spec[i : i+1]
		short[letter] = i+1 < len(spec) && spec[i+1] == ':'
		if short[letter] {
			i++
		}
		if name != "" {
			long[name] = letter
			name = ""
		}
	}
	return short, long
}

// size reads a number with a unit as toybox does: 512, 4k, 1M, 2G.
func size(s string) (int64, bool) {
	unit := int64(1)
	if s != "" {
		if i := strings.IndexByte("kmgKMG", s[len(s)-1]); i >= 0 {
			unit = 1 << (10 * (i%3 + 1))
			s = s[:len(s)-1]
		} else if s[len(s)-1] == 'b' {
			unit, s = 512, s[:len(s)-1]
		} else if s[len(s)-1] == 'c' {
			s = s[:len(s)-1]
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n * unit, err == nil
}
