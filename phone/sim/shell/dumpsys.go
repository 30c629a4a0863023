package shell

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"
)

// dumps are the services that dumpsys can describe.
var dumps map[string]func(ctx context.Context, p *Proc, args []string) int

func init() {
	dumps = map[string]func(context.Context, *Proc, []string) int{
		"window": dumpWindow, "activity": dumpActivity, "display": dumpDisplay, "input": dumpInput, "package": dumpPackage, "power": dumpPower,
		"battery": dumpBattery, "input_method": dumpInputMethod, "SurfaceFlinger": dumpSurfaceFlinger, "notification": dumpNotification,
		"telephony.registry": dumpTelephony, "wifi": dumpWifi, "bluetooth_manager": dumpBluetooth, "connectivity": dumpConnectivity, "audio": dumpAudio,
		"media_session": dumpMediaSession, "meminfo": dumpMeminfo, "cpuinfo": dumpCPU, "location": dumpLocation, "alarm": dumpAlarm, "trust": dumpTrust,
		"uimode": dumpUIMode, "statusbar": dumpStatusBar, "deviceidle": dumpDeviceIdle, "thermalservice": dumpThermal, "user": dumpUser,
		"accessibility": dumpAccessibility, "usagestats": dumpUsage, "gfxinfo": dumpGfx, "adb": dumpADB, "settings": dumpSettings,
		"account": dumpAccount, "jobscheduler": dumpJobs, "dropbox": dumpDropBox, "sensorservice": dumpSensors, "netstats": dumpNetStats,
		"vibrator_manager": dumpVibrator, "batterystats": dumpBatteryStats,
	}
}

// allServices are the running services by name, those that can be dumped and those that take commands.
func allServices() []string {
	names := map[string]bool{}
	for n := range dumps {
		names[n] = true
	}
	for n := range services {
		names[n] = true
	}
	for _, n := range []string{"account", "clipboard", "dropbox", "fingerprint", "jobscheduler", "netstats", "permission", "procstats", "sensorservice", "vibrator_manager", "wallpaper"} {
		names[n] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// dumpsysCommand is dumpsys.
func dumpsysCommand(ctx context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	skip := map[string]bool{}
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		switch o {
		case "-l":
			p.Println("Currently running services:")
			for _, s := range allServices() {
				p.Println("  " + s)
			}
			return 0
		case "-t", "-T", "--priority":
			_, _ = w.next()
		case "--skip":
			for {
				s, ok := w.next()
				if !ok {
					break
				}
				for name := range strings.SplitSeq(s, ",") {
					skip[name] = true
				}
			}
		case "--pid":
			p.Println("Service host process PID: " + itoa(p.d.systemPID()))
			return 0
		case "--help":
			p.Println("usage: dumpsys\n         To dump all services.\nor:\n       dumpsys [-t TIMEOUT] [--priority LEVEL] [--clients] [--dump] [--pid] [--thread] [--help | -l | --skip SERVICES | SERVICE [ARGS]]")
			return 0
		}
	}
	name, ok := w.next()
	if !ok {
		return p.dumpAll(ctx, skip)
	}
	if run, known := dumps[name]; known {
		return run(ctx, p, w.args)
	}
	if !slices.Contains(allServices(), name) {
		p.Errf("Can't find service: %s\n", name)
	}
	return 0
}

func (p *Proc) dumpAll(ctx context.Context, skip map[string]bool) int {
	p.Println("Currently running services:")
	names := slices.DeleteFunc(allServices(), func(s string) bool { return skip[s] })
	for _, s := range names {
		p.Println("  " + s)
	}
	for _, s := range names {
		began := time.Now()
		p.Printf("%s\nDUMP OF SERVICE %s:\n", strings.Repeat("-", 79), s)
		if run, ok := dumps[s]; ok {
			run(ctx, p, nil)
		}
		p.Printf("--------- %.3fs was the duration of dumpsys %s, ending at: %s\n", time.Since(began).Seconds(), s, p.d.now().Format(time.DateTime))
		if ctx.Err() != nil || p.Stdout.err != nil {
			return 0
		}
	}
	return 0
}

// systemPID is the number of the system server.
func (d *Device) systemPID() int {
	for _, p := range d.w.Processes() {
		if p.Name == "system_server" {
			return p.PID
		}
	}
	return 1
}
