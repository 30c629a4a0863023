package scrcpy

import (
	"context"
	"strconv"
	"strings"
	"sync"
)

// The control socket acknowledges nothing but clipboard changes. A marker does instead: a character of the private use area that
// no key map has, so that typing it does nothing but make the server write a line to its log. Control messages are handled in
// their order (scrcpy-protocol §8), so the line says that all before it were handled, and everything the server had to say of
// them stands before it.
const (
	marker    = 0xE000
	untypable = "Could not inject char u+"
)

// maxUntyped bounds the characters kept for Untyped.
const maxUntyped = 256

// marks counts markers, sent and reported, and keeps the characters that could not be typed.
type marks struct {
	mu      sync.Mutex
	sent    uint64
	seen    uint64
	moved   chan struct{} // closed and renewed when seen grows
	untyped []rune
}

func (m *marks) init() { m.moved = make(chan struct{}) }

// take reads a line about a character that could not be typed. A marker's line is nobody else's business.
func (m *marks) take(line string) (marked bool) {
	_, code, ok := strings.Cut(line, untypable)
	if !ok {
		return false
	}
	c, err := strconv.ParseUint(strings.TrimSpace(code), 16, 16)
	if err != nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if c == marker {
		m.seen++
		close(m.moved)
		m.moved = make(chan struct{})
		return true
	}
	if len(m.untyped) < maxUntyped {
		m.untyped = append(m.untyped, rune(c))
	}
	return false
}

// state is how many markers were reported and a channel that is closed when there is another.
func (m *marks) state() (seen uint64, moved <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seen, m.moved
}

// Sync waits until the server has handled every control message sent before. It returns ctx's error when the server does not say so in
// time; servers that log nothing of characters they cannot type never do.
func (s *Session) Sync(ctx context.Context) error {
	s.mu.Lock()
	m := &s.logs.marks
	m.mu.Lock()
	m.sent++
	want := m.sent
	m.mu.Unlock()
	err := s.write(InjectText{Text: string(rune(marker))})
	s.mu.Unlock()
	if err != nil {
		return err
	}
	for {
		seen, moved := m.state()
		if seen >= want {
			return nil
		}
		select {
		case <-moved:
		case <-s.done:
			return s.Err()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Untyped returns the characters that the server reported since the last call that its key map lacks, and forgets them. After Sync
// it knows of all that was typed before.
func (s *Session) Untyped() string {
	m := &s.logs.marks
	m.mu.Lock()
	defer m.mu.Unlock()
	out := string(m.untyped)
	m.untyped = nil
	return out
}
