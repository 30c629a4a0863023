package sh

import (
	"regexp"
	"strings"
	"unicode"
)

// The labels of what happens to the phone.
const (
	packages  = "installing, removing or changing apps"
	settings  = "changing system settings"
	contents  = "changing the data of an app"
	state     = "changing the state of the system"
	rebooting = "restarting or resetting the phone"
	outbound  = "calling or sending something to somebody"
	killing   = "ending processes"
	secret    = "typing what looks like a password"
	netConfig = "changing the network"
)

var systemRules = map[string]rule{
	"pm":            pmRule,
	"cmd":           cmdRule,
	"am":            amRule,
	"settings":      unless(settings, "get", "list", "help"),
	"content":       unless(contents, "query", "read", "gettype", "help"),
	"appops":        unless(state, "get", "query-op", "help"),
	"device_config": unless(settings, "get", "list", "help", "get_sync_disabled_for_tests"),
	"setprop":       always(state),
	"resetprop":     always(state),
	"setenforce":    always(state),
	"svc":           unless(state, "help"),
	"service":       unless(state, "list", "check"),
	"dpm":           unless(state, "list-owners", "help"),
	"locksettings":  unless(state, "get-disabled", "help"),
	"bmgr":          unless(state, "enabled", "list", "help", "transport"),
	"bu":            always(state),
	"sm":            unless(filesystems, "list-disks", "list-volumes", "has-adoptable", "get-primary-storage-uuid", "help"),
	"vdc":           always(filesystems),
	"ndc":           always(netConfig),
	"ime":           unless(settings, "list", "help"),
	"wm":            wmRule,
	"input":         inputRule,
	"monkey":        monkeyRule,
	"dumpsys":       dumpsysRule,
	"reboot":        always(rebooting),
	"shutdown":      always(rebooting),
	"halt":          always(rebooting),
	"poweroff":      always(rebooting),
	"uncrypt":       always(rebooting),
	"recovery":      always(rebooting),
	"wipe":          always(rebooting),
	"start":         always(state),
	"stop":          always(state),
	"kill":          killRule,
	"killall":       always(killing),
	"pkill":         always(killing),
	"insmod":        always(state),
	"rmmod":         always(state),
	"modprobe":      always(state),
	"sysctl":        whenOption(state, "w", "p", "write"),
	"logcat":        whenOption("writing or clearing logs", "c", "clear", "f", "file", "G", "P"),
	"date":          dateRule,
	"hwclock":       whenOption(state, "w", "s", "systohc", "hctosys"),
	"screenrecord":  always("recording the screen to a file"),
	"telecom":       always(state),
	"requestsync":   always(state),
	"uinput":        always(state),
	"hid":           always(state),
	"sendevent":     always(state),
	"iptables":      unlessOption(netConfig, "L", "S"),
	"ip6tables":     unlessOption(netConfig, "L", "S"),
	"ip":            ipRule,
	"ifconfig":      ifconfigRule,
	"route":         operands(1, netConfig),
	"tc":            unless(netConfig, "-s", "qdisc", "help"),
	"nc":            always(network),
	"ncat":          always(network),
	"netcat":        always(network),
	"socat":         always(network),
	"telnet":        always(network),
	"ssh":           always(network),
	"scp":           always(network),
	"sftp":          always(network),
	"ftpget":        always(network),
	"ftpput":        always(network),
	"tftp":          always(network),
	"curl":          curlRule,
	"wget":          wgetRule,
	"tcpdump":       always("recording network traffic"),
}

// pmLooks are the verbs of the package manager that change nothing.
var pmLooks = regexp.MustCompile(`^(list|path|dump|dump-profiles|resolve-activity|query-(activities|services|receivers)|has-feature|get-.*|is-.*|help|snapshot-profile)$`)

func pmRule(_ *detector, args []arg, _ int) string {
	if len(args) == 0 || args[0].known && pmLooks.MatchString(args[0].text) {
		return ""
	}
	return packages
}

// cmdLooks are verbs of other services that only look.
var cmdLooks = regexp.MustCompile(`^(get|list|dump|is|has|query|print|show|status|help|-h|--help|-l)([-_a-zA-Z]*)$`)

// cmdRule knows the services behind cmd. A service without a verb prints its help, or its state.
func cmdRule(d *detector, args []arg, depth int) string {
	if len(args) > 0 && (args[0].text == "-w" || args[0].text == "-l") {
		args = args[1:]
	}
	if len(args) == 0 {
		return ""
	}
	if !args[0].known {
		return unknownCmd
	}
	service, rest := args[0].text, args[1:]
	switch service {
	case "package", "activity", "settings", "content", "appops", "device_config", "input", "input_method", "window":
		same := map[string]string{"package": "pm", "activity": "am", "input_method": "ime", "window": "wm"}
		name := service
		if n := same[service]; n != "" {
			name = n
		}
		d.argv(append([]arg{word(name)}, rest...), depth)
		return ""
	case "statusbar":
		return ""
	case "uimode", "jobscheduler":
		if len(rest) < 2 {
			return ""
		}
	}
	if len(rest) == 0 || rest[0].known && cmdLooks.MatchString(rest[0].text) {
		return ""
	}
	return state
}

// amActs are intents that reach other people or take something away, by a part of their action.
var amActs = regexp.MustCompile(`(?i)\.(CALL|CALL_PRIVILEGED|CALL_EMERGENCY|SEND|SENDTO|SEND_MULTIPLE|RESPOND_VIA_MESSAGE|DELETE|UNINSTALL_PACKAGE|INSTALL_PACKAGE|REBOOT|REQUEST_SHUTDOWN|ACTION_REQUEST_SHUTDOWN|SHUTDOWN|SECRET_CODE)$|MASTER_CLEAR|FACTORY_RESET|WIPE`)

var amLooks = regexp.MustCompile(`^(start|start-activity|startservice|start-service|start-foreground-service|broadcast|stack|task|get-.*|to-uri|to-intent-uri|to-app-uri|force-stop|kill|kill-all|stop-app|monitor|help|dumpheap|profile|package-importance|send-trim-memory|compat|display|wait-for-.*)$`)

func amRule(_ *detector, args []arg, _ int) string {
	if len(args) == 0 {
		return ""
	}
	if !args[0].known || !amLooks.MatchString(args[0].text) {
		return state
	}
	switch args[0].text {
	case "dumpheap", "profile":
		return overwrites
	}
	for i, a := range args[1:] {
		value := i > 0 && args[i].text == "-a"
		switch {
		case !a.known && (value || !strings.HasPrefix(prev(args[1:], i), "-")):
			return unknownCmd
		case amActs.MatchString(a.text):
			return outbound
		case strings.Contains(a.text, "android_secret_code:"):
			return state
		}
	}
	return ""
}

func prev(args []arg, i int) string {
	if i == 0 {
		return ""
	}
	return args[i-1].text
}

func wmRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-d")
	if len(o.operands) <= 1 && !unknown(args) {
		if len(o.operands) == 0 || contains([]string{"size", "density", "help", "folded-area", "user-rotation", "fixed-to-user-rotation", "dismiss-keyguard", "get-ignore-orientation-request"}, o.operands[0].text) {
			return ""
		}
	}
	return state
}

// inputRule asks about text that looks like a password: eight characters and more in one word, with letters, digits and signs.
func inputRule(_ *detector, args []arg, _ int) string {
	for i, a := range args {
		if a.text == "text" && i+1 < len(args) && passwordLike(args[i+1].text) {
			return secret
		}
	}
	return ""
}

func passwordLike(s string) bool {
	if len(s) < 8 || strings.ContainsAny(s, " ") || strings.Contains(s, "%s") || strings.Contains(s, "://") {
		return false
	}
	var letter, digit, sign bool
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letter = true
		case unicode.IsDigit(r):
			digit = true
		default:
			sign = true
		}
	}
	return letter && digit && sign
}

// monkeyRule lets the usual way of opening one app through: one event on one package.
func monkeyRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-p", "-c", "-s", "--throttle", "--pct-syskeys")
	if len(o.operands) == 1 && o.operands[0].known && o.operands[0].text == "1" && o.has("p") {
		return ""
	}
	return "random input"
}

// dumpsysRule knows the few services whose dump takes verbs that change something.
func dumpsysRule(_ *detector, args []arg, _ int) string {
	o := split(args, "-t", "-T")
	if len(o.operands) < 2 {
		return ""
	}
	service, verb := o.operands[0].text, o.operands[1].text
	switch service {
	case "battery":
		if verb != "get" && verb != "help" {
			return state
		}
	case "deviceidle":
		if !strings.HasPrefix(verb, "get") && verb != "help" || verb == "" {
			return state
		}
	case "usagestats", "batterystats", "procstats", "gfxinfo", "netstats", "package":
		for _, a := range args {
			if strings.Contains(a.text, "reset") || strings.Contains(a.text, "clear") || a.text == "--write" {
				return state
			}
		}
	}
	return ""
}

func killRule(_ *detector, args []arg, _ int) string {
	if len(args) > 0 && (args[0].text == "-l" || args[0].text == "-L" || args[0].text == "-0") {
		return ""
	}
	return killing
}

// dateRule: printing takes a format or options that only look; anything else sets the clock.
func dateRule(_ *detector, args []arg, _ int) string {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case strings.HasPrefix(a.text, "+"), a.text == "-u", a.text == "-R", strings.HasPrefix(a.text, "-I"), a.text == "--utc":
		case a.text == "-d" || a.text == "-r" || a.text == "-D" || a.text == "--date":
			i++
		default:
			return state
		}
	}
	return ""
}

func ipRule(_ *detector, args []arg, _ int) string {
	for _, a := range args {
		switch {
		case !a.known:
			return netConfig
		case contains([]string{"add", "del", "delete", "set", "flush", "change", "replace", "append", "restore"}, a.text):
			return netConfig
		case a.text == "netns" || a.text == "exec":
			return netConfig
		}
	}
	return ""
}

func ifconfigRule(_ *detector, args []arg, _ int) string {
	if o := split(args); len(o.operands) > 1 || unquotedUnknown(args) {
		return netConfig
	}
	return ""
}

// curlRule: reading a page to the output is looking; writing a file and sending data are not.
func curlRule(_ *detector, args []arg, _ int) string {
	for i, a := range args {
		name, _, _ := strings.Cut(a.text, "=")
		short := strings.HasPrefix(a.text, "-") && !strings.HasPrefix(a.text, "--")
		switch {
		case !a.known && a.text == "":
			return unknownCmd
		case name == "--output" || name == "--remote-name" || name == "--remote-name-all" || short && strings.ContainsAny(a.text, "oO") && !outputOff(args, i):
			return overwrites
		case name == "--upload-file" || strings.HasPrefix(name, "--data") || strings.HasPrefix(name, "--form") || name == "--json" || short && strings.ContainsAny(a.text, "TdF"):
			return outbound
		case name == "--request" || short && strings.Contains(a.text, "X"):
			if i+1 < len(args) && !contains([]string{"GET", "HEAD", "OPTIONS"}, args[i+1].text) {
				return outbound
			}
		case name == "--config" || a.text == "-K":
			return scriptFrom
		}
	}
	return ""
}

// outputOff reports that curl's -o at i names no file.
func outputOff(args []arg, i int) bool {
	if !strings.HasSuffix(args[i].text, "o") || i+1 >= len(args) || strings.Contains(args[i].text, "O") {
		return false
	}
	return args[i+1].known && harmlessTarget(args[i+1].text)
}

func wgetRule(_ *detector, args []arg, _ int) string {
	for i, a := range args {
		if strings.HasPrefix(a.text, "--post") || strings.HasPrefix(a.text, "--body") || strings.HasPrefix(a.text, "--method") {
			return outbound
		}
		if a.text == "-O-" || a.text == "-qO-" || strings.HasSuffix(a.text, "O") && strings.HasPrefix(a.text, "-") && i+1 < len(args) && harmlessTarget(args[i+1].text) || a.text == "--spider" {
			return ""
		}
	}
	return overwrites
}
