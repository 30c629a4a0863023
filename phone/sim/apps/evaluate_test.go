package apps

import (
	"strings"
	"testing"
)

func TestEvaluate(t *testing.T) {
	t.Parallel()
	cases := []struct {
		in, want string
		err      error
	}{
		{"1+2×3", "7", nil}, {"(1+2)×3", "9", nil}, {"2−3−4", "−5", nil}, {"12÷4÷3", "1", nil}, {"2×−3", "−6", nil}, {"−2+5", "3", nil},
		{"0.1+0.2", "0.3", nil}, {"1÷3", "0.333333333333", nil}, {"1÷3×3", "1", nil}, {"50%", "0.5", nil}, {"200×15%", "30", nil},
		{"2(3+4)", "14", nil}, {"(2)(3)", "6", nil}, {"(1+2", "3", nil}, {"1234567×10", "12,345,670", nil}, {"1,000+1", "1,001", nil},
		{"999999999999×999999999999", "1E24", nil}, {"1÷8192÷8192÷8192", "1.818989404E−12", nil}, {".5", "0.5", nil}, {"5.", "5", nil},
		{"2*3/4-1", "0.5", nil}, {"−0", "0", nil}, {"−1234.5", "−1,234.5", nil}, {"((((7))))", "7", nil},
		{"1÷0", "", errZero}, {"1÷(2−2)", "", errZero}, {"", "", errFormat}, {"1+", "", errFormat}, {"×2", "", errFormat}, {"1..2", "", errFormat},
		{"1)", "", errFormat}, {"abc", "", errFormat}, {strings.Repeat("(", 500) + "1", "", errFormat},
	}
	for _, c := range cases {
		got, err := evaluate(c.in)
		if got != c.want || err != c.err {
			t.Errorf("%s: %q, %v; want %q, %v", c.in, got, err, c.want, c.err)
		}
	}
}

func FuzzEvaluate(f *testing.F) {
	for _, s := range []string{"1+2×3", "(1÷3)%", "−−2", "1E9", "2(3", "0.1−.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 100 {
			return
		}
		r, err := evaluate(s)
		if err != nil || strings.Contains(r, "E") {
			return
		}
		if again, err := evaluate(r); err != nil || again != r {
			t.Errorf("%q gives %q, which gives %q, %v", s, r, again, err)
		}
	})
}
