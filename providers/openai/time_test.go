package openai_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/providers/scripted"
)

// pipes is a transport without a network whose answers arrive as the handler writes them, so that tests can run on a fake clock.
type pipes struct{ handler http.Handler }

// pipeWriter is a response that goes into a pipe; the header is handed over with the first flush.
type pipeWriter struct {
	header http.Header
	pipe   *io.PipeWriter
	ready  chan *http.Response
	body   io.ReadCloser
	sent   bool
}

func (w *pipeWriter) Header() http.Header { return w.header }

func (w *pipeWriter) WriteHeader(status int) {
	if w.sent {
		return
	}
	w.sent = true
	w.ready <- &http.Response{StatusCode: status, Header: w.header.Clone(), Body: w.body, ProtoMajor: 1, ProtoMinor: 1}
}

func (w *pipeWriter) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.pipe.Write(b)
}

func (w *pipeWriter) Flush() { w.WriteHeader(http.StatusOK) }

// guarded ends the handler's context when the client closes the body or cancels.
type guarded struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (g guarded) Close() error {
	g.cancel()
	return g.ReadCloser.Close()
}

func (p pipes) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	pr, pw := io.Pipe()
	w := &pipeWriter{header: http.Header{}, pipe: pw, ready: make(chan *http.Response, 1), body: guarded{pr, cancel}}
	go func() {
		defer func() {
			if recover() != nil {
				pw.CloseWithError(io.ErrUnexpectedEOF)
			}
			if ctx.Err() != nil {
				pw.CloseWithError(ctx.Err())
			}
			w.WriteHeader(http.StatusOK)
			pw.Close()
		}()
		p.handler.ServeHTTP(w, r.WithContext(ctx))
	}()
	select {
	case resp := <-w.ready:
		resp.Request = r
		return resp, nil
	case <-ctx.Done():
		cancel()
		return nil, ctx.Err()
	}
}

// onFakeTime asks for a model with the adapter's own limits and the scenario's own pauses, and tells how long it took.
func onFakeTime(t *testing.T, model, url string, change func(*openai.Options)) (seen, time.Duration) {
	t.Helper()
	o := openai.Options{BaseURL: url, Jitter: func() float64 { return 0 }, HTTPClient: &http.Client{Transport: pipes{&scripted.Server{}}}}
	if change != nil {
		change(&o)
	}
	began := time.Now()
	s := collect(t, openai.New(o), request(model))
	return s, time.Since(began)
}

// The limits of E13 and the waits between tries, to the second, on a fake clock.
func TestTimes_E13(t *testing.T) {
	const cloud, near = "https://api.example.com/v1", "http://192.168.1.5:8080/v1"
	for _, c := range []struct {
		name, url string
		w         want
		took      time.Duration
	}{
		{"heartbeats keep a stream alive (S6)", cloud, want{model: "heartbeats", text: hello, finish: stop}, 28 * time.Second},
		{"trickle", cloud, want{model: "slow_trickle", text: "This answer comes one letter at a time.", finish: stop}, 39 * time.Second},
		{"slow first byte", cloud, want{model: "slow_first", text: hello, finish: stop}, 20 * time.Second},
		{"no first byte from the cloud", cloud, want{model: "stall_first", kind: providers.Stalled, message: "nothing arrived for 2m0s"}, 120 * time.Second},
		{"no first byte from near by", near, want{model: "stall_first", kind: providers.Stalled, message: "nothing arrived for 10m0s"}, 600 * time.Second},
		{"silence in the middle", cloud, want{model: "stall_mid", text: "Hello, ", kind: providers.Stalled, message: "nothing arrived for 1m30s"}, 90 * time.Second},
		{"open after the finish reason", cloud, want{model: "hang_after_finish", text: hello, finish: stop, usage: "estimate"}, 5 * time.Second},
		{"open after [DONE] (S17)", cloud, want{model: "hang_after_done", text: hello, finish: stop}, 50 * time.Millisecond},
		{"growing pauses (E3)", cloud, want{model: "503_always", kind: providers.ServerError, attempts: 3, retries: 2}, 1500 * time.Millisecond},
		{"Retry-After (E1)", cloud, want{model: "429_retry_after", text: hello, finish: stop, retries: 1}, time.Second},
		{"spent quota (E2)", cloud, want{model: "429_quota", kind: providers.QuotaSpent}, 0},
		{"too long a wait (E1)", cloud, want{model: "429_long", kind: providers.RateLimited}, 0},
		{"failed load (E5)", near, want{model: "500_failed_load", kind: providers.ServerError}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, took := onFakeTime(t, c.w.model, c.url, nil)
				c.w.check(t, s)
				if took != c.took {
					t.Errorf("took %s, want %s", took, c.took)
				}
			})
		})
	}
}

// The time a consumer takes is not the server's silence.
func TestSlowConsumerIsNoStall_E13(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openai.New(openai.Options{BaseURL: "https://api.example.com", HTTPClient: &http.Client{Transport: pipes{&scripted.Server{}}}})
		var text strings.Builder
		for ev, err := range p.Stream(t.Context(), request("ok")) {
			if err != nil {
				t.Fatal(err)
			}
			if ev.Kind == providers.Text {
				text.WriteString(ev.Delta)
				time.Sleep(10 * time.Minute)
			}
		}
		if text.String() != hello {
			t.Errorf("text %q", text.String())
		}
	})
}
