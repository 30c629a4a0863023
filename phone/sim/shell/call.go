package shell

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

func itoa(n int) string { return strconv.Itoa(n) }

// job is a statement in the background.
type job struct {
	pid    int
	parent string // job that started it, empty for the shell itself
	owner  *script
	proc   *process
	ctx    context.Context
	simple bool          // one command, which takes the job's number
	holds  int           // how many of the session's streams it keeps open
	begun  chan struct{} // closed when its first command runs
	begin  sync.Once
	done   chan struct{}
	status int
}

// started tells who waits that the job's first command runs.
func (j *job) started() { j.begin.Do(func() { close(j.begun) }) }

// jobOf finds the background job that env's code runs in, nil for the foreground.
func (sh *script) jobOf(env expand.Environ) *job {
	pid := env.Get(varJob).Str
	if pid == "" {
		return nil
	}
	return sh.d.job(atoi(pid, 0))
}

// ctxOf is the context of the code that env belongs to.
func (sh *script) ctxOf(env expand.Environ) context.Context {
	if j := sh.jobOf(env); j != nil {
		return j.ctx
	}
	return sh.ctx
}

// builtins of other shells that mksh does not have.
var foreign = map[string]bool{
	"bind": true, "caller": true, "compgen": true, "complete": true, "compopt": true, "declare": true, "dirs": true, "disown": true,
	"enable": true, "help": true, "history": true, "logout": true, "mapfile": true, "popd": true, "pushd": true, "readarray": true,
	"shopt": true, "suspend": true, "newgrp": true, "hash": true,
}

// instead lists builtins of the interpreter that commands of the phone take the place of.
var instead = map[string]string{"kill": cmdKill, "wait": cmdWait, "echo": cmdRun, "printf": cmdRun, "ulimit": cmdRun, "umask": cmdRun}

// call sees every simple command before it runs and replaces what mksh does in its own way.
func (sh *script) call(ctx context.Context, args []string) ([]string, error) {
	hc := interp.HandlerCtx(ctx)
	if args[0] != cmdEnd {
		if c := sh.ctxOf(hc.Env); c.Err() != nil {
			return []string{"exit", itoa(killed(c))}, nil
		}
	}
	sh.mu.Lock()
	abort, declared := sh.abort, sh.funcs[args[0]]
	sh.abort = false
	sh.mu.Unlock()
	if abort {
		return []string{"exit", "1"}, nil
	}
	if declared && atoi(hc.Env.Get(varDepth).Str, 0) > maxDepth {
		fmt.Fprintln(raw(hc.Stderr), "Segmentation fault")
		return []string{"exit", "139"}, nil
	}
	if declared || strings.HasPrefix(args[0], ownPrefix) {
		return args, nil
	}
	return sh.builtin(hc, args), nil
}

// hostTests are the operators of test that the interpreter would ask the workstation about.
var hostTests = map[string]bool{"-O": true, "-G": true, "-ef": true, "-t": true}

func status(n int) []string { return []string{cmdStatus, itoa(n)} }

// builtin replaces a call by name. What it does not know it leaves alone.
func (sh *script) builtin(hc interp.HandlerContext, args []string) []string {
	switch args[0] {
	case "command":
		return sh.command(hc, args)
	case "builtin":
		if len(args) > 1 {
			return sh.builtin(hc, args[1:])
		}
	case "whence":
		return append([]string{cmdLookup, "whence"}, args[1:]...)
	case "type":
		return append([]string{cmdLookup, "type"}, args[1:]...)
	case "read":
		if hc.Stdin == io.Reader(sh.marker) {
			sh.feed()
		}
	case "cd":
		return sh.cd(hc, args)
	case "test", "[":
		if slices.ContainsFunc(args[1:], func(a string) bool { return hostTests[a] }) {
			return append([]string{cmdRun}, args...)
		}
	case "pwd":
		return sh.pwd(hc, args)
	case "eval":
		text, ok := sh.again(strings.Join(args[1:], " "))
		if !ok {
			return status(1)
		}
		return []string{"eval", text}
	case ".", "source":
		return sh.source(hc, args)
	case "trap":
		return sh.trap(args)
	}
	if name, ok := instead[args[0]]; ok {
		return append([]string{name}, args...)
	}
	if foreign[args[0]] {
		return append([]string{cmdForeign}, args...)
	}
	return args
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// command runs `command X` as X, and answers -v and -V.
func (sh *script) command(hc interp.HandlerContext, args []string) []string {
	rest := args[1:]
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		switch rest[0] {
		case "-v":
			return append([]string{cmdLookup, "command"}, rest[1:]...)
		case "-V":
			return append([]string{cmdLookup, "type"}, rest[1:]...)
		case "-p", "--":
			rest = rest[1:]
		default:
			fmt.Fprintf(hc.Stderr, "%s: command: %s: unknown option\n", sh.name, rest[0])
			return status(1)
		}
	}
	if len(rest) == 0 {
		return status(0)
	}
	return sh.builtin(hc, rest)
}

// cd checks the directory as mksh does, whose failure status is 2.
func (sh *script) cd(hc interp.HandlerContext, args []string) []string {
	rest := slices.DeleteFunc(slices.Clone(args[1:]), func(s string) bool { return s == "-L" || s == "-P" || s == "--" })
	to := hc.Env.Get("HOME").String()
	if len(rest) > 0 {
		to = rest[0]
	}
	if to == "-" {
		if to = hc.Env.Get("OLDPWD").String(); to == "" {
			fmt.Fprintf(hc.Stderr, "%s: cd: no OLDPWD\n", sh.name)
			return status(2)
		}
		fmt.Fprintln(hc.Stdout, to)
	}
	p := path.Clean(absolute(hc.Dir, to))
	info, err := sh.d.Files.Stat(shellCred, p)
	if err == nil && !info.IsDir() {
		err = vfs.ENOTDIR
	}
	if err == nil {
		err = sh.d.Files.Access(shellCred, p, 1)
	}
	if err != nil {
		fmt.Fprintf(raw(hc.Stderr), "%scd: %s: %v\n", sh.where(hc), to, err)
		return status(2)
	}
	return []string{"cd", p}
}

// pwd serves -P, for which the interpreter would ask the workstation's files.
func (sh *script) pwd(hc interp.HandlerContext, args []string) []string {
	if slices.Contains(args[1:], "-P") {
		p, err := sh.d.Files.Realpath(shellCred, hc.Dir)
		if err != nil {
			return status(1)
		}
		fmt.Fprintln(hc.Stdout, p)
		return status(0)
	}
	return args
}

// source turns `. file` into an eval of its text.
func (sh *script) source(hc interp.HandlerContext, args []string) []string {
	if len(args) < 2 {
		fmt.Fprintf(raw(hc.Stderr), "%s: .: missing argument\n", sh.name)
		return status(1)
	}
	b, err := sh.d.read(absolute(hc.Dir, args[1]))
	if err != nil {
		fmt.Fprintf(raw(hc.Stderr), "%s.: %s: %v\n", sh.where(hc), args[1], err)
		return status(1)
	}
	text, ok := sh.again(string(b))
	if !ok {
		return status(1)
	}
	return []string{"eval", text}
}

// trap keeps only what the interpreter can do: EXIT and ERR. The shell of a session is not sent other signals it could catch.
func (sh *script) trap(args []string) []string {
	if len(args) < 3 {
		return args
	}
	out := []string{"trap", args[1]}
	if args[1] != "-" {
		text, ok := sh.again(args[1])
		if !ok {
			return status(1)
		}
		out[1] = text
	}
	for _, sig := range args[2:] {
		switch strings.ToUpper(sig) {
		case "EXIT", "0":
			out = append(out, "EXIT")
		case "ERR":
			out = append(out, "ERR")
		}
	}
	if len(out) == 2 {
		return status(0)
	}
	return out
}

// where is the beginning of an error message: the shell's name, and the line of a script.
func (sh *script) where(hc interp.HandlerContext) string {
	switch {
	case sh.file:
		return fmt.Sprintf("%s[%d]: ", sh.name, hc.Pos.Line())
	case !sh.hasText && !sh.interactive:
		return fmt.Sprintf("%s: <stdin>[%d]: ", sh.name, hc.Pos.Line())
	}
	return sh.name + ": "
}

// execute runs a command that is no builtin of the interpreter.
func (sh *script) execute(ctx context.Context, args []string) error {
	hc := interp.HandlerCtx(ctx)
	if args[0] == cmdRun {
		args = args[1:]
	}
	if strings.HasPrefix(args[0], ownPrefix) {
		return sh.own(ctx, hc, args)
	}
	run := sh.ctxOf(hc.Env)
	if run.Err() == nil {
		j := sh.jobOf(hc.Env)
		s := spawn{args: args, dir: hc.Dir, env: exported(hc.Env), in: sh.streams(hc, j), con: sh.con, sh: sh, ppid: sh.pid}
		if j != nil {
			s.ppid = j.pid
			if s.begun = j.started; j.simple {
				s.pid = j.pid
			}
		}
		n := sh.d.exec(run, s, sh.where(hc))
		if run.Err() == nil {
			return result(n)
		}
	}
	// The interpreter's exit ends this shell, or the job's part of it, at once.
	return hc.Builtin(ctx, []string{"exit", itoa(killed(run))})
}

func result(n int) error {
	if n == 0 {
		return nil
	}
	return interp.ExitStatus(uint8(n))
}

// streams gives a command what it reads and writes: the session's own input unless something was put in its place.
func (sh *script) streams(hc interp.HandlerContext, j *job) stdio {
	io := stdio{out: raw(hc.Stdout), err: raw(hc.Stderr)}
	f, _ := hc.Stdin.(*os.File)
	sh.mu.Lock()
	defer sh.mu.Unlock()
	switch {
	case f == nil:
	case f != sh.marker || sh.fed:
		io.file = f
	case j == nil:
		io.src = sh.stdin
	}
	return io
}

// exported lists the environment of a command.
func exported(env expand.Environ) []string {
	seen := map[string]string{}
	var order []string
	for name, v := range env.Each {
		if _, ok := seen[name]; !ok {
			order = append(order, name)
		}
		seen[name] = ""
		if v.IsSet() && v.Exported && v.Kind == expand.String {
			seen[name] = name + "=" + v.Str
		}
	}
	slices.Sort(order)
	out := make([]string, 0, len(order))
	for _, name := range order {
		if seen[name] != "" {
			out = append(out, seen[name])
		}
	}
	return out
}
