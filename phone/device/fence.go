package device

import (
	"context"
	"fmt"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
)

const (
	fenceTime  = time.Second // how long to wait for the server's word
	fenceTries = 3           // after so many that never came in a row none is asked for any more
)

// fence waits until the phone has handled every control message sent before and tells how long that took. ok is false when the
// phone does not tell, or not in time.
func (r *running) fence(ctx context.Context) (took time.Duration, ok bool) {
	if r.unmarked.Load() >= fenceTries {
		return 0, false
	}
	sent := time.Now()
	bounded, cancel := context.WithTimeout(ctx, fenceTime)
	defer cancel()
	if err := r.sess.Sync(bounded); err != nil {
		if ctx.Err() == nil && bounded.Err() != nil {
			r.unmarked.Add(1)
		}
		return 0, false
	}
	r.unmarked.Store(0)
	return time.Since(sent), true
}

// refusalMemory is how seldom at most the server repeats that input is refused.
const refusalMemory = 3 * time.Second

// delivered is called after an input: it waits until the phone handled it, notes it as one whose effect the next picture must
// show, and reports what the server said against it.
func (d *Device) delivered(ctx context.Context, r *running, m moment) (*act, error) {
	a := &act{at: m.at, acked: m.at, r: r, picture: m.picture, patience: touchPatience}
	if took, ok := r.fence(ctx); ok {
		a.acked, a.took = time.Now(), took
	}
	d.acts.put(a)
	if ctx.Err() != nil {
		return a, context.Cause(ctx)
	}
	if err := r.sess.Err(); err != nil {
		return a, d.fail(ctx, "input", err)
	}
	if t, ok := r.sess.Trouble(scrcpy.ErrInputRefused); ok && t.At.After(m.at.Add(-refusalMemory)) {
		return a, d.refused()
	}
	return a, nil
}

// untypedError reports the characters that the server could not type since this was asked last.
func (r *running) untypedError() error {
	bad := r.sess.Untyped()
	if bad == "" {
		return nil
	}
	return &phone.TextError{Part: bad, Why: fmt.Sprintf("the phone's key map lacks %s", plural(len([]rune(bad)), "this character", "these characters"))}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
