package world

// Profile is the kind of phone this is.
func (w *World) Profile() Profile { return w.prof }

// The developer switches of makers that restrict adb, as properties. Only the phone's own Settings can set them.
const (
	propAdbInput   = "persist.security.adbinput"   // "USB debugging (Security settings)"
	propAdbInstall = "persist.security.adbinstall" // "Install via USB"
)

// InjectionAllowed reports whether programs of the shell user may inject input events and change protected settings.
// Where it is false, the answer is the SecurityException of the release (android-shell.md §12).
func (w *World) InjectionAllowed() bool {
	w.enter()
	defer w.leave()
	return !w.prof.Quirks.InjectNeedsSwitch || w.props[propAdbInput] == "1"
}

// InstallAllowed reports whether packages may be installed over adb.
func (w *World) InstallAllowed() bool {
	w.enter()
	defer w.leave()
	return !w.prof.Quirks.InstallNeedsSwitch || w.props[propAdbInstall] == "1"
}

// SetInjectionAllowed turns the maker's switch "USB debugging (Security settings)".
func (w *World) SetInjectionAllowed(on bool) { w.setSwitch(propAdbInput, on) }

// SetInstallAllowed turns the maker's switch "Install via USB".
func (w *World) SetInstallAllowed(on bool) { w.setSwitch(propAdbInstall, on) }

func (w *World) setSwitch(prop string, on bool) {
	w.enter()
	defer w.leave()
	w.turnSwitch(prop, on)
}

func (w *World) turnSwitch(prop string, on bool) {
	v := "0"
	if on {
		v = "1"
	}
	w.props[prop] = v
	w.changed()
}

// AdbSwitch reports one of the maker's developer switches: "input" or "install".
func (c *Ctx) AdbSwitch(name string) bool { return c.w.props["persist.security.adb"+name] == "1" }

// SetAdbSwitch turns one of the maker's developer switches.
func (c *Ctx) SetAdbSwitch(name string, on bool) { c.w.turnSwitch("persist.security.adb"+name, on) }
