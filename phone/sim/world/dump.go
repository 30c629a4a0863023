package world

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

var (
	// ErrNotIdle: the UI did not stand still for the idle window within ten seconds.
	ErrNotIdle = errors.New("could not get idle state")
	// ErrNullRoot: there is no active window (display off, or between two windows).
	ErrNullRoot = errors.New("null root node returned by UiTestAutomationBridge")
)

// idleLimit is how long a dump waits for a still UI.
const idleLimit = 10 * time.Second

// DumpTree writes the active window's hierarchy as `uiautomator dump` does: one line of XML beginning with its declaration. It
// takes Options.DumpStartup, then waits until the UI has stood still for Options.IdleWindow. Errors are ErrNotIdle, ErrNullRoot
// or the context's.
func (w *World) DumpTree(ctx context.Context) ([]byte, error) {
	if err := w.pause(ctx, time.Duration(float64(w.opts.DumpStartup)*max(1, w.prof.Quirks.SlowStart))); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	return w.IdleTree(ctx)
}

// TreeNow is the hierarchy as DumpTree writes it, at this moment, as a program reads it that is there already and does not wait.
func (w *World) TreeNow() ([]byte, error) { return w.dump() }

// IdleTree is DumpTree for a program that is there already: it waits for the UI to stand still only.
func (w *World) IdleTree(ctx context.Context) ([]byte, error) {
	begin := time.Now()
	for {
		still, moving := w.stillFor()
		wait := w.opts.IdleWindow - still
		if wait <= 0 && !moving {
			return w.dump()
		}
		left := idleLimit - time.Since(begin)
		if left <= 0 {
			return nil, fmt.Errorf("dump: %w", ErrNotIdle)
		}
		if moving {
			wait = frameTime
		}
		select {
		case <-w.done:
			return nil, fmt.Errorf("dump: %w", ErrNullRoot)
		default:
		}
		if err := w.pause(ctx, min(wait, left)); err != nil {
			return nil, fmt.Errorf("dump: %w", err)
		}
	}
}

// stillFor is how long the UI has looked as it does, and whether it moves now.
func (w *World) stillFor() (still time.Duration, moving bool) {
	w.enter()
	defer w.leave()
	if w.screen.stale || w.screen.moving {
		w.emit()
	}
	return w.t.Sub(w.screen.lastUI), w.screen.moving
}

func (w *World) dump() ([]byte, error) {
	w.enter()
	defer w.leave()
	w.refresh()
	f := w.focused()
	if f == nil || f.surface.Root() == nil {
		return nil, fmt.Errorf("dump: %w", ErrNullRoot)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="%d">`, w.panel.rot)
	display := w.bounds()
	if w.prof.Quirks.DumpAboveNav {
		display.Max.Y -= w.navHeight()
	}
	f.surface.DumpAs(&b, f.pkg, display, view.DumpStyle{Order: w.prof.Quirks.DumpDrawingOrder})
	b.WriteString("</hierarchy>")
	return []byte(b.String()), nil
}

// pause waits for d, for the context to end, or for the world to be closed.
func (w *World) pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-w.done:
		return nil
	case <-t.C:
		return nil
	}
}
