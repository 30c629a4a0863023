package shell

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// The conditions of content providers: the part of SQLite's expressions that people write in --where.

// sqlError is a condition that SQLite would refuse, in its words.
type sqlError string

func (e sqlError) Error() string { return string(e) }

// rowTest reports whether a row is meant.
type rowTest func(world.Row) bool

// rowValue is a side of a comparison.
type rowValue func(world.Row) any

// parseWhere reads a condition; an empty one means every row. known lists the columns that rows may have.
func parseWhere(text string, known map[string]bool) (rowTest, error) {
	toks, err := sqlTokens(text)
	if err != nil {
		return nil, err
	}
	if len(toks) == 0 {
		return func(world.Row) bool { return true }, nil
	}
	p := &whereParser{toks: toks, known: known}
	test, err := p.or(0)
	if err != nil {
		return nil, err
	}
	if p.at < len(p.toks) {
		return nil, p.near()
	}
	return test, nil
}

// sqlToken is a word, a string, a number or a sign.
type sqlToken struct {
	kind byte // w word, s string, n number, o operator
	text string
}

const maxWhere = 16 << 10

func sqlTokens(s string) ([]sqlToken, error) {
	if len(s) > maxWhere {
		return nil, sqlError("Expression tree is too large (maximum depth 1000)")
	}
	var out []sqlToken
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '\'' || c == '"' || c == '`':
			text, n, err := sqlQuoted(s[i:])
			if err != nil {
				return nil, err
			}
			kind := byte('s')
			if c == '`' {
				kind = 'w'
			} else if c == '"' {
				kind = 'q'
			}
			out = append(out, sqlToken{kind, text})
			i += n
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			n := i
			for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.') {
				n++
			}
			out = append(out, sqlToken{'n', s[i:n]})
			i = n
		case isWord(c):
			n := i
			for n < len(s) && (isWord(s[n]) || s[n] >= '0' && s[n] <= '9' || s[n] == '.') {
				n++
			}
			out = append(out, sqlToken{'w', s[i:n]})
			i = n
		default:
			n := 1
			if i+1 < len(s) && strings.Contains("<> <= >= != == ||", s[i:i+2]) && s[i+1] != ' ' {
				n = 2
			}
			if !strings.Contains("<>=!(),+-*/%|", string(c)) {
				return nil, sqlError(fmt.Sprintf("unrecognized token: \"%c\"", c))
			}
			out = append(out, sqlToken{'o', s[i : i+n]})
			i += n
		}
	}
	return out, nil
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// sqlQuoted reads a quoted text, in which a doubled quote stands for one, and tells how many bytes it took.
func sqlQuoted(s string) (text string, n int, err error) {
	q := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		if s[i] != q {
			b.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == q {
			b.WriteByte(q)
			i++
			continue
		}
		return b.String(), i + 1, nil
	}
	return "", 0, sqlError("unrecognized token: \"" + s + "\"")
}

type whereParser struct {
	toks  []sqlToken
	at    int
	known map[string]bool
}

// maxDepth of nested conditions.
const maxSQLDepth = 100

func (p *whereParser) peek() sqlToken {
	if p.at < len(p.toks) {
		return p.toks[p.at]
	}
	return sqlToken{}
}

// word takes the next token when it is the keyword.
func (p *whereParser) word(k string) bool {
	if t := p.peek(); t.kind == 'w' && strings.EqualFold(t.text, k) {
		p.at++
		return true
	}
	return false
}

func (p *whereParser) op(o string) bool {
	if t := p.peek(); t.kind == 'o' && t.text == o {
		p.at++
		return true
	}
	return false
}

func (p *whereParser) near() error {
	if p.at >= len(p.toks) {
		return sqlError("incomplete input")
	}
	return sqlError(fmt.Sprintf("near \"%s\": syntax error", p.peek().text))
}

func (p *whereParser) or(depth int) (rowTest, error) {
	if depth > maxSQLDepth {
		return nil, sqlError("parser stack overflow")
	}
	left, err := p.and(depth)
	for err == nil && p.word("or") {
		var right rowTest
		if right, err = p.and(depth); err == nil {
			l := left
			left = func(r world.Row) bool { return l(r) || right(r) }
		}
	}
	return left, err
}

func (p *whereParser) and(depth int) (rowTest, error) {
	left, err := p.not(depth)
	for err == nil && p.word("and") {
		var right rowTest
		if right, err = p.not(depth); err == nil {
			l := left
			left = func(r world.Row) bool { return l(r) && right(r) }
		}
	}
	return left, err
}

func (p *whereParser) not(depth int) (rowTest, error) {
	if p.word("not") {
		test, err := p.not(depth + 1)
		if depth > maxSQLDepth {
			err = sqlError("parser stack overflow")
		}
		return func(r world.Row) bool { return !test(r) }, err
	}
	return p.compare(depth)
}

// compare reads a comparison, or a condition in parentheses.
func (p *whereParser) compare(depth int) (rowTest, error) {
	if p.op("(") {
		test, err := p.or(depth + 1)
		if err == nil && !p.op(")") {
			err = p.near()
		}
		return test, err
	}
	left, err := p.value()
	if err != nil {
		return nil, err
	}
	invert := p.word("not")
	test, err := p.rest(left)
	if invert && err == nil {
		t := test
		test = func(r world.Row) bool { return !t(r) }
	}
	return test, err
}

// rest reads what stands after the left side.
func (p *whereParser) rest(left rowValue) (rowTest, error) {
	for _, o := range []string{"==", "=", "!=", "<>", "<=", ">=", "<", ">"} {
		if p.op(o) {
			right, err := p.value()
			return func(r world.Row) bool { return sqlCompare(left(r), right(r), o) }, err
		}
	}
	switch {
	case p.word("is"):
		invert := p.word("not")
		right, err := p.value()
		return func(r world.Row) bool { return (sqlOrder(left(r), right(r)) == 0) != invert }, err
	case p.word("isnull"):
		return func(r world.Row) bool { return left(r) == nil }, nil
	case p.word("notnull"):
		return func(r world.Row) bool { return left(r) != nil }, nil
	case p.word("like"), p.word("glob"):
		star := strings.EqualFold(p.toks[p.at-1].text, "glob")
		right, err := p.value()
		return func(r world.Row) bool { return sqlLike(sqlText(left(r)), sqlText(right(r)), star) }, err
	case p.word("between"):
		low, err := p.value()
		if err != nil {
			return nil, err
		}
		if !p.word("and") {
			return nil, p.near()
		}
		high, err := p.value()
		return func(r world.Row) bool { return sqlCompare(left(r), low(r), ">=") && sqlCompare(left(r), high(r), "<=") }, err
	case p.word("in"):
		return p.in(left)
	}
	return func(r world.Row) bool { return sqlNumber(left(r)) != 0 }, nil
}

func (p *whereParser) in(left rowValue) (rowTest, error) {
	if !p.op("(") {
		return nil, p.near()
	}
	var list []rowValue
	for !p.op(")") {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		if !p.op(",") && p.peek().text != ")" {
			return nil, p.near()
		}
	}
	return func(r world.Row) bool {
		for _, v := range list {
			if sqlCompare(left(r), v(r), "=") {
				return true
			}
		}
		return false
	}, nil
}

// value reads a column, a text or a number.
func (p *whereParser) value() (rowValue, error) {
	minus := p.op("-")
	t := p.peek()
	p.at++
	switch t.kind {
	case 's':
		return constant(t.text), nil
	case 'n':
		if minus {
			t.text = "-" + t.text
		}
		return constant(sqlLiteral(t.text)), nil
	case 'w', 'q':
		return p.column(t)
	}
	p.at--
	return nil, p.near()
}

func (p *whereParser) column(t sqlToken) (rowValue, error) {
	name := t.text[strings.LastIndexByte(t.text, '.')+1:]
	switch strings.ToLower(name) {
	case "null":
		return constant(nil), nil
	case "true":
		return constant(int64(1)), nil
	case "false":
		return constant(int64(0)), nil
	case "and", "or", "not", "is", "in", "like", "between":
		p.at--
		return nil, p.near()
	}
	if !p.known[name] {
		if t.kind == 'q' { // SQLite takes a quoted word that is no column for a text
			return constant(t.text), nil
		}
		return nil, sqlError("no such column: " + name)
	}
	return func(r world.Row) any { return r[name] }, nil
}

func constant(v any) rowValue { return func(world.Row) any { return v } }

// sqlLiteral is a number as a row holds it.
func sqlLiteral(s string) any {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return s
	}
	return f
}

func sqlText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return javaDouble(v)
	case string:
		return v
	}
	return fmt.Sprint(v)
}

func sqlNumber(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	case string:
		return parseFloat(v)
	}
	return 0
}

// sqlCompare compares with a column's affinity: a text that is a number equals that number. NULL is never true.
func sqlCompare(a, b any, op string) bool {
	if a == nil || b == nil {
		return false
	}
	n := sqlOrder(a, b)
	switch op {
	case "=", "==":
		return n == 0
	case "!=", "<>":
		return n != 0
	case "<":
		return n < 0
	case "<=":
		return n <= 0
	case ">":
		return n > 0
	}
	return n >= 0
}

// sqlOrder orders two values: NULL first, numbers by size, the rest as text.
func sqlOrder(a, b any) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	_, textA := a.(string)
	_, textB := b.(string)
	if textA && textB {
		return strings.Compare(a.(string), b.(string))
	}
	if isNumber(a) && isNumber(b) {
		x, y := sqlNumber(a), sqlNumber(b)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return strings.Compare(sqlText(a), sqlText(b))
}

func isNumber(v any) bool {
	if s, ok := v.(string); ok {
		_, err := strconv.ParseFloat(s, 64)
		return err == nil
	}
	return true
}

// sqlLike is LIKE, or GLOB with its own signs.
func sqlLike(s, pattern string, glob bool) bool {
	anyRun, one := '%', '_'
	if glob {
		anyRun, one = '*', '?'
	} else {
		s, pattern = strings.ToLower(s), strings.ToLower(pattern)
	}
	text, pat := []rune(s), []rune(pattern)
	i, j, star, mark := 0, 0, -1, 0
	for i < len(text) {
		switch {
		case j < len(pat) && pat[j] == anyRun:
			star, mark = j, i
			j++
		case j < len(pat) && (pat[j] == one || pat[j] == text[i]):
			i, j = i+1, j+1
		case star >= 0:
			mark++
			i, j = mark, star+1
		default:
			return false
		}
	}
	for j < len(pat) && pat[j] == anyRun {
		j++
	}
	return j == len(pat)
}

// javaDouble writes a number as Java does: 3.0, not 3.
func javaDouble(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
