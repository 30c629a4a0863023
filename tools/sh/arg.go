package sh

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// arg is one word of a command, as far as it is known before it runs.
type arg struct {
	text  string // without quotes and escapes; the beginning of the word when not all of it is known
	known bool   // text is the whole word: no variables, substitutions or patterns
	glob  bool   // the word holds a pattern that the shell matches against files
}

// word makes a known arg.
func word(s string) arg { return arg{text: s, known: true} }

// anything is a word nobody knows yet, as xargs adds them.
var anything = arg{}

func words(args []arg) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.text
	}
	return out
}

// argOf evaluates a word. "r\m", 'rm' and $'r\155' are all rm.
func argOf(w *syntax.Word) arg {
	a := arg{known: true}
	var known strings.Builder
	for _, p := range w.Parts {
		lit, isLit := p.(*syntax.Lit)
		if isLit && pattern(lit.Value) && !(len(w.Parts) == 1 && lit.Value == "[") { // the command [ is no pattern
			a.glob = true
		}
		s, ok := value(p)
		if !ok {
			a.known = false
			break
		}
		known.WriteString(s)
	}
	a.text = known.String()
	if a.glob || a.known && hasBraces(w) {
		a.known = false
	}
	return a
}

// value is what a part of a word stands for, when that is the same whenever it runs.
func value(p syntax.WordPart) (string, bool) {
	switch x := p.(type) {
	case *syntax.Lit:
		return unescape(x.Value, ""), true
	case *syntax.SglQuoted:
		if !x.Dollar {
			return x.Value, true
		}
		s, err := expand.Literal(new(expand.Config), &syntax.Word{Parts: []syntax.WordPart{p}})
		return s, err == nil
	case *syntax.DblQuoted:
		var b strings.Builder
		for _, q := range x.Parts {
			lit, ok := q.(*syntax.Lit)
			if !ok {
				return b.String(), false
			}
			b.WriteString(unescape(lit.Value, "$`\"\\"))
		}
		return b.String(), true
	}
	return "", false
}

// unescape drops the backslashes of an unquoted text, or, in double quotes, those before the characters in only. A backslash
// before the end of a line takes both away.
func unescape(s, only string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch {
		case s[i] == '\n':
		case only == "" || strings.IndexByte(only, s[i]) >= 0:
			b.WriteByte(s[i])
		default:
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// pattern reports an unquoted file pattern.
func pattern(lit string) bool {
	for i := 0; i < len(lit); i++ {
		switch lit[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return true
		}
	}
	return false
}

// hasBraces reports an unquoted brace expansion, which makes several words of one.
func hasBraces(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok && strings.Contains(lit.Value, "{") {
			clone := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
			return syntax.SplitBraces(clone)
		}
	}
	return false
}

// options splits the arguments of a command into options and operands. Options end at "--". Of those in withValue ("-n",
// "--signal") the next word is the value, unless it is attached.
type options struct {
	opts     []arg // as written: "-rf", "--force", "--output=x"
	operands []arg
}

func split(args []arg, withValue ...string) options {
	var o options
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a.known && a.text == "--":
			o.operands = append(o.operands, args[i+1:]...)
			return o
		case len(a.text) > 1 && a.text[0] == '-':
			o.opts = append(o.opts, a)
			if contains(withValue, a.text) {
				i++
			}
		default:
			o.operands = append(o.operands, a)
		}
	}
	return o
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

// has reports an option: a letter of a short cluster ("r" in "-rf"), or a long one or its beginning before "=".
func (o options) has(names ...string) bool {
	for _, a := range o.opts {
		long := strings.HasPrefix(a.text, "--")
		name, _, _ := strings.Cut(strings.TrimLeft(a.text, "-"), "=")
		for _, n := range names {
			switch {
			case long && name == n, !long && len(n) == 1 && strings.Contains(a.text[1:], n), !long && len(n) > 1 && name == n:
				return true
			}
		}
	}
	return false
}

// unknown reports an operand or option that is not known before it runs.
func unknown(args []arg) bool {
	for _, a := range args {
		if !a.known && !a.glob {
			return true
		}
	}
	return false
}

// sensitivePrefixes are where the phone's own and the user's files are (SH-05).
var sensitivePrefixes = []string{"/sdcard", "/storage", "/data", "/system", "/vendor", "/product", "/odm", "/mnt", "/apex",
	"/dev/block", "/sys/fs/selinux", "/proc/sysrq-trigger", "/system_ext", "/metadata", "/persist"}

// sensitive reports a path whose loss would hurt; a word that is not known may be one.
func (a arg) sensitive() bool {
	if !a.known && !a.glob {
		return true
	}
	if strings.HasPrefix(a.text, "~") {
		return true
	}
	p := path.Clean(a.text)
	if p == "/" || p == "." || p == ".." || strings.HasPrefix(p, "../") || a.text == "" || a.glob && strings.HasPrefix(a.text, "/*") {
		return true
	}
	for _, s := range sensitivePrefixes {
		if p == s || strings.HasPrefix(p, s+"/") || a.glob && strings.HasPrefix(s, strings.TrimRight(a.text, "*?[")) && len(a.text) > 1 && a.text[0] == '/' {
			return true
		}
	}
	return false
}
