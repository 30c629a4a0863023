package device

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// Limits of the supervisor.
const (
	startTime = 30 * time.Second       // one start, pushing the server included
	minPause  = 500 * time.Millisecond // after the first failure or loss (DV-26)
	maxPause  = 8 * time.Second
	proven    = 30 * time.Second // a session that lived so long clears the count of failures
)

// supervisor keeps one running session for all callers. It starts it when somebody asks, and starts another after a loss.
type supervisor struct {
	life  context.Context
	start func(ctx context.Context) (*running, error)
	wg    sync.WaitGroup

	mu     sync.Mutex
	cur    *running
	flight *flight
	fails  int
	next   time.Time // no start before
	err    error     // why there is no session
	lost   bool      // err is the loss of a session, not a failed start
	final  bool      // err will not heal by trying again
	closed bool
	tidy   []error // what sessions may have left behind
}

// flight is one start that callers wait for together.
type flight struct {
	done chan struct{}
	r    *running
	err  error
}

func newSupervisor(life context.Context, start func(context.Context) (*running, error)) *supervisor {
	return &supervisor{life: life, start: start}
}

// peek returns the running session, nil when there is none right now.
func (s *supervisor) peek() *running {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.cur.alive() {
		return nil
	}
	return s.cur
}

// kick makes sure that a session runs, starts, or is known to fail, without waiting.
func (s *supervisor) kick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.join() // get tells what came of it
}

// get returns the running session, waiting for a start when there is none. Shortly after a failed start it returns that
// failure at once; after a loss it waits out the pause.
func (s *supervisor) get(ctx context.Context) (*running, error) {
	for {
		s.mu.Lock()
		cur := s.cur
		if cur.alive() {
			s.mu.Unlock()
			return cur, nil
		}
		f, err := s.join()
		s.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case f != nil:
			select {
			case <-f.done:
				return f.r, f.err
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
		select { // the session has just ended and is being taken down
		case <-cur.gone:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// join returns the start in progress, beginning one when it may; nil while a session is there, perhaps being taken down. The
// caller holds mu.
func (s *supervisor) join() (*flight, error) {
	switch wait := time.Until(s.next); {
	case s.closed:
		return nil, scrcpy.ErrClosed
	case s.flight != nil:
		return s.flight, nil
	case s.cur != nil:
		return nil, nil
	case s.final, wait > 0 && !s.lost:
		return nil, s.err
	default:
		f := &flight{done: make(chan struct{})}
		s.flight = f
		s.wg.Go(func() { s.fly(f, wait) })
		return f, nil
	}
}

// fly starts a session after a pause and minds it until it ends.
func (s *supervisor) fly(f *flight, wait time.Duration) {
	f.err = pause(s.life, wait)
	if f.err == nil {
		ctx, cancel := context.WithTimeout(s.life, startTime)
		f.r, f.err = s.start(ctx)
		cancel()
	}
	s.mu.Lock()
	s.flight = nil
	if f.err != nil {
		s.fell(f.err, false)
	} else {
		s.cur = f.r
	}
	s.mu.Unlock()
	close(f.done)
	if f.err != nil {
		return
	}
	began := time.Now()
	<-f.r.done
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(f.r.gone)
	s.cur = nil
	if time.Since(began) > proven {
		s.fails = 0
	}
	s.fell(f.r.err, true)
	if f.r.tidy != nil {
		s.tidy = append(s.tidy, f.r.tidy)
	}
}

// fell notes why there is no session and when the next may start. The caller holds mu.
func (s *supervisor) fell(err error, lost bool) {
	s.err, s.lost = err, lost
	_, badFile := errors.AsType[*scrcpy.ServerFileError](err)
	s.final = badFile || errors.Is(err, scrcpy.ErrNoServerFile) || errors.Is(err, scrcpy.ErrVersion)
	wait := minPause
	if !unreachable(err) { // an unplugged phone may come back any moment
		wait = min(minPause<<min(s.fails, 8), maxPause)
		s.fails++
	}
	s.next = time.Now().Add(wait)
}

// close ends the session and waits for everything. It returns what may be left on the phone.
func (s *supervisor) close() error {
	s.mu.Lock()
	s.closed = true
	cur := s.cur
	s.mu.Unlock()
	if cur != nil {
		cur.stop()
	}
	s.wg.Wait()
	if s.tidy != nil {
		return errors.Join(s.tidy...)
	}
	return nil
}
