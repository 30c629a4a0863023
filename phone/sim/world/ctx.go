package world

import (
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// Data returns the persistent data of the app, made by AppDef.Data. It panics when the app has none of the type.
func Data[T any](c *Ctx) *T { return c.a.pkg.data.(*T) }

// Theme is the look in force.
func (c *Ctx) Theme() view.Theme { return c.w.theme() }

func (w *World) theme() view.Theme {
	if w.night() {
		return view.Dark()
	}
	return view.Light()
}

// Size is the size in dp of the part of the display that the activity has, in the current orientation.
func (c *Ctx) Size() (width, height float64) {
	m, s := c.w.metrics(), c.w.area(c.a).Size()
	return float64(s.X) / m.Density, float64(s.Y) / m.Density
}

// Landscape reports whether the activity's part of the display is wider than high.
func (c *Ctx) Landscape() bool {
	s := c.w.area(c.a).Size()
	return s.X > s.Y
}

// Insets are the dp that bars and keyboard cover at the edges. Content of activities without Wallpaper is padded by them already.
func (c *Ctx) Insets() view.Edges {
	r, full, m := c.w.area(c.a), c.w.bounds(), c.w.metrics()
	end := full.Max.Y - c.w.navHeight()
	if c.w.imeShown() {
		end = c.w.keyboardFrame().Min.Y
	}
	return view.Edges{
		Top: float64(max(0, c.w.statusHeight()-r.Min.Y)) / m.Density, Bottom: float64(max(0, r.Max.Y-end)) / m.Density,
	}
}

// Label is the app's name, Version its version.
func (c *Ctx) Label() string { return c.a.pkg.Label }

// Version is the app's version.
func (c *Ctx) Version() string { return c.a.pkg.Version }

// Intent is what the activity was started with.
func (c *Ctx) Intent() Intent { return c.a.intent }

// Extra is a string extra of the activity's intent, empty when it has none.
func (c *Ctx) Extra(key string) string {
	s, _ := c.a.intent.Extras[key].(string)
	return s
}

// Now is the wall clock.
func (c *Ctx) Now() time.Time { return c.w.wall() }

// Hour24 reports whether times are shown with 24 hours.
func (c *Ctx) Hour24() bool { return c.w.get("system", "time_12_24", "12") == "24" }

// Setting reads a setting, def when it is not set.
func (c *Ctx) Setting(namespace, key, def string) string { return c.w.get(namespace, key, def) }

// SettingInt reads a number from the settings.
func (c *Ctx) SettingInt(namespace, key string, def int) int { return c.w.getInt(namespace, key, def) }

// SettingOn reports whether a setting holds a number other than zero.
func (c *Ctx) SettingOn(namespace, key string) bool { return c.w.isOn(namespace, key) }

// PutSetting writes a setting; the world follows at once.
func (c *Ctx) PutSetting(namespace, key, value string) { c.w.put(namespace, key, value) }

// Flip turns a setting of 0 or 1 over.
func (c *Ctx) Flip(namespace, key string) { c.w.putOn(namespace, key, !c.w.isOn(namespace, key)) }

// Night reports whether the dark theme is on.
func (c *Ctx) Night() bool { return c.w.night() }

// SetNight turns the dark theme on or off.
func (c *Ctx) SetNight(on bool) {
	v := "1"
	if on {
		v = "2"
	}
	c.w.put("secure", "ui_night_mode", v)
}

// Prop reads a system property.
func (c *Ctx) Prop(name string) string { return c.w.props[name] }

// Profile is what phone this is.
func (c *Ctx) Profile() Profile { return c.w.prof }

// Battery is the battery's state.
func (c *Ctx) Battery() Battery { return c.w.battery.now }

// Volumes lists the audio streams.
func (c *Ctx) Volumes() []Volume { return append([]Volume(nil), c.w.sound.volumes...) }

// SetVolume sets a stream's volume.
func (c *Ctx) SetVolume(s Stream, level int) { c.w.setVolume(s, level) }

// Ringer is the ringer mode.
func (c *Ctx) Ringer() string { return c.w.sound.ringer }

// SetRinger sets the ringer mode.
func (c *Ctx) SetRinger(mode string) { c.w.setRinger(mode) }

// Lock is how the phone is locked.
func (c *Ctx) Lock() KeyguardKind { return c.w.guard.kind }

// SetLock chooses the lock screen; secret is the PIN for LockPIN.
func (c *Ctx) SetLock(kind KeyguardKind, secret string) {
	c.w.guard.kind, c.w.guard.secret = kind, secret
	c.w.putOn("secure", "lockscreen.disabled", kind == LockNone)
}

// Uptime is the time since boot.
func (c *Ctx) Uptime() time.Duration { return c.w.Uptime() }

// Packages lists the installed packages.
func (c *Ctx) Packages() []Package { return c.w.packages() }

// Package looks an installed package up.
func (c *Ctx) Package(name string) (Package, bool) {
	if p := c.w.pkgs[name]; p != nil {
		return p.copy(), true
	}
	return Package{}, false
}

// Uninstall removes an app.
func (c *Ctx) Uninstall(name string) error { return c.w.uninstall(name) }

// ForceStop stops an app.
func (c *Ctx) ForceStop(name string) { c.w.forceStop(name, "user request") }

// ClearData empties an app's data.
func (c *Ctx) ClearData(name string) { c.w.clearData(name) }

// SetPackageEnabled enables or disables an app for the user.
func (c *Ctx) SetPackageEnabled(name string, on bool) {
	if p := c.w.pkgs[name]; p != nil {
		p.State = EnabledDefault
		if !on {
			p.State = DisabledUser
			c.w.forceStop(name, "disabled")
		}
		c.w.changed()
	}
}

// Running reports whether the app has a process.
func (c *Ctx) Running(name string) bool {
	p := c.w.pkgs[name]
	return p != nil && p.proc != nil
}

// Start starts an activity and reports whether there is one.
func (c *Ctx) Start(i Intent) bool {
	_, err := c.w.start(i, c.a)
	return err == nil
}

// Open starts one of the app's own activities with string extras, given as pairs of key and value.
func (c *Ctx) Open(class string, extras ...string) bool {
	i := Intent{Component: c.a.pkg.def.component(&ActivityDef{Class: class}), Extras: map[string]any{}}
	for k := 0; k+1 < len(extras); k += 2 {
		i.Extras[extras[k]] = extras[k+1]
	}
	return c.Start(i)
}

// OpenApp starts an app as its icon does.
func (c *Ctx) OpenApp(name string) bool {
	p := c.w.pkgs[name]
	if p == nil || p.Launcher == (Component{}) {
		return false
	}
	return c.Start(Intent{Action: ActionMain, Categories: []string{CategoryLauncher}, Component: p.Launcher, Flags: FlagNewTask})
}

// Finish closes the activity.
func (c *Ctx) Finish() { c.w.finish(c.a) }

// Back does what the back key does.
func (c *Ctx) Back() { c.w.back() }

// Toast shows a short message.
func (c *Ctx) Toast(text string) { c.w.toast(c.a.pkg.Name, text) }

// HideKeyboard hides the soft keyboard and takes the focus away.
func (c *Ctx) HideKeyboard() {
	c.w.hideIME()
	c.a.win.surface.Blur()
}

// Post posts a notification of the app.
func (c *Ctx) Post(n Notification) {
	n.Package, n.UID = c.a.pkg.Name, c.a.pkg.UID
	c.w.post(n)
}

// Copy puts text on the clipboard.
func (c *Ctx) Copy(text string) { c.w.setClip(text) }

// Log writes a line to the log as the app.
func (c *Ctx) Log(priority byte, tag, text string) {
	if p := c.a.pkg.proc; p != nil {
		c.w.logAs(p.PID, priority, "main", tag, text)
	}
}

// Animate returns a number that follows target within length, for what changes the layout; the tree is built again while it
// moves. The first target is taken at once. What only looks different should use view.Painter.Animate instead.
func (c *Ctx) Animate(name string, target float64, length time.Duration) float64 {
	v := c.a.win.surface.Animate(name, target, length, c.w.t)
	if v != target {
		c.w.screen.rebuild = true
	}
	return v
}

// Changed says that something the screen shows changed outside of a handler of this Ctx.
func (c *Ctx) Changed() { c.w.changed() }
