package device

import (
	"context"
	"fmt"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
)

// Key presses a key. It is always let go again, also when ctx ends while it is held.
func (d *Device) Key(ctx context.Context, k phone.Key) error {
	release, err := d.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	r, err := d.control(ctx, "key")
	if err != nil {
		return err
	}
	if r == nil {
		return d.shellKey(ctx, k)
	}
	began := time.Now()
	if err := d.press(ctx, r, k); err != nil {
		return err
	}
	return d.checkRefusal(ctx, r, began)
}

// press sends a key down and up through the control socket.
func (d *Device) press(ctx context.Context, r *running, k phone.Key) error {
	if r.pipe != nil {
		r.pipe.Touch()
	}
	m := scrcpy.InjectKey{Action: scrcpy.KeyDown, Code: uint32(k.Code), Meta: metaBits(k.Meta)}
	r.lag.mark(time.Now())
	picture := r.newest()
	if err := r.sess.Key(m); err != nil {
		return d.fail(ctx, fmt.Sprintf("key %d", k.Code), err)
	}
	var held error
	if k.Hold > 0 {
		held = pause(ctx, k.Hold)
		picture = r.newest()
	}
	m.Action = scrcpy.KeyUp
	err := r.sess.Key(m)
	d.actedOn(r, picture)
	if held != nil {
		return held
	}
	return d.fail(ctx, fmt.Sprintf("key %d", k.Code), err)
}

// metaBits adds the left-hand bit to each modifier, as a keyboard sends both (android.view.KeyEvent).
func metaBits(meta int) uint32 {
	const shiftLeft, ctrlLeft = 0x40, 0x2000
	if meta&phone.MetaShift != 0 {
		meta |= shiftLeft
	}
	if meta&phone.MetaCtrl != 0 {
		meta |= ctrlLeft
	}
	return uint32(meta)
}

// newest is the number of the newest picture.
func (r *running) newest() uint64 {
	if r.pipe == nil {
		return 0
	}
	return r.pipe.Facts().Picture
}
