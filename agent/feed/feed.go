// Package feed carries events from running turns to any number of readers. Readers take from two bounded rings at their own
// speed and hold nobody up: a reader that is too slow misses pieces of text, which come again as a whole, but no event that
// tells of an outcome.
package feed

import (
	"context"
	"iter"

	"github.com/handset-agent/handset/agent"
)

// Feed implements agent.Feed. The zero value is ready.
type Feed struct{}

var _ agent.Feed = (*Feed)(nil)

// Publish gives e the next id and hands it to all readers. It never waits.
func (f *Feed) Publish(e agent.Event) { panic("stub") }

// Subscribe yields the events of a session ("" for all) with ids above after.
func (f *Feed) Subscribe(ctx context.Context, session string, after uint64) iter.Seq2[agent.Event, error] {
	panic("stub")
}
