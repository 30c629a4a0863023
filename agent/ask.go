package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// ask makes one request and returns the whole answer, which is stored by then (TR-06). When the stream fails or is stopped, the
// text that had come is stored as an incomplete answer (TR-09), and calls that were not whole are gone.
func (x *run) ask(ctx context.Context) (providers.Message, error) {
	req := x.request()
	s := stream{}
	for ev, err := range x.Provider.Stream(ctx, req) {
		if err != nil {
			return providers.Message{}, x.broken(ctx, &s, err)
		}
		x.show(&s, ev)
		if ctx.Err() != nil { // the reader left, or a stop came between two pieces
			break
		}
	}
	switch {
	case s.answer == nil && ctx.Err() != nil:
		return providers.Message{}, x.broken(ctx, &s, ctx.Err())
	case s.answer == nil:
		return providers.Message{}, x.broken(ctx, &s, &providers.Error{Kind: providers.BadStream, Message: "the stream ended without an answer"})
	case strings.TrimSpace(s.answer.Text) == "" && len(s.answer.Calls) == 0:
		x.count(s.usage)
		x.finish = s.finish
		if err := unfinished(s.finish, ""); err != nil {
			return providers.Message{}, err
		}
		return providers.Message{}, &providers.Error{Kind: providers.BadStream, Message: "the model gave an empty answer (finish reason " + string(s.finish) + ")"}
	}
	return x.keep(ctx, &s)
}

// stream is what has come of an answer so far.
type stream struct {
	text   strings.Builder
	model  string
	usage  providers.Usage
	finish providers.Finish
	raw    string // the provider's own word for finish
	answer *providers.Message
}

// show takes in one event of the stream and passes on what fronts see.
func (x *run) show(s *stream, ev providers.Event) {
	switch ev.Kind {
	case providers.Start:
		s.model = ev.Model
	case providers.Text:
		s.text.WriteString(ev.Delta)
		x.emit(Event{Kind: TextDelta, Text: ev.Delta})
	case providers.ReasoningText:
		x.emit(Event{Kind: ThinkDelta, Text: ev.Delta})
	case providers.Retry:
		x.emit(Event{Kind: RetryNote, Text: ev.Note})
	case providers.UsageReport:
		s.usage = ev.Usage
	case providers.Done:
		s.answer, s.finish, s.raw = ev.Answer, ev.Finish, ev.RawFinish
		if ev.Note != "" {
			x.emit(Event{Kind: Note, Text: ev.Note})
		}
		if ev.Usage != (providers.Usage{}) {
			s.usage = ev.Usage
		}
	}
}

// keep gives the calls ids of our own (TR-05), stores the answer and tells it.
func (x *run) keep(ctx context.Context, s *stream) (providers.Message, error) {
	m := *s.answer
	m.Role = providers.Assistant
	m.Calls = append([]providers.ToolCall(nil), m.Calls...)
	for i := range m.Calls {
		if m.Calls[i].ProviderID == "" {
			m.Calls[i].ProviderID = m.Calls[i].ID
		}
		m.Calls[i].ID = NewID("call")
	}
	if x.t.Model != "" { // by the name it was asked under: that is what the next request compares
		m.Model = x.t.Model
	}
	if err := x.store(ctx, m); err != nil {
		return m, err
	}
	x.finish = s.finish
	x.emit(Event{Kind: AnswerDone, Message: &m, Model: m.Model, Text: m.Text, Finish: s.finish})
	x.count(s.usage)
	if note := finishNote(s); note != "" {
		x.emit(Event{Kind: Note, Text: note})
	}
	return m, nil
}

// finishNote tells of an end of an answer that is not the usual one (PR-15).
func finishNote(s *stream) string {
	if s.finish == providers.FinishUnknown {
		return fmt.Sprintf("the model ended its answer with %q, which says nothing about whether it is whole", s.raw)
	}
	if err := unfinished(s.finish, ""); err != nil {
		return err.Error()
	}
	return ""
}

// count adds a round's tokens to the turn's.
func (x *run) count(u providers.Usage) {
	t := &x.info.Usage
	t.Input += u.Input
	t.CachedRead += u.CachedRead
	t.CacheWrite += u.CacheWrite
	t.Output += u.Output
	t.Reasoning += u.Reasoning
	t.Estimated = t.Estimated || u.Estimated
	total := *t
	x.emit(Event{Kind: UsageSeen, Usage: &u, Total: &total})
}

// broken keeps the text of an answer that will not be whole and returns why, as a stop when it was one.
func (x *run) broken(ctx context.Context, s *stream, err error) error {
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if strings.TrimSpace(s.text.String()) == "" {
		return err
	}
	model := x.t.Model
	if model == "" {
		model = s.model
	}
	m := providers.Message{Role: providers.Assistant, Text: s.text.String(), Model: model, Incomplete: true}
	if serr := x.store(ctx, m); serr != nil {
		return fmt.Errorf("%w (and %w)", err, serr)
	}
	x.emit(Event{Kind: AnswerDone, Message: &m, Model: m.Model, Text: m.Text})
	return err
}
