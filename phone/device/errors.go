package device

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/video"
)

// fail names the operation of an error and turns what adb says of a phone that cannot be reached into phone.ErrGone, keeping
// the cause. The end of the caller's own context comes first: it is never taken for a fault of the phone.
func (d *Device) fail(ctx context.Context, op string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch {
	case errors.Is(err, phone.ErrGone):
		return fmt.Errorf("%s: %w", op, err)
	case !d.gone(err):
		if d.cutOff(err) {
			return fmt.Errorf("%s: %w: %w", op, phone.ErrCutOff, err)
		}
		return fmt.Errorf("%s: %w", op, err)
	}
	return fmt.Errorf("%s: %w: %w", op, phone.ErrGone, err)
}

// cutOff reports whether err is of a session or connection that ended in the middle.
func (d *Device) cutOff(err error) bool {
	if errors.Is(err, scrcpy.ErrClosed) || errors.Is(err, video.ErrClosed) {
		return d.life.Err() == nil // not closed by us
	}
	return errors.Is(err, scrcpy.ErrEnded) || errors.Is(err, scrcpy.ErrEncoder) || errors.Is(err, adb.ErrConnectionLost)
}

// gone reports whether err means that the phone cannot be reached. A connection that was lost, or a refusal, may also be adbd
// restarting, so the server is asked.
func (d *Device) gone(err error) bool {
	if unreachable(err) {
		return true
	}
	if !errors.Is(err, adb.ErrConnectionLost) && !errors.Is(err, adb.ErrRefused) {
		return false
	}
	ctx, cancel := context.WithTimeout(d.life, 2*time.Second)
	defer cancel()
	return unreachable(d.link.Present(ctx))
}

// unreachable reports errors of finding the phone: nothing was sent to it.
func unreachable(err error) bool {
	if errors.Is(err, adb.ErrNoServer) {
		return true
	}
	if _, ok := errors.AsType[*adb.NoDeviceError](err); ok {
		return true
	}
	_, ok := errors.AsType[*adb.StateError](err)
	return ok
}

// refused is phone.ErrInjectionRefused with the switch that the phone's maker wants (android-shell §12, DV-33, F-078).
func (d *Device) refused() error {
	maker := strings.ToLower(d.info.Manufacturer + " " + d.info.Brand)
	has := func(names ...string) bool {
		for _, n := range names {
			if strings.Contains(maker, n) {
				return true
			}
		}
		return false
	}
	hint := `look for a second USB debugging switch in the developer options, such as "USB debugging (Security settings)"`
	switch {
	case has("xiaomi", "redmi", "poco"):
		hint = `turn on "USB debugging (Security settings)" in the developer options (it needs a Mi account and a SIM card) and restart the phone`
	case has("oppo", "realme", "oneplus"):
		hint = `turn on "Disable permission monitoring" in the developer options and restart the phone`
	case has("vivo", "iqoo"):
		hint = `turn on "USB debugging (Security settings)" or "USB simulated input" in the developer options and sign in to the vivo account it asks for`
	case has("huawei", "honor"):
		hint = `turn on "Allow ADB debugging in charge only mode" in the developer options and connect again`
	}
	return fmt.Errorf("%w: %s", phone.ErrInjectionRefused, hint)
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
