package world

import (
	"sync"
	"time"
)

// Options says what phone to make. The zero value is the default profile with no apps but the system's own parts.
type Options struct {
	Profile Profile // zero: Pixel()
	Seed    int64   // serial number, hashes, process numbers and wallpaper follow from it
	// Now is the phone's wall clock (status bar, dates, log). Nil means time.Now. Animations, long presses and idle waiting
	// run on the runtime's own clock, so that testing/synctest controls them.
	Now func() time.Time
	// DumpStartup is how long a UI dump takes before it looks at the screen, as the start of uiautomator does on a phone.
	DumpStartup time.Duration
	// IdleWindow is how long the UI must stand still before it is dumped; zero means 1 s.
	IdleWindow time.Duration
	Apps       []AppDef // the launcher's among them
}

// World is one simulated phone. All methods may be called from any goroutine.
type World struct {
	mu   sync.Mutex
	opts Options
	prof Profile
}

// New makes a phone that has just finished booting and shows its home screen.
func New(o Options) *World {
	w := &World{opts: o, prof: o.Profile}
	return w
}

// Close stops the world's timers and wakes everybody who waits. It may be called more than once.
func (w *World) Close() error { return nil }

// Uptime is the time since boot, including sleep.
func (w *World) Uptime() time.Duration { return 0 }

// Now is the phone's wall clock.
func (w *World) Now() time.Time { return time.Time{} }
