package world

import (
	"fmt"
	"image"
)

// WindowType is a window's type: the name after TYPE_ in WindowManager.LayoutParams.
type WindowType string

// The types of window in the world.
const (
	TypeBaseApplication   WindowType = "BASE_APPLICATION"   // 1
	TypeApplication       WindowType = "APPLICATION"        // 2, dialogs
	TypeStatusBar         WindowType = "STATUS_BAR"         // 2000
	TypeToast             WindowType = "TOAST"              // 2005
	TypeInputMethod       WindowType = "INPUT_METHOD"       // 2011
	TypeWallpaper         WindowType = "WALLPAPER"          // 2013
	TypeNavigationBar     WindowType = "NAVIGATION_BAR"     // 2019
	TypeVolumeOverlay     WindowType = "VOLUME_OVERLAY"     // 2020
	TypeNotificationShade WindowType = "NOTIFICATION_SHADE" // 2040
)

// Window flags (WindowManager.LayoutParams.FLAG_*).
const (
	FlagNotFocusable     = 0x00000008
	FlagNotTouchable     = 0x00000010
	FlagNotTouchModal    = 0x00000020
	FlagDimBehind        = 0x00000002
	FlagSecure           = 0x00002000
	FlagShowWallpaper    = 0x00100000
	FlagLayoutInScreen   = 0x00000100
	FlagLayoutNoLimits   = 0x00000200
	FlagWatchOutside     = 0x00040000
	FlagSplitTouch       = 0x00800000
	FlagHardwareAccel    = 0x01000000
	FlagDrawsBackgrounds = 0x80000000
)

// Window is one window as the window manager lists it.
type Window struct {
	Hash     string // hexadecimal
	Title    string // "pkg/full.Class", "StatusBar", "InputMethod" …
	Package  string // owner
	UID, PID int
	Type     WindowType
	Flags    uint32
	Frame    image.Rectangle
	Touch    image.Rectangle // touchable region
	Visible  bool
	Focused  bool
	Task     int    // of an app's window, else 0
	Activity string // ActivityRecord text of an app's window, else ""
	Session  string // hash of the session
	Token    string // hash of the window token
	Surface  bool
}

// String is "Window{hash u0 title}".
func (x Window) String() string { return fmt.Sprintf("Window{%s u0 %s}", x.Hash, x.Title) }

// Code is the numeric window type.
func (t WindowType) Code() int {
	switch t {
	case TypeBaseApplication:
		return 1
	case TypeApplication:
		return 2
	case TypeStatusBar:
		return 2000
	case TypeSystemAlert:
		return 2003
	case TypeToast:
		return 2005
	case TypeInputMethod:
		return 2011
	case TypeWallpaper:
		return 2013
	case TypeNavigationBar:
		return 2019
	case TypeVolumeOverlay:
		return 2020
	case TypeNotificationShade:
		return 2040
	}
	return 0
}

// Windows lists the windows, the topmost first, hidden ones too.
func (w *World) Windows() []Window {
	w.enter()
	defer w.leave()
	w.refresh()
	focus := w.focused()
	all := w.allWindows()
	out := make([]Window, 0, len(all))
	for i := len(all) - 1; i >= 0; i-- {
		out = append(out, w.exportWindow(all[i], focus))
	}
	return out
}

// FocusedWindow is the window that gets keys; false when none does (display off, or between two windows).
func (w *World) FocusedWindow() (Window, bool) {
	w.enter()
	defer w.leave()
	f := w.focused()
	if f == nil {
		return Window{}, false
	}
	w.refresh()
	return w.exportWindow(f, f), true
}

func (w *World) exportWindow(x, focus *window) Window {
	e := Window{
		Hash: x.hash, Title: x.title, Package: x.pkg, UID: 1000, Type: x.typ, Flags: x.flags, Frame: x.frame, Touch: x.touchable(),
		Visible: w.visible(x), Focused: x == focus, Session: x.session, Token: x.token,
	}
	if w.secure(x) {
		e.Flags |= FlagSecure
	}
	if p := w.pkgs[x.pkg]; p != nil {
		e.UID = p.UID
		if p.proc != nil {
			e.PID = p.proc.PID
		}
	}
	if a := x.act; a != nil {
		e.Task, e.Activity = a.task.id, w.export(a).String()
	}
	e.Surface = e.Visible
	return e
}
