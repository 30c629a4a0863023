package world

import (
	"fmt"
	"image"
	"slices"
	"time"
)

// ActivityState is an activity's place in its life.
type ActivityState string

// The states of an activity.
const (
	Resumed ActivityState = "RESUMED"
	Paused  ActivityState = "PAUSED"
	Stopped ActivityState = "STOPPED"
)

// Activity is one activity instance in a task.
type Activity struct {
	Hash      string // of the ActivityRecord, hexadecimal
	Component Component
	Task      int
	Label     string
	State     ActivityState
	PID       int
	UID       int
	Process   string // process name
	ProcHash  string // of the ProcessRecord
	Intent    Intent
	Window    string // hash of its window
}

// String is "ActivityRecord{hash u0 pkg/.Class t42}".
func (a Activity) String() string {
	return fmt.Sprintf("ActivityRecord{%s u0 %s t%d}", a.Hash, a.Component.Short(), a.Task)
}

// Task is a stack of activities.
type Task struct {
	ID         int
	Hash       string
	Home       bool   // type=home, else type=standard
	Affinity   string // package
	UID        int
	Visible    bool
	Bounds     image.Rectangle
	LastActive time.Time
	Activities []Activity // top first
}

// activity is an activity instance.
type activity struct {
	hash    string
	comp    Component
	def     *ActivityDef
	pkg     *pkg
	task    *task
	intent  Intent
	screen  Screen
	win     *window
	dialogs []*dialog
	state   ActivityState
}

type task struct {
	id       int
	hash     string
	home     bool
	affinity string
	over     bool        // the system started it over what was in front, which comes back when it ends
	acts     []*activity // the root first
	used     time.Time
}

func (t *task) top() *activity {
	if len(t.acts) == 0 {
		return nil
	}
	return t.acts[len(t.acts)-1]
}

func (w *World) export(a *activity) Activity {
	out := Activity{
		Hash: a.hash, Component: a.comp, Task: a.task.id, Label: a.def.Label, State: a.state, UID: a.pkg.UID, Process: a.pkg.Name,
		Intent: a.intent, Window: a.win.hash,
	}
	if out.Label == "" {
		out.Label = a.pkg.Label
	}
	if p := a.pkg.proc; p != nil {
		out.PID, out.ProcHash = p.PID, p.Hash
	}
	return out
}

// Tasks lists the tasks, the front one first.
func (w *World) Tasks() []Task {
	w.enter()
	defer w.leave()
	out := make([]Task, 0, len(w.tasks))
	for i, t := range w.tasks {
		e := Task{ID: t.id, Hash: t.hash, Home: t.home, Affinity: t.affinity, Bounds: w.area(t.top()), Visible: (i == 0 || w.partner(t) == w.tasks[0]) && w.power.awake, LastActive: t.used}
		for k := len(t.acts) - 1; k >= 0; k-- {
			e.Activities = append(e.Activities, w.export(t.acts[k]))
		}
		if a := t.top(); a != nil {
			e.UID = a.pkg.UID
		}
		out = append(out, e)
	}
	return out
}

// front is the activity on top, nil when there is none.
func (w *World) front() *activity {
	for _, t := range w.tasks {
		if a := t.top(); a != nil {
			return a
		}
	}
	return nil
}

// Resumed is the activity in front; false while the display is off or locked.
func (w *World) Resumed() (Activity, bool) {
	w.enter()
	defer w.leave()
	if a := w.front(); a != nil && a.state == Resumed {
		return w.export(a), true
	}
	return Activity{}, false
}

// FocusedApp is the activity that has or would have the focus, even under the notification shade or with the display off.
func (w *World) FocusedApp() (Activity, bool) {
	w.enter()
	defer w.leave()
	if a := w.front(); a != nil {
		return w.export(a), true
	}
	return Activity{}, false
}

// MoveToFront brings a task to the front. It reports false for an unknown task.
func (w *World) MoveToFront(task int) bool {
	w.enter()
	defer w.leave()
	t := w.taskByID(task)
	if t == nil {
		return false
	}
	w.toFront(t)
	return true
}

// RemoveTask removes a task, as swiping it away in the overview does. It reports false for an unknown task.
func (w *World) RemoveTask(task int) bool {
	w.enter()
	defer w.leave()
	t := w.taskByID(task)
	if t == nil || t.home {
		return false
	}
	w.dropTask(t)
	w.resumeTop()
	return true
}

func (w *World) taskByID(id int) *task {
	for _, t := range w.tasks {
		if t.id == id {
			return t
		}
	}
	return nil
}

func (w *World) dropTask(t *task) {
	for _, a := range t.acts {
		w.cancelTouchesOn(a.win)
	}
	w.tasks = slices.DeleteFunc(w.tasks, func(x *task) bool { return x == t })
	w.changed()
}

// toFront makes t the front task.
func (w *World) toFront(t *task) {
	if len(w.tasks) > 0 && w.tasks[0] == t {
		w.resumeTop()
		return
	}
	var last int
	if len(w.tasks) > 0 {
		last = w.tasks[0].id
	}
	w.leaveFront(t.home)
	w.tasks = slices.DeleteFunc(w.tasks, func(x *task) bool { return x == t })
	w.tasks = slices.Insert(w.tasks, 0, t)
	w.event(30044, "wm_focused_root_task", fmt.Sprintf("[0,0,%d,%d,moveTaskToFront]", t.id, last))
	w.resumeTop()
}

// leaveFront starts the animation that takes the front activity away, before another one comes.
func (w *World) leaveFront(down bool) {
	a := w.front()
	if a == nil {
		return
	}
	kind := ghostUnder
	if down {
		kind = ghostAway
	}
	w.addGhost(a.win, kind)
	w.hideIME()
	w.cancelTouches()
}

// pauseTop pauses what is in front, because the display went off or the phone was locked.
func (w *World) pauseTop() {
	if a := w.front(); a != nil && a.state == Resumed {
		a.state = Paused
		w.event(30021, "wm_on_paused_called", fmt.Sprintf("[%s,%s,performPause]", hashNumber(a.hash), a.comp.Full()))
	}
}

// resumeTop makes the top activity of the front task the resumed one and stops all others.
func (w *World) resumeTop() {
	w.tasks = slices.DeleteFunc(w.tasks, func(t *task) bool { return len(t.acts) == 0 })
	if len(w.tasks) == 0 && w.home == nil {
		w.changed()
		return
	}
	if len(w.tasks) == 0 {
		w.goHome()
		return
	}
	top := w.front()
	shown := w.showing()
	for _, t := range w.tasks {
		for _, a := range t.acts {
			if a != top {
				a.state = w.idleState(a, shown)
			}
		}
	}
	w.changed()
	if top.state == Resumed || !w.power.awake || w.guard.showing && !w.occluded() {
		if top.state == Stopped {
			top.state = Paused
		}
		return
	}
	w.spawn(top.pkg, "pre-top-activity {"+top.comp.Short()+"}")
	top.state = Resumed
	top.task.used = w.wall()
	w.event(30043, "wm_set_resumed_activity", fmt.Sprintf("[0,%s,resumeTopActivity - onActivityStateChanged]", top.comp.Short()))
	w.event(30007, "wm_resume_activity", fmt.Sprintf("[0,%s,%d,%s]", hashNumber(top.hash), top.task.id, top.comp.Short()))
	w.event(30022, "wm_on_resume_called", fmt.Sprintf("[%s,%s,RESUME_ACTIVITY]", hashNumber(top.hash), top.comp.Full()))
	if r, ok := top.screen.(Resumer); ok {
		r.Resume(&Ctx{w, top})
	}
}

// idleState is the state of an activity that is not the focused one: paused where it still shows, resumed in the other half of a
// split display since Android 10.
func (w *World) idleState(a *activity, shown []*activity) ActivityState {
	switch {
	case !slices.Contains(shown, a):
		return Stopped
	case w.partner(a.task) != nil && a == a.task.top() && a.task != w.tasks[0] && w.prof.SDK >= 29:
		return Resumed
	}
	return Paused
}

// hashNumber is a hash as the event log prints it, in decimal.
func hashNumber(h string) string {
	var n uint64
	fmt.Sscanf(h, "%x", &n)
	return fmt.Sprint(n)
}

// finish removes an activity and shows what was under it.
func (w *World) finish(a *activity) {
	t := a.task
	i := slices.Index(t.acts, a)
	if i < 0 {
		return
	}
	if a == w.front() {
		w.addGhost(a.win, ghostAway)
		w.hideIME()
		w.cancelTouches()
	}
	t.acts = slices.Delete(t.acts, i, i+1)
	if len(t.acts) == 0 && len(w.tasks) > 0 && w.tasks[0] == t {
		w.dropTask(t)
		if !t.over {
			w.goHomeQuietly()
			return
		}
	}
	w.resumeTop()
}

// goHome brings the home screen to the front, starting it when it is not there.
func (w *World) goHome() {
	if w.home != nil && slices.Contains(w.tasks, w.home) && len(w.home.acts) > 0 {
		w.toFront(w.home)
		return
	}
	for _, p := range w.pkgs {
		for i := range p.def.Activities {
			if d := &p.def.Activities[i]; d.Home && p.usable() {
				w.leaveFront(true)
				w.spawn(p, "home-activity {"+p.def.component(d).Short()+"}")
				in := Intent{Action: ActionMain, Categories: []string{CategoryHome}, Flags: FlagNewTask, Component: p.def.component(d)}
				t := &task{id: w.newTaskID(), hash: w.hash(), home: true, affinity: p.Name}
				w.home = t
				w.tasks = slices.Insert(w.tasks, 0, t)
				w.push(t, p, d, in)
				w.resumeTop()
				return
			}
		}
	}
}

// goHomeQuietly shows the home screen after the last task in front ended.
func (w *World) goHomeQuietly() {
	if w.home != nil && len(w.home.acts) > 0 {
		w.tasks = slices.DeleteFunc(w.tasks, func(x *task) bool { return x == w.home })
		w.tasks = slices.Insert(w.tasks, 0, w.home)
	}
	w.resumeTop()
}

func (w *World) newTaskID() int {
	id := w.nextTask
	w.nextTask++
	return id
}

// push creates an activity on top of a task.
func (w *World) push(t *task, p *pkg, d *ActivityDef, in Intent) *activity {
	a := &activity{hash: w.hash(), comp: p.def.component(d), def: d, pkg: p, task: t, intent: in, screen: d.Screen(), state: Stopped}
	a.win = w.activityWindow(a)
	t.acts = append(t.acts, a)
	w.changed()
	return a
}
