package world

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"
)

// pkg is an installed package with what the world knows of it.
type pkg struct {
	Package
	def  *AppDef
	data any
	proc *Process
	deaf time.Time // no call of OnDue before

	crashed time.Time // last
}

// Packages lists the installed packages sorted by name, disabled and hidden ones too.
func (w *World) Packages() []Package {
	w.enter()
	defer w.leave()
	return w.packages()
}

func (w *World) packages() []Package {
	out := make([]Package, 0, len(w.pkgs))
	for _, p := range w.pkgs {
		out = append(out, p.copy())
	}
	slices.SortFunc(out, func(a, b Package) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (p *pkg) copy() Package {
	c := p.Package
	c.Activities = slices.Clone(p.Activities)
	c.Permissions = slices.Clone(p.Permissions)
	return c
}

// Package looks one up.
func (w *World) Package(name string) (Package, bool) {
	w.enter()
	defer w.leave()
	if p := w.pkgs[name]; p != nil {
		return p.copy(), true
	}
	return Package{}, false
}

// usable reports whether activities of the package can be started.
func (p *pkg) usable() bool { return p != nil && p.Enabled() && !p.Hidden }

// bootPackages installs the system's own packages and the apps.
func (w *World) bootPackages() {
	for _, s := range systemPackages {
		w.addPackage(&AppDef{Package: s.name, Label: s.label, Version: w.prof.Release, VersionCode: int64(w.prof.SDK), System: true, UID: s.uid, Permissions: s.perms}, true)
	}
	for _, m := range w.builtinMethods() {
		if name, _, _ := strings.Cut(m.ID, "/"); w.pkgs[name] == nil {
			w.addPackage(&AppDef{Package: name, Label: m.Label, Version: w.prof.Release, VersionCode: int64(w.prof.SDK), System: true}, true)
		}
	}
	w.addPackage(w.permissionApp(), true)
	for i := range w.opts.Apps {
		w.addPackage(&w.opts.Apps[i], true)
	}
	w.spawn(w.pkgs["com.android.systemui"], "service {com.android.systemui/com.android.systemui.SystemUIService}")
	w.useIME()
}

// systemPackages are parts of the system without activities of their own.
var systemPackages = []struct {
	name, label string
	uid         int
	perms       []Permission
}{
	{"android", "Android System", 1000, nil},
	{"com.android.systemui", "System UI", 10089, nil},
	{"com.android.shell", "Shell", 2000, nil},
	{imePackage, "Gboard", 10112, nil},
	{"com.google.android.inputmethod.pinyin", "Google Pinyin Input", 10125, nil},
	{"com.android.providers.settings", "Settings Storage", 1000, nil},
	{"com.android.providers.contacts", "Contacts Storage", 10066, nil},
	{"com.android.providers.media.module", "Media", 10092, nil},
	{"com.android.providers.telephony", "Phone and Messaging Storage", 1001, nil},
	{"com.android.providers.calendar", "Calendar Storage", 10063, nil},
	{"com.android.phone", "Phone Services", 1001, nil},
	{"com.android.bluetooth", "Bluetooth", 1002, nil},
	{"com.android.packageinstaller", "Package installer", 10071, nil},
	{"com.google.android.webview", "Android System WebView", 10121, nil},
	{"com.google.android.gms", "Google Play services", 10117, nil},
}

// addPackage installs the app that def declares.
func (w *World) addPackage(def *AppDef, boot bool) *pkg {
	when := w.wall().Truncate(time.Second)
	if boot {
		when = time.Date(2024, 6, 5, 9, 12, 41, 0, w.zone)
	}
	p := &pkg{def: def}
	p.Package = Package{
		Name: def.Package, Label: def.label(w.locale()), Version: def.Version, VersionCode: max(1, def.VersionCode), MinSDK: 24, TargetSDK: w.prof.SDK,
		System: def.System, UID: def.UID, DataDir: "/data/user/0/" + def.Package, Installed: when, Updated: when, Stopped: !boot,
		Permissions: slices.Clone(def.Permissions), Size: 1<<20 + w.rng.Int64N(24<<20),
	}
	if p.UID == 0 {
		p.UID = w.nextUID
		w.nextUID++
	}
	for i, perm := range p.Permissions {
		p.Permissions[i].Granted = perm.Granted || !perm.Runtime
	}
	p.CodePath = w.codePath(def)
	p.Path = p.CodePath + "/base.apk"
	if def.System {
		p.Path = p.CodePath + "/" + lastPart(p.CodePath) + ".apk"
	}
	for i := range def.Activities {
		a := &def.Activities[i]
		info := ActivityInfo{
			Component: def.component(a), Label: a.Label, Launcher: a.Launcher, Home: a.Home, Exported: !a.Private, Actions: a.Actions,
			Schemes: a.Schemes, MIMETypes: a.MIMETypes,
		}
		if info.Label == "" {
			info.Label = p.Label
		}
		if a.Launcher && p.Launcher == (Component{}) {
			p.Launcher = info.Component
		}
		p.Activities = append(p.Activities, info)
	}
	if def.Data != nil {
		p.data = def.Data()
	}
	w.pkgs[def.Package] = p
	w.changed()
	return p
}

func (d *AppDef) component(a *ActivityDef) Component {
	cls := a.Class
	if strings.HasPrefix(cls, ".") {
		cls = d.Package + cls
	}
	return Component{d.Package, cls}
}

// codePath is where the package's files lie: /data/app with two random names for what was installed, a system folder else.
func (w *World) codePath(def *AppDef) string {
	if def.System {
		if def.Package == "android" {
			return "/system/framework"
		}
		return "/system/priv-app/" + strings.ReplaceAll(strings.ReplaceAll(def.Label, " ", ""), "'", "")
	}
	name := func() string {
		b := make([]byte, 16)
		for i := range b {
			b[i] = byte(w.rng.IntN(256))
		}
		return base64.URLEncoding.EncodeToString(b)
	}
	return fmt.Sprintf("/data/app/~~%s/%s-%s", name(), def.Package, name())
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// launchables are the packages with an icon, sorted by label.
func (w *World) launchables() []*pkg {
	var out []*pkg
	for _, p := range w.pkgs {
		if p.usable() && p.Launcher != (Component{}) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b *pkg) int {
		if c := strings.Compare(strings.ToLower(a.Label), strings.ToLower(b.Label)); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}
