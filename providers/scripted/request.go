package scripted

import (
	"encoding/json"
	"strings"
)

// request is what a scenario may look at.
type request struct {
	Model         string           `json:"model"`
	Messages      []requestMessage `json:"messages"`
	Tools         []requestTool    `json:"tools"`
	Stream        bool             `json:"stream"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens   *int     `json:"max_tokens"`
	Temperature *float64 `json:"temperature"`

	Attempt int    `json:"-"`
	Path    string `json:"-"`
	server  *Server
}

type requestMessage struct {
	Role       string          `json:"role"`
	Content    json.RawMessage `json:"content"`
	ToolCalls  []requestCall   `json:"tool_calls"`
	ToolCallID string          `json:"tool_call_id"`
}

type requestCall struct {
	ID       string `json:"id"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type requestTool struct {
	Function struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"function"`
}

func parseRequest(raw []byte) (*request, error) {
	var q request
	err := json.Unmarshal(raw, &q)
	return &q, err
}

// text is the words of a message: its content, or the text parts of it.
func (m requestMessage) text() string {
	var s string
	if json.Unmarshal(m.Content, &s) == nil {
		return s
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	_ = json.Unmarshal(m.Content, &parts)
	var all []string
	for _, p := range parts {
		if p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// pictures is how many picture parts a message has.
func (m requestMessage) pictures() int { return strings.Count(string(m.Content), `"image_url":`) }

// has reports whether the request offers a tool of this name.
func (q *request) has(tool string) bool {
	for _, t := range q.Tools {
		if t.Function.Name == tool {
			return true
		}
	}
	return false
}

// turn is the part of the conversation from the last message a person wrote: its text, and the calls and results that followed. User
// messages that only carry the pictures of tools are no person's.
func (q *request) turn() (goal string, rest []requestMessage) {
	for i := len(q.Messages) - 1; i >= 0; i-- {
		m := q.Messages[i]
		if m.Role == "user" && !(m.pictures() > 0 && strings.HasPrefix(m.text(), "Picture from ")) {
			return m.text(), q.Messages[i+1:]
		}
	}
	return "", q.Messages
}

// results are the texts of the tools' answers of this turn, in order.
func (q *request) results() []string {
	var out []string
	_, rest := q.turn()
	for _, m := range rest {
		if m.Role == "tool" {
			out = append(out, m.text())
		}
	}
	return out
}

// rounds is how often the model has called tools in this turn.
func (q *request) rounds() int {
	n := 0
	_, rest := q.turn()
	for _, m := range rest {
		if m.Role == "assistant" && len(m.ToolCalls) > 0 {
			n++
		}
	}
	return n
}
