package scripted

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func tool(name, schema string) requestTool {
	var t requestTool
	t.Function.Name, t.Function.Parameters = name, json.RawMessage(schema)
	return t
}

var handsetTools = []requestTool{
	tool("get_foreground_app", `{"type":"object","properties":{}}`),
	tool("ua_tap", `{"type":"object","properties":{"element":{},"x":{},"y":{}}}`),
	tool("wait", `{"type":"object","properties":{"seconds":{}},"required":["seconds"]}`),
}

// written is all a tape sends.
func written(t *tape) string {
	var b strings.Builder
	for _, s := range t.steps {
		b.WriteString(s.bytes)
	}
	return b.String()
}

// TestToolScenesCallWhatIsOffered: no scene names a tool that is not in the request, but those whose point that is; each ends when
// its calls are answered; and without a fit tool it says so.
func TestToolScenesCallWhatIsOffered(t *testing.T) {
	t.Parallel()
	foreign := []string{"tool_unknown", "tool_text_unknown", "code_in_fence"}
	for _, g := range [][]scene{offering(toolScenes), offering(textToolScenes)} {
		for _, s := range g {
			q := &request{Model: s.name, Stream: s.name != "tool_finish_no_call", Tools: handsetTools, Messages: []requestMessage{{Role: "user", Content: raw1("go")}}}
			got := written(s.play(q))
			if word.MatchString(strings.ReplaceAll(got, "wait", "")) {
				t.Errorf("%s calls a tool that is not offered: %s", s.name, got)
			}
			calls := slices.ContainsFunc([]string{"ua_tap", "get_foreground_app"}, func(n string) bool { return strings.Contains(got, n) })
			if calls == slices.Contains(foreign, s.name) {
				t.Errorf("%s: %s", s.name, got)
			}
			if slices.Contains(foreign, s.name) {
				continue
			}
			q.Tools = handsetTools[2:]
			if got := written(s.play(q)); !strings.Contains(got, "FAILED:") || strings.Contains(got, "tool_calls") {
				t.Errorf("%s without a fit tool: %s", s.name, got)
			}
			q.Messages = append(q.Messages, requestMessage{Role: "tool", Content: raw1("Tapped.")})
			if got := written(s.play(q)); !strings.Contains(got, "Tapped.") || strings.Contains(got, "tool_calls") {
				t.Errorf("%s after the answer: %s", s.name, got)
			}
		}
	}
}

func TestStandIn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tools []requestTool
		want  string
	}{
		{[]requestTool{tool("tap", `{"properties":{"x":{},"y":{}},"required":["x","y"]}`), handsetTools[1]}, "tap"},
		{[]requestTool{tool("tap", `{"properties":{"x":{},"y":{},"why":{}},"required":["x","y","why"]}`), handsetTools[1]}, "ua_tap"},
		{[]requestTool{tool("tap", `{"properties":{"element":{}}}`)}, ""},
		{[]requestTool{tool("tap", `{broken`)}, ""},
		{nil, ""},
	} {
		if got := (&request{Tools: c.tools}).standIn(needs["tap"]); got != c.want {
			t.Errorf("%v: %q, want %q", c.tools, got, c.want)
		}
	}
}

// TestPaths: what is no address of the API is answered as the API does.
func TestPaths(t *testing.T) {
	t.Parallel()
	h := httptest.NewServer(&Server{})
	defer h.Close()
	for _, c := range []struct {
		method, path string
		code         int
		body         string
	}{
		{"GET", "/v1/models", 200, `"object":"list"`},
		{"GET", "/models/", 200, `"object":"list"`},
		{"GET", "/health", 200, `ok`},
		{"POST", "/v1/chat/completions", 404, "does not exist"}, // the model ""
		{"POST", "/chat/completions", 404, "does not exist"},
		{"POST", "/v2/chat/completions", 404, `"message":"Invalid URL (POST /v2/chat/completions)","param":null,"type":"invalid_request_error"`},
		{"POST", "/nonsense/v1/chat/completions", 404, "Invalid URL"},
		{"POST", "/v1/completions", 404, `"code":null`},
		{"GET", "/", 404, "Invalid URL (GET /)"},
		{"GET", "/v1", 404, "Invalid URL"},
		{"GET", "/v1/chat/completions", 405, "method_not_supported"},
		{"POST", "/v1/models", 405, "Not allowed to POST on /v1/models"},
	} {
		r, _ := http.NewRequestWithContext(t.Context(), c.method, h.URL+c.path, strings.NewReader("{}"))
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != c.code || !strings.Contains(string(body), c.body) {
			t.Errorf("%s %s: %d %s", c.method, c.path, resp.StatusCode, body)
		}
	}
}
