package world

import (
	"cmp"
	"image"
	"slices"
	"time"
)

// States of playback (android.media.session.PlaybackState).
const (
	MediaStopped = 1
	MediaPaused  = 2
	MediaPlaying = 3
)

// MediaSession is what an app plays, as it tells the system.
type MediaSession struct {
	Package              string
	Tag                  string // of the session; empty: "player"
	State                int
	Position, Length     time.Duration
	Title, Artist, Album string
	Queue                int       // tracks
	Changed              time.Time // when the state changed last, by the wall clock
	UID, PID             int
}

// Media key codes of android.view.KeyEvent.
const (
	KeyMediaHook      = 79
	KeyMediaPlayPause = 85
	KeyMediaStop      = 86
	KeyMediaNext      = 87
	KeyMediaPrevious  = 88
	KeyMediaRewind    = 89
	KeyMediaForward   = 90
	KeyMediaPlay      = 126
	KeyMediaPause     = 127
)

// MediaSessions lists the sessions of running apps: what plays first, then what changed last.
func (w *World) MediaSessions() []MediaSession {
	w.enter()
	defer w.leave()
	return w.mediaSessions()
}

func (w *World) mediaSessions() []MediaSession {
	var out []MediaSession
	for _, p := range w.pkgs {
		if p.def.Media == nil || p.proc == nil {
			continue
		}
		if m, ok := p.def.Media(&Ctx{w, &activity{pkg: p}}); ok {
			m.Package, m.UID, m.PID, m.Tag = p.Name, p.UID, p.proc.PID, cmp.Or(m.Tag, "player")
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b MediaSession) int {
		if playing := b.State - a.State; playing != 0 {
			return playing
		}
		return b.Changed.Compare(a.Changed)
	})
	return out
}

// mediaKey gives a media key to the session that plays, or else to the one that did last, and reports whether one took it.
func (w *World) mediaKey(code int, down bool) bool {
	switch code {
	case KeyMediaHook, KeyMediaPlayPause, KeyMediaStop, KeyMediaNext, KeyMediaPrevious, KeyMediaRewind, KeyMediaForward, KeyMediaPlay, KeyMediaPause:
	default:
		return false
	}
	for _, m := range w.mediaSessions() {
		if p := w.pkgs[m.Package]; p.def.OnMedia != nil {
			if down {
				p.def.OnMedia(&Ctx{w, &activity{pkg: p}}, code)
				w.changed()
			}
			return true
		}
	}
	return false
}

// PID is the number of the app's process, zero when it does not run.
func (c *Ctx) PID() int {
	if p := c.a.pkg.proc; p != nil {
		return p.PID
	}
	return 0
}

// Random is a number in 0…n-1 that follows from the phone's seed.
func (c *Ctx) Random(n int) int { return c.w.rng.IntN(n) }

// Px is dp in pixels of the display.
func (c *Ctx) Px(dp float64) int { return c.w.metrics().Px(dp) }

// Pixels is the size in pixels of the part of the display that the activity has.
func (c *Ctx) Pixels() image.Point { return c.w.area(c.a).Size() }
