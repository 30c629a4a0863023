package device

import (
	"context"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy/video"
)

// acts remembers the newest input whose effect no picture has been taken of yet (F-032).
type acts struct {
	mu  sync.Mutex
	act *act
}

// act is one input.
type act struct {
	at       time.Time     // when the last of it was sent
	r        *running      // the session whose pictures are counted, nil for none
	picture  uint64        // number of the newest picture when the last of it was sent
	fence    bool          // it went through r's control socket
	patience time.Duration // how long a first effect may take
}

// How long a first effect of an input may take to reach the workstation, beside the measured lag, before the screen counts as
// unchanged; and how long the pictures must rest after a first effect.
const (
	touchPatience = 250 * time.Millisecond
	shellPatience = 120 * time.Millisecond
	calm          = 35 * time.Millisecond
	maxCalm       = 250 * time.Millisecond
)

// acted notes something that may change the screen and did not go through the control socket, such as a shell command.
func (d *Device) acted() {
	a := &act{at: time.Now(), patience: shellPatience, r: d.sup.peek()}
	if a.r != nil && a.r.pipe != nil {
		a.picture = a.r.pipe.Facts().Picture
	}
	d.acts.put(a)
}

// actedOn notes an input through r's control socket; picture is the newest before its last message.
func (d *Device) actedOn(r *running, picture uint64) *act {
	a := &act{at: time.Now(), r: r, picture: picture, fence: true, patience: touchPatience}
	d.acts.put(a)
	return a
}

func (a *acts) put(n *act) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.act = n
}

func (a *acts) pending() *act {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.act
}

// seen forgets an input whose effect was taken account of, unless another came.
func (a *acts) seen(old *act) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.act == old {
		a.act = nil
	}
}

// awaitEffect waits until the newest picture of r shows what the input a did: the picture changed and then rested for a
// moment, or the phone had time enough to change it and did not.
func (r *running) awaitEffect(ctx context.Context, a *act) error {
	if a.fence && a.r == r {
		r.fence(ctx)
	}
	lag := r.lag.now()
	if err := r.awaitChange(ctx, a, a.at.Add(a.patience+lag*3/2)); err != nil {
		return err
	}
	// The first change may still be the press itself, drawn late.
	earliest := a.at.Add(20*time.Millisecond + lag*3/2)
	rest := max(calm, lag)
	for limit := time.Now().Add(maxCalm); ; {
		f := r.pipe.Facts()
		wait := max(time.Until(f.Arrived.Add(rest)), time.Until(earliest))
		if now := time.Until(limit); wait > now {
			wait = now
		}
		if wait <= 0 {
			return nil
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
}

// awaitChange waits for a picture newer than that before the input, at most until the given time.
func (r *running) awaitChange(ctx context.Context, a *act, until time.Time) error {
	if a.r != r || !time.Now().Before(until) {
		return nil
	}
	bounded, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	_, err := r.pipe.Wait(bounded, func(f video.Facts) bool { return f.Picture > a.picture && f.Decoded == f.Packet })
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if bounded.Err() != nil {
		return nil
	}
	return err
}

// fresh returns r's newest picture, not older than any input delivered before.
func (d *Device) fresh(ctx context.Context, r *running) (video.Picture, error) {
	a := d.acts.pending()
	if a != nil {
		if err := r.awaitEffect(ctx, a); err != nil {
			return video.Picture{}, err
		}
	}
	pic, err := r.pipe.Latest(ctx, video.Want{})
	if err == nil {
		d.acts.seen(a)
	}
	return pic, err
}
