package scripted

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ask posts a request and returns the status and the whole body.
func ask(t *testing.T, url, body string) (int, string) {
	t.Helper()
	resp, err := http.Post(url+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

func TestStartAndClose(t *testing.T) {
	t.Parallel()
	s := &Server{}
	url, err := s.Start(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(url + "/models")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Data []struct{ ID, Object string } }
	err = json.NewDecoder(resp.Body).Decode(&list)
	resp.Body.Close()
	if err != nil || len(list.Data) != len(Scenarios()) || list.Data[0].ID != "demo" || list.Data[0].Object != "model" {
		t.Errorf("%d models, %v", len(list.Data), err)
	}
	http.DefaultClient.CloseIdleConnections()
	if err := s.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if _, err := http.Get(url + "/models"); err == nil {
		t.Error("it still answers")
	}
	if err := s.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
	if err := (&Server{}).Close(); err != nil {
		t.Errorf("close without start: %v", err)
	}
	if _, err := (&Server{}).Start(t.Context(), "127.0.0.1:1:1"); err == nil {
		t.Error("a bad address is taken")
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s := &Server{}
	if _, err := s.Start(ctx, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	cancel()
	select {
	case <-s.done:
	case <-time.After(5 * time.Second):
		t.Error("it goes on")
	}
	s.Close()
}

func TestServer(t *testing.T) {
	t.Parallel()
	s := &Server{Keep: 3, Speed: 1e6}
	h := httptest.NewServer(s)
	defer h.Close()
	if code, body := ask(t, h.URL, `{"model":"nobody","stream":true}`); code != 404 || !strings.Contains(body, "`nobody` does not exist") {
		t.Errorf("unknown model: %d %s", code, body)
	}
	if code, body := ask(t, h.URL, `{"model":`); code != 400 {
		t.Errorf("broken body: %d %s", code, body)
	}
	if code, _ := ask(t, h.URL, `{}`); code != 404 {
		t.Errorf("no model: %d", code)
	}
	for n, want := range []int{503, 200, 503, 200} {
		if code, _ := ask(t, h.URL, `{"model":"503_once#run","stream":true}`); code != want {
			t.Errorf("try %d: %d, want %d", n+1, code, want)
		}
	}
	if s.Attempts("503_once#run") != 4 || s.Attempts("503_once") != 0 {
		t.Errorf("%d attempts of the run, %d of the plain name", s.Attempts("503_once#run"), s.Attempts("503_once"))
	}
	kept := s.Requests()
	if len(kept) != 3 || kept[2].Attempt != 4 || kept[2].Model != "503_once#run" || kept[2].Path != "/v1/chat/completions" || kept[2].At.IsZero() {
		t.Errorf("kept %d requests: %+v", len(kept), kept)
	}
	s.Reset()
	if len(s.Requests()) != 0 || s.Attempts("503_once#run") != 0 {
		t.Error("Reset keeps something")
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	s := &Server{Key: "sesame"}
	h := httptest.NewServer(s)
	defer h.Close()
	for auth, want := range map[string]int{"": 401, "Bearer no": 401, "Bearer sesame": 200} {
		r, _ := http.NewRequest(http.MethodPost, h.URL+"/v1/chat/completions", strings.NewReader(`{"model":"ok","stream":true}`))
		r.Header.Set("Authorization", auth)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%q: %d, want %d", auth, resp.StatusCode, want)
		}
	}
	for _, r := range s.Requests() {
		if strings.Contains(fmt.Sprint(r.Header), "sesame") {
			t.Error("the key is kept")
		}
	}
}

// A client that leaves is noticed, and its answer ends.
func TestGone(t *testing.T) {
	t.Parallel()
	s := &Server{}
	h := httptest.NewServer(s)
	defer h.Close()
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, h.URL+"/v1/chat/completions", strings.NewReader(`{"model":"stall_mid","stream":true}`))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil || !strings.HasPrefix(line, "data: ") {
		t.Errorf("the first line is %q, %v", line, err)
	}
	cancel()
	resp.Body.Close()
	for end := time.Now().Add(5 * time.Second); s.Gone() != 1; {
		if time.Now().After(end) {
			t.Fatal("the server never sees that the client left")
		}
		time.Sleep(time.Millisecond)
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 7, 10_000} {
		rec := &flushCounter{ResponseRecorder: httptest.NewRecorder()}
		s := &Server{Split: n, Speed: 1e6}
		s.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(`{"model":"ok"}`)))
		body := rec.Body.String()
		want := 7
		if n == 1 {
			want = len(body)
		}
		if n != 7 && rec.flushes != want || body != strings.Join(hello(), "") {
			t.Errorf("split %d: %d flushes, want %d", n, rec.flushes, want)
		}
	}
}

type flushCounter struct {
	*httptest.ResponseRecorder
	flushes int
}

func (f *flushCounter) Flush() { f.flushes++ }

// conversation is the body of a request with so many finished rounds of one call each.
func conversation(model string, rounds int) string {
	msgs := []map[string]any{{"role": "system", "content": "S"}, {"role": "user", "content": []any{map[string]any{"type": "text", "text": "go"}}}}
	for i := range rounds {
		id := fmt.Sprint("c", i)
		msgs = append(msgs,
			map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{"id": id, "type": "function", "function": map[string]any{"name": "get_time", "arguments": "{}"}}}},
			map[string]any{"role": "tool", "tool_call_id": id, "content": fmt.Sprint("result ", i+1)},
			map[string]any{"role": "user", "content": []any{map[string]any{"type": "text", "text": "Picture from get_time:"}, map[string]any{"type": "image_url", "image_url": map[string]any{"url": "data:"}}}})
	}
	b, _ := json.Marshal(map[string]any{"model": model, "stream": true, "messages": msgs, "tools": []any{
		map[string]any{"type": "function", "function": map[string]any{"name": "ui_dump", "parameters": map[string]any{}}},
		map[string]any{"type": "function", "function": map[string]any{"name": "get_time", "parameters": map[string]any{}}},
	}})
	return string(b)
}

// What an agent scenario does next follows from the results in the request (TS-02).
func TestAgentScenarios_TS02(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model  string
		rounds int
		call   string // "" means an answer in words
		text   string
	}{
		{"say", 0, "", "You said: go"},
		{"one_tool", 0, "get_time", ""}, {"one_tool", 1, "", "Done after 1 rounds. The last result was: result 1"},
		{"multi_round", 2, "get_time", ""}, {"multi_round", 3, "", "Done after 3 rounds. The last result was: result 3"},
		{"rounds_13", 12, "get_time", ""}, {"rounds_13", 13, "", "Done after 13 rounds."},
		{"rounds_51", 50, "get_time", ""}, {"endless", 200, "wait", ""}, {"endless_same", 99, "get_time", ""},
		{"unknown_tool", 0, "teleport", ""}, {"unknown_tool", 1, "", "The tool said: result 1"},
		{"same_failing_call", 7, "ua_tap_text", ""}, {"same_failing_call", 8, "", "I give up."},
		{"shell", 0, "run_shell", ""}, {"bad_args_always", 50, "ua_tap_text", ""},
		{"parallel_tools", 1, "", "1 results came back."},
		{"tool_then_stall", 0, "get_time", ""}, {"echo_system", 0, "", "S"}, {"echo_tools", 0, "", "2 tools: ui_dump, get_time"},
		{"count_pictures", 3, "", "I see 3 pictures."},
	} {
		call, text := read(t, c.model, c.rounds)
		if call != c.call || !strings.HasPrefix(text, c.text) {
			t.Errorf("%s after %d rounds: call %q, text %q; want %q, %q", c.model, c.rounds, call, text, c.call, c.text)
		}
	}
}

// read plays a scenario and puts its first call and its text together.
func read(t *testing.T, model string, rounds int) (call, text string) {
	t.Helper()
	rec := httptest.NewRecorder()
	(&Server{Speed: 1e9}).ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(conversation(model, rounds))))
	for line := range strings.Lines(rec.Body.String()) {
		var c struct {
			Choices []struct {
				Delta struct {
					Content   string
					ToolCalls []struct{ Function struct{ Name string } } `json:"tool_calls"`
				}
			}
		}
		data, _ := strings.CutPrefix(strings.TrimSpace(line), "data: ")
		if json.Unmarshal([]byte(data), &c) != nil || len(c.Choices) == 0 {
			continue
		}
		text += c.Choices[0].Delta.Content
		if tc := c.Choices[0].Delta.ToolCalls; len(tc) > 0 && call == "" {
			call = tc[0].Function.Name
		}
	}
	if call != "" {
		text = ""
	}
	return call, text
}

// Every name is used once, and says what it is.
func TestScenarioNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range Scenarios() {
		if seen[s.Name] || s.Name == "" || s.About == "" {
			t.Errorf("scenario %+v", s)
		}
		seen[s.Name] = true
	}
}

// The demo model streams words before its call and counts them.
func TestDemoStream(t *testing.T) {
	t.Parallel()
	h := httptest.NewServer(&Server{Speed: 100})
	defer h.Close()
	body := `{"model":"demo","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"take a screenshot"}],"tools":[{"type":"function","function":{"name":"take_screenshot","parameters":{}}}]}`
	code, got := ask(t, h.URL, body)
	if code != 200 || strings.Count(got, `"content":"`) < 4 || !strings.Contains(got, `"name":"take_screenshot"`) || !strings.Contains(got, `"finish_reason":"tool_calls"`) ||
		!strings.Contains(got, `"prompt_tokens":6,"completion_tokens":6`) || !strings.HasSuffix(got, doneMark) {
		t.Errorf("%d %s", code, got)
	}
	_, got = ask(t, h.URL, `{"model":"demo","stream":true,"messages":[{"role":"user","content":"make coffee"}]}`)
	if !strings.Contains(got, "FAILED: ") || strings.Contains(got, "usage") {
		t.Errorf("got %s", got)
	}
}
