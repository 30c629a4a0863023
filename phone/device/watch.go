package device

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

var _ phone.Watcher = (*Device)(nil)

const (
	// lostAfter is how long a phone must be away to count as lost. adbd restarts, and cables are touched.
	lostAfter = 1500 * time.Millisecond
	// askAgain is the pause between questions while the phone is away.
	askAgain = 250 * time.Millisecond
)

// tracked is a transport that tells when the server's list of phones changes.
type tracked interface {
	Track(ctx context.Context) iter.Seq2[[]adb.DeviceInfo, error]
}

// Watch implements phone.Watcher: it follows the adb server's list of phones (F-019) and costs the phone nothing.
func (d *Device) Watch(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(d.life, cancel)()
	for {
		d.untilChange(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := d.awayFor(ctx, max(lostAfter, d.opts.Wait)); err != nil {
			return err
		}
	}
}

// untilChange returns when the phone may be away, or when the list cannot be followed any more.
func (d *Device) untilChange(ctx context.Context) {
	t, ok := d.link.(tracked)
	if !ok {
		_ = pause(ctx, askAgain)
		return
	}
	for list, err := range t.Track(ctx) {
		if err != nil {
			_ = pause(ctx, askAgain) // whether the server or only the tracking is gone, awayFor finds out
			return
		}
		if !usable(list, d.link.Serial()) {
			return
		}
	}
}

func usable(list []adb.DeviceInfo, serial string) bool {
	for _, i := range list {
		if i.Serial == serial && i.State.Usable() {
			return true
		}
	}
	return false
}

// awayFor is nil as soon as the phone is there, and phone.ErrGone when it stays away for limit.
func (d *Device) awayFor(ctx context.Context, limit time.Duration) error {
	for began := time.Now(); ; {
		err := d.link.Present(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil:
			return nil
		case time.Since(began) >= limit && unreachable(err):
			return fmt.Errorf("watch: %w: %w", phone.ErrGone, err)
		case time.Since(began) >= 4*limit: // neither there nor known to be away
			return fmt.Errorf("watch: %w", err)
		}
		if err := pause(ctx, askAgain); err != nil {
			return err
		}
	}
}
