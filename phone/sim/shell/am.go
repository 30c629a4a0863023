package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// amCommand is am (and cmd activity).
func amCommand(ctx context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	verb, ok := w.next()
	if !ok || verb == "help" || verb == "-h" {
		_, _ = p.Stdout.WriteString("Activity manager (activity) commands:\n  help\n      Print this help text.\n  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]\n      Start an Activity.\n  force-stop [--user <USER_ID> | all | current] <PACKAGE>\n      Completely stop the given application package.\n")
		return statusFailed
	}
	run, known := map[string]func(*Proc, string, *words) int{
		"start": amStart, "start-activity": amStart, "startservice": amService, "start-service": amService, "startforegroundservice": amService,
		"start-foreground-service": amService, "stopservice": amService, "stop-service": amService, "broadcast": amBroadcast, "force-stop": amForceStop,
		"stop-app": amForceStop, "kill": amKill, "kill-all": quiet, "stack": amStack, "task": amTask, "get-current-user": amCurrentUser,
		"switch-user": quiet, "set-debug-app": quiet, "clear-debug-app": quiet, "instrument": amInstrument, "crash": amCrash, "get-config": amConfig,
		"wait-for-broadcast-idle": amIdle, "wait-for-broadcast-barrier": amIdle, "idle-maintenance": quiet, "attach-agent": quiet, "get-standby-bucket": amBucket,
		"set-standby-bucket": quiet, "set-inactive": quiet, "is-user-stopped": amUserStopped, "get-started-user-state": amUserState,
	}[verb]
	if !known {
		return p.unknownCommand(verb)
	}
	return run(p, verb, &w)
}

func quiet(*Proc, string, *words) int { return 0 }

// amStart starts an activity. Warnings and errors go to standard output only with -W.
func amStart(p *Proc, verb string, w *words) int {
	wait, stop := false, false
	repeat := 1
	intent, err := parseIntent(w, func(o string, w *words) bool {
		switch o {
		case "-W":
			wait = true
		case "-S":
			stop = true
		case "-D", "-N", "--streaming", "--track-allocation", "--dismiss-keyguard", "--attach-agent-bind", "--allow-background-activity-starts":
		case "-R":
			n, _ := w.next()
			repeat = atoi(n, 1)
		case "-P", "--start-profiler", "--sampling", "--attach-agent", "--user", "--display", "--windowingMode", "--activityType", "--task", "--splashscreen-show-icon":
			_, _ = w.next()
		default:
			return false
		}
		return true
	})
	if err != nil {
		return p.exception(verb, err.Error())
	}
	if intent.Action == "" && intent.Component.Package == "" && intent.Package == "" && intent.Data == "" && len(intent.Categories) == 0 {
		return p.exception(verb, "java.lang.IllegalArgumentException: No intent supplied")
	}
	status := 0
	for range max(1, min(repeat, 100)) {
		if status = p.startOnce(verb, intent, wait, stop); status != 0 {
			return status
		}
	}
	return status
}

func (p *Proc) startOnce(verb string, intent world.Intent, wait, stop bool) int {
	if stop {
		if status := p.stopTarget(intent); status != 0 {
			return status
		}
	}
	p.Printf("Starting: %s\n", intent)
	_ = p.Stdout.Flush()
	say := func(format string, a ...any) {
		if wait {
			p.Printf(format, a...)
		} else {
			p.Errf(format, a...)
		}
	}
	res, err := p.d.w.Start(intent)
	if se, ok := errors.AsType[*world.StartError](err); ok {
		return p.startRefused(verb, se, say)
	}
	if err != nil {
		return p.exception(verb, "java.lang.IllegalStateException: "+err.Error())
	}
	switch res.Code {
	case world.StartDeliveredToTop:
		say("Warning: Activity not started, intent has been delivered to currently running top-most instance.\n")
	case world.StartTaskToFront:
		say("Warning: Activity not started, its current task has been brought to the front\n")
	}
	if wait {
		p.waitResult(res)
	}
	return 0
}

func (p *Proc) waitResult(res world.StartResult) {
	p.Println("Status: ok")
	old := p.d.sdk() <= android9
	if !old {
		p.Printf("LaunchState: %s\n", cmp.Or(res.Launch, "UNKNOWN (0)"))
	}
	if res.Activity.Package != "" {
		p.Printf("Activity: %s\n", res.Activity.Short())
	}
	if old && res.TotalMS > 0 {
		p.Printf("ThisTime: %d\n", res.TotalMS)
	}
	if res.TotalMS > 0 {
		p.Printf("TotalTime: %d\n", res.TotalMS)
	}
	p.Printf("WaitTime: %d\nComplete\n", max(res.WaitMS, res.TotalMS))
}

// startRefused words a refusal; its status became 1 with Android 15.
func (p *Proc) startRefused(verb string, e *world.StartError, say func(string, ...any)) int {
	switch e.Reason {
	case world.NoSuchActivity:
		c := e.Intent.Component
		say("Error type 3\nError: Activity class {%s/%s} does not exist.\n", c.Package, c.Class)
	case world.NotExported:
		return p.exception(verb, fmt.Sprintf("java.lang.SecurityException: Permission Denial: starting %s from null (pid=%d, uid=%d) not exported from uid %d", p.refusedIntent(e.Intent), p.PID, shellUID, e.UID))
	default:
		say("Error: Activity not started, unable to resolve %s\n", p.refusedIntent(e.Intent))
	}
	return boolInt(p.d.sdk() >= 35)
}

// refusedIntent is an intent in an error, which has flags that the Starting line lacks.
func (p *Proc) refusedIntent(i world.Intent) string {
	s := i.String()
	if p.d.sdk() < android15 {
		return s
	}
	flags := fmt.Sprintf("flg=%#x ", i.Flags)
	return strings.Replace(s, flags, flags+"xflg=0x4 ", 1)
}

// stopTarget is -S: the app of the intent is stopped first.
func (p *Proc) stopTarget(intent world.Intent) int {
	pkg := intent.Component.Package
	if pkg == "" {
		list := p.d.w.Resolve(intent)
		switch {
		case len(list) == 0:
			p.Errf("Error: Intent does not match any activities: %s\n", intent)
			return 1
		case len(list) > 1:
			p.Errf("Error: Intent matches multiple activities; can't stop: %s\n", intent)
			return 1
		}
		pkg = list[0].Component.Package
	}
	p.Printf("Stopping: %s\n", pkg)
	p.d.w.ForceStop(pkg)
	return 0
}

func amService(p *Proc, verb string, w *words) int {
	intent, err := parseIntent(w, skipUser)
	if err != nil {
		return p.exception(verb, err.Error())
	}
	if strings.HasPrefix(verb, "stop") {
		p.Printf("Stopping service: %s\nService not stopped: was not running.\n", intent)
		return statusFailed
	}
	p.Printf("Starting service: %s\n", intent)
	p.Errf("Error: Not found; no service started.\n")
	return statusFailed
}

func skipUser(o string, w *words) bool {
	switch o {
	case "--user", "--receiver-permission":
		_, _ = w.next()
	case "--async", "--ordered":
	default:
		return false
	}
	return true
}

const actionCloseDialogs = "android.intent.action.CLOSE_SYSTEM_DIALOGS"

// amBroadcast sends a broadcast. The world has no receivers but the system's own.
func amBroadcast(p *Proc, verb string, w *words) int {
	intent, err := parseIntent(w, skipUser)
	if err != nil {
		return p.exception(verb, err.Error())
	}
	if protectedBroadcast(intent.Action) {
		return p.exception(verb, fmt.Sprintf("java.lang.SecurityException: Permission Denial: not allowed to send broadcast %s from pid=%d, uid=%d", intent.Action, p.PID, shellUID))
	}
	intent.Flags |= 0x00400000
	p.Printf("Broadcasting: %s\n", intent)
	if intent.Action == actionCloseDialogs {
		p.d.w.Collapse()
	}
	p.Println("Broadcast completed: result=0")
	return 0
}

// protectedBroadcast lists what only the system may send.
func protectedBroadcast(action string) bool {
	switch action {
	case "android.intent.action.BOOT_COMPLETED", "android.intent.action.AIRPLANE_MODE", "android.intent.action.BATTERY_CHANGED", "android.intent.action.SCREEN_ON",
		"android.intent.action.SCREEN_OFF", "android.intent.action.PACKAGE_ADDED", "android.intent.action.PACKAGE_REMOVED", "android.intent.action.LOCALE_CHANGED":
		return true
	}
	return false
}

func amForceStop(p *Proc, verb string, w *words) int {
	pkg, status := p.packageArg(verb, w)
	if status == 0 {
		p.d.w.ForceStop(pkg)
	}
	return status
}

// packageArg takes a package name after optional --user.
func (p *Proc) packageArg(verb string, w *words) (string, int) {
	last := verb
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		if o == "--user" {
			last, _ = w.next()
			continue
		}
		return "", p.exception(verb, "java.lang.IllegalArgumentException: Unknown option: "+o)
	}
	pkg, ok := w.next()
	if !ok {
		return "", p.missing(verb, last)
	}
	return pkg, 0
}

func amKill(p *Proc, verb string, w *words) int {
	pkg, status := p.packageArg(verb, w)
	if status == 0 {
		p.d.w.Kill(pkg)
	}
	return status
}

func amCurrentUser(p *Proc, _ string, _ *words) int {
	p.Println("0")
	return 0
}

func amUserStopped(p *Proc, _ string, _ *words) int {
	p.Println("false")
	return 0
}

func amUserState(p *Proc, _ string, _ *words) int {
	p.Println("RUNNING_UNLOCKED")
	return 0
}

func amIdle(p *Proc, _ string, _ *words) int {
	p.Println("All broadcast queues are idle!")
	return 0
}

func amBucket(p *Proc, verb string, w *words) int {
	if pkg, ok := w.next(); ok {
		if _, known := p.d.w.Package(pkg); known {
			p.Println("10")
			return 0
		}
	}
	return p.missing(verb, verb)
}

func amConfig(p *Proc, _ string, _ *words) int {
	p.Printf("config: %s\nabi: %s\nrecentConfigs:\n  config: %s\n", p.d.configuration(), p.d.w.Prop("ro.product.cpu.abilist"), p.d.configuration())
	return 0
}

func amCrash(p *Proc, verb string, w *words) int {
	pkg, status := p.packageArg(verb, w)
	if status == 0 {
		for _, proc := range p.d.w.Processes() {
			if proc.Package == pkg {
				p.d.w.KillProcess(proc.PID)
			}
		}
	}
	return status
}

func amInstrument(p *Proc, _ string, w *words) int {
	target := ""
	for {
		s, ok := w.next()
		if !ok {
			break
		}
		if strings.Contains(s, "/") {
			target = s
		}
	}
	p.Printf("android.util.AndroidException: INSTRUMENTATION_FAILED: %s\n", target)
	p.Printf("INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{%s}\nINSTRUMENTATION_STATUS_CODE: -1\n", target)
	return 1
}

func amTask(p *Proc, verb string, w *words) int {
	switch what, _ := w.next(); what {
	case "focus", "resize", "resizeable", "lock":
		return 0
	default:
		p.Errf("Error: unknown command '%s'\n", what)
		return statusFailed
	}
}

// amStack is am stack list and am stack remove.
func amStack(p *Proc, verb string, w *words) int {
	what, _ := w.next()
	switch what {
	case "list", "info":
	case "remove":
		id, _ := w.next()
		p.d.w.RemoveTask(atoi(id, -1))
		return 0
	default:
		p.Errf("Error: unknown command '%s'\n", what)
		return statusFailed
	}
	for _, t := range p.d.w.Tasks() {
		bounds := fmt.Sprintf("[%d,%d][%d,%d]", t.Bounds.Min.X, t.Bounds.Min.Y, t.Bounds.Max.X, t.Bounds.Max.Y)
		p.Printf("RootTask id=%d bounds=%s displayId=0 userId=0\n configuration=%s\n", t.ID, bounds, p.d.configuration())
		if len(t.Activities) > 0 {
			top := t.Activities[0].Component
			root := t.Activities[len(t.Activities)-1].Component
			p.Printf("  taskId=%d: %s bounds=%s userId=0 visible=%t topActivity=ComponentInfo{%s}\n", t.ID, root.Full(), bounds, t.Visible, top.Full())
		}
		p.Println("")
	}
	return 0
}
