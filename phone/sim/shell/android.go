package shell

import (
	"context"
	"path"
	"slices"
	"strings"
)

// Android programs that fit nowhere else.

// appProcessCommand starts a Java class through the hook of [Options]. Every other class ends as a missing one does.
func appProcessCommand(ctx context.Context, p *Proc) int {
	args := p.Args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if v, ok := strings.CutPrefix(args[0], "-Djava.class.path="); ok {
			p.env = append(slices.Clone(p.env), "CLASSPATH="+v)
		}
		args = args[1:]
	}
	if len(args) == 0 {
		p.Errf("Error: no class name or --zygote supplied.\nUsage: app_process [java-options] cmd-dir start-class-name [options]\n")
		return 10
	}
	args = args[1:] // the directory
	for len(args) > 0 && strings.HasPrefix(args[0], "--") {
		args = args[1:]
	}
	if len(args) == 0 {
		p.Errf("Error: no class name or --zygote supplied.\nUsage: app_process [java-options] cmd-dir start-class-name [options]\n")
		return 10
	}
	if p.d.opts.AppProcess != nil {
		if status, ok := p.d.opts.AppProcess(ctx, p, args[0], args[1:]); ok {
			return status
		}
	}
	p.Errf("Aborted \n")
	return 134
}

func rebootCommand(_ context.Context, p *Proc) int {
	if p.d.opts.Reboot != nil {
		p.d.opts.Reboot(p.arg(1))
	}
	return 0
}

// runAsCommand refuses: the phone's build is a user's. Debuggable packages can be entered only by commands without files.
func runAsCommand(ctx context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		p.Errf("run-as: usage: run-as <package-name> [--user <uid>] [<command>] [<args>]\n")
		return 1
	}
	name := p.Args[1]
	pkg, ok := p.d.w.Package(name)
	switch {
	case !ok:
		p.Errf("run-as: unknown package: %s\n", name)
		return 1
	case pkg.UID < 10000:
		p.Errf("run-as: package not an application: %s\n", name)
		return 1
	case !pkg.Debuggable:
		p.Errf("run-as: package not debuggable: %s\n", name)
		return 1
	case len(p.Args) == 2:
		return 0
	}
	return p.Run(ctx, p.Args[2:])
}

func bugreportzCommand(_ context.Context, p *Proc) int {
	if p.arg(1) == "-v" {
		p.Errf("1.2\n")
		return 0
	}
	p.Println("FAIL:bugreports are not available on this device")
	return 0
}

// getevent lists the input devices and shows what a person does to them; injected input passes no kernel.
func geteventCommand(ctx context.Context, p *Proc) int {
	size := p.d.w.Display().Physical
	devices := [][2]string{{"/dev/input/event2", "touchscreen"}, {"/dev/input/event1", "volume_keys"}, {"/dev/input/event0", "power_key"}}
	full := slices.Contains(p.Args, "-p") || slices.ContainsFunc(p.Args, func(s string) bool { return strings.HasPrefix(s, "-") && strings.Contains(s, "p") })
	o := eventOptionsOf(p.Args[1:])
	for i, d := range devices {
		if o.device != "" && (o.device != d[0] || !full) {
			continue
		}
		p.Printf("add device %d: %s\n  name:     \"%s\"\n", i+1, d[0], d[1])
		if full && d[1] == "touchscreen" {
			p.Printf("  events:\n    KEY (0001): 014a \n    ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0\n                0035  : value 0, min 0, max %d, fuzz 0, flat 0, resolution 0\n                0036  : value 0, min 0, max %d, fuzz 0, flat 0, resolution 0\n                0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0\n  input props:\n    INPUT_PROP_DIRECT\n", size.X-1, size.Y-1)
		}
	}
	if full {
		return 0
	}
	events, stop := p.d.w.RawEvents()
	defer stop()
	if p.Stdout.Flush() != nil {
		return 128 + int(sigPIPE)
	}
	return p.showEvents(ctx, o, events)
}

// serviceCommand is service list, check and call.
func serviceCommand(_ context.Context, p *Proc) int {
	names := allServices()
	switch p.arg(1) {
	case "list":
		p.Printf("Found %d services:\n", len(names))
		for i, n := range names {
			p.Printf("%d\t%s: [%s]\n", i, n, serviceInterface(n))
		}
	case "check":
		found := "not found"
		if slices.Contains(names, p.arg(2)) {
			found = "found"
		}
		p.Printf("Service %s: %s\n", p.arg(2), found)
	case "call":
		if !slices.Contains(names, p.arg(2)) {
			p.Errf("service: Service %s does not exist\n", p.arg(2))
			return 10
		}
		if p.arg(2) == "notification" && p.arg(3) == "1" || p.arg(2) == "statusbar" && p.arg(3) == "2" {
			p.d.w.Collapse()
		}
		if p.arg(2) == "statusbar" && p.arg(3) == "1" {
			p.d.w.ExpandNotifications()
		}
		p.parcel(p.call(p.arg(2), p.arg(3)))
	default:
		p.Errf("Usage: service [-h|-?]\n       service list\n       service check SERVICE\n       service call SERVICE CODE [i32 N | i64 N | f N | d N | s16 STR ] ...\n")
		return 10
	}
	return 0
}

// serviceInterface is what a service speaks.
func serviceInterface(name string) string {
	known := map[string]string{
		"activity": "android.app.IActivityManager", "package": "android.content.pm.IPackageManager", "window": "android.view.IWindowManager", "power": "android.os.IPowerManager",
		"clipboard": "android.content.IClipboard", "statusbar": "com.android.internal.statusbar.IStatusBarService", "notification": "android.app.INotificationManager",
		"input": "android.hardware.input.IInputManager", "input_method": "com.android.internal.view.IInputMethodManager", "display": "android.hardware.display.IDisplayManager",
		"phone": "com.android.internal.telephony.ITelephony", "SurfaceFlinger": "android.ui.ISurfaceComposer", "wifi": "android.net.wifi.IWifiManager",
	}
	return known[name]
}

// call answers service call: the first word of a reply is zero when nothing was thrown.
func (p *Proc) call(service, code string) []uint32 {
	on := uint32(boolInt(p.d.w.Display().On))
	switch service + " " + code {
	case "power 12", "power 20": // isInteractive, by release
		return []uint32{0, on}
	case "phone 1", "iphonesubinfo 1": // a device number, which the shell user may not see
		return append([]uint32{0xffffffff}, parcelString("Requires READ_PRIVILEGED_PHONE_STATE")[1:]...)
	}
	return []uint32{0}
}

func mountCommand(_ context.Context, p *Proc) int {
	for _, m := range p.d.Files.Mounts() {
		rw := "rw"
		if m.ReadOnly {
			rw = "ro"
		}
		p.Printf("%s on %s type %s (%s,seclabel,relatime)\n", m.Source, m.Point, m.Type, rw)
	}
	return 0
}

func pwdCommand(_ context.Context, p *Proc) int {
	p.Println(path.Clean(p.Dir))
	return 0
}

func topCommand(_ context.Context, p *Proc) int {
	tasks, mem, cores := p.d.tasks(), p.d.memory(), p.d.cores()
	p.Printf("Tasks: %d total,   1 running, %d sleeping,   0 stopped,   0 zombie\n", len(tasks), len(tasks)-1)
	p.Printf("  Mem:  %dK total,  %dK used,   %dK free,    %dK buffers\n Swap:  %dK total,   %dK used,  %dK free,  %dK cached\n", mem.total, mem.total-mem.free, mem.free, buffers, mem.swap, mem.swap-mem.swapFree, mem.swapFree, mem.cached)
	p.Printf("%d%%cpu  23%%user   0%%nice  14%%sys %d%%idle   0%%iow   3%%irq   1%%sirq   0%%host\n", cores*100, cores*100-41)
	p.Println("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS            ")
	for _, t := range tasks {
		p.Printf("%5d %-12s 20   0 %4s %4s %4s S  0.0   %.1f   0:01.00 %s\n", t.pid, t.user, human(int64(t.vsz)*1024, false), human(int64(t.rss)*1024, false), human(int64(t.rss)*512, false), float64(t.rss)*100/float64(mem.total), t.line())
	}
	return 0
}
