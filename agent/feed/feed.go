// Package feed carries events from running turns to any number of readers. Readers take from two bounded rings at their own
// speed and hold nobody up: a reader that is too slow misses pieces of text, which come again as a whole, but no event that
// tells of an outcome, as long as fewer than 4096 of those are between it and the newest.
package feed

import (
	"context"
	"iter"
	"sync"

	"github.com/handset-agent/handset/agent"
)

const (
	keepOutcomes = 4096 // events that must arrive
	keepPieces   = 1024 // events a slow reader may miss
)

// Feed implements agent.Feed. The zero value is ready.
type Feed struct {
	mu       sync.Mutex
	last     uint64
	outcomes ring
	pieces   ring
	changed  chan struct{} // closed and replaced at each event
}

var _ agent.Feed = (*Feed)(nil)

// Publish gives e the next id and hands it to all readers. It never waits.
func (f *Feed) Publish(e agent.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	e.ID = f.last
	if e.Droppable() {
		f.pieces.add(e, keepPieces)
	} else {
		f.outcomes.add(e, keepOutcomes)
	}
	if f.changed != nil {
		close(f.changed)
		f.changed = nil
	}
}

// Subscribe yields the events of a session ("" for all) with ids above after, in the order of their ids: those that are kept
// first, then new ones as they come. It ends with ctx, whose error comes last, or when the loop is left.
func (f *Feed) Subscribe(ctx context.Context, session string, after uint64) iter.Seq2[agent.Event, error] {
	return func(yield func(agent.Event, error) bool) {
		for {
			events, changed := f.since(after)
			for _, e := range events {
				after = e.ID
				if session != "" && e.Session != session {
					continue
				}
				if !yield(e, nil) {
					return
				}
			}
			select {
			case <-changed:
			case <-ctx.Done():
				yield(agent.Event{}, ctx.Err())
				return
			}
		}
	}
}

// since is everything kept above after, and a channel that is closed when more has come.
func (f *Feed) since(after uint64) ([]agent.Event, <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.changed == nil {
		f.changed = make(chan struct{})
	}
	return merge(f.outcomes.above(after), f.pieces.above(after)), f.changed
}

// ring keeps the newest events, oldest first.
type ring struct{ events []agent.Event }

// add appends e and forgets the oldest beyond limit. The array is copied only once every limit events.
func (r *ring) add(e agent.Event, limit int) {
	if len(r.events) >= 2*limit {
		r.events = append(make([]agent.Event, 0, 2*limit), r.events[len(r.events)-limit+1:]...)
	}
	r.events = append(r.events, e)
}

// above is the part with ids above after. Its backing array is never written to again below its length.
func (r *ring) above(after uint64) []agent.Event {
	lo, hi := 0, len(r.events)
	for lo < hi {
		if mid := (lo + hi) / 2; r.events[mid].ID <= after {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return r.events[lo:len(r.events):len(r.events)]
}

// merge joins two lists that are sorted by id.
func merge(a, b []agent.Event) []agent.Event {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	out := make([]agent.Event, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0].ID < b[0].ID {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}
