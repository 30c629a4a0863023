package shell

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

var logBuffers = []string{"main", "system", "crash", "events", "radio", "kernel", "stats", "security"}

const priorities = "VDIWEFS"

// logcat is a parsed command line.
type logcat struct {
	p       *Proc
	buffers []string
	format  string
	mods    map[string]bool
	rules   map[string]byte // least priority of a tag
	least   byte            // of every other tag
	pid     int
	uids    string
	expr    *regexp.Regexp
	max     int // stop after so many
	tail    int // only the last so many; −1 all
	since   time.Time
	dump    bool
	binary  bool
	quiet   bool   // there is nothing to print
	last    string // buffer of the entry before, for the separators
	seen    map[string]bool
}

// logcatCommand is logcat.
func logcatCommand(ctx context.Context, p *Proc) int {
	l := &logcat{p: p, format: "threadtime", mods: map[string]bool{}, rules: map[string]byte{}, least: 'V', max: -1, tail: -1, seen: map[string]bool{}}
	clear, size, status := l.options()
	if status != 0 {
		return status
	}
	switch {
	case clear:
		p.d.w.ClearLog(l.buffers...)
		return 0
	case size:
		names := l.buffers
		if len(names) == 0 {
			names = []string{"main", "system", "crash"}
		}
		for _, b := range names {
			p.Printf("%s: ring buffer is %d KiB (%d KiB consumed, %d KiB readable), max entry is 5120 B, max payload is 4068 B\n", b, p.d.logRing(b)>>10, l.used(b), l.used(b))
		}
		return 0
	}
	if l.quiet {
		return 0
	}
	return l.run(ctx)
}

// logRing is the size of a ring buffer in bytes.
func (d *Device) logRing(buffer string) int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, ok := d.rings[buffer]; ok {
		return n
	}
	return 256 << 10
}

func (d *Device) setLogRing(n int64, buffers []string) {
	if len(buffers) == 0 {
		buffers = []string{"main", "system", "crash"}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, b := range buffers {
		d.rings[b] = n
	}
}

// used is how much of a ring buffer is full, in KiB.
func (l *logcat) used(buffer string) int64 {
	n := int64(0)
	for _, e := range l.p.d.w.LogEntries(0, buffer) {
		n += int64(28 + 3 + len(e.Tag) + len(e.Text))
	}
	return min(n, l.p.d.logRing(buffer)) >> 10
}

// options reads the command line.
func (l *logcat) options() (clear, size bool, status int) {
	w := words{l.p.Args[1:]}
	fail := func(format string, a ...any) (bool, bool, int) {
		l.p.Errf(format, a...)
		return false, false, 1
	}
	for {
		o, ok := w.next()
		if !ok {
			return clear, size, 0
		}
		name, value, glued := strings.Cut(o, "=")
		if len(o) > 2 && o[0] == '-' && o[1] != '-' && strings.IndexByte("vbtTmes", o[1]) >= 0 {
			name, value, glued = o[:2], o[2:], true
		}
		take := func() string {
			if !glued {
				value, _ = w.next()
			}
			return value
		}
		switch name {
		case "-d", "--dump":
			l.dump = true
		case "-c", "--clear":
			clear = true
		case "-B", "--binary":
			l.binary = true
		case "-g":
			size = true
		case "-G", "--buffer-size":
			if name == "--buffer-size" && !glued {
				size = true
				continue
			}
			n, ok := logSize(take())
			if !ok {
				return fail("failed to set the 'main' log size\n")
			}
			l.p.d.setLogRing(n, l.buffers)
			l.quiet = true
		case "-b", "--buffer":
			if bad := l.addBuffers(take()); bad != "" {
				return fail("Unable to open log device '%s'.\n", bad)
			}
		case "-v", "--format":
			for f := range strings.FieldsFuncSeq(take(), func(r rune) bool { return r == ',' || r == ' ' }) {
				if !l.setFormat(f) {
					return fail("Invalid parameter \"%s\" to -v\n", f)
				}
			}
		case "-t", "-T", "--tail":
			if bad := l.setTail(take()); bad {
				return fail("-%s \"%s\" not in time format\n", strings.TrimLeft(name, "-"), value)
			}
			l.dump = l.dump || name == "-t"
		case "-m", "--max-count":
			l.max = atoi(take(), -1)
		case "-e", "--regex":
			re, err := compilePOSIX(take(), true, false)
			if err != nil {
				return fail("Invalid parameter to --regex\n")
			}
			l.expr = re
		case "--pid":
			l.pid = atoi(take(), -1)
		case "--uid":
			l.uids = take()
		case "-s":
			l.least = 'S'
			if glued {
				l.rule(value)
			}
		case "-D", "--dividers", "-L", "--last", "-S", "--statistics", "-p", "--prune", "--print", "--wrap":
		case "-r", "-n", "-f", "-P", "--id", "--file", "--rotate-kbytes", "--rotate-count", "--proto":
			take()
		default:
			if strings.HasPrefix(o, "-") {
				return fail("logcat: unrecognized option `%s'\nUnrecognized Option %s\n", o, o)
			}
			l.rule(o)
		}
	}
}

func (l *logcat) addBuffers(list string) (bad string) {
	for b := range strings.SplitSeq(list, ",") {
		switch {
		case b == "all":
			l.buffers = append(l.buffers, "main", "system", "crash", "events", "radio")
		case b == "default":
			l.buffers = append(l.buffers, "main", "system", "crash")
		case slices.Contains(logBuffers, b):
			l.buffers = append(l.buffers, b)
		default:
			return b
		}
	}
	return ""
}

func (l *logcat) setFormat(f string) bool {
	switch f {
	case "brief", "process", "tag", "thread", "raw", "time", "threadtime", "long":
		l.format = f
	case "color", "descriptive", "epoch", "monotonic", "printable", "uid", "usec", "nsec", "UTC", "year", "zone":
		l.mods[f] = true
	default:
		return false
	}
	return true
}

// setTail reads a count or a time; bad is true for neither.
func (l *logcat) setTail(s string) (bad bool) {
	if n, err := strconv.Atoi(s); err == nil {
		l.tail = n
		return false
	}
	now := l.p.d.now()
	for _, layout := range []string{"01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
		if t, err := time.ParseInLocation(layout, s, now.Location()); err == nil {
			if t.Year() == 0 {
				t = t.AddDate(now.Year(), 0, 0)
			}
			l.since = t
			return false
		}
	}
	if sec, err := strconv.ParseFloat(s, 64); err == nil {
		l.since = time.UnixMicro(int64(sec * 1e6))
		return false
	}
	return true
}

// rule reads TAG:P, TAG or *:P.
func (l *logcat) rule(s string) {
	tag, pri, ok := strings.Cut(strings.Trim(s, `"'`), ":")
	least := byte('V')
	if ok && pri != "" && pri != "*" {
		least = strings.ToUpper(pri)[0]
	}
	if tag == "*" || tag == "" {
		if tag == "*" {
			l.least = least
		}
		return
	}
	l.rules[tag] = least
}

func (l *logcat) wants(e world.LogEntry) bool {
	least := l.least
	if r, ok := l.rules[e.Tag]; ok {
		least = r
	}
	return strings.IndexByte(priorities, e.Priority) >= strings.IndexByte(priorities, least) && least != 'S' && (l.pid == 0 || e.PID == l.pid) &&
		(l.uids == "" || slices.Contains(strings.Split(l.uids, ","), itoa(e.UID))) && (l.expr == nil || l.expr.MatchString(e.Text)) && !e.Time.Before(l.since)
}

func (l *logcat) run(ctx context.Context) int {
	if len(l.buffers) == 0 {
		l.buffers = []string{"main", "system", "crash"}
	}
	changed, stop := l.p.d.w.WatchLog()
	defer stop()
	after := uint64(0)
	for first := true; ; first = false {
		list := l.p.d.w.LogEntries(after, l.buffers...)
		if n := len(list); n > 0 {
			after = list[n-1].Seq
		}
		sdk := l.p.d.sdk()
		for i := range list {
			if list[i].Buffer == "events" {
				var there bool
				if list[i].Tag, there = eventTag(list[i].Tag, sdk); !there {
					list[i].Buffer = ""
				}
			}
		}
		list = slices.DeleteFunc(list, func(e world.LogEntry) bool { return e.Buffer == "" || !l.wants(e) })
		if first && l.tail >= 0 && len(list) > l.tail {
			list = list[len(list)-l.tail:]
		}
		for _, e := range list {
			if l.binary {
				_, _ = l.p.Stdout.Write(binaryEntry(e))
			} else {
				l.print(e)
			}
			if l.max--; l.max == 0 {
				return 0
			}
		}
		if l.dump {
			return 0
		}
		if l.p.Stdout.Flush() != nil {
			return 128 + int(sigPIPE)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return killed(ctx)
		}
	}
}

// print writes an entry, after a separator when its buffer is new.
func (l *logcat) print(e world.LogEntry) {
	if e.Buffer != l.last {
		switch {
		case !l.seen[e.Buffer]:
			l.p.Printf("--------- beginning of %s\n", e.Buffer)
		case len(l.buffers) > 1:
			l.p.Printf("--------- switch to %s\n", e.Buffer)
		}
		l.seen[e.Buffer], l.last = true, e.Buffer
	}
	if l.format == "long" {
		l.p.Printf("[ %s %5d:%5d %c/%-8s ]\n%s\n\n", l.stamp(e.Time), e.PID, e.TID, e.Priority, e.Tag, e.Text)
		return
	}
	if l.format == "raw" {
		l.p.Println(e.Text)
		return
	}
	color := map[byte]string{'V': "\x1b[38;5;231m", 'D': "\x1b[38;5;75m", 'I': "\x1b[38;5;40m", 'W': "\x1b[38;5;166m", 'E': "\x1b[38;5;196m", 'F': "\x1b[38;5;196m"}[e.Priority]
	for line := range strings.SplitSeq(strings.TrimSuffix(e.Text, "\n"), "\n") {
		if l.mods["color"] {
			_, _ = io.WriteString(l.p.Stdout, color)
		}
		l.line(e, line)
		if l.mods["color"] {
			_, _ = io.WriteString(l.p.Stdout, "\x1b[0m")
		}
		_ = l.p.Stdout.WriteByte('\n')
	}
}

func (l *logcat) line(e world.LogEntry, text string) {
	uid := ""
	if l.mods["uid"] {
		uid = fmt.Sprintf("%5s:", userName(e.UID))
	}
	switch l.format {
	case "brief":
		l.p.Printf("%c/%-8s(%s%5d): %s", e.Priority, e.Tag, uid, e.PID, text)
	case "process":
		l.p.Printf("%c(%s%5d) %s  (%s)", e.Priority, uid, e.PID, text, e.Tag)
	case "tag":
		l.p.Printf("%c/%-8s: %s", e.Priority, e.Tag, text)
	case "thread":
		l.p.Printf("%c(%s%5d:%5d) %s", e.Priority, uid, e.PID, e.TID, text)
	case "time":
		l.p.Printf("%s %c/%-8s(%s%5d): %s", l.stamp(e.Time), e.Priority, e.Tag, uid, e.PID, text)
	default:
		if uid != "" {
			uid = fmt.Sprintf("%5s ", userName(e.UID))
		}
		l.p.Printf("%s %s%5d %5d %c %-8s: %s", l.stamp(e.Time), uid, e.PID, e.TID, e.Priority, e.Tag, text)
	}
}

func (l *logcat) stamp(t time.Time) string {
	frac := ".000"
	if l.mods["usec"] {
		frac = ".000000"
	} else if l.mods["nsec"] {
		frac = ".000000000"
	}
	switch {
	case l.mods["epoch"]:
		return fmt.Sprintf("%10d%s", t.Unix(), t.Format(frac))
	case l.mods["monotonic"]:
		up := l.p.d.w.Uptime() - l.p.d.w.Now().Sub(t)
		return fmt.Sprintf("%6d.%03d", int(up.Seconds()), up.Milliseconds()%1000)
	}
	t = t.In(l.p.d.now().Location())
	if l.mods["UTC"] {
		t = t.UTC()
	}
	layout := "01-02 15:04:05" + frac
	if l.mods["year"] {
		layout = "2006-" + layout
	}
	if l.mods["zone"] || l.mods["UTC"] {
		layout += " -0700"
	}
	return t.Format(layout)
}

// logCommand is toybox log: it writes a line to the log.
func logCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("+p:t:")
	if !ok {
		return 1
	}
	pri := strings.ToUpper(f.str("p", "i"))[0]
	if strings.IndexByte(priorities, pri) < 0 {
		return p.fail("bad -p '%s'", f.str("p", ""))
	}
	p.d.w.Log(pri, f.str("t", "log"), strings.Join(f.args, " "))
	return 0
}
