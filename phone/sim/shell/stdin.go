package shell

import (
	"context"
	"io"
	"os"
	"sync"
	"time"
)

// source is an input that several commands read in turn and whose waiting can be given up: a read that nobody waits for any more
// stays, and the next reader gets what it brings. It starts a goroutine only while a read is under way.
type source struct {
	r io.Reader

	mu      sync.Mutex
	turn    chan struct{} // holds a value while nobody reads
	buf     []byte        // read and not yet taken
	err     error
	pending chan struct{} // closed when the read under way has ended; nil without one
}

func newSource(r io.Reader) *source {
	s := &source{r: r, turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// read fills b with at least one byte, or reports the end, an error or ctx's end.
func (s *source) read(ctx context.Context, b []byte) (int, error) {
	select {
	case <-s.turn:
		defer func() { s.turn <- struct{}{} }()
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
	for {
		s.mu.Lock()
		if len(s.buf) > 0 {
			n := copy(b, s.buf)
			s.buf = s.buf[n:]
			s.mu.Unlock()
			return n, nil
		}
		if s.err != nil {
			defer s.mu.Unlock()
			return 0, s.err
		}
		if s.pending == nil {
			s.pending = make(chan struct{})
			go s.fetch(s.pending)
		}
		done := s.pending
		s.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	}
}

func (s *source) fetch(done chan struct{}) {
	b := make([]byte, 64<<10)
	n, err := s.r.Read(b)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf, s.pending = b[:n], nil
	if err != nil {
		s.err = err
	}
	close(done)
}

// input is a command's standard input: a source or a pipe, read until ctx ends.
type input struct {
	ctx  context.Context
	src  *source
	file *os.File
}

func (in *input) Read(b []byte) (int, error) {
	switch {
	case in.src != nil:
		return in.src.read(in.ctx, b)
	case in.file == nil:
		return 0, io.EOF
	}
	if err := in.ctx.Err(); err != nil {
		return 0, context.Cause(in.ctx)
	}
	stop := context.AfterFunc(in.ctx, func() { _ = in.file.SetReadDeadline(time.Unix(1, 0)) })
	n, err := in.file.Read(b)
	if !stop() {
		_ = in.file.SetReadDeadline(time.Time{})
	}
	return n, err
}
