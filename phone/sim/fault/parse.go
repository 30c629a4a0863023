package fault

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Parse reads "NAME [after=5s] [count=3] [p=0.2] [for=10s] [value=…]". The value is the rest of the text.
func Parse(text string) (Name, Rule, error) {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	n := Name(name)
	if !slices.Contains(All(), n) {
		return "", Rule{}, fmt.Errorf("%q: %w%s", name, ErrUnknown, near(name))
	}
	r, err := ParseRule(rest)
	if err != nil {
		return "", Rule{}, err
	}
	return n, r, r.check(n)
}

// ParseRule reads what Parse reads, without the name.
func ParseRule(text string) (Rule, error) {
	var r Rule
	for text = strings.TrimSpace(text); text != ""; {
		if v, ok := strings.CutPrefix(text, "value="); ok {
			r.Value = v
			break
		}
		word, rest, _ := strings.Cut(text, " ")
		text = strings.TrimSpace(rest)
		key, v, ok := strings.Cut(word, "=")
		var err error
		switch {
		case !ok:
			err = fmt.Errorf("want key=value")
		case key == "after":
			r.After, err = time.ParseDuration(v)
		case key == "for":
			r.For, err = time.ParseDuration(v)
		case key == "count":
			r.Count, err = strconv.Atoi(v)
		case key == "p":
			r.Probability, err = strconv.ParseFloat(v, 64)
			if err == nil && r.Probability == 0 {
				err = fmt.Errorf("a fault that never strikes")
			}
		default:
			err = fmt.Errorf("it has after, count, p, for and value")
		}
		if err != nil {
			return Rule{}, fmt.Errorf("%q: %w: %w", word, ErrRule, err)
		}
	}
	return r, r.check("")
}

// check refuses a rule that cannot be meant.
func (r Rule) check(n Name) error {
	switch {
	case r.After < 0 || r.For < 0 || r.Count < 0:
		return fmt.Errorf("%s: %w: less than nothing", n, ErrRule)
	case !(r.Probability >= 0 && r.Probability <= 1): // NaN too
		return fmt.Errorf("%s: %w: p is from 0 to 1", n, ErrRule)
	case r.Value == "" || n == "":
		return nil
	}
	var err error
	switch valueKind[n] {
	case isDuration:
		_, err = time.ParseDuration(r.Value)
	case isNumber:
		_, err = strconv.ParseInt(r.Value, 10, 64)
	}
	if err != nil {
		return fmt.Errorf("%s: %w: value %q: %w", n, ErrRule, r.Value, err)
	}
	return nil
}

// kind is what a fault's value is.
type kind int

const (
	isText kind = iota
	isDuration
	isNumber
)

var valueKind = map[Name]kind{
	LinkLatency: isDuration, LinkJitter: isDuration, LinkRestart: isDuration, LinkStorm: isDuration, ShellSlow: isDuration, ClockJump: isDuration,
	LinkDrop: isNumber, ScrcpyKilled: isNumber, StreamFrozen: isNumber, EncoderError: isNumber, TargetMoved: isNumber, DiskFull: isNumber,
}

// Duration is the value as a time, or otherwise when there is none.
func (r Rule) Duration(otherwise time.Duration) time.Duration {
	if d, err := time.ParseDuration(r.Value); err == nil {
		return d
	}
	return otherwise
}

// Number is the value as a whole number, or otherwise when there is none.
func (r Rule) Number(otherwise int64) int64 {
	if n, err := strconv.ParseInt(r.Value, 10, 64); err == nil {
		return n
	}
	return otherwise
}

// String writes the rule as ParseRule reads it.
func (r Rule) String() string {
	var words []string
	add := func(key string, set bool, v any) {
		if set {
			words = append(words, fmt.Sprintf("%s=%v", key, v))
		}
	}
	add("after", r.After != 0, r.After)
	add("count", r.Count != 0, r.Count)
	add("p", r.Probability != 0, r.Probability)
	add("for", r.For != 0, r.For)
	add("value", r.Value != "", r.Value)
	return strings.Join(words, " ")
}

// near suggests names that hold a part of what was asked for.
func near(name string) string {
	var fits []string
	for _, n := range All() {
		for part := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return r == '.' || r == '-' || r == '_' }) {
			if len(part) > 2 && strings.Contains(string(n), part) && !slices.Contains(fits, string(n)) {
				fits = append(fits, string(n))
			}
		}
	}
	if len(fits) == 0 {
		return ""
	}
	return " (there is " + strings.Join(fits, ", ") + ")"
}
