package world

import (
	"fmt"
	"time"
)

// Package is one installed package.
type Package struct {
	Name        string
	Label       string
	Version     string // versionName
	VersionCode int64
	MinSDK      int
	TargetSDK   int
	System      bool
	State       EnabledState
	Hidden      bool // pm hide
	Suspended   bool
	Stopped     bool   // never started since installation, or force-stopped
	Path        string // the base APK on the phone
	CodePath    string // its folder
	DataDir     string
	UID         int // 1000 for the system's own, 10000 and up for apps
	Installer   string
	Installed   time.Time
	Updated     time.Time
	Size        int64     // of the APK in bytes
	Launcher    Component // zero when it has no icon
	Activities  []ActivityInfo
	Permissions []Permission // as requested in the manifest
	Debuggable  bool
}

// Enabled reports whether the package can be started.
func (p Package) Enabled() bool { return p.State == EnabledDefault || p.State == EnabledOn }

// EnabledState is a package's enabled setting as `dumpsys package` numbers it.
type EnabledState int

// The enabled settings.
const (
	EnabledDefault EnabledState = iota
	EnabledOn
	Disabled
	DisabledUser
)

// ActivityInfo is one activity as the manifest declares it.
type ActivityInfo struct {
	Component Component
	Label     string
	Launcher  bool
	Home      bool
	Exported  bool
	Actions   []string // intent actions it answers, besides MAIN
	Schemes   []string // data schemes it answers to ACTION_VIEW
	MIMETypes []string
}

// Permission is one requested permission.
type Permission struct {
	Name    string
	Runtime bool // asked for at run time; others are granted at installation
	Granted bool
}

// Packages lists the installed packages sorted by name, disabled and hidden ones too.
func (w *World) Packages() []Package { return nil }

// Package looks one up.
func (w *World) Package(name string) (Package, bool) { return Package{}, false }

// Manifest is what an APK says of itself.
type Manifest struct {
	Package     string
	Label       string // empty: the last part of Package
	Version     string
	VersionCode int64
	MinSDK      int
	TargetSDK   int
	Launcher    string // class name; empty means it has no icon
	Permissions []string
	Debuggable  bool
	TestOnly    bool
	Size        int64
}

// InstallOptions are the flags of `pm install` that matter here.
type InstallOptions struct {
	Replace   bool // -r; the default of current releases
	Downgrade bool // -d
	TestOnly  bool // -t
	Grant     bool // -g: grant all run-time permissions
	Installer string
}

// InstallError is a refused installation or removal: `Failure [Code: Text]`.
type InstallError struct{ Code, Text string }

func (e *InstallError) Error() string {
	if e.Text == "" {
		return fmt.Sprintf("install: %s", e.Code)
	}
	return fmt.Sprintf("install: %s: %s", e.Code, e.Text)
}

// Install adds or updates a package. An app the world has no definition for gets one plain screen with its label. A refusal is
// an *InstallError.
func (w *World) Install(m Manifest, o InstallOptions) error { return nil }

// Uninstall removes a package with its data unless keepData. System packages are refused with an *InstallError.
func (w *World) Uninstall(name string, keepData bool) error { return nil }

// ClearData stops the app and empties its data, as `pm clear` does. It reports false for an unknown package.
func (w *World) ClearData(name string) bool { return false }

// SetEnabled sets a package's enabled setting and reports false for an unknown package. A disabled app is stopped and has no icon.
func (w *World) SetEnabled(name string, s EnabledState) bool { return false }

// SetHidden hides a package or shows it again, as `pm hide` does.
func (w *World) SetHidden(name string, hidden bool) bool { return false }

// SetSuspended suspends a package or wakes it again, as `pm suspend` does.
func (w *World) SetSuspended(name string, on bool) bool { return false }

// SetPermission grants or revokes a run-time permission. It returns an error naming the permission or package as Android words it.
func (w *World) SetPermission(pkg, permission string, granted bool) error { return nil }
