package world

import (
	"strings"
)

// Component names an activity, service or receiver.
type Component struct {
	Package string
	Class   string // full class name
}

// ParseComponent reads "pkg/.Class" or "pkg/full.Class".
func ParseComponent(s string) (Component, bool) {
	pkg, cls, ok := strings.Cut(s, "/")
	if !ok || pkg == "" || cls == "" || strings.ContainsAny(s, " \t\n") {
		return Component{}, false
	}
	if strings.HasPrefix(cls, ".") {
		cls = pkg + cls
	}
	return Component{Package: pkg, Class: cls}, true
}

// Short is "pkg/.Class", the full class when it lies outside the package. The zero component gives "".
func (c Component) Short() string {
	if c.Package == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(c.Class, c.Package); ok && strings.HasPrefix(rest, ".") {
		return c.Package + "/" + rest
	}
	return c.Full()
}

// Full is "pkg/full.Class".
func (c Component) Full() string {
	if c.Package == "" {
		return ""
	}
	return c.Package + "/" + c.Class
}

// Flags of an Intent that the world obeys (android.content.Intent).
const (
	FlagNewTask      = 0x10000000
	FlagClearTask    = 0x00008000
	FlagClearTop     = 0x04000000
	FlagSingleTop    = 0x20000000
	FlagMultipleTask = 0x08000000
	FlagNoHistory    = 0x40000000
)

// Intents and categories that matter to the world.
const (
	ActionMain       = "android.intent.action.MAIN"
	ActionView       = "android.intent.action.VIEW"
	ActionSend       = "android.intent.action.SEND"
	CategoryLauncher = "android.intent.category.LAUNCHER"
	CategoryHome     = "android.intent.category.HOME"
	CategoryDefault  = "android.intent.category.DEFAULT"
)

// Intent asks for an activity.
type Intent struct {
	Action     string
	Data       string // URI
	Type       string // MIME type
	Categories []string
	Component  Component // explicit when set
	Package    string    // limits the resolution
	Flags      uint32
	Extras     map[string]any // string, bool, int, int64, float64, []string, []int
	Stop       bool           // am start -S: stop the app first
}

// String is the intent as Android prints it: "Intent { act=… cat=[…] dat=… typ=… flg=0x… pkg=… cmp=… }".
func (i Intent) String() string { return "Intent { " + i.fields() + "}" }

// StartCode is how a start went (android.app.ActivityManager.START_*).
type StartCode int

// How a start went.
const (
	StartSuccess        StartCode = 0
	StartTaskToFront    StartCode = 2 // the task was brought to the front
	StartDeliveredToTop StartCode = 3 // the instance on top took the intent
)

// StartResult is a start that worked.
type StartResult struct {
	Code     StartCode
	Launch   string    // COLD, WARM, HOT, or "" when nothing was launched
	Activity Component // the one that came up
	Intent   Intent    // with the component filled in
	TotalMS  int       // as `am start -W` prints TotalTime
	WaitMS   int
}

// StartError is a refused start.
type StartError struct {
	Reason StartReason
	Intent Intent // as the system saw it, with its flags
	UID    int    // of the owner, for NotExported
}

// StartReason says why a start was refused.
type StartReason string

// Why a start was refused.
const (
	NoSuchActivity StartReason = "no such activity" // explicit component that does not exist, or its package is disabled
	Unresolved     StartReason = "unresolved"       // no activity answers the implicit intent
	NotExported    StartReason = "not exported"
)

func (e *StartError) Error() string { return "start " + e.Intent.String() + ": " + string(e.Reason) }
