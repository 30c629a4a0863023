package scripted

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"
)

// tape is what is played for one request: a status, header fields, and pieces of bytes with pauses between them.
type tape struct {
	status int
	header map[string]string
	steps  []step
	end    ending
	gzip   bool
}

// step is one flush of bytes after a pause.
type step struct {
	pause time.Duration
	bytes string
}

// ending is how the connection ends.
type ending int

const (
	closed  ending = iota // properly
	aborted               // cut off in the middle
	open                  // kept open until the client leaves
	refused               // closed before any byte of the answer
)

// stallFor is longer than any client waits; a stalled answer ends when the client leaves.
const stallFor = 30 * time.Minute

func stream(steps ...string) *tape {
	t := &tape{status: http.StatusOK, header: map[string]string{"Content-Type": "text/event-stream"}}
	return t.add(steps...)
}

func plain(status int, contentType, body string) *tape {
	return (&tape{status: status, header: map[string]string{"Content-Type": contentType}}).add(body)
}

func (t *tape) add(steps ...string) *tape {
	for _, s := range steps {
		t.steps = append(t.steps, step{bytes: s})
	}
	return t
}

func (t *tape) after(d time.Duration, s string) *tape {
	t.steps = append(t.steps, step{pause: d, bytes: s})
	return t
}

func (t *tape) set(key, value string) *tape { t.header[key] = value; return t }
func (t *tape) ends(e ending) *tape         { t.end = e; return t }

// play sends a tape. It reports false when the client left before the end.
func (s *Server) play(ctx context.Context, w http.ResponseWriter, t *tape, canGzip bool) bool {
	if t.end == refused {
		panic(http.ErrAbortHandler)
	}
	for k, v := range t.header {
		w.Header().Set(k, v)
	}
	var out io.Writer = w
	flush := func() { _ = http.NewResponseController(w).Flush() }
	if t.gzip && canGzip {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer func() { _ = z.Close() }()
		out = z
		plain := flush
		flush = func() { _ = z.Flush(); plain() }
	}
	w.WriteHeader(t.status)
	for _, st := range t.steps {
		if !s.pause(ctx, st.pause) {
			return false
		}
		for _, piece := range pieces(st.bytes, s.Split) {
			if _, err := io.WriteString(out, piece); err != nil {
				return false
			}
			flush()
		}
	}
	switch t.end {
	case aborted:
		panic(http.ErrAbortHandler)
	case open:
		<-ctx.Done()
		return false
	}
	return ctx.Err() == nil
}

// pause waits for d as Speed shrinks it; false means that the client left.
func (s *Server) pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	if s.Speed > 0 && d < stallFor {
		d = time.Duration(float64(d) / s.Speed)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// pieces cuts s into parts of n bytes.
func pieces(s string, n int) []string {
	if n <= 0 || len(s) <= n {
		return []string{s}
	}
	var out []string
	for len(s) > n {
		cut := n
		for cut < len(s) && !utf8.RuneStart(s[cut]) {
			cut++ // a chunk is JSON: it cannot hold half a character
		}
		out, s = append(out, s[:cut]), s[cut:]
	}
	return append(out, s)
}

// The makers of chunks.

const doneMark = "data: [DONE]\n\n"

func event(json string) string { return "data: " + json + "\n\n" }

// chunk wraps a delta, and a finish reason unless it is empty, into the JSON of one chunk.
func chunk(delta, finish string) string {
	f := "null"
	if finish != "" {
		f = quote(finish)
	}
	return `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"scripted","choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + f + `}]}`
}

const usageJSON = `{"prompt_tokens":11,"completion_tokens":3,"total_tokens":14}`

// usageChunk is the last chunk of a stream that was asked for counts.
func usageChunk(usage string) string {
	return `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"scripted","choices":[],"usage":` + usage + `}`
}

const roleDelta = `{"role":"assistant","content":""}`

func textDelta(s string) string { return `{"content":` + quote(s) + `}` }

// quote writes s as a JSON string, markup as it is.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n")
}

// ending events of an ordinary stream: the reason, the counts, the mark.
func tail(finish string) []string {
	return []string{event(chunk("{}", finish)), event(usageChunk(usageJSON)), doneMark}
}

// hello is the ordinary stream "Hello, world." that most scenarios of wire shape bend in one way.
func hello() []string {
	return append([]string{
		event(chunk(roleDelta, "")), event(chunk(textDelta("Hello"), "")), event(chunk(textDelta(", "), "")), event(chunk(textDelta("world."), "")),
	}, tail("stop")...)
}

// with is a stream of the given deltas, then an ordinary end.
func with(finish string, deltas ...string) *tape {
	t := stream(event(chunk(roleDelta, "")))
	for _, d := range deltas {
		t.add(event(chunk(d, "")))
	}
	return t.add(tail(finish)...)
}
