package device

import (
	"context"
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
)

// pointer names a finger on the wire: −2, −3, …; −1 is the mouse.
func pointer(finger int) uint64 { return scrcpy.PointerFinger - uint64(finger) }

// maxFingers is how many fingers a phone knows at a time.
const maxFingers = 10

// Gesture plays g and returns when its last finger is up. On a display of another size than g.On it sends nothing and
// returns phone.ErrStaleView. When ctx ends in the middle the fingers are lifted, without a click where the phone can tell,
// and nothing more is sent. A phone whose maker refuses injected input gives phone.ErrInjectionRefused.
func (d *Device) Gesture(ctx context.Context, g phone.Gesture) error {
	if err := g.Check(); err != nil {
		return err
	}
	if len(g.Fingers) > maxFingers {
		return fmt.Errorf("gesture of %d fingers: at most %d: %w", len(g.Fingers), maxFingers, phone.ErrUnsupported)
	}
	if g.Display != 0 {
		return fmt.Errorf("gesture on display %d: %w", g.Display, phone.ErrUnsupported)
	}
	release, err := d.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	r, err := d.control(ctx, "gesture")
	if err != nil {
		return err
	}
	if r == nil {
		return d.shellGesture(ctx, g)
	}
	return d.play(ctx, r, g)
}

// take waits for the turn to play an input: two gestures at once would be one of more fingers.
func (d *Device) take(ctx context.Context) (release func(), err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	select {
	case d.playing <- struct{}{}:
		return func() { <-d.playing }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// control returns the running session for an input, nil when there is none and the shell must do. The error is only that of
// ctx, of a closed device, or phone.ErrGone.
func (d *Device) control(ctx context.Context, op string) (*running, error) {
	r, err := d.sup.get(ctx)
	if err == nil {
		return r, nil
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := d.fail(ctx, op, err); errors.Is(err, phone.ErrGone) || errors.Is(err, scrcpy.ErrClosed) && d.life.Err() != nil {
		return nil, err
	}
	d.log.DebugContext(ctx, "no scrcpy session, input goes through the shell", "error", err)
	return nil, nil
}

// play sends a gesture through the control socket in real time.
func (d *Device) play(ctx context.Context, r *running, g phone.Gesture) error {
	stream := r.size()
	now, err := d.aim(ctx, r, stream, g.Pose != nil)
	if err != nil {
		return err
	}
	if err := g.Stale(now); err != nil {
		return fmt.Errorf("gesture: %w", err)
	}
	if r.pipe != nil {
		r.pipe.Touch()
	}
	p := player{d: d, r: r, stream: stream, display: now.Size, down: map[int]image.Point{}}
	if err := p.run(ctx, timeline(g)); err != nil {
		d.acted()
		return p.explain(ctx, err)
	}
	_, err = d.delivered(ctx, r, p.last)
	return err
}

// aim is how the display stands at this moment. A session without video checks no sizes itself, so the phone is asked each time;
// with video it is asked when turns matters and the picture has changed since it was asked last.
func (d *Device) aim(ctx context.Context, r *running, stream image.Point, turns bool) (phone.Pose, error) {
	if stream == (image.Point{}) {
		return d.poseNow(ctx)
	}
	if turns && r.pipe != nil {
		d.geo.doubt(r.pipe.Facts().Arrived, 0)
	}
	display, rotation, err := d.displayFor(ctx, stream)
	return phone.Pose{Size: display, Rotation: rotation}, err
}

// poseNow asks the phone how its display stands.
func (d *Device) poseNow(ctx context.Context) (phone.Pose, error) {
	asked := time.Now()
	size, rotation, err := d.askDisplay(ctx)
	if err != nil {
		return phone.Pose{}, err
	}
	if size == (image.Point{}) {
		d.geo.mu.Lock()
		defer d.geo.mu.Unlock()
		return phone.Pose{Size: d.geo.natural}, nil
	}
	d.geo.set(asked, image.Point{}, size, rotation)
	return phone.Pose{Size: size, Rotation: rotation}, nil
}

// player plays one gesture.
type player struct {
	d               *Device
	r               *running
	stream, display image.Point
	down            map[int]image.Point // fingers that are down and where, in the stream
	last            moment              // when the last finger went up
}

// run sends events when their time has come. It never returns with a finger down, unless the session is lost.
func (p *player) run(ctx context.Context, events []event) error {
	start := time.Now()
	for _, e := range events {
		if err := waitUntil(ctx, start.Add(e.at)); err != nil {
			return errors.Join(err, p.abort())
		}
		if err := p.send(e); err != nil {
			return errors.Join(err, p.abort())
		}
	}
	return nil
}

func (p *player) send(e event) error {
	at := toStream(e.p, p.display, p.stream)
	m := scrcpy.InjectTouch{
		Action: e.action, Pointer: pointer(e.finger), Position: scrcpy.Position{At: at, On: p.stream}, Pressure: 1,
		Button: scrcpy.ButtonPrimary, Buttons: scrcpy.ButtonPrimary,
	}
	if p.stream == (image.Point{}) {
		m.Position.On = p.display
	}
	switch e.action {
	case scrcpy.TouchDown:
		p.down[e.finger] = at
		p.r.clock.mark(time.Now())
	case scrcpy.TouchMove:
		p.down[e.finger] = at
	case scrcpy.TouchUp:
		delete(p.down, e.finger)
		m.Pressure, m.Buttons = 0, 0
		p.last = p.r.moment()
	}
	return p.r.sess.Touch(m)
}

// abort takes the fingers away: cancelled first, so that nothing is clicked, then up, which frees them.
func (p *player) abort() error {
	p.last = p.r.moment()
	var errs []error
	for finger, at := range p.down {
		m := scrcpy.InjectTouch{Pointer: pointer(finger), Position: scrcpy.Position{At: at, On: p.stream}}
		if p.stream == (image.Point{}) {
			m.Position.On = p.display
		}
		for _, action := range []scrcpy.TouchAction{scrcpy.TouchCancel, scrcpy.TouchUp} {
			m.Action = action
			errs = append(errs, p.r.sess.Touch(m))
		}
	}
	clear(p.down)
	return errors.Join(errs...)
}

// explain makes the error of a gesture that broke off.
func (p *player) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if _, stale := errors.AsType[*scrcpy.StaleSizeError](err); stale {
		return fmt.Errorf("gesture: the display turned while it was played: %w", phone.ErrStaleView)
	}
	return p.d.fail(ctx, "gesture", err)
}

// waitUntil waits for a moment or the end of ctx.
func waitUntil(ctx context.Context, t time.Time) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	wait := time.Until(t)
	if wait <= 0 {
		return nil
	}
	return pause(ctx, wait)
}
