package device

import (
	"context"
	"errors"
	"regexp"
	"strings"

	"github.com/handset-agent/handset/phone"
)

// errNoFocus: none of the dumps says what is in front.
var errNoFocus = errors.New("the phone does not tell which window is in front")

// Foreground tells which activity and which window are in front. Sources, in this order: the focus lines of the display dump
// (Android 10 and newer), those of the window dump (older), the resumed activity of the activity dump (android-shell §3).
func (d *Device) Foreground(ctx context.Context) (phone.Activity, error) {
	const next = "@@windows@@"
	out, err := d.read(ctx, "dumpsys window displays; echo "+next+"; dumpsys window windows")
	if err != nil {
		return phone.Activity{}, err
	}
	displays, windows, _ := strings.Cut(out, next)
	a, hash, ok := parseFocus(displays)
	if !ok || a.Window == "" {
		if b, h, found := parseFocus(windows); found && (!ok || b.Window != "" && b.Package == a.Package) {
			a, hash, ok = b, h, true
		}
	}
	if ok {
		a.Secure = secureWindow(windows, hash, a.Window)
		return a, nil
	}
	activities, err := d.read(ctx, "dumpsys activity activities")
	if err != nil {
		return phone.Activity{}, err
	}
	if a, ok := parseResumed(activities); ok {
		return a, nil
	}
	return phone.Activity{}, errNoFocus
}

var (
	inputShown = regexp.MustCompile(`\bmInputShown=(true|false)`)
	viewShown  = regexp.MustCompile(`\bmIsInputViewShown=(true|false)`)
)

// parseKeyboard reads "dumpsys input_method": the keyboard is up when both the system and, where it says so, the keyboard itself
// tell it (F-075).
func parseKeyboard(dump string) bool {
	m := inputShown.FindStringSubmatch(dump)
	if m == nil || m[1] != "true" {
		return false
	}
	v := viewShown.FindStringSubmatch(dump)
	return v == nil || v[1] == "true"
}

// KeyboardShown reports whether a soft keyboard is up.
func (d *Device) KeyboardShown(ctx context.Context) (bool, error) {
	out, err := d.read(ctx, "dumpsys input_method")
	return parseKeyboard(out), err
}
