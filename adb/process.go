package adb

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Process is a command running on the phone. Each output holds up to 1 MiB that was not read yet; more makes the command
// wait until it is. End it with Wait or Close; both may be called.
type Process struct {
	Stdin          io.WriteCloser // Close ends the command's input (not on a terminal, and not without shell v2)
	Stdout, Stderr io.Reader      // Stderr is at its end at once where it is part of Stdout: on a terminal and without shell v2

	l              *link
	v2             bool
	write          sync.Mutex
	stdout, stderr *queue
	stop           func() bool
	done           chan struct{} // closed when the goroutine is gone; exit and err are set then
	exit           int
	err            error
	closed         sync.Once
	byOwner        chan struct{} // closed by Close
}

// Start runs command with pipes to its stdin, stdout and stderr. ctx bounds the whole life of the process: when it ends the stream is
// closed.
func (d *Device) Start(ctx context.Context, command string) (*Process, error) {
	return d.start(ctx, shellOptions{}, command)
}

// StartPTY runs command on a terminal of the kind term; an empty command is an interactive shell. What is written to Stdin is keys:
// "\r" is Enter, "\x03" is Ctrl-C, "\x04" is Ctrl-D.
func (d *Device) StartPTY(ctx context.Context, command, term string) (*Process, error) {
	if term == "" {
		term = "xterm"
	}
	return d.start(ctx, shellOptions{terminal: term}, command)
}

func (d *Device) start(ctx context.Context, o shellOptions, command string) (*Process, error) {
	l, v2, mark, err := d.openShell(ctx, o, command)
	if err != nil {
		return nil, err
	}
	p := &Process{
		l: l, v2: v2, stdout: newQueue(), stderr: newQueue(),
		done: make(chan struct{}), byOwner: make(chan struct{}),
	}
	p.Stdin, p.Stdout, p.Stderr = (*processInput)(p), p.stdout, p.stderr
	p.stop = context.AfterFunc(ctx, func() { l.Close() })
	go func() {
		defer close(p.done)
		var err error
		if v2 {
			p.exit, err = p.readV2()
		} else {
			p.exit, err = p.readV1(mark)
		}
		p.finish(ctx, err)
	}()
	if v2 && o.noInput {
		_ = p.Stdin.Close() // fails when the command has ended already; reading tells how
	}
	return p, nil
}

// finish records how the command ended and lets the readers know.
func (p *Process) finish(ctx context.Context, err error) {
	p.stop()
	p.l.Close()
	if err != nil {
		select {
		case <-p.byOwner:
			p.err = ErrClosed
		default:
			p.err = p.l.explain(ctx, err)
		}
	}
	p.stdout.finish(p.err)
	p.stderr.finish(p.err)
}

// readV2 hands out packets until the exit status.
func (p *Process) readV2() (exit int, err error) {
	br := bufio.NewReaderSize(p.l, 64<<10)
	buf := make([]byte, 64<<10)
	for {
		id, n, err := wire.ReadShellHeader(br)
		if err != nil {
			return 0, err
		}
		var to io.Writer = io.Discard
		switch id {
		case wire.ShellExit:
			return readExit(br, n)
		case wire.ShellStdout:
			to = p.stdout
		case wire.ShellStderr:
			to = p.stderr
		}
		if _, err := io.CopyBuffer(to, struct{ io.Reader }{io.LimitReader(br, int64(n))}, buf); err != nil {
			return 0, err
		}
	}
}

// readV1 hands out the merged stream, holding back what may be the mark at its end.
func (p *Process) readV1(mark string) (exit int, err error) {
	var tail []byte
	buf := make([]byte, 64<<10)
	for {
		n, err := p.l.Read(buf)
		tail = append(tail, buf[:n]...)
		if err != nil {
			break
		}
		sure := len(tail) - endLength(tail, mark)
		_, _ = p.stdout.Write(tail[:sure])
		tail = append(tail[:0], tail[sure:]...)
	}
	if mark == "" {
		return 0, nil
	}
	out, exit, ok := cutExit(tail, mark)
	_, _ = p.stdout.Write(out)
	if !ok {
		return 0, io.ErrUnexpectedEOF
	}
	return exit, nil
}

// Wait waits until the command has ended and returns its exit status (128+n when killed by signal n; always 0 for an interactive shell
// without shell v2). Output can still be read afterwards. The error is ErrConnectionLost when the stream ended without a
// status, ErrClosed after Close, or that of the context.
func (p *Process) Wait() (int, error) {
	<-p.done
	return p.exit, p.err
}

// Resize tells the size of the terminal, in characters. Without shell v2 it does nothing.
func (p *Process) Resize(rows, cols int) error {
	return p.packet(wire.ShellResize, wire.WindowSize(rows, cols, 0, 0))
}

// Close hangs up, as closing a terminal does, throws away what was not read, and waits until nothing of the process is left
// here. A command on the phone that neither reads nor writes may go on.
func (p *Process) Close() error {
	p.closed.Do(func() { close(p.byOwner) })
	p.stop()
	p.l.Close()
	p.stdout.discard()
	p.stderr.discard()
	<-p.done
	return nil
}

// packet sends one packet to the phone.
func (p *Process) packet(id byte, data []byte) error {
	if !p.v2 {
		return nil
	}
	p.write.Lock()
	defer p.write.Unlock()
	if _, err := p.l.Write(wire.AppendShellPacket(nil, id, data)); err != nil {
		return fmt.Errorf("write to the phone: %w", inputError(err))
	}
	return nil
}

func inputError(err error) error {
	if isLost(err) || errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrClosed
	}
	return err
}

// processInput is the command's stdin.
type processInput Process

// Write sends p in packets of at most 32 KiB.
func (in *processInput) Write(p []byte) (n int, err error) {
	if !in.v2 {
		in.write.Lock()
		defer in.write.Unlock()
		return in.l.Write(p)
	}
	for len(p) > 0 {
		part := p[:min(len(p), 32<<10)]
		if err := (*Process)(in).packet(wire.ShellStdin, part); err != nil {
			return n, err
		}
		n += len(part)
		p = p[len(part):]
	}
	return n, nil
}

// Close tells the command that there is no more input.
func (in *processInput) Close() error {
	return (*Process)(in).packet(wire.ShellCloseStdin, nil)
}
