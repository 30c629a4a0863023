package shell

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// speech stands between the interpreter and a stream and words its messages as mksh does. Commands write past it: see raw.
type speech struct {
	io.Writer
	sh *script
}

// raw gives the stream behind a speech.
func raw(w io.Writer) io.Writer {
	if s, ok := w.(*speech); ok {
		return s.Writer
	}
	return w
}

var said = []struct {
	re    *regexp.Regexp
	say   string // with $1…; the shell's name is put before it
	abort bool   // the shell ends
}{
	{regexp.MustCompile(`^(\S+): unbound variable\n$`), "$1: parameter not set\n", false},
	{regexp.MustCompile(`^division by zero\n$`), "\x00: zero divisor\n", true},
	{regexp.MustCompile(`^readonly variable\n$`), "is read only\n", false},
	{regexp.MustCompile(`^(\S+): readonly variable\n$`), "$1: is read only\n", false},
	{regexp.MustCompile("^.*reached EOF without matching `\\[` with `\\]`.*\n$|^.*missing matching ]\n$|^.*: `?\\[`? .*`?\\]`?.*\n$"), "[: missing ]\n", false},
	{regexp.MustCompile(`^local: can only be used in a function\n$`), "local: not in a function\n", false},
	{regexp.MustCompile(`^unsupported redirect fd: (\d+)\n$`), "$1: bad file descriptor\n", false},
	{regexp.MustCompile(`^unhandled (.*) arg: "(.*)"\n$`), "$1$2 : bad file descriptor\n", false},
}

func (s *speech) Write(b []byte) (int, error) {
	if text := string(b); strings.HasSuffix(text, "\n") && len(text) < 400 {
		for _, m := range said {
			if at := m.re.FindStringSubmatchIndex(text); at != nil {
				line := string(m.re.ExpandString(nil, m.say, text, at))
				return len(b), s.say(line, m.abort)
			}
		}
	}
	return s.Writer.Write(b)
}

func (s *speech) say(line string, abort bool) error {
	s.sh.mu.Lock()
	line = strings.ReplaceAll(line, "\x00", s.sh.arith)
	s.sh.abort = s.sh.abort || abort
	s.sh.mu.Unlock()
	_, err := io.WriteString(s.Writer, s.sh.name+": "+line)
	return err
}

// complain reports a syntax error in mksh's words.
func (sh *script) complain(err error) {
	where := sh.name + ": "
	if pe, ok := errors.AsType[syntax.ParseError](err); ok && (sh.file || !sh.hasText && !sh.interactive) {
		where = fmt.Sprintf("%s: <stdin>[%d]: ", sh.name, pe.Pos.Line())
		if sh.file {
			where = fmt.Sprintf("%s[%d]: ", sh.name, pe.Pos.Line())
		}
	}
	fmt.Fprintf(sh.err, "%s%s\n", where, sh.syntaxText(err))
}

var (
	reUnexpected = regexp.MustCompile("encountered `(.+?)`|^`(.+?)` can only")
	reUnmatched  = regexp.MustCompile("^`(if|while|until|for|case|select|function)\\b")
	reFollowed   = regexp.MustCompile("^`(.+?)` must be followed by")
	reMatching   = regexp.MustCompile("without matching `(.+?)` with `(.+?)`")
)

// syntaxText words a parse error as mksh would.
func (sh *script) syntaxText(err error) string {
	if le, ok := errors.AsType[syntax.LangError](err); ok {
		switch {
		case strings.Contains(le.Feature, "regex"):
			return "syntax error: unexpected operator/operand '=~'"
		case strings.Contains(le.Feature, "expansion"):
			return sh.expansionAt(le.Pos) + ": bad substitution"
		}
		return "syntax error: unexpected " + le.Feature
	}
	text := err.Error()
	if pe, ok := errors.AsType[syntax.ParseError](err); ok {
		text = pe.Text
	}
	switch {
	case strings.Contains(text, "without closing quote"):
		return "no closing quote"
	case strings.Contains(text, "unclosed here-document"):
		return "here document '" + strings.Trim(text[strings.LastIndex(text, " ")+1:], "`") + "' unclosed"
	case reUnexpected.MatchString(text):
		m := reUnexpected.FindStringSubmatch(text)
		return "syntax error: unexpected '" + m[1] + m[2] + "'"
	case strings.HasSuffix(text, "can only immediately follow a statement"):
		return "syntax error: unexpected '" + between(text, "`") + "'"
	case reUnmatched.MatchString(text):
		return "syntax error: unmatched '" + reUnmatched.FindStringSubmatch(text)[1] + "'"
	case reMatching.MatchString(text):
		if open := reMatching.FindStringSubmatch(text)[1]; open == "(" || open == "{" {
			return "syntax error: unmatched '" + open + "'"
		}
		return "syntax error: unexpected EOF"
	case reFollowed.MatchString(text):
		return "syntax error: unexpected " + sh.after(err, reFollowed.FindStringSubmatch(text)[1])
	}
	return "syntax error: " + text
}

// after names what follows the operator op that an error complains of: a character in quotes, or EOF.
func (sh *script) after(err error, op string) string {
	pe, ok := errors.AsType[syntax.ParseError](err)
	if !ok {
		return "EOF"
	}
	at := min(int(pe.Pos.Offset())+len(op), len(sh.text))
	rest := strings.TrimLeft(sh.text[at:], " \t")
	if rest == "" {
		return "EOF"
	}
	return "'" + rest[:1] + "'"
}

// expansionAt gives the text of the expansion around a position of the script.
func (sh *script) expansionAt(pos syntax.Pos) string {
	at := min(int(pos.Offset()), len(sh.text))
	from := strings.LastIndex(sh.text[:at], "${")
	if from < 0 {
		return "${}"
	}
	if n := strings.IndexByte(sh.text[from:], '}'); n >= 0 {
		return sh.text[from : from+n+1]
	}
	return sh.text[from:]
}

// between gives what stands in the first pair of quotes q.
func between(s, q string) string {
	_, rest, _ := strings.Cut(s, q)
	in, _, _ := strings.Cut(rest, q)
	return in
}
