package scripted

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

var wordSigns = []struct {
	word *regexp.Regexp
	sign string
}{
	{regexp.MustCompile(`(?i)\s*(?:\btimes\b|\bmultiplied by\b)\s*`), "*"},
	{regexp.MustCompile(`(?i)\s*\bdivided by\b\s*`), "/"}, {regexp.MustCompile(`(?i)\s*\bplus\b\s*`), "+"}, {regexp.MustCompile(`(?i)\s*\bminus\b\s*`), "-"},
	{regexp.MustCompile(`(\d)\s*[xX×·⋅]\s*(\d)`), "$1*$2"}, {regexp.MustCompile(`[×⋅·]`), "*"}, {regexp.MustCompile(`[÷:]`), "/"}, {regexp.MustCompile(`[−–]`), "-"},
	{regexp.MustCompile(`(\d),(\d{3})\b`), "$1$2"}, {regexp.MustCompile(`\s+|=\s*$`), ""},
}

// sum is what calculators understand: digits, points, the four signs.
var sum = regexp.MustCompile(`^-?\d+(?:\.\d+)?(?:[-+*/]\d+(?:\.\d+)?)+$`)

// calculate works a sum out on the phone's calculator, key by key. It is nil for what is no sum.
func calculate(said string) task {
	formula := said
	for _, w := range wordSigns {
		formula = w.word.ReplaceAllString(formula, w.sign)
	}
	if !sum.MatchString(formula) || len(formula) > maxSteps-6 {
		return nil
	}
	want := evaluate(formula)
	return func(p *pilot) (string, error) {
		s, _, err := p.open("Calculator")
		if err != nil {
			return "", err
		}
		if b, ok := s.key("AC", "CLR", "C", "clear", "all clear"); ok {
			if s, _, err = p.tap(b); err != nil {
				return "", err
			}
		}
		for _, c := range formula + "=" {
			b, ok := s.key(calcKeys[c]...)
			if !ok {
				return "", cannotf("the calculator shows no key %q", string(c))
			}
			if s, _, err = p.tap(b); err != nil {
				return "", err
			}
		}
		got, ok := s.result(want)
		if !ok {
			return "", cannotf("the calculator shows no result that can be right for %s", formula)
		}
		return fmt.Sprintf("the calculator shows %s = %s", formula, got), nil
	}
}

// calcKeys are the names a key may have.
var calcKeys = func() map[rune][]string {
	m := map[rune][]string{
		'+': {"+", "plus", "add"}, '-': {"−", "-", "–", "minus", "subtract"}, '*': {"×", "*", "x", "multiply", "times"},
		'/': {"÷", "/", "divide", "divided by"}, '=': {"=", "equals", "equal"}, '.': {".", "point", "decimal point", ","},
	}
	for c := '0'; c <= '9'; c++ {
		m[c] = []string{string(c)}
	}
	return m
}()

// key finds a key of a calculator by the very text it shows or is described by.
func (s *screen) key(names ...string) (item, bool) {
	for _, n := range names {
		for _, it := range s.items {
			if !tappable(it) {
				continue
			}
			for _, t := range it.texts() {
				if strings.EqualFold(strings.TrimSpace(t), n) {
					return it, true
				}
			}
		}
	}
	return item{}, false
}

// result is the text on the screen that is the wanted number, or near it where the number does not end.
func (s *screen) result(want *big.Rat) (string, bool) {
	if want == nil {
		return "", false
	}
	for _, it := range s.items {
		if it.role == "button" {
			continue
		}
		for _, t := range append(it.texts(), it.value) {
			plain := strings.NewReplacer(",", "", " ", "", " ", "", " ", "", "−", "-", "=", "").Replace(t)
			got, ok := new(big.Rat).SetString(plain)
			if !ok || plain == "" {
				continue
			}
			diff := new(big.Rat).Sub(got, want)
			if diff.Abs(diff).Cmp(big.NewRat(1, 1_000_000)) <= 0 {
				return strings.TrimSpace(t), true
			}
		}
	}
	return "", false
}

// evaluate works out a sum, products before sums; nil for a division by zero.
func evaluate(formula string) *big.Rat {
	var total, product *big.Rat
	sign, op := 1, byte('+')
	for i := 0; i < len(formula); {
		j := i + 1
		for j < len(formula) && !strings.ContainsRune("+-*/", rune(formula[j])) {
			j++
		}
		n, ok := new(big.Rat).SetString(formula[i:j])
		if !ok {
			return nil
		}
		switch op {
		case '*':
			product.Mul(product, n)
		case '/':
			if n.Sign() == 0 {
				return nil
			}
			product.Quo(product, n)
		default:
			total, product = added(total, product, sign), n
			sign = 1
			if op == '-' {
				sign = -1
			}
		}
		if j < len(formula) {
			op = formula[j]
			j++
		}
		i = j
	}
	return added(total, product, sign)
}

func added(total, product *big.Rat, sign int) *big.Rat {
	if product == nil {
		return big.NewRat(0, 1)
	}
	if sign < 0 {
		return new(big.Rat).Sub(total, product)
	}
	if total == nil {
		return new(big.Rat).Set(product)
	}
	return new(big.Rat).Add(total, product)
}
