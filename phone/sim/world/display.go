package world

import (
	"image"
	"strconv"
)

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

const uniqueDisplayID = "local:4619827259835644672"

// panelState is the display's geometry.
type panelState struct {
	natural image.Point // of the panel
	density int
	forced  image.Point
	forceD  int
	rot     int
	posture int    // what the sensor reports
	state   string // of a foldable: "CLOSED", "HALF_OPENED", "OPENED"
	unique  string // identity of the panel that is lit
}

func (p panelState) dpi() int {
	if p.forceD > 0 {
		return p.forceD
	}
	return p.density
}

// upright is the size in the natural orientation.
func (p panelState) upright() image.Point {
	if p.forced != (image.Point{}) {
		return p.forced
	}
	return p.natural
}

func (p panelState) size() image.Point {
	s := p.upright()
	if p.rot%2 == 1 {
		s.X, s.Y = s.Y, s.X
	}
	return s
}

// Display tells how the built-in display stands.
func (w *World) Display() DisplayState {
	w.enter()
	defer w.leave()
	return DisplayState{
		Size: w.panel.size(), Natural: w.panel.upright(), Physical: w.panel.natural, Rotation: w.panel.rot, Density: w.panel.dpi(),
		PhysicalDensity: w.panel.density, On: w.power.awake, Panel: w.power.panel, Secure: w.power.awake && w.secureShown(),
		StatusBar: w.statusHeight(), NavBar: w.navHeight(), UniqueID: w.panel.unique,
	}
}

// SetForcedSize overrides the display size (natural orientation), as `wm size` does; the zero point takes the panel's again.
func (w *World) SetForcedSize(p image.Point) {
	w.enter()
	defer w.leave()
	if p == w.panel.natural {
		p = image.Point{}
	}
	w.panel.forced = p
	w.resized()
}

// SetForcedDensity overrides the density, as `wm density` does; zero takes the panel's again.
func (w *World) SetForcedDensity(dpi int) {
	w.enter()
	defer w.leave()
	w.forceDensity(dpi)
}

func (w *World) forceDensity(dpi int) {
	if dpi == w.panel.density {
		dpi = 0
	}
	w.panel.forceD = dpi
	w.resized()
}

// resized ends gestures and animations that were aimed at the old geometry.
func (w *World) resized() {
	w.cancelTouches()
	w.ghosts = nil
	w.changed()
}

// Rotation is the display's rotation, 0…3.
func (w *World) Rotation() int {
	w.enter()
	defer w.leave()
	return w.panel.rot
}

// FreezeRotation turns automatic rotation off and locks the display to rot (0…3; -1 keeps the present one).
func (w *World) FreezeRotation(rot int) {
	w.enter()
	defer w.leave()
	if rot < 0 || rot > 3 {
		rot = w.panel.rot
	}
	w.put("system", "user_rotation", strconv.Itoa(rot))
	w.put("system", "accelerometer_rotation", "0")
}

// ThawRotation turns automatic rotation on: the display follows the phone's posture.
func (w *World) ThawRotation() {
	w.enter()
	defer w.leave()
	w.put("system", "accelerometer_rotation", "1")
}

// SetPosture turns the phone itself: rot is the rotation its sensor reports. The display follows when automatic rotation is on.
func (w *World) SetPosture(rot int) {
	w.enter()
	defer w.leave()
	w.panel.posture = rot & 3
	w.updateRotation()
}

// Rotate does what the rotation button of scrcpy does: between portrait and landscape, keeping automatic rotation as it was.
func (w *World) Rotate() {
	w.enter()
	defer w.leave()
	to := 1
	if w.panel.rot%2 == 1 {
		to = 0
	}
	if w.isOn("system", "accelerometer_rotation") {
		w.panel.posture = to
		w.updateRotation()
		return
	}
	w.put("system", "user_rotation", strconv.Itoa(to))
}

func (w *World) updateRotation() {
	rot := w.getInt("system", "user_rotation", 0) & 3
	if w.isOn("system", "accelerometer_rotation") {
		rot = w.panel.posture
	}
	if rot == w.panel.rot {
		return
	}
	w.panel.rot = rot
	w.log('I', "system", "WindowManager", "Display rotation is now "+strconv.Itoa(rot))
	w.resized()
}

// Night reports whether the dark theme is on; the mode is "no", "yes" or "auto".
func (w *World) Night() (on bool, mode string) {
	w.enter()
	defer w.leave()
	return w.night(), w.nightMode()
}

// SetNight sets the dark theme: "no", "yes" or "auto" (dark from 20:00 to 7:00).
func (w *World) SetNight(mode string) {
	w.enter()
	defer w.leave()
	for value, m := range nightModes {
		if m == mode {
			w.put("secure", "ui_night_mode", value)
		}
	}
}

// nightModes are the values of secure ui_night_mode.
var nightModes = map[string]string{"0": "auto", "1": "no", "2": "yes"}

func (w *World) nightMode() string {
	if m, ok := nightModes[w.get("secure", "ui_night_mode", "1")]; ok {
		return m
	}
	return "no"
}

func (w *World) night() bool {
	switch w.nightMode() {
	case "yes":
		return true
	case "auto":
		h := w.wall().Hour()
		return h >= 20 || h < 7
	}
	return false
}
