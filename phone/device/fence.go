package device

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
)

// The control socket acknowledges nothing but clipboard changes. A marker does instead: a character of the private use area that
// no key map has, so that typing it does nothing but make the server write a line to its log. Control messages are handled in
// their order (scrcpy-protocol §8), so the line says that all before it were handled, and everything the server had to say of
// them stands before it.
const (
	marker     = '\uE000'
	markerSign = "u+e000"
	untypable  = "Could not inject char "
)

const (
	fenceTime  = time.Second // how long to wait for the line
	fenceTries = 3           // after so many lines in a row that never came no more markers are sent
)

// fence waits until the phone has handled every control message sent before and tells how long that took. ok is false when the
// phone does not report markers, or not in time.
func (r *running) fence(ctx context.Context) (took time.Duration, ok bool) {
	if r.unmarked.Load() >= fenceTries {
		return 0, false
	}
	sent := time.Now()
	if err := r.sess.Text(string(marker)); err != nil {
		return 0, false
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 8*time.Millisecond) {
		if t, seen := r.sess.Trouble(scrcpy.ErrUntypable); seen && !t.At.Before(sent) && strings.Contains(t.Line, markerSign) {
			r.unmarked.Store(0)
			return time.Since(sent), true
		}
		if time.Since(sent) > fenceTime {
			r.unmarked.Add(1)
			return 0, false
		}
		if pause(ctx, wait) != nil || r.sess.Err() != nil {
			return 0, false
		}
	}
}

// refusalMemory is how seldom at most the server repeats that input is refused.
const refusalMemory = 3 * time.Second

// delivered is called after an input: it waits until the phone handled it, notes it as one whose effect the next picture must
// show, and reports what the server said against it.
func (d *Device) delivered(ctx context.Context, r *running, m moment) (*act, error) {
	a := &act{at: m.at, acked: m.at, r: r, picture: m.picture, patience: touchPatience}
	if took, ok := r.fence(ctx); ok {
		a.acked, a.took = time.Now(), took
	}
	d.acts.put(a)
	if ctx.Err() != nil {
		return a, context.Cause(ctx)
	}
	if err := r.sess.Err(); err != nil {
		return a, d.fail(ctx, "input", err)
	}
	if t, ok := r.sess.Trouble(scrcpy.ErrInputRefused); ok && t.At.After(m.at.Add(-refusalMemory)) {
		return a, d.refused()
	}
	return a, nil
}

// untypedError reports the characters that the server could not type between the last two markers.
func (r *running) untypedError() error {
	lines := r.sess.Log()
	end := len(lines)
	for end > 0 && !strings.Contains(lines[end-1], markerSign) {
		end--
	}
	bad := ""
	for i := end - 2; i >= 0 && !strings.Contains(lines[i], markerSign); i-- {
		if _, code, ok := strings.Cut(lines[i], untypable+"u+"); ok {
			if c, err := strconv.ParseUint(strings.TrimSpace(code), 16, 16); err == nil {
				bad = string(rune(c)) + bad
			}
		}
	}
	if bad == "" {
		return nil
	}
	return &phone.TextError{Part: bad, Why: fmt.Sprintf("the phone's key map lacks %s", plural(len([]rune(bad)), "this character", "these characters"))}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
