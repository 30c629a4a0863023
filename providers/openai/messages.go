package openai

import (
	"fmt"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// history turns a conversation into wire messages.
type history struct {
	req      *providers.Request
	quirks   Quirks
	limits   Limits
	endpoint string
	keep     []int           // pictures to send, per message
	ids      map[string]bool // call ids that are taken
	turn     int             // index of the last user message: reasoning goes back from there on (§8)
	out      []map[string]any
}

// wireMessages writes the messages of a request. images bounds how many pictures are sent, the newest first.
func wireMessages(req *providers.Request, q Quirks, l Limits, endpoint string, images int) []map[string]any {
	h := &history{req: req, quirks: q, limits: l, endpoint: endpoint, ids: map[string]bool{}}
	if q.NoImages {
		images = 0
	}
	h.keep = keepImages(req.Messages, images)
	for i, m := range req.Messages {
		if m.Role == providers.User {
			h.turn = i
		}
	}
	if s := h.system(); s != "" {
		h.add("system", s)
	}
	for i := 0; i < len(req.Messages); i++ {
		switch m := req.Messages[i]; m.Role {
		case providers.System:
			h.add("system", m.Text)
		case providers.User:
			h.user(m.Text, h.pictures(i), h.dropped(i))
		case providers.Assistant:
			end := i + 1
			for end < len(req.Messages) && req.Messages[end].Role == providers.ToolRole {
				end++
			}
			h.assistant(i, end)
			i = end - 1
		}
	}
	return h.out
}

func (h *history) add(role string, content any) map[string]any {
	m := map[string]any{"role": role, "content": content}
	h.out = append(h.out, m)
	return m
}

// system is the system text, with the tools in it for models that take none (E7).
func (h *history) system() string {
	if !h.quirks.TextTools || len(h.req.Tools) == 0 {
		return h.req.System
	}
	return strings.TrimSpace(h.req.System + "\n\n" + describeTools(h.req.Tools))
}

// user adds a user message; in text mode it goes into the user message before it, as many chat templates want roles to alternate.
func (h *history) user(text string, images []any, note string) {
	if note != "" {
		text = strings.TrimSpace(text + "\n" + note)
	}
	var content any = text
	if len(images) > 0 {
		parts := []any{}
		if text != "" {
			parts = append(parts, textPart(text))
		}
		content = append(parts, images...)
	}
	if n := len(h.out); h.quirks.TextTools && n > 0 && h.out[n-1]["role"] == "user" {
		h.out[n-1]["content"] = joinContent(h.out[n-1]["content"], content)
		return
	}
	h.add("user", content)
}

func joinContent(a, b any) any {
	s, isText := a.(string)
	t, both := b.(string)
	if isText && both {
		return s + "\n\n" + t
	}
	return append(asParts(a), asParts(b)...)
}

func asParts(c any) []any {
	if s, ok := c.(string); ok {
		return []any{textPart(s)}
	}
	return c.([]any)
}

// pictures are the parts for the pictures of message i that are sent.
func (h *history) pictures(i int) []any {
	all := h.req.Messages[i].Images
	return imageParts(all[len(all)-h.keep[i]:], h.limits)
}

// dropped tells the model of pictures that are not sent.
func (h *history) dropped(i int) string {
	n := len(h.req.Messages[i].Images) - h.keep[i]
	switch {
	case n == 0:
		return ""
	case h.quirks.NoImages:
		return "(a picture was left out: this model takes no pictures)"
	}
	return "(an older picture was left out)"
}

// assistant adds the message at index i and the answers to its calls, which end before index end. Each call gets exactly one answer;
// the pictures of all answers follow in one user message (§4).
func (h *history) assistant(i, end int) {
	m := h.req.Messages[i]
	if strings.TrimSpace(m.Text) == "" && len(m.Calls) == 0 {
		return
	}
	data, ours := own(m, h.endpoint, h.req.Model)
	if h.quirks.TextTools {
		h.textTurn(i, end)
		return
	}
	var content any
	if m.Text != "" {
		content = m.Text
	}
	w := h.add("assistant", content)
	if ours {
		sendBack(w, m, data, i > h.turn)
	}
	if len(m.Calls) == 0 {
		return
	}
	ids := make([]string, len(m.Calls))
	calls := make([]any, len(m.Calls))
	for n, c := range m.Calls {
		ids[n] = h.id(c, ours)
		call := map[string]any{
			"id": ids[n], "type": "function",
			"function": map[string]any{"name": c.Name, "arguments": sendable(c.Args)},
		}
		if ours && given(c.Extra) { // T22
			call["extra_content"] = c.Extra
		}
		calls[n] = call
	}
	w["tool_calls"] = calls
	var pictures []any
	for n, c := range m.Calls {
		content := "(no result was recorded for this call)"
		if at := h.resultOf(c, i+1, end); at >= 0 {
			r := h.req.Messages[at]
			content = strings.TrimSpace(r.Text + "\n" + h.dropped(at))
			if p := h.pictures(at); len(p) > 0 {
				pictures = append(append(pictures, textPart(fmt.Sprintf("Picture from %s:", c.Name))), p...)
			}
		}
		h.add("tool", content)["tool_call_id"] = ids[n]
	}
	if len(pictures) > 0 {
		h.user("", pictures, "")
	}
}

// resultOf is the index of the message that answers c, or -1.
func (h *history) resultOf(c providers.ToolCall, from, end int) int {
	for i := from; i < end; i++ {
		if h.req.Messages[i].CallID == c.ID {
			return i
		}
	}
	return -1
}

// id is the call's id on the wire: the provider's own while it is unique in the conversation, else ours (T10).
func (h *history) id(c providers.ToolCall, ours bool) string {
	id := c.ID
	if ours && c.ProviderID != "" && !h.ids[c.ProviderID] {
		id = c.ProviderID
	}
	if id == "" || h.ids[id] {
		id = fmt.Sprintf("call_%d", len(h.ids))
	}
	h.ids[id] = true
	return id
}

// sendBack puts into w what its provider wants back (§8): details always, reasoning within the turn it belongs to.
func sendBack(w map[string]any, m providers.Message, o opaque, thisTurn bool) {
	if len(o.Details) > 0 {
		w["reasoning_details"] = o.Details
	}
	if given(o.Extra) {
		w["extra_content"] = o.Extra
	}
	if o.Field != "" && m.Reasoning != "" && thisTurn {
		w[o.Field] = m.Reasoning
	}
}
