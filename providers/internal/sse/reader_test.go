package sse

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func all(r *Reader) (out []string, err error) {
	for {
		e, err := r.Next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return out, err
		}
		s := string(e.Data)
		if e.Name != "" {
			s = e.Name + "|" + s
		}
		if !e.Ended {
			s += "|cut"
		}
		out = append(out, s)
	}
}

var wires = []struct{ name, wire, want string }{
	{"S1 lf", "data: {\"a\":1}\n\ndata: {\"b\":2}\n\n", `{"a":1} {"b":2}`},
	{"S1 crlf", "data: {\"a\":1}\r\n\r\ndata: {\"b\":2}\r\n\r\n", `{"a":1} {"b":2}`},
	{"S1 cr", "data: {\"a\":1}\r\rdata: {\"b\":2}\r\r", `{"a":1} {"b":2}`},
	{"S1 mixed", "data: {\"a\":1}\r\n\ndata: {\"b\":2}\r\r\n", `{"a":1} {"b":2}`},
	{"S2 byte order mark", "\xEF\xBB\xBFdata: 1\n\n", `1`},
	{"S3 no space", "data:1\n\ndata:  2\n\n", `1  2`},
	{"S4 several lines", "data: {\"a\":\ndata: 1}\n\n", "{\"a\":\n1}"},
	{"S4 several lines, crlf", "data: {\"a\":\r\ndata: 1}\r\n\r\n", "{\"a\":\n1}"},
	{"S5 no blank line", "data: {\"a\":1}\ndata: {\"b\":2}\ndata: [DONE]\n\n", `{"a":1} {"b":2} [DONE]`},
	{"S5 name before data", "event: x\ndata: {\"a\":1}\nevent: y\ndata: {\"b\":2}\n\n", `x|{"a":1} y|{"b":2}`},
	{"S6 comments", ": ping\n\n:\ndata: 1\n: OPENROUTER PROCESSING\ndata: 2\n\n", "1\n2"},
	{"S7 comment in data", "data: : keepalive\n\ndata: 1\n\n", "1"},
	{"S8 ping", "event: ping\ndata: {}\n\nretry: 3\nid: 7\ndata: 1\n\n", "1"},
	{"S8 empty data", "data:\n\ndata: \n\ndata: 1\n\n", "1"},
	{"S9 no last blank line", "data: 1\n\ndata: 2\n", "1 2"},
	{"S9 no last line end", "data: 1\n\ndata: 2", "1 2|cut"},
	{"S10 error line", "data: 1\n\nerror: {\"code\":500}\n", `1 error|{"code":500}`},
	{"S10 bare json", "data: 1\n\n{\"error\":{\"message\":\"x\"}}\n\n", `1 {"error":{"message":"x"}}`},
	{"S10 bare json on several lines", "{\n  \"error\": \"x\"\n}\ndata: 1\n\n", "{\n  \"error\": \"x\"\n}\n1"},
	{"S11 characters", "data: 你好🙂\n\n", "你好🙂"},
	{"name only", "event: x\n\ndata: 1\n\n", "1"},
	{"error event", "event: error\ndata: {\"m\":1}\n\n", `error|{"m":1}`},
	{"nothing", "", ""},
	{"only line ends", "\n\r\n\r", ""},
}

func TestReader(t *testing.T) {
	for _, c := range wires {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := all(NewReader(strings.NewReader(c.wire), 0))
			if err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// Every wire gives the same events however the bytes arrive: cut in two at each border, and one at a time.
func TestReaderBorders(t *testing.T) {
	for _, c := range wires {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for k := range len(c.wire) + 1 {
				r := io.MultiReader(strings.NewReader(c.wire[:k]), strings.NewReader(c.wire[k:]))
				if got, err := all(NewReader(r, 0)); err != nil || strings.Join(got, " ") != c.want {
					t.Fatalf("cut at %d: got %q, %v, want %q", k, got, err, c.want)
				}
			}
			got, err := all(NewReader(iotest.OneByteReader(strings.NewReader(c.wire)), 0))
			if err != nil || strings.Join(got, " ") != c.want {
				t.Errorf("byte by byte: got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// A line that ended with CR is handed out although the next byte never comes.
func TestReaderDoesNotWaitAfterCR_S1(t *testing.T) {
	t.Parallel()
	pr, pw := io.Pipe()
	defer pr.Close()
	wrote := make(chan struct{})
	go func() {
		defer close(wrote)
		pw.Write([]byte("data: 1\r\r"))
	}()
	e, err := NewReader(pr, 0).Next()
	if err != nil || string(e.Data) != "1" {
		t.Errorf("got %q, %v", e.Data, err)
	}
	<-wrote
}

func TestReaderTooLarge_S12(t *testing.T) {
	t.Parallel()
	for name, wire := range map[string]string{
		"line":   "data: " + strings.Repeat("x", 200) + "\n\n",
		"event":  strings.Repeat("data: xxxxxxxxxxxxxxxxxxxx\n", 20) + "\n",
		"no end": strings.Repeat("x", 1000),
	} {
		if _, err := all(NewReader(strings.NewReader(wire), 100)); !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: got %v, want ErrTooLarge", name, err)
		}
	}
	long := strings.Repeat("y", 5<<20)
	got, err := all(NewReader(strings.NewReader("data: "+long+"\n\n"), 0))
	if err != nil || len(got) != 1 || got[0] != long {
		t.Errorf("a line of 5 MiB did not arrive whole: %d events, %v", len(got), err)
	}
}

// What was pending when the connection broke is not taken for an event.
func TestReaderBrokenSource(t *testing.T) {
	t.Parallel()
	boom := errors.New("reset")
	r := io.MultiReader(strings.NewReader("data: 1\n\ndata: 2\n"), iotest.ErrReader(boom))
	got, err := all(NewReader(r, 0))
	if !errors.Is(err, boom) || len(got) != 1 {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestStray(t *testing.T) {
	t.Parallel()
	r := NewReader(strings.NewReader("data: 1\n\nInternal Server Error\n"), 0)
	all(r)
	if r.Stray() != "Internal Server Error" {
		t.Errorf("got %q", r.Stray())
	}
}

func TestSniff(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Shape{
		"":                   Empty,
		" \r\n":              Empty,
		"data: 1":            Stream,
		": ping":             Stream,
		"\n\n {\"a\":1}":     JSON,
		"\xEF\xBB\xBF [1]":   JSON,
		"\xEF\xBB\xBFdata:1": Stream,
		"<!doctype html>":    Page,
		"event: x":           Stream,
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			if got, err := Sniff(bufio.NewReaderSize(r, 8192)); got != want || err != nil {
				t.Errorf("Sniff(%q) = %v, %v, want %v", in, got, err, want)
			}
		}
	}
	boom := errors.New("reset")
	if _, err := Sniff(bufio.NewReaderSize(iotest.ErrReader(boom), 8192)); !errors.Is(err, boom) {
		t.Errorf("got %v, want the source's error", err)
	}
	if got, _ := Sniff(bufio.NewReaderSize(strings.NewReader(strings.Repeat(" ", 9000)+"{"), 8192)); got != Stream {
		t.Errorf("endless white space: got %v", got)
	}
}

// Whatever the bytes: no panic, no event over the limit, and the same events when the bytes come one by one.
func FuzzReader(f *testing.F) {
	for _, c := range wires {
		f.Add([]byte(c.wire))
	}
	f.Fuzz(func(t *testing.T, wire []byte) {
		const max = 512
		a, errA := all(NewReader(bytes.NewReader(wire), max))
		b, errB := all(NewReader(iotest.OneByteReader(bytes.NewReader(wire)), max))
		if strings.Join(a, "\x00") != strings.Join(b, "\x00") || !errors.Is(errA, errB) {
			t.Errorf("the borders matter: %q (%v) and %q (%v)", a, errA, b, errB)
		}
		for _, e := range a {
			if len(e) > max+64 {
				t.Errorf("an event of %d bytes", len(e))
			}
		}
	})
}
