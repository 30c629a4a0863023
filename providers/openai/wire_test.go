package openai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/providers/scripted"
)

// serve starts a scripted server and a provider for it.
func serve(t *testing.T, change func(*openai.Options)) (*scripted.Server, *openai.Provider) {
	t.Helper()
	srv := &scripted.Server{Speed: 1000}
	h := httptest.NewServer(srv)
	o := quick(h.URL)
	if change != nil {
		change(&o)
	}
	p := openai.New(o)
	t.Cleanup(func() { p.Close(); h.Close() })
	return srv, p
}

// eventually polls until ok, at most 3 s.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Second); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
		time.Sleep(time.Millisecond)
	}
}

// Cancelling closes the HTTP call at once, the server sees it, and the error is the context's (E15).
func TestCancel_E15(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"stall_mid", "stall_first"} {
		srv, p := serve(t, func(o *openai.Options) { o.FirstByte, o.Idle = time.Minute, time.Minute })
		ctx, cancel := context.WithCancel(t.Context())
		var got error
		began := time.Now()
		if model == "stall_first" {
			go func() {
				for srv.Attempts(model) == 0 {
					time.Sleep(time.Millisecond)
				}
				cancel()
			}()
		}
		for ev, err := range p.Stream(ctx, request(model)) {
			got = err
			if ev.Kind == providers.Text && ev.Delta == ", " {
				cancel()
			}
		}
		cancel()
		if got != context.Canceled || time.Since(began) > 5*time.Second {
			t.Errorf("%s: error %v after %s", model, got, time.Since(began))
		}
		eventually(t, "the server sees the disconnect", func() bool { return srv.Gone() == 1 })
		if n := srv.Attempts(model); n != 1 {
			t.Errorf("%s: %d requests after a cancel", model, n)
		}
	}
}

// A cancel during a wait between two tries ends it at once.
func TestCancelWhileWaiting_E15(t *testing.T) {
	t.Parallel()
	_, p := serve(t, func(o *openai.Options) { o.Sleep = nil })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	began := time.Now()
	var got error
	for ev, err := range p.Stream(ctx, request("429_always")) {
		if ev.Kind == providers.Retry {
			cancel()
		}
		got = err
	}
	if got != context.Canceled || time.Since(began) > 400*time.Millisecond {
		t.Errorf("error %v after %s", got, time.Since(began))
	}
}

// Leaving the loop closes the HTTP call.
func TestLeavingClosesTheCall(t *testing.T) {
	t.Parallel()
	srv, p := serve(t, func(o *openai.Options) { o.Idle = time.Minute })
	for ev := range p.Stream(t.Context(), request("stall_mid")) {
		if ev.Kind == providers.Text {
			break
		}
	}
	eventually(t, "the server sees the disconnect", func() bool { return srv.Gone() == 1 })
}

func TestNothingIsSentBeforeTheFirstIteration(t *testing.T) {
	t.Parallel()
	srv, p := serve(t, nil)
	seq := p.Stream(t.Context(), request("ok"))
	if srv.Attempts("ok") != 0 {
		t.Error("a request was sent")
	}
	for range seq {
	}
	if srv.Attempts("ok") != 1 {
		t.Error("no request was sent")
	}
}

// One connection carries all steps of a run when the server ends its answers.
func TestConnectionIsKept(t *testing.T) {
	t.Parallel()
	var conns atomic.Int32
	h := httptest.NewUnstartedServer(&scripted.Server{})
	h.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			conns.Add(1)
		}
	}
	h.Start()
	defer h.Close()
	p := openai.New(quick(h.URL))
	defer p.Close()
	for range 5 {
		for ev := range p.Stream(t.Context(), request("ok")) {
			if ev.Kind == providers.Done {
				break
			}
		}
	}
	if n := conns.Load(); n != 1 {
		t.Errorf("%d connections for 5 answers", n)
	}
}

func TestHugeLine_S12(t *testing.T) {
	t.Parallel()
	patient := func(max int) func(o *openai.Options) {
		return func(o *openai.Options) {
			o.FirstByte, o.Idle, o.Tail, o.MaxEvent = time.Minute, time.Minute, time.Minute, max
		}
	}
	if !raced { // with the race detector 40 MB take half a minute
		_, p := serve(t, patient(0))
		s := collect(t, p, request("huge_line"))
		if s.err != nil || len(s.text) != 40<<20 {
			t.Errorf("%d bytes, %v", len(s.text), s.err)
		}
	}
	_, p := serve(t, patient(1<<20))
	want{model: "huge_line", kind: providers.BadStream, message: "event too large (over 1048576 bytes)"}.check(t, collect(t, p, request("huge_line")))
}

func TestLoadingModelIsAwaited_E4(t *testing.T) {
	t.Parallel()
	srv, p := serve(t, nil)
	s := collect(t, p, request("loading"))
	if s.err != nil || s.text != hello || srv.Attempts("loading") != 2 || s.retries != 4 {
		t.Errorf("text %q, error %v, %d requests, %d retry events", s.text, s.err, srv.Attempts("loading"), s.retries)
	}
	_, p = serve(t, func(o *openai.Options) { o.LoadWait = time.Second })
	want{model: "loading", kind: providers.ServerError, message: "Loading model (waited 1s)"}.check(t, seen{err: collect(t, p, request("loading")).err})
}

// The waits between tries: growing pauses, Retry-After as asked, with the countdown told (F-096).
func TestRetryWaits_F096(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model string
		slept []time.Duration
		note  string
	}{
		{"503_always", []time.Duration{500 * time.Millisecond, time.Second}, "server_error (HTTP 503): The server is overloaded.; trying again in 500ms (try 2 of 3)"},
		{"429_retry_after", []time.Duration{time.Second}, "rate_limited (HTTP 429): Rate limit reached.; trying again in 1s (try 2 of 3)"},
		{"429_retry_ms", []time.Duration{200 * time.Millisecond}, "trying again in 200ms"},
		{"429_retrydelay", []time.Duration{1500 * time.Millisecond}, "trying again in 2s"},
		{"429_past_date", []time.Duration{500 * time.Millisecond}, "trying again in 500ms"},
		{"429_quota", nil, ""},
		{"429_long", nil, ""},
		{"401", nil, ""},
	} {
		clock := newClock()
		var told []string
		_, p := serve(t, func(o *openai.Options) {
			o.Now, o.Sleep = clock.Now, clock.Sleep
			o.OnRetry = func(note string, _ time.Duration) { told = append(told, note) }
		})
		s := collect(t, p, request(c.model))
		if len(clock.slept) != len(c.slept) {
			t.Errorf("%s: slept %v, want %v", c.model, clock.slept, c.slept)
			continue
		}
		for i := range c.slept {
			if clock.slept[i] != c.slept[i] {
				t.Errorf("%s: slept %v, want %v", c.model, clock.slept, c.slept)
			}
		}
		if s.retries != len(c.slept) || len(told) != len(c.slept) || len(told) > 0 && !strings.Contains(told[0], c.note) {
			t.Errorf("%s: %d retry events, told %q, want %q", c.model, s.retries, told, c.note)
		}
	}
}

// A long wait is counted down, and others who share the provider wait for it too (F-096).
func TestSharedLimit_F096(t *testing.T) {
	t.Parallel()
	clock := newClock()
	var n atomic.Int32
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1) == 1 {
			w.Header().Set("Retry-After", "40")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		io.WriteString(w, `{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`)
	}))
	defer h.Close()
	o := quick(h.URL)
	o.Now, o.Sleep = clock.Now, clock.Sleep
	p := openai.New(o)
	defer p.Close()
	var waits []time.Duration
	var other seen
	for ev, err := range p.Stream(t.Context(), request("x")) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind == providers.Retry {
			waits = append(waits, ev.Wait)
			if len(waits) == 2 { // ten seconds have passed
				other = collect(t, p, request("y"))
			}
		}
	}
	if len(waits) < 2 || waits[0] != 40*time.Second || waits[1] != 30*time.Second {
		t.Errorf("counted down %v", waits)
	}
	if other.retries == 0 || other.text != "hi" || !strings.Contains(other.events[0].Note, "asked this workstation to wait") {
		t.Errorf("the other request did not wait: %+v", other)
	}
}

// The key goes to the endpoint's own host only (E14).
func TestRedirectToAnotherHostDropsTheKey_E14(t *testing.T) {
	t.Parallel()
	var auth, extra, body atomic.Value
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		auth.Store(r.Header.Get("Authorization"))
		extra.Store(r.Header.Get("X-Api-Key"))
		body.Store(string(b))
		io.WriteString(w, `{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`)
	}))
	defer other.Close()
	first := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL+"/v1/chat/completions", http.StatusPermanentRedirect)
	}))
	defer first.Close()
	o := quick(first.URL)
	o.Header = http.Header{"x-api-key": {"secret-value"}}
	p := openai.New(o)
	defer p.Close()
	s := collect(t, p, request("x"))
	if s.text != "hi" || auth.Load() != "" || extra.Load() != "" || !strings.Contains(body.Load().(string), "Tap it.") {
		t.Errorf("text %q, error %v, Authorization %q, X-Api-Key %q", s.text, s.err, auth.Load(), extra.Load())
	}
}

// No error, note or event holds the key, wherever it is repeated.
func TestKeyIsMasked(t *testing.T) {
	t.Parallel()
	const key = "my-very-own-secret"
	for name, h := range map[string]http.HandlerFunc{
		"body": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(400)
			io.WriteString(w, `{"error":{"message":"bad key `+key+` or Bearer `+key+`","code":"`+key+`"}}`)
		},
		"retried": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(503)
			io.WriteString(w, "sorry, "+r.Header.Get("Authorization"))
		},
		"stream": func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "data: {\"error\":\"no "+key+"\"}\n\n")
		},
		"malformed": func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "data: {"+key+"\n\n") },
		"page":      func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "<p>"+key+"</p>") },
		"stray":     func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "data: {}\n\nword: "+key+"\n") },
		"redirect":  func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x?key="+key, http.StatusFound) },
	} {
		srv := httptest.NewServer(h)
		o := quick(srv.URL + "/v1?api_key=" + key)
		o.Key = key
		p := openai.New(o)
		s := collect(t, p, request("x"))
		if s.err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		all := s.err.Error()
		for err := s.err; err != nil; err = errors.Unwrap(err) {
			if _, plain := err.(*providers.Error); plain {
				b, _ := json.Marshal(err)
				all += string(b)
			}
		}
		for _, ev := range s.events {
			all += ev.Note
		}
		if strings.Contains(all, key) {
			t.Errorf("%s: the key is in %q", name, all)
		}
		p.Close()
		srv.Close()
	}
}

func TestUnreachable(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	patient := func(url string) *openai.Provider {
		o := quick(url)
		o.FirstByte = time.Minute
		return openai.New(o)
	}
	l.Close()
	p := patient("http://" + l.Addr().String())
	want{kind: providers.Unreachable, message: "connection refused", attempts: 3, retries: 2}.check(t, collect(t, p, request("x")))
	if _, err := p.Models(t.Context()); err == nil || !strings.Contains(err.Error(), "unreachable: ") {
		t.Errorf("Models: %v", err)
	}
	tls := httptest.NewTLSServer(http.NotFoundHandler())
	defer tls.Close()
	p = patient(tls.URL)
	defer p.Close()
	want{kind: providers.Unreachable, message: "certificate"}.check(t, collect(t, p, request("x")))
}

func TestBase_PR06(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"https://api.example.com":                                  "https://api.example.com/v1",
		"https://api.example.com/":                                 "https://api.example.com/v1",
		"https://api.example.com/v1":                               "https://api.example.com/v1",
		" https://api.example.com/v1/ ":                            "https://api.example.com/v1",
		"https://api.example.com/v1/chat/completions":              "https://api.example.com/v1",
		"https://api.example.com/v1/chat/completions/":             "https://api.example.com/v1",
		"https://api.example.com/v1/models":                        "https://api.example.com/v1",
		"https://open.example.cn/api/paas/v4":                      "https://open.example.cn/api/paas/v4",
		"https://g.example.com/v1beta/openai/":                     "https://g.example.com/v1beta/openai",
		"https://x.example.com/d/chat/completions?api-version=1#y": "https://x.example.com/d?api-version=1",
	} {
		if got, err := openai.Base(in); err != nil || got.String() != want {
			t.Errorf("Base(%q) = %v, %v, want %s", in, got, err, want)
		}
	}
	for in, part := range map[string]string{
		"":                      "no base URL given",
		"api.example.com/v1":    "must start with http:// or https://",
		"ftp://api.example.com": "must start with http:// or https://",
		"http:///v1":            "has no host",
		"http://a b":            "cannot be read",
		"localhost:8000":        "must start with http",
		"sk-abcdefgh12345678":   "[key hidden]",
	} {
		p := openai.New(openai.Options{BaseURL: in})
		s := collect(t, p, request("x"))
		e, ok := errors.AsType[*providers.Error](s.err)
		if !ok || e.Kind != providers.BadRequest || !strings.Contains(e.Message, part) {
			t.Errorf("New(%q): %v, want %q", in, s.err, part)
		}
	}
}

func TestKeyThatIsNoKey(t *testing.T) {
	t.Parallel()
	p := openai.New(openai.Options{BaseURL: "http://127.0.0.1:1", Key: "abc\ndef"})
	want{kind: providers.Auth, message: "no key has"}.check(t, collect(t, p, request("x")))
}

func TestModels_E9(t *testing.T) {
	t.Parallel()
	_, p := serve(t, nil)
	ids, err := p.Models(t.Context())
	if err != nil || len(ids) != len(scripted.Scenarios()) || ids[0] != "demo" {
		t.Errorf("%d ids, %v", len(ids), err)
	}
	for body, want := range map[string]string{
		`{"data":[{"id":"a"},{"id":"b"},{"id":"a"}]}`:    "a b",
		`{"models":[{"name":"models/a"},{"model":"b"}]}`: "models/a b",
		`["a","b"]`:     "a b",
		`{"data":[]}`:   "",
		`{"x":1}`:       "error",
		`<html></html>`: "error",
	} {
		h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, body) }))
		p := openai.New(quick(h.URL))
		ids, err := p.Models(t.Context())
		if got := strings.Join(ids, " "); (err != nil) != (want == "error") || err == nil && got != want {
			t.Errorf("%s: %q, %v", body, got, err)
		}
		p.Close()
		h.Close()
	}
}

// What a refusal taught is remembered for the next request.
func TestQuirksAreRemembered(t *testing.T) {
	t.Parallel()
	for model, check := range map[string]func(openai.Quirks) bool{
		"no_stream_options": func(q openai.Quirks) bool { return q.NoStreamOptions },
		"no_max_tokens":     func(q openai.Quirks) bool { return q.MaxCompletionTokens },
		"no_temperature":    func(q openai.Quirks) bool { return q.NoTemperature },
		"no_tools":          func(q openai.Quirks) bool { return q.TextTools },
	} {
		srv, p := serve(t, nil)
		collect(t, p, request(model))
		if !check(p.Learned(model)) || srv.Attempts(model) != 2 {
			t.Errorf("%s: learned %+v in %d requests", model, p.Learned(model), srv.Attempts(model))
		}
		collect(t, p, request(model))
		if srv.Attempts(model) != 3 {
			t.Errorf("%s: %d requests for two answers", model, srv.Attempts(model))
		}
	}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(400)
		io.WriteString(w, `{"error":"unknown parameter: tools, image_url, temperature, max_completion_tokens, max_tokens"}`)
	}))
	defer h.Close()
	p := openai.New(quick(h.URL))
	defer p.Close()
	if s := collect(t, p, request("x")); s.err == nil || p.Learned("x") != (openai.Quirks{}) {
		t.Errorf("error %v, learned %+v from a server that refuses everything", s.err, p.Learned("x"))
	}
}

func picture(t *testing.T, w, h int) providers.Image {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(img.Pix); i += 4 {
		v := uint8(r.IntN(256))
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = v, v/2, 255-v, 255
	}
	img.Set(0, 0, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return providers.Image{MIME: "image/png", Data: b.Bytes()}
}

// A refused picture does not poison the conversation (F-049).
func TestRefusedPictures_F049(t *testing.T) {
	t.Parallel()
	img := picture(t, 40, 40)
	ask := func(model string) *providers.Request {
		r := request(model)
		r.Messages = []providers.Message{
			{Role: providers.User, Text: "a", Images: []providers.Image{img}}, {Role: providers.Assistant, Text: "b"},
			{Role: providers.User, Text: "c", Images: []providers.Image{img}},
		}
		return r
	}
	srv, p := serve(t, nil)
	if s := collect(t, p, ask("no_images")); s.text != hello || srv.Attempts("no_images") != 2 || !p.Learned("no_images").NoImages {
		t.Errorf("no_images: %q, %v, %d requests", s.text, s.err, srv.Attempts("no_images"))
	}
	if last := string(srv.Requests()[1].Body); !strings.Contains(last, "this model takes no pictures") {
		t.Errorf("the model is not told: %s", last)
	}
	srv, p = serve(t, nil)
	if s := collect(t, p, ask("one_image")); s.text != hello || srv.Attempts("one_image") != 2 || p.Learned("one_image").NoImages {
		t.Errorf("one_image: %q, %v, %d requests", s.text, s.err, srv.Attempts("one_image"))
	}
}
