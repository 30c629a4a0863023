package world

import (
	"fmt"
	"slices"
	"strings"
)

// Resolve returns the activities that answer an implicit intent, best first; an explicit one gives its own.
func (w *World) Resolve(i Intent) []ActivityInfo {
	w.enter()
	defer w.leave()
	return w.resolve(i)
}

func (w *World) resolve(i Intent) []ActivityInfo {
	var out []ActivityInfo
	for _, p := range w.pkgs {
		if !p.usable() || i.Package != "" && i.Package != p.Name {
			continue
		}
		for _, a := range p.Activities {
			if i.Component != (Component{}) {
				if a.Component == i.Component {
					out = append(out, a)
				}
				continue
			}
			if a.answers(i) {
				out = append(out, a)
			}
		}
	}
	slices.SortFunc(out, func(a, b ActivityInfo) int { return strings.Compare(a.Component.Full(), b.Component.Full()) })
	return out
}

// answers reports whether the activity's filters match an implicit intent.
func (a ActivityInfo) answers(i Intent) bool {
	for _, c := range i.Categories {
		switch c {
		case CategoryLauncher:
			if !a.Launcher {
				return false
			}
		case CategoryHome:
			if !a.Home {
				return false
			}
		case CategoryDefault, "android.intent.category.BROWSABLE":
		default:
			return false
		}
	}
	if i.Data != "" {
		scheme, _, _ := strings.Cut(i.Data, ":")
		return (i.Action == ActionView || i.Action == "" || slices.Contains(a.Actions, i.Action)) && slices.Contains(a.Schemes, scheme)
	}
	if i.Action == ActionMain {
		return (a.Launcher || a.Home) && (len(i.Categories) > 0 || i.Package != "")
	}
	if i.Type != "" && !slices.ContainsFunc(a.MIMETypes, func(m string) bool { return mimeFits(m, i.Type) }) {
		return false
	}
	return i.Action != "" && slices.Contains(a.Actions, i.Action)
}

func mimeFits(filter, typ string) bool {
	return filter == typ || filter == "*/*" || strings.HasSuffix(filter, "/*") && strings.HasPrefix(typ, strings.TrimSuffix(filter, "*"))
}

// Start starts an activity on behalf of the shell. A refusal is a *StartError.
func (w *World) Start(i Intent) (StartResult, error) {
	w.enter()
	defer w.leave()
	i.Flags |= FlagNewTask
	w.note(Event{Kind: "intent", Text: i.fields(), Package: i.Component.Package})
	r, err := w.start(i, nil)
	if err == nil && w.power.awake {
		w.userActivity()
	}
	return r, err
}

// start starts an activity; from is the activity that asks, nil for the shell.
func (w *World) start(i Intent, from *activity) (StartResult, error) {
	found := w.resolve(i)
	if len(found) == 0 {
		reason := Unresolved
		if i.Component != (Component{}) {
			reason = NoSuchActivity
		}
		return StartResult{Intent: i}, &StartError{Reason: reason, Intent: i}
	}
	info := found[0]
	p := w.pkgs[info.Component.Package]
	if from == nil && !info.Exported {
		return StartResult{Intent: i}, &StartError{Reason: NotExported, Intent: i, UID: p.UID}
	}
	i.Component = info.Component
	d := p.def.activity(info.Component)
	if i.Stop && from == nil {
		w.forceStop(p.Name, "from pid 0")
	}
	uid, pid := 2000, 0
	if from != nil {
		uid = from.pkg.UID
		if from.pkg.proc != nil {
			pid = from.pkg.proc.PID
		}
	}
	w.log('I', "system", "ActivityTaskManager", fmt.Sprintf("START u0 {%s} with LAUNCH_MULTIPLE from uid %d pid %d (rr) result code=0", strings.TrimSpace(i.fields()), uid, pid))
	if d.Home {
		w.shade.close()
		cold := w.home == nil
		w.goHome()
		return w.started(i, info, launchKind(cold, false), StartSuccess), nil
	}
	return w.launch(i, info, p, d, from)
}

func launchKind(cold, warm bool) string {
	switch {
	case cold:
		return "COLD"
	case warm:
		return "WARM"
	}
	return "HOT"
}

// launch finds or makes the task and the instance.
func (w *World) launch(i Intent, info ActivityInfo, p *pkg, d *ActivityDef, from *activity) (StartResult, error) {
	front := w.front()
	t := w.taskFor(i, p, d, from)
	if t != nil && i.Flags&FlagClearTask != 0 {
		w.dropTask(t)
		t = nil
	}
	if t != nil {
		top := t.top()
		same := top.comp == info.Component
		root := t.acts[0].comp == info.Component
		switch {
		case same && front == top && (i.Flags&(FlagNewTask|FlagSingleTop) != 0 || d.SingleTask):
			top.intent = i
			w.shade.close()
			w.resumeTop()
			return w.started(i, info, "HOT", StartDeliveredToTop), nil
		case i.Flags&FlagNewTask != 0 && (root || same) && i.Flags&FlagClearTop == 0:
			w.shade.close()
			w.toFront(t)
			return w.started(i, info, "HOT", StartTaskToFront), nil
		case i.Flags&FlagClearTop != 0 || d.SingleTask:
			if k := slices.IndexFunc(t.acts, func(a *activity) bool { return a.comp == info.Component }); k >= 0 {
				t.acts = t.acts[:k+1]
				t.acts[k].intent = i
				w.toFront(t)
				w.resumeTop()
				return w.started(i, info, "HOT", StartTaskToFront), nil
			}
		}
	}
	cold := w.spawn(p, "pre-top-activity {"+info.Component.Short()+"}")
	if front != nil {
		w.addGhost(front.win, ghostUnder)
		w.hideIME()
		w.cancelTouches()
	}
	if t == nil {
		t = &task{id: w.newTaskID(), hash: w.hash(), affinity: d.affinity(p), over: from != nil && from.task == nil}
		w.event(30004, "wm_create_task", fmt.Sprintf("[0,%d]", t.id))
	}
	w.tasks = slices.DeleteFunc(w.tasks, func(x *task) bool { return x == t })
	w.tasks = slices.Insert(w.tasks, 0, t)
	a := w.push(t, p, d, i)
	a.win.entered = w.t
	w.event(30005, "wm_create_activity", fmt.Sprintf("[0,%s,%d,%s,%s,NULL,NULL,%d]", hashNumber(a.hash), t.id, info.Component.Short(), orNull(i.Action), i.Flags))
	w.shade.close()
	w.resumeTop()
	return w.started(i, info, launchKind(cold, true), StartSuccess), nil
}

func orNull(s string) string {
	if s == "" {
		return "NULL"
	}
	return s
}

// taskFor is the existing task the activity goes to, nil for a new one.
func (w *World) taskFor(i Intent, p *pkg, d *ActivityDef, from *activity) *task {
	if from != nil && i.Flags&FlagNewTask == 0 && !d.SingleTask {
		return from.task
	}
	if i.Flags&FlagMultipleTask != 0 {
		return nil
	}
	for _, t := range w.tasks {
		if !t.home && t.affinity == d.affinity(p) && len(t.acts) > 0 {
			return t
		}
	}
	return nil
}

// affinity names the task the activity belongs to.
func (d *ActivityDef) affinity(p *pkg) string {
	if d.Affinity != "" {
		return d.Affinity
	}
	return p.Name
}

// started words the result with times that a phone would need.
func (w *World) started(i Intent, info ActivityInfo, kind string, code StartCode) StartResult {
	r := StartResult{Code: code, Launch: kind, Activity: info.Component, Intent: i}
	switch kind {
	case "COLD":
		r.TotalMS = 320 + w.rng.IntN(240)
	case "WARM":
		r.TotalMS = 90 + w.rng.IntN(80)
	default:
		r.TotalMS = 20 + w.rng.IntN(30)
	}
	r.TotalMS = int(float64(r.TotalMS) * max(1, w.prof.Quirks.SlowStart))
	r.WaitMS = r.TotalMS + 2 + w.rng.IntN(6)
	if code == StartDeliveredToTop {
		r.TotalMS = 0
	}
	if kind != "HOT" {
		w.log('I', "system", "ActivityTaskManager", fmt.Sprintf("Displayed %s for user 0: +%dms", info.Component.Short(), r.TotalMS))
	}
	return r
}

func (d *AppDef) activity(c Component) *ActivityDef {
	for i := range d.Activities {
		if d.component(&d.Activities[i]) == c {
			return &d.Activities[i]
		}
	}
	return nil
}

// ForceStop kills the package's processes and removes its activities. Unknown packages are ignored.
func (w *World) ForceStop(pkg string) {
	w.enter()
	defer w.leave()
	w.forceStop(pkg, "from pid 0")
}

func (w *World) forceStop(name, why string) {
	p := w.pkgs[name]
	if p == nil {
		return
	}
	w.log('I', "system", "ActivityManager", fmt.Sprintf("Force stopping %s appid=%d user=0: %s", name, p.UID, why))
	w.die(name, "stop "+name)
	w.removeTasks(name)
	p.Stopped = true
	w.resumeTop()
}

// Kill kills the package's process when none of its activities is in front, as `am kill` does.
func (w *World) Kill(pkg string) {
	w.enter()
	defer w.leave()
	if a := w.front(); a != nil && a.pkg.Name == pkg {
		return
	}
	w.die(pkg, "kill background")
}

// die ends the package's process. Its activities lose their state; that in front is removed.
func (w *World) die(name, why string) {
	p := w.pkgs[name]
	if p == nil || p.proc == nil {
		return
	}
	w.event(30023, "am_kill", fmt.Sprintf("[0,%d,%s,0,%s]", p.proc.PID, name, why))
	w.event(30011, "am_proc_died", fmt.Sprintf("[0,%d,%s,0,2]", p.proc.PID, name))
	delete(w.procs, p.proc.PID)
	p.proc = nil
	p.revokeOnce()
	w.dropAlerts(anrTitle(name))
	front := w.front()
	for _, t := range w.tasks {
		for _, a := range t.acts {
			if a.pkg == p {
				w.cancelTouchesOn(a.win)
				a.screen, a.dialogs, a.state = a.def.Screen(), nil, Stopped
				a.win.surface.Forget()
			}
		}
	}
	if front != nil && front.pkg == p {
		w.hideIME()
		if !front.task.home {
			w.dropTask(front.task)
		}
		w.resumeTop()
	}
	if p.Name == w.imePackage() || p.Name == "com.android.systemui" {
		w.spawn(p, "restart")
	}
	w.changed()
}

// removeTasks removes the package's activities from all tasks.
func (w *World) removeTasks(name string) {
	for _, t := range slices.Clone(w.tasks) {
		if t.home {
			continue
		}
		t.acts = slices.DeleteFunc(t.acts, func(a *activity) bool { return a.pkg.Name == name })
		if len(t.acts) == 0 {
			w.dropTask(t)
		}
	}
}
