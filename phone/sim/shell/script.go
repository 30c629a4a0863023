package shell

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// script is one run of sh: the line of a session, `sh -c`, a script file, or a shell that reads its input.
type script struct {
	d       *Device
	con     *console
	name    string // $0; empty means /system/bin/sh
	args    []string
	params  []string // $1 …
	opts    []string // -e -u -x
	text    string   // what to run when hasText
	hasText bool
	file    bool // text is a script file: errors name its lines
	dir     string
	env     []string
	stdin   *source  // of a session
	pipe    *os.File // of a nested shell, when stdin is nil
	out     io.Writer
	err     io.Writer
	pid     int
	ppid    int
	term    bool // the session's own shell

	interactive bool
	interrupt   <-chan struct{}

	ctx    context.Context // ends when the shell is killed or hung up; the line's own on a terminal
	runner *interp.Runner
	marker *os.File // stands for stdin until a builtin reads it
	feedTo *os.File // the other end of marker

	mu    sync.Mutex
	funcs map[string]bool            // declared anywhere in the text
	arith string                     // the division that was parsed last, for its error text
	piped map[*syntax.BinaryCmd]bool // pipelines that were rewritten
	parts map[string]string          // statuses of the parts of the pipeline that ran last
	abort bool                       // an expansion failed: the shell ends with status 1
	fed   bool                       // marker is being fed from stdin
	pipes map[*os.File]bool
	times []time.Time
	feeds sync.WaitGroup
}

// hidden names hold what mksh keeps to itself; rewriting the syntax tree makes $$, $! and $0 read them.
const (
	varPID    = "_sim_pid"
	varBG     = "_sim_bg"
	varDepth  = "_sim_depth" // of function calls
	varName   = "_sim_name"
	varParent = "_sim_ppid"
	varJob    = "_sim_job" // the background job that the code runs in
)

const kshVersion = "@(#)MIRBSD KSH R59 2020/10/31 Android"

// run runs the whole shell and returns its status.
func (sh *script) run(ctx context.Context) int {
	if sh.name == "" {
		sh.name = "/system/bin/sh"
	}
	if sh.dir == "" {
		sh.dir = "/"
	}
	if sh.pid == 0 {
		sh.pid = sh.d.procs.number()
	}
	sh.pipes = map[*os.File]bool{}
	sh.funcs, sh.piped, sh.parts = map[string]bool{}, map[*syntax.BinaryCmd]bool{}, map[string]string{}
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	sh.ctx = ctx
	self := &process{pid: sh.pid, ppid: sh.ppid, args: sh.args, started: sh.d.w.Now(), tty: sh.con.tty, kill: kill}
	sh.d.procs.add(self)
	defer sh.d.procs.drop(self)
	if err := sh.start(); err != nil {
		return 1
	}
	defer sh.stop()
	status := 0
	switch {
	case sh.hasText:
		status = sh.runText(sh.text)
	case sh.interactive:
		status = sh.runLines(ctx)
	default:
		status = sh.runStdin()
	}
	if ctx.Err() != nil {
		return killed(ctx)
	}
	return status
}

func (sh *script) start() error {
	in := sh.pipe
	if sh.stdin != nil {
		r, w, err := os.Pipe()
		if err != nil {
			return err
		}
		sh.marker, sh.feedTo, in = r, w, r
	}
	opts := []interp.RunnerOption{
		interp.Env(sh.environ()), interp.Dir("/"), interp.Params(append(append([]string(nil), sh.opts...), append([]string{"--"}, sh.params...)...)...),
		interp.CallHandler(sh.call), interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return sh.execute }),
		interp.OpenHandler(sh.openFile), interp.StatHandler(sh.statFile), interp.ReadDirHandler2(sh.readDir), interp.AccessHandler(sh.access),
		interp.StdIO(file(in), &speech{sh: sh, Writer: sh.out}, &speech{sh: sh, Writer: sh.err}),
	}
	r, err := interp.New(opts...)
	if err != nil {
		return err
	}
	r.Dir = sh.dir
	sh.runner = r
	return nil
}

// file keeps a nil file from becoming a reader that is not nil.
func file(f *os.File) io.Reader {
	if f == nil {
		return nil
	}
	return f
}

func (sh *script) stop() {
	sh.mu.Lock()
	for f := range sh.pipes {
		_ = f.Close()
	}
	fed := sh.fed
	sh.mu.Unlock()
	if sh.marker != nil {
		_ = sh.marker.Close()
		if !fed {
			_ = sh.feedTo.Close()
		}
	}
	sh.feeds.Wait()
}

// feed begins to copy the session's input into the pipe that builtins read.
func (sh *script) feed() {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.fed || sh.stdin == nil {
		return
	}
	sh.fed = true
	ctx, stop := context.WithCancel(sh.ctx)
	sh.feeds.Go(func() {
		defer stop()
		defer sh.feedTo.Close()
		b := make([]byte, 4096)
		for {
			n, err := sh.stdin.read(ctx, b)
			if _, werr := sh.feedTo.Write(b[:n]); err != nil || werr != nil {
				return
			}
		}
	})
}

// environ is the environment of the interpreter: what is exported, and mksh's own variables.
func (sh *script) environ() expand.Environ {
	own := map[string]string{
		varPID: itoa(sh.pid), varParent: itoa(cmp.Or(sh.ppid, sh.d.adbdPID())), varName: sh.name, varBG: "", varJob: "", varDepth: "0", "USER_ID": itoa(shellUID), "KSH_VERSION": kshVersion,
		"PS1": "$ ", "PS2": "> ", "UID": itoa(shellUID), "EUID": itoa(shellUID), "GID": itoa(shellUID), "KSHUID": itoa(shellUID),
	}
	return environ{list: sh.env, own: own}
}

// environ presents NAME=value words as exported variables beside private ones.
type environ struct {
	list []string
	own  map[string]string
}

func (e environ) Get(name string) expand.Variable {
	for i := len(e.list) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(e.list[i], "="); ok && k == name {
			return expand.Variable{Set: true, Exported: true, Kind: expand.String, Str: v}
		}
	}
	if v, ok := e.own[name]; ok {
		return expand.Variable{Set: true, Kind: expand.String, Str: v}
	}
	return expand.Variable{}
}

func (e environ) Each(f func(string, expand.Variable) bool) {
	for name := range e.own {
		if !f(name, e.Get(name)) {
			return
		}
	}
	for _, kv := range e.list {
		if k, _, ok := strings.Cut(kv, "="); ok && !f(k, e.Get(k)) {
			return
		}
	}
}

func newParser() *syntax.Parser { return syntax.NewParser(syntax.Variant(syntax.LangMirBSDKorn)) }

// runText runs a text line by line, so that a syntax error stops only what comes after it. The loop over the parser is never left
// early: the parser would go on yielding after an error it had found already.
func (sh *script) runText(text string) int {
	status, over := 0, false
	var group []*syntax.Stmt
	flush := func() {
		if len(group) > 0 && !over {
			status, over = sh.runStmts(group)
		}
		group = nil
	}
	for st, err := range newParser().StmtsSeq(strings.NewReader(text)) {
		switch {
		case over:
		case err != nil:
			if flush(); !over {
				sh.complain(err)
				status, over = 1, true
			}
		default:
			if len(group) > 0 && st.Pos().Line() > group[len(group)-1].End().Line() {
				flush()
			}
			group = append(group, st)
		}
	}
	if flush(); over {
		return status
	}
	return sh.leave(status)
}

// runStmts runs statements of one line; done tells that the shell has to end.
func (sh *script) runStmts(stmts []*syntax.Stmt) (status int, done bool) {
	stmts = sh.rewrite(stmts)
	for _, st := range stmts {
		// The interpreter's own context never ends: commands and calls watch the shell's or the job's, so that jobs survive it.
		err := sh.runner.Run(context.WithoutCancel(sh.ctx), st)
		status = statusOf(err)
		if sh.runner.Exited() {
			return status, true
		}
	}
	return status, false
}

// leave runs the EXIT trap at the end of a text that did not call exit.
func (sh *script) leave(status int) int {
	err := sh.runner.Run(context.WithoutCancel(sh.ctx), &syntax.File{Name: sh.name})
	if n := statusOf(err); n != 0 {
		return n
	}
	return status
}

func statusOf(err error) int {
	if err == nil {
		return 0
	}
	if es, ok := errors.AsType[interp.ExitStatus](err); ok {
		return int(es)
	}
	return 1
}

// runStdin runs the script that arrives on standard input, a line at a time: commands may read what follows.
func (sh *script) runStdin() int {
	status, over := 0, false
	in := &lines{sh: sh, ctx: sh.ctx}
	p := newParser()
	for stmts, err := range p.InteractiveSeq(in) {
		switch {
		case over:
		case err != nil:
			if sh.ctx.Err() == nil {
				sh.complain(err)
			}
			status, over = 1, true
		case !p.Incomplete() && len(stmts) > 0:
			status, over = sh.runStmts(stmts)
		}
		in.stop = over
	}
	if over {
		return status
	}
	return sh.leave(status)
}

// input is the shell's own standard input.
func (sh *script) input(ctx context.Context) *input {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.stdin != nil && !sh.fed {
		return &input{ctx: ctx, src: sh.stdin}
	}
	if sh.stdin != nil {
		return &input{ctx: ctx, file: sh.marker}
	}
	return &input{ctx: ctx, file: sh.pipe}
}

// lines reads the shell's input, at most one line a read, and takes no byte beyond it.
type lines struct {
	sh   *script
	ctx  context.Context
	stop bool // nothing more is wanted
}

func (l *lines) Read(b []byte) (int, error) {
	if l.stop {
		return 0, io.EOF
	}
	n := 0
	in := l.sh.input(l.ctx)
	for n < len(b) {
		k, err := in.Read(b[n : n+1])
		n += k
		if k > 0 && b[n-1] == '\n' {
			break
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}
