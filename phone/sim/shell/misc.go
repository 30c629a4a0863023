package shell

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

func trueCommand(context.Context, *Proc) int  { return 0 }
func falseCommand(context.Context, *Proc) int { return 1 }

// echoCommand is mksh's echo: escapes are expanded unless -E is given.
func echoCommand(_ context.Context, p *Proc) int {
	args := p.Args[1:]
	newline, expand := true, true
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, c := range args[0][1:] {
			switch c {
			case 'n':
				newline = false
			case 'e':
				expand = true
			case 'E':
				expand = false
			}
		}
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if expand && strings.Contains(text, `\`) {
		cut := false
		if text, cut = unescapeC(text); cut {
			newline = false
		}
	}
	_, _ = p.Stdout.WriteString(text)
	if newline {
		_ = p.Stdout.WriteByte('\n')
	}
	return 0
}

// printCommand is mksh's print.
func printCommand(ctx context.Context, p *Proc) int {
	args := []string{"echo"}
	rest := p.Args[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		o := rest[0]
		rest = rest[1:]
		if o == "-" || o == "--" {
			break
		}
		if strings.Contains(o, "n") {
			args = append(args, "-n")
		}
		if strings.ContainsAny(o, "rR") {
			args = append(args, "-E")
		}
	}
	sub := *p
	sub.Args = append(args, rest...)
	return echoCommand(ctx, &sub)
}

func unescape(s string) string {
	s, _ = unescapeC(s)
	return s
}

// unescapeC expands the escapes of echo and printf; cut tells that \c ended the text.
func unescapeC(s string) (out string, cut bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'c':
			return b.String(), true
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := 0
			if c == '0' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '7' {
				i++
			}
			k := i
			for ; k < len(s) && k < i+3 && s[k] >= '0' && s[k] <= '7'; k++ {
				n = n*8 + int(s[k]-'0')
			}
			b.WriteByte(byte(n))
			i = k - 1
		case 'x', 'u', 'U':
			width := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			k := i + 1
			for k < len(s) && k < i+1+width && strings.IndexByte("0123456789abcdefABCDEF", s[k]) >= 0 {
				k++
			}
			n, err := strconv.ParseUint(s[i+1:k], 16, 32)
			switch {
			case err != nil:
				b.WriteString(s[i-1 : i+1])
			case c == 'x':
				b.WriteByte(byte(n))
			default:
				b.Write(utf8.AppendRune(nil, rune(n)))
			}
			i = k - 1
		default:
			if at := strings.IndexByte(`abefnrtv\"'`, c); at >= 0 {
				b.WriteByte("\a\b\x1b\f\n\r\t\v\\\"'"[at])
				continue
			}
			b.WriteString(s[i-1 : i+1])
		}
	}
	return b.String(), false
}

// printfCommand is toybox printf: the format is used again until the words are spent.
func printfCommand(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	args := p.Args[2:]
	for {
		used, cut, err := p.format(p.Args[1], args)
		if err != nil {
			return p.fail("%v", err)
		}
		args = args[min(used, len(args)):]
		if cut || used == 0 || len(args) == 0 {
			return 0
		}
	}
}

// format prints one round of a format and tells how many words it took.
func (p *Proc) format(format string, args []string) (used int, cut bool, err error) {
	next := func() string {
		if used++; used <= len(args) {
			return args[used-1]
		}
		return ""
	}
	for i := 0; i < len(format); i++ {
		switch {
		case format[i] == '\\':
			end := i + 2
			for end < len(format) && end < i+6 && strings.IndexByte("01234567xuabcdefABCDEF89", format[end]) >= 0 && (format[i+1] == 'x' || format[i+1] == 'u' || format[i+1] >= '0' && format[i+1] <= '7') {
				end++
			}
			s, stop := unescapeC(format[i:min(end, len(format))])
			_, _ = p.Stdout.WriteString(s)
			if stop {
				return used, true, nil
			}
			i = min(end, len(format)) - 1
		case format[i] != '%':
			_ = p.Stdout.WriteByte(format[i])
		case i+1 < len(format) && format[i+1] == '%':
			_ = p.Stdout.WriteByte('%')
			i++
		default:
			k := i + 1
			for k < len(format) && strings.IndexByte("-+ #0123456789.*", format[k]) >= 0 {
				k++
			}
			for k < len(format) && strings.IndexByte("lhjzt", format[k]) >= 0 {
				k++
			}
			if k == len(format) {
				return used, false, fmt.Errorf("bad %s@%d", format, i)
			}
			spec := strings.Trim(format[i:k], "lhjzt")
			for strings.Contains(spec, "*") {
				spec = strings.Replace(spec, "*", itoa(atoi(next(), 0)), 1)
			}
			if stop, err := p.verb(spec, format[k], next); err != nil || stop {
				return used, stop, err
			}
			i = k
		}
	}
	return used, false, nil
}

func (p *Proc) verb(spec string, verb byte, next func() string) (cut bool, err error) {
	switch verb {
	case 's':
		p.Printf(spec+"s", next())
	case 'b':
		s, stop := unescapeC(next())
		p.Printf(spec+"s", s)
		return stop, nil
	case 'c':
		s := next()
		p.Printf(spec+"s", s[:min(1, len(s))])
	case 'd', 'i', 'u':
		p.Printf(spec+"d", number(next()))
	case 'x', 'X', 'o':
		p.Printf(spec+string(verb), uint64(number(next())))
	case 'e', 'f', 'g', 'E', 'G':
		f, _ := strconv.ParseFloat(next(), 64)
		p.Printf(spec+string(verb), f)
	default:
		return false, fmt.Errorf("bad %%%c", verb)
	}
	return false, nil
}

// number reads decimal, 0x… and 0…, and 'c for a character's code.
func number(s string) int64 {
	if len(s) > 1 && (s[0] == '\'' || s[0] == '"') {
		r, _ := utf8.DecodeRuneInString(s[1:])
		return int64(r)
	}
	n, _ := strconv.ParseInt(s, 0, 64)
	return n
}

func seqCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("+f:s:w")
	if !ok {
		return 1
	}
	first, step, last := 1.0, 1.0, 0.0
	var vals []float64
	digits := 0
	for _, a := range f.args {
		v, err := strconv.ParseFloat(a, 64)
		if err != nil {
			return p.fail("%s isn't a number", a)
		}
		if _, frac, ok := strings.Cut(a, "."); ok {
			digits = max(digits, len(frac))
		}
		vals = append(vals, v)
	}
	switch len(vals) {
	case 1:
		last = vals[0]
	case 2:
		first, last = vals[0], vals[1]
	case 3:
		first, step, last = vals[0], vals[1], vals[2]
	default:
		return p.needs(1)
	}
	if step == 0 {
		return p.fail("step 0")
	}
	sep := f.str("s", "\n")
	for i := 0; ctx.Err() == nil && p.Stdout.err == nil; i++ {
		v := first + float64(i)*step
		if step > 0 && v > last+1e-9 || step < 0 && v < last-1e-9 {
			if i > 0 {
				_ = p.Stdout.WriteByte('\n')
			}
			break
		}
		if i > 0 {
			_, _ = p.Stdout.WriteString(sep)
		}
		p.Printf("%.*f", digits, v)
	}
	return 0
}

func yesCommand(ctx context.Context, p *Proc) int {
	word := "y"
	if len(p.Args) > 1 {
		word = strings.Join(p.Args[1:], " ")
	}
	for ctx.Err() == nil {
		for range 500 {
			p.Println(word)
		}
		if p.Stdout.Flush() != nil {
			return 128 + int(sigPIPE)
		}
	}
	return killed(ctx)
}

func basenameCommand(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	s := path.Base(p.Args[1])
	if len(p.Args) > 2 && s != p.Args[2] {
		s = strings.TrimSuffix(s, p.Args[2])
	}
	p.Println(s)
	return 0
}

func dirnameCommand(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	for _, a := range p.Args[1:] {
		p.Println(path.Dir(strings.TrimRight(a, "/") + map[bool]string{true: "/"}[strings.Trim(a, "/") == ""]))
	}
	return 0
}

func whichCommand(_ context.Context, p *Proc) int {
	status := 0
	for _, name := range p.Args[1:] {
		if name == "-a" {
			continue
		}
		file, err := p.d.lookPath(name, p.Dir, p.Getenv("PATH"))
		if err != nil {
			status = 1
			continue
		}
		p.Println(file)
	}
	return status
}

// shellGroups are the groups id shows.
var shellGroups = []int{2000, 1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012}

func idCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("nGgruZ")
	if !ok {
		return 1
	}
	show := func(id int) string {
		if f.has("n") {
			return userName(id)
		}
		return itoa(id)
	}
	switch {
	case f.has("Z"):
		p.Println("u:r:shell:s0")
	case f.has("u"), f.has("g"):
		p.Println(show(shellUID))
	case f.has("G"):
		var s []string
		for _, g := range shellGroups {
			s = append(s, show(g))
		}
		p.Println(strings.Join(s, " "))
	default:
		var s []string
		for _, g := range shellGroups {
			s = append(s, fmt.Sprintf("%d(%s)", g, userName(g)))
		}
		p.Printf("uid=2000(shell) gid=2000(shell) groups=%s context=u:r:shell:s0\n", strings.Join(s, ","))
	}
	return 0
}

func whoamiCommand(_ context.Context, p *Proc) int {
	p.Println("shell")
	return 0
}

const (
	kernelRelease = "6.1.57-android14-11-gcc2c8d9c5e1a-ab11200000"
	kernelBuild   = "#1 SMP PREEMPT Fri Dec 1 10:11:12 UTC 2023"
	kernelVersion = "Linux version " + kernelRelease + " (build-user@build-host) (Android clang version 17.0.2, LLD 17.0.2) " + kernelBuild
)

func unameCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("oamvrns")
	if !ok {
		return 1
	}
	machine := "aarch64"
	if strings.HasPrefix(p.d.w.Prop("ro.product.cpu.abi"), "x86") {
		machine = "x86_64"
	}
	var out []string
	for _, x := range [][2]string{{"s", "Linux"}, {"n", "localhost"}, {"r", kernelRelease}, {"v", kernelBuild}, {"m", machine}} {
		if f.has(x[0]) || f.has("a") || len(f.set) == 0 && x[0] == "s" {
			out = append(out, x[1])
		}
	}
	if f.has("a") {
		out = append(out, "Toybox")
	}
	p.Println(strings.Join(out, " "))
	return 0
}

func hostnameCommand(_ context.Context, p *Proc) int {
	p.Println("localhost")
	return 0
}

func nprocCommand(_ context.Context, p *Proc) int {
	p.Println(itoa(cores))
	return 0
}

func uptimeCommand(_ context.Context, p *Proc) int {
	up := p.d.w.Uptime()
	s := ""
	if days := int(up.Hours()) / 24; days > 0 {
		s = fmt.Sprintf("%d day%s, ", days, map[bool]string{true: "s"}[days > 1])
	}
	minutes := int(up.Minutes()) % (24 * 60)
	if minutes < 60 {
		s += fmt.Sprintf("%d min", minutes)
	} else {
		s += fmt.Sprintf("%2d:%02d", minutes/60, minutes%60)
	}
	p.Printf(" %s up %s,  0 users,  load average: 1.02, 0.98, 0.87\n", p.d.now().Format(time.TimeOnly), s)
	return 0
}

func freeCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("htgmkb")
	if !ok {
		return 1
	}
	unit := func(kb int64) string {
		switch {
		case f.has("h"):
			return human(kb*1024, false)
		case f.has("k"):
			return fmt.Sprint(kb)
		case f.has("m"):
			return fmt.Sprint(kb >> 10)
		case f.has("g"):
			return fmt.Sprint(kb >> 20)
		}
		return fmt.Sprint(kb * 1024)
	}
	p.Printf("\t\t%12s%12s%12s%12s%12s\n", "total", "used", "free", "shared", "buffers")
	p.Printf("Mem:%12s%12s%12s%12s%12s\n", unit(memTotal), unit(memTotal-memFree), unit(memFree), unit(20480), unit(5120))
	p.Printf("-/+ buffers/cache:%10s%12s\n", unit(memTotal-memFree-5120), unit(memFree+5120))
	p.Printf("Swap:%11s%12s%12s\n", unit(swapTotal), unit(swapTotal-swapFree), unit(swapFree))
	return 0
}

func dfCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("HPkhit:a")
	if !ok {
		return 1
	}
	mounts := p.d.Files.Mounts()
	status := 0
	if len(f.args) > 0 {
		mounts = nil
		for _, name := range f.args {
			if _, err := p.stat(name); err != nil {
				status = p.fail("'%s': %v", name, err)
				continue
			}
			mounts = append(mounts, p.d.Files.MountOf(p.abs(name)))
		}
	}
	rows := [][]string{{"Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"}}
	if f.has("h") {
		rows[0][1], rows[0][3] = "Size", "Avail"
	}
	for _, m := range mounts {
		if m.Type == "proc" || m.Type == "sysfs" {
			continue
		}
		total, used := dfNumbers(m)
		show := func(n int64) string {
			if f.has("h") {
				return human(n, false)
			}
			return fmt.Sprint(n / 1024)
		}
		rows = append(rows, []string{m.Source, show(total), show(used), show(total - used), fmt.Sprintf("%d%%", (used*100+total-1)/max(total, 1)), m.Point})
	}
	var width [6]int
	for _, r := range rows {
		for i, c := range r {
			width[i] = max(width[i], len(c))
		}
	}
	for _, r := range rows {
		p.Printf("%-*s %*s %*s %*s %*s %s\n", width[0], r[0], width[1], r[1], width[2], r[2], width[3], r[3], width[4], r[4], r[5])
	}
	return status
}

func dfNumbers(m *vfs.Mount) (total, used int64) {
	switch {
	case m.Size > 0:
		return m.Size, min(m.Size, m.Used())
	case m.Point == "/":
		return 2 << 30, 2<<30 - 4<<20
	}
	return 1 << 30, m.Used()
}

func duCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("d:HLKkmhabcslx")
	if !ok {
		return 1
	}
	names := f.args
	if len(names) == 0 {
		names = []string{"."}
	}
	show := func(n int64) string {
		switch {
		case f.has("h"):
			return human(n, false)
		case f.has("m"):
			return fmt.Sprint((n + 1<<20 - 1) >> 20)
		case f.has("b"):
			return fmt.Sprint(n)
		}
		return fmt.Sprint(n / 1024)
	}
	status := 0
	depth := f.num("d", 1<<20)
	var sum func(shown string, level int) int64
	sum = func(shown string, level int) int64 {
		info, err := p.lstat(shown)
		if err == nil && level == 0 && info.Target != "" {
			info, err = p.stat(shown)
		}
		if err != nil {
			status = p.fail("'%s': %v", shown, err)
			return 0
		}
		n := info.Blocks() * 512
		if f.has("b") {
			n = info.Bytes
		}
		if info.IsDir() {
			list, err := p.d.Files.ReadDir(shellCred, p.abs(shown))
			if err != nil {
				status = p.fail("%s: %v", shown, err)
			}
			for _, e := range list {
				n += sum(strings.TrimSuffix(shown, "/")+"/"+e.Base, level+1)
			}
		}
		if (info.IsDir() || f.has("a") || level == 0) && level <= depth && (!f.has("s") || level == 0) {
			p.Printf("%s\t%s\n", show(n), shown)
		}
		return n
	}
	total := int64(0)
	for _, name := range names {
		total += sum(name, 0)
	}
	if f.has("c") {
		p.Printf("%s\ttotal\n", show(total))
	}
	return status
}

func randomName(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[rand.IntN(len(letters))]
	}
	return string(b)
}

// dateCommand is toybox date. Setting the clock is refused to the shell user.
func dateCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("(iso-8601)I(rfc-2822)Rd:D:r:us:")
	if !ok {
		return 1
	}
	t := p.d.now()
	switch {
	case f.has("r"):
		info, err := p.stat(f.str("r", ""))
		if err != nil {
			return p.fail("'%s': %v", f.str("r", ""), err)
		}
		t = info.Mtime.In(t.Location())
	case f.has("d"):
		v, ok := parseDate(f.str("d", ""), t)
		if !ok {
			return p.fail("bad date '%s'", f.str("d", ""))
		}
		t = v
	}
	if f.has("u") {
		t = t.UTC()
	}
	format := "%a %b %e %H:%M:%S %Z %Y"
	switch {
	case f.has("I"):
		format = "%Y-%m-%d"
	case f.has("R"):
		format = "%a, %d %b %Y %H:%M:%S %z"
	}
	for _, a := range f.args {
		if !strings.HasPrefix(a, "+") {
			return p.fail("cannot set date: Operation not permitted")
		}
		format = a[1:]
	}
	if f.has("s") {
		return p.fail("cannot set date: Operation not permitted")
	}
	p.Println(strftime(format, t))
	return 0
}

// strftime formats a time; %N is nanoseconds, %3N their first digits.
func strftime(format string, t time.Time) string {
	layouts := map[byte]string{
		'a': "Mon", 'A': "Monday", 'b': "Jan", 'B': "January", 'h': "Jan", 'd': "02", 'e': "_2", 'm': "01", 'y': "06", 'Y': "2006", 'H': "15",
		'I': "03", 'M': "04", 'S': "05", 'p': "PM", 'Z': "MST", 'z': "-0700", 'F': "2006-01-02", 'T': "15:04:05", 'D': "01/02/06", 'R': "15:04",
		'c': "Mon Jan _2 15:04:05 2006", 'x': "01/02/06", 'X': "15:04:05", 'l': "3", 'k': "15", 'r': "03:04:05 PM",
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		width := 0
		for i+1 < len(format) && format[i] >= '1' && format[i] <= '9' {
			width = int(format[i] - '0')
			i++
		}
		if i+1 < len(format) && (format[i] == '-' || format[i] == '_') {
			i++
		}
		switch c := format[i]; {
		case layouts[c] != "":
			b.WriteString(t.Format(layouts[c]))
		case c == 's':
			fmt.Fprint(&b, t.Unix())
		case c == 'N':
			s := fmt.Sprintf("%09d", t.Nanosecond())
			if width > 0 {
				s = s[:width]
			}
			b.WriteString(s)
		case c == 'j':
			fmt.Fprintf(&b, "%03d", t.YearDay())
		case c == 'u':
			fmt.Fprint(&b, (int(t.Weekday())+6)%7+1)
		case c == 'w':
			fmt.Fprint(&b, int(t.Weekday()))
		case c == 'n':
			b.WriteByte('\n')
		case c == 't':
			b.WriteByte('\t')
		case c == '%':
			b.WriteByte('%')
		default:
			b.WriteString("%" + string(c))
		}
	}
	return b.String()
}

// readAll reads standard input to its end, bounded.
func (p *Proc) readAll(limit int64) ([]byte, error) {
	return io.ReadAll(io.LimitReader(p.Stdin, limit))
}

func umaskCommand(_ context.Context, p *Proc) int {
	p.Println("0000")
	return 0
}

func ulimitCommand(_ context.Context, p *Proc) int {
	if slices.Contains(p.Args, "-n") {
		p.Println("32768")
		return 0
	}
	p.Println("unlimited")
	return 0
}
