package shell

import (
	"context"
	"slices"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

const shellPackage = "com.android.shell"

// cmdNotification is cmd notification.
func cmdNotification(_ context.Context, p *Proc) int {
	switch verb := p.arg(1); verb {
	case "post", "notify":
		return p.post()
	case "list":
		for _, n := range p.d.w.Notifications() {
			p.Println(n.Key())
		}
	case "get":
		for _, n := range p.d.w.Notifications() {
			if n.Key() == p.arg(2) {
				p.notificationRecord(n, false)
				return 0
			}
		}
		p.Println("No record found")
	case "set_dnd":
		return p.dnd()
	case "snooze", "unsnooze", "allow_listener", "disallow_listener", "allow_assistant", "remove_assistant", "allow_dnd", "disallow_dnd", "suspend_package", "unsuspend_package":
	default:
		return p.unknownCommand(verb)
	}
	return 0
}

func (p *Proc) post() int {
	n := world.Notification{
		Package: shellPackage, ID: 2020, UID: shellUID, Channel: "shellcmd", ChannelName: "Shell command", Importance: 3, When: p.d.w.Now(), Category: "",
	}
	verbose := false
	w := words{p.Args[2:]}
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		switch o {
		case "-v", "--verbose":
			verbose = true
		case "-t", "--title":
			n.Title, _ = w.next()
		case "-S", "--style":
			style, _ := w.next()
			if style == "bigtext" {
				n.BigText = " "
			}
		case "--line":
			line, _ := w.next()
			n.Lines = append(n.Lines, line)
		case "-i", "--icon", "-I", "--large-icon", "-c", "--content-intent":
			_, _ = w.next()
		default:
			p.Errf("error: unknown flag \"%s\"\n", o)
			return 1
		}
	}
	tag, ok1 := w.next()
	text, ok2 := w.next()
	if !ok1 || !ok2 {
		p.Printf("usage: cmd notification post [flags] <tag> <text>\n")
		return 1
	}
	n.Tag, n.Text = tag, text
	if n.BigText != "" {
		n.BigText = text
	}
	p.Printf("posting:\n")
	if verbose {
		p.Printf("  Notification(channel=%s shortcut=null contentView=null vibrate=null sound=null defaults=0x0 flags=0x0 color=0x00000000 vis=PRIVATE)\n", n.Channel)
	}
	p.d.w.Post(n)
	return 0
}

func (p *Proc) dnd() int {
	mode, ok := map[string]string{"on": "2", "none": "2", "priority": "1", "alarms": "3", "off": "0", "all": "0"}[p.arg(2)]
	if !ok {
		p.Printf("usage: cmd notification set_dnd [on|none (same as on)|priority|alarms|all|off (same as all)]\n")
		return statusFailed
	}
	p.d.w.Settings().Put("global", "zen_mode", mode)
	return 0
}

// imeCommand is ime (and cmd input_method).
func imeCommand(_ context.Context, p *Proc) int {
	w := words{p.Args[1:]}
	verb, _ := w.next()
	var flags []string
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		if o == "--user" {
			_, _ = w.next()
			continue
		}
		flags = append(flags, o)
	}
	id, has := w.next()
	switch verb {
	case "list":
		p.imeList(slices.Contains(flags, "-a"), slices.Contains(flags, "-s"))
	case "enable", "disable":
		if !has {
			return p.missing(verb, verb)
		}
		if p.imeRefused() {
			return p.exception(verb, "java.lang.SecurityException: "+noSecureSettings)
		}
		was, known := p.d.w.EnableIME(id, verb == "enable")
		switch {
		case !known:
			p.Errf("Unknown input method %s cannot be %sd for user #0\n", id, verb)
			return statusFailed
		case was == (verb == "enable"):
			p.Printf("Input method %s: already %sd for user #0\n", id, verb)
		default:
			p.Printf("Input method %s: now %sd for user #0\n", id, verb)
		}
	case "set":
		if !has {
			return p.missing(verb, verb)
		}
		if p.imeRefused() {
			return p.exception(verb, "java.lang.SecurityException: "+noSecureSettings)
		}
		if !p.d.w.SelectIME(id) {
			p.Errf("Unknown input method %s cannot be selected for user #0\n", id)
			return statusFailed
		}
		p.Printf("Input method %s selected for user #0\n", id)
	case "reset":
		return p.imeReset()
	case "get-last-switch-user-id":
		p.Println("0")
	default:
		return p.unknownCommand(verb)
	}
	return 0
}

// imeReset goes back to the keyboards the phone came with.
func (p *Proc) imeReset() int {
	for _, m := range p.d.w.InputMethods() {
		pkg, _, _ := strings.Cut(m.ID, "/")
		info, _ := p.d.w.Package(pkg)
		p.d.w.EnableIME(m.ID, info.System)
		if info.System {
			p.d.w.SelectIME(m.ID)
		}
	}
	p.Printf("Reset current and enabled IMEs for user #0\n  Newly selected IME: %s\n  Newly enabled IMEs:\n    %s\n", p.d.w.IME().ID, p.d.w.IME().ID)
	return 0
}

func (p *Proc) imeList(all, short bool) {
	for _, m := range p.d.w.InputMethods() {
		if !m.Enabled && !all {
			continue
		}
		if short {
			p.Println(m.ID)
			continue
		}
		pkg, class, _ := strings.Cut(m.ID, "/")
		if strings.HasPrefix(class, ".") {
			class = pkg + class
		}
		p.Printf("%s:\n  mId=%s mSettingsActivityName=%s.Settings mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true mInlineSuggestionsEnabled=true\n  mIsDefaultResId=0x7f070000\n  Service:\n", m.ID, m.ID, pkg)
		p.Printf("    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n    ServiceInfo:\n      name=%s\n      packageName=%s\n      labelRes=0x0 nonLocalizedLabel=%s icon=0x0 banner=0x0\n", class, pkg, m.Label)
		p.Printf("      enabled=true exported=true directBootAware=true\n      permission=android.permission.BIND_INPUT_METHOD\n      flags=0x0\n")
	}
}
