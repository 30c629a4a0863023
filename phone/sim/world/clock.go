package world

import "time"

// frameTime is the time between two pictures of an animation for those who watch.
const frameTime = time.Second / 60

// advance lets everything that became due up to now happen, in order.
func (w *World) advance(now time.Time) {
	if w.stayOn() && now.After(w.power.lastUse) {
		w.power.lastUse = now // the time until sleep begins when the cable goes
	}
	for {
		at := w.nextEvent()
		if at.IsZero() || at.After(now) {
			break
		}
		if at.After(w.t) {
			w.t = at
		}
		w.fire(w.t)
	}
	if now.After(w.t) {
		w.t = now
	}
	w.flow(w.t)
	w.clockTick()
}

// nextEvent is when the next thing happens that is due at a time of its own: a long press, the end of a toast, of the volume
// panel, of the time until the display goes off, or an alarm of an app. Zero: none.
func (w *World) nextEvent() time.Time {
	var at time.Time
	sooner := func(t time.Time) {
		if !t.IsZero() && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	for _, x := range w.allWindows() {
		if x.surface != nil {
			sooner(x.surface.Deadline())
		}
	}
	if len(w.toasts) > 0 {
		sooner(w.toasts[0].until)
	}
	sooner(w.sound.panelUntil)
	sooner(w.sleepAt())
	sooner(w.refreshAt)
	sooner(w.appsDue())
	sooner(w.faultAt())
	sooner(w.lockOutTick())
	return at
}

// fire does what is due at now.
func (w *World) fire(now time.Time) {
	for _, x := range w.allWindows() {
		if x.surface != nil && x.surface.Advance(now) {
			w.changed()
		}
	}
	for len(w.toasts) > 0 && !w.toasts[0].until.After(now) {
		w.toasts = w.toasts[1:]
		w.changed()
	}
	if p := w.sound.panelUntil; !p.IsZero() && !p.After(now) {
		w.sound.panelUntil = time.Time{}
		w.changed()
	}
	if s := w.sleepAt(); !s.IsZero() && !s.After(now) {
		w.sleep("timeout")
	}
	w.fireApps(now)
	w.strike(now)
	if w.guard.bouncer && !w.guard.until.IsZero() {
		if !w.guard.until.After(now) {
			w.guard.until, w.guard.wrong = time.Time{}, false
		}
		w.changed()
	}
}

// flow moves what moves all the time: flings and the shade. Nobody is told here, as the timer tells of movement at a steady rate.
func (w *World) flow(now time.Time) {
	if w.shade.move(now) || w.screen.rebuild {
		w.screen.rebuild = false
		w.screen.stale = true
	}
	for _, x := range w.allWindows() {
		if x.surface == nil || !x.surface.Moving() {
			continue
		}
		if x.surface.Advance(now) {
			w.screen.stale = true
		}
	}
}

// clockTick rebuilds the clocks when the minute changed.
func (w *World) clockTick() {
	if m := w.wall().Unix() / 60; m != w.screen.minute {
		w.screen.minute = m
		w.changed()
	}
}

// plan sets the timer to the next moment at which a watcher must be woken. Without watchers there is none: what is due happens
// at the next call.
func (w *World) plan() {
	w.timer.Stop()
	if w.closed || len(w.watchers.chans) == 0 {
		return
	}
	now := time.Now()
	next := time.Hour
	if at := w.nextEvent(); !at.IsZero() {
		next = max(0, at.Sub(now))
	}
	if w.screen.moving {
		next = min(next, frameTime)
	}
	if w.power.awake {
		wall := w.wall()
		next = min(next, wall.Truncate(time.Minute).Add(time.Minute).Sub(wall)+time.Millisecond)
	}
	w.timer.Reset(max(next, time.Millisecond))
}

// tick runs on the timer.
func (w *World) tick() {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return
	}
	w.running.Add(1)
	defer w.running.Done()
	w.advance(time.Now())
	if w.screen.moving {
		w.emit()
		w.watchers.signal()
	}
	w.leave()
}
