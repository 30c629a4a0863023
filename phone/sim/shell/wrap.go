package shell

import (
	"context"
	"errors"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Commands that run other commands.

func xargsCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("+P:optrn:s:0E:I:")
	if !ok {
		return 1
	}
	all, err := io.ReadAll(io.LimitReader(p.Stdin, 64<<20))
	if err != nil {
		return 1
	}
	cmd := f.args
	if len(cmd) == 0 {
		cmd = []string{"echo"}
	}
	words := xargsWords(string(all), f.has("0"), f.has("I"))
	if f.has("I") {
		return p.xargsEach(ctx, f, cmd, words)
	}
	if len(words) == 0 && f.has("r") {
		return 0
	}
	n := f.num("n", 5000)
	status := 0
	for first := true; first || len(words) > 0; first = false {
		batch := words[:min(n, len(words))]
		words = words[len(batch):]
		if s := p.xargsRun(ctx, f, append(slices.Clone(cmd), batch...)); s != 0 {
			if status = s; s == 127 || s == 126 {
				return s
			}
		}
	}
	return status
}

func (p *Proc) xargsEach(ctx context.Context, f flags, cmd, words []string) int {
	status := 0
	for _, w := range words {
		args := make([]string, len(cmd))
		for i, s := range cmd {
			args[i] = strings.ReplaceAll(s, f.str("I", "{}"), w)
		}
		if s := p.xargsRun(ctx, f, args); s != 0 {
			status = s
		}
	}
	return status
}

func (p *Proc) xargsRun(ctx context.Context, f flags, args []string) int {
	if f.has("t") {
		p.Errf("%s\n", strings.Join(args, " "))
	}
	quiet := *p
	quiet.in.src, quiet.in.file = nil, nil // the command's input is /dev/null
	switch s := quiet.Run(ctx, args); {
	case s == 0, s == 126, s == 127:
		return s
	case s == 255:
		return 124
	default:
		return 123
	}
}

// xargsWords cuts the input into words, with quotes unless zero-terminated; lines stay whole with -I.
func xargsWords(s string, zero, whole bool) []string {
	if zero {
		return slices.DeleteFunc(strings.Split(s, "\x00"), func(w string) bool { return w == "" })
	}
	if whole {
		var out []string
		for line := range strings.SplitSeq(s, "\n") {
			if line = strings.TrimLeft(line, " \t"); line != "" {
				out = append(out, line)
			}
		}
		return out
	}
	var out []string
	var cur strings.Builder
	in, quote := false, rune(0)
	escaped := false
	for _, c := range s {
		switch {
		case escaped:
			cur.WriteRune(c)
			escaped = false
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			cur.WriteRune(c)
		case c == '\\':
			in, escaped = true, true
		case c == '\'' || c == '"':
			in, quote = true, c
		case c == ' ' || c == '\t' || c == '\n':
			if in {
				out = append(out, cur.String())
				cur.Reset()
				in = false
			}
		default:
			in = true
			cur.WriteRune(c)
		}
	}
	if in {
		out = append(out, cur.String())
	}
	return out
}

func envCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("+(ignore-environment)i0u:")
	if !ok {
		return 125
	}
	env := p.env
	if f.has("i") {
		env = nil
	}
	drop := func(name string) {
		env = slices.DeleteFunc(slices.Clone(env), func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	}
	for _, name := range f.val["u"] {
		drop(name)
	}
	args := f.args
	for len(args) > 0 && strings.Contains(args[0], "=") {
		name, _, _ := strings.Cut(args[0], "=")
		drop(name)
		env = append(env, args[0])
		args = args[1:]
	}
	if len(args) == 0 {
		end := "\n"
		if f.has("0") {
			end = "\x00"
		}
		for _, kv := range env {
			_, _ = p.Stdout.WriteString(kv + end)
		}
		return 0
	}
	sub := *p
	sub.env = env
	return sub.Run(ctx, args)
}

func printenvCommand(_ context.Context, p *Proc) int {
	if len(p.Args) == 1 {
		for _, kv := range p.env {
			p.Println(kv)
		}
		return 0
	}
	status := 0
	for _, name := range p.Args[1:] {
		if v := p.Getenv(name); v != "" {
			p.Println(v)
		} else {
			status = 1
		}
	}
	return status
}

func timeoutCommand(ctx context.Context, p *Proc) int {
	f, ok := p.parse("+(foreground)f(preserve-status)p(verbose)vk:s:i")
	if !ok {
		return 125
	}
	if len(f.args) < 2 {
		return p.needs(2)
	}
	d, good := duration(f.args[0])
	if !good {
		p.fail("bad duration '%s'", f.args[0])
		return 125
	}
	sig, good := signalNumber(f.str("s", "TERM"))
	if !good {
		p.fail("bad -s: '%s'", f.str("s", ""))
		return 125
	}
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	fired := false
	if d > 0 {
		t := time.AfterFunc(d, func() { kill(errTimeout{signal(sig)}) })
		defer t.Stop()
	}
	status := p.Run(ctx, f.args[1:])
	if t, ok := errors.AsType[errTimeout](context.Cause(ctx)); ok {
		fired = true
		sig = int(t.signal)
	}
	switch {
	case !fired:
		return status
	case f.has("p"):
		return 128 + sig
	case sig == int(sigKILL):
		return 128 + sig
	}
	return 124
}

// errTimeout is the cause of a context that timeout ended.
type errTimeout struct{ signal }

// duration reads a number of seconds with an optional unit s, m, h or d.
func duration(s string) (time.Duration, bool) {
	unit := time.Second
	if s != "" {
		switch s[len(s)-1] {
		case 's':
			s = s[:len(s)-1]
		case 'm':
			unit, s = time.Minute, s[:len(s)-1]
		case 'h':
			unit, s = time.Hour, s[:len(s)-1]
		case 'd':
			unit, s = 24*time.Hour, s[:len(s)-1]
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	return time.Duration(n * float64(unit)), err == nil && n >= 0
}

func sleepCommand(ctx context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.needs(1)
	}
	total := time.Duration(0)
	for _, a := range p.Args[1:] {
		d, ok := duration(a)
		if !ok {
			return p.fail("bad number '%s'", a)
		}
		total += d
	}
	t := time.NewTimer(total)
	defer t.Stop()
	select {
	case <-t.C:
		return 0
	case <-ctx.Done():
		return killed(ctx)
	}
}

// passCommand runs its words as a command: nohup, setsid, nice, ionice, taskset, time.
func passCommand(ctx context.Context, p *Proc) int {
	args := p.Args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		if takes := map[string]bool{"-n": true, "-c": true, "-p": true}; takes[args[0]] && len(args) > 1 && path.Base(p.Args[0]) != "time" {
			args = args[1:]
		}
		args = args[1:]
	}
	if path.Base(p.Args[0]) == "taskset" && len(args) > 1 {
		args = args[1:]
	}
	if len(args) == 0 {
		return p.needs(1)
	}
	return p.Run(ctx, args)
}

// toyboxCommand runs an applet by name.
func toyboxCommand(ctx context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		var names []string
		for name, c := range commands {
			if c.toybox && name != "toybox" {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		p.Println(strings.Join(names, " "))
		return 0
	}
	switch name := p.Args[1]; {
	case name == "--version":
		p.Println("toybox 0.8.9-android")
		return 0
	case commands[name].toybox:
		return p.Run(ctx, p.Args[1:])
	default:
		p.Errf("toybox: Unknown command %s (see \"toybox --help\")\n", name)
		return 127
	}
}
