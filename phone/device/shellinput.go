package device

import (
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/dump"
)

// shellGesture plays a gesture with the input command, for phones on which scrcpy does not start. One finger only: a still one
// is a tap or a press, a path is sent point by point with motionevent, or as one straight swipe where that is unknown.
func (d *Device) shellGesture(ctx context.Context, g phone.Gesture) error {
	if len(g.Fingers) > 1 {
		return fmt.Errorf("gesture of %d fingers without the scrcpy server: %w", len(g.Fingers), phone.ErrUnsupported)
	}
	now, err := d.poseNow(ctx)
	if err != nil {
		return err
	}
	if now.Size != (image.Point{}) {
		if err := g.Stale(now); err != nil {
			return fmt.Errorf("gesture: %w", err)
		}
	}
	touches := g.Fingers[0]
	first, last := touches[0], touches[len(touches)-1]
	took := max(last.T-first.T, time.Millisecond)
	switch {
	case straight(touches) && first.At == last.At && took <= 150*time.Millisecond:
		return d.input(ctx, "tap", first.At.X, first.At.Y)
	case straight(touches):
		return d.input(ctx, "swipe", first.At.X, first.At.Y, last.At.X, last.At.Y, int(took.Milliseconds()))
	}
	return d.shellDrag(ctx, touches)
}

// straight reports a path that one swipe of the input command can stand for: even speed on a line, no rest on the way.
func straight(touches []phone.Touch) bool {
	first, last := touches[0], touches[len(touches)-1]
	if first.At == last.At {
		for _, t := range touches {
			if t.At != first.At {
				return false
			}
		}
		return true
	}
	whole := float64(last.T - first.T)
	for _, t := range touches {
		f := 0.5
		if whole > 0 {
			f = float64(t.T-first.T) / whole
		}
		x, y := float64(first.At.X)+f*float64(last.At.X-first.At.X), float64(first.At.Y)+f*float64(last.At.Y-first.At.Y)
		if dx, dy := float64(t.At.X)-x, float64(t.At.Y)-y; dx*dx+dy*dy > 36 {
			return false
		}
	}
	return true
}

// shellDrag sends a path with "input motionevent", a few points only since each is a process on older phones. The finger is
// lifted whatever happens.
func (d *Device) shellDrag(ctx context.Context, touches []phone.Touch) error {
	const points = 12
	step := max(1, len(touches)/points)
	first, last := touches[0], touches[len(touches)-1]
	start := time.Now().Add(-first.T)
	if err := d.input(ctx, "motionevent", "DOWN", first.At.X, first.At.Y); err != nil {
		return err
	}
	at := first.At
	err := func() error {
		for i := step; i < len(touches); i += step {
			if err := waitUntil(ctx, start.Add(touches[i].T)); err != nil {
				return err
			}
			at = touches[i].At
			if err := d.input(ctx, "motionevent", "MOVE", at.X, at.Y); err != nil {
				return err
			}
		}
		return waitUntil(ctx, start.Add(last.T))
	}()
	lift, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if err != nil {
		_ = d.input(lift, "motionevent", "CANCEL", at.X, at.Y) // best effort: the first error is what counts
		return err
	}
	return d.input(lift, "motionevent", "UP", last.At.X, last.At.Y)
}

// longPress is from when on a held key is a long press.
const longPress = 400 * time.Millisecond

func (d *Device) shellKey(ctx context.Context, k phone.Key) error {
	if k.Meta != 0 {
		mods := map[int]string{phone.MetaShift: "59", phone.MetaCtrl: "113"} // left shift, left ctrl
		words := []any{"keycombination"}
		for _, bit := range []int{phone.MetaShift, phone.MetaCtrl} {
			if k.Meta&bit != 0 {
				words = append(words, mods[bit])
			}
		}
		return d.input(ctx, append(words, k.Code)...)
	}
	if k.Hold >= longPress {
		return d.input(ctx, "keyevent", "--longpress", k.Code)
	}
	return d.input(ctx, "keyevent", k.Code)
}

// chunkText is how many characters one "input text" carries.
const chunkText = 100

// shellText types with "input text", which knows ASCII only and takes "%s" for a blank (F-071). What it cannot carry is refused
// before anything is typed.
func (d *Device) shellText(ctx context.Context, s string) error {
	for _, r := range s {
		if r >= utf8.RuneSelf || r < ' ' && r != '\n' || r == 0x7f {
			return &phone.TextError{Part: runOf(s, func(r rune) bool { return r >= utf8.RuneSelf || r < ' ' && r != '\n' || r == 0x7f }),
				Why: "without the scrcpy server only ASCII can be typed"}
		}
	}
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			if err := d.input(ctx, "keyevent", phone.KeyEnter); err != nil {
				return err
			}
		}
		for _, part := range textChunks(line) {
			if err := d.input(ctx, "text", strings.ReplaceAll(part, " ", "%s")); err != nil {
				return err
			}
		}
	}
	return nil
}

// textChunks cuts ASCII text into pieces, never leaving a "%" before an "s" in one of them, since the two together mean a blank.
func textChunks(s string) []string {
	var parts []string
	from := 0
	for i := range len(s) {
		if i-from >= chunkText || i > from && s[i-1] == '%' && s[i] == 's' {
			parts = append(parts, s[from:i])
			from = i
		}
	}
	if from < len(s) {
		parts = append(parts, s[from:])
	}
	return parts
}

// runOf is the first run of characters in s that bad says yes to.
func runOf(s string, bad func(rune) bool) string {
	i := strings.IndexFunc(s, bad)
	if i < 0 {
		return ""
	}
	end := strings.IndexFunc(s[i:], func(r rune) bool { return !bad(r) })
	if end < 0 {
		return s[i:]
	}
	return s[i : i+end]
}

// input runs the input command. It is silent when it worked; whatever it prints is an error.
func (d *Device) input(ctx context.Context, words ...any) error {
	argv := []string{"input"}
	for _, w := range words {
		switch w := w.(type) {
		case int:
			argv = append(argv, strconv.Itoa(w))
		case string:
			argv = append(argv, w)
		}
	}
	out, err := d.sh(ctx, adb.Quote(argv...))
	d.acted()
	if err != nil {
		return err
	}
	said := string(out.Stdout) + string(out.Stderr)
	switch {
	case dump.InjectionDenied(said):
		return d.refused()
	case out.Exit != 0 || strings.TrimSpace(said) != "" && !onlyNoise(said):
		return fmt.Errorf("input %s: %s (exit %d)", argv[1], firstLine(said), out.Exit)
	}
	return nil
}

// onlyNoise reports output that is warnings of the linker and traces of makers' themes, not an answer.
func onlyNoise(out string) bool {
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "Exception") || strings.HasPrefix(line, "Error") || strings.HasPrefix(line, "Unknown") || strings.HasPrefix(line, "Usage") {
			if !strings.Contains(line, "theme") {
				return false
			}
		}
	}
	return true
}
