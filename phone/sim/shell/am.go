package shell

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// verb is a subcommand of a service: it gets the words after its name.
type verb func(ctx context.Context, p *Proc, name string, w *words) int

// service runs a subcommand by name; without one, or for help, it prints its help.
func (p *Proc) service(ctx context.Context, verbs map[string]verb, help string) int {
	w := words{p.Args[1:]}
	name, ok := w.next()
	if !ok || name == "help" || name == "-h" {
		_, _ = p.Stdout.WriteString(help)
		return statusFailed
	}
	run, known := verbs[name]
	if !known {
		return p.unknownCommand(name)
	}
	return run(ctx, p, name, &w)
}

const amHelp = `Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]
          [--sampling INTERVAL] [--clock-type <TYPE>] [--streaming]
          [-R COUNT] [-S] [--track-allocation]
          [--user <USER_ID> | current] [--suspend] <INTENT>
      Start an Activity.
  start-service [--user <USER_ID> | current] <INTENT>
      Start a Service.
  stop-service [--user <USER_ID> | current] <INTENT>
      Stop a Service.
  broadcast [--user <USER_ID> | all | current]
          [--receiver-permission <PERMISSION>] <INTENT>
      Send a broadcast Intent.
  instrument [-r] [-e <NAME> <VALUE>] [-p <FILE>] [-w]
          [--user <USER_ID> | current]
          [--no-window-animation] [--abi <ABI>] <COMPONENT>
      Start an Instrumentation.
  dumpheap [--user <USER_ID> current] [-n] [-g] <PROCESS> <FILE>
      Dump the heap of a process.
  monitor [--gdb <port>]
      Start monitoring for crashes or ANRs.
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
      Completely stop the given application package.
  kill [--user <USER_ID> | all | current] <PACKAGE>
      Kill all background processes associated with the given application.
  kill-all
      Kill all processes that are safe to kill (cached, etc).
  get-current-user
      Returns id of the current foreground user.
  stack list
      List all of the activity root tasks and their sizes.
  task focus <TASK_ID>
      Set focus to <TASK_ID>.
`

var amVerbs map[string]verb

func init() {
	amVerbs = map[string]verb{
		"start": amStart, "start-activity": amStart, "startservice": amService, "start-service": amService, "startforegroundservice": amService,
		"start-foreground-service": amService, "stopservice": amService, "stop-service": amService, "broadcast": amBroadcast, "force-stop": amForceStop,
		"stop-app": amForceStop, "kill": amKill, "kill-all": amKillAll, "stack": amStack, "task": amTask, "get-current-user": amCurrentUser,
		"switch-user": quiet, "set-debug-app": quiet, "clear-debug-app": quiet, "instrument": amInstrument, "crash": amCrash, "get-config": amConfig,
		"wait-for-broadcast-idle": amIdle, "wait-for-broadcast-barrier": amIdle, "idle-maintenance": amMaintenance, "attach-agent": amDebuggable,
		"get-standby-bucket": amBucket, "set-standby-bucket": quiet, "set-inactive": quiet, "get-inactive": amInactive, "is-user-stopped": amUserStopped,
		"get-started-user-state": amUserState, "monitor": amMonitor, "dumpheap": amDebuggable, "profile": amDebuggable, "to-uri": amURI, "to-intent-uri": amURI,
		"to-app-uri": amURI, "get-uid-state": amUIDState, "send-trim-memory": quiet, "clear-watch-heap": quiet, "set-watch-heap": quiet, "make-uid-idle": quiet,
		"clear-recent-apps": amClearRecents, "clear-exit-info": quiet, "compat": quiet, "service-restart-backoff": quiet, "unlock-user": quiet, "suppress-resize-config-changes": quiet,
		"supports-multiwindow": amTrue, "supports-split-screen-multi-window": amTrue, "get-bg-restriction-level": amRestriction, "set-bg-restriction-level": quiet,
		"set-stop-user-on-switch": quiet, "update-appinfo": quiet, "no-home-screen": amFalse, "get-isolated-pids": amNoPids, "write": quiet, "hang": amRefused, "restart": amRefused,
	}
}

// amCommand is am (and cmd activity).
func amCommand(ctx context.Context, p *Proc) int { return p.service(ctx, amVerbs, amHelp) }

func quiet(context.Context, *Proc, string, *words) int { return 0 }

// amStart starts an activity. Warnings and errors go to standard output only with -W.
func amStart(_ context.Context, p *Proc, verb string, w *words) int {
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

func amService(_ context.Context, p *Proc, verb string, w *words) int {
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
func amBroadcast(_ context.Context, p *Proc, verb string, w *words) int {
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

func amForceStop(_ context.Context, p *Proc, verb string, w *words) int {
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

func amKill(_ context.Context, p *Proc, verb string, w *words) int {
	pkg, status := p.packageArg(verb, w)
	if status == 0 {
		p.d.w.Kill(pkg)
	}
	return status
}

func amCurrentUser(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("0")
	return 0
}

func amUserStopped(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("false")
	return 0
}

func amUserState(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("RUNNING_UNLOCKED")
	return 0
}

func amIdle(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("All broadcast queues are idle!")
	return 0
}

func amBucket(_ context.Context, p *Proc, verb string, w *words) int {
	if pkg, ok := w.next(); ok {
		if _, known := p.d.w.Package(pkg); known {
			p.Println("10")
			return 0
		}
	}
	return p.missing(verb, verb)
}

func amConfig(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Printf("config: %s\nabi: %s\nrecentConfigs:\n  config: %s\n", p.d.configuration(), p.d.w.Prop("ro.product.cpu.abilist"), p.d.configuration())
	return 0
}

func amCrash(_ context.Context, p *Proc, verb string, w *words) int {
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

func amTrue(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("true")
	return 0
}

func amFalse(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("false")
	return 0
}

func amNoPids(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("[]")
	return 0
}

func amMaintenance(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Performing idle maintenance...")
	return 0
}

// amRefused is what the shell user of a user's build may not do.
func amRefused(_ context.Context, p *Proc, verb string, _ *words) int {
	return p.exception(verb, "java.lang.SecurityException: Requires permission android.permission.SET_ACTIVITY_WATCHER")
}

func amRestriction(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("unrestricted")
	return 0
}

func amInactive(_ context.Context, p *Proc, _ string, _ *words) int {
	p.Println("Idle=false")
	return 0
}

func amUIDState(_ context.Context, p *Proc, verb string, w *words) int {
	s, ok := w.next()
	if !ok {
		return p.missing(verb, verb)
	}
	if a, front := p.d.w.Resumed(); front && itoa(a.UID) == s {
		p.Println("2 (TOP )")
		return 0
	}
	for _, pr := range p.d.w.Processes() {
		if itoa(pr.UID) == s {
			p.Println("16 (CEM )")
			return 0
		}
	}
	p.Println("-1 (NONE)")
	return 0
}

// amKillAll kills the processes that nobody sees.
func amKillAll(_ context.Context, p *Proc, _ string, _ *words) int {
	for _, pr := range p.d.w.Processes() {
		if pr.Package != "" {
			p.d.w.Kill(pr.Package)
		}
	}
	return 0
}

func amClearRecents(_ context.Context, p *Proc, _ string, _ *words) int {
	for _, t := range p.d.w.Tasks() {
		if !t.Home {
			p.d.w.RemoveTask(t.ID)
		}
	}
	return 0
}
