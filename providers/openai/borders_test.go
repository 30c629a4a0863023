package openai_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/internal/sse"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/providers/scripted"
)

// splitter is a transport without a network: it asks the handler and plays the body with a border of the test's choice.
type splitter struct {
	handler http.Handler
	cut     func(body []byte, end error) io.Reader
}

func (s splitter) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	var end error
	func() {
		defer func() {
			if recover() != nil { // http.ErrAbortHandler
				end = io.ErrUnexpectedEOF
			}
		}()
		s.handler.ServeHTTP(rec, r)
	}()
	if end != nil && rec.Body.Len() == 0 {
		return nil, io.EOF
	}
	resp := rec.Result()
	resp.Body = io.NopCloser(s.cut(rec.Body.Bytes(), end))
	return resp, nil
}

// then appends an error to a reader.
func then(r io.Reader, end error) io.Reader {
	if end == nil {
		return r
	}
	return io.MultiReader(r, iotest.ErrReader(end))
}

// endless scenarios keep the connection open and need a real one.
func endless(model string) bool {
	return strings.HasPrefix(model, "hang_") || strings.HasPrefix(model, "stall_") || model == "gzip" || strings.HasPrefix(model, "redirect_") || model == "loading"
}

func runCut(t *testing.T, w want, h http.Handler, cut func([]byte, error) io.Reader) {
	t.Helper()
	o := quick("http://model.test/v1")
	o.FirstByte, o.Idle, o.Tail = time.Minute, time.Minute, time.Minute
	o.HTTPClient = &http.Client{Transport: splitter{h, cut}}
	o.Quirks.TextCalls = w.textCalls
	p := openai.New(o)
	w.check(t, collect(t, p, request(w.model)))
}

func quickServer() *scripted.Server { return &scripted.Server{Speed: 1e6} }

// canned answers every request with the same bytes.
type canned struct {
	header http.Header
	status int
	body   []byte
	end    error
}

func (c canned) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for k, v := range c.header {
		w.Header()[k] = v
	}
	w.WriteHeader(c.status)
	w.Write(c.body)
	if c.end != nil {
		panic(http.ErrAbortHandler)
	}
}

// The whole table again, one byte a read.
func TestScenariosByteByByte(t *testing.T) {
	for _, w := range table {
		if endless(w.model) || w.model == "long_line" {
			continue
		}
		t.Run(w.model, func(t *testing.T) {
			t.Parallel()
			runCut(t, w, quickServer(), func(body []byte, end error) io.Reader { return then(iotest.OneByteReader(bytes.NewReader(body)), end) })
		})
	}
}

// The short ones again, cut in two at every border.
func TestScenariosAtEveryBorder(t *testing.T) {
	const short = 1600
	for _, w := range table {
		if endless(w.model) || w.retries > 0 || w.attempts > 1 || w.kind == providers.NoSuchModel {
			continue
		}
		t.Run(w.model, func(t *testing.T) {
			t.Parallel()
			var c canned
			runCut(t, w, quickServer(), func(body []byte, end error) io.Reader {
				c = canned{status: http.StatusOK, body: body, end: end}
				return then(bytes.NewReader(body), end)
			})
			if len(c.body) > short || w.kind != "" && w.text == "" {
				return
			}
			whole := readAll(bytes.NewReader(c.body))
			for k := 1; k < len(c.body); k++ {
				if got := readAll(io.MultiReader(bytes.NewReader(c.body[:k]), bytes.NewReader(c.body[k:]))); got != whole {
					t.Fatalf("cut at byte %d the reader gives\n%s\nand not\n%s", k, got, whole)
				}
			}
			for k := 1 + len(w.model)%stride(); k < len(c.body); k += stride() {
				runCut(t, w, c, func(body []byte, end error) io.Reader {
					return then(io.MultiReader(bytes.NewReader(body[:k]), bytes.NewReader(body[k:])), end)
				})
				if t.Failed() {
					t.Fatalf("cut at byte %d", k)
				}
			}
		})
	}
}

// stride is how many bytes lie between two borders that are tried with the whole stack; the reader alone is tried at each. With
// HANDSET_EVERY_BORDER set the stack is tried at each as well, which takes minutes.
func stride() int {
	switch {
	case os.Getenv("HANDSET_EVERY_BORDER") != "":
		return 1
	case raced:
		return 23
	}
	return 7
}

// readAll are the events of a stream in one text.
func readAll(r io.Reader) string {
	var b strings.Builder
	for s := sse.NewReader(r, 0); ; {
		ev, err := s.Next()
		if err != nil {
			return b.String() + err.Error()
		}
		b.WriteString(ev.Name + "|" + string(ev.Data) + "\n")
	}
}

// Whatever a server sends: no panic, one end, and no Done without a proper end of the stream.
func FuzzStream(f *testing.F) {
	for _, w := range table {
		if endless(w.model) || w.model == "long_line" || w.model == "no such model" {
			continue
		}
		runCutBody(f, w)
	}
	f.Fuzz(func(t *testing.T, body []byte, textCalls bool) {
		o := quick("http://model.test/v1")
		o.Retries, o.MaxEvent = -1, 4096
		o.Quirks.TextCalls = textCalls
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(body) })
		o.HTTPClient = &http.Client{Transport: splitter{h, func(b []byte, end error) io.Reader { return bytes.NewReader(b) }}}
		s := collect(t, openai.New(o), request("x"))
		if (s.done == nil) == (s.err == nil) {
			t.Errorf("done %v and error %v", s.done != nil, s.err)
		}
		if s.err != nil {
			if _, ok := errors.AsType[*providers.Error](s.err); !ok {
				t.Errorf("error of type %T", s.err)
			}
			return
		}
		if !bytes.Contains(body, []byte("DONE")) && !bytes.Contains(body, []byte("finish_reason")) && !bytes.HasPrefix(bytes.TrimLeft(body, "\xEF\xBB\xBF \t\r\n"), []byte("{")) {
			t.Errorf("done without a proper end")
		}
		for _, c := range s.done.Answer.Calls {
			if c.Name == "" || c.ID == "" {
				t.Errorf("call %+v", c)
			}
		}
	})
}

// runCutBody adds what a scenario sends to the corpus.
func runCutBody(f *testing.F, w want) {
	rec := httptest.NewRecorder()
	defer func() {
		_ = recover()
		f.Add(rec.Body.Bytes(), w.textCalls)
	}()
	body := strings.NewReader(`{"model":"` + w.model + `","stream":true}`)
	(&scripted.Server{Speed: 1e6}).ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", body))
}
