package device

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
)

var (
	wakefulness = regexp.MustCompile(`\bmWakefulness=(\w+)`)
	policyFact  = regexp.MustCompile(`(?m)(?:^|\s)(mIsShowing|showing|occluded|secure|screenState|mShowingLockscreen|isStatusBarKeyguard)=(\w+)`)
)

// parsePower reads "dumpsys power" and "dumpsys window policy" (android-shell §2, §3). ok is false when neither tells whether
// the screen is on. Locked means that a keyguard is showing and no activity lies over it.
func parsePower(power, policy string) (s phone.PowerState, ok bool) {
	if m := wakefulness.FindStringSubmatch(power); m != nil {
		s.On, ok = m[1] == "Awake", true
	}
	facts := map[string]string{}
	for _, m := range policyFact.FindAllStringSubmatch(policy, -1) {
		if _, seen := facts[m[1]]; !seen {
			facts[m[1]] = m[2]
		}
	}
	if state, known := facts["screenState"]; known && !ok {
		s.On, ok = state == "SCREEN_STATE_ON", true
	}
	showing := facts["mIsShowing"]
	for _, other := range []string{"showing", "mShowingLockscreen"} {
		if showing == "" {
			showing = facts[other]
		}
	}
	s.Locked = showing == "true" && facts["occluded"] != "true"
	s.Secure = facts["secure"] == "true"
	return s, ok
}

// silent is the power state read while the stream was silent.
type silent struct {
	mu    sync.Mutex
	state phone.PowerState
	at    time.Time
}

// PowerState tells whether the phone can be used right now.
func (d *Device) PowerState(ctx context.Context) (phone.PowerState, error) {
	const next = "@@policy@@"
	out, err := d.read(ctx, "dumpsys power; echo "+next+"; dumpsys window policy")
	if err != nil {
		return phone.PowerState{}, err
	}
	power, policy, _ := strings.Cut(out, next)
	s, ok := parsePower(power, policy)
	if !ok {
		return phone.PowerState{}, fmt.Errorf("read power state: neither power nor window policy tells it")
	}
	return s, nil
}

// wakeTime bounds each step of Wake.
const wakeTime = 3 * time.Second

// Wake turns the display on and dismisses a keyguard that is not secure (DV-36).
func (d *Device) Wake(ctx context.Context) (phone.PowerState, error) {
	s, err := d.PowerState(ctx)
	if err != nil {
		return s, err
	}
	if !s.On {
		if err := d.Key(ctx, phone.Key{Code: phone.KeyWakeup}); err != nil {
			return s, err
		}
		if s, err = d.awaitPower(ctx, func(s phone.PowerState) bool { return s.On }); err != nil || !s.On {
			return s, err
		}
	}
	if !s.Locked || s.Secure {
		return s, nil
	}
	if _, err := d.read(ctx, "wm dismiss-keyguard"); err != nil {
		return s, err
	}
	d.acted()
	return d.awaitPower(ctx, func(s phone.PowerState) bool { return !s.Locked || s.Secure })
}

// awaitPower polls until the state is as wanted, for a bounded time, and returns the last state.
func (d *Device) awaitPower(ctx context.Context, ok func(phone.PowerState) bool) (phone.PowerState, error) {
	limit := time.Now().Add(wakeTime)
	for {
		s, err := d.PowerState(ctx)
		if err != nil || ok(s) || time.Now().After(limit) {
			return s, err
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return s, err
		}
	}
}
