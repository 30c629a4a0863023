package shell

import (
	"context"
	"fmt"
	"io"

	"mvdan.cc/sh/v3/syntax"
)

// runLines is a shell at a terminal: a prompt, a line, its commands, and again. ^C ends the commands of the line, not the shell;
// after a syntax error reading starts anew.
func (sh *script) runLines(ctx context.Context) int {
	status, over := 0, false
	for again := true; again; {
		again = false
		in := &prompter{sh: sh, lines: &lines{sh: sh, ctx: ctx}, status: &status}
		p := newParser()
		in.incomplete = p.Incomplete
		for stmts, err := range p.InteractiveSeq(in) { // never left early, see runText
			switch {
			case over || again:
			case err != nil:
				if again = ctx.Err() == nil && !in.ended; again {
					sh.complain(err)
					status = 1
				}
				in.lines.stop = true
			case !p.Incomplete():
				status, over = sh.foreground(ctx, stmts, status)
			}
			in.lines.stop = in.lines.stop || over
		}
	}
	if over {
		return status
	}
	return sh.leave(status)
}

// foreground runs a line's statements until ^C.
func (sh *script) foreground(ctx context.Context, stmts []*syntax.Stmt, status int) (int, bool) {
	if len(stmts) == 0 {
		return status, false
	}
	select {
	case <-sh.interrupt: // typed at the prompt
	default:
	}
	line, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	done := make(chan struct{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-sh.interrupt:
			kill(sigINT)
		case <-done:
		}
	}()
	sh.ctx = line
	status, exited := sh.runStmts(stmts)
	close(done)
	<-gone
	sh.ctx = ctx
	if line.Err() != nil && ctx.Err() == nil {
		return 128 + int(sigINT), false
	}
	return status, exited
}

// interruptible lets ^C end a session that runs one line. stop must be called when it has ended.
func (sh *script) interruptible() (stop func()) {
	if sh.interactive || sh.interrupt == nil {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-sh.interrupt:
			_ = sh.d.signal(sh.pid, int(sigINT))
		case <-done:
		}
	}()
	return func() { close(done); <-gone }
}

// prompter writes the prompt before each line is read.
type prompter struct {
	sh         *script
	lines      *lines
	status     *int
	incomplete func() bool
	ended      bool
	midLine    bool
}

func (r *prompter) Read(b []byte) (int, error) {
	if !r.midLine && !r.lines.stop {
		r.prompt()
	}
	n, err := r.lines.Read(b)
	r.midLine = n > 0 && b[n-1] != '\n'
	if err == io.EOF && n == 0 && !r.lines.stop {
		r.ended = true
		_, _ = io.WriteString(r.sh.out, "\n")
	}
	return n, err
}

func (r *prompter) prompt() {
	if r.incomplete() {
		_, _ = io.WriteString(r.sh.err, "> ")
		return
	}
	code := ""
	if *r.status != 0 {
		code = fmt.Sprintf("%d|", *r.status)
	}
	fmt.Fprintf(r.sh.err, "%s%s:%s $ ", code, r.sh.d.w.Prop("ro.product.device"), r.sh.runner.Dir)
}
