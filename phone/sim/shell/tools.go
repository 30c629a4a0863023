package shell

import (
	"context"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf16"
)

// Programs of the system that people run now and then, with what they do or say for the shell user of a user's build.

func ttyCommand(_ context.Context, p *Proc) int {
	if !p.con.tty {
		p.Println("not a tty")
		return 1
	}
	p.Println("/dev/pts/0")
	return 0
}

func sttyCommand(_ context.Context, p *Proc) int {
	if !p.con.tty {
		return p.fail("stdin: Not a typewriter")
	}
	if p.arg(1) == "size" {
		p.Println("24 80")
	} else if len(p.Args) == 1 {
		p.Println("speed 38400 baud; rows 24; columns 80;")
	}
	return 0
}

// sendeventCommand is refused: the devices belong to the kernel, and only its group may read them.
func sendeventCommand(_ context.Context, p *Proc) int {
	if len(p.Args) != 5 {
		p.Errf("use: %s device type code value\n", p.Args[0])
		return 1
	}
	if _, err := p.stat(p.arg(1)); err != nil {
		p.Errf("could not open %s, %v\n", p.arg(1), err)
		return 1
	}
	p.Errf("could not open %s, Permission denied\n", p.arg(1))
	return 1
}

func netstatCommand(_ context.Context, p *Proc) int {
	if _, ok := p.parse("pWrxwutneal"); !ok {
		return 1
	}
	p.Println("Active Internet connections (w/o servers)\nProto Recv-Q Send-Q Local Address           Foreign Address         State      ")
	return 0
}

// refusedTools are programs that need rights the shell user lacks, and what they say.
var refusedTools = map[string]struct {
	text   string
	status int
}{
	"vdc": {"Failed to connect to vold\n", 1}, "dumpstate": {"dumpstate: must run as root\n", 1}, "tc": {"RTNETLINK answers: Operation not permitted\n", 2},
	"atrace": {"error: tracing is not available on this build\n", 1}, "iptables": {"iptables v1.8.7 (legacy): can't initialize iptables table `filter': Permission denied (you must be root)\n", 3},
	"dmesg": {"dmesg: klogctl: Permission denied\n", 1}, "perfetto": {"Could not connect to the tracing service: Connection refused\n", 1},
	"setenforce": {"setenforce: Couldn't set enforcing status to '1': Permission denied\n", 1}, "insmod": {"insmod: failed to load: Operation not permitted\n", 1},
}

func refusedTool(_ context.Context, p *Proc) int {
	t := refusedTools[path.Base(p.Args[0])]
	p.Errf("%s", t.text)
	return t.status
}

func getenforceCommand(_ context.Context, p *Proc) int {
	p.Println("Enforcing")
	return 0
}

func bmgrCommand(_ context.Context, p *Proc) int {
	on := p.d.on("secure", "backup_enabled")
	switch p.arg(1) {
	case "enabled":
		p.Println("Backup Manager currently " + map[bool]string{true: "enabled", false: "disabled"}[on])
	case "enable":
		p.d.setOn("secure", "backup_enabled", p.arg(2) == "true")
		p.Println("Backup Manager now " + map[bool]string{true: "enabled", false: "disabled"}[p.arg(2) == "true"])
	case "list":
		if p.arg(2) == "transports" {
			p.Println("    com.android.localtransport/.LocalTransport\n  * com.google.android.gms/.backup.BackupTransportService")
		} else {
			p.Println("No restore sets")
		}
	case "backup", "backupnow", "run", "restore", "wipe", "cancel", "transport":
		if !on {
			p.Println("Backup Manager is not activated for user 0")
			return 0
		}
		p.Println("Backup finished with result: Success")
	default:
		p.Errf("usage: bmgr [--user <userId>] [backup|restore|list|transport|run]\n")
		return 0
	}
	return 0
}

// dpmCommand: the phone has no device owner, and one cannot be set over adb once there are accounts.
func dpmCommand(_ context.Context, p *Proc) int {
	switch verb := p.arg(1); verb {
	case "list-owners":
		p.Println("no owners")
	case "set-device-owner", "set-profile-owner":
		p.Errf("%s\n", javaTrace("java.lang.IllegalStateException: Not allowed to set the device owner because there are already some accounts on the device.",
			"com.android.server.devicepolicy.DevicePolicyManagerService.setDeviceOwner(DevicePolicyManagerService.java:9105)"))
		return statusFailed
	case "set-active-admin", "remove-active-admin":
		return p.exception(verb, "java.lang.IllegalArgumentException: Unknown admin: ComponentInfo{"+p.arg(2)+"}")
	default:
		return p.unknownCommand(verb)
	}
	return 0
}

func smCommand(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "list-volumes":
		p.Println("private mounted null\nemulated;0 mounted null")
	case "list-disks":
	case "get-primary-storage-uuid":
		p.Println("null")
	case "has-adoptable":
		p.Println("false")
	case "get-fbe-mode":
		p.Println("native")
	case "supports-dynamic-partition":
		p.Println("true")
	default:
		p.Errf("usage: sm list-disks [adoptable]\n       sm list-volumes [public|private|emulated|stub|all]\n       sm has-adoptable\n       sm get-primary-storage-uuid\n")
		return 1
	}
	return 0
}

func telecomCommand(_ context.Context, p *Proc) int {
	switch p.arg(1) {
	case "get-default-dialer", "get-system-dialer":
		p.Println("com.google.android.dialer")
	case "get-sim-config":
		p.Println("DSDS")
	case "get-max-phones":
		p.Println("2")
	case "is-non-ui-in-call-service-bound":
		p.Println("false")
	case "wait-on-handlers":
	default:
		p.Errf("usage: telecom [subcommand] [options]\n")
		return 0
	}
	return 0
}

// bugreportCommand is the old bugreport: what it would print is the text of every dump.
func bugreportCommand(ctx context.Context, p *Proc) int {
	p.Errf("=============================================================================\nWARNING: flat (text file, non-zipped) bugreports are deprecated.\nWARNING: zipped bugreports should be used instead.\n=============================================================================\n\n\n")
	p.Printf("========================================================\n== dumpstate: %s\n========================================================\n\nBuild: %s\nBuild fingerprint: '%s'\n\n", p.d.now().Format("2006-01-02 15:04:05"), p.d.prop("ro.build.display.id"), p.d.prop("ro.build.fingerprint"))
	return p.dumpAll(ctx, nil)
}

// parcel prints words as service call does: in hexadecimal, with their characters.
func (p *Proc) parcel(data []uint32) {
	chars := func(words []uint32) string {
		var b strings.Builder
		for _, w := range words {
			for i := range 4 {
				c := byte(w >> (8 * i))
				if c < 32 || c > 126 {
					c = '.'
				}
				b.WriteByte(c)
			}
		}
		return b.String()
	}
	if len(data) <= 4 {
		var b strings.Builder
		for _, w := range data {
			fmt.Fprintf(&b, "%08x ", w)
		}
		p.Printf("Result: Parcel(%s  '%s')\n", b.String(), chars(data))
		return
	}
	p.Println("Result: Parcel(")
	for at := 0; at < len(data); at += 4 {
		row := data[at:min(at+4, len(data))]
		p.Printf("  0x%08x: ", at*4)
		for i := range 4 {
			if i < len(row) {
				p.Printf("%08x ", row[i])
			} else {
				_, _ = io.WriteString(p.Stdout, "         ")
			}
		}
		p.Printf("'%s'", chars(row))
		if at+4 >= len(data) {
			p.Printf(")")
		}
		p.Println("")
	}
}

// parcelString is a reply with a text.
func parcelString(s string) []uint32 {
	units := append(utf16.Encode([]rune(s)), 0)
	out := []uint32{0, uint32(len(units) - 1)}
	for i := 0; i < len(units); i += 2 {
		w := uint32(units[i])
		if i+1 < len(units) {
			w |= uint32(units[i+1]) << 16
		}
		out = append(out, w)
	}
	return out
}
