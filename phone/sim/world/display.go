package world

import "image"

// DisplayState is how the built-in display stands.
type DisplayState struct {
	Size            image.Point // pixels in the current orientation
	Natural         image.Point // pixels in the natural orientation, with a forced size applied
	Physical        image.Point // pixels of the panel in its natural orientation
	Rotation        int         // quarter turns counter-clockwise, 0…3 (Surface.ROTATION_*)
	Density         int         // in force
	PhysicalDensity int         // of the panel
	On              bool        // awake and showing a picture
	Panel           bool        // false while only the panel is dark (scrcpy's display power off): On stays true
	Secure          bool        // a visible window forbids capture; it is black in Screen's picture
	StatusBar       int         // height in pixels
	NavBar          int         // height in pixels of the navigation bar at the bottom
	UniqueID        string      // "local:4619827259835644672"
}

// Display tells how the built-in display stands.
func (w *World) Display() DisplayState { return DisplayState{} }

// SetForcedSize overrides the display size (natural orientation), as `wm size` does; the zero point takes the panel's again.
func (w *World) SetForcedSize(p image.Point) {}

// SetForcedDensity overrides the density, as `wm density` does; zero takes the panel's again.
func (w *World) SetForcedDensity(dpi int) {}

// Screen returns what a capture of the display sees now and the number of the picture. The image has the display's current
// size, its origin at (0,0), opaque pixels, and is never changed afterwards. The number grows only when a pixel differs or the
// size does. Secure windows are black in it; while the display is off all of it is black.
func (w *World) Screen() (*image.RGBA, uint64) { return image.NewRGBA(image.Rect(0, 0, 1, 1)), 0 }

// Watch tells of changes: a value arrives when the picture, size, rotation or power state may differ from what Screen last
// returned. The channel holds one value, so a slow watcher misses nothing but repetition. stop must be called when done.
func (w *World) Watch() (changed <-chan struct{}, stop func()) { return make(chan struct{}), func() {} }

// Rotation is the display's rotation, 0…3.
func (w *World) Rotation() int { return 0 }

// FreezeRotation turns automatic rotation off and locks the display to rot (0…3; -1 keeps the present one).
func (w *World) FreezeRotation(rot int) {}

// ThawRotation turns automatic rotation on: the display follows the phone's posture.
func (w *World) ThawRotation() {}

// SetPosture turns the phone itself: rot is the rotation its sensor reports. The display follows when automatic rotation is on.
func (w *World) SetPosture(rot int) {}

// Rotate does what the rotation button of scrcpy does: one turn on, keeping automatic rotation as it was.
func (w *World) Rotate() {}

// Night reports whether the dark theme is on; the mode is "no", "yes" or "auto".
func (w *World) Night() (on bool, mode string) { return false, "no" }

// SetNight sets the dark theme: "no", "yes" or "auto" (dark from 20:00 to 7:00).
func (w *World) SetNight(mode string) {}
