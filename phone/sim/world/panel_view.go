package world

import (
	"image"

	"github.com/handset-agent/handset/phone/sim/view"
)

// Panel returns what a person in front of the phone sees: as Screen, but with secure windows, which no capture shows.
func (w *World) Panel() *image.RGBA {
	w.enter()
	defer w.leave()
	w.refresh()
	from, to, moving := w.screen.barFrom, w.screen.barTo, w.screen.moving
	var l view.List
	if w.power.awake {
		w.screen.bare = true
		w.draw(&l)
	} else {
		l.Fill(w.bounds(), view.RGB(0))
	}
	w.screen.bare, w.screen.barFrom, w.screen.barTo, w.screen.moving = false, from, to, moving || w.screen.moving
	return paint(l.Ops, w.panel.size())
}
