package openai

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// The loose readers of this file take a value in any of the forms that relays give it (C3). What is missing or of another kind
// reads as nothing, so a field nobody needs cannot fail a chunk.

// fields reads an object; nil for anything else.
func fields(raw json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return nil
	}
	return m
}

// list reads an array; nil for anything else.
func list(raw json.RawMessage) []json.RawMessage {
	var l []json.RawMessage
	if json.Unmarshal(raw, &l) != nil {
		return nil
	}
	return l
}

// text reads a string, or a number as it is written; "" for anything else.
func text(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return ""
	}
	if raw[0] == '"' {
		var s string
		_ = json.Unmarshal(raw, &s)
		return s
	}
	if c := raw[0]; c == '-' || c >= '0' && c <= '9' {
		return string(raw)
	}
	return ""
}

// count reads a whole number that is not negative, also one written as a string or with a fraction of zero.
func count(raw json.RawMessage) (int, bool) {
	s := strings.TrimSpace(text(raw))
	if s == "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f < 0 || f > math.MaxInt32 || f != math.Trunc(f) {
		return 0, false
	}
	return int(f), true
}

// given reports whether a field is there and not null.
func given(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && !bytes.Equal(raw, []byte("null"))
}
