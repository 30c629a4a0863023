package apps

import (
	"errors"
	"math/big"
	"strings"
)

var (
	errFormat = errors.New("Format error")
	errZero   = errors.New("Can't divide by 0")
)

// evaluate computes a formula of decimal numbers, + − × ÷, percent and parentheses, with exact rational numbers. A missing closing
// parenthesis is added, and a number before or after a parenthesis multiplies.
func evaluate(formula string) (string, error) {
	p := &calcParser{in: []rune(strings.NewReplacer("-", "−", "*", "×", "/", "÷", ",", "", " ", "").Replace(formula))}
	v, err := p.sum()
	if err != nil {
		return "", err
	}
	if p.at < len(p.in) {
		return "", errFormat
	}
	return format(v), nil
}

type calcParser struct {
	in    []rune
	at    int
	depth int
}

func (p *calcParser) next() rune {
	if p.at < len(p.in) {
		return p.in[p.at]
	}
	return 0
}

func (p *calcParser) sum() (*big.Rat, error) {
	v, err := p.product()
	for err == nil && (p.next() == '+' || p.next() == '−') {
		op := p.next()
		p.at++
		var u *big.Rat
		if u, err = p.product(); err != nil {
			return nil, err
		}
		if op == '+' {
			v.Add(v, u)
		} else {
			v.Sub(v, u)
		}
	}
	return v, err
}

func (p *calcParser) product() (*big.Rat, error) {
	v, err := p.factor()
	for err == nil {
		op := p.next()
		switch {
		case op == '×' || op == '÷':
			p.at++
		case op == '(' || op >= '0' && op <= '9':
			op = '×'
		default:
			return v, nil
		}
		var u *big.Rat
		if u, err = p.factor(); err != nil {
			return nil, err
		}
		if op == '×' {
			v.Mul(v, u)
			continue
		}
		if u.Sign() == 0 {
			return nil, errZero
		}
		v.Quo(v, u)
	}
	return v, err
}

func (p *calcParser) factor() (*big.Rat, error) {
	if p.depth++; p.depth > 200 {
		return nil, errFormat
	}
	defer func() { p.depth-- }()
	switch p.next() {
	case '−':
		p.at++
		v, err := p.factor()
		if err == nil {
			v.Neg(v)
		}
		return v, err
	case '+':
		p.at++
		return p.factor()
	}
	v, err := p.atom()
	for err == nil && p.next() == '%' {
		p.at++
		v.Quo(v, big.NewRat(100, 1))
	}
	return v, err
}

func (p *calcParser) atom() (*big.Rat, error) {
	if p.next() == '(' {
		p.at++
		v, err := p.sum()
		if err != nil {
			return nil, err
		}
		if p.next() == ')' {
			p.at++
		} else if p.at < len(p.in) {
			return nil, errFormat
		}
		return v, nil
	}
	from := p.at
	for r := p.next(); r >= '0' && r <= '9' || r == '.'; r = p.next() {
		p.at++
	}
	s := string(p.in[from:p.at])
	if s == "" || s == "." || strings.Count(s, ".") > 1 {
		return nil, errFormat
	}
	v, ok := new(big.Rat).SetString(strings.TrimSuffix(s, "."))
	if !ok {
		return nil, errFormat
	}
	return v, nil
}

// format writes a number with at most 12 digits after the point, and with an exponent when it is very large or small.
func format(v *big.Rat) string {
	f, _ := v.Float64()
	abs := f
	if abs < 0 {
		abs = -abs
	}
	if abs != 0 && (abs >= 1e15 || abs < 1e-9) {
		s := big.NewFloat(f).Text('E', 9)
		m, e, _ := strings.Cut(s, "E")
		m = strings.TrimRight(strings.TrimRight(m, "0"), ".")
		e = strings.Replace(strings.Replace(e, "+", "", 1), "-", "−", 1)
		if len(e) > 1 && strings.HasPrefix(e, "0") {
			e = strings.TrimLeft(e, "0")
		}
		return strings.Replace(m, "-", "−", 1) + "E" + strings.Replace(e, "−0", "−", 1)
	}
	s := v.FloatString(12)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" || s == "" {
		s = "0"
	}
	return group(strings.Replace(s, "-", "−", 1))
}

// group puts commas between thousands.
func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "−") {
		sign, s = "−", strings.TrimPrefix(s, "−")
	}
	whole, frac, dot := strings.Cut(s, ".")
	var b strings.Builder
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	if dot {
		b.WriteString("." + frac)
	}
	return sign + b.String()
}
