package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/providers/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const testKey = "sk-test-0123456789abcdef"

// want is what a scenario must end as.
type want struct {
	model     string
	text      string
	reasoning string
	calls     string // "name args" joined by " | ", args as compact JSON or as they are
	usage     string // input/output/cached/written/reasoning; "" means 11/3/0/0/0, "estimate" an estimate
	finish    providers.Finish
	kind      providers.Kind // "" means a good end
	message   string         // part of the error's message, or of the Done's note
	attempts  int            // "0" means 1
	retries   int            // Retry events
	textCalls bool
	within    time.Duration // zero: 3 s
}

const (
	stop  = providers.FinishStop
	tools = providers.FinishTools
	hello = "Hello, world."
	tap   = `tap {"x":10,"y":20}`
	pair  = tap + ` | wait {"seconds":2}`
)

var table = []want{
	// stream shape
	{model: "ok", text: hello, finish: stop},
	{model: "crlf", text: hello, finish: stop},
	{model: "cr_only", text: hello, finish: stop},
	{model: "bom", text: hello, finish: stop},
	{model: "no_space", text: hello, finish: stop},
	{model: "single_newline", text: hello, finish: stop},
	{model: "multi_data_lines", text: hello, finish: stop},
	{model: "event_names", text: hello, finish: stop},
	{model: "heartbeats", text: hello, finish: stop},
	{model: "ka_comment", text: hello, finish: stop},
	{model: "ka_comment_in_data", text: hello, finish: stop},
	{model: "ka_empty_choices", text: hello, finish: stop},
	{model: "ka_empty_delta", text: hello, finish: stop},
	{model: "ka_ping_event", text: hello, finish: stop},
	{model: "split_utf8", text: "你好，世界 🙂", finish: stop},
	{model: "no_final_blank", text: hello, finish: stop},
	{model: "data_after_done", text: hello, finish: stop},
	{model: "hang_after_done", text: hello, finish: stop, within: time.Second},
	{model: "hang_after_finish", text: hello, finish: stop, usage: "estimate", within: 2 * time.Second},
	{model: "gzip", text: hello, finish: stop},
	{model: "long_line", text: strings.Repeat("long line ", 30_000), finish: stop},
	{model: "sse_as_json_ct", text: hello, finish: stop},
	{model: "sse_as_text_ct", text: hello, finish: stop},
	{model: "json_200", text: hello, finish: stop},
	{model: "json_200_tools", calls: tap, finish: tools},
	{model: "html_200", kind: providers.NotAPI, message: "web page instead of an API answer (login portal, wrong base URL?): Sign in to the network"},
	{model: "empty_200", kind: providers.BadStream, message: "empty answer", attempts: 2, retries: 1},
	{model: "only_done", kind: providers.BadStream, message: "empty answer", attempts: 2, retries: 1},
	{model: "empty_stop", kind: providers.BadStream, message: `empty answer (finish reason "stop")`, attempts: 2, retries: 1},
	{model: "malformed_chunk", text: "Hello", kind: providers.BadStream, message: `malformed chunk (broken JSON): "{\"id\":\"chatcmpl-1\"`},
	{model: "slow_trickle", text: "This answer comes one letter at a time.", finish: stop},

	// content
	{model: "empty_choices_first", text: hello, finish: stop},
	{model: "choices_null", text: hello, finish: stop},
	{model: "delta_null", text: hello, finish: stop},
	{model: "content_parts", text: hello, reasoning: "Let me see.", finish: stop},
	{model: "odd_types", text: hello, finish: stop},
	{model: "final_message", text: hello, finish: stop},
	{model: "images_field", text: hello, finish: stop},
	{model: "think_tags", text: hello, reasoning: "Let me see.", finish: stop},
	{model: "think_unclosed", reasoning: "Let me see.", finish: stop},
	{model: "think_later", text: "The tag <think> opens and </think> closes.", finish: stop},
	{model: "reasoning_content", text: hello, reasoning: "Let me see.", finish: stop},
	{model: "reasoning_openrouter", text: hello, reasoning: "Let me see.", finish: stop},
	{model: "reasoning_both", text: hello, reasoning: "Let me see.", finish: stop},
	{model: "answer_in_reasoning", text: hello, reasoning: hello, finish: stop, message: "the answer came in the reasoning field"},
	{model: "refusal", text: "I will not do that.", finish: providers.FinishRefused},
	{model: "length", text: "Hello, wor", finish: providers.FinishLength},
	{model: "content_filter", text: "Hello, ", finish: providers.FinishFiltered},
	{model: "filtered_empty", finish: providers.FinishFiltered},
	{model: "odd_finish", text: hello, finish: providers.FinishUnknown},
	{model: "white_space", text: "a\n\n\n b", finish: stop},

	// tools
	{model: "tool_fragments", calls: tap, finish: tools},
	{model: "tool_parallel_interleaved", calls: pair, finish: tools},
	{model: "tool_missing_index", calls: pair, finish: tools},
	{model: "tool_all_index0", calls: pair, finish: tools},
	{model: "tool_all_index0_pieces", calls: pair, finish: tools},
	{model: "tool_empty_id_later", calls: tap, finish: tools},
	{model: "tool_null_id_later", calls: tap, finish: tools},
	{model: "tool_repeat_id_name", calls: tap, finish: tools},
	{model: "tool_no_id", calls: pair, finish: tools},
	{model: "tool_duplicate_ids", calls: tap + ` | tap {"x":30,"y":40}`, finish: tools},
	{model: "tool_name_ids", calls: tap + ` | tap {"x":30,"y":40}`, finish: stop},
	{model: "tool_args_object", calls: tap, finish: tools},
	{model: "tool_double_encoded", calls: tap, finish: tools},
	{model: "tool_empty_args", calls: "home {}", finish: tools},
	{model: "tool_null_args", calls: "home {}", finish: tools},
	{model: "tool_args_twice", calls: tap, finish: tools},
	{model: "tool_args_cumulative", calls: tap, finish: tools},
	{model: "tool_args_invalid", calls: "tap {x: 10, y: 20", finish: tools},
	{model: "tool_unknown", calls: "teleport {}", finish: tools},
	{model: "tool_identical", calls: tap + " | " + tap + " | " + tap, finish: tools},
	{model: "tool_finish_stop", calls: tap, finish: stop},
	{model: "tool_with_finish_same_chunk", calls: tap, finish: tools},
	{model: "tool_truncated_length", calls: `tap {"x": 1`, finish: providers.FinishLength},
	{model: "tool_finish_no_call", calls: tap, finish: tools, attempts: 2, retries: 1},
	{model: "legacy_function_call", calls: tap, finish: tools},
	{model: "gemini_extra_content", calls: tap, finish: stop},
	{model: "gemini_extra_delta", calls: tap, finish: stop},

	// calls in the text, where the endpoint's entry allows them, and where not
	{model: "tool_in_text", text: "I do it. ", calls: tap, finish: stop, textCalls: true, message: "tool calls were written as text"},
	{model: "tool_in_text", text: "I do it. <tool_call>\n{\"name\": \"tap\", \"arguments\": {\"x\": 10, \"y\": 20}}\n</tool_call>", finish: stop},
	{model: "tool_in_text_two", calls: pair, finish: stop, textCalls: true},
	{model: "tool_in_fence", text: "I do it.\n", calls: tap, finish: stop, textCalls: true},
	{model: "tool_function_tag", calls: tap, finish: stop, textCalls: true},
	{model: "tool_gemma", calls: tap, finish: stop, textCalls: true},
	{model: "tool_kimi_section", calls: tap, finish: stop, textCalls: true},
	{model: "tool_deepseek_section", calls: tap, finish: stop, textCalls: true},
	{model: "tool_bare_json", calls: tap, finish: stop, textCalls: true},
	{model: "tool_json_array", calls: pair, finish: stop, textCalls: true},
	{model: "tool_text_unknown", text: `<tool_call>{"name":"teleport","arguments":{}}</tool_call>`, finish: stop, textCalls: true},
	{model: "code_in_fence", text: "Look:\n```json\n{\"a\": 1}\n```\nThat is all.", finish: stop, textCalls: true},
	{model: "tool_fragments", calls: tap, finish: tools, textCalls: true},

	// usage
	{model: "usage_every_chunk", text: hello, finish: stop},
	{model: "usage_null", text: hello, finish: stop},
	{model: "usage_in_choice", text: hello, finish: stop, usage: "11/3/8/0/0"},
	{model: "usage_deepseek_cache", text: hello, finish: stop, usage: "11/3/8/0/2"},
	{model: "usage_openai_details", text: hello, finish: stop, usage: "11/3/8/3/2"},
	{model: "usage_none", text: hello, finish: stop, usage: "estimate"},

	// end and errors
	{model: "no_done_with_finish", text: hello, finish: stop, usage: "estimate"},
	{model: "done_no_finish", text: "Hello, ", finish: stop, usage: "estimate", message: "the answer had no finish reason"},
	{model: "no_done_no_finish", text: "Hello, ", kind: providers.BadStream, message: "stream ended early"},
	{model: "tool_no_done_no_finish", kind: providers.BadStream, message: "stream ended early"},
	{model: "err_mid_object", text: "Hello, ", kind: providers.ModelError, message: "The model crashed."},
	{model: "err_mid_string", text: "Hello, ", kind: providers.ModelError, message: "The model crashed."},
	{model: "err_mid_event", text: "Hello, ", kind: providers.ModelError, message: "The model crashed."},
	{model: "err_mid_plain", text: "Hello, ", kind: providers.ModelError, message: "The model crashed."},
	{model: "err_mid_bare", text: "Hello, ", kind: providers.ModelError, message: "The model crashed."},
	{model: "err_mid_words", text: "Hello, ", kind: providers.BadStream, message: "upstream connect error"},
	{model: "err_mid_choices", text: "Hello, ", kind: providers.ModelError, message: "The model crashed."},
	{model: "err_finish_error", text: "Hello, ", kind: providers.ModelError, message: "ended the answer with error"},
	{model: "err_first_200", kind: providers.ModelError, message: "The model crashed.", attempts: 2, retries: 1},
	{model: "err_first_once", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "err_json_200", kind: providers.ModelError, message: "The model crashed.", attempts: 2, retries: 1},
	{model: "disconnect_mid", text: "Hello, ", kind: providers.BadStream, message: "stream broke"},
	{model: "disconnect_mid_line", text: "Hello, ", kind: providers.BadStream, message: "stream broke"},
	{model: "disconnect_mid_tool", kind: providers.BadStream, message: "stream broke"},
	{model: "disconnect_first_once", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "disconnect_first", kind: providers.Unreachable, message: "closed the connection without an answer", attempts: 3, retries: 2},
	{model: "stall_mid", text: "Hello, ", kind: providers.Stalled, message: "nothing arrived for", within: 2 * time.Second},
	{model: "stall_first", kind: providers.Stalled, message: "nothing arrived for", within: 2 * time.Second},
	{model: "slow_first", text: hello, finish: stop},
	{model: "redirect_307", text: hello, finish: stop, attempts: 2},
	{model: "redirect_302", kind: providers.NotAPI, message: "redirect"},

	// HTTP
	{model: "429_retry_after", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "429_retry_ms", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "429_retrydelay", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "429_past_date", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "429_always", kind: providers.RateLimited, message: "Too many requests.", attempts: 3, retries: 2},
	{model: "429_quota", kind: providers.QuotaSpent, message: "exceeded your current quota"},
	{model: "429_long", kind: providers.RateLimited, message: "try again in 1h0m0s (at "},
	{model: "503_once", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "503_always", kind: providers.ServerError, message: "overloaded", attempts: 3, retries: 2},
	{model: "500_html_once", text: hello, finish: stop, attempts: 2, retries: 1},
	{model: "500_failed_load", kind: providers.ServerError, message: "failed to load"},
	{model: "400_detail", kind: providers.BadRequest, message: "field required; another fault"},
	{model: "400_string", kind: providers.BadRequest, message: "messages must not be empty"},
	{model: "400_array", kind: providers.BadRequest, message: "invalid argument"},
	{model: "400_context", kind: providers.ContextTooLong, message: "maximum context length"},
	{model: "401", kind: providers.Auth, message: "Incorrect API key provided: [key hidden]"},
	{model: "403", kind: providers.Auth, message: "no access"},
	{model: "404_page", kind: providers.NotAPI, message: "got a web page instead of an API answer: 404 Not Found"},
	{model: "404_model", kind: providers.NoSuchModel, message: "does not exist"},
	{model: "no such model", kind: providers.NoSuchModel, message: "this endpoint has: demo, say"},

	// refusals that teach
	{model: "no_stream_options", text: hello, finish: stop, usage: "estimate", attempts: 2},
	{model: "unknown_parameter", text: hello, finish: stop, attempts: 2},
	{model: "no_max_tokens", text: hello, finish: stop, attempts: 2},
	{model: "no_temperature", text: hello, finish: stop, attempts: 2},
	{model: "no_tools", text: "I do it. ", calls: tap, finish: stop, attempts: 2},
	{model: "strict", text: hello, finish: stop},
}

// request is what the table asks: a tool that needs arguments, one that does not.
func request(model string) *providers.Request {
	temperature := 0.2
	return &providers.Request{
		Model: model, System: "You drive a phone.", MaxTokens: 100, Temperature: &temperature,
		Messages: []providers.Message{{Role: providers.User, Text: "Tap it."}},
		Tools: []providers.ToolSpec{
			{Name: "tap", Description: "Tap.", Schema: json.RawMessage(`{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]}`)},
			{Name: "wait", Description: "Wait.", Schema: json.RawMessage(`{"type":"object","properties":{"seconds":{"type":"integer"}},"required":["seconds"]}`)},
			{Name: "home", Description: "Go home.", Schema: json.RawMessage(`{"type":"object","properties":{}}`)},
		},
	}
}

// clock is a clock that only sleeping moves.
type clock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func newClock() *clock { return &clock{now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	c.slept = append(c.slept, d)
	return ctx.Err()
}

// quick are options with every wait shrunk.
func quick(url string) openai.Options {
	c := newClock()
	return openai.Options{
		BaseURL: url, Key: testKey, FirstByte: 4 * time.Second, Idle: 3 * time.Second, Tail: 2 * time.Second,
		Sleep: c.Sleep, Now: c.Now, Jitter: func() float64 { return 0 },
	}
}

// seen is what came of one Stream.
type seen struct {
	events    []providers.Event
	text      string
	reasoning string
	args      map[string]string
	done      *providers.Event
	err       error
	retries   int
}

func collect(t *testing.T, p *openai.Provider, req *providers.Request) seen {
	t.Helper()
	s := seen{args: map[string]string{}}
	for ev, err := range p.Stream(t.Context(), req) {
		if s.done != nil || s.err != nil {
			t.Error("something came after the end")
		}
		if err != nil {
			s.err = err
			continue
		}
		s.events = append(s.events, ev)
		switch ev.Kind {
		case providers.Text:
			s.text += ev.Delta
		case providers.ReasoningText:
			s.reasoning += ev.Delta
		case providers.CallArgs:
			s.args[ev.Call.ID] += ev.Delta
		case providers.Retry:
			s.retries++
		case providers.Done:
			s.done = &ev
		}
	}
	return s
}

func compact(args string) string {
	var v any
	if json.Unmarshal([]byte(args), &v) != nil {
		return args
	}
	b, _ := json.Marshal(v)
	return string(b)
}

func describeCalls(calls []providers.ToolCall) string {
	var all []string
	for _, c := range calls {
		all = append(all, c.Name+" "+compact(c.Args))
	}
	return strings.Join(all, " | ")
}

func describeUsage(u providers.Usage) string {
	if u.Estimated {
		return "estimate"
	}
	return fmt.Sprintf("%d/%d/%d/%d/%d", u.Input, u.Output, u.CachedRead, u.CacheWrite, u.Reasoning)
}

// check compares what came with what must.
func (w want) check(t *testing.T, s seen) {
	t.Helper()
	if s.text != w.text {
		t.Errorf("text %q, want %q", providers.Clip(s.text, 300), providers.Clip(w.text, 300))
	}
	if s.reasoning != w.reasoning {
		t.Errorf("reasoning %q, want %q", s.reasoning, w.reasoning)
	}
	if s.retries != w.retries {
		t.Errorf("%d retry events, want %d", s.retries, w.retries)
	}
	if w.kind != "" {
		w.checkError(t, s)
		return
	}
	if s.err != nil || s.done == nil {
		t.Fatalf("error %v, done %v", s.err, s.done != nil)
	}
	d := s.done
	if got := describeCalls(d.Answer.Calls); got != w.calls {
		t.Errorf("calls %q, want %q", got, w.calls)
	}
	if d.Answer.Text != s.text || d.Answer.Reasoning != s.reasoning || d.Answer.Role != providers.Assistant || d.Answer.Model != w.model {
		t.Errorf("the answer %+v is not what was streamed", *d.Answer)
	}
	if d.Finish != w.finish {
		t.Errorf("finish %q (%q), want %q", d.Finish, d.RawFinish, w.finish)
	}
	usage := w.usage
	if usage == "" {
		usage = "11/3/0/0/0"
	}
	if got := describeUsage(d.Usage); got != usage {
		t.Errorf("usage %s, want %s", got, usage)
	}
	if w.message != "" && !strings.Contains(d.Note, w.message) || w.message == "" && d.Note != "" && !w.textCalls && w.calls == "" {
		t.Errorf("note %q, want %q", d.Note, w.message)
	}
	ids := map[string]bool{}
	for _, c := range d.Answer.Calls {
		if !strings.HasPrefix(c.ID, "call_") || ids[c.ID] {
			t.Errorf("call id %q is not ours or not unique", c.ID)
		}
		ids[c.ID] = true
		if s.args[c.ID] == "" && c.Args != "{}" {
			t.Errorf("the arguments of %s were not streamed", c.Name)
		}
	}
	if first := firstOf(s.events); first != providers.Start {
		t.Errorf("the first event is %q, want start", first)
	}
}

func (w want) checkError(t *testing.T, s seen) {
	t.Helper()
	e, ok := errors.AsType[*providers.Error](s.err)
	if !ok || s.done != nil {
		t.Fatalf("error %v, done %v, want an error of kind %s", s.err, s.done != nil, w.kind)
	}
	attempts := max(w.attempts, 1)
	if e.Kind != w.kind || !strings.Contains(e.Message, w.message) || e.Attempts != attempts {
		t.Errorf("error of kind %s after %d attempts: %q; want %s after %d: %q", e.Kind, e.Attempts, e.Message, w.kind, attempts, w.message)
	}
	if len(e.Message) > providers.MaxMessage || strings.Contains(e.Error(), testKey) {
		t.Errorf("message %q is too long or holds the key", e.Message)
	}
}

// firstOf is the first kind that is no Retry.
func firstOf(events []providers.Event) providers.EventKind {
	for _, e := range events {
		if e.Kind != providers.Retry {
			return e.Kind
		}
	}
	return ""
}

func TestScenarios(t *testing.T) {
	for _, w := range table {
		name := w.model
		if w.textCalls {
			name += "_textcalls"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := &scripted.Server{Speed: 1000}
			h := httptest.NewServer(srv)
			defer h.Close()
			o := quick(h.URL)
			o.Quirks.TextCalls = w.textCalls
			p := openai.New(o)
			defer p.Close()
			began := time.Now()
			s := collect(t, p, request(w.model))
			within := w.within
			if within == 0 {
				within = 3 * time.Second
			}
			if took := time.Since(began); took > 5*within {
				t.Errorf("took %s", took)
			}
			w.check(t, s)
			if got := srv.Attempts(w.model); got != max(w.attempts, 1) {
				t.Errorf("%d requests, want %d", got, max(w.attempts, 1))
			}
		})
	}
}

// Every scenario of the server but those for agents is in the table or has a test of its own.
func TestTableIsComplete(t *testing.T) {
	t.Parallel()
	have := map[string]bool{"huge_line": true, "loading": true, "no_images": true, "one_image": true, "markdown": true, "huge_reply": true}
	for _, w := range table {
		have[w.model] = true
	}
	from := 0
	for i, s := range scripted.Scenarios() {
		if s.Name == "ok" {
			from = i
		}
	}
	for _, s := range scripted.Scenarios()[from:] {
		if !have[s.Name] {
			t.Errorf("scenario %s is not tested", s.Name)
		}
	}
}

// The counts of a stream never fall behind: each report replaces the one before (U2).
func TestUsageReplaces_U2(t *testing.T) {
	t.Parallel()
	h := httptest.NewServer(&scripted.Server{})
	defer h.Close()
	p := openai.New(quick(h.URL))
	defer p.Close()
	var got []int
	for _, ev := range collect(t, p, request("usage_every_chunk")).events {
		if ev.Kind == providers.UsageReport {
			got = append(got, ev.Usage.Output)
		}
	}
	if !reflect.DeepEqual(got, []int{1, 2, 3}) {
		t.Errorf("output counts %v", got)
	}
}
