package shell

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// task is one row of ps: a process of the world, or one the shell started.
type task struct {
	pid, ppid int
	uid       int
	user      string
	args      []string
	vsz, rss  int
	started   time.Time
	own       *process // nil for a process of the world
}

func (t task) name() string {
	if len(t.args) == 0 {
		return ""
	}
	if t.own != nil {
		return path.Base(t.args[0])
	}
	return t.args[0]
}

// line is what pgrep -f and ps -o ARGS see.
func (t task) line() string { return strings.Join(t.args, " ") }

// tasks lists every process of the phone by number.
func (d *Device) tasks() []task {
	var out []task
	for _, p := range d.w.Processes() {
		out = append(out, task{pid: p.PID, ppid: p.PPID, uid: p.UID, user: p.User, args: []string{p.Name}, vsz: p.VSZ, rss: p.RSS, started: p.Started})
	}
	adbd := d.adbdPID()
	for _, p := range d.procs.list() {
		out = append(out, task{pid: p.pid, ppid: cmp.Or(p.ppid, adbd), uid: shellUID, user: "shell", args: p.args, vsz: 10844756, rss: 3612, started: p.started, own: p})
	}
	slices.SortFunc(out, func(a, b task) int { return a.pid - b.pid })
	return out
}

// adbdPID is the parent of the shells that hosts start.
func (d *Device) adbdPID() int {
	for _, p := range d.w.Processes() {
		if p.Name == "adbd" {
			return p.PID
		}
	}
	return 1
}

func psCommand(_ context.Context, p *Proc) int {
	if slices.Contains(p.Args[1:], "--help") {
		p.Println("usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]\n\nList processes.\n\nWhich processes to show (-gGuUpPt selections may be comma separated lists):\n\n-A  All\n-a  Has terminal not session leader\n-d  All but session leaders\n-e  Synonym for -A\n")
		return 0
	}
	f, ok := p.parse("AadefLlMnTwZg:G:k:o:O:p:P:t:s:u:U:")
	if !ok {
		return 1
	}
	all := f.has("A") || f.has("e") || f.has("d")
	var rows []task
	for _, t := range p.d.tasks() {
		switch {
		case f.has("p"):
			if !slices.Contains(strings.Split(f.str("p", ""), ","), itoa(t.pid)) {
				continue
			}
		case f.has("u") || f.has("U"):
			u := f.str("u", f.str("U", ""))
			if t.user != u && itoa(t.uid) != u {
				continue
			}
		case !all && t.uid != shellUID:
			continue
		}
		rows = append(rows, t)
	}
	if f.has("o") {
		p.psColumns(rows, strings.Join(f.val["o"], ","))
		return 0
	}
	if f.has("f") {
		p.Println("UID            PID  PPID C STIME TTY          TIME CMD")
		for _, t := range rows {
			p.Printf("%-12s %5d %5d 0 %s ?        00:00:01 %s\n", t.user, t.pid, t.ppid, t.started.In(p.d.now().Location()).Format("15:04:05"), t.line())
		}
		return 0
	}
	p.Println("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME")
	for _, t := range rows {
		state := "S"
		if t.pid == p.PID {
			state = "R"
		}
		p.Printf("%-12s %5d %5d %7d %6d %-15s %5d %s %s\n", t.user, t.pid, t.ppid, t.vsz, t.rss, "0", 0, state, t.name())
	}
	return 0
}

// psColumns prints the fields of ps -o.
func (p *Proc) psColumns(rows []task, fields string) {
	var names, titles []string
	for f := range strings.SplitSeq(fields, ",") {
		name, title, has := strings.Cut(f, "=")
		name = strings.ToUpper(strings.TrimSpace(name))
		if !has {
			title = name
		}
		names, titles = append(names, name), append(titles, title)
	}
	table := [][]string{titles}
	for _, t := range rows {
		var row []string
		for _, n := range names {
			row = append(row, t.field(n, p.d.w.Now()))
		}
		table = append(table, row)
	}
	if strings.Join(titles, "") == "" {
		table = table[1:]
	}
	for _, row := range table {
		for i, c := range row {
			if i > 0 {
				_ = p.Stdout.WriteByte(' ')
			}
			if i == len(row)-1 {
				_, _ = p.Stdout.WriteString(c)
				continue
			}
			p.Printf("%-*s", psWidth[names[i]], c)
		}
		_ = p.Stdout.WriteByte('\n')
	}
}

var psWidth = map[string]int{"USER": 12, "UID": 12, "PID": 5, "PPID": 5, "NAME": 27, "ARGS": 27, "CMD": 27, "CMDLINE": 27, "COMM": 15, "VSZ": 7, "RSS": 6, "TTY": 8}

func (t task) field(name string, now time.Time) string {
	switch name {
	case "USER":
		return t.user
	case "UID":
		return itoa(t.uid)
	case "PID", "TID":
		return itoa(t.pid)
	case "PPID":
		return itoa(t.ppid)
	case "NAME", "COMM", "CMD":
		return t.name()
	case "ARGS", "CMDLINE":
		return t.line()
	case "VSZ":
		return itoa(t.vsz)
	case "RSS", "RES":
		return itoa(t.rss)
	case "S", "STAT":
		return "S"
	case "ETIME", "ELAPSED":
		return now.Sub(t.started).Truncate(time.Second).String()
	case "PRI":
		return "19"
	case "NI":
		return "0"
	case "TTY":
		return "?"
	}
	return "-"
}

func pidofCommand(_ context.Context, p *Proc) int {
	f, ok := p.parse("so:x")
	if !ok {
		return 1
	}
	var out []string
	for _, t := range slices.Backward(p.d.tasks()) {
		if t.pid != p.PID && slices.Contains(f.args, t.name()) && (len(out) == 0 || !f.has("s")) {
			out = append(out, itoa(t.pid))
		}
	}
	if len(out) == 0 {
		return 1
	}
	p.Println(strings.Join(out, " "))
	return 0
}

// pgrepCommand is toybox pgrep and pkill.
func pgrepCommand(_ context.Context, p *Proc) int {
	kill := path.Base(p.Args[0]) == "pkill"
	sig := int(sigTERM)
	args := []string{p.Args[0]}
	for _, a := range p.Args[1:] {
		if kill && len(a) > 1 && a[0] == '-' {
			if n, ok := signalNumber(a[1:]); ok {
				sig = n
				continue
			}
		}
		args = append(args, a)
	}
	p.Args = args
	f, ok := p.parse("cld:Lu:U:G:g:nofvxs:P:t:Vl:")
	if !ok {
		return 2
	}
	if f.has("l") && kill {
		n, ok := signalNumber(f.str("l", ""))
		if !ok {
			return p.fail("bad -l '%s'", f.str("l", ""))
		}
		sig = n
	}
	if len(f.args) == 0 && !f.has("u") && !f.has("U") && !f.has("P") {
		return p.needs(1)
	}
	hits, ok := p.processesLike(f)
	if !ok {
		return 2
	}
	if len(hits) == 0 {
		return 1
	}
	if kill {
		status := 0
		for _, t := range hits {
			if err := p.d.signal(t.pid, sig); err != nil {
				status = p.fail("%d: %v", t.pid, err)
			}
		}
		return status
	}
	if f.has("c") {
		p.Println(itoa(len(hits)))
		return 0
	}
	for _, t := range hits {
		if slices.Contains(p.Args, "-l") || slices.Contains(p.Args, "-a") {
			p.Printf("%d %s\n", t.pid, t.line())
			continue
		}
		p.Println(itoa(t.pid))
	}
	return 0
}

// processesLike finds processes by a pattern of their name or whole line. The command itself is never among them.
func (p *Proc) processesLike(f flags) ([]task, bool) {
	pattern := strings.Join(f.args, " ")
	re, err := compilePOSIX(pattern, true, false)
	if err != nil {
		p.fail("bad regex '%s'", pattern)
		return nil, false
	}
	var hits []task
	for _, t := range p.d.tasks() {
		if t.pid == p.PID || f.has("u") && t.user != f.str("u", "") && itoa(t.uid) != f.str("u", "") || f.has("P") && itoa(t.ppid) != f.str("P", "") {
			continue
		}
		s := t.name()
		if f.has("f") {
			s = t.line()
		} else if t.own != nil && len(s) > 15 {
			s = s[:15]
		}
		hit := re.MatchString(s)
		if f.has("x") {
			hit = re.FindString(s) == s
		}
		if hit != f.has("v") {
			hits = append(hits, t)
		}
	}
	if len(hits) > 1 && f.has("n") {
		hits = hits[len(hits)-1:]
	} else if len(hits) > 1 && f.has("o") {
		hits = hits[:1]
	}
	return hits, true
}

var signalNames = []string{1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL", 10: "USR1", 11: "SEGV", 12: "USR2",
	13: "PIPE", 14: "ALRM", 15: "TERM", 16: "STKFLT", 17: "CHLD", 18: "CONT", 19: "STOP", 20: "TSTP", 21: "TTIN", 22: "TTOU"}

// signalNumber reads a signal by number or name, with or without SIG.
func signalNumber(s string) (int, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, n >= 0 && n < 65
	}
	n := slices.Index(signalNames, strings.TrimPrefix(strings.ToUpper(s), "SIG"))
	return n, n > 0
}

// signal sends a signal. Only KILL, TERM, INT, HUP and the like end a process; 0, CONT and USR do nothing here.
func (d *Device) signal(pid, sig int) error {
	p := d.procs.get(pid)
	if p != nil {
		switch signal(sig) {
		case 0, 17, 18, 19, 20, 21, 22:
		default:
			p.kill(signal(sig))
		}
		return nil
	}
	for _, t := range d.tasks() {
		if t.pid == pid {
			if sig != 0 && d.w.KillProcess(pid) {
				return nil
			}
			return errNotPermitted
		}
	}
	return errNoProcess
}

type killError string

func (e killError) Error() string { return string(e) }

const (
	errNoProcess    killError = "No such process"
	errNotPermitted killError = "Operation not permitted"
)

// killCommand is kill, the builtin and the program; args[0] begins its messages.
func (d *Device) killCommand(args []string, out, errw io.Writer) int {
	name, args := args[0], args[1:]
	sig := int(sigTERM)
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && len(args[0]) > 1 {
		word := args[0][1:]
		args = args[1:]
		if word == "l" {
			for n := 1; n < len(signalNames); n++ {
				fmt.Fprintf(out, "%d) SIG%s\n", n, signalNames[n])
			}
			return 0
		}
		if word == "-" {
			break
		}
		if (word == "s" || word == "n") && len(args) > 0 {
			word = args[0]
			args = args[1:]
		}
		n, ok := signalNumber(word)
		if !ok {
			fmt.Fprintf(errw, "%s: %s: bad signal\n", name, word)
			return 1
		}
		sig = n
	}
	if len(args) == 0 {
		fmt.Fprintf(errw, "%s: usage: kill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n", name)
		return 1
	}
	status := 0
	for _, a := range args {
		pid, err := strconv.Atoi(strings.TrimPrefix(a, "%"))
		if err != nil {
			fmt.Fprintf(errw, "%s: %s: arguments must be jobs or process IDs\n", name, a)
			status = 1
			continue
		}
		if err := d.signal(pid, sig); err != nil {
			fmt.Fprintf(errw, "%s: %s: %v\n", name, a, err)
			status = 1
		}
	}
	return status
}

func killProgram(_ context.Context, p *Proc) int {
	return p.d.killCommand(append([]string{"kill"}, p.Args[1:]...), p.Stdout, p.Stderr)
}
