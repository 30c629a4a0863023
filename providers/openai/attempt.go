package openai

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/providers/internal/sse"
)

const (
	maxErrorBody = 256 << 10
	drainFor     = 50 * time.Millisecond
)

// try is one HTTP request and what is read of its answer.
type try struct {
	s      *stream
	ctx    context.Context
	watch  *watch
	answer *answer
}

// attempt sends the request once and reads the answer. A nil failure means that Done was sent, or that nobody listens any more.
func (s *stream) attempt() (shown bool, sent string, f *failure) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	payload := s.p.requestBody(s.req, s.ask, s.p.endpoint)
	hr, f := s.p.newRequest(ctx, http.MethodPost, "/chat/completions", payload)
	if f != nil {
		return false, "", f
	}
	t := &try{s: s, ctx: ctx, watch: newWatch(cancel)}
	t.watch.allow(s.p.o.FirstByte, errStalled)
	t.watch.begin()
	resp, err := s.p.client.Do(hr)
	t.watch.end()
	if err != nil {
		return false, string(payload), t.dialFailure(err)
	}
	defer resp.Body.Close() // E15: closes the call also when the consumer leaves
	t.answer = newAnswer(s.req, s.ask.quirks, s.emit)
	t.answer.endpoint, t.answer.requestID, t.answer.model = s.p.endpoint, requestID(resp.Header), s.req.Model
	b := &body{r: resp.Body, w: t.watch, idle: s.p.o.Idle}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		raw, _ := io.ReadAll(io.LimitReader(b, maxErrorBody))
		return false, string(payload), statusFailure(resp.StatusCode, resp.Header, raw, s.p.now())
	}
	f = t.read(b)
	if f != nil && f.err.RequestID == "" {
		f.err.RequestID = t.answer.requestID
	}
	return t.answer.shown, string(payload), f
}

// read reads a good answer in whatever shape it came (S14…S16) and sends Done at its end.
func (t *try) read(b *body) *failure {
	br := bufio.NewReaderSize(b, 32<<10)
	shape, err := sse.Sniff(br)
	if err != nil || t.ctx.Err() != nil {
		return t.readFailure(err)
	}
	var f *failure
	switch shape {
	case sse.Empty:
		return broken(once, "empty answer")
	case sse.Page:
		raw, _ := io.ReadAll(io.LimitReader(br, maxErrorBody))
		return &failure{err: &providers.Error{
			Kind:    providers.NotAPI,
			Message: "got a web page instead of an API answer (login portal, wrong base URL?): " + stripPage(string(raw)),
		}}
	case sse.JSON:
		f = t.readPlain(br)
	default:
		f = t.readStream(br)
	}
	if f != nil || t.answer.left {
		return f
	}
	done, f := t.answer.done()
	if f != nil {
		return f
	}
	if !t.answer.left {
		t.answer.send(done)
		t.drain(br)
	}
	return nil
}

// readPlain reads an answer that is one JSON value (S15).
func (t *try) readPlain(r io.Reader) *failure {
	max := int64(t.s.p.o.MaxEvent)
	raw, err := io.ReadAll(io.LimitReader(r, max+1))
	if err != nil {
		return t.readFailure(err)
	}
	if int64(len(raw)) > max {
		return broken(final, sse.ErrTooLarge.Error())
	}
	c, err := parseChunk(raw)
	if err != nil {
		return &failure{err: &providers.Error{Kind: providers.BadStream, Message: fmt.Sprintf("%v: %q", err, providers.Clip(string(raw), 200))}}
	}
	if c.failure != nil {
		return streamFailure(c.failure)
	}
	if c.delta == nil && c.finish == "" {
		return &failure{err: &providers.Error{Kind: providers.NotAPI, Message: fmt.Sprintf("JSON that is no answer: %q", providers.Clip(string(raw), 200))}}
	}
	return t.take(c)
}

// readStream reads server-sent events up to the end of the answer. "Finish seen" or "[DONE] after some output" is a proper end (§3).
func (t *try) readStream(br *bufio.Reader) *failure {
	a := t.answer
	r := sse.NewReader(br, t.s.p.o.MaxEvent)
	for {
		ev, err := r.Next()
		if err != nil {
			return t.streamEnd(r, err)
		}
		if ev.Done() { // S17
			if a.finish == "" && a.came {
				a.note("the answer had no finish reason")
			}
			return nil
		}
		if ev.Name == "error" {
			return streamFailure(ev.Data)
		}
		c, err := parseChunk(ev.Data)
		if err != nil && !ev.Ended {
			return t.streamEnd(r, io.EOF)
		}
		if err != nil { // C6
			return broken(final, fmt.Sprintf("malformed chunk (%v): %q", err, providers.Clip(string(ev.Data), 200)))
		}
		if f := t.take(c); f != nil || a.left {
			return f
		}
		if a.finish != "" { // only counts can follow
			t.watch.allow(min(t.s.p.o.Tail, t.s.p.o.Idle), errEnough)
		}
	}
}

// streamEnd judges a stream that stopped without its end mark.
func (t *try) streamEnd(r *sse.Reader, err error) *failure {
	if t.s.ctx.Err() == nil && t.answer.finish != "" && !errors.Is(err, sse.ErrTooLarge) {
		return nil
	}
	if err != io.EOF || t.ctx.Err() != nil {
		return t.readFailure(err)
	}
	if !t.answer.came && r.Stray() == "" {
		return broken(once, "stream ended early: nothing came")
	}
	message := "stream ended early"
	if s := r.Stray(); s != "" {
		message += "; the server wrote: " + s
	}
	return broken(once, message)
}

// take hands a chunk to the answer, after looking for an error in it (E10).
func (t *try) take(c chunk) *failure {
	if c.failure != nil {
		return streamFailure(c.failure)
	}
	t.answer.take(c)
	if c.finish == "error" || c.finish == "insufficient_system_resource" {
		return &failure{
			err:   &providers.Error{Kind: providers.ModelError, Code: c.finish, Message: "the provider ended the answer with " + c.finish},
			class: once,
		}
	}
	if t.answer.size > maxAnswer {
		return broken(final, "the answer is longer than any model's")
	}
	return nil
}

// drain reads what follows a complete answer, for a moment, after Done was handed out: the connection can then carry the next request.
// A server that keeps the answer open loses it.
func (t *try) drain(r io.Reader) {
	t.watch.allow(drainFor, errEnough)
	_, _ = io.CopyN(io.Discard, r, 64<<10)
}

// readFailure sorts an error of reading an answer that had begun.
func (t *try) readFailure(err error) *failure {
	switch {
	case context.Cause(t.ctx) == errStalled: // E13
		return t.s.p.fail(providers.Stalled, t.silence(), nil, final)
	case errors.Is(err, sse.ErrTooLarge):
		return t.s.p.fail(providers.BadStream, fmt.Sprintf("event too large (over %d bytes)", t.s.p.o.MaxEvent), err, final)
	case !t.answer.came: // E11
		return t.s.p.fail(providers.BadStream, "the connection broke before an answer came", err, shaky)
	}
	return t.s.p.fail(providers.BadStream, "stream broke", err, shaky) // E12
}

func (t *try) silence() string {
	t.watch.mu.Lock()
	defer t.watch.mu.Unlock()
	return fmt.Sprintf("nothing arrived for %s", shortWait(t.watch.limit))
}

// dialFailure sorts an error of a request that got no answer.
func (t *try) dialFailure(err error) *failure {
	p := t.s.p
	var unknownCA x509.UnknownAuthorityError
	var wrongHost x509.HostnameError
	var badCert x509.CertificateInvalidError
	var notTLS tls.RecordHeaderError
	switch dns, isDNS := errors.AsType[*net.DNSError](err); {
	case context.Cause(t.ctx) == errStalled:
		return p.fail(providers.Stalled, t.silence(), nil, final)
	case errors.Is(err, errRedirected):
		return p.fail(providers.NotAPI, "", err, final)
	case isDNS && dns.IsNotFound:
		return p.fail(providers.Unreachable, "no such host: "+dns.Name, err, final)
	case errors.As(err, &unknownCA), errors.As(err, &wrongHost), errors.As(err, &badCert), errors.As(err, &notTLS):
		return p.fail(providers.Unreachable, "", err, final)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return p.fail(providers.Unreachable, "the server closed the connection without an answer", err, shaky)
	}
	return p.fail(providers.Unreachable, "", err, shaky) // E11
}
