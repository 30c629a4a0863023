package world

import (
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// AppDef declares an app; see the package comment for an example.
type AppDef struct {
	Package     string
	Label       string
	Labels      map[string]string // in other languages, by "zh" or "zh-TW"
	Version     string
	VersionCode int64 // zero: 1
	System      bool  // part of the system image: no uninstalling
	UID         int   // zero: the next free app uid; 1000 shares the system's
	Icon        *view.Icon
	Color       view.Color // background of the icon
	Permissions []Permission
	Activities  []ActivityDef
	Shortcuts   []Shortcut // what a long press on the icon offers
	// Data makes the app's empty persistent data: a pointer to a struct that encoding/json can write and read. Nil: none.
	Data func() any
	// Due tells when OnDue wants to be called next (zero: not at all), whether or not the app shows: alarms and reminders.
	// OnDue must move that time on.
	Due   func(c *Ctx) time.Time
	OnDue func(c *Ctx)
	// Media tells what the app plays, false for nothing; OnMedia is called with the key code of a media key meant for it, also
	// while another app shows or the display is off.
	Media   func(c *Ctx) (MediaSession, bool)
	OnMedia func(c *Ctx, code int)
	// OnAction is called when a button of one of the app's notifications is tapped, with the button's position.
	OnAction func(c *Ctx, n Notification, button int)
}

// Shortcut is one thing an app can do at once, offered on its icon.
type Shortcut struct {
	Label  string
	Intent Intent
}

// ActivityDef declares an activity.
type ActivityDef struct {
	Class      string  // ".MainActivity" or a full class name
	Label      string  // empty: the app's
	Launcher   bool    // has an icon in the launcher
	Home       bool    // is a home screen
	Private    bool    // not exported: the shell cannot start it
	Secure     bool    // FLAG_SECURE: black in captures
	Wallpaper  bool    // shows the wallpaper instead of a background of its own, and reaches under the bars
	SingleTask bool    // at most one instance, at the root of its task
	OverLock   bool    // shows on top of the lock screen
	Floating   bool    // a dialog: as large as its content, over the activity below, which still shows
	Place      Placing // of a floating one
	Affinity   string  // of the task it starts in when it is started as a new task; empty: the package
	Actions    []string
	Schemes    []string
	MIMETypes  []string
	Screen     func() Screen
}

// Screen is what an activity shows. It holds the state of one activity instance. Build returns the tree for that state; it runs
// after anything changed and must be quick and free of side effects.
type Screen interface {
	Build(c *Ctx) *view.Node
}

// Backer is a Screen that wants the back key first: it reports whether it used it.
type Backer interface{ Back(c *Ctx) bool }

// Keyer is a Screen that wants keys no text field took: it reports whether it used the key.
type Keyer interface {
	Key(c *Ctx, code, meta int) bool
}

// Resumer is a Screen told each time its activity comes to the front.
type Resumer interface{ Resume(c *Ctx) }

// LightTopper is a Screen over the wallpaper that tells whether it is light where the bars are, so that they need dark ink.
type LightTopper interface{ LightTop(c *Ctx) bool }

// Homer is a home screen told that the home key was pressed.
type Homer interface{ Home(c *Ctx) }

// Overviewer is a home screen that also shows the recent tasks: told to open or close them.
type Overviewer interface{ Overview(c *Ctx, toggle bool) }

// Ctx is what a Screen may use of the world. It is valid only inside Build and handlers.
type Ctx struct {
	w *World
	a *activity
}
