package screendtest

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/scrcpy/screend"
)

var (
	_ screend.Source   = (*Phone)(nil)
	_ screend.Settings = (*Phone)(nil)
)

// Screen implements screend.Screen.
func (p *Phone) Screen() (*image.RGBA, uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.looks++
	return p.screen, p.seq
}

// Watch implements screend.Screen.
func (p *Phone) Watch() (<-chan struct{}, func()) { return p.watch(p.watchers) }

// WatchClipboard implements screend.Clipboard.
func (p *Phone) WatchClipboard() (<-chan struct{}, func()) { return p.watch(p.clipWatch) }

func (p *Phone) watch(set map[chan struct{}]struct{}) (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	set[c] = struct{}{}
	return c, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(set, c)
	}
}

// Displays implements screend.Screen.
func (p *Phone) Displays() []screend.Display {
	p.mu.Lock()
	defer p.mu.Unlock()
	return []screend.Display{{Size: p.screen.Bounds().Size(), Rotation: p.rotation}}
}

// Awake implements screend.Screen.
func (p *Phone) Awake() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.asleep
}

// Secure implements screend.Screen.
func (p *Phone) Secure() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.secure
}

var actions = map[screend.Action]string{
	screend.Down: "down", screend.Up: "up", screend.Move: "move", screend.Cancel: "cancel",
	screend.HoverMove: "hover", screend.HoverEnter: "enter", screend.HoverExit: "exit",
}

// Touch implements screend.Input.
func (p *Phone) Touch(t screend.Touch) {
	what := "touch"
	if t.Mouse {
		what = "mouse"
	}
	p.record("%s %d %s %d,%d", what, t.Slot, actions[t.Action], t.At.X, t.At.Y)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.touches = append(p.touches, t)
}

// Key implements screend.Input. POWER switches the screen.
func (p *Phone) Key(k screend.Key) {
	what := "up"
	if k.Down {
		what = "down"
	}
	if k.Meta != 0 {
		what += fmt.Sprintf(" meta %x", k.Meta)
	}
	p.record("key %d %s", k.Code, what)
	if k.Code == 26 && k.Down {
		p.change(func() { p.asleep = !p.asleep })
	}
}

// Type implements screend.Input; the key map holds ASCII.
func (p *Phone) Type(r rune) bool {
	if r >= 0x80 {
		return false
	}
	p.record("type %c", r)
	return true
}

// Scroll implements screend.Input.
func (p *Phone) Scroll(s screend.Scroll) {
	p.record("scroll %d,%d %v,%v", s.At.X, s.At.Y, s.H, s.V)
}

// Clipboard implements screend.Clipboard.
func (p *Phone) Clipboard() (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.clipboard, p.hasText
}

// SetClipboard implements screend.Clipboard.
func (p *Phone) SetClipboard(text string) {
	p.record("clipboard %q", text)
	p.Copy(text)
}

// Info implements screend.System.
func (p *Phone) Info() screend.Info {
	return screend.Info{Manufacturer: "Sim", Brand: "sim", Model: "Sim Phone", Release: cmp.Or(p.Release, "14")}
}

// ExpandNotifications implements screend.System.
func (p *Phone) ExpandNotifications() { p.record("notifications") }

// ExpandSettings implements screend.System.
func (p *Phone) ExpandSettings() { p.record("quick settings") }

// CollapsePanels implements screend.System.
func (p *Phone) CollapsePanels() { p.record("collapse") }

// OpenHardKeyboardSettings implements screend.System.
func (p *Phone) OpenHardKeyboardSettings() { p.record("keyboard settings") }

// Rotate implements screend.System.
func (p *Phone) Rotate() {
	p.record("rotate")
	p.mu.Lock()
	to := 1 - p.rotation%2
	c := p.screen.RGBAAt(0, 0)
	p.mu.Unlock()
	p.Turn(to, c)
}

// SetPanel implements screend.System.
func (p *Phone) SetPanel(on bool) {
	what := "panel off"
	if on {
		what = "panel on"
	}
	p.record("%s", what)
}

// Apps implements screend.System.
func (p *Phone) Apps() []screend.App { return p.apps }

// StartApp implements screend.System; the package com.android.documentsui cannot be started.
func (p *Phone) StartApp(pkg string, stop bool) error {
	if pkg == "com.android.documentsui" {
		return errors.New("no launcher activity")
	}
	p.record("start %s %v", pkg, stop)
	return nil
}

// Uptime implements screend.System.
func (p *Phone) Uptime() time.Duration { return time.Since(p.boot) }

// Setting implements screend.Settings.
func (p *Phone) Setting(namespace, key string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settings[namespace+" "+key]
}

// PutSetting implements screend.Settings.
func (p *Phone) PutSetting(namespace, key, value string) {
	p.record("put %s %s %s", namespace, key, value)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settings[namespace+" "+key] = value
}

// Cameras implements screend.Cameras.
func (p *Phone) Cameras() []screend.Camera { return p.Cams }

// Density implements screend.Displayer.
func (p *Phone) Density() int { return 320 }

// NewDisplay implements screend.Displayer: the display is another phone, empty until an app is started on it.
func (p *Phone) NewDisplay(size image.Point, _ int) (screend.VirtualDisplay, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	made := New(size)
	p.Made = made
	return screend.VirtualDisplay{ID: 7, Source: made, Empty: func() bool { return len(made.Events()) == 0 }, Close: func() { made.record("closed") }}, nil
}
