package shell

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
)

// sedCommand is the part of toybox sed that scripts use: s, d, p, q, =, y, a, i, c, n, h, g, x and blocks with addresses.
func sedCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(regexp-extended)EHsnrie:f:z")
	if !ok {
		return 1
	}
	text := strings.Join(f.val["e"], "\n")
	for _, file := range f.val["f"] {
		b, err := p.readFile(file)
		if err != nil {
			return p.fail("%s: %v", file, err)
		}
		text += "\n" + string(b)
	}
	if !f.has("e") && !f.has("f") {
		if len(f.args) == 0 {
			return p.fail("no pattern")
		}
		text, f.args = f.args[0], f.args[1:]
	}
	parser := sedParser{src: text, extended: f.has("E") || f.has("r")}
	prog, err := parser.block(false)
	if err != nil {
		return p.fail("bad pattern '%s'@%d (%v)", text, parser.at, err)
	}
	if f.has("i") {
		return p.sedInPlace(prog, f)
	}
	s := &sed{prog: prog, quiet: f.has("n"), out: p.Stdout}
	var all bytes.Buffer
	status := p.eachFile(f.args, func(_ string, r io.Reader) error {
		_, err := io.Copy(&all, io.LimitReader(r, 256<<20))
		if n := all.Len(); n > 0 && all.Bytes()[n-1] != '\n' && len(f.args) > 1 {
			all.WriteByte('\n')
		}
		return err
	})
	s.run(all.Bytes())
	return status
}

func (p *Proc) sedInPlace(prog []sedCmd, f flags) int {
	status := 0
	for _, name := range f.args {
		b, err := p.readFile(name)
		if err == nil {
			var out bytes.Buffer
			(&sed{prog: prog, quiet: f.has("n"), out: &out}).run(b)
			var w io.WriteCloser
			if w, err = p.create(name); err == nil {
				_, err = w.Write(out.Bytes())
			}
		}
		if err != nil {
			status = p.fail("%s: %v", name, err)
		}
	}
	return status
}

// sedAddr is a place: a line number, the last line, or a pattern.
type sedAddr struct {
	line int
	last bool
	re   *regexp.Regexp
	plus int // of the second address: so many lines more
}

type sedCmd struct {
	a, b   *sedAddr
	not    bool
	name   byte
	text   string
	re     *regexp.Regexp
	flags  string
	nth    int
	body   []sedCmd
	from   string // of y
	active bool
	until  int
}

// sed runs a script over a text.
type sed struct {
	prog  []sedCmd
	quiet bool
	out   io.Writer

	lines [][]byte
	n     int // number of the current line
	pat   string
	hold  string
	after []string // texts of a, printed at the end of the cycle
}

var errSedQuit, errSedNext = errors.New("quit"), errors.New("next cycle")

func (s *sed) run(text []byte) {
	if len(text) == 0 {
		return
	}
	ended := bytes.HasSuffix(text, []byte("\n"))
	s.lines = bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for s.n < len(s.lines) {
		s.pat = string(s.lines[s.n])
		s.n++
		err := s.exec(s.prog)
		if !s.quiet && !errors.Is(err, errSedNext) {
			s.print(s.pat, ended)
		}
		for _, t := range s.after {
			s.print(t, true)
		}
		s.after = nil
		if errors.Is(err, errSedQuit) {
			return
		}
	}
}

func (s *sed) print(line string, ended bool) {
	if s.n < len(s.lines) || ended {
		line += "\n"
	}
	_, _ = io.WriteString(s.out, line)
}

func (s *sed) exec(prog []sedCmd) error {
	for i := range prog {
		c := &prog[i]
		if s.selected(c) == c.not {
			continue
		}
		if err := s.one(c); err != nil {
			return err
		}
	}
	return nil
}

func (s *sed) one(c *sedCmd) error {
	switch c.name {
	case '{':
		return s.exec(c.body)
	case 'd':
		return errSedNext
	case 'p':
		s.print(s.pat, true)
	case '=':
		s.print(itoa(s.n), true)
	case 'q':
		return errSedQuit
	case 's':
		s.substitute(c)
	case 'y':
		s.pat = strings.Map(func(r rune) rune {
			if i := strings.IndexRune(c.from, r); i >= 0 {
				return []rune(c.text)[len([]rune(c.from[:i]))]
			}
			return r
		}, s.pat)
	case 'a':
		s.after = append(s.after, c.text)
	case 'i':
		s.print(c.text, true)
	case 'c':
		s.print(c.text, true)
		return errSedNext
	case 'n':
		if !s.quiet {
			s.print(s.pat, true)
		}
		if s.n >= len(s.lines) {
			return errSedNext
		}
		s.pat = string(s.lines[s.n])
		s.n++
	case 'N':
		if s.n < len(s.lines) {
			s.pat += "\n" + string(s.lines[s.n])
			s.n++
		}
	case 'h':
		s.hold = s.pat
	case 'H':
		s.hold += "\n" + s.pat
	case 'g':
		s.pat = s.hold
	case 'G':
		s.pat += "\n" + s.hold
	case 'x':
		s.pat, s.hold = s.hold, s.pat
	}
	return nil
}

func (s *sed) hit(a *sedAddr) bool {
	switch {
	case a.last:
		return s.n == len(s.lines)
	case a.re != nil:
		return a.re.MatchString(s.pat)
	}
	return s.n == a.line
}

// selected tells whether the command applies to the current line.
func (s *sed) selected(c *sedCmd) bool {
	switch {
	case c.a == nil:
		return true
	case c.b == nil:
		return s.hit(c.a)
	case c.active:
		if c.until > 0 && s.n >= c.until || c.until == 0 && s.hit(c.b) {
			c.active = false
		}
		return c.until == 0 || s.n <= c.until
	case !s.hit(c.a):
		return false
	}
	c.until = 0
	if c.b.plus > 0 {
		c.until = s.n + c.b.plus
	} else if c.b.line > 0 {
		c.until = max(c.b.line, s.n)
	}
	c.active = (c.until == 0 || c.until > s.n) && !c.b.last || c.b.last && s.n < len(s.lines)
	return true
}

func (s *sed) substitute(c *sedCmd) {
	var b strings.Builder
	count, at := 0, 0
	changed := false
	for _, m := range c.re.FindAllStringSubmatchIndex(s.pat, -1) {
		count++
		if count < c.nth || changed && !strings.Contains(c.flags, "g") {
			continue
		}
		b.WriteString(s.pat[at:m[0]])
		b.WriteString(sedExpand(c.text, s.pat, m))
		at = m[1]
		changed = true
	}
	if !changed {
		return
	}
	s.pat = b.String() + s.pat[at:]
	if strings.Contains(c.flags, "p") {
		s.print(s.pat, true)
	}
}

// sedExpand fills in & and \1 … \9.
func sedExpand(text, src string, m []int) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '&':
			b.WriteString(src[m[0]:m[1]])
		case text[i] == '\\' && i+1 < len(text):
			i++
			k := int(text[i] - '0')
			switch {
			case text[i] >= '0' && text[i] <= '9' && 2*k+1 < len(m) && m[2*k] >= 0:
				b.WriteString(src[m[2*k]:m[2*k+1]])
			case text[i] == 'n':
				b.WriteByte('\n')
			case text[i] == 't':
				b.WriteByte('\t')
			case text[i] < '0' || text[i] > '9':
				b.WriteByte(text[i])
			}
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
