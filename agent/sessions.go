package agent

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
)

// Feed carries events from turns to fronts; package agent/feed has one.
type Feed interface {
	// Publish numbers e and hands it to all readers. It never waits.
	Publish(e Event)
	// Subscribe yields the events of a session ("" for all) with ids above after, old ones first, then new ones as they come,
	// until ctx ends.
	Subscribe(ctx context.Context, session string, after uint64) iter.Seq2[Event, error]
}

// Sessions runs turns in the background: one goroutine for each conversation that has a turn, at most one turn for a
// conversation (AG-10) and, through the leases, for a phone. That a conversation is busy is decided here and nowhere else.
type Sessions struct {
	runner *Runner
	feed   Feed
	leases *Leases

	mu     sync.Mutex
	closed bool
	active map[string]*job
	wg     sync.WaitGroup
}

// job is one turn in the background.
type job struct {
	run    string
	cancel context.CancelCauseFunc
	done   chan struct{}
}

// NewSessions makes sessions on r that publish to feed.
func NewSessions(r *Runner, feed Feed) *Sessions {
	return &Sessions{runner: r, feed: feed, leases: new(Leases), active: map[string]*job{}}
}

// Send starts a turn in the background and returns its id. The turn ends by itself, through Stop, or through Close; ctx is
// only for starting. A conversation with a turn running gives ErrBusy (AG-10). When another turn has the phone, this one waits
// for it and says so in a Waiting event.
func (s *Sessions) Send(ctx context.Context, t Turn) (run string, err error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if t.Run == "" {
		t.Run = NewID("run")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return "", fmt.Errorf("send: %w", ErrClosed)
	case s.active[t.Session] != nil:
		return "", fmt.Errorf("send to %s: %w", t.Session, ErrBusy)
	}
	within, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	j := &job{run: t.Run, cancel: cancel, done: make(chan struct{})}
	s.active[t.Session] = j
	s.wg.Add(1)
	go s.serve(within, j, t)
	return t.Run, nil
}

// serve carries out one turn. The conversation and the phone are free again before the last event is published, so that who sees
// it can send the next message at once.
func (s *Sessions) serve(ctx context.Context, j *job, t Turn) {
	defer s.wg.Done()
	defer close(j.done)
	defer j.cancel(nil)
	last := s.turn(ctx, t)
	s.mu.Lock()
	delete(s.active, t.Session)
	s.mu.Unlock()
	s.feed.Publish(last)
}

// turn runs a turn with the phone in hand and returns its last event.
func (s *Sessions) turn(ctx context.Context, t Turn) (last Event) {
	release, err := s.lease(ctx, t)
	if err != nil {
		return Event{Kind: Stopped, Session: t.Session, Run: t.Run, At: s.runner.now(), Text: "stopped while waiting for the phone", Err: context.Cause(ctx)}
	}
	defer release()
	for ev := range s.runner.Run(ctx, t) {
		if ev.Last() {
			last = ev
			continue
		}
		s.feed.Publish(ev)
	}
	return last
}

// lease takes the phone of a turn, if it has one.
func (s *Sessions) lease(ctx context.Context, t Turn) (release func(), err error) {
	if t.Phone == nil {
		return func() {}, nil
	}
	i := t.Phone.Info()
	key := i.Identity // the same phone over USB and Wi-Fi
	if key == "" {
		key = i.Serial
	}
	return s.leases.Acquire(ctx, key, Holder{Name: t.Session, Background: t.Background}, func(h Holder) {
		s.feed.Publish(Event{Kind: Waiting, Session: t.Session, Run: t.Run, At: s.runner.now(),
			Text: fmt.Sprintf("waiting for the phone %s: it is used by %s", i.Serial, h.Name)})
	})
}

// Stop ends the session's turn and waits until it has ended, at most as long as ctx. It reports whether there was one.
func (s *Sessions) Stop(ctx context.Context, session string) bool {
	s.mu.Lock()
	j := s.active[session]
	s.mu.Unlock()
	if j == nil {
		return false
	}
	j.cancel(ErrStoppedByUser)
	select {
	case <-j.done:
	case <-ctx.Done():
	}
	return true
}

// Running lists the sessions that have a turn, in order of their names.
func (s *Sessions) Running() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for name := range s.active {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Subscribe yields the events of a session ("" for all) with ids above after.
func (s *Sessions) Subscribe(ctx context.Context, session string, after uint64) iter.Seq2[Event, error] {
	return s.feed.Subscribe(ctx, session, after)
}

// Close stops every turn and waits for them. Nothing can be sent afterwards.
func (s *Sessions) Close() error {
	s.mu.Lock()
	s.closed = true
	for _, j := range s.active {
		j.cancel(ErrClosed)
	}
	s.mu.Unlock()
	s.wg.Wait()
	return nil
}
