package world

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/view"
)

// selfActing are the faults that strike by themselves: their occasions are the moment they come into force and each second after.
var selfActing = []fault.Name{
	fault.PopUp, fault.ScreenOff, fault.ScreenLocked, fault.AppCrash, fault.AppANR, fault.MemoryKill, fault.ClockJump, fault.Fold, fault.WindowSecure,
}

const faultPeriod = time.Second

// faultState is what the world remembers of faults that struck.
type faultState struct {
	next    time.Time // no self-acting fault before
	popup   *dialog   // that came up by itself
	popups  int
	secure  bool
	turning bool // the gesture under way was asked whether the display turns
	shift   int  // pixels by which the content of the app in front stands lower
	shifted *activity
}

// Faults is how the phone misbehaves; its faults may be switched while the phone runs.
func (w *World) Faults() *fault.Set { return w.opts.Faults }

// heedFaults lets the clockwork hear of faults that are switched, until the world is closed.
func (w *World) heedFaults() {
	changed, stop := w.opts.Faults.Watch()
	w.running.Go(func() {
		defer stop()
		for {
			select {
			case <-changed:
				w.mu.Lock()
				w.faults.next = time.Time{}
				w.mu.Unlock()
				w.enter()
				w.leave()
			case <-w.done:
				return
			}
		}
	})
}

// faultAt is when a fault may strike by itself, zero when none is on.
func (w *World) faultAt() time.Time {
	set := w.opts.Faults
	if w.faults.secure {
		return w.faults.next // it must be seen to end
	}
	for _, n := range selfActing {
		if _, on := set.Active(n); on {
			if w.faults.next.IsZero() {
				return w.t
			}
			return w.faults.next
		}
	}
	return set.Next(selfActing...)
}

// strike lets the faults that act by themselves happen.
func (w *World) strike(now time.Time) {
	at := w.faultAt()
	if at.IsZero() || at.After(now) {
		w.secureFault()
		return
	}
	w.faults.next = time.Now().Add(faultPeriod)
	for _, n := range selfActing {
		if n == fault.WindowSecure {
			continue
		}
		if _, on := w.opts.Faults.Active(n); !on || !w.couldStrike(n) {
			continue
		}
		if rule, hit := w.opts.Faults.Hit(n); hit {
			w.fail(n, rule)
		}
	}
	w.secureFault()
}

// couldStrike reports whether there is an occasion for the fault: something it could do that has not been done.
func (w *World) couldStrike(n fault.Name) bool {
	a := w.front()
	app := a != nil && !a.task.home && w.power.awake && !w.guard.showing
	switch n {
	case fault.PopUp:
		return w.power.awake && !w.guard.showing && !slices.Contains(w.alerts, w.faults.popup)
	case fault.ScreenOff:
		return w.power.awake
	case fault.ScreenLocked:
		return w.power.awake && !w.guard.showing && w.guard.kind != LockNone
	case fault.AppCrash:
		return app && a.pkg.proc != nil
	case fault.AppANR:
		return app && a.pkg.proc != nil && !slices.ContainsFunc(w.alerts, func(d *dialog) bool { return d.win.title == anrTitle(a.pkg.Name) })
	case fault.Fold:
		return len(w.prof.Panels) > 1
	}
	return true
}

// fail does what the fault does.
func (w *World) fail(n fault.Name, r fault.Rule) {
	switch n {
	case fault.PopUp:
		w.popUp(r.Value)
	case fault.ScreenOff:
		w.sleep("timeout")
	case fault.ScreenLocked:
		w.lock()
	case fault.AppCrash:
		w.crash(w.front().pkg.Name)
	case fault.AppANR:
		w.notResponding(w.front().pkg.Name)
	case fault.MemoryKill:
		w.memoryKill()
	case fault.ClockJump:
		by, err := time.ParseDuration(r.Value)
		if err != nil {
			by = time.Hour
		}
		w.clock.mu.Lock()
		w.clock.offset += by
		w.clock.mu.Unlock()
		w.changed()
	case fault.Fold:
		state := "CLOSED"
		if w.panel.state == state {
			state = "OPENED"
		}
		w.setDeviceState(state)
	}
}

// popUps are the dialogs that a phone brings up by itself.
var popUps = []struct{ pkg, title, message, ok, cancel string }{
	{"com.android.systemui", "Battery low", "15% remaining", "Turn on Battery Saver", "Not now"},
	{"com.google.android.gms", "System update available", "Your phone will restart to install it.", "Install now", "Later"},
	{"com.android.vending", "Enjoying this app?", "Tap a star to rate it.", "Submit", "Not now"},
	{"com.google.android.gms", "Help improve location accuracy", "Let apps use Wi-Fi scanning to find out where you are.", "OK", "Cancel"},
}

// popUp brings one of them up, or one with the title.
func (w *World) popUp(title string) {
	p := popUps[w.faults.popups%len(popUps)]
	w.faults.popups++
	if title != "" {
		p.title = title
	}
	w.faults.popup = w.alert(Alert{Title: w.tr(p.title), Message: p.message, OK: w.tr(p.ok), Cancel: w.tr(p.cancel), Package: p.pkg, Modal: true})
}

// memoryKill ends the processes of the apps that do not show, as the low memory killer does.
func (w *World) memoryKill() {
	shown := map[*pkg]bool{}
	for _, a := range w.showing() {
		shown[a.pkg] = true
	}
	for _, p := range w.pkgs {
		if p.proc == nil || shown[p] || p.UID < 10000 || p.Name == w.imePackage() || p.Name == "com.android.systemui" || len(p.def.Activities) == 0 {
			continue
		}
		pid := p.proc.PID
		w.logAs(w.pidOf("lmkd"), 'I', "system", "lowmemorykiller", fmt.Sprintf("Kill '%s' (%d), uid %d, oom_score_adj 905 to free %dkB rss", p.Name, pid, p.UID, p.proc.RSS))
		w.die(p.Name, "lmk")
	}
}

// secureFault follows the fault that makes the window in front secure.
func (w *World) secureFault() {
	set := w.opts.Faults
	on := w.faults.secure && set.Lasts(fault.WindowSecure)
	if !on {
		if _, active := set.Active(fault.WindowSecure); active {
			_, on = set.Hit(fault.WindowSecure)
		}
	}
	if on != w.faults.secure {
		w.faults.secure = on
		w.changed()
	}
}

// secure reports whether the window forbids capture.
func (w *World) secure(x *window) bool {
	return x.flags&FlagSecure != 0 || w.faults.secure && x.act != nil && x.act == w.front()
}

// turnUnder asks, once a gesture, whether the display turns while the finger is down.
func (w *World) turnUnder() {
	if w.faults.turning {
		return
	}
	w.faults.turning = true
	if _, hit := w.opts.Faults.Hit(fault.RotateMidGesture); hit {
		to := (w.panel.rot + 1) % 2
		w.panel.posture = to
		w.put("system", "user_rotation", strconv.Itoa(to))
		w.updateRotation()
	}
}

// shiftTarget asks, when a finger comes down, whether what is on the screen has moved since somebody looked: content is put above
// it, or what was put there before goes.
func (w *World) shiftTarget() {
	a := w.front()
	if a == nil || w.guard.showing || w.shade.open() {
		return
	}
	rule, hit := w.opts.Faults.Hit(fault.TargetMoved)
	if !hit {
		return
	}
	by, err := strconv.Atoi(rule.Value)
	if err != nil {
		by = 200
	}
	if w.faults.shifted == a {
		w.faults.shifted, w.faults.shift = nil, 0
	} else {
		w.faults.shifted, w.faults.shift = a, by
	}
	w.changed()
	w.refresh()
}

// banner is what came in above the content of an app.
func (w *World) banner(t view.Theme, height float64) *view.Node {
	return &view.Node{
		ID: "banner_container", Class: "FrameLayout", W: view.Match, H: height, Fill: t.Container, AlignX: view.Center, AlignY: view.Center, Dir: view.Stack,
		Children: []*view.Node{{ID: "banner_text", Text: "Sponsored: new offers near you", Style: view.TextStyle{Size: 14, Color: t.OnContainer, Lines: 1}}},
	}
}

func anrTitle(pkg string) string { return "Application Not Responding: " + pkg }
