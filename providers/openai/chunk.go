package openai

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// chunk is one event of a stream, or a whole plain answer, brought into one form.
type chunk struct {
	id, model string
	failure   json.RawMessage // the error beside, or instead of, the choices (E10)
	delta     *delta          // what is new; nil when there is nothing
	whole     bool            // delta is a whole message, not a piece (C5)
	finish    string
	usage     json.RawMessage
}

// delta is a piece of an answer.
type delta struct {
	text      string
	reasoning string
	field     string // the field reasoning came in
	details   []json.RawMessage
	calls     []fragment
	extra     json.RawMessage // extra_content outside of a call (T22)
	refusal   string
	images    []providers.Image
}

// fragment is a piece of a tool call.
type fragment struct {
	index    int
	hasIndex bool
	id, name string
	args     string
	extra    json.RawMessage
}

var (
	errBroken    = errors.New("broken JSON")
	errNotObject = errors.New("not a JSON object")
)

// parseChunk reads one chunk. Only JSON that is broken, or no object, is an error.
func parseChunk(data []byte) (chunk, error) {
	m := fields(data)
	if m == nil {
		if !json.Valid(data) {
			return chunk{}, errBroken
		}
		if l := list(data); len(l) > 0 { // [{"error":{…}}]
			if first := fields(l[0]); first != nil && given(first["error"]) {
				return chunk{failure: l[0]}, nil
			}
		}
		return chunk{}, errNotObject
	}
	c := chunk{id: text(m["id"]), model: text(m["model"]), usage: m["usage"]}
	if given(m["error"]) || text(m["type"]) == "error" || text(m["object"]) == "error" {
		c.failure = data
	}
	choice := firstChoice(m["choices"])
	if choice == nil {
		return c, nil
	}
	c.finish = text(choice["finish_reason"])
	if !given(c.usage) { // U4
		c.usage = choice["usage"]
	}
	if d := fields(choice["delta"]); d != nil {
		c.delta = parseDelta(d)
	} else if m := fields(choice["message"]); m != nil {
		c.delta, c.whole = parseDelta(m), true
	} else if given(choice["text"]) {
		c.delta = &delta{text: text(choice["text"])}
	}
	if c.finish == "error" && c.failure == nil && given(choice["error"]) {
		c.failure = choice["error"]
	}
	return c, nil
}

// firstChoice is the choice with index 0, or the first without an index (U1, C1: there may be none, or null).
func firstChoice(raw json.RawMessage) map[string]json.RawMessage {
	for _, r := range list(raw) {
		c := fields(r)
		if c == nil {
			continue
		}
		if i, ok := count(c["index"]); !ok || i == 0 {
			return c
		}
	}
	return nil
}

func parseDelta(m map[string]json.RawMessage) *delta {
	d := &delta{refusal: text(m["refusal"]), details: list(m["reasoning_details"])}
	if given(m["extra_content"]) {
		d.extra = m["extra_content"]
	}
	var thought string
	d.text, thought, d.images = parts(m["content"])
	d.images = append(d.images, imageList(m["images"])...)
	d.field = "reasoning_content"
	if d.reasoning, _, _ = parts(m["reasoning_content"]); d.reasoning == "" { // R1
		if d.reasoning, _, _ = parts(m["reasoning"]); d.reasoning != "" { // R2: of two fields with text, one
			d.field = "reasoning"
		}
	}
	if d.reasoning == "" {
		d.reasoning, d.field = thought, ""
	}
	for _, r := range list(m["tool_calls"]) {
		if f, ok := parseFragment(fields(r)); ok {
			d.calls = append(d.calls, f)
		}
	}
	if fc := fields(m["function_call"]); fc != nil && len(d.calls) == 0 { // T20
		d.calls = append(d.calls, fragment{hasIndex: true, name: text(fc["name"]), args: argText(fc["arguments"])})
	}
	return d
}

func parseFragment(m map[string]json.RawMessage) (fragment, bool) {
	if m == nil {
		return fragment{}, false
	}
	f := fragment{id: text(m["id"])}
	f.index, f.hasIndex = count(m["index"])
	fn := fields(m["function"])
	if fn == nil { // some relays leave the inner object out
		fn = m
	}
	f.name = text(fn["name"])
	f.args = argText(fn["arguments"])
	if given(m["extra_content"]) {
		f.extra = m["extra_content"]
	}
	return f, true
}

// argText is the argument text of a fragment; an object instead of text is encoded again (T11).
func argText(raw json.RawMessage) string {
	if !given(raw) {
		return ""
	}
	if raw[0] == '{' || raw[0] == '[' {
		return string(raw)
	}
	return text(raw)
}

// parts reads content that is text or a list of parts (R6), and gives the thinking and picture parts apart.
func parts(raw json.RawMessage) (said, thought string, images []providers.Image) {
	if !given(raw) {
		return "", "", nil
	}
	if raw[0] != '[' {
		return text(raw), "", nil
	}
	for _, r := range list(raw) {
		p := fields(r)
		switch text(p["type"]) {
		case "thinking", "reasoning":
			t, _, _ := parts(p["thinking"])
			if t == "" {
				t = text(p["text"])
			}
			thought += t
		case "image_url", "output_image":
			images = append(images, imageList(json.RawMessage("["+string(r)+"]"))...)
		default:
			said += text(p["text"])
		}
	}
	return said, thought, images
}

// imageList reads the pictures of an answer that came as data URLs; others are left out.
func imageList(raw json.RawMessage) []providers.Image {
	var out []providers.Image
	for _, r := range list(raw) {
		p := fields(r)
		url := text(p["image_url"])
		if inner := fields(p["image_url"]); inner != nil {
			url = text(inner["url"])
		}
		head, data, ok := strings.Cut(url, ";base64,")
		mime, isData := strings.CutPrefix(head, "data:")
		if !ok || !isData {
			continue
		}
		if b, err := base64.StdEncoding.DecodeString(data); err == nil {
			out = append(out, providers.Image{MIME: mime, Data: b})
		}
	}
	return out
}
