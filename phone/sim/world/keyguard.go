package world

import "time"

// KeyguardKind is how the phone is locked.
type KeyguardKind string

// The kinds of lock.
const (
	LockNone  KeyguardKind = "none"
	LockSwipe KeyguardKind = "swipe"
	LockPIN   KeyguardKind = "pin"
)

// KeyguardState is how the lock screen stands.
type KeyguardState struct {
	Kind     KeyguardKind
	Showing  bool
	Occluded bool // an activity shows on top of it
	Secure   bool // wants a secret
	Trusted  bool
	Bouncer  bool // the PIN pad is up
}

type guardState struct {
	kind    KeyguardKind
	secret  string
	showing bool
	bouncer bool
	entry   string // digits typed so far
	wrong   bool   // the last try was wrong
	tries   int
	until   time.Time // no try is taken before: too many were wrong
}

// Keyguard tells how the lock screen stands.
func (w *World) Keyguard() KeyguardState {
	w.enter()
	defer w.leave()
	return KeyguardState{Kind: w.guard.kind, Showing: w.guard.showing, Secure: w.guard.kind == LockPIN, Bouncer: w.guard.bouncer}
}

// SetLock chooses the lock screen; secret is the PIN for LockPIN.
func (w *World) SetLock(kind KeyguardKind, secret string) {
	w.enter()
	defer w.leave()
	w.guard.kind, w.guard.secret = kind, secret
	disabled := kind == LockNone
	w.putOn("secure", "lockscreen.disabled", disabled)
	if disabled {
		w.unlock()
	}
}

// Lock shows the lock screen at once, if there is one.
func (w *World) Lock() {
	w.enter()
	defer w.leave()
	w.lock()
}

func (w *World) lock() {
	if w.guard.kind == LockNone || w.guard.showing {
		return
	}
	w.guard.showing, w.guard.bouncer, w.guard.entry = true, false, ""
	w.shade.close()
	w.hideIME()
	w.pauseTop()
	w.event(30067, "wm_set_keyguard_shown", "[0,1,0,0,0,setKeyguardShown]")
	w.changed()
}

// DismissKeyguard removes a lock screen that needs no secret and reports whether none is showing; for a secure one it brings up
// the PIN pad.
func (w *World) DismissKeyguard() bool {
	w.enter()
	defer w.leave()
	return w.dismissGuard()
}

func (w *World) dismissGuard() bool {
	if !w.guard.showing {
		return true
	}
	if w.guard.kind == LockPIN {
		w.guard.bouncer, w.guard.entry = true, ""
		w.changed()
		return false
	}
	w.unlock()
	return true
}

func (w *World) unlock() {
	if !w.guard.showing {
		return
	}
	w.guard.showing, w.guard.bouncer, w.guard.entry, w.guard.wrong, w.guard.tries = false, false, "", false, 0
	w.event(30067, "wm_set_keyguard_shown", "[0,0,0,1,0,keyguardGoingAway]")
	w.resumeTop()
	w.changed()
}

// CheckSecret reports whether secret opens the lock; a phone without one accepts only the empty secret.
func (w *World) CheckSecret(secret string) bool {
	w.enter()
	defer w.leave()
	return w.secretOK(secret)
}

func (w *World) secretOK(s string) bool {
	if w.guard.kind != LockPIN {
		return s == ""
	}
	return s == w.guard.secret
}

// tryPIN enters what was typed on the PIN pad.
func (w *World) tryPIN() {
	if w.lockedOut() > 0 {
		w.guard.entry = ""
		w.changed()
		return
	}
	if w.secretOK(w.guard.entry) {
		w.unlock()
		return
	}
	w.guard.entry, w.guard.wrong = "", true
	w.guard.tries++
	if w.guard.tries%triesAllowed == 0 {
		w.guard.until = w.t.Add(lockOut)
	}
	w.changed()
}

// After five wrong tries the lock screen takes none for half a minute.
const (
	triesAllowed = 5
	lockOut      = 30 * time.Second
)

// lockedOut is how long no try is taken yet, in whole seconds.
func (w *World) lockedOut() int {
	if !w.guard.until.After(w.t) {
		return 0
	}
	return int((w.guard.until.Sub(w.t) + time.Second - 1) / time.Second)
}

// lockOutTick is when the seconds that the pad shows change.
func (w *World) lockOutTick() time.Time {
	n := w.lockedOut()
	if n == 0 || !w.guard.bouncer || !w.power.awake {
		return time.Time{}
	}
	return w.guard.until.Add(-time.Duration(n-1) * time.Second)
}
