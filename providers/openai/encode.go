package openai

import (
	"bytes"
	"encoding/json"
)

// encode writes v as JSON text with sorted keys and without escaping markup: the same value always gives the same bytes, so that
// prompt caches hit, and screens with < and & stay short. Values it is given cannot fail to encode.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return string(bytes.TrimRight(b.Bytes(), "\n"))
}
