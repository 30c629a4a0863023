package agent

import (
	"context"
	"errors"
	"fmt"

	"github.com/handset-agent/handset/phone"
)

// watch ends the turn, with ErrPhone as the cause, as soon as the phone is lost: also while the model thinks. The turn must call
// stop before its context ends, so that an end is never taken for a loss; stop waits for the watcher.
func (x *run) watch(ctx context.Context) (stop func()) {
	w, ok := x.t.Phone.(phone.Watcher)
	if !ok {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Watch(ctx); ctx.Err() == nil && errors.Is(err, phone.ErrGone) {
			x.cancel(fmt.Errorf("%w: %w", ErrPhone, err))
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// stillThere asks the phone once more before the turn counts as completed: an answer about a phone that has gone is worth nothing.
// A probe that fails in another way is no reason to doubt the answer. It is left out when no tool was called.
func (x *run) stillThere(ctx context.Context) error {
	if x.t.Probe == nil || x.info.Rounds < 2 {
		return nil
	}
	if err := x.t.Probe(ctx); errors.Is(err, phone.ErrGone) {
		return fmt.Errorf("%w: %w", ErrPhone, err)
	}
	return nil
}
