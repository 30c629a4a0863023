package world

import (
	"fmt"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// Install adds or updates a package. An app the world has no definition for gets one plain screen with its label. A refusal is
// an *InstallError.
func (w *World) Install(m Manifest, o InstallOptions) error {
	w.enter()
	defer w.leave()
	old := w.pkgs[m.Package]
	if err := w.refuseInstall(m, o, old); err != nil {
		return err
	}
	if old != nil {
		w.update(old, m, o)
		return nil
	}
	p := w.addPackage(w.defOf(m), false)
	w.describe(p, m, o)
	if data, ok := w.kept[m.Package]; ok && p.def.Data != nil {
		p.data = data
	}
	delete(w.kept, m.Package)
	w.log('I', "system", "PackageManager", "installation completed for package:"+m.Package+". Final code path: "+p.CodePath)
	return nil
}

func (w *World) refuseInstall(m Manifest, o InstallOptions, old *pkg) error {
	switch {
	case m.Package == "":
		return &InstallError{"INSTALL_PARSE_FAILED_NOT_APK", "Failed to parse APK"}
	case m.MinSDK > w.prof.SDK:
		return &InstallError{"INSTALL_FAILED_OLDER_SDK", fmt.Sprintf("%s: Requires newer sdk version #%d (current version is #%d)", m.Package, m.MinSDK, w.prof.SDK)}
	case m.TargetSDK > 0 && m.TargetSDK < 23 && w.prof.SDK >= 34:
		return &InstallError{"INSTALL_FAILED_DEPRECATED_SDK_VERSION", fmt.Sprintf("App package must target at least SDK version 23, but found %d", m.TargetSDK)}
	case m.TestOnly && !o.TestOnly:
		return &InstallError{"INSTALL_FAILED_TEST_ONLY", "Failed to install test-only apk. Did you forget to add -t?"}
	case old == nil:
		return nil
	case !o.Replace:
		return &InstallError{"INSTALL_FAILED_ALREADY_EXISTS", "Attempt to re-install " + m.Package + " without first uninstalling."}
	case old.System && old.def.Activities == nil:
		return &InstallError{"INSTALL_FAILED_UPDATE_INCOMPATIBLE", "Existing package " + m.Package + " signatures do not match newer version; ignoring!"}
	case m.VersionCode < old.VersionCode && !(o.Downgrade && old.Debuggable):
		return &InstallError{"INSTALL_FAILED_VERSION_DOWNGRADE", fmt.Sprintf("Downgrade detected: Update version code %d is older than current %d", m.VersionCode, old.VersionCode)}
	}
	return nil
}

// defOf is the world's own definition of the app when it has one, else one made of the manifest.
func (w *World) defOf(m Manifest) *AppDef {
	for i := range w.opts.Apps {
		if w.opts.Apps[i].Package == m.Package {
			return &w.opts.Apps[i]
		}
	}
	return m.def()
}

// def makes the definition of an app of which only the manifest is known.
func (m Manifest) def() *AppDef {
	d := &AppDef{Package: m.Package, Label: m.Label, Version: m.Version, VersionCode: m.VersionCode, Icon: view.IconApps}
	if d.Label == "" {
		d.Label = m.Package[lastDot(m.Package)+1:]
	}
	if m.Launcher != "" {
		d.Activities = []ActivityDef{{Class: m.Launcher, Launcher: true, Screen: func() Screen { return &placeholder{} }}}
	}
	for _, p := range m.Permissions {
		d.Permissions = append(d.Permissions, Permission{Name: p, Runtime: runtimePermissions[p]})
	}
	return d
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// describe takes over what only the manifest knows.
func (w *World) describe(p *pkg, m Manifest, o InstallOptions) {
	p.MinSDK, p.TargetSDK, p.Debuggable, p.Installer = m.MinSDK, m.TargetSDK, m.Debuggable, o.Installer
	p.Version, p.VersionCode = m.Version, m.VersionCode
	if p.TargetSDK == 0 {
		p.TargetSDK = w.prof.SDK
	}
	if m.Size > 0 {
		p.Size = m.Size
	}
	if o.Grant {
		for i := range p.Permissions {
			p.Permissions[i].Granted = true
		}
	}
}

func (w *World) update(p *pkg, m Manifest, o InstallOptions) {
	w.die(p.Name, "installPackageLI")
	w.removeTasks(p.Name)
	w.describe(p, m, o)
	if m.Label != "" {
		p.Label = m.Label
	}
	if !p.System {
		p.CodePath = w.codePath(p.def)
		p.Path = p.CodePath + "/base.apk"
	}
	p.Updated = w.wall().Truncate(time.Second)
	w.resumeTop()
	w.changed()
}

// Uninstall removes a package with its data unless keepData. System packages are refused with an *InstallError.
func (w *World) Uninstall(name string, keepData bool) error {
	w.enter()
	defer w.leave()
	p := w.pkgs[name]
	if err := w.uninstall(name); err != nil {
		return err
	}
	if keepData && p.data != nil {
		if w.kept == nil {
			w.kept = map[string]any{}
		}
		w.kept[name] = p.data
	}
	return nil
}

func (w *World) uninstall(name string) error {
	p := w.pkgs[name]
	switch {
	case p == nil:
		return &InstallError{"DELETE_FAILED_INTERNAL_ERROR", ""}
	case p.System:
		return &InstallError{"DELETE_FAILED_INTERNAL_ERROR", ""}
	}
	w.die(name, "pkg removed")
	w.removeTasks(name)
	delete(w.pkgs, name)
	w.dropNotesOf(name)
	w.resumeTop()
	w.changed()
	return nil
}

func (w *World) dropNotesOf(name string) {
	for i := len(w.notes) - 1; i >= 0; i-- {
		if w.notes[i].Package == name {
			w.dropNote(w.notes[i].Key())
		}
	}
}

// ClearData stops the app and empties its data, as `pm clear` does. It reports false for an unknown package.
func (w *World) ClearData(name string) bool {
	w.enter()
	defer w.leave()
	return w.clearData(name)
}

func (w *World) clearData(name string) bool {
	p := w.pkgs[name]
	if p == nil {
		return false
	}
	w.forceStop(name, "clear data")
	if p.def.Data != nil {
		p.data = p.def.Data()
	}
	w.clearContent(name)
	for i := range p.Permissions {
		p.Permissions[i].Granted = !p.Permissions[i].Runtime
	}
	w.dropNotesOf(name)
	w.changed()
	return true
}

// SetEnabled sets a package's enabled setting and reports false for an unknown package. A disabled app is stopped and has no icon.
func (w *World) SetEnabled(name string, s EnabledState) bool {
	return w.alter(name, func(p *pkg) {
		p.State = s
		if !p.Enabled() {
			w.forceStop(name, "disabled")
		}
	})
}

// SetHidden hides a package or shows it again, as `pm hide` does.
func (w *World) SetHidden(name string, hidden bool) bool {
	return w.alter(name, func(p *pkg) {
		if p.Hidden = hidden; hidden {
			w.forceStop(name, "hidden")
		}
	})
}

// SetSuspended suspends a package or wakes it again, as `pm suspend` does.
func (w *World) SetSuspended(name string, on bool) bool {
	return w.alter(name, func(p *pkg) { p.Suspended = on })
}

func (w *World) alter(name string, f func(*pkg)) bool {
	w.enter()
	defer w.leave()
	p := w.pkgs[name]
	if p == nil {
		return false
	}
	f(p)
	w.changed()
	return true
}

// SetPermission grants or revokes a run-time permission. Errors are worded as Android's.
func (w *World) SetPermission(pkg, permission string, granted bool) error {
	w.enter()
	defer w.leave()
	p := w.pkgs[pkg]
	if p == nil {
		return fmt.Errorf("Unknown package: %s", pkg)
	}
	for i := range p.Permissions {
		if p.Permissions[i].Name != permission {
			continue
		}
		if !p.Permissions[i].Runtime {
			return fmt.Errorf("Permission %s requested by %s is not a changeable permission type", permission, pkg)
		}
		p.Permissions[i].Granted = granted
		return nil
	}
	if !runtimePermissions[permission] {
		return fmt.Errorf("Unknown permission: %s", permission)
	}
	return fmt.Errorf("Package %s has not requested permission %s", pkg, permission)
}

// runtimePermissions are those an app must ask for while it runs.
var runtimePermissions = permissionSet(
	"CAMERA", "RECORD_AUDIO", "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION", "READ_CONTACTS",
	"WRITE_CONTACTS", "GET_ACCOUNTS", "READ_CALENDAR", "WRITE_CALENDAR", "READ_CALL_LOG", "WRITE_CALL_LOG", "READ_PHONE_STATE", "CALL_PHONE",
	"READ_PHONE_NUMBERS", "ANSWER_PHONE_CALLS", "SEND_SMS", "RECEIVE_SMS", "READ_SMS", "READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE",
	"READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_AUDIO", "BODY_SENSORS", "ACTIVITY_RECOGNITION", "BLUETOOTH_CONNECT", "BLUETOOTH_SCAN",
	"BLUETOOTH_ADVERTISE", "NEARBY_WIFI_DEVICES", "POST_NOTIFICATIONS", "UWB_RANGING",
)

func permissionSet(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out["android.permission."+n] = true
	}
	return out
}

// placeholder is the screen of an installed app the world knows nothing about.
type placeholder struct{}

func (*placeholder) Build(c *Ctx) *view.Node {
	t := c.Theme()
	n := view.Col(view.Label(c.Label(), 28, t.OnSurface), view.Label("Version "+c.Version(), 14, t.OnSurfaceFaint))
	n.W, n.H, n.AlignX, n.AlignY, n.Gap = view.Match, view.Match, view.Center, view.Center, 8
	n.Children[0].ID, n.Children[1].ID = "title", "version"
	return n
}
