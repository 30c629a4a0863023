package tools

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Check lists what is wrong with args, in words for a model; each line states what would be right (AH-05). Numbers in args are
// json.Number or float64.
func (s *Schema) Check(args map[string]any) []string {
	var wrong []string
	for _, p := range s.Props {
		v, ok := args[p.Name]
		switch {
		case !ok && p.Required:
			wrong = append(wrong, fmt.Sprintf("%q is missing: %s", p.Name, p.Schema.want()))
		case ok:
			if w := p.Schema.checkValue(v); w != "" {
				wrong = append(wrong, fmt.Sprintf("%q %s", p.Name, w))
			}
		}
	}
	if s.Open {
		return wrong
	}
	for _, k := range slices.Sorted(maps.Keys(args)) {
		if _, known := s.Prop(k); !known {
			wrong = append(wrong, fmt.Sprintf("%q is not an argument of this tool", k))
		}
	}
	return wrong
}

// checkValue tells why v does not fit, or "".
func (s *Schema) checkValue(v any) string {
	kind := kindOf(v)
	if !s.allows(kind) {
		return fmt.Sprintf("must be %s, not %s", s.want(), kind)
	}
	switch x := v.(type) {
	case string:
		if len(s.Enum) > 0 && !slices.Contains(s.Enum, x) {
			return fmt.Sprintf("must be %s, not %q", s.want(), clip(x, 60))
		}
		if n := utf8.RuneCountInString(x); s.MaxLen > 0 && n > s.MaxLen {
			return fmt.Sprintf("must be at most %d characters long, not %d", s.MaxLen, n)
		}
	case json.Number, float64:
		n, err := strconv.ParseFloat(fmt.Sprint(x), 64)
		if err != nil || s.Min != nil && n < *s.Min || s.Max != nil && n > *s.Max {
			return fmt.Sprintf("must be %s, not %v", s.want(), x)
		}
	case []any:
		if s.Items == nil {
			return ""
		}
		for i, e := range x {
			if w := s.Items.checkValue(e); w != "" {
				return fmt.Sprintf("item %d %s", i+1, w)
			}
		}
	}
	return ""
}

// want tells in words what fits.
func (s *Schema) want() string {
	if len(s.Enum) > 0 {
		return "one of " + strings.Join(s.Enum, ", ")
	}
	w := strings.Join(s.Types, " or ")
	if w == "" {
		w = "any value"
	}
	num := func(f *float64) string { return strconv.FormatFloat(*f, 'f', -1, 64) }
	switch {
	case s.Min != nil && s.Max != nil:
		w += " from " + num(s.Min) + " to " + num(s.Max)
	case s.Min != nil:
		w += " of at least " + num(s.Min)
	case s.Max != nil:
		w += " of at most " + num(s.Max)
	}
	return w
}

// kindOf is the JSON type of a decoded value; whole numbers are "integer".
func kindOf(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case json.Number:
		if _, err := strconv.ParseInt(string(x), 10, 64); err == nil {
			return "integer"
		}
		return "number"
	case float64:
		if x == float64(int64(x)) {
			return "integer"
		}
		return "number"
	}
	return fmt.Sprintf("%T", v)
}
