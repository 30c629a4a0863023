package world

import (
	"image"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// TouchAction is what a finger does.
type TouchAction int

// What a finger does (the values are those of MotionEvent.ACTION_*).
const (
	TouchDown   TouchAction = 0
	TouchUp     TouchAction = 1
	TouchMove   TouchAction = 2
	TouchCancel TouchAction = 3
)

var touchWords = map[TouchAction]string{TouchDown: "down", TouchUp: "up", TouchMove: "move", TouchCancel: "cancel"}

// inputState is the fingers and keys that are down.
type inputState struct {
	fingers map[int]*window // the window each finger came down on; nil for one that came down on nothing
	lifted  uint64          // fingers that went up
	edge    edgeState
	divider bool // the finger holds the bar between two tasks
	held    map[int]time.Time
}

// Touch feeds one step of the finger id (any small number; the same from down to up) at p in display pixels of the current
// orientation. Touches outside the display or while it is off are dropped, as are moves of a finger that is not down.
func (w *World) Touch(id int, a TouchAction, p image.Point, pressure float64) {
	w.enter()
	defer w.leave()
	w.note(Event{Kind: "touch", Action: touchWords[a], Finger: id, X: p.X, Y: p.Y, Human: w.journal.human})
	if !w.power.awake {
		return
	}
	w.userActivity()
	if w.input.fingers == nil {
		w.input.fingers = map[int]*window{}
	}
	x, down := w.input.fingers[id]
	switch {
	case a == TouchDown && down:
		w.cancelTouches() // a lost up
		fallthrough
	case a == TouchDown:
		w.fingerDown(id, p)
		return
	case !down:
		return
	}
	if a == TouchUp || a == TouchCancel {
		delete(w.input.fingers, id)
		w.input.lifted++
	} else {
		w.turnUnder()
	}
	if w.input.divider {
		w.input.divider = a == TouchMove
		w.dragDivider(p, a != TouchMove)
		return
	}
	if w.edgeTouch(id, a, p) || x == nil {
		return
	}
	w.refresh()
	w.feed(x, id, phases[a], p)
}

// Lifted is how many fingers have come down and gone up again since the world began.
func (w *World) Lifted() uint64 {
	w.enter()
	defer w.leave()
	return w.input.lifted
}

var phases = map[TouchAction]view.TouchPhase{TouchDown: view.Down, TouchMove: view.Move, TouchUp: view.Up, TouchCancel: view.Cancel}

func (w *World) fingerDown(id int, p image.Point) {
	if !p.In(w.bounds()) {
		return
	}
	w.shiftTarget()
	w.faults.turning = false
	w.refresh()
	if len(w.input.fingers) == 0 && w.onDivider(p) && !w.shade.open() && !w.guard.showing {
		w.input.divider = true
		w.input.fingers[id] = nil
		return
	}
	x := w.windowAt(p)
	w.input.fingers[id] = x
	w.edgeDown(id, p)
	if x != w.windows.ime {
		w.endCompose()
	}
	if x != nil && x.act != nil && w.splitOn() {
		w.focusTask(x.act.task)
		w.refresh()
	}
	if x == nil {
		return
	}
	w.feed(x, id, view.Down, p)
}

// feed passes a touch to a window and notes what it changed.
func (w *World) feed(x *window, id int, ph view.TouchPhase, p image.Point) {
	x.surface.Touch(id, ph, p, w.t)
	if x.surface.Changed {
		x.surface.Changed = false
		w.changed()
	}
}

// windowAt is the topmost window that takes a touch at p. A touch beside a dialog or a panel closes it.
func (w *World) windowAt(p image.Point) *window {
	if f := w.focused(); f != nil && f.dim && !p.In(f.frame) && !p.In(w.keyboardFrame()) && !w.onBar(p) {
		if d := f.dialog; d != nil && !d.Modal {
			d.cancel()
			w.changed()
		}
		return nil
	}
	all := w.allWindows()
	for i := len(all) - 1; i >= 0; i-- {
		x := all[i]
		if x == w.windows.shade && !w.shade.open() && !w.guard.showing {
			continue // on its way up it lets touches through
		}
		if w.visible(x) && p.In(x.touchable()) {
			return x
		}
	}
	return nil
}

func (w *World) onBar(p image.Point) bool {
	return p.In(w.windows.nav.frame) || p.In(w.windows.status.frame)
}

// cancelTouches ends all gestures without their effect.
func (w *World) cancelTouches() {
	for id, x := range w.input.fingers {
		if x != nil {
			x.surface.CancelTouch()
		}
		w.input.fingers[id] = nil
	}
	w.input.edge, w.input.divider = edgeState{}, false
}

func (w *World) cancelTouchesOn(x *window) {
	for id, y := range w.input.fingers {
		if x == y {
			x.surface.CancelTouch()
			w.input.fingers[id] = nil
		}
	}
}

// Scroll turns a mouse wheel at p by h and v notches: positive v scrolls towards the top, positive h towards the right.
func (w *World) Scroll(p image.Point, h, v float64) {
	w.enter()
	defer w.leave()
	w.note(Event{Kind: "scroll", X: p.X, Y: p.Y, H: h, V: v})
	if !w.power.awake || !p.In(w.bounds()) {
		return
	}
	w.userActivity()
	w.refresh()
	x := w.windowAt(p)
	if x == nil {
		return
	}
	notch := float64(w.metrics().Px(64))
	if x.surface.ScrollBy(p, int(h*notch), int(-v*notch)) {
		w.changed()
	}
}

// edgeState is a swipe from a side edge, the back gesture of phones without buttons.
type edgeState struct {
	id    int
	on    bool
	taken bool // it is a back gesture now
	left  bool
	start image.Point
}

const (
	edgeDp     = 24.0
	edgeBackDp = 40.0
)

func (w *World) edgeDown(id int, p image.Point) {
	if w.buttons() || len(w.input.fingers) > 1 || w.guard.showing {
		w.input.edge = edgeState{}
		return
	}
	m := w.metrics()
	left, right := p.X < m.Px(edgeDp), p.X >= w.bounds().Max.X-m.Px(edgeDp)
	w.input.edge = edgeState{id: id, on: left || right, left: left, start: p}
}

// edgeTouch follows a back gesture and reports whether it took the touch away from the window.
func (w *World) edgeTouch(id int, a TouchAction, p image.Point) bool {
	e := &w.input.edge
	if !e.on || e.id != id {
		return false
	}
	d := p.Sub(e.start)
	inward := d.X
	if !e.left {
		inward = -inward
	}
	m := w.metrics()
	if !e.taken && a == TouchMove && inward > m.Px(12) && inward > abs(d.Y) {
		e.taken = true
		if x := w.input.fingers[id]; x != nil {
			x.surface.CancelTouch()
			w.input.fingers[id] = nil
			w.changed()
		}
	}
	if !e.taken {
		if a == TouchMove && abs(d.Y) > m.Px(12) {
			e.on = false
		}
		return false
	}
	if a == TouchUp && inward > m.Px(edgeBackDp) {
		w.back()
	}
	if a == TouchUp || a == TouchCancel {
		*e = edgeState{}
	}
	return true
}

func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}
