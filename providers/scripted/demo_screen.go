package scripted

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// screen is what a tool's result says of the screen.
type screen struct {
	title, pkg string
	w, h       int
	items      []item
}

// item is one line of it: something to tap, or a text.
type item struct {
	id, role, name string
	caption        string // the words of its resource id, when it has no name
	details        []string
	value          string
	on, off        bool
	disabled       bool
	focused        bool
	x, y           int
	located        bool
}

var (
	headLine  = regexp.MustCompile(`^screen\b(?: "((?:[^"\\]|\\.)*)")?(?: of ([\w.]+))?,? ?(?:(\d+)[×x](\d+))?`)
	quoted    = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	captionID = regexp.MustCompile(` #(\w+)`)
	elementID = regexp.MustCompile(`^e\d+$`)
	pointMark = regexp.MustCompile(`@(-?\d+),(-?\d+)`)
	boxMark   = regexp.MustCompile(`\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]`)
)

// parseScreen reads the last screen of a result; nil when it holds none. It goes by words: an id, what kind of thing it is, texts in
// quotes, states, a point. Lines in another form are kept as texts.
func parseScreen(result string) *screen {
	start := strings.LastIndex(result, "<screen size=")
	if start < 0 {
		return nil
	}
	_, body, ok := strings.Cut(result[start:], "\n")
	if !ok {
		return nil
	}
	body, _, _ = strings.Cut(body, "</screen>")
	s := &screen{}
	found := false
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if m := headLine.FindStringSubmatch(line); m != nil && !found {
			found = true
			s.title, s.pkg = unescape(m[1]), m[2]
			s.w, _ = strconv.Atoi(m[3])
			s.h, _ = strconv.Atoi(m[4])
			continue
		}
		if it, ok := parseItem(line); ok {
			s.items = append(s.items, it)
		}
	}
	if !found {
		return nil
	}
	if s.title == "" {
		s.title = s.heading()
	}
	return s
}

// heading is the first plain text near the top, which is what most screens put their title into.
func (s *screen) heading() string {
	for _, it := range s.items {
		if it.role == "text" && it.name != "" && it.located && it.y < s.h/4 {
			return it.name
		}
	}
	return ""
}

func parseItem(line string) (item, bool) {
	if line == "" || strings.HasPrefix(line, "…") {
		return item{}, false
	}
	var it item
	if m := boxMark.FindStringSubmatch(line); m != nil {
		n := numbers(m[1:])
		it.x, it.y, it.located = (n[0]+n[2])/2, (n[1]+n[3])/2, true
	} else if m := pointMark.FindStringSubmatch(line); m != nil {
		n := numbers(m[1:])
		it.x, it.y, it.located = n[0], n[1], true
	}
	rest := line
	if id, after, ok := strings.Cut(rest, " "); ok && elementID.MatchString(id) {
		it.id, rest = id, after
	}
	it.role, _, _ = strings.Cut(rest, " ")
	field, value, hasValue := strings.Cut(rest, " = \"")
	if hasValue {
		if m := quoted.FindStringSubmatch(`"` + value); m != nil {
			it.value = unescape(m[1])
		}
		rest = field + " " + afterQuote(value)
	}
	for i, m := range quoted.FindAllStringSubmatch(rest, -1) {
		if i == 0 {
			it.name = unescape(m[1])
		} else {
			it.details = append(it.details, unescape(m[1]))
		}
	}
	for _, word := range strings.Fields(quoted.ReplaceAllString(rest, " ")) {
		switch strings.Trim(word, "[]()") {
		case "on", "checked":
			it.on = true
		case "off", "unchecked":
			it.off = true
		case "disabled":
			it.disabled = true
		case "focused":
			it.focused = true
		}
	}
	if m := captionID.FindStringSubmatch(quoted.ReplaceAllString(rest, "")); m != nil && it.name == "" {
		it.caption = strings.ReplaceAll(m[1], "_", " ")
	}
	if it.name == "" && it.id == "" && !hasValue {
		it.name = line
	}
	return it, true
}

// afterQuote is what follows the closing quote of a text whose opening one is gone.
func afterQuote(s string) string {
	if loc := quoted.FindStringIndex(`"` + s); loc != nil {
		return s[loc[1]-1:]
	}
	return ""
}

func numbers(s []string) []int {
	out := make([]int, len(s))
	for i, v := range s {
		out[i], _ = strconv.Atoi(v)
	}
	return out
}

func unescape(s string) string { return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(s) }

// shown is the item in words for a person.
func (it item) shown() string {
	if it.name != "" {
		return "“" + shorten(it.name) + "”"
	}
	return "the " + it.role
}

// toggle reports whether the item is a switch of some kind.
func (it item) toggle() bool { return it.on || it.off }

// texts are all words of an item.
func (it item) texts() []string { return append([]string{it.name}, it.details...) }

// fold makes words comparable: lower case, no hyphens, other marks as blanks, so that "Wi‑Fi" and "wifi" are one word.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r >= 0x2010 && r <= 0x2015:
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return ' '
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// named finds the first item that ok accepts and whose name is one of the words; without an exact one, one that begins with it.
func (s *screen) named(ok func(item) bool, words ...string) (item, bool) {
	for _, w := range words {
		for _, it := range s.items {
			if ok(it) && fold(it.name) == fold(w) {
				return it, true
			}
		}
	}
	for _, w := range words {
		for _, it := range s.items {
			if ok(it) && strings.HasPrefix(fold(it.name)+" ", fold(w)+" ") {
				return it, true
			}
		}
	}
	return item{}, false
}

// exactly is named without the second try.
func (s *screen) exactly(ok func(item) bool, words ...string) (item, bool) {
	for _, w := range words {
		for _, it := range s.items {
			if ok(it) && fold(it.name) == fold(w) {
				return it, true
			}
		}
	}
	return item{}, false
}

func tappable(it item) bool { return it.id != "" && !it.disabled }

// says reports whether some text on the screen holds the words.
func (s *screen) says(words string) bool {
	w := fold(words)
	for _, it := range s.items {
		for _, t := range append(it.texts(), it.value) {
			if strings.Contains(fold(t), w) {
				return true
			}
		}
	}
	return false
}

// same reports whether two screens show the same things in the same places.
func (s *screen) same(o *screen) bool {
	if s.title != o.title || len(s.items) != len(o.items) {
		return false
	}
	for i := range s.items {
		if s.items[i].name != o.items[i].name || s.items[i].y != o.items[i].y {
			return false
		}
	}
	return true
}
