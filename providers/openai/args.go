package openai

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
)

// joinArgs makes one argument text of the pieces of a call and undoes what transports do to it: whole texts sent again and again
// instead of pieces, the same object twice (T14), JSON text inside JSON text (T12). It repairs nothing the model did wrong: a text that
// is no JSON comes back as it was joined, to be answered with an error by whoever runs tools (T15).
func joinArgs(pieces []string) string {
	joined := strings.Join(pieces, "")
	if json.Valid([]byte(joined)) {
		return unwrap(joined)
	}
	if one, ok := twice(joined); ok {
		return unwrap(one)
	}
	if last, ok := cumulative(pieces); ok && json.Valid([]byte(last)) {
		return unwrap(last)
	}
	return joined
}

// unwrap takes JSON out of a JSON string while that gives an object.
func unwrap(s string) string {
	v := s
	for range 3 {
		if !strings.HasPrefix(strings.TrimSpace(v), `"`) {
			break
		}
		var inner string
		if json.Unmarshal([]byte(v), &inner) != nil {
			return s
		}
		v = inner
	}
	if t := strings.TrimSpace(v); t != "" && !json.Valid([]byte(v)) {
		return s
	}
	return v
}

// twice reports whether s is one JSON value written two times or more, and gives it.
func twice(s string) (string, bool) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var first, next any
	if dec.Decode(&first) != nil {
		return "", false
	}
	end := dec.InputOffset()
	for n := 0; ; n++ {
		switch err := dec.Decode(&next); {
		case err == io.EOF:
			return s[:end], n > 0
		case err != nil || !reflect.DeepEqual(first, next):
			return "", false
		}
		next = nil
	}
}

// cumulative reports whether each piece repeats and extends the one before, and gives the last.
func cumulative(pieces []string) (string, bool) {
	last := ""
	for _, p := range pieces {
		if p == "" {
			continue
		}
		if !strings.HasPrefix(p, last) {
			return "", false
		}
		last = p
	}
	return last, last != ""
}

// needsNothing reports whether a tool with this schema may be called without arguments.
func needsNothing(schema json.RawMessage) bool {
	return len(list(fields(schema)["required"])) == 0
}

// sendable is the argument text that goes into a later request: the object as text once (T12). Text that is no object would make
// strict servers refuse the whole conversation, so an empty object stands for it; the tool's answer tells the model what was wrong.
func sendable(args string) string {
	v := unwrap(args)
	if fields([]byte(v)) == nil || !bytes.HasPrefix(bytes.TrimSpace([]byte(v)), []byte("{")) {
		return "{}"
	}
	return v
}
