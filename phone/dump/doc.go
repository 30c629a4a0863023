// Package dump reads what Android's commands print: pure functions from text to facts, without a phone. They go by keys, never by
// the place of a line, so that the additions of makers and the changes between Android 4 and 16 do no harm; what is not told
// is zero or absent. Broken, cut or hostile input gives fewer facts, never a panic.
package dump

import (
	"regexp"
	"strconv"
	"strings"
)

// lines yields the lines of an output without their ends. A byte-order mark is dropped, and a lone carriage return ends a line too.
func lines(out string) func(yield func(string) bool) {
	out = strings.TrimPrefix(out, "\ufeff")
	if !strings.Contains(out, "\n") {
		out = strings.ReplaceAll(out, "\r", "\n")
	}
	return func(yield func(string) bool) {
		for line := range strings.Lines(out) {
			if !yield(strings.TrimRight(line, "\r\n")) {
				return
			}
		}
	}
}

// indent counts the blanks in front of a line.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// number reads digits; anything else, and what does not fit, is 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// Component is an activity, service or input method of a package, its class written in full.
type Component struct{ Package, Class string }

// String is the component as commands take it: package, slash, full class.
func (c Component) String() string { return c.Package + "/" + c.Class }

var componentWord = regexp.MustCompile(`^([A-Za-z][\w.]*)/([\w.$]+)$`)

// ParseComponent reads "package/class", where a class that begins with a dot is relative to the package.
func ParseComponent(s string) (Component, bool) {
	m := componentWord.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return Component{}, false
	}
	c := Component{m[1], m[2]}
	if strings.HasPrefix(c.Class, ".") {
		c.Class = c.Package + c.Class
	}
	return c, true
}
