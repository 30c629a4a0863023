package shell

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
)

// span is a range of numbers from 1; to 0 means without end.
type span struct{ from, to int }

func spans(s string) ([]span, bool) {
	var out []span
	for part := range strings.SplitSeq(s, ",") {
		a, b, isRange := strings.Cut(part, "-")
		r := span{atoi(a, 1), atoi(b, 0)}
		if !isRange {
			r.to = r.from
		}
		if r.from < 1 || a == "" && b == "" || isRange && b != "" && r.to < r.from {
			return nil, false
		}
		out = append(out, r)
	}
	return out, true
}

func holds(list []span, n int) bool {
	return slices.ContainsFunc(list, func(r span) bool { return n >= r.from && (r.to == 0 || n <= r.to) })
}

func cutCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("b:c:f:F:C:O:d:Dsn")
	if !ok {
		return 1
	}
	list, good := spans(f.str("f", f.str("F", f.str("c", f.str("C", f.str("b", ""))))))
	if !good {
		return p.fail("bad list '%s'", f.str("f", f.str("c", f.str("b", ""))))
	}
	sep := f.str("d", "\t")
	return p.eachFile(f.args, func(_ string, r io.Reader) error {
		return eachLine(r, func(line []byte, _ bool) bool {
			switch {
			case f.has("f"):
				if !bytes.Contains(line, []byte(sep)) {
					if f.has("s") {
						return true
					}
					return p.line(line, true)
				}
				p.Println(strings.Join(pick(strings.Split(string(line), sep), list), f.str("O", sep)))
			case f.has("F"):
				p.Println(strings.Join(pick(strings.Fields(string(line)), list), f.str("O", " ")))
			case f.has("b"):
				p.Println(strings.Join(pick(strings.Split(string(line), ""), list), ""))
			default:
				var out []rune
				for i, c := range []rune(string(line)) {
					if holds(list, i+1) {
						out = append(out, c)
					}
				}
				p.Println(string(out))
			}
			return p.Stdout.err == nil
		})
	})
}

func pick(fields []string, list []span) []string {
	var out []string
	for i, s := range fields {
		if holds(list, i+1) {
			out = append(out, s)
		}
	}
	return out
}

func trCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("+cCdst")
	if !ok {
		return 1
	}
	if len(f.args) < 1 || len(f.args) < 2 && !f.has("d") && !f.has("s") {
		return p.needs(2)
	}
	from := trSet(f.args[0])
	var to []byte
	if len(f.args) > 1 {
		to = trSet(f.args[1])
	}
	if f.has("c") || f.has("C") {
		var rest []byte
		for c := range 256 {
			if !bytes.Contains(from, []byte{byte(c)}) {
				rest = append(rest, byte(c))
			}
		}
		from = rest
	}
	table := trTable(from, to, f.has("d"))
	squeeze := from
	if len(to) > 0 {
		squeeze = to
	}
	last := -1
	b := make([]byte, 32<<10)
	for {
		n, err := p.Stdin.Read(b)
		for _, c := range b[:n] {
			v := table[c]
			if v < 0 || f.has("s") && v == last && bytes.IndexByte(squeeze, byte(v)) >= 0 {
				continue
			}
			last = v
			_ = p.Stdout.WriteByte(byte(v))
		}
		if err != nil || p.Stdout.Flush() != nil {
			return 0
		}
	}
}

// trTable maps each byte; −1 deletes it.
func trTable(from, to []byte, del bool) [256]int {
	var table [256]int
	for c := range table {
		table[c] = c
	}
	for i, c := range from {
		switch {
		case del:
			table[c] = -1
		case len(to) > 0:
			table[c] = int(to[min(i, len(to)-1)])
		}
	}
	return table
}

var trClasses = map[string]func(c byte) bool{
	"alpha": func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' },
	"digit": func(c byte) bool { return c >= '0' && c <= '9' },
	"alnum": func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' },
	"lower": func(c byte) bool { return c >= 'a' && c <= 'z' },
	"upper": func(c byte) bool { return c >= 'A' && c <= 'Z' },
	"space": func(c byte) bool { return c == ' ' || c >= 9 && c <= 13 },
	"blank": func(c byte) bool { return c == ' ' || c == '\t' },
	"punct": func(c byte) bool {
		return c > 32 && c < 127 && !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9')
	},
	"cntrl": func(c byte) bool { return c < 32 || c == 127 },
	"print": func(c byte) bool { return c >= 32 && c < 127 },
}

// trSet expands ranges, classes and escapes.
func trSet(s string) []byte {
	s = unescape(s)
	var out []byte
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], "[:") {
			if end := strings.Index(s[i:], ":]"); end > 0 {
				if in := trClasses[s[i+2:i+end]]; in != nil {
					for c := range 256 {
						if in(byte(c)) {
							out = append(out, byte(c))
						}
					}
					i += end + 1
					continue
				}
			}
		}
		if i+2 < len(s) && s[i+1] == '-' && s[i+2] >= s[i] {
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				out = append(out, byte(c))
			}
			i += 2
			continue
		}
		out = append(out, s[i])
	}
	return out
}

func tacCommand(_ context.Context, p *Proc) int {
	return p.eachFile(p.Args[1:], func(_ string, r io.Reader) error {
		var all [][]byte
		err := eachLine(r, func(line []byte, _ bool) bool {
			all = append(all, line)
			return true
		})
		for _, line := range slices.Backward(all) {
			p.line(line, true)
		}
		return err
	})
}

func revCommand(_ context.Context, p *Proc) int {
	return p.eachFile(p.Args[1:], func(_ string, r io.Reader) error {
		return eachLine(r, func(line []byte, ended bool) bool {
			s := []rune(string(line))
			slices.Reverse(s)
			return p.line([]byte(string(s)), ended)
		})
	})
}
