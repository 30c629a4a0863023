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
	sent, err := d.press(ctx, r, k)
	if err != nil {
		d.acted()
		return err
	}
	_, err = d.delivered(ctx, r, sent)
	return err
}

// press sends a key down and up through the control socket and tells when.
func (d *Device) press(ctx context.Context, r *running, k phone.Key) (sent moment, err error) {
	if r.pipe != nil {
		r.pipe.Touch()
	}
	m := scrcpy.InjectKey{Action: scrcpy.KeyDown, Code: uint32(k.Code), Meta: metaBits(k.Meta)}
	r.clock.mark(time.Now())
	sent = r.moment()
	if err := r.sess.Key(m); err != nil {
		return sent, d.fail(ctx, fmt.Sprintf("key %d", k.Code), err)
	}
	var held error
	if k.Hold > 0 {
		held = pause(ctx, k.Hold)
		sent = r.moment()
	}
	m.Action = scrcpy.KeyUp
	err = r.sess.Key(m)
	if held != nil {
		return sent, held
	}
	return sent, d.fail(ctx, fmt.Sprintf("key %d", k.Code), err)
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
