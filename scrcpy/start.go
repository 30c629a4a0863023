package scrcpy

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// Start pushes the server to the phone, runs it and returns once its sockets are open, the phone's name and the
// video codec are known. It tries a reverse tunnel, then, when the server cannot be reached through it, a forward one.
//
// ctx bounds the start only; the session lives until Close or its loss. On failure nothing is left on the phone. Errors
// that the server explains are a *ServerError.
func Start(ctx context.Context, link Link, o Options) (*Session, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	jar, err := o.jar()
	if err != nil {
		return nil, err
	}
	o.Limits = o.Limits.filled()
	if !o.Forward {
		s, err := launch(ctx, link, o, jar, false)
		if err == nil || !tunnelFailed(err) || ctx.Err() != nil {
			return s, err
		}
	}
	return launch(ctx, link, o, jar, true)
}

// tunnelFailed tells a failure that another tunnel may mend from one that the server explains otherwise.
func tunnelFailed(err error) bool {
	if e, ok := errors.AsType[*ServerError](err); ok && e.Kind != ErrEnded && e.Kind != ErrTunnel {
		return false
	}
	return errors.Is(err, ErrTunnel)
}

const opStart = "start scrcpy server"

// launcher is one try to start a session.
type launcher struct {
	*Session
	jar []byte
}

func launch(ctx context.Context, link Link, o Options, jar []byte, forward bool) (*Session, error) {
	l := launcher{jar: jar, Session: newSession(ctx, link, o, session{id: randomID(), forward: forward})}
	if forward {
		l.tunnel = &forwardTunnel{link: link, name: l.id.socket(), retry: o.Limits.Retry}
	} else {
		l.tunnel = &reverseTunnel{link: link, name: l.id.socket()}
	}
	unlink := context.AfterFunc(ctx, l.cancel)
	err := l.start(ctx)
	if !unlink() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		l.abandon()
		return nil, err
	}
	l.serve()
	return l.Session, nil
}

func (l *launcher) start(ctx context.Context) error {
	if err := l.push(ctx); err != nil {
		return err
	}
	err := l.run(ctx)
	_ = l.tunnel.close(l.life, l.o.Limits.Tidy) // if it fails, Close tries again and tells
	return err
}

// push writes the server file and has the phone check it.
func (l *launcher) push(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.o.Limits.Push)
	defer cancel()
	if err := l.link.Push(ctx, bytes.NewReader(l.jar), int64(len(l.jar)), l.id.file(), 0o644, time.Now(), nil); err != nil {
		return fmt.Errorf("push scrcpy server: %w", err)
	}
	l.pushed = true
	out, err := execute(ctx, l.link, "sha256sum "+l.id.file())
	if err != nil {
		return fmt.Errorf("check scrcpy server: %w", err)
	}
	want := sha256.Sum256(l.jar)
	got, _, _ := strings.Cut(strings.TrimSpace(out), " ")
	if sum, err := hex.DecodeString(got); err == nil && len(sum) == len(want) && !bytes.Equal(sum, want[:]) {
		return fmt.Errorf("check scrcpy server: %w: the phone holds sha256 %s, want %x", ErrAborted, got, want)
	}
	return nil // equal, or an old phone without sha256sum
}

// run starts the server and connects to it.
func (l *launcher) run(ctx context.Context) error {
	if err := l.tunnel.open(ctx); err != nil {
		return fmt.Errorf("%s: %w", opStart, err)
	}
	proc, err := l.link.Exec(l.life, release333.command(l.o, l.id))
	if err != nil {
		return fmt.Errorf("%s: %w", opStart, err)
	}
	l.watch(proc)
	if err := l.connect(ctx); err != nil {
		return l.explain(ctx, err)
	}
	if err := l.greet(ctx); err != nil {
		return l.explain(ctx, err)
	}
	return nil
}

// connect opens the sockets in their order: video, audio, control.
func (l *launcher) connect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.o.Limits.Connect)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(l.logs.gone, func() { stop(ErrTunnel) })()
	if !l.o.NoVideo {
		c, err := l.tunnel.connect(ctx, true)
		if err != nil {
			return err
		}
		l.useVideo(c)
	}
	if l.o.Audio != "" {
		c, err := l.tunnel.connect(ctx, l.o.NoVideo)
		if err != nil {
			return err
		}
		l.sound.use(c)
	}
	c, err := l.tunnel.connect(ctx, l.o.NoVideo && l.o.Audio == "")
	if err != nil {
		return err
	}
	l.control = c
	if t, ok := c.(interface{ SetNoDelay(bool) error }); ok {
		return t.SetNoDelay(true)
	}
	return nil
}

// greet reads the name and the codec meta. It runs after all sockets are open, as the server sends nothing before.
func (l *launcher) greet(ctx context.Context) error {
	first := l.control
	if l.video != nil {
		first = l.video
	} else if l.sound.conn != nil {
		first = l.sound.conn
	}
	err := within(ctx, first, l.o.Limits.Name, func() (err error) {
		l.name, err = readName(first)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the phone's name: %w", err)
	}
	if l.video == nil {
		return nil
	}
	err = within(ctx, first, l.o.Limits.Meta, func() error {
		meta, err := release333.meta(l.video)
		l.codec, l.size = meta.Codec, meta.Size
		return err
	})
	if err != nil {
		return fmt.Errorf("read the video codec: %w", err)
	}
	return nil
}

// explain waits a moment for the server's last words, when it is going down, and joins them to err.
func (l *launcher) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", opStart, context.Cause(ctx))
	}
	l.hangUp()
	wait(l.logs.gone, l.o.Limits.Exit)
	return l.logs.explain(opStart, err)
}

// within runs f, which reads from c, for at most d and no longer than ctx.
func within(ctx context.Context, c net.Conn, d time.Duration, f func() error) error {
	if err := c.SetReadDeadline(time.Now().Add(d)); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { c.SetReadDeadline(time.Unix(1, 0)) })
	err := f()
	if !stop() {
		return context.Cause(ctx)
	}
	if isTimeout(err) {
		return fmt.Errorf("%w after %v", ErrTimeout, d)
	}
	if err != nil {
		return err
	}
	return c.SetReadDeadline(time.Time{})
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

// wait blocks until c ends, at most d, and reports whether it did.
func wait(c context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c.Done():
		return true
	case <-t.C:
		return false
	}
}

// execute runs a command to its end and returns its output, at most 64 KiB of it.
func execute(ctx context.Context, link Link, command string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out, err := link.Exec(ctx, command)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(io.LimitReader(out, 1<<16))
	return string(b), errors.Join(err, out.Close())
}

// randomID is a session id of 31 bits.
func randomID() uint32 {
	var b [4]byte
	rand.Read(b[:])
	return be.Uint32(b[:]) & (1<<31 - 1)
}
