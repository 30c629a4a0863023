package scrcpy

import (
	"bufio"
	"context"
	"fmt"
	"sync"
	"time"
)

// replies matches device messages with those who wait for them.
type replies struct {
	reading sync.Mutex  // one clipboard request at a time, as answers carry no number
	text    chan string // the newest clipboard text, capacity 1

	mu       sync.Mutex
	sequence uint64
	acks     map[uint64]chan struct{}
}

func (r *replies) init() {
	r.text = make(chan string, 1)
	r.acks = map[uint64]chan struct{}{}
}

// expect returns a new sequence and a channel that is closed by its acknowledgement.
func (r *replies) expect() (uint64, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sequence++
	c := make(chan struct{})
	r.acks[r.sequence] = c
	return r.sequence, c
}

// acknowledge closes the channel of a sequence; a second time, or an unknown sequence, is nothing.
func (r *replies) acknowledge(sequence uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c, ok := r.acks[sequence]; ok {
		close(c)
		delete(r.acks, sequence)
	}
}

// put replaces the text that waits. Only the reader of the control socket calls it.
func (r *replies) put(text string) {
	r.drain()
	r.text <- text
}

func (r *replies) drain() {
	select {
	case <-r.text:
	default:
	}
}

// readControl takes device messages until the control socket ends.
func (s *Session) readControl() error {
	r := bufio.NewReader(s.control)
	for {
		m, err := ReadDeviceMessage(r)
		if err != nil {
			return fmt.Errorf("read control: %w", err)
		}
		switch m := m.(type) {
		case ClipboardText:
			s.replies.put(m.Text)
		case AckClipboard:
			s.replies.acknowledge(m.Sequence)
		case UHIDOutput:
			select {
			case s.outputs <- m:
			default:
			}
		}
	}
}

// Clipboard returns the phone's clipboard. It fails with ErrNoText when no answer came within the limit, which is
// all that the server does for an empty clipboard or one without text. Calls queue up, so that none takes the answer
// of another.
func (s *Session) Clipboard(ctx context.Context) (string, error) {
	s.replies.reading.Lock()
	defer s.replies.reading.Unlock()
	s.replies.drain()
	if err := s.Send(GetClipboard{}); err != nil {
		return "", err
	}
	limit := time.NewTimer(s.o.Limits.Ack)
	defer limit.Stop()
	select {
	case text := <-s.replies.text:
		return text, nil
	case <-limit.C:
		return "", ErrNoText
	case <-ctx.Done():
		return "", context.Cause(ctx)
	case <-s.done:
		return "", s.err
	}
}

// SetClipboard sets the phone's clipboard to at most MaxClipboard bytes, then pastes it when paste is set, and waits
// until the server says that it is done.
func (s *Session) SetClipboard(ctx context.Context, text string, paste bool) error {
	if len(text) > MaxClipboard {
		return fmt.Errorf("set clipboard: %w: %d bytes, at most %d", ErrTooLong, len(text), MaxClipboard)
	}
	sequence, acked := s.replies.expect()
	defer s.replies.acknowledge(sequence)
	if err := s.Send(SetClipboard{Sequence: sequence, Paste: paste, Text: text}); err != nil {
		return err
	}
	limit := time.NewTimer(s.o.Limits.Ack)
	defer limit.Stop()
	select {
	case <-acked:
		return nil
	case <-limit.C:
		return fmt.Errorf("set clipboard: %w: no acknowledgement within %v", ErrTimeout, s.o.Limits.Ack)
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-s.done:
		return s.err
	}
}
