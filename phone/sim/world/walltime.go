package world

import (
	"sync"
	"time"
)

// wallClock is the phone's wall clock: another clock, moved and perhaps stopped. It has a lock of its own, as it is read under the
// world's.
type wallClock struct {
	base func() time.Time

	mu     sync.Mutex
	offset time.Duration
	frozen time.Time // zero while it runs
}

func (c *wallClock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.frozen.IsZero() {
		return c.frozen
	}
	return c.base().Add(c.offset)
}

// ClockState is how the wall clock stands.
type ClockState struct {
	Now    time.Time     `json:"now"`
	Offset time.Duration `json:"-"` // from the computer's clock
	Frozen bool          `json:"frozen"`
}

// WallClock tells how the wall clock stands.
func (w *World) WallClock() ClockState {
	now, c := w.Now(), &w.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return ClockState{Now: now, Offset: now.Sub(c.base()), Frozen: !c.frozen.IsZero()}
}

// SetClock sets the wall clock; a stopped one stays stopped there.
func (w *World) SetClock(t time.Time) {
	w.turnClock(func(c *wallClock) {
		c.offset = t.Sub(c.base())
		if !c.frozen.IsZero() {
			c.frozen = t
		}
	})
}

// AdvanceClock moves the wall clock by d, which may be negative. What an app plans for a time that has passed then happens.
func (w *World) AdvanceClock(d time.Duration) {
	w.turnClock(func(c *wallClock) {
		c.offset += d
		if !c.frozen.IsZero() {
			c.frozen = c.frozen.Add(d)
		}
	})
}

// FreezeClock stops the wall clock; animations, long presses and time-outs go on.
func (w *World) FreezeClock() {
	w.turnClock(func(c *wallClock) {
		if c.frozen.IsZero() {
			c.frozen = c.base().Add(c.offset)
		}
	})
}

// RunClock lets a stopped wall clock go on from where it stands.
func (w *World) RunClock() {
	w.turnClock(func(c *wallClock) {
		if !c.frozen.IsZero() {
			c.offset, c.frozen = c.frozen.Sub(c.base()), time.Time{}
		}
	})
}

func (w *World) turnClock(turn func(*wallClock)) {
	w.enter()
	defer w.leave()
	w.clock.mu.Lock()
	turn(&w.clock)
	w.clock.mu.Unlock()
	w.changed()
}
