// Package phonetest holds the contract suite that every phone.Phone must pass: the simulated phone in process, a real one or a
// served one over adb and scrcpy.
//
//	phonetest.Run(t, func(t *testing.T) phone.Phone { … }, phonetest.Options{})
//
// The suite assumes only what a clean phone has: the Settings app, opened by its intent, with rows that can be tapped, and a text
// field somewhere (see [Options]). Abilities are found by type assertion; a phone without one skips its part. It leaves the
// phone awake, upright and at home.
package phonetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// Options tell the suite what the phone under test has. The zero value suits a clean phone.
type Options struct {
	// TextField brings an empty text field into focus. Nil means the search of Settings.
	TextField func(ctx context.Context, t *testing.T, p phone.Phone)
	// Taps is how often "tap, then Frame shows it" is repeated; zero means 10.
	Taps int
	// Settings is the package that answers android.settings.SETTINGS; empty means com.android.settings.
	Settings string
	// Skip names parts that do not hold for the phone, such as "Power".
	Skip []string
}

// suite is one run on one phone.
type suite struct {
	o    Options
	open func(t *testing.T) phone.Phone
}

// Run runs the suite, each part on a phone of its own. open gives a phone that is awake and unlocked, and closes it with
// t.Cleanup; it may give the same phone each time.
func Run(t *testing.T, open func(t *testing.T) phone.Phone, o Options) {
	if o.Taps == 0 {
		o.Taps = 10
	}
	if o.Settings == "" {
		o.Settings = "com.android.settings"
	}
	s := suite{o: o, open: open}
	for _, part := range []struct {
		name string
		run  func(t *testing.T, p phone.Phone)
	}{
		{"Info", s.info},
		{"Frame", s.frame},
		{"FrameNumbers", s.frameNumbers},
		{"FramesAtOnce", s.framesAtOnce},
		{"Settled", s.settled},
		{"TapThenFrame", s.tapThenFrame},
		{"Bounds", s.bounds},
		{"StaleAim", s.staleAim},
		{"Rotation", s.rotation},
		{"Swipe", s.swipe},
		{"Key", s.key},
		{"Text", s.text},
		{"TextRefused", s.textRefused},
		{"Shell", s.shell},
		{"Tree", s.tree},
		{"Clipboard", s.clipboard},
		{"Files", s.files},
		{"Apps", s.apps},
		{"Foreground", s.foreground},
		{"Power", s.power},
		{"Cancelled", s.cancelled},
		{"CancelledGesture", s.cancelledGesture},
	} {
		t.Run(part.name, func(t *testing.T) {
			for _, skip := range o.Skip {
				if skip == part.name {
					t.Skip("not for this phone")
				}
			}
			part.run(t, open(t))
		})
	}
}

// within is the limit of one step of the suite, generous for slow machines.
const within = 30 * time.Second

// await asks again and again until ok, for a bounded time; ok's words are the report when it never is.
func await(t *testing.T, what string, ok func() (bool, string)) {
	t.Helper()
	for end := time.Now().Add(within); ; {
		yes, now := ok()
		if yes {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("waited %v for %s; now: %s", within, what, now)
		}
		time.Sleep(50 * time.Millisecond) // between two questions to a phone, not a wait for a time to pass
	}
}

func frame(t *testing.T, p phone.Phone) *phone.Frame {
	t.Helper()
	f, err := p.Frame(t.Context())
	if err != nil {
		t.Fatalf("Frame: %v", err)
	}
	return f
}

// still waits until the screen stands still and returns it.
func still(t *testing.T, p phone.Phone) *phone.Frame {
	t.Helper()
	f, _, err := p.Settled(t.Context(), phone.Settle{First: 500 * time.Millisecond})
	if err != nil {
		t.Fatalf("Settled: %v", err)
	}
	return f
}

func sh(t *testing.T, p phone.Phone, argv ...string) string {
	t.Helper()
	out, err := p.Shell(t.Context(), argv...)
	if err != nil || out.Exit != 0 {
		t.Fatalf("%q: exit %d, %v, %s%s", argv, out.Exit, err, out.Stdout, out.Stderr)
	}
	return string(out.Stdout)
}

// view reads what is on the screen, trying again while the screen moves.
func view(t *testing.T, p phone.Phone) *uitree.View {
	t.Helper()
	dumper, ok := p.(phone.Tree)
	if !ok {
		t.Skip("this phone dumps no tree")
	}
	var tree *uitree.Tree
	await(t, "a UI tree", func() (bool, string) {
		var err error
		tree, err = uitree.Read(t.Context(), dumper)
		return err == nil, fmt.Sprint(err)
	})
	return uitree.Prune(tree, uitree.Options{})
}

// tapAt taps and fails the test when the phone does not take it.
func tapAt(t *testing.T, p phone.Phone, f *phone.Frame, m uitree.Match) {
	t.Helper()
	if err := p.Gesture(t.Context(), phone.Tap(f.Size, m.Point)); err != nil {
		t.Fatalf("tap at %v: %v", m.Point, err)
	}
}

func press(t *testing.T, p phone.Phone, code int) {
	t.Helper()
	if err := p.Key(t.Context(), phone.Key{Code: code}); err != nil {
		t.Fatalf("key %d: %v", code, err)
	}
}

// settings opens the first page of Settings and waits for it.
func (s suite) settings(t *testing.T, p phone.Phone) *phone.Frame {
	t.Helper()
	press(t, p, phone.KeyHome)
	// Without the flag a page that was left open would come back.
	const newTaskClearTask = "0x10008000"
	sh(t, p, "am", "start", "-W", "-a", "android.settings.SETTINGS", "-f", newTaskClearTask)
	t.Cleanup(func() { p.Key(context.WithoutCancel(t.Context()), phone.Key{Code: phone.KeyHome}) })
	if w, ok := p.(phone.Windows); ok {
		await(t, "Settings in front", func() (bool, string) {
			a, err := w.Foreground(t.Context())
			return err == nil && a.Package == s.o.Settings, fmt.Sprint(a, err)
		})
	}
	return still(t, p)
}

// row is a row of the first page of Settings that leads to another page.
func (s suite) row(t *testing.T, p phone.Phone) uitree.Match {
	t.Helper()
	v := view(t, p)
	for _, e := range v.Elements {
		if e.Tappable() && e.Role == uitree.Item && e.Name != "" && e.Bounds.Dx() > v.Size.X/2 && e.Bounds.Min.Y > v.Size.Y/5 && e.Bounds.Max.Y < v.Size.Y*9/10 {
			return uitree.Match{Target: e, Point: e.Tap(), Text: e.Name}
		}
	}
	t.Fatalf("Settings has no row to tap among %d elements", len(v.Elements))
	return uitree.Match{}
}
