package shell

import (
	"context"
	"slices"
	"strings"
)

// services are what `cmd NAME` reaches, by the name of the service.
var services map[string]Command

func init() {
	services = map[string]Command{
		"activity": amCommand, "activity_task": amCommand, "package": pmCommand, "window": wmCommand, "settings": settingsCommand, "input": inputCommand,
		"input_method": imeCommand, "wifi": cmdWifi, "uimode": cmdUIMode, "statusbar": cmdStatusBar, "display": cmdDisplay, "connectivity": cmdConnectivity,
		"bluetooth_manager": cmdBluetooth, "notification": cmdNotification, "media_session": cmdMediaSession, "location": cmdLocation,
		"lock_settings": cmdLockSettings, "locale": cmdLocale, "appops": cmdAppOps, "role": cmdRole, "overlay": cmdOverlay, "device_state": cmdDeviceState,
		"shortcut": cmdShortcut, "device_config": cmdDeviceConfig, "jobscheduler": cmdJobScheduler, "power": cmdPower, "stats": cmdQuiet, "deviceidle": cmdQuiet,
		"battery": cmdBattery, "thermalservice": cmdQuiet, "webviewupdate": cmdQuiet, "user": cmdUser, "clipboard": cmdNoShell, "phone": cmdPhone,
		"audio": cmdQuiet, "alarm": cmdQuiet, "dropbox": cmdQuiet, "autofill": cmdQuiet, "netpolicy": cmdQuiet,
	}
}

// servicesSince is the release since which a service takes commands, or is there at all.
var servicesSince = map[string]int{
	"wifi": android11, "connectivity": android11, "bluetooth_manager": android13, "location": android12, "locale": android13, "device_state": android12, "display": android12,
	"battery": android12, "audio": android12,
}

// cmdAlias makes a command of `cmd SERVICE`.
func cmdAlias(service string) Command {
	return func(ctx context.Context, p *Proc) int { return services[service](ctx, p) }
}

// cmdCommand is cmd: it hands its words to a service.
func cmdCommand(ctx context.Context, p *Proc) int {
	args := p.Args[1:]
	for len(args) > 0 && args[0] == "-w" {
		args = args[1:]
	}
	switch {
	case len(args) == 0:
		if p.d.sdk() <= android9 {
			p.Errf("cmd: No service specified; use -l to list all services\n")
		} else {
			p.Errf("cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.\n")
		}
		return 20
	case args[0] == "-l":
		p.Println("Currently running services:")
		for _, s := range allServices() {
			p.Println("  " + s)
		}
		return 0
	}
	run, ok := services[args[0]]
	if !ok || p.d.sdk() < servicesSince[args[0]] {
		if slices.Contains(allServices(), args[0]) {
			return cmdNoShell(ctx, p)
		}
		p.Errf("cmd: Can't find service: %s\n", args[0])
		return 20
	}
	sub := *p
	sub.Args = args
	return run(ctx, &sub)
}

// cmdNoShell is a service that takes no shell commands.
func cmdNoShell(_ context.Context, p *Proc) int {
	p.Println("No shell command implementation.")
	return statusFailed
}

// cmdPhone switches mobile data; the rest of the service has no visible effect on this phone.
func cmdPhone(_ context.Context, p *Proc) int {
	if p.arg(1) == "data" {
		switch p.arg(2) {
		case "enable", "disable":
			p.d.setOn("global", "mobile_data", p.arg(2) == "enable")
		default:
			p.Errf("Error: unrecognized argument %s\n", p.arg(2))
			return 255
		}
	}
	return 0
}

// cmdQuiet takes every subcommand and says nothing: it has no visible effect on this phone.
func cmdQuiet(context.Context, *Proc) int { return 0 }

// arg gives the n-th word after the service, or "".
func (p *Proc) arg(n int) string {
	if n < len(p.Args) {
		return p.Args[n]
	}
	return ""
}

func cmdUIMode(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "night":
		switch mode := p.arg(2); mode {
		case "":
		case "yes", "no", "auto":
			p.d.w.SetNight(mode)
		default:
			p.Errf("Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'\n")
			return statusFailed
		}
		_, mode := p.d.w.Night()
		p.Printf("Night mode: %s\n", mode)
		return 0
	case "car", "time":
		return 0
	}
	return p.unknownCommand(p.arg(1))
}

func cmdStatusBar(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "expand-notifications":
		p.d.w.ExpandNotifications()
	case "expand-settings":
		p.d.w.ExpandSettings()
	case "collapse":
		p.d.w.Collapse()
	case "check-support":
		p.Println("true")
	case "get-status-icons":
		for _, s := range []string{"bluetooth", "alarm_clock", "zen", "wifi", "mobile", "battery"} {
			p.Println(s)
		}
	case "add-tile", "remove-tile", "click-tile", "send-disable-flag", "set-tiles", "tracing", "run-gc":
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdDisplay(_ context.Context, p *Proc) int {
	s := p.d.w.Settings()
	switch p.arg(1) {
	case "get-displays":
		d := p.d.w.Display()
		p.Println("Displays:")
		p.Printf("Display id 0: %s, DisplayMetrics{density=%.4g, width=%d, height=%d, scaledDensity=%.4g, xdpi=%s, ydpi=%s}, isValid=true\n",
			p.d.displayInfo(), float64(d.Density)/160, d.Size.X, d.Size.Y, float64(d.Density)/160, xdpi, ydpi)
	case "set-brightness":
		s.Put("system", "screen_brightness", itoa(int(parseFloat(p.arg(2))*255+0.5)))
	case "reset-brightness-configuration", "ab-logging-enable", "dwb-logging-enable":
	case "power-off":
		p.d.w.SetPanel(false)
	case "power-on", "power-reset":
		p.d.w.SetPanel(true)
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdConnectivity(_ context.Context, p *Proc) int {
	s := p.d.w.Settings()
	if p.arg(1) != "airplane-mode" {
		return p.unknownCommand(p.arg(1))
	}
	switch p.arg(2) {
	case "enable":
		s.Put("global", "airplane_mode_on", "1")
	case "disable":
		s.Put("global", "airplane_mode_on", "0")
	case "":
		p.Println(map[bool]string{true: "enabled", false: "disabled"}[p.d.on("global", "airplane_mode_on")])
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

// on reads a setting as a switch.
func (d *Device) on(namespace, key string) bool {
	v, _ := d.w.Settings().Get(namespace, key)
	return v != "" && v != "0" && v != "false"
}

func (d *Device) setOn(namespace, key string, on bool) {
	d.w.Settings().Put(namespace, key, itoa(boolInt(on)))
}

func cmdBluetooth(_ context.Context, p *Proc) int {
	verb := p.arg(1)
	switch {
	case verb == "enable" || verb == "disable":
		p.d.setOn("global", "bluetooth_on", verb == "enable")
		p.Printf("BluetoothShellCommand: Exec %s\n%s: Success\n", verb, verb)
	case strings.HasPrefix(verb, "wait-for-state:"):
		want := strings.TrimPrefix(verb, "wait-for-state:")
		ok := (want == "STATE_ON") == p.d.on("global", "bluetooth_on")
		p.Printf("BluetoothShellCommand: Exec %s\n", verb)
		if !ok {
			p.Errf("BluetoothShellCommand: %s: Failed with status=-1\n", verb)
			return statusFailed
		}
		p.Printf("%s: Success\n", verb)
	default:
		return p.unknownCommand(verb)
	}
	return 0
}

func cmdLocation(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "is-location-enabled":
		p.Println(map[bool]string{true: "true", false: "false"}[p.d.on("secure", "location_mode")])
	case "set-location-enabled":
		mode := "0"
		if p.arg(2) == "true" {
			mode = "3"
		}
		p.d.w.Settings().Put("secure", "location_mode", mode)
	case "providers":
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdLockSettings(_ context.Context, p *Proc) int {
	k := p.d.w.Keyguard()
	w := words{p.Args[min(2, len(p.Args)):]}
	old := ""
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		v, _ := w.next()
		if o == "--old" {
			old = v
		}
	}
	if verb := p.arg(1); k.Secure && verb != "get-disabled" && verb != "help" && !p.d.w.CheckSecret(old) {
		p.Printf("Old password '%s' didn't match\n", old)
		return statusFailed
	}
	secret, _ := w.next()
	switch p.arg(1) {
	case "get-disabled":
		p.Println(map[bool]string{true: "true", false: "false"}[k.Kind == "none"])
	case "set-disabled":
		kind := "swipe"
		if secret == "true" {
			kind = "none"
		}
		p.d.setLock(kind, "")
		p.Printf("Lock screen disabled set to %s\n", secret)
	case "verify":
		p.Println("Lock credential verified successfully")
	case "clear":
		p.d.setLock("swipe", "")
		p.Println("Lock credential cleared")
	case "set-pin":
		p.d.setLock("pin", secret)
		p.Printf("Pin set to '%s'\n", secret)
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdLocale(_ context.Context, p *Proc) int {
	pkg := p.arg(2)
	if _, ok := p.d.w.Package(pkg); !ok && pkg != "" {
		p.Printf("Unknown package %s for userId 0\n", pkg)
		return 0
	}
	switch p.arg(1) {
	case "get-app-locales":
		v, _ := p.d.w.Settings().Get("secure", "app_locales_"+pkg)
		p.Printf("Locales for %s for user 0 are [%s]\n", pkg, v)
	case "set-app-locales":
		locales := ""
		if i := slices.Index(p.Args, "--locales"); i >= 0 {
			locales = p.arg(i + 1)
		}
		p.d.w.Settings().Put("secure", "app_locales_"+pkg, locales)
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdRole(_ context.Context, p *Proc) int {
	if p.arg(1) != "get-role-holders" {
		return p.unknownCommand(p.arg(1))
	}
	if p.arg(2) == "android.app.role.HOME" {
		if a, ok := p.d.home(); ok {
			p.Println(a.Package)
		}
	}
	return 0
}

func cmdDeviceState(_ context.Context, p *Proc) int {
	const state = "DeviceState{identifier=0, name='DEFAULT', app_accessible=true, cancel_when_requester_not_on_top=false}"
	switch p.arg(1) {
	case "state", "print-state":
		p.Println("Committed state: " + state)
	case "print-states":
		p.Printf("Supported states: [\n  %s,\n]\n", state)
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdShortcut(_ context.Context, p *Proc) int {
	if p.arg(1) != "get-default-launcher" {
		return p.unknownCommand(p.arg(1))
	}
	if a, ok := p.d.home(); ok {
		p.Printf("Launcher: ComponentInfo{%s}\nSuccess\n", a.Full())
	}
	return 0
}

func cmdJobScheduler(_ context.Context, p *Proc) int {
	if p.arg(1) == "run" && len(p.Args) > 3 {
		p.Printf("Could not find job %s in package %s / user 0\n", p.Args[len(p.Args)-1], p.Args[len(p.Args)-2])
		return statusFailed
	}
	return p.unknownCommand(p.arg(1))
}

func cmdPower(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "set-mode":
		p.d.w.Settings().Put("global", "low_power", p.arg(2))
	case "set-adaptive-power-saver-enabled", "set-prox", "suppress-ambient-display":
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}

func cmdUser(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "list":
		p.Println("1 users:\n\n0: id=0, name=Owner, type=full.SYSTEM, flags=FULL|INITIALIZED|PRIMARY|SYSTEM (running) (current)")
	case "is-headless-system-user-mode":
		p.Println("false")
	default:
		return p.unknownCommand(p.arg(1))
	}
	return 0
}
