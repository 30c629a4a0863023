package shell

import (
	"errors"
	"regexp"
	"strings"
)

// sedParser reads a sed script.
type sedParser struct {
	src      string
	at       int
	extended bool
	last     *regexp.Regexp
}

var errSedSyntax = errors.New("syntax error")

func (p *sedParser) peek() byte {
	if p.at < len(p.src) {
		return p.src[p.at]
	}
	return 0
}

func (p *sedParser) skip(set string) {
	for p.at < len(p.src) && strings.IndexByte(set, p.src[p.at]) >= 0 {
		p.at++
	}
}

// block reads commands up to the end, or the closing brace when inner.
func (p *sedParser) block(inner bool) ([]sedCmd, error) {
	var out []sedCmd
	for {
		p.skip(" \t\n;")
		switch {
		case p.peek() == 0 && inner:
			return nil, errSedSyntax
		case p.peek() == 0:
			return out, nil
		case p.peek() == '}' && inner:
			p.at++
			return out, nil
		case p.peek() == '#':
			for p.peek() != 0 && p.peek() != '\n' {
				p.at++
			}
			continue
		}
		c, err := p.command()
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
}

func (p *sedParser) command() (c sedCmd, err error) {
	if c.a, err = p.address(); err != nil {
		return c, err
	}
	p.skip(" \t")
	if c.a != nil && p.peek() == ',' {
		p.at++
		p.skip(" \t")
		if c.b, err = p.address(); err != nil || c.b == nil {
			return c, errSedSyntax
		}
		p.skip(" \t")
	}
	for p.peek() == '!' {
		c.not = true
		p.at++
		p.skip(" \t")
	}
	c.name = p.peek()
	p.at++
	switch c.name {
	case '{':
		c.body, err = p.block(true)
	case 's':
		err = p.substitution(&c)
	case 'y':
		var ok1, ok2 bool
		sep := p.peek()
		p.at++
		c.from, ok1 = p.until(sep)
		c.text, ok2 = p.until(sep)
		if !ok1 || !ok2 || len([]rune(c.from)) != len([]rune(c.text)) {
			err = errSedSyntax
		}
	case 'a', 'i', 'c':
		p.skip(" \t\\\n")
		end := strings.IndexByte(p.src[min(p.at, len(p.src)):], '\n')
		if end < 0 {
			end = len(p.src) - p.at
		}
		c.text = p.src[p.at : p.at+end]
		p.at += end
	case 'd', 'p', 'q', '=', 'n', 'N', 'h', 'H', 'g', 'G', 'x':
	default:
		err = errSedSyntax
	}
	return c, err
}

func (p *sedParser) address() (*sedAddr, error) {
	c := p.peek()
	switch {
	case c == '$':
		p.at++
		return &sedAddr{last: true}, nil
	case c == '+' || c >= '0' && c <= '9':
		from := p.at
		p.at++
		p.skip("0123456789")
		n := atoi(strings.TrimPrefix(p.src[from:p.at], "+"), 0)
		if c == '+' {
			return &sedAddr{plus: n}, nil
		}
		return &sedAddr{line: n}, nil
	case c == '/' || c == '\\':
		if c == '\\' {
			p.at++
		}
		sep := p.peek()
		p.at++
		text, ok := p.until(sep)
		if !ok {
			return nil, errSedSyntax
		}
		fold := p.peek() == 'I'
		if fold {
			p.at++
		}
		re, err := p.compile(text, fold)
		return &sedAddr{re: re}, err
	}
	return nil, nil
}

func (p *sedParser) compile(text string, fold bool) (*regexp.Regexp, error) {
	if text == "" && p.last != nil {
		return p.last, nil
	}
	re, err := compilePOSIX(text, p.extended, fold)
	p.last = re
	return re, err
}

// until reads up to an unescaped separator and takes the escapes of the separator away.
func (p *sedParser) until(sep byte) (string, bool) {
	var b strings.Builder
	inSet := false
	for p.at < len(p.src) {
		c := p.src[p.at]
		p.at++
		switch {
		case c == '\\' && p.at < len(p.src) && p.src[p.at] == sep:
			b.WriteByte(sep)
			p.at++
			continue
		case c == '\\' && p.at < len(p.src):
			b.WriteByte(c)
			c = p.src[p.at]
			p.at++
		case c == '[':
			inSet = true
		case c == ']':
			inSet = false
		case c == sep && (!inSet || sep != '/'):
			return b.String(), true
		case c == sep:
			if !strings.Contains(p.src[p.at:], "]") {
				return b.String(), true
			}
		}
		b.WriteByte(c)
	}
	return "", false
}

func (p *sedParser) substitution(c *sedCmd) error {
	sep := p.peek()
	p.at++
	expr, ok1 := p.until(sep)
	var ok2 bool
	if c.text, ok2 = p.replacement(sep); !ok1 || !ok2 {
		return errSedSyntax
	}
	from := p.at
	p.skip("gpIi0123456789wm")
	c.flags = p.src[from:p.at]
	c.nth = atoi(strings.Trim(c.flags, "gpIiwm"), 1)
	var err error
	c.re, err = p.compile(expr, strings.ContainsAny(c.flags, "Ii"))
	return err
}

// replacement is until without bracket expressions.
func (p *sedParser) replacement(sep byte) (string, bool) {
	var b strings.Builder
	for p.at < len(p.src) {
		c := p.src[p.at]
		p.at++
		switch {
		case c == sep:
			return b.String(), true
		case c == '\\' && p.at < len(p.src) && p.src[p.at] == sep && sep != '&':
			b.WriteByte(sep)
			p.at++
		case c == '\\' && p.at < len(p.src):
			b.WriteByte(c)
			b.WriteByte(p.src[p.at])
			p.at++
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}
