package world

import (
	"fmt"
	"slices"
	"strings"
)

// TypeSystemAlert is the type of the system's own dialogs.
const TypeSystemAlert WindowType = "SYSTEM_ALERT" // 2003

// Alert is a dialog that no activity asked for: it comes up over whatever shows and takes the focus.
type Alert struct {
	Title    string // of the dialog
	Message  string
	Items    []string // choices as rows
	OK       string   // labels of the buttons; empty: none
	Cancel   string
	Window   string // title of the window; empty: the package
	Package  string // owner; empty: "android"
	Modal    bool   // only a button closes it
	OnChoice func(label string)
}

// ShowAlert brings a system dialog up. OnChoice gets the label of what was tapped, empty when it was closed otherwise; it must
// not call the World.
func (w *World) ShowAlert(a Alert) {
	w.enter()
	defer w.leave()
	w.alert(a)
}

// Alerts lists the titles of the system dialogs that show, the top one last.
func (w *World) Alerts() []string {
	w.enter()
	defer w.leave()
	var out []string
	for _, d := range w.alerts {
		out = append(out, d.Title)
	}
	return out
}

func (w *World) alert(a Alert) *dialog {
	tell := func(label string) {
		w.changed()
		if a.OnChoice != nil {
			a.OnChoice(label)
		}
	}
	if a.Package == "" {
		a.Package = "android"
	}
	if a.Window == "" {
		a.Window = a.Package
	}
	d := Dialog{
		Title: a.Title, Message: a.Message, Items: a.Items, Chosen: -1, OK: a.OK, Cancel: a.Cancel, Modal: a.Modal,
		OnOK: func() { tell(a.OK) }, OnClose: func() { tell("") }, OnItem: func(i int) { tell(a.Items[i]) },
	}
	x := w.newWindow(a.Window, a.Package, TypeSystemAlert, FlagDimBehind|FlagSplitTouch|FlagLayoutInScreen)
	x.dim, x.entered = true, w.t
	x.surface.OnKeyboard = func() { w.showIME() }
	x.dialog = &dialog{d, x, nil, w}
	w.hideIME()
	w.cancelTouches()
	w.alerts = append(w.alerts, x.dialog)
	w.log('I', "system", "WindowManager", "Showing dialog "+a.Window)
	w.changed()
	return x.dialog
}

// dropAlerts closes the system dialogs whose windows have the title.
func (w *World) dropAlerts(title string) {
	w.alerts = slices.DeleteFunc(w.alerts, func(d *dialog) bool { return d.win.title == title })
}

// Crash lets an app's process die of an uncaught exception: the log has its stack, and the second crash within a minute brings
// up "keeps stopping". It reports false when the package has no process.
func (w *World) Crash(pkg string) bool {
	w.enter()
	defer w.leave()
	return w.crash(pkg)
}

func (w *World) crash(name string) bool {
	p := w.pkgs[name]
	if p == nil || p.proc == nil {
		return false
	}
	pid := p.proc.PID
	const cause = "java.lang.NullPointerException: Attempt to invoke virtual method 'int java.lang.String.length()' on a null object reference"
	cls := name + ".MainActivity"
	if p.Launcher != (Component{}) {
		cls = p.Launcher.Class
	}
	lines := []string{
		"FATAL EXCEPTION: main", fmt.Sprintf("Process: %s, PID: %d", name, pid), cause,
		"\tat " + cls + ".onClick(MainActivity.java:84)", "\tat android.view.View.performClick(View.java:7659)",
		"\tat android.view.View.performClickInternal(View.java:7636)", "\tat android.os.Handler.handleCallback(Handler.java:958)",
		"\tat android.os.Looper.loop(Looper.java:288)", "\tat android.app.ActivityThread.main(ActivityThread.java:8177)",
	}
	for _, l := range lines {
		w.logAs(pid, 'E', "crash", "AndroidRuntime", l)
	}
	w.event(30039, "am_crash", fmt.Sprintf("[%d,0,%s,0,%s,Attempt to invoke virtual method,MainActivity.java,84,0]", pid, name, strings.SplitN(cause, ":", 2)[0]))
	w.log('W', "system", "ActivityTaskManager", "  Force finishing activity "+p.Launcher.Short())
	again := !p.crashed.IsZero() && w.t.Sub(p.crashed).Minutes() < 1
	p.crashed = w.t
	w.die(name, "crash")
	word := " has stopped"
	if again {
		word = " keeps stopping"
	}
	title := "Application Error: " + name
	w.dropAlerts(title)
	items := []string{"Open app again", "App info", "Close app"}
	if again {
		items = []string{"App info", "Close app"}
	}
	w.alert(Alert{Title: w.tr(p.Label) + w.tr(word), Items: w.trAll(items), Window: title, Modal: true, OnChoice: func(label string) { w.afterFailure(p, label) }})
	return true
}

// afterFailure does what a person chose in the dialog about an app that failed.
func (w *World) afterFailure(p *pkg, label string) {
	switch label {
	case w.tr("Open app again"):
		w.start(Intent{Action: ActionMain, Categories: []string{CategoryLauncher}, Component: p.Launcher, Flags: FlagNewTask}, nil)
	case w.tr("App info"):
		w.start(Intent{Action: "android.settings.APPLICATION_DETAILS_SETTINGS", Data: "package:" + p.Name, Flags: FlagNewTask}, nil)
	case w.tr("Close app"):
		w.removeTasks(p.Name)
		w.die(p.Name, "user request after error")
		w.resumeTop()
	}
}

// NotResponding brings up the dialog about an app that does not answer; the app takes no touches until it is answered. It
// reports false when the package has no process.
func (w *World) NotResponding(pkg string) bool {
	w.enter()
	defer w.leave()
	return w.notResponding(pkg)
}

func (w *World) notResponding(name string) bool {
	p := w.pkgs[name]
	if p == nil || p.proc == nil {
		return false
	}
	const reason = "Input dispatching timed out (is not responding. Waited 5001ms for MotionEvent)"
	w.event(30008, "am_anr", fmt.Sprintf("[0,%d,%s,0,%s]", p.proc.PID, name, reason))
	for _, l := range []string{"ANR in " + name, fmt.Sprintf("PID: %d", p.proc.PID), "Reason: " + reason} {
		w.logAs(w.sysPID(), 'E', "system", "ActivityManager", l)
	}
	title := anrTitle(name)
	w.dropAlerts(title)
	w.alert(Alert{
		Title: w.tr(p.Label) + w.tr(" isn't responding"), Items: w.trAll([]string{"Close app", "Wait"}), Window: title, Modal: true,
		OnChoice: func(label string) { w.afterFailure(p, label) },
	})
	return true
}
