package agent

import (
	"context"
	"iter"
)

// Feed carries events from turns to fronts; package agent/feed has one.
type Feed interface {
	// Publish numbers e and hands it to all readers. It never waits.
	Publish(e Event)
	// Subscribe yields the events of a session ("" for all) with ids above after, old ones first, then new ones as they come,
	// until ctx ends.
	Subscribe(ctx context.Context, session string, after uint64) iter.Seq2[Event, error]
}

// Sessions runs turns in the background.
type Sessions struct {
	runner *Runner
	feed   Feed
	leases *Leases
}

// NewSessions makes sessions on r that publish to feed.
func NewSessions(r *Runner, feed Feed) *Sessions {
	return &Sessions{runner: r, feed: feed, leases: new(Leases)}
}

// Send starts a turn in the background and returns its id. The turn ends by itself, through Stop, or through Close; ctx is
// only for starting. A conversation with a turn running gives ErrBusy (AG-10). When another turn has the phone, this one waits
// for it and says so in a Waiting event.
func (s *Sessions) Send(ctx context.Context, t Turn) (run string, err error) { panic("stub") }

// Stop ends the session's turn and waits until it has ended. It reports whether there was one.
func (s *Sessions) Stop(ctx context.Context, session string) bool { panic("stub") }

// Running lists the sessions that have a turn.
func (s *Sessions) Running() []string { panic("stub") }

// Subscribe yields the events of a session ("" for all) with ids above after.
func (s *Sessions) Subscribe(ctx context.Context, session string, after uint64) iter.Seq2[Event, error] {
	return s.feed.Subscribe(ctx, session, after)
}

// Close stops every turn and waits for them.
func (s *Sessions) Close() error { panic("stub") }

// Leases makes sure that a phone serves one turn at a time. The zero value is ready.
type Leases struct{}

// Acquire waits for the phone with this serial. When somebody else has it, waiting is called once with the holder's name.
func (l *Leases) Acquire(ctx context.Context, serial, owner string, waiting func(holder string)) (release func(), err error) {
	panic("stub")
}
