package world

import "time"

// PowerState is how awake the phone is.
type PowerState struct {
	Wakefulness string // Awake, Asleep, Dozing
	Interactive bool   // the display is on
	LastWake    time.Time
	LastSleep   time.Time
	SleepReason string        // "power_button", "timeout"
	Timeout     time.Duration // screen_off_timeout
	StayOn      bool          // plugged in and told to stay awake
}

// Power tells how awake the phone is.
func (w *World) Power() PowerState { return PowerState{} }

// Wake turns the display on. A keyguard stays.
func (w *World) Wake() {}

// Sleep turns the display off; reason is "power_button", "timeout" or "application".
func (w *World) Sleep(reason string) {}

// SetPanel darkens only the panel, as scrcpy's display power does: the phone stays awake and Screen goes on. A power key ends it.
func (w *World) SetPanel(on bool) {}

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

// Keyguard tells how the lock screen stands.
func (w *World) Keyguard() KeyguardState { return KeyguardState{} }

// SetLock chooses the lock screen; secret is the PIN for LockPIN.
func (w *World) SetLock(kind KeyguardKind, secret string) {}

// Lock shows the lock screen at once, if there is one.
func (w *World) Lock() {}

// DismissKeyguard removes a lock screen that needs no secret and reports whether none is showing; for a secure one it brings up
// the PIN pad.
func (w *World) DismissKeyguard() bool { return true }

// CheckSecret reports whether secret opens the lock; a phone without one accepts only the empty secret.
func (w *World) CheckSecret(secret string) bool { return secret == "" }
