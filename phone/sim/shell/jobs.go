package shell

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"mvdan.cc/sh/v3/interp"
)

// own runs the commands that rewriting put into the tree.
func (sh *script) own(ctx context.Context, hc interp.HandlerContext, args []string) error {
	switch args[0] {
	case cmdStatus:
		return result(atoi(args[1], 0))
	case cmdJob:
		fmt.Fprintln(hc.Stdout, sh.newJob(hc).pid)
	case cmdBegin:
		sh.begin(hc, args[1])
	case cmdBegun:
		if j := sh.d.job(atoi(args[1], 0)); j != nil {
			select {
			case <-j.begun:
			case <-sh.ctxOf(hc.Env).Done():
			}
		}
	case cmdEnd:
		return sh.finish(hc, atoi(args[1], 0))
	case cmdWait:
		return sh.wait(ctx, hc, args[2:])
	case cmdKill:
		return result(sh.d.killCommand(append([]string{sh.name + ": kill"}, args[2:]...), hc.Stdout, raw(hc.Stderr)))
	case cmdLookup:
		return result(sh.lookup(hc, args[1], args[2:]))
	case cmdBadFD:
		fmt.Fprintf(raw(hc.Stderr), "%s>&%s : bad file descriptor\n", sh.where(hc), args[1])
		return result(1)
	case cmdPart:
		sh.mu.Lock()
		sh.parts[args[1]] = args[2]
		sh.mu.Unlock()
		return result(atoi(args[2], 0))
	case cmdParts:
		sh.mu.Lock()
		defer sh.mu.Unlock()
		for i := range atoi(args[1], 0) {
			fmt.Fprintln(hc.Stdout, cmp.Or(sh.parts[itoa(i)], "0"))
		}
		clear(sh.parts)
	case cmdTime0:
		sh.times = append(sh.times, time.Now())
	case cmdTime1:
		began := sh.times[len(sh.times)-1]
		sh.times = sh.times[:len(sh.times)-1]
		took := time.Since(began)
		fmt.Fprintf(raw(hc.Stderr), "%s real %s user %s system\n", clock(took), clock(0), clock(0))
		return result(atoi(args[1], 0))
	case cmdForeign:
		fmt.Fprintf(raw(hc.Stderr), "%s%s: %s\n", sh.where(hc), args[1], sh.d.notFound())
		return result(127)
	}
	return nil
}

// clock writes a time as mksh does: "    0m00.00s".
func clock(d time.Duration) string {
	return fmt.Sprintf("%5dm%05.2fs", int(d.Minutes()), (d % time.Minute).Seconds())
}

// job finds a background job by its number.
func (d *Device) job(pid int) *job {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.jobs[pid]
}

// newJob gives a number to the background job that comes next.
func (sh *script) newJob(hc interp.HandlerContext) *job {
	ctx, kill := context.WithCancelCause(sh.d.life)
	j := &job{pid: sh.d.procs.number(), parent: hc.Env.Get(varJob).Str, owner: sh, ctx: ctx, begun: make(chan struct{}), done: make(chan struct{})}
	j.proc = &process{pid: j.pid, ppid: sh.pid, args: sh.args, started: sh.d.w.Now(), kill: kill}
	sh.d.running.Add(1)
	sh.d.procs.add(j.proc)
	sh.d.mu.Lock()
	sh.d.jobs[j.pid] = j
	sh.d.mu.Unlock()
	return j
}

// begin notes which of the session's streams the job keeps open.
func (sh *script) begin(hc interp.HandlerContext, flags string) {
	j := sh.jobOf(hc.Env)
	if j == nil {
		return
	}
	j.simple = strings.Contains(flags, "s")
	if raw(hc.Stdout) == sh.con.out && !strings.Contains(flags, "o") {
		j.holds++
	}
	if raw(hc.Stderr) == sh.con.err && !strings.Contains(flags, "e") {
		j.holds++
	}
	sh.con.hold(j.holds)
	if !j.simple {
		j.started()
	}
}

// finish ends a job.
func (sh *script) finish(hc interp.HandlerContext, status int) error {
	j := sh.jobOf(hc.Env)
	if j == nil {
		return nil
	}
	if j.ctx.Err() != nil {
		status = killed(j.ctx)
	}
	j.status = status
	j.started()
	j.proc.kill(nil)
	sh.d.procs.drop(j.proc)
	close(j.done)
	sh.con.hold(-j.holds)
	sh.d.forget(j)
	sh.d.running.Done()
	return result(status)
}

// keptJobs is how many ended jobs stay known to wait.
const keptJobs = 256

// forget drops the oldest ended jobs.
func (d *Device) forget(j *job) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ended = append(d.ended, j.pid); len(d.ended) > keptJobs {
		delete(d.jobs, d.ended[0])
		d.ended = d.ended[1:]
	}
}

// wait waits for jobs by number, or for all that the calling code started.
func (sh *script) wait(ctx context.Context, hc interp.HandlerContext, args []string) error {
	run := sh.ctxOf(hc.Env)
	status := 0
	for _, j := range sh.waitList(hc, args) {
		if j == nil {
			status = 127
			continue
		}
		select {
		case <-j.done:
			status = j.status
		case <-run.Done():
			return hc.Builtin(ctx, []string{"exit", itoa(killed(run))})
		}
	}
	if len(args) == 0 {
		status = 0
	}
	return result(status)
}

func (sh *script) waitList(hc interp.HandlerContext, args []string) []*job {
	sh.d.mu.Lock()
	defer sh.d.mu.Unlock()
	var out []*job
	for _, a := range args {
		out = append(out, sh.d.jobs[atoi(strings.TrimPrefix(a, "%"), 0)])
	}
	if len(args) == 0 {
		for _, j := range sh.d.jobs {
			if j.owner == sh && j.parent == hc.Env.Get(varJob).Str {
				out = append(out, j)
			}
		}
	}
	return out
}

// lookup answers `command -v`, `type` and `whence`.
func (sh *script) lookup(hc interp.HandlerContext, how string, names []string) int {
	status := 0
	for _, name := range names {
		if strings.HasPrefix(name, "-") {
			continue
		}
		kind, where := sh.find(hc, name)
		switch {
		case kind == "" && how == "type":
			fmt.Fprintf(hc.Stdout, "%s not found\n", name)
			status = 1
		case kind == "":
			status = 1
		case how == "type" && kind == "file":
			fmt.Fprintf(hc.Stdout, "%s is %s\n", name, where)
		case how == "type":
			fmt.Fprintf(hc.Stdout, "%s is a %s\n", name, kind)
		default:
			fmt.Fprintln(hc.Stdout, where)
		}
	}
	return status
}

// shellBuiltins are the commands that mksh has inside.
var shellBuiltins = setOf(`. : [ alias bg bind break builtin cat cd command continue echo eval exec exit export false fc fg getopts
	global jobs kill let local mknod print pwd read readonly realpath rename return set shift sleep source suspend test times trap
	true typeset ulimit umask unalias unset wait whence type`)

var shellWords = setOf(`if then else elif fi case esac for select while until do done in { } [[ ! function time`)

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// find tells what a command name means: "reserved word", "function", "shell builtin" or "file", and what command -v prints.
func (sh *script) find(hc interp.HandlerContext, name string) (kind, where string) {
	sh.mu.Lock()
	declared := sh.funcs[name]
	sh.mu.Unlock()
	switch {
	case shellWords[name]:
		return "reserved word", name
	case declared:
		return "function", name
	case shellBuiltins[name]:
		return "shell builtin", name
	}
	if p, err := sh.d.lookPath(name, hc.Dir, hc.Env.Get("PATH").String()); err == nil {
		return "file", p
	}
	return "", ""
}
