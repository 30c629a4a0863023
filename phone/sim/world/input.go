package world

import "image"

// TouchAction is what a finger does.
type TouchAction int

// What a finger does (the values are those of MotionEvent.ACTION_*).
const (
	TouchDown   TouchAction = 0
	TouchUp     TouchAction = 1
	TouchMove   TouchAction = 2
	TouchCancel TouchAction = 3
)

// Touch feeds one step of the finger id (any small number; the same from down to up) at p in display pixels of the current
// orientation. Touches outside the display or while it is off are dropped, as are moves of a finger that is not down.
func (w *World) Touch(id int, a TouchAction, p image.Point, pressure float64) {}

// Key feeds a key going down or up: an Android KEYCODE_* and META_* bits. Unknown codes do nothing.
func (w *World) Key(code, meta int, down bool) {}

// Type types r as the virtual keyboard's key map does: ASCII, line break and tab, and Latin letters with accents by
// decomposition. It reports false, and does nothing, for what the key map does not have.
func (w *World) Type(r rune) bool { return CanType(r) }

// CanType reports whether the virtual keyboard's key map has r.
func CanType(r rune) bool { return r < 0x7f }

// Scroll turns a mouse wheel at p by h and v notches: positive v scrolls towards the top, positive h towards the right.
func (w *World) Scroll(p image.Point, h, v float64) {}
