package world

import (
	"image"
	"slices"

	"github.com/handset-agent/handset/phone/sim/view"
)

// splitState is two tasks side by side: one above the other on a display that is higher than wide, else left and right.
type splitState struct {
	first, second *task
	part          float64 // of the first
}

const (
	dividerDp    = 10.0
	leastPart    = 0.2 // a divider let go nearer to an edge ends the split
	snappedThird = 0.33
)

// Split shows two tasks at once, the first above or left. It reports false when a task is unknown, is the home screen, or both
// are the same. The second one gets the focus.
func (w *World) Split(first, second int) bool {
	w.enter()
	defer w.leave()
	a, b := w.taskByID(first), w.taskByID(second)
	if a == nil || b == nil || a == b || a.home || b.home {
		return false
	}
	w.splitTasks(a, b)
	return true
}

func (w *World) splitTasks(a, b *task) {
	w.hideIME()
	w.cancelTouches()
	w.ghosts = nil
	w.split = splitState{first: a, second: b, part: 0.5}
	w.tasks = slices.DeleteFunc(w.tasks, func(t *task) bool { return t == a || t == b })
	w.tasks = slices.Insert(w.tasks, 0, b, a)
	w.resumeTop()
	w.changed()
}

// EndSplit leaves the focused task alone on the display.
func (w *World) EndSplit() {
	w.enter()
	defer w.leave()
	w.endSplit()
}

func (w *World) endSplit() {
	if w.split.first == nil {
		return
	}
	w.split = splitState{}
	w.cancelTouches()
	w.resumeTop()
	w.changed()
}

// SplitTasks are the tasks that share the display; false when one has it alone.
func (w *World) SplitTasks() (first, second int, ok bool) {
	w.enter()
	defer w.leave()
	if !w.splitOn() {
		return 0, 0, false
	}
	return w.split.first.id, w.split.second.id, true
}

// splitOn reports whether two tasks share the display: both must live and one of them be in front.
func (w *World) splitOn() bool {
	s := &w.split
	if s.first == nil || len(w.tasks) < 2 {
		return false
	}
	if len(s.first.acts) == 0 || len(s.second.acts) == 0 || !slices.Contains(w.tasks, s.first) || !slices.Contains(w.tasks, s.second) {
		w.split = splitState{}
		return false
	}
	return w.tasks[0] == s.first || w.tasks[0] == s.second
}

// partner is the task beside t, nil when t has the display alone.
func (w *World) partner(t *task) *task {
	if !w.splitOn() {
		return nil
	}
	switch t {
	case w.split.first:
		return w.split.second
	case w.split.second:
		return w.split.first
	}
	return nil
}

// showing lists the activities that show, the lowest first: under a floating one also that below it, and with a split display
// those of the other task.
func (w *World) showing() []*activity {
	var out []*activity
	for i, t := range w.tasks {
		if len(t.acts) == 0 {
			continue
		}
		part := t.seen()
		if p := w.partner(t); p != nil && i == 0 {
			return append(p.seen(), part...)
		}
		out = append(slices.Clone(part), out...)
		if !part[0].def.Floating {
			break
		}
	}
	return out
}

// seen are the activities of the task that show when it does.
func (t *task) seen() []*activity {
	i := len(t.acts) - 1
	for i > 0 && t.acts[i].def.Floating {
		i--
	}
	return slices.Clone(t.acts[i:])
}

// area is the part of the display that the activity has.
func (w *World) area(a *activity) image.Rectangle {
	full := w.bounds()
	if a == nil || w.partner(a.task) == nil {
		return full
	}
	d := w.divider()
	switch first := a.task == w.split.first; {
	case full.Dx() > full.Dy() && first:
		full.Max.X = d.Min.X
	case full.Dx() > full.Dy():
		full.Min.X = d.Max.X
	case first:
		full.Max.Y = d.Min.Y
	default:
		full.Min.Y = d.Max.Y
	}
	return full
}

// divider is the bar between two tasks.
func (w *World) divider() image.Rectangle {
	full, half := w.bounds(), w.metrics().Px(dividerDp)/2
	if full.Dx() > full.Dy() {
		x := int(float64(full.Dx()) * w.split.part)
		return image.Rect(x-half, full.Min.Y, x+half, full.Max.Y)
	}
	y := int(float64(full.Dy()) * w.split.part)
	return image.Rect(full.Min.X, y-half, full.Max.X, y+half)
}

func (w *World) drawDivider(l *view.List) {
	if w.splitOn() && (!w.guard.showing || w.occluded()) {
		d := w.divider()
		l.Fill(d, view.RGB(0))
		m, c := w.metrics(), d.Min.Add(d.Size().Div(2))
		long, thin := m.Px(24), m.Px(2)
		if d.Dx() < d.Dy() {
			long, thin = thin, long
		}
		l.Fill(image.Rect(c.X-long, c.Y-thin, c.X+long, c.Y+thin), view.RGB(0xc4c7cf))
	}
}

// onDivider reports whether a finger at p takes hold of the divider.
func (w *World) onDivider(p image.Point) bool {
	return w.splitOn() && p.In(w.divider().Inset(-w.metrics().Px(8)))
}

// dragDivider moves the divider to p; done snaps it to a third or the half, or ends the split near an edge.
func (w *World) dragDivider(p image.Point, done bool) {
	full := w.bounds()
	part := float64(p.Y) / float64(full.Dy())
	if full.Dx() > full.Dy() {
		part = float64(p.X) / float64(full.Dx())
	}
	w.split.part = min(0.9, max(0.1, part))
	if done {
		switch {
		case part < leastPart:
			w.leaveSplit(w.split.second)
		case part > 1-leastPart:
			w.leaveSplit(w.split.first)
		case part < 0.42:
			w.split.part = snappedThird
		case part > 0.58:
			w.split.part = 1 - snappedThird
		default:
			w.split.part = 0.5
		}
	}
	w.changed()
}

// leaveSplit gives the display to t alone.
func (w *World) leaveSplit(t *task) {
	w.focusTask(t)
	w.endSplit()
}

// focusTask makes a task that already shows the focused one.
func (w *World) focusTask(t *task) {
	if len(w.tasks) > 0 && w.tasks[0] == t {
		return
	}
	w.hideIME()
	w.tasks = slices.DeleteFunc(w.tasks, func(x *task) bool { return x == t })
	w.tasks = slices.Insert(w.tasks, 0, t)
	w.resumeTop()
}
