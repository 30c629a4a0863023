package device

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/video"
)

// Limits of taking a picture.
const (
	firstPicture = 3 * time.Second         // for the stream to give a first picture before screencap steps in (F-030)
	silence      = 1200 * time.Millisecond // a stream silent for longer may belong to a screen that is off
	powerKnown   = 3 * time.Second         // how long a power state read during silence counts
	darkTime     = 5 * time.Second         // for finding out why a picture is black
)

// Frame returns the newest picture by the way that Options.Via names.
func (d *Device) Frame(ctx context.Context) (*phone.Frame, error) { return d.FrameVia(ctx, d.opts.Via) }

// FrameVia is Frame by a named way. With Auto a session that does not run yet is started, and this one picture comes from
// screencap meanwhile; the stream also gives way to screencap when it cannot give a picture in time, or not one that certainly
// shows the last input.
func (d *Device) FrameVia(ctx context.Context, via Via) (*phone.Frame, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	switch via {
	case Screencap:
		return d.captureFrame(ctx)
	case Stream:
		r, err := d.streaming(ctx)
		if err != nil {
			return nil, d.fail(ctx, "take picture", err)
		}
		return d.streamFrame(ctx, r, false)
	}
	r := d.sup.peek()
	if r == nil || r.pipe == nil {
		d.sup.kick()
		return d.captureFrame(ctx)
	}
	f, err := d.streamFrame(ctx, r, true)
	if err == nil || ctx.Err() != nil || honest(err) {
		return f, err
	}
	d.log.DebugContext(ctx, "no picture from the stream", "error", err)
	f, captureErr := d.captureFrame(ctx)
	if captureErr != nil {
		return nil, errors.Join(captureErr, err)
	}
	return f, nil
}

// honest reports an answer that says why there is nothing to see; another way would see no more.
func honest(err error) bool {
	np, ok := errors.AsType[*phone.NotAPicture](err)
	return ok && np.Reason != phone.CaptureFailed
}

// streaming returns a running session that has video.
func (d *Device) streaming(ctx context.Context) (*running, error) {
	r, err := d.sup.get(ctx)
	if err == nil && r.pipe == nil {
		err = scrcpy.ErrNoVideo
	}
	return r, err
}

// streamFrame takes the newest picture of a session; strict as for fresh.
func (d *Device) streamFrame(ctx context.Context, r *running, strict bool) (*phone.Frame, error) {
	bounded, cancel := context.WithTimeout(ctx, firstPicture)
	defer cancel()
	pic, err := d.fresh(bounded, r, strict)
	if err != nil {
		return nil, d.noStream(ctx, r, err)
	}
	return d.honestFrame(ctx, r, pic)
}

// noStream explains a stream that gave no picture.
func (d *Device) noStream(ctx context.Context, r *running, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if cause := r.sess.Err(); cause != nil {
		return d.fail(ctx, "take picture", cause)
	}
	if s, perr := d.PowerState(ctx); perr == nil && !s.On { // a display that sleeps gives no first picture
		return &phone.NotAPicture{Reason: phone.ScreenOff}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the stream gave none within %v", firstPicture)
	}
	return &phone.NotAPicture{Reason: phone.CaptureFailed, Cause: err}
}

// honestFrame makes a frame of a picture unless the picture is not what the screen shows.
func (d *Device) honestFrame(ctx context.Context, r *running, pic video.Picture) (*phone.Frame, error) {
	d.geo.doubt(pic.Last, turnRest)
	size, rotation, err := d.displayFor(ctx, pic.Size)
	if err != nil {
		return nil, err
	}
	f := d.hub.stream(r, pic, size, rotation)
	if time.Since(pic.Last) > silence {
		if s, err := d.silentPower(ctx, pic.Last); err == nil && !s.On {
			return nil, &phone.NotAPicture{Reason: phone.ScreenOff}
		}
	}
	return d.seen(ctx, f)
}

// silentPower is the power state of a phone whose stream is silent since the given time. It is read again after a while only:
// a screen that goes off draws something first.
func (d *Device) silentPower(ctx context.Context, since time.Time) (phone.PowerState, error) {
	d.power.mu.Lock()
	known, at := d.power.state, d.power.at
	d.power.mu.Unlock()
	if at.After(since) && time.Since(at) < powerKnown {
		return known, nil
	}
	s, err := d.PowerState(ctx)
	if err != nil {
		return s, err
	}
	d.power.mu.Lock()
	defer d.power.mu.Unlock()
	d.power.state, d.power.at = s, time.Now()
	return s, nil
}

// captureFrame takes a picture with screencap.
func (d *Device) captureFrame(ctx context.Context) (*phone.Frame, error) {
	c, err := d.capture(ctx)
	if err != nil {
		return nil, err
	}
	if !c.state.On {
		return nil, &phone.NotAPicture{Reason: phone.ScreenOff}
	}
	d.geo.doubt(c.at, turnRest)
	rotation, err := d.rotationFor(ctx, c.img.Rect.Size())
	if err != nil {
		return nil, err
	}
	return d.seen(ctx, d.hub.capture(c.img, c.at, rotation))
}

// seen returns f unless it is black because something hides the screen (DV-29). What is black for no such reason is black.
func (d *Device) seen(ctx context.Context, f *phone.Frame) (*phone.Frame, error) {
	if !black(f.Image) {
		return f, nil
	}
	bounded, cancel := context.WithTimeout(ctx, darkTime)
	defer cancel()
	state, err := d.PowerState(bounded)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, phone.ErrGone):
		return nil, err
	case err != nil:
		return nil, &phone.NotAPicture{Reason: phone.CaptureFailed, Cause: fmt.Errorf("the picture is black, and whether the screen is on is not known: %w", err)}
	}
	if !state.On {
		return nil, &phone.NotAPicture{Reason: phone.ScreenOff}
	}
	front, err := d.Foreground(bounded)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil && front.Secure:
		return nil, &phone.NotAPicture{Reason: phone.Secure, Window: front.Window}
	case state.Locked:
		return nil, &phone.NotAPicture{Reason: phone.Locked, Window: front.Window}
	case err != nil: // nobody knows why: no reason to believe it
		return nil, &phone.NotAPicture{Reason: phone.CaptureFailed, Cause: fmt.Errorf("the picture is black, and the window in front is not known: %w", err)}
	}
	g := *f
	g.Black = true
	return &g, nil
}
