package uitree

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Redact replaces the content of password fields in raw XML by as many bullets (F-059b): web pages put the secret itself into
// the tree. Everything else stays byte for byte; without a password field the result is dump itself.
func Redact(dump []byte) []byte {
	if !bytes.Contains(dump, []byte("password")) {
		return dump
	}
	var out []byte
	done := 0 // how much of dump is in out
	p := parser{in: dump}
	for {
		i := bytes.IndexByte(p.in[p.pos:], '<')
		if i < 0 {
			break
		}
		p.pos += i + 1
		secret, start := p.secret()
		if secret == nil {
			continue
		}
		out = append(out, dump[done:start]...)
		out = append(out, strings.Repeat("•", min(utf8.RuneCountInString(text(secret)), 64))...)
		done = start + len(secret)
	}
	if done == 0 {
		return dump
	}
	return append(out, dump[done:]...)
}

// secret reads one tag and gives the raw text of a password field and where it starts, nil for any other tag. A text equal to
// the hint is no secret.
func (p *parser) secret() (v []byte, start int) {
	var hint []byte
	password := false
	p.word()
	for p.pos < len(p.in) {
		p.space()
		if p.pos >= len(p.in) || p.in[p.pos] == '>' || p.in[p.pos] == '<' {
			break
		}
		name := string(p.word())
		if name == "" {
			p.pos++
			continue
		}
		value, ok := p.value()
		if !ok { // cut off in the middle of a value
			p.pos = len(p.in)
			return nil, 0
		}
		switch name {
		case "text":
			v, start = value, p.pos-1-len(value)
		case "hint":
			hint = value
		case "password":
			password = string(value) == "true"
		}
	}
	if !password || len(v) == 0 || bytes.Equal(v, hint) {
		return nil, 0
	}
	return v, start
}
