package world

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
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
	if err := pause(ctx, w.opts.DumpStartup); err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	begin := time.Now()
	changed, stop := w.Watch()
	defer stop()
	for {
		still, closed := w.stillFor()
		if closed {
			return nil, fmt.Errorf("dump: %w", ErrNullRoot)
		}
		wait := w.opts.IdleWindow - still
		if wait <= 0 {
			return w.dump()
		}
		left := idleLimit - time.Since(begin)
		if wait > left {
			if left > 0 {
				if err := pause(ctx, left); err != nil {
					return nil, fmt.Errorf("dump: %w", err)
				}
			}
			if still, _ := w.stillFor(); still < w.opts.IdleWindow {
				return nil, fmt.Errorf("dump: %w", ErrNotIdle)
			}
			continue
		}
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, fmt.Errorf("dump: %w", ctx.Err())
		case <-changed:
			t.Stop()
		case <-t.C:
		}
	}
}

// stillFor is how long the UI has looked as it does.
func (w *World) stillFor() (still time.Duration, closed bool) {
	w.enter()
	defer w.leave()
	if w.screen.stale || w.screen.moving {
		w.emit()
	}
	if w.screen.moving {
		return 0, w.closed
	}
	return w.t.Sub(w.screen.lastUI), w.closed
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
	f.surface.Dump(&b, f.pkg, w.bounds())
	b.WriteString("</hierarchy>")
	return []byte(b.String()), nil
}

func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
