package device

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/video"
)

// acts remembers the newest input whose effect no picture has been taken of yet (F-032).
type acts struct {
	mu  sync.Mutex
	act *act
}

// act is one input.
type act struct {
	at       time.Time     // just before the last of it was sent
	acked    time.Time     // when the phone is known to have handled it
	took     time.Duration // how long the phone took to say so
	r        *running      // the session whose pictures are counted, nil for none
	picture  uint64        // number of the newest picture when the last of it was sent
	patience time.Duration // how long a first effect may take
}

// How long a first effect of an input may take to reach the workstation, beside the measured lag, before the screen counts as
// unchanged; and how long the pictures must rest after a first effect.
const (
	touchPatience = 250 * time.Millisecond
	shellPatience = 120 * time.Millisecond
	reaction      = 90 * time.Millisecond // what an app may take to answer an input
	calm          = 35 * time.Millisecond
	maxCalm       = 600 * time.Millisecond
	keyPatience   = 1500 * time.Millisecond // for a key frame that proves a still screen
	slowLag       = 100 * time.Millisecond  // a phone this slow is asked for proof before its screen counts as settled
)

// acted notes something that may change the screen and did not go through the control socket, such as a shell command.
func (d *Device) acted() {
	now := time.Now()
	a := &act{at: now, acked: now, patience: shellPatience, r: d.sup.peek()}
	if a.r != nil && a.r.pipe != nil {
		a.picture = a.r.pipe.Facts().Picture
	}
	d.acts.put(a)
}

// moment is the state of the pictures just before a message is sent.
type moment struct {
	at      time.Time
	picture uint64
}

func (r *running) moment() moment {
	m := moment{at: time.Now()}
	if r.pipe != nil {
		m.picture = r.pipe.Facts().Picture
	}
	return m
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
	lag := r.clock.lag()
	shown, err := r.awaitChange(ctx, a, a.acked.Add(a.patience+2*lag+3*a.took))
	if err == nil && !shown {
		err = r.prove(ctx, a)
	}
	if err != nil {
		return err
	}
	// The first change may still be the press itself, drawn late: how late is seen in how long the phone took to handle the
	// input, and to show others.
	rest := max(calm, lag*3/2, 3*a.took)
	for limit := time.Now().Add(maxCalm); ; {
		f := r.pipe.Facts()
		wait := max(time.Until(f.Changed.Add(rest)), time.Until(a.acked.Add(rest)))
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

// errBehind: the stream did not show within a long time that it has come past an input.
var errBehind = errors.New("the video stream is behind the phone")

// prove asks for a key frame and waits for it: silence means a still screen (F-029), unless the phone or the way to it is slower
// than it ever was.
func (r *running) prove(ctx context.Context, a *act) error {
	r.pipe.RequestKey()
	shown, err := r.awaitChange(ctx, a, time.Now().Add(keyPatience))
	if err == nil && !shown {
		err = errBehind
	}
	return err
}

// awaitChange waits, at most until the given time, for a packet that was certainly captured after the phone had handled the
// input: one that changed the picture, or one so much later that an app would have answered. It reports whether one came.
func (r *running) awaitChange(ctx context.Context, a *act, until time.Time) (shown bool, err error) {
	if a.r != r { // the session began after the input, and so did its pictures
		return true, nil
	}
	bounded, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	ok := func(f video.Facts) bool {
		return f.Decoded == f.Packet && (r.answers(a, f) || r.provesStill(a, f))
	}
	if ok(r.pipe.Facts()) {
		return true, nil
	}
	_, err = r.pipe.Wait(bounded, ok)
	switch {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err == nil:
		return true, nil
	case bounded.Err() != nil:
		return false, nil
	}
	return false, err
}

// answers reports whether the newest picture is an effect of the whole of a, not of its beginning: a press is drawn too, and
// that picture may come late. It counts only when it comes as long after the end of the input as the first picture came after
// its beginning.
func (r *running) answers(a *act, f video.Facts) bool {
	if f.Picture <= a.picture || f.Changed.Before(a.at.Add(r.clock.firstLag()*19/20)) {
		return false
	}
	sure := a.at
	if lag := r.clock.lag(); lag > calm || a.took > calm/2 {
		// Captures seem later than they were by the time of the shortest way, which on a slow phone is no trifle.
		sure = a.acked.Add(lag)
	}
	return r.clock.packetAt(f.Changed).captured.After(sure)
}

// provesStill reports whether the newest packet shows the screen of a moment when an app would have answered a.
func (r *running) provesStill(a *act, f video.Facts) bool {
	p := r.clock.packetAt(f.Arrived)
	by := a.acked.Add(reaction + 2*r.clock.lag()) // where the phone is slow, so are its apps
	if !p.repeat {
		by = by.Add(r.clock.firstLag())
	}
	return p.captured.After(by)
}

// fresh returns r's newest picture, not older than any input delivered before. ctx must have an end. When the stream is behind it
// fails with errBehind if strict, else it returns the newest there is.
func (d *Device) fresh(ctx context.Context, r *running, strict bool) (video.Picture, error) {
	a := d.acts.pending()
	if a != nil {
		err := r.awaitEffect(ctx, a)
		if err != nil && (strict || !errors.Is(err, errBehind)) {
			return video.Picture{}, err
		}
	}
	if err := r.caughtUp(ctx); err != nil && (strict || !errors.Is(err, errBehind)) {
		return video.Picture{}, err
	}
	for {
		pic, err := r.pipe.Latest(ctx, video.Want{})
		if errors.Is(err, video.ErrNoKey) && ctx.Err() == nil {
			continue // the pipeline gives up sooner than the caller does
		}
		if err == nil && r.sess.Broken() {
			return video.Picture{}, scrcpy.ErrEnded // what came last may be what the phone showed before its server ended
		}
		if err == nil {
			d.acts.seen(a)
		}
		return pic, err
	}
}
