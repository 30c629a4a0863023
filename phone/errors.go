package phone

import (
	"errors"
	"fmt"
	"image"
)

// Conditions that callers branch on with errors.Is.
var (
	// ErrStaleView: the display no longer stands as in the frame the gesture was aimed at; see StaleView.
	ErrStaleView = errors.New("the screen changed size since the picture was taken")
	// ErrInjectionRefused: the phone's maker refuses injected input until a developer switch is on.
	ErrInjectionRefused = errors.New("the phone refuses injected input")
	// ErrGone: the phone is no longer connected.
	ErrGone = errors.New("the phone is no longer connected")
	// ErrUnsupported: this phone has no such ability.
	ErrUnsupported = errors.New("not supported by this phone")
	// ErrNoSuchApp: no installed app fits.
	ErrNoSuchApp = errors.New("no such app")
	// ErrNotInFront: the app was started, but something else is in front.
	ErrNotInFront = errors.New("the app did not come to the front")
	// ErrClipboard: the phone does not take a text into its clipboard, or does not give it back.
	ErrClipboard = errors.New("the phone refuses the use of its clipboard")
	// ErrCutOff: the way to the phone broke in the middle, though the phone is still there. What was being done may have happened.
	ErrCutOff = errors.New("the way to the phone broke in the middle")
)

// OutOfBounds is a point outside the picture it was aimed at. A zero At with no fingers means an empty gesture.
type OutOfBounds struct{ At, On image.Point }

func (e *OutOfBounds) Error() string {
	return fmt.Sprintf("point (%d,%d) is outside the screen: x must be 0…%d and y 0…%d", e.At.X, e.At.Y, e.On.X-1, e.On.Y-1)
}

// Reason says why there is no picture.
type Reason string

// The reasons a screen cannot be shown.
const (
	Secure        Reason = "secure"         // the focused window forbids capture (FLAG_SECURE)
	ScreenOff     Reason = "screen_off"     // the display sleeps
	Locked        Reason = "locked"         // a keyguard hides the screen and the picture is black
	CaptureFailed Reason = "capture_failed" // see Cause
)

// NotAPicture is the answer when there is no honest picture to give.
type NotAPicture struct {
	Reason Reason
	Window string // the focused window, when known
	Cause  error
}

func (e *NotAPicture) Error() string {
	s := "no picture: "
	switch e.Reason {
	case Secure:
		s += "the app in front forbids screen capture"
	case ScreenOff:
		s += "the screen is off"
	case Locked:
		s += "the phone is locked"
	default:
		s += "capture failed"
	}
	if e.Window != "" {
		s += " (" + e.Window + ")"
	}
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

func (e *NotAPicture) Unwrap() error { return e.Cause }

// TreeReason says why a UI dump gave no tree.
type TreeReason string

// The ways uiautomator dump fails.
const (
	NoIdleState TreeReason = "no_idle_state" // the screen never stood still
	NullRoot    TreeReason = "null_root"     // screen off, keyguard, or in transition
	Killed      TreeReason = "killed"        // another UiAutomation client holds the connection
	NoXML       TreeReason = "no_xml"        // the answer held no hierarchy
)

// TreeError is a failed UI dump; it is never read as an empty screen.
type TreeError struct {
	Reason TreeReason
	Output string // what the phone printed, at most 500 bytes
}

func (e *TreeError) Error() string {
	switch e.Reason {
	case NoIdleState:
		return "the screen never stood still long enough for a UI dump"
	case NullRoot:
		return "the phone has no active window to dump (screen off, locked, or between two screens)"
	case Killed:
		return "the UI dump was killed (another UI automation client may hold the connection)"
	}
	return "the UI dump held no hierarchy: " + e.Output
}

// TextError is text that did not arrive as it was sent.
type TextError struct {
	Part string // the part that cannot be carried
	Why  string
}

func (e *TextError) Error() string { return fmt.Sprintf("cannot type %q: %s", e.Part, e.Why) }
