package agent

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/handset-agent/handset/providers"
)

// Memory is a Store in memory, for tries and tests. The zero value is ready. It behaves as the database does.
type Memory struct {
	mu    sync.Mutex
	talks map[string][]entry
	calls map[string]*memCall
}

// entry is a user, system or assistant message; answers hang on their calls.
type entry struct {
	m     providers.Message
	calls []*memCall
}

type memCall struct {
	session string
	call    providers.ToolCall
	state   CallState
	answer  *providers.Message
}

var _ Store = (*Memory)(nil)

// History implements Store.
func (s *Memory) History(ctx context.Context, session string) ([]providers.Message, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []providers.Message
	for _, e := range s.talks[session] {
		out = append(out, copyOf(e.m))
		for _, c := range e.calls {
			if c.answer != nil {
				out = append(out, copyOf(*c.answer))
			}
		}
	}
	return out, nil
}

func copyOf(m providers.Message) providers.Message {
	m.Calls, m.Images = slices.Clone(m.Calls), slices.Clone(m.Images)
	return m
}

// Append implements Store.
func (s *Memory) Append(ctx context.Context, session string, m providers.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.Role == providers.ToolRole {
		return fmt.Errorf("append: a tool message is stored with Answer")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := entry{m: copyOf(m)}
	for _, c := range m.Calls {
		if s.calls[c.ID] != nil || slices.ContainsFunc(e.calls, func(o *memCall) bool { return o.call.ID == c.ID }) {
			return fmt.Errorf("append call %s: %w", c.ID, ErrCallExists)
		}
		e.calls = append(e.calls, &memCall{session: session, call: c, state: Pending})
	}
	if s.talks == nil {
		s.talks, s.calls = map[string][]entry{}, map[string]*memCall{}
	}
	for _, c := range e.calls {
		s.calls[c.call.ID] = c
	}
	s.talks[session] = append(s.talks[session], e)
	return nil
}

// Begin implements Store.
func (s *Memory) Begin(ctx context.Context, session, callID string) error {
	return s.change(ctx, session, callID, func(c *memCall) { c.state = Running })
}

// Answer implements Store.
func (s *Memory) Answer(ctx context.Context, session string, m providers.Message, state CallState) error {
	m = copyOf(m)
	return s.change(ctx, session, m.CallID, func(c *memCall) { c.answer, c.state = &m, state })
}

// change does something to a call that has no answer yet.
func (s *Memory) change(ctx context.Context, session, callID string, do func(*memCall)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[callID]
	switch {
	case c == nil || c.session != session:
		return fmt.Errorf("call %s: %w", callID, ErrNoCall)
	case c.answer != nil:
		return fmt.Errorf("call %s: %w", callID, ErrAnswered)
	}
	do(c)
	return nil
}

// Open implements Store.
func (s *Memory) Open(ctx context.Context, session string) ([]OpenCall, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []OpenCall
	for _, e := range s.talks[session] {
		for _, c := range e.calls {
			if c.answer == nil {
				out = append(out, OpenCall{c.call, c.state})
			}
		}
	}
	return out, nil
}
