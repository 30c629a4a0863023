package device

import (
	"context"
	"errors"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/video"
)

// Settled waits until the screen stands still and returns the newest picture. Without a stream it compares screencaps.
func (d *Device) Settled(ctx context.Context, s phone.Settle) (f *phone.Frame, changed bool, err error) {
	if ctx.Err() != nil {
		return nil, false, context.Cause(ctx)
	}
	s = s.WithDefaults()
	r := d.sup.peek()
	if d.opts.Via == Stream {
		if r, err = d.streaming(ctx); err != nil {
			return nil, false, d.fail(ctx, "wait for the screen to settle", err)
		}
	}
	if d.opts.Via == Screencap || r == nil || r.pipe == nil {
		if d.opts.Via != Screencap {
			d.sup.kick()
		}
		return d.settledCaptures(ctx, s)
	}
	f, changed, err = d.settledStream(ctx, r, s)
	if err == nil || ctx.Err() != nil || honest(err) || d.opts.Via == Stream {
		return f, changed, err
	}
	return d.settledCaptures(ctx, s)
}

func (d *Device) settledStream(ctx context.Context, r *running, s phone.Settle) (*phone.Frame, bool, error) {
	bounded, cancel := context.WithTimeout(ctx, firstPicture+s.Max)
	defer cancel()
	a, old := d.acts.pending(), d.hub.find(s.After)
	still := video.Still{After: d.hub.of(r, s.After), First: s.First, Quiet: s.Quiet, Max: s.Max}
	shown := false
	if a != nil && a.r == r {
		// What moved before the phone handled the input is no effect of it.
		began := time.Now()
		var err error
		shown, err = r.awaitChange(bounded, a, a.acked.Add(s.First+2*r.clock.lag()+3*a.took))
		if err == nil && !shown && r.clock.lag() >= slowLag {
			err = r.prove(bounded, a)
			shown = err == nil
		}
		if err != nil && !errors.Is(err, errBehind) {
			return nil, false, d.noStream(ctx, r, err)
		}
		still.After = a.picture
		still.First = max(s.First-time.Since(began), time.Millisecond)
	}
	if still.After == 0 {
		still.After = r.pipe.Facts().Picture
	}
	pic, err := r.still(bounded, still)
	if err != nil {
		return nil, false, d.noStream(ctx, r, err)
	}
	if shown { // else the next Frame asks for proof
		d.acts.seen(a)
	}
	f, err := d.honestFrame(ctx, r, pic)
	if err != nil {
		return nil, false, err
	}
	return f, differs(f, old, s.After), nil
}

// still waits for a still picture that is not known to be behind the phone.
func (r *running) still(ctx context.Context, s video.Still) (video.Picture, error) {
	for end := time.Now().Add(s.Max); ; {
		pic, _, err := r.pipe.Still(ctx, s)
		if err != nil || !r.behind(time.Now()) {
			return pic, err
		}
		if err := r.caughtUp(ctx); err != nil {
			return pic, err
		}
		s.After, s.First, s.Max = pic.Seq, time.Millisecond, max(time.Until(end), time.Millisecond)
	}
}

// captureGap is the longest rest between two screencaps that are compared.
const captureGap = 100 * time.Millisecond

// settledCaptures takes screencaps until two that lie far enough apart show the same.
func (d *Device) settledCaptures(ctx context.Context, s phone.Settle) (*phone.Frame, bool, error) {
	a, old := d.acts.pending(), d.hub.find(s.After)
	began := time.Now()
	f, err := d.captureFrame(ctx)
	if err != nil {
		return nil, false, err
	}
	still := time.Now()
	for {
		changed := differs(f, old, s.After)
		now := time.Now()
		quiet := now.Sub(still) >= s.Quiet && (changed || now.Sub(began) >= s.First)
		if quiet || now.Sub(began) >= s.Max {
			d.acts.seen(a)
			return f, changed, nil
		}
		if err := pause(ctx, min(s.Quiet/2, captureGap)); err != nil {
			return nil, false, err
		}
		next, err := d.captureFrame(ctx)
		if err != nil {
			return nil, false, err
		}
		if next.Seq != f.Seq {
			still = time.Now()
		}
		f = next
	}
}
