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
	Once    bool // granted only until the process ends
	Denied  int  // how often a person refused it
}

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
