package openai

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/providers"
)

// errLeft: the consumer left the loop.
var errLeft = errors.New("the consumer left")

// maxAdaptions bounds how often one stream changes its request after refusals.
const maxAdaptions = 8

// stream is one call of Provider.Stream: tries until one gives a whole answer or nothing more may be done.
type stream struct {
	p     *Provider
	ctx   context.Context
	req   *providers.Request
	yield func(providers.Event, error) bool
	ask   ask

	attempts  int
	retries   int // of class busy and shaky
	again     int // of class once and noCalls
	adaptions int
	started   bool
	left      bool
	loadUntil time.Time
}

// emit hands an event to the consumer; one Start is enough, also after a retry.
func (s *stream) emit(ev providers.Event) bool {
	if ev.Kind == providers.Start {
		if s.started {
			return true
		}
		s.started = true
	}
	if s.left || !s.yield(ev, nil) {
		s.left = true
		return false
	}
	return true
}

func (s *stream) run() {
	taught := s.ask.quirks
	for {
		if err := s.turn(); err != nil {
			s.end(err)
			return
		}
		s.attempts++
		shown, body, f := s.attempt()
		if s.ask.quirks != taught && (f == nil || f.err.Status == 0) {
			s.p.remember(s.req.Model, s.ask.quirks)
			taught = s.ask.quirks
		}
		if f == nil || s.left {
			return
		}
		if err := s.ctx.Err(); err != nil { // E15
			s.end(err)
			return
		}
		if shown {
			f.class = final
		} else if s.adaptions < maxAdaptions && s.ask.adapt(f.err, s.req, body) {
			s.adaptions++
			continue
		}
		if err := s.prepare(f); err != nil {
			s.end(err)
			return
		}
	}
}

// end reports an error, unless nobody listens any more.
func (s *stream) end(err error) {
	if s.left || err == errLeft {
		return
	}
	s.yield(providers.Event{}, err)
}

// prepare decides whether a failed try is repeated, and waits. A nil error means "try again".
func (s *stream) prepare(f *failure) error {
	o := &s.p.o
	e := f.err
	switch {
	case f.class == busy && e.RetryAfter > o.MaxWait: // E1
		e.Message = fmt.Sprintf("%s; try again in %s (at %s)", e.Message, e.RetryAfter.Round(time.Second), s.p.now().Add(e.RetryAfter).Format(time.DateTime))
	case (f.class == busy || f.class == shaky) && s.retries < o.Retries:
		s.retries++
		return s.wait(e, s.p.pause(e.RetryAfter, s.retries), fmt.Sprintf("try %d of %d", s.retries+1, o.Retries+1))
	case (f.class == once || f.class == noCalls) && s.again == 0 && o.Retries > 0:
		s.again++
		s.ask.plain = f.class == noCalls
		return s.wait(e, s.p.pause(0, 1), "one more try")
	case f.class == loading:
		return s.awaitModel(e)
	}
	s.explain(e)
	return s.p.seal(e, s.attempts)
}

// explain adds what the endpoint offers to the refusal of a model (E9).
func (s *stream) explain(e *providers.Error) {
	if e.Status != 404 && e.Kind != providers.NoSuchModel {
		return
	}
	ids, err := s.p.Models(s.ctx)
	if err != nil || len(ids) == 0 {
		if e.Kind == providers.BadRequest {
			e.Message += " (is the base URL right?)"
		}
		return
	}
	for _, id := range ids {
		if id == s.req.Model {
			return
		}
	}
	const most = 30
	more := ""
	if len(ids) > most {
		more = fmt.Sprintf(" and %d more", len(ids)-most)
		ids = ids[:most]
	}
	e.Kind = providers.NoSuchModel
	e.Message = fmt.Sprintf("%s; this endpoint has: %s%s", e.Message, strings.Join(ids, ", "), more)
}

// wait tells of the failure and the wait, then waits.
func (s *stream) wait(e *providers.Error, d time.Duration, which string) error {
	if e.Status == 429 {
		s.p.holdBack(d)
	}
	what := s.p.mask(e.Error())
	return s.countDown(providers.Clip(what, 240), d, which)
}

// countDown sends a Retry event at the start of a wait and every ten seconds of a long one.
func (s *stream) countDown(what string, d time.Duration, which string) error {
	const step = 10 * time.Second
	for {
		note := fmt.Sprintf("%s; trying again in %s (%s)", what, shortWait(d), which)
		if s.p.o.OnRetry != nil {
			s.p.o.OnRetry(note, d)
		}
		if !s.emit(providers.Event{Kind: providers.Retry, Note: note, Wait: d}) {
			return errLeft
		}
		part := d
		if d > step+step/2 {
			part = step
		}
		if err := s.p.sleep(s.ctx, part); err != nil {
			if s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			return err
		}
		if d -= part; d <= 0 {
			return nil
		}
	}
}

// turn waits when another request of this endpoint was told to: one limit for all who share the Provider (F-096).
func (s *stream) turn() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if d := s.p.heldBack(); d > 0 {
		return s.countDown("the provider asked this workstation to wait", d, "waiting in turn")
	}
	return nil
}

func shortWait(d time.Duration) string {
	if d < time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
