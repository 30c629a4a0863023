package tools

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object reads the argument text of a model as one JSON object (AH-01): as it is, out of a JSON string that holds it, or out of
// the prose round it. Empty text and null are an empty object.
func object(text string) (obj map[string]any, note, problem string) {
	text = strings.TrimSpace(text)
	if text == "" || text == "null" {
		return map[string]any{}, "", ""
	}
	v, err := decode(text)
	for range 2 {
		inner, ok := v.(string)
		if err != nil || !ok {
			break
		}
		if strings.TrimSpace(inner) == "" {
			return map[string]any{}, "", ""
		}
		if v, err = decode(inner); err == nil {
			note = "the object was taken out of a JSON string"
		}
	}
	if obj, ok := v.(map[string]any); ok && err == nil {
		return obj, note, ""
	}
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from >= 0 && to > from {
		if v, err := decode(text[from : to+1]); err == nil {
			if obj, ok := v.(map[string]any); ok {
				return obj, "the object was taken out of the text round it", ""
			}
		}
	}
	why := "they are not an object"
	if err != nil {
		why = err.Error()
	}
	return nil, "", fmt.Sprintf("the arguments are no JSON object (%s): %s", why, clip(text, 120))
}

// decode reads exactly one JSON value and keeps numbers as they were written.
func decode(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value")
	}
	return v, nil
}

// talk are keys that models add to explain themselves; they change nothing about a call (AH-06).
var talk = []string{"description", "reason", "reasoning", "thought", "explanation", "purpose"}

// dropTalk removes explanations that the tool does not ask for. The plain description is so common that it is not mentioned.
func dropTalk(obj map[string]any, s *Schema) []string {
	var notes []string
	for _, k := range talk {
		if _, known := s.Prop(k); known {
			continue
		}
		if _, there := obj[k]; there {
			delete(obj, k)
			if k != "description" {
				notes = append(notes, fmt.Sprintf("%q is not needed and was left out", k))
			}
		}
	}
	return notes
}

// repairKeys renames unknown keys to the one known key that is at most two edits away, case aside (AH-02). A key that is there
// already is never overwritten, and where two fit, or two keys want the same place, nothing is renamed.
func repairKeys(obj map[string]any, s *Schema) []string {
	want := map[string][]string{} // schema key → unknown keys that look like it
	for k := range obj {
		if _, known := s.Prop(k); known {
			continue
		}
		if to := nearestKey(k, obj, s); to != "" {
			want[to] = append(want[to], k)
		}
	}
	var notes []string
	for _, to := range slices.Sorted(maps.Keys(want)) {
		if from := want[to]; len(from) == 1 {
			obj[to] = obj[from[0]]
			delete(obj, from[0])
			notes = append(notes, fmt.Sprintf("%q was read as %q", from[0], to))
		}
	}
	return notes
}

// nearestKey is the free schema key that k is a misspelling of, or "".
func nearestKey(k string, obj map[string]any, s *Schema) string {
	best, bestDist, tie := "", 3, false
	for _, p := range s.Props {
		if _, taken := obj[p.Name]; taken {
			continue
		}
		d := editDistance(strings.ToLower(k), strings.ToLower(p.Name), 3)
		if d > 0 && (len(p.Name) < 3 || len(k) < 3) {
			continue
		}
		switch {
		case d < bestDist:
			best, bestDist, tie = p.Name, d, false
		case d == bestDist && d < 3:
			tie = true
		}
	}
	if tie {
		return ""
	}
	return best
}

// repairValue makes v fit s where what was meant is plain (AH-03). note is empty when nothing was done.
func repairValue(v any, s *Schema) (fixed any, note string) {
	kind := kindOf(v)
	if s.allows(kind) {
		if word, ok := v.(string); ok {
			return repairEnum(word, s)
		}
		return repairItems(v, s)
	}
	switch {
	case kind == "string" && s.allows("array"):
		if list, err := decode(v.(string)); err == nil && kindOf(list) == "array" {
			list, _ = repairItems(list, s)
			return list, "was a text and is read as the list in it"
		}
		list, _ := repairItems([]any{v}, s)
		return list, "was one value and is read as a list of one"
	case kind == "string":
		return fromText(v.(string), s)
	case s.allows("array") && kind != "null" && kind != "object":
		list, _ := repairItems([]any{v}, s)
		return list, "was one value and is read as a list of one"
	case s.allows("string") && kind != "null":
		return toText(v, s)
	case kind == "number" && s.allows("integer"):
		return wholeNumber(v)
	}
	return v, ""
}

// fromText reads a number or a truth value out of a text.
func fromText(text string, s *Schema) (any, string) {
	text = strings.TrimSpace(text)
	switch low := strings.ToLower(text); {
	case s.allows("boolean") && (low == "true" || low == "false"):
		return low == "true", "was a text and is read as " + low
	case s.allows("integer"):
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !isPlainNumber(text) {
			return text, ""
		}
		if f == float64(int64(f)) {
			return json.Number(strconv.FormatInt(int64(f), 10)), "was a text and is read as the number " + strconv.FormatInt(int64(f), 10)
		}
		if s.allows("number") {
			return json.Number(strconv.FormatFloat(f, 'f', -1, 64)), "was a text and is read as the number " + text
		}
	}
	return text, ""
}

// isPlainNumber keeps out what Go reads as a number and JSON does not know: "0x10", "1_000", "Inf", "NaN".
func isPlainNumber(s string) bool {
	return s != "" && strings.Trim(s, "+-.0123456789eE") == "" && strings.ContainsAny(s, "0123456789")
}

// toText writes a value that is no text as one.
func toText(v any, s *Schema) (any, string) {
	switch v.(type) {
	case json.Number, bool, float64:
		fixed, _ := repairEnum(fmt.Sprint(v), s)
		return fixed, fmt.Sprintf("was %v and is read as a text", v)
	}
	return string(jsonOf(v)), "was a structure and is read as its JSON text"
}

// wholeNumber makes 3.0 the integer 3.
func wholeNumber(v any) (any, string) {
	f, err := strconv.ParseFloat(fmt.Sprint(v), 64)
	if err != nil || f != float64(int64(f)) {
		return v, ""
	}
	return json.Number(strconv.FormatInt(int64(f), 10)), fmt.Sprintf("was %v and is read as a whole number", v)
}

// repairEnum writes a word of an enum as the enum does.
func repairEnum(word string, s *Schema) (any, string) {
	if len(s.Enum) == 0 || slices.Contains(s.Enum, word) {
		return word, ""
	}
	for _, e := range s.Enum {
		if strings.EqualFold(e, strings.TrimSpace(word)) {
			return e, fmt.Sprintf("%q was read as %q", word, e)
		}
	}
	return word, ""
}

// repairItems repairs each item of a list.
func repairItems(v any, s *Schema) (any, string) {
	list, ok := v.([]any)
	if !ok || s.Items == nil {
		return v, ""
	}
	note := ""
	out := make([]any, len(list))
	for i, e := range list {
		fixed, n := repairValue(e, s.Items)
		out[i] = fixed
		if n != "" {
			note = fmt.Sprintf("item %d %s", i+1, n)
		}
	}
	if note == "" {
		return v, ""
	}
	return out, note
}
