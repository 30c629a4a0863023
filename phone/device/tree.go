package device

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// Limits of a dump.
const (
	dumpTime = 12 * time.Second // one dump; uiautomator itself waits 10 s for an idle screen
	nullWait = 300 * time.Millisecond
)

// treeWay remembers how this phone's uiautomator hands over a dump.
type treeWay struct {
	mu    sync.Mutex
	known func(flags string) string
	one   sync.Mutex // only one UiAutomation client may exist
}

// treeWays are command lines for a dump, the fastest first. A pipe makes /proc/self/fd/1 something that can be opened, which the
// socket of a shell without terminal is not; the last way leaves a file for a moment.
func treeWays() []func(flags string) string {
	file := "/data/local/tmp/handset-" + rand.Text()[:8] + ".xml"
	return []func(string) string{
		func(flags string) string { return "uiautomator dump " + flags + "/proc/self/fd/1 | cat" },
		func(flags string) string {
			return fmt.Sprintf("rm -f %[1]s; uiautomator dump %[2]s%[1]s; cat %[1]s; rm -f %[1]s", file, flags)
		},
	}
}

// DumpTree returns the hierarchy of the active window, from the uiautomator2 server where it is installed and from uiautomator else
// (see Options.Tree); Source of the result names which. It comes with the contents of password fields replaced by
// bullets (F-059b). A screen that never stands still is tried once more with --compressed (F-050, F-051), one without a window
// once more after a moment. Failures are *phone.TreeError.
func (d *Device) DumpTree(ctx context.Context) (phone.Dump, error) {
	switch source := d.treeSource(); source {
	case TreeUIA2, TreeAuto:
		dump, err := d.fast.dump(ctx, source == TreeUIA2)
		_, answered := errors.AsType[*phone.TreeError](err)
		if err == nil || answered || source == TreeUIA2 || ctx.Err() != nil || errors.Is(err, phone.ErrGone) {
			return dump, err
		}
		if !errors.Is(err, errNoFastTree) {
			d.log.InfoContext(ctx, "the uiautomator2 server gave no tree, uiautomator is asked", "error", err)
		}
	}
	d.fast.stop(ctx) // a phone has one UiAutomation only
	dump, err := d.slowDump(ctx)
	if te, failed := errors.AsType[*phone.TreeError](err); failed && te.Reason == phone.Killed {
		if holder := d.automationHolder(ctx); holder != "" {
			te.Output = "held by " + holder + "; " + te.Output
		}
	}
	return dump, err
}

// holders are programs that keep the phone's one UiAutomation while they run (F-055).
var holders = []string{"io.appium.uiautomator2.server", "com.github.uiautomator", "dev.mobile.maestro"}

// automationHolder names the program that keeps the UiAutomation, as far as its process tells.
func (d *Device) automationHolder(ctx context.Context) string {
	out, err := d.read(ctx, "ps -A -o NAME")
	if err != nil {
		return ""
	}
	for _, p := range holders {
		if strings.Contains(out, p) {
			return p
		}
	}
	return ""
}

// slowDump reads the tree with uiautomator, which is started anew each time.
func (d *Device) slowDump(ctx context.Context) (phone.Dump, error) {
	d.tree.one.Lock()
	defer d.tree.one.Unlock()
	if ctx.Err() != nil {
		return phone.Dump{}, context.Cause(ctx)
	}
	dump, err := d.dump(ctx, "")
	te, failed := errors.AsType[*phone.TreeError](err)
	if !failed || ctx.Err() != nil {
		return dump, err
	}
	switch te.Reason {
	case phone.NoIdleState, phone.Killed:
		if again, err := d.dump(ctx, "--compressed "); err == nil {
			return again, nil
		}
		if te.Reason == phone.Killed && pause(ctx, nullWait) == nil { // who held the UiAutomation may just be ending
			if again, err := d.dump(ctx, ""); err == nil {
				return again, nil
			}
		}
	case phone.NullRoot:
		if err := pause(ctx, nullWait); err != nil {
			return phone.Dump{}, err
		}
		return d.dump(ctx, "")
	}
	return dump, err
}

// dump dumps once, by the way that is known to work, else by each in turn.
func (d *Device) dump(ctx context.Context, flags string) (phone.Dump, error) {
	d.tree.mu.Lock()
	known := d.tree.known
	d.tree.mu.Unlock()
	if known != nil {
		return d.dumpBy(ctx, known(flags))
	}
	var first error
	for _, way := range treeWays() {
		dump, err := d.dumpBy(ctx, way(flags))
		te, failed := errors.AsType[*phone.TreeError](err)
		if err == nil || failed && te.Reason != phone.NoXML {
			d.tree.mu.Lock()
			d.tree.known = way
			d.tree.mu.Unlock()
			return dump, err
		}
		if !failed {
			return dump, err
		}
		if first == nil {
			first = err
		}
	}
	return phone.Dump{}, first
}

func (d *Device) dumpBy(ctx context.Context, command string) (phone.Dump, error) {
	bounded, cancel := context.WithTimeout(ctx, dumpTime)
	defer cancel()
	at := time.Now()
	out, err := d.link.Run(bounded, command)
	if d.broke(bounded, err) {
		out, err = d.link.Run(bounded, command)
	}
	if err != nil {
		if ctx.Err() == nil && bounded.Err() != nil {
			return phone.Dump{}, &phone.TreeError{Reason: phone.NoIdleState, Output: fmt.Sprintf("no dump within %v", dumpTime)}
		}
		return phone.Dump{}, d.fail(ctx, "dump the UI tree", err)
	}
	all := append(append(out.Stdout, '\n'), out.Stderr...)
	body, err := uitree.Body(all)
	if te, failed := errors.AsType[*phone.TreeError](err); failed {
		if te.Reason == phone.NoXML && out.Exit == 128+9 {
			te.Reason = phone.Killed
		}
		return phone.Dump{}, te
	}
	return phone.Dump{XML: uitree.Redact(body), Source: "uiautomator", At: at}, nil
}
