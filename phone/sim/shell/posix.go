package shell

import (
	"errors"
	"regexp"
	"strings"
)

var errBackref = errors.New("back references are not supported")

// compilePOSIX makes a matcher of a POSIX regular expression, basic or extended.
func compilePOSIX(expr string, extended, fold bool) (*regexp.Regexp, error) {
	out, err := fromPOSIX(expr, extended)
	if err != nil {
		return nil, err
	}
	if fold {
		out = "(?i)" + out
	}
	re, err := regexp.Compile("(?s)" + out)
	if err != nil {
		return nil, err
	}
	re.Longest()
	return re, nil
}

// fromPOSIX rewrites a POSIX expression in Go's syntax.
func fromPOSIX(expr string, extended bool) (string, error) {
	var b strings.Builder
	start := true // at the beginning of an expression or group, where * is itself
	for i := 0; i < len(expr); i++ {
		c := expr[i]
		switch {
		case c == '[':
			set, n := bracket(expr[i:])
			b.WriteString(set)
			i += n - 1
		case c == '\\' && i+1 < len(expr):
			i++
			piece, err := escaped(expr[i], extended)
			if err != nil {
				return "", err
			}
			b.WriteString(piece)
			start = piece == "(" || piece == "|"
			continue
		case !extended && strings.IndexByte("+?|(){}", c) >= 0:
			b.WriteString(`\` + string(c))
		case c == '*' && start:
			b.WriteString(`\*`)
		case !extended && c == '^' && !start:
			b.WriteString(`\^`)
		case !extended && c == '$' && i+1 < len(expr) && !strings.HasPrefix(expr[i+1:], `\)`) && !strings.HasPrefix(expr[i+1:], `\|`):
			b.WriteString(`\$`)
		case extended && c == '{' && (i+1 >= len(expr) || expr[i+1] < '0' || expr[i+1] > '9'):
			b.WriteString(`\{`)
		default:
			b.WriteByte(c)
		}
		start = c == '^' && start || extended && (c == '(' || c == '|')
	}
	return b.String(), nil
}

func escaped(c byte, extended bool) (string, error) {
	switch {
	case c >= '1' && c <= '9':
		return "", errBackref
	case !extended && strings.IndexByte("(){}|+?", c) >= 0:
		return string(c), nil
	case c == '<' || c == '>':
		return `\b`, nil
	case strings.IndexByte("wWsSdDbB", c) >= 0:
		return `\` + string(c), nil
	case c == 'n':
		return `\n`, nil
	case c == 't':
		return `\t`, nil
	}
	return regexp.QuoteMeta(string(c)), nil
}

// bracket rewrites a bracket expression and tells how many bytes it took.
func bracket(s string) (string, int) {
	i := 1
	var b strings.Builder
	b.WriteByte('[')
	if i < len(s) && s[i] == '^' {
		b.WriteByte('^')
		i++
	}
	for first := true; i < len(s); first = false {
		switch {
		case s[i] == ']' && !first:
			b.WriteByte(']')
			return b.String(), i + 1
		case strings.HasPrefix(s[i:], "[:"):
			if end := strings.Index(s[i:], ":]"); end > 0 {
				b.WriteString(s[i : i+end+2])
				i += end + 2
				continue
			}
			b.WriteString(`\[`)
		case s[i] == '\\' || s[i] == '[' || s[i] == ']':
			b.WriteString(`\` + s[i:i+1])
		case s[i] == '&' || s[i] == '~':
			b.WriteString(`\` + s[i:i+1])
		default:
			b.WriteByte(s[i])
		}
		i++
	}
	return `\[`, 1 // never closed: an ordinary character
}
