package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/providers"
)

func TestJoinArgs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		pieces []string
		want   string
	}{
		{"T1 cut in an escape", []string{`{"t":"a\`, `"b"}`}, `{"t":"a\"b"}`},
		{"T12 once", []string{`"{\"x\":1}"`}, `{"x":1}`},
		{"T12 twice", []string{`"\"{\\\"x\\\":1}\""`}, `{"x":1}`},
		{"T12 a string that is no JSON", []string{`"hello"`}, `"hello"`},
		{"T12 an empty string", []string{`""`}, ``},
		{"T14 equal", []string{`{"x":1,"y":2}{"y":2,"x":1}`}, `{"x":1,"y":2}`},
		{"T14 different", []string{`{"x":1}{"x":2}`}, `{"x":1}{"x":2}`},
		{"T15 cut", []string{`{"x": 1`}, `{"x": 1`},
		{"PR-12 cumulative", []string{`{`, `{"x":`, `{"x":1}`}, `{"x":1}`},
		{"PR-12 a nested object is no repetition", []string{`{`, `"a":`, `{`, `"b":1}`, `}`}, `{"a":{"b":1}}`},
		{"nothing", nil, ""},
	} {
		if got := joinArgs(c.pieces); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMissingArguments_T13(t *testing.T) {
	t.Parallel()
	schemas := map[string]json.RawMessage{"home": json.RawMessage(`{"type":"object"}`), "tap": json.RawMessage(`{"required":["x"]}`)}
	for name, want := range map[string]string{"home": "{}", "tap": "", "unknown": ""} {
		var a assembler
		a.take(fragment{name: name, args: "null"})
		calls, _ := a.finish(schemas)
		if len(calls) != 1 || calls[0].Args != want {
			t.Errorf("%s: got %+v, want %q", name, calls, want)
		}
	}
	var a assembler
	a.take(fragment{args: `{"x":1}`})
	if calls, nameless := a.finish(schemas); len(calls) != 0 || nameless != 1 {
		t.Errorf("a call without a name: %+v, %d", calls, nameless)
	}
}

// The splitter and the call filter give the same whatever the pieces are.
func TestTextFiltersAtEveryBorder_R4_T19(t *testing.T) {
	t.Parallel()
	known := func(n string) bool { return n == "tap" || n == "wait" }
	for _, c := range []struct{ in, thought, said, calls string }{
		{"plain text", "", "plain text", ""},
		{" <think>a</think>\n\nb", "a", "b", ""},
		{"<thinking>a</thinking>b", "a", "b", ""},
		{"<think>never closed </thin", "never closed </thin", "", ""},
		{"<thin is a word", "", "<thin is a word", ""},
		{"a <think>b</think>", "", "a <think>b</think>", ""},
		{"a < b and a <t", "", "a < b and a <t", ""},
		{"I.\n<tool_call>{\"name\":\"tap\",\"arguments\":{\"x\":1}}</tool_call>", "", "I.\n", `tap {"x":1}`},
		{"<tool_call>\ntap\n<arg_key>x</arg_key>\n<arg_value>1</arg_value>\n</tool_call>", "", "", `tap {"x":1}`},
		{"<tool_call>\n<function=tap>\n<parameter=x>\n1\n</parameter>\n</function>\n</tool_call>", "", "", `tap {"x":1}`},
		{"<tool_call>{\"name\":\"nope\",\"arguments\":{}}</tool_call> and text", "", "<tool_call>{\"name\":\"nope\",\"arguments\":{}}</tool_call> and text", ""},
		{"<tool_call>broken", "", "<tool_call>broken", ""},
		{"[TOOL_CALLS][{\"name\":\"tap\",\"arguments\":{\"x\":1}}]", "", "", `tap {"x":1}`},
		{"<|tool_call>call:tap{t:<|\"|>a, b: \"c\"<|\"|>,n:1}<tool_call|>", "", "", `tap {"t":"a, b: \"c\"","n":1}`},
		{"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>tap<｜tool▁sep｜>{\"x\":1}<｜tool▁call▁end｜><｜tool▁call▁begin｜>wait<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>", "", "", `tap {"x":1} wait {}`},
		{"```\ncode `x`\n```\nthen ```json\n{\"name\":\"tap\"}\n```", "", "```\ncode `x`\n```\nthen ", `tap {}`},
		{"{\"name\":\"tap\",\"arguments\":{}}\n{\"name\":\"wait\",\"arguments\":{}}", "", "", `tap {} wait {}`},
		{"{\"tool_calls\":[{\"function\":{\"name\":\"tap\",\"arguments\":\"{\\\"x\\\":1}\"}}]}", "", "", `tap {"x":1}`},
		{"{\"answer\": 42}", "", "{\"answer\": 42}", ""},
		{"[1] is a footnote", "", "[1] is a footnote", ""},
		{"<think>t</think><function=tap>{\"x\":1}</function>", "t", "", `tap {"x":1}`},
	} {
		for k := range len(c.in) + 1 {
			var s splitter
			f := &callFilter{known: known}
			var thought, said string
			for _, piece := range []string{c.in[:k], c.in[k:]} {
				a, b := s.write(piece)
				thought += a
				said += f.write(b)
			}
			a, b := s.end()
			thought += a
			said += f.write(b)
			found, rest := f.end()
			said += rest
			var calls []string
			for _, call := range found {
				calls = append(calls, call.name+" "+call.args)
			}
			if got := strings.Join(calls, " "); thought != c.thought || said != c.said || got != c.calls {
				t.Errorf("%q cut at %d: thought %q, said %q, calls %q; want %q, %q, %q", c.in, k, thought, said, got, c.thought, c.said, c.calls)
				break
			}
		}
	}
}

func TestErrorBodies(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"error":{"message":"m","type":"t","code":"c"}}`: "m|c|t",
		`{"error":"m"}`:                            "m||",
		`{"message":"m","code":"c"}`:               "m|c|",
		`{"detail":"m"}`:                           "m||",
		`{"detail":[{"msg":"a"},{"msg":"b"}]}`:     "a; b||",
		`[{"error":{"message":"m","status":"S"}}]`: "m||S",
		`{"type":"error","error":{"type":"overloaded_error","message":"m"}}`:                        "m||overloaded_error",
		`{"error":{"message":"m","code":429,"metadata":{"raw":"{\"error\":{\"message\":\"u\"}}"}}}`: "m: u|429|",
		"plain\n  text": "plain text||",
		`"m"`:           "m||",
		"<html><style>x{}</style><b>Bad &amp; ugly</b></html>": "Bad & ugly||",
		"":   "||",
		"{}": "||",
	} {
		d := parseError([]byte(body))
		if got := d.message + "|" + d.code + "|" + d.kind; got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
}

func TestSortStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		kind   providers.Kind
		class  class
	}{
		{408, "", providers.ServerError, shaky}, {409, "", providers.ServerError, shaky}, {425, "", providers.ServerError, shaky},
		{500, "", providers.ServerError, shaky}, {502, "", providers.ServerError, shaky}, {504, "", providers.ServerError, shaky},
		{520, "", providers.ServerError, shaky}, {524, "", providers.ServerError, shaky}, {529, "", providers.ServerError, shaky},
		{501, "", providers.ServerError, final}, {418, "", providers.BadRequest, final},
		{429, "", providers.RateLimited, busy},
		{429, `{"error":{"message":"insufficient balance"}}`, providers.QuotaSpent, final},
		{402, "", providers.QuotaSpent, final}, {403, `{"error":"billing not active"}`, providers.QuotaSpent, final},
		{401, "", providers.Auth, final}, {403, "", providers.Auth, final},
		{503, `{"error":{"message":"Loading model"}}`, providers.ServerError, loading},
		{500, `{"error":"model failed to load"}`, providers.ServerError, final},
		{400, `{"error":"the request exceeds the available context size"}`, providers.ContextTooLong, final},
		{400, `{"error":"prompt is too long: 210000 tokens > 200000 maximum"}`, providers.ContextTooLong, final},
		{400, `{"error":"registry.example/gemma3:latest does not support tools"}`, providers.ToolsRefused, final},
		{404, `{"error":{"message":"No endpoints found that support tool use."}}`, providers.ToolsRefused, final},
		{500, `{"error":{"message":"tools param requires --jinja flag"}}`, providers.ToolsRefused, final},
		{400, `{"error":"\"auto\" tool choice requires --enable-auto-tool-choice"}`, providers.ToolsRefused, final},
		{404, `{"error":"model 'x' not found"}`, providers.NoSuchModel, final},
		{404, "<html>nope</html>", providers.NotAPI, final},
		{404, "", providers.BadRequest, final},
		{400, `{"error":{"message":"no such model","code":"model_not_found"}}`, providers.NoSuchModel, final},
	} {
		f := statusFailure(c.status, http.Header{}, []byte(c.body), time.Now())
		if f.err.Kind != c.kind || f.class != c.class {
			t.Errorf("%d %s: got %s, %d, want %s, %d", c.status, c.body, f.err.Kind, f.class, c.kind, c.class)
		}
	}
}

func TestRetryAfter_E1(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		key, value string
		want       time.Duration
		ok         bool
	}{
		{"Retry-After", "7", 7 * time.Second, true},
		{"Retry-After", "0.5", 500 * time.Millisecond, true},
		{"Retry-After", "-3", 0, true},
		{"Retry-After", "1e30", 365 * 24 * time.Hour, true},
		{"Retry-After", now.Add(9 * time.Second).Format(http.TimeFormat), 9 * time.Second, true},
		{"Retry-After", now.Add(-time.Hour).Format(http.TimeFormat), 0, true},
		{"Retry-After", "soon", 0, false},
		{"Retry-After-Ms", "1500", 1500 * time.Millisecond, true},
	} {
		if got, ok := retryAfter(http.Header{c.key: {c.value}}, now); got != c.want || ok != c.ok {
			t.Errorf("%s: %s gives %s, %v, want %s, %v", c.key, c.value, got, ok, c.want, c.ok)
		}
	}
}

// A picture over a limit is made to fit, and changed sides are told (F-049).
func TestFit_F049(t *testing.T) {
	t.Parallel()
	img := image.NewRGBA(image.Rect(0, 0, 150, 300))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		img.Pix[i] = uint8(r.IntN(256))
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	in := providers.Image{MIME: "image/png", Data: b.Bytes()}
	for _, c := range []struct {
		l     Limits
		size  image.Point
		mime  string
		noted bool
	}{
		{Limits{Side: 300, Bytes: 1 << 20}, image.Pt(150, 300), "image/png", false},
		{Limits{Side: 300, Bytes: 80_000}, image.Pt(150, 300), "image/jpeg", false},
		{Limits{Side: 200, Bytes: 1 << 20}, image.Pt(100, 200), "image/jpeg", true},
	} {
		out, note, ok := fit(in, c.l)
		config, _, err := image.DecodeConfig(bytes.NewReader(out.Data))
		if !ok || err != nil || image.Pt(config.Width, config.Height) != c.size || out.MIME != c.mime || (note != "") != c.noted || len(out.Data) > c.l.Bytes {
			t.Errorf("%+v: %dx%d %s of %d bytes, note %q, %v", c.l, config.Width, config.Height, out.MIME, len(out.Data), note, err)
		}
	}
	if out, note, ok := fit(in, Limits{Side: 300, Bytes: 8_000}); !ok || note == "" || len(out.Data) > 8_000 {
		t.Errorf("8 kB: %d bytes, %q, %v", len(out.Data), note, ok)
	}
	if _, note, ok := fit(providers.Image{MIME: "image/webp", Data: make([]byte, 100)}, Limits{Side: 10, Bytes: 50}); ok || note == "" {
		t.Error("an unreadable picture over the limit is sent")
	}
}

func TestKeepImages(t *testing.T) {
	t.Parallel()
	two := make([]providers.Image, 2)
	m := []providers.Message{{Images: two}, {}, {Images: two}, {Images: two}}
	for n, want := range map[int]string{9: "[2 0 2 2]", 3: "[0 0 1 2]", 1: "[0 0 0 1]", 0: "[0 0 0 0]"} {
		if got := fmt.Sprint(keepImages(m, n)); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

// Whatever a chunk holds: no panic, and only broken JSON or what is no object fails.
func FuzzChunk(f *testing.F) {
	for _, s := range []string{
		`{"choices":[{"index":0,"delta":{"content":"a","tool_calls":[{"index":0,"function":{"name":"x","arguments":{}}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":"1"}}`,
		`{"choices":null}`, `{"error":{"code":1}}`, `[{"error":1}]`, `[]`, `1`, `{"choices":[{"delta":{"content":[{"type":"image_url","image_url":{"url":"data:;base64,AA=="}}]}}]}`,
		`{"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.text","text":"a"},{"type":"reasoning.text","text":"b"}]}}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parseChunk(data)
		if err != nil && fields(data) != nil {
			t.Errorf("an object failed: %v", err)
		}
		a := newAnswer(&providers.Request{}, Quirks{}, func(providers.Event) bool { return true })
		if c.failure == nil {
			a.take(c)
		}
		a.done()
	})
}
