package openai

import (
	"encoding/json"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// describeTools is the part of the system text that stands for native tools (E7): the schemas, one example, and the one form a call
// has.
func describeTools(tools []providers.ToolSpec) string {
	var b strings.Builder
	b.WriteString("You can call tools. To call one, write exactly this as the end of your answer and then stop:\n" +
		`<tool_call>{"name": "NAME", "arguments": {…}}</tool_call>` + "\n" +
		"arguments is one JSON object that fits the tool's parameters. One call an answer; its result comes in the next message between " +
		"<tool_response> tags. When no tool is needed, answer in plain text.\nFor example:\n" +
		`<tool_call>{"name": "` + tools[0].Name + `", "arguments": {}}</tool_call>` + "\nThe tools:\n")
	for _, t := range tools {
		params := t.Schema
		if len(params) == 0 {
			params = json.RawMessage(`{"type":"object"}`)
		}
		b.WriteString(encode(map[string]any{"name": t.Name, "description": t.Description, "parameters": params}) + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// textTurn writes an assistant message with its calls, and their results, as text.
func (h *history) textTurn(i, end int) {
	m := h.req.Messages[i]
	said := m.Text
	for _, c := range m.Calls {
		call := encode(map[string]any{"name": c.Name, "arguments": json.RawMessage(sendable(c.Args))})
		said = strings.TrimSpace(said + "\n<tool_call>" + call + "</tool_call>")
	}
	h.add("assistant", said)
	for _, c := range m.Calls {
		text, note := "(no result was recorded for this call)", ""
		var pictures []any
		if at := h.resultOf(c, i+1, end); at >= 0 {
			text, pictures, note = h.req.Messages[at].Text, h.pictures(at), h.dropped(at)
		}
		h.user("<tool_response name=\""+c.Name+"\">\n"+text+"\n</tool_response>", pictures, note)
	}
}
