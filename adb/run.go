package adb

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	pidTime  = time.Second     // how long a run that ends early waits to learn what to kill
	killTime = 3 * time.Second // bounds the extra shell that kills
)

// Run is Shell for commands that may have to be stopped: when ctx ends first, the command and its children are killed on the phone
// before Run returns, at most 5 s later (DV-09). For this the shell tells its process id ahead of the command's own output.
func (d *Device) Run(ctx context.Context, command string) (Output, error) {
	if ctx.Err() != nil {
		return Output{}, ended(ctx)
	}
	// The command may already run while the phone's answer is on its way, so the stream outlives ctx by the time to learn what
	// to kill.
	life, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(pidTime, hangUp) })()
	mark := newMark()
	p, err := d.start(life, shellOptions{noInput: true}, "echo "+spellMark(mark)+"$$\n"+command)
	if err != nil {
		if ctx.Err() != nil {
			err = ended(ctx)
		}
		return Output{}, err
	}
	defer p.Close()
	r := newRun(p, mark, d.client.maxOutput())
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		r.gather()
	}()
	select {
	case <-finished:
	case <-ctx.Done():
		killErr := r.kill(context.WithoutCancel(ctx), d)
		p.Close()
		<-finished
		return r.out, errors.Join(ended(ctx), killErr)
	}
	if r.over.Load() {
		return r.out, fmt.Errorf("%w: over %d bytes", ErrTooMuchOutput, r.limit)
	}
	exit, err := p.Wait()
	r.out.Exit = exit
	return r.out, err
}

// run is a command whose outputs are being gathered.
type run struct {
	p     *Process
	mark  string
	limit int64
	left  atomic.Int64
	over  atomic.Bool
	out   Output // complete once gather has returned

	known sync.Once
	told  chan struct{} // closed when pid is known, or never will be
	pid   string
}

func newRun(p *Process, mark string, limit int64) *run {
	r := &run{p: p, mark: mark, limit: limit, told: make(chan struct{})}
	r.left.Store(limit)
	return r
}

// gather reads both outputs to their ends.
func (r *run) gather() {
	var stderr bytes.Buffer
	var other sync.WaitGroup
	other.Go(func() { r.take(&stderr, r.p.Stderr) })
	stdout := bufio.NewReader(r.p.Stdout)
	line, _ := stdout.ReadBytes('\n')
	pid, rest, _ := cutPID(line, r.mark)
	r.tell(pid)
	out := bytes.NewBuffer(rest)
	r.take(out, stdout)
	other.Wait()
	r.out.Stdout, r.out.Stderr = out.Bytes(), stderr.Bytes()
}

// tell makes the process id known; empty when the shell did not tell it.
func (r *run) tell(pid string) {
	r.known.Do(func() {
		r.pid = pid
		close(r.told)
	})
}

// take reads one output; over the limit it hangs up.
func (r *run) take(to *bytes.Buffer, from io.Reader) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if r.left.Add(-int64(n)) < 0 {
			r.over.Store(true)
			r.p.Close()
			return
		}
		to.Write(buf[:n])
		if err != nil {
			return
		}
	}
}

// kill ends the command on the phone.
func (r *run) kill(ctx context.Context, d *Device) error {
	select {
	case <-r.told:
	case <-time.After(pidTime):
	}
	r.tell("")
	if r.pid == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, killTime)
	defer cancel()
	_, err := d.Shell(ctx, killCommand(r.pid))
	return err
}

// killCommand ends the session of pid (adbd starts each command in its own), or at least pid, first kindly.
func killCommand(pid string) string {
	return fmt.Sprintf("kill -15 -%[1]s 2>/dev/null || kill -15 %[1]s 2>/dev/null; sleep 0.1; "+
		"kill -9 -%[1]s 2>/dev/null || kill -9 %[1]s 2>/dev/null; true", pid)
}
