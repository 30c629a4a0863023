package world

import "time"

// appsDue is when the first app wants to be called, zero when none does.
func (w *World) appsDue() time.Time {
	var at time.Time
	for _, p := range w.pkgs {
		if t := w.dueOf(p); !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}

// dueOf is when an app wants to be called, on the runtime's clock.
func (w *World) dueOf(p *pkg) time.Time {
	if p.def.Due == nil || !p.usable() || p.Stopped {
		return time.Time{}
	}
	d := p.def.Due(&Ctx{w, &activity{pkg: p}})
	if d.IsZero() {
		return time.Time{}
	}
	at := time.Now().Add(d.Sub(w.wall()))
	if at.Before(p.deaf) {
		return p.deaf
	}
	return at
}

// fireApps calls the apps whose time has come, and tells screens that asked for it that time has passed.
func (w *World) fireApps(now time.Time) {
	for _, p := range w.pkgs {
		if at := w.dueOf(p); !at.IsZero() && !at.After(now) {
			p.deaf = now.Add(time.Second) // an app that does not move on must not hold the phone up
			w.spawn(p, "broadcast")
			p.def.OnDue(&Ctx{w, &activity{pkg: p}})
			w.changed()
		}
	}
	if r := w.refreshAt; !r.IsZero() && !r.After(now) {
		w.refreshAt = time.Time{}
		if w.refreshQuiet && !w.screen.stale {
			w.screen.stale, w.screen.note, w.screen.quiet = true, true, true
		} else {
			w.changed()
		}
	}
}

// Refresh has the screen built again after d, as what it shows changes with time. A quiet refresh is that of a live picture
// (a camera, a film), of which accessibility hears nothing.
func (c *Ctx) Refresh(d time.Duration, quiet bool) {
	w := c.w
	at := time.Now().Add(max(d, frameTime))
	if w.refreshAt.IsZero() || w.refreshAt.Before(w.t) || at.Before(w.refreshAt) {
		w.refreshAt, w.refreshQuiet = at, quiet
	}
}

// occluded reports whether an activity shows on top of the lock screen.
func (w *World) occluded() bool {
	a := w.front()
	return w.guard.showing && !w.guard.bouncer && a != nil && a.def.OverLock
}

// WakeUp turns the display on, as an alarm does.
func (c *Ctx) WakeUp() { c.w.wake("alarm") }

// FinishOthers closes the app's activities that an action started.
func (c *Ctx) FinishOthers(action string) {
	for _, a := range c.w.activitiesOf(c.a.pkg, action) {
		c.w.finish(a)
	}
}
