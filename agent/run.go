package agent

import (
	"context"
	"iter"
)

// Run carries out one turn (AG-01, AG-02). Nothing happens before the first iteration. The sequence ends with one event for
// which [Event.Last] is true; only a Failed or Stopped one comes with an error: for Stopped the cause of the context's end or
// ErrStoppedByUser, for Failed a *LimitError, a *providers.Error, ErrBusy, ErrStuck, ErrPhone, or an error of the store, wrapped.
//
// Leaving the loop early stops the turn like the end of ctx does. In both cases the store is valid when Run returns, within a
// second.
func (r *Runner) Run(ctx context.Context, t Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		panic("stub")
	}
}
