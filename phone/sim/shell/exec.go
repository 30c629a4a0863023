package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/handset-agent/handset/phone/sim/vfs"
)

// spawn is a command to start.
type spawn struct {
	args  []string
	dir   string
	env   []string
	in    stdio
	con   *console
	sh    *script
	ppid  int
	pid   int    // zero: a new number
	begun func() // called once the command is among the processes, if not nil
}

// exec finds and runs a command and returns its status. where begins the shell's error messages; when it is empty a command that
// cannot be found is reported as toybox does.
func (d *Device) exec(ctx context.Context, s spawn, where string) int {
	name := s.args[0]
	run, file, err := d.resolve(name, s.dir, s.getenv("PATH"))
	if err != nil {
		return s.refuse(where, err)
	}
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	if s.pid == 0 {
		s.pid = d.procs.number()
	}
	self := &process{pid: s.pid, ppid: s.ppid, args: s.args, started: d.w.Now(), tty: s.con.tty, kill: kill}
	d.procs.add(self)
	defer d.procs.drop(self)
	if s.begun != nil {
		s.begun()
	}
	p := &Proc{
		Args: s.args, Dir: s.dir, PID: s.pid, d: d, env: s.env, con: s.con, sh: s.sh, in: s.in, ppid: s.ppid,
		Stdin:  &input{ctx: ctx, src: s.in.src, file: s.in.file},
		Stdout: newOutput(s.in.out), Stderr: s.in.err,
	}
	if run == nil {
		run = func(ctx context.Context, p *Proc) int { return d.runFile(ctx, p, file) }
	}
	status := d.guarded(ctx, p, run)
	if err := p.Stdout.Flush(); err != nil && status == 0 {
		status = writeStatus(p, err)
	}
	if ctx.Err() != nil && !p.live {
		return killed(ctx)
	}
	return status
}

// guarded runs a command so that a fault in it ends the command, not all the phones: the log tells of it.
func (d *Device) guarded(ctx context.Context, p *Proc, run Command) (status int) {
	defer func() {
		if r := recover(); r != nil {
			d.w.Log('F', "libc", fmt.Sprintf("Fatal signal 11 (SIGSEGV) in pid %d (%s): %v", p.PID, path.Base(p.Args[0]), r))
			fmt.Fprintln(p.Stderr, "Segmentation fault")
			status = 139
		}
	}()
	return run(ctx, p)
}

// writeStatus is how a command ends that could not write: of a full disk it says so, of a closed pipe it dies.
func writeStatus(p *Proc, err error) int {
	if e, ok := errors.AsType[vfs.Errno](err); ok {
		fmt.Fprintf(p.Stderr, "%s: write: %v\n", path.Base(p.Args[0]), e)
		return 1
	}
	return 128 + int(sigPIPE)
}

func (s spawn) getenv(name string) string { return (&Proc{env: s.env}).Getenv(name) }

// errNotFound: no such command.
var errNotFound = errors.New("inaccessible or not found")

// refuse reports a command that cannot be run.
func (s spawn) refuse(where string, err error) int {
	name := s.args[0]
	_, missing := errors.AsType[vfs.Errno](err)
	missing = !missing || errors.Is(err, fs.ErrNotExist)
	switch {
	case where == "" && missing:
		fmt.Fprintf(s.in.err, "%s: No such file or directory\n", name)
	case where == "":
		fmt.Fprintf(s.in.err, "%s: %v\n", name, err)
	case missing:
		fmt.Fprintf(s.in.err, "%s%s: %s\n", where, name, s.sh.d.notFound())
	default:
		fmt.Fprintf(s.in.err, "%s%s: can't execute: %v\n", where, name, err)
	}
	if missing {
		return 127
	}
	return 126
}

// resolve finds what a command name runs: a function of the table, or a script file.
func (d *Device) resolve(name, dir, pathList string) (run Command, file string, err error) {
	if pathList == "" {
		pathList = defaultPath
	}
	if !strings.Contains(name, "/") && (pathList == defaultPath || inPath(pathList, "/system/bin")) {
		if c, ok := commands[name]; ok {
			return c.run, "", nil
		}
	}
	file, err = d.lookPath(name, dir, pathList)
	if err != nil {
		if c, ok := commands[name]; ok && c.inside {
			return c.run, "", nil
		}
		return nil, "", err
	}
	real, err := d.Files.Realpath(shellCred, file)
	if err == nil && strings.HasPrefix(real, "/system/") {
		if c, ok := commands[path.Base(file)]; ok {
			return c.run, "", nil
		}
		if c, ok := commands[path.Base(real)]; ok {
			return c.run, "", nil
		}
	}
	return nil, file, nil
}

func inPath(list, dir string) bool {
	for p := range strings.SplitSeq(list, ":") {
		if p == dir {
			return true
		}
	}
	return false
}

// lookPath finds the file that a command name means.
func (d *Device) lookPath(name, dir, pathList string) (string, error) {
	if strings.Contains(name, "/") {
		return name, d.executable(absolute(dir, name))
	}
	if name == "" {
		return "", errNotFound
	}
	for p := range strings.SplitSeq(pathList, ":") {
		file := absolute(dir, strings.TrimSuffix(p, "/")+"/"+name)
		if d.executable(file) == nil {
			return file, nil
		}
	}
	return "", errNotFound
}

func (d *Device) executable(file string) error {
	info, err := d.Files.Stat(shellCred, file)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return vfs.EISDIR
	case !info.Mode().IsRegular():
		return vfs.EACCES
	}
	return d.Files.Access(shellCred, file, 1)
}

// runFile runs a script file as a shell of its own.
func (d *Device) runFile(ctx context.Context, p *Proc, file string) int {
	text, err := d.read(p.abs(file))
	if err != nil {
		return p.fail("%v", err)
	}
	if line, _, _ := bytes.Cut(text, []byte("\n")); bytes.IndexByte(line, 0) >= 0 {
		p.Errf("%s: %s: not executable: magic %.4X\n", p.sh.name, file, text[:min(2, len(text))])
		return 126
	}
	return p.nested(ctx, &script{text: string(text), hasText: true, file: true, name: file, params: p.Args[1:]})
}

// nested runs another shell in the place of the command p.
func (p *Proc) nested(ctx context.Context, sh *script) int {
	_ = p.Stdout.Flush()
	sh.d, sh.con, sh.dir, sh.env = p.d, p.con, p.Dir, p.env
	sh.stdin, sh.pipe, sh.out, sh.err = p.in.src, p.in.file, p.in.out, p.in.err
	sh.pid, sh.ppid, sh.args = p.PID, p.ppid, p.Args
	return sh.run(ctx)
}

// shCommand is sh: -c LINE, a script file, or standard input.
func shCommand(ctx context.Context, p *Proc) int {
	sh := &script{name: p.Args[0]}
	args := p.Args[1:]
	line := false
	for len(args) > 0 && len(args[0]) > 1 && (args[0][0] == '-' || args[0][0] == '+') && args[0] != "--" {
		for _, f := range args[0][1:] {
			switch f {
			case 'c':
				line = true
			case 'e', 'u', 'x', 'f', 'n':
				sh.opts = append(sh.opts, args[0][:1]+string(f))
			case 'l', 'i', 's':
			default:
				p.Errf("%s: %s: unknown option\n", p.Args[0], args[0])
				return 1
			}
		}
		args = args[1:]
	}
	switch {
	case line && len(args) == 0:
		p.Errf("%s: -c: option requires an argument\n", p.Args[0])
		return 1
	case line:
		sh.text, sh.hasText = args[0], true
		if len(args) > 1 {
			sh.name, sh.params = args[1], args[2:]
		}
	case len(args) > 0:
		text, err := p.d.read(p.abs(args[0]))
		if err != nil {
			p.Errf("%s: %s: %v\n", p.Args[0], args[0], err)
			return 127
		}
		sh.text, sh.hasText, sh.file, sh.name, sh.params = string(text), true, true, args[0], args[1:]
	}
	return p.nested(ctx, sh)
}
