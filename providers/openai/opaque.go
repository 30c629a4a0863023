package openai

import (
	"encoding/json"

	"github.com/handset-agent/handset/providers"
)

// opaque is what a message keeps for its provider (providers.Message.Opaque).
type opaque struct {
	Endpoint string            `json:"endpoint,omitempty"`          // host and path it came from: other endpoints get none of this
	Field    string            `json:"reasoning_field,omitempty"`   // the field Message.Reasoning came in and goes back in
	Details  []json.RawMessage `json:"reasoning_details,omitempty"` // R3
	Extra    json.RawMessage   `json:"extra_content,omitempty"`     // T22, when there was no call to keep it with
}

func (o opaque) raw() json.RawMessage { return json.RawMessage(encode(o)) }

// own is the provider data of m, and whether m was written by this endpoint and model, so that the data may be sent back. The text
// and calls of other messages are kept, nothing else of them.
func own(m providers.Message, endpoint, model string) (o opaque, ok bool) {
	if m.Model != "" && m.Model != model {
		return opaque{}, false
	}
	if len(m.Opaque) == 0 {
		return opaque{}, true
	}
	if json.Unmarshal(m.Opaque, &o) != nil || o.Endpoint != "" && o.Endpoint != endpoint {
		return opaque{}, false
	}
	return o, true
}

// addDetails appends the reasoning details of a chunk. Pieces of one text block, which a stream cuts up, become one block again:
// the same type and index, text joined, any later field taken over. All else stays as it came.
func addDetails(have, more []json.RawMessage) []json.RawMessage {
	for _, raw := range more {
		if n := len(have); n > 0 {
			if one, ok := joinDetail(fields(have[n-1]), fields(raw)); ok {
				have[n-1] = one
				continue
			}
		}
		have = append(have, raw)
	}
	return have
}

func joinDetail(a, b map[string]json.RawMessage) (json.RawMessage, bool) {
	var key string
	switch text(a["type"]) {
	case "reasoning.text":
		key = "text"
	case "reasoning.summary":
		key = "summary"
	default:
		return nil, false
	}
	if text(b["type"]) != text(a["type"]) || text(b["index"]) != text(a["index"]) || text(b["id"]) != text(a["id"]) && given(b["id"]) {
		return nil, false
	}
	if given(a["signature"]) && given(b[key]) && text(b[key]) != "" { // a signed block is complete
		return nil, false
	}
	joined := text(a[key]) + text(b[key])
	for k, v := range b {
		if given(v) {
			a[k] = v
		}
	}
	a[key] = json.RawMessage(encode(joined))
	return json.RawMessage(encode(a)), true
}
