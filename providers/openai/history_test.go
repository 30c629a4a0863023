package openai_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/openai"
)

// sent is the last request body the server got.
func sent(t *testing.T, req *providers.Request, change func(*openai.Options)) (body struct {
	Messages []map[string]any
	Tools    []any
	Stop     []string
}) {
	t.Helper()
	srv, p := serve(t, change)
	s := collect(t, p, req)
	if s.err != nil {
		t.Fatalf("%v", s.err)
	}
	all := srv.Requests()
	if err := json.Unmarshal(all[len(all)-1].Body, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

func roles(messages []map[string]any) string {
	var all []string
	for _, m := range messages {
		r := fmt.Sprint(m["role"])
		if id, ok := m["tool_call_id"]; ok {
			r += ":" + fmt.Sprint(id)
		}
		all = append(all, r)
	}
	return strings.Join(all, " ")
}

func toolTurn(t *testing.T) *providers.Request {
	r := request("strict")
	r.Messages = append(r.Messages,
		providers.Message{Role: providers.Assistant, Text: "two", Calls: []providers.ToolCall{
			{ID: "call_A", Name: "tap", Args: `{"x":1,"y":2}`}, {ID: "call_B", Name: "home", Args: "{broken"}, {ID: "call_C", Name: "wait", Args: `"{\"seconds\":1}"`},
		}},
		providers.Message{Role: providers.ToolRole, CallID: "call_B", ToolName: "home", Text: "B done"},
		providers.Message{Role: providers.ToolRole, CallID: "call_A", ToolName: "tap", Text: "A done", Images: []providers.Image{picture(t, 20, 20)}},
		providers.Message{Role: providers.ToolRole, CallID: "call_A", ToolName: "tap", Text: "again"},
		providers.Message{Role: providers.ToolRole, CallID: "call_Z", ToolName: "tap", Text: "orphan"},
		providers.Message{Role: providers.User, Text: "go on"},
	)
	return r
}

// Each call has exactly one answer, at once, in the order of the calls; pictures follow in a user message (§4). The server refuses
// anything else.
func TestToolAnswersArePlaced(t *testing.T) {
	t.Parallel()
	body := sent(t, toolTurn(t), nil)
	if got := roles(body.Messages); got != "system user assistant tool:call_A tool:call_B tool:call_C user user" {
		t.Errorf("roles %s", got)
	}
	calls := body.Messages[2]["tool_calls"].([]any)
	var args []string
	for _, c := range calls {
		args = append(args, c.(map[string]any)["function"].(map[string]any)["arguments"].(string))
	}
	if got := strings.Join(args, " "); got != `{"x":1,"y":2} {} {"seconds":1}` { // T12: never double, never broken
		t.Errorf("arguments %s", got)
	}
	if got := body.Messages[5]["content"]; got != "(no result was recorded for this call)" {
		t.Errorf("the call without an answer got %q", got)
	}
	parts := body.Messages[6]["content"].([]any)
	if len(parts) != 2 || parts[0].(map[string]any)["text"] != "Picture from tap:" || parts[1].(map[string]any)["type"] != "image_url" {
		t.Errorf("pictures %v", parts)
	}
}

// The same turn for a model that takes no tools: all of it as text, roles alternating (E7).
func TestToolTurnAsText_E7(t *testing.T) {
	t.Parallel()
	r := toolTurn(t)
	r.Model = "ok"
	body := sent(t, r, func(o *openai.Options) { o.Quirks.TextTools = true })
	if got := roles(body.Messages); got != "system user assistant user" || body.Tools != nil || len(body.Stop) != 1 {
		t.Errorf("roles %s, tools %v, stop %v", got, body.Tools, body.Stop)
	}
	if s := fmt.Sprint(body.Messages[0]["content"]); !strings.Contains(s, `"name":"tap"`) || !strings.Contains(s, "You drive a phone.") {
		t.Errorf("system %s", s)
	}
	if s := fmt.Sprint(body.Messages[2]["content"]); !strings.Contains(s, `<tool_call>{"arguments":{"x":1,"y":2},"name":"tap"}</tool_call>`) {
		t.Errorf("assistant %s", s)
	}
	s := fmt.Sprint(body.Messages[3]["content"])
	for _, part := range []string{"A done", "B done", "go on", "image_url"} {
		if !strings.Contains(s, part) {
			t.Errorf("%q is not in %s", part, providers.Clip(s, 500))
		}
	}
}

// What the provider attached to an answer goes back at its place, to the same endpoint and model only (§8, R3, T10, T22).
func TestProviderDataGoesBack(t *testing.T) {
	t.Parallel()
	_, p := serve(t, nil)
	for model, part := range map[string]string{
		"gemini_extra_content": `"extra_content":{"google":{"thought_signature":"c2ln"}}`,
		"gemini_extra_delta":   `"extra_content":{"google":{"thought_signature":"c2ln"}}`,
		"reasoning_openrouter": `"reasoning_details":[{"format":"anthropic-claude-v1","index":0,"signature":"c2ln","text":"Let me see.","type":"reasoning.text"}]`,
		"reasoning_content":    `"reasoning_content":"Let me see."`,
		"tool_duplicate_ids":   `"id":"functions.tap:0"`,
	} {
		answer := collect(t, p, request(model)).done.Answer
		r := request("ok")
		r.Model = model
		r.Messages = append(r.Messages, *answer)
		for _, c := range answer.Calls {
			r.Messages = append(r.Messages, providers.Message{Role: providers.ToolRole, CallID: c.ID, Text: "done"})
		}
		back := lastBody(t, p, r)
		if !strings.Contains(back, part) {
			t.Errorf("%s: %s is not sent back in %s", model, part, back)
		}
		if strings.Count(back, `"id":"functions.tap:0"`) > 1 {
			t.Errorf("%s: an id is sent twice", model)
		}
		r.Model = "ok" // another model
		if other := lastBody(t, p, r); strings.Contains(other, part) {
			t.Errorf("%s: provider data goes to another model", model)
		}
		_, q := serve(t, nil) // another endpoint
		r.Model = model
		if other := lastBody(t, q, r); strings.Contains(other, part) {
			t.Errorf("%s: provider data goes to another endpoint", model)
		}
	}
	r := request("reasoning_content")
	r.Messages = append(r.Messages, *collect(t, p, r).done.Answer, providers.Message{Role: providers.User, Text: "next"})
	if back := lastBody(t, p, r); strings.Contains(back, "Let me see.") {
		t.Error("reasoning of an earlier turn is sent back")
	}
}

func lastBody(t *testing.T, p *openai.Provider, r *providers.Request) string {
	t.Helper()
	return openai.RequestBody(p, r)
}

// The body is the same bytes for the same request, and leaves out what the user left out.
func TestBody(t *testing.T) {
	t.Parallel()
	p := openai.New(openai.Options{BaseURL: "http://x.test"})
	r := &providers.Request{Model: "m", Messages: []providers.Message{{Role: providers.User, Text: "a<b & 你好"}}}
	const want = `{"messages":[{"content":"a<b & 你好","role":"user"}],"model":"m","stream":true,"stream_options":{"include_usage":true}}`
	for range 5 {
		if got := openai.RequestBody(p, r); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	for how, want := range map[openai.Effort]string{
		openai.EffortPlain:      `"reasoning_effort":"high"`,
		openai.EffortThinking:   `"thinking":{"type":"enabled"}`,
		openai.EffortEnable:     `"enable_thinking":true`,
		openai.EffortTemplate:   `"chat_template_kwargs":{"enable_thinking":true}`,
		openai.EffortOpenRouter: `"reasoning":{"effort":"high"}`,
		openai.EffortGoogle:     `"extra_body":{"google":{"thinking_config":{"include_thoughts":true,"thinking_level":"high"}}}`,
	} {
		p := openai.New(openai.Options{BaseURL: "http://x.test", Quirks: openai.Quirks{Effort: how}})
		r.Effort = "high"
		if got := openai.RequestBody(p, r); !strings.Contains(got, want) {
			t.Errorf("%s: %s", how, got)
		}
		r.Effort = "off"
		if got := openai.RequestBody(p, r); strings.Contains(got, want) {
			t.Errorf("%s is not switched off: %s", how, got)
		}
	}
	r.Effort, r.MaxTokens = "", 7
	p = openai.New(openai.Options{BaseURL: "https://api.openai.com", Body: map[string]json.RawMessage{"provider": json.RawMessage(`{"order":["a"]}`)}})
	if got := openai.RequestBody(p, r); !strings.Contains(got, `"max_completion_tokens":7`) || !strings.Contains(got, `"provider":{"order":["a"]}`) {
		t.Errorf("got %s", got)
	}
}
