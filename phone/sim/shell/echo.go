package shell

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// echoCommand is mksh's echo: escapes are expanded unless -E is given.
func echoCommand(_ context.Context, p *Proc) int {
	args := p.Args[1:]
	newline, expand := true, true
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				expand = true
			case 'E':
				expand = false
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if expand && strings.Contains(text, `\`) {
		cut := false
		if text, cut = unescapeC(text); cut {
			newline = false
		}
	}
	_, _ = p.Stdout.WriteString(text)
	if newline {
		_ = p.Stdout.WriteByte('\n')
	}
	return 0
}

// printCommand is mksh's print.
func printCommand(ctx context.Context, p *Proc) int {
	args := []string{"echo"}
	rest := p.Args[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		o := rest[0]
		rest = rest[1:]
		if o == "-" || o == "--" {
			break
		}
		if strings.Contains(o, "n") {
			args = append(args, "-n")
		}
		if strings.ContainsAny(o, "rR") {
			args = append(args, "-E")
		}
	}
	sub := *p
	sub.Args = append(args, rest...)
	return echoCommand(ctx, &sub)
}

func unescape(s string) string {
	s, _ = unescapeC(s)
	return s
}

// unescapeC expands the escapes of echo and printf; cut tells that \c ended the text.
func unescapeC(s string) (out string, cut bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'c':
			return b.String(), true
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := 0
			if c == '0' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '7' {
				i++
			}
			k := i
			for ; k < len(s) && k < i+3 && s[k] >= '0' && s[k] <= '7'; k++ {
				n = n*8 + int(s[k]-'0')
			}
			b.WriteByte(byte(n))
			i = k - 1
		case 'x', 'u', 'U':
			width := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			k := i + 1
			for k < len(s) && k < i+1+width && strings.IndexByte("0123456789abcdefABCDEF", s[k]) >= 0 {
				k++
			}
			n, err := strconv.ParseUint(s[i+1:k], 16, 32)
			switch {
			case err != nil:
				b.WriteString(s[i-1 : i+1])
			case c == 'x':
				b.WriteByte(byte(n))
			default:
				b.Write(utf8.AppendRune(nil, rune(n)))
			}
			i = k - 1
		default:
			if at := strings.IndexByte(`abefnrtv\"'`, c); at >= 0 {
				b.WriteByte("\a\b\x1b\f\n\r\t\v\\\"'"[at])
				continue
			}
			b.WriteString(s[i-1 : i+1])
		}
	}
	return b.String(), false
}

// printfCommand is toybox printf: the format is used again until the words are spent.
func printfCommand(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	args := p.Args[2:]
	for {
		used, cut, err := p.format(p.Args[1], args)
		if err != nil {
			return p.fail("%v", err)
		}
		args = args[min(used, len(args)):]
		if cut || used == 0 || len(args) == 0 {
			return 0
		}
	}
}

// format prints one round of a format and tells how many words it took.
func (p *Proc) format(format string, args []string) (used int, cut bool, err error) {
	next := func() string {
		if used++; used <= len(args) {
			return args[used-1]
		}
		return ""
	}
	for i := 0; i < len(format); i++ {
		switch {
		case format[i] == '\\':
			end := i + 2
			for end < len(format) && end < i+6 && strings.IndexByte("01234567xuabcdefABCDEF89", format[end]) >= 0 && (format[i+1] == 'x' || format[i+1] == 'u' || format[i+1] >= '0' && format[i+1] <= '7') {
				end++
			}
			s, stop := unescapeC(format[i:min(end, len(format))])
			_, _ = p.Stdout.WriteString(s)
			if stop {
				return used, true, nil
			}
			i = min(end, len(format)) - 1
		case format[i] != '%':
			_ = p.Stdout.WriteByte(format[i])
		case i+1 < len(format) && format[i+1] == '%':
			_ = p.Stdout.WriteByte('%')
			i++
		default:
			k := i + 1
			for k < len(format) && strings.IndexByte("-+ #0123456789.*", format[k]) >= 0 {
				k++
			}
			for k < len(format) && strings.IndexByte("lhjzt", format[k]) >= 0 {
				k++
			}
			if k == len(format) {
				return used, false, fmt.Errorf("bad %s@%d", format, i)
			}
			spec := strings.Trim(format[i:k], "lhjzt")
			for strings.Contains(spec, "*") {
				spec = strings.Replace(spec, "*", itoa(atoi(next(), 0)), 1)
			}
			if stop, err := p.verb(spec, format[k], next); err != nil || stop {
				return used, stop, err
			}
			i = k
		}
	}
	return used, false, nil
}

func (p *Proc) verb(spec string, verb byte, next func() string) (cut bool, err error) {
	switch verb {
	case 's':
		p.Printf(spec+"s", next())
	case 'b':
		s, stop := unescapeC(next())
		p.Printf(spec+"s", s)
		return stop, nil
	case 'c':
		s := next()
		p.Printf(spec+"s", s[:min(1, len(s))])
	case 'd', 'i', 'u':
		p.Printf(spec+"d", number(next()))
	case 'x', 'X', 'o':
		p.Printf(spec+string(verb), uint64(number(next())))
	case 'e', 'f', 'g', 'E', 'G':
		f, _ := strconv.ParseFloat(next(), 64)
		p.Printf(spec+string(verb), f)
	default:
		return false, fmt.Errorf("bad %%%c", verb)
	}
	return false, nil
}

// number reads decimal, 0x… and 0…, and 'c for a character's code.
func number(s string) int64 {
	if len(s) > 1 && (s[0] == '\'' || s[0] == '"') {
		r, _ := utf8.DecodeRuneInString(s[1:])
		return int64(r)
	}
	n, _ := strconv.ParseInt(s, 0, 64)
	return n
}
