package adb

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Output is what a command printed.
type Output struct {
	Stdout, Stderr []byte // Stderr is part of Stdout on phones without shell v2 (before Android 7)
	Exit           int    // 128+n when killed by signal n
}

// Shell runs command, one line for the phone's sh (see Quote), with an empty stdin, and returns what it printed (DV-06). A non-zero exit
// is not an error. ctx bounds the run; when it ends the stream is closed, which does not end a command that neither reads nor
// writes: see Run. On errors the output so far is returned. More output than Client.MaxOutput is ErrTooMuchOutput; an end without
// an exit status is ErrConnectionLost, never exit 0.
func (d *Device) Shell(ctx context.Context, command string) (Output, error) {
	l, v2, mark, err := d.openShell(ctx, shellOptions{noInput: true}, command)
	if err != nil {
		return Output{}, err
	}
	defer l.Close()
	var out Output
	err = l.exchange(ctx, 0, func() error {
		if !v2 {
			return out.readV1(l, mark, d.client.maxOutput())
		}
		_, _ = l.Write(wire.AppendShellPacket(nil, wire.ShellCloseStdin, nil)) // fails when the command has ended already; reading tells how
		return out.readV2(l, d.client.maxOutput())
	})
	return out, err
}

// shellOptions is how a shell is opened.
type shellOptions struct {
	terminal string // its kind; empty: none
	noInput  bool   // stdin is at its end from the start
}

// openShell opens a shell service: version 2 where the phone has it, else version 1. A version 1 command is wrapped so that its exit
// status follows mark at the end; without a command there is no mark.
func (d *Device) openShell(ctx context.Context, o shellOptions, command string) (l *link, v2 bool, mark string, err error) {
	l, service, err := d.openBy(ctx, func(features map[string]bool) string {
		switch {
		case features["shell_v2"] && o.terminal != "":
			return "shell,v2,TERM=" + o.terminal + ",pty:" + command
		case features["shell_v2"]:
			return "shell,v2,TERM=xterm,raw:" + command
		case command == "":
			return "shell:"
		}
		mark = newMark()
		return "shell:" + markExit(command, mark, o.noInput)
	})
	return l, strings.HasPrefix(service, "shell,v2"), mark, err
}

// readV2 gathers packets until the exit status.
func (o *Output) readV2(r io.Reader, limit int64) error {
	br := bufio.NewReaderSize(r, 64<<10)
	var stdout, stderr bytes.Buffer
	defer func() { o.Stdout, o.Stderr = stdout.Bytes(), stderr.Bytes() }()
	for {
		id, n, err := wire.ReadShellHeader(br)
		if err != nil {
			return err
		}
		to := io.Discard
		switch id {
		case wire.ShellExit:
			o.Exit, err = readExit(br, n)
			return err
		case wire.ShellStdout:
			to = &stdout
		case wire.ShellStderr:
			to = &stderr
		}
		if int64(stdout.Len()+stderr.Len()+n) > limit {
			return fmt.Errorf("%w: over %d bytes", ErrTooMuchOutput, limit)
		}
		if _, err := io.CopyN(to, br, int64(n)); err != nil {
			return err
		}
	}
}

// readExit reads the data of an exit packet.
func readExit(r io.Reader, n int) (int, error) {
	if n == 0 {
		return 0, fmt.Errorf("%w exit packet: no status", wire.ErrMalformed)
	}
	b := make([]byte, n)
	_, err := io.ReadFull(r, b)
	return int(b[0]), err
}

// readV1 gathers a merged stream and cuts the exit status off its end.
func (o *Output) readV1(r io.Reader, mark string, limit int64) error {
	all, err := io.ReadAll(io.LimitReader(r, limit+markRoom+1))
	if err != nil {
		o.Stdout = all
		return err
	}
	out, exit, ok := cutExit(all, mark)
	o.Stdout, o.Exit = out, exit
	switch {
	case int64(len(out)) > limit:
		o.Stdout = out[:limit]
		return fmt.Errorf("%w: over %d bytes", ErrTooMuchOutput, limit)
	case !ok:
		return io.ErrUnexpectedEOF
	}
	return nil
}

// Exec runs command without a shell protocol: raw output with stderr merged into it and no exit status, for binary data (DV-06). ctx
// bounds the whole life of the stream. An end of the stream may also be a lost phone. Close hangs up.
func (d *Device) Exec(ctx context.Context, command string) (io.ReadCloser, error) {
	l, err := d.open(ctx, "exec:"+command)
	if err != nil {
		return nil, err
	}
	s := &execStream{l: l, ctx: ctx}
	s.stop = context.AfterFunc(ctx, func() { l.Close() })
	return s, nil
}

// execStream is the output of Exec.
type execStream struct {
	l      *link
	ctx    context.Context // of the whole stream
	stop   func() bool
	closed atomic.Bool
}

func (s *execStream) Read(p []byte) (int, error) {
	n, err := s.l.Read(p)
	switch {
	case err == nil || err == io.EOF && s.ctx.Err() == nil:
		return n, err
	case s.closed.Load():
		return n, ErrClosed
	}
	return n, s.l.explain(s.ctx, err)
}

func (s *execStream) Close() error {
	s.closed.Store(true)
	s.stop()
	return s.l.Close()
}
