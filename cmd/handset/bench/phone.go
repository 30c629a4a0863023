package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
)

const (
	shots = 15
	taps  = 30
)

// phoneRatios compares a warm session with the adb program, both on the same phone showing the same screen.
func phoneRatios(ctx context.Context, o Options, report func(Ratio)) (err error) {
	r, err := newRig(ctx, o)
	if err != nil {
		return err
	}
	defer func() {
		if cerr := r.close(); err == nil {
			err = cerr
		}
	}()
	if _, err := r.device.Shell(ctx, "am", "start", "-a", "android.settings.SETTINGS"); err != nil {
		return err
	}
	shot, err := r.screenshots(ctx)
	if err != nil {
		return fmt.Errorf("screenshots: %w", err)
	}
	report(shot)
	tap, err := r.taps(ctx)
	if err != nil {
		return fmt.Errorf("taps: %w", err)
	}
	report(tap)
	after, err := r.frameAfterAction(ctx)
	if err != nil {
		return fmt.Errorf("frame after action: %w", err)
	}
	report(after)
	return nil
}

// screenshots: from the wish to the bytes of a PNG file. The picture is encoded anew each time; a cached one would cost nothing.
func (r *rig) screenshots(ctx context.Context) (Ratio, error) {
	stream, program, err := medians(ctx, shots, func() error {
		f, err := r.device.FrameVia(ctx, device.Stream)
		if err != nil {
			return err
		}
		var buf bytes.Buffer
		return f.WritePNG(&buf)
	}, func() error {
		out, err := r.adbProgram(ctx, "exec-out", "screencap", "-p")
		if err == nil && !bytes.HasPrefix(out, []byte("\x89PNG")) {
			err = fmt.Errorf("adb exec-out screencap -p gave no PNG: %.80q", out)
		}
		return err
	})
	return versus("screenshot to PNG bytes: stream against adb exec-out screencap -p", program, stream, 5), err
}

// taps: from the call until the phone has handled the finger's UP, which is read off the simulated phone. What either way does
// after that (the session's proof of delivery, the program's exit) is not counted. Neither way holds the finger down.
func (r *rig) taps(ctx context.Context) (Ratio, error) {
	at := image.Pt(540, 30) // the status bar: nothing happens there, so nothing is drawn
	size := image.Pt(1080, 2400)
	control, err := r.untilHandled(ctx, func() error { return r.device.Gesture(ctx, phone.LongPress(size, at, 0)) })
	if err != nil {
		return Ratio{}, err
	}
	program, err := r.untilHandled(ctx, func() error {
		_, err := r.adbProgram(ctx, "shell", "input", "tap", fmt.Sprint(at.X), fmt.Sprint(at.Y))
		return err
	})
	return versus("tap until handled: control socket against adb shell input tap", program, control, 3), err
}

// untilHandled taps many times and returns the median time until the phone counts one more finger that went up.
func (r *rig) untilHandled(ctx context.Context, tap func() error) (time.Duration, error) {
	times := make([]time.Duration, 0, taps)
	for i := range taps + 1 {
		before, start := r.sim.World().Lifted(), time.Now()
		done := make(chan error, 1)
		go func() { done <- tap() }()
		for r.sim.World().Lifted() == before && time.Since(start) < 5*time.Second {
			time.Sleep(50 * time.Microsecond)
		}
		took := time.Since(start)
		if err := <-done; err != nil {
			return 0, err
		}
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case took >= 5*time.Second:
			return 0, errors.New("the tap never arrived")
		case i > 0:
			times = append(times, took)
		}
	}
	return middle(times), nil
}

func (r *rig) adbProgram(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, r.adb, append([]string{"-s", r.addr}, args...)...)
	cmd.Env = append(os.Environ(), "ADB_SERVER_SOCKET=tcp:"+r.server.Addr)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("adb %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}
