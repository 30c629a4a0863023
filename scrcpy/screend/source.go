package screend

import (
	"image"
	"time"
)

// Source is the phone behind the server. Its methods are called from several goroutines and must not block on the
// server.
type Source interface {
	Screen
	Input
	Clipboard
	System
}

// Screen is what can be seen.
type Screen interface {
	// Screen returns the newest picture of display 0 in its current orientation. The picture is never modified
	// afterwards; seq grows when it differs from the one before.
	Screen() (img *image.RGBA, seq uint64)
	// Watch returns a channel of capacity 1 that gets a signal when the picture, its size, the rotation, the power
	// or Secure may have changed. A signal that finds the channel full is dropped. stop ends the signals.
	Watch() (changed <-chan struct{}, stop func())
	// Displays lists the displays; the first is display 0.
	Displays() []Display
	// Awake reports whether the screen is on (interactive). While it is not, no frame is sent.
	Awake() bool
	// Secure reports whether a window that forbids capture is visible: the picture is then sent black.
	Secure() bool
}

// Display is one logical display.
type Display struct {
	ID       int
	Size     image.Point // pixels in the current orientation
	Rotation int         // quarter turns from the natural orientation, 0…3 (android.view.Surface.ROTATION_*)
}

// Input is what can be done. Positions are device pixels in the current orientation and may lie outside the screen.
type Input interface {
	Touch(Touch)
	Key(Key)
	// Type types one UTF-16 unit through the virtual keyboard's character map and reports false when the map
	// lacks it.
	Type(r rune) bool
	Scroll(Scroll)
}

// Action is what a pointer does (android.view.MotionEvent).
type Action int

// Actions of a pointer. A pointer's Up frees its slot; Cancel ends the whole gesture without freeing slots.
const (
	Down       Action = 0
	Up         Action = 1
	Move       Action = 2
	Cancel     Action = 3
	HoverMove  Action = 7
	HoverEnter Action = 9
	HoverExit  Action = 10
)

// Touch is one event of one pointer.
type Touch struct {
	Action   Action
	Slot     int  // 0…9, the lowest that was free when the pointer appeared
	Mouse    bool // a mouse; otherwise a finger
	At       image.Point
	Pressure float64 // 0…1
	Button   int     // the mouse button that changed (MotionEvent.BUTTON_*), 0 for a finger
	Buttons  int     // the mouse buttons held after the event, 0 for a finger
}

// Key is one key event of the virtual keyboard.
type Key struct {
	Code   int // android.view.KeyEvent.KEYCODE_*
	Meta   int // META_* bits
	Repeat int
	Down   bool
}

// Scroll is one turn of a wheel. Positive V moves the content down, positive H to the right; ±1 is one notch.
type Scroll struct {
	At      image.Point
	H, V    float64
	Buttons int
}

// Clipboard is the phone's text clipboard.
type Clipboard interface {
	// Clipboard returns the text; ok is false when the clipboard is empty or holds no text.
	Clipboard() (text string, ok bool)
	SetClipboard(text string)
	// WatchClipboard signals changes as Screen.Watch does.
	WatchClipboard() (changed <-chan struct{}, stop func())
}

// System is the rest of the phone.
type System interface {
	Info() Info
	ExpandNotifications()
	ExpandSettings()
	CollapsePanels()
	// Rotate toggles between portrait and landscape; the app in front may refuse.
	Rotate()
	// SetPanel powers the panels of the physical displays; the phone stays awake and its pictures go on.
	SetPanel(on bool)
	// Apps lists the enabled apps that have a launcher activity.
	Apps() []App
	// StartApp starts the launcher activity of pkg, after a force-stop when stop is set.
	StartApp(pkg string, stop bool) error
	OpenHardKeyboardSettings()
	// Uptime is the clock of the presentation times.
	Uptime() time.Duration
}

// Info names the phone (android.os.Build).
type Info struct {
	Manufacturer, Brand, Model string
	Release                    string // Android version, "14"
}

// App is one launchable app.
type App struct {
	Label, Package string
	System         bool
}

// Settings is optional: a Source that has it gets show_touches, stay_awake and screen_off_timeout applied and
// restored as the clean-up helper of the real server does.
type Settings interface {
	// Setting reads a value of the namespace "system", "secure" or "global"; "" when there is none.
	Setting(namespace, key string) string
	PutSetting(namespace, key, value string)
}
