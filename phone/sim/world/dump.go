package world

import (
	"context"
	"errors"
)

var (
	// ErrNotIdle: the UI did not stand still for the idle window within ten seconds.
	ErrNotIdle = errors.New("could not get idle state")
	// ErrNullRoot: there is no active window (display off, or between two windows).
	ErrNullRoot = errors.New("null root node returned by UiTestAutomationBridge")
)

// DumpTree writes the active window's hierarchy as `uiautomator dump` does: one line of XML beginning with its declaration. It
// takes Options.DumpStartup, then waits until the UI has stood still for Options.IdleWindow. Errors are ErrNotIdle, ErrNullRoot
// or the context's.
func (w *World) DumpTree(ctx context.Context) ([]byte, error) { return nil, ErrNullRoot }
