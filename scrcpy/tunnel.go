package scrcpy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// tunnel is how connections to the server come about.
type tunnel interface {
	open(ctx context.Context) error
	// connect returns the next socket. The first one proves that the server is there; in forward mode that takes
	// the dummy byte off it.
	connect(ctx context.Context, first bool) (net.Conn, error)
	// close leaves no rule behind; established connections survive. It may be called again after a failure.
	close(ctx context.Context, limit time.Duration) error
}

// reverseTunnel: the server connects to us.
type reverseTunnel struct {
	link     Link
	name     string
	listener *net.TCPListener
	ruled    bool
}

func (t *reverseTunnel) remote() string { return "localabstract:" + t.name }

func (t *reverseTunnel) open(ctx context.Context) error {
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTunnel, err)
	}
	t.listener = l.(*net.TCPListener)
	local := fmt.Sprintf("tcp:%d", t.listener.Addr().(*net.TCPAddr).Port)
	if err := t.link.Reverse(ctx, t.remote(), local); err != nil {
		return fmt.Errorf("%w: reverse: %w", ErrTunnel, err)
	}
	t.ruled = true
	return nil
}

func (t *reverseTunnel) connect(ctx context.Context, _ bool) (net.Conn, error) {
	stop := context.AfterFunc(ctx, func() { t.listener.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	c, err := t.listener.Accept()
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, fmt.Errorf("%w: the server did not connect: %w", ErrTunnel, err)
	}
	return c, nil
}

func (t *reverseTunnel) close(ctx context.Context, limit time.Duration) error {
	if t.listener != nil {
		_ = t.listener.Close()
	}
	if !t.ruled {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	if err := t.link.KillReverse(ctx, t.remote()); err != nil {
		return fmt.Errorf("remove the reverse rule: %w", err)
	}
	t.ruled = false
	return nil
}

// forwardTunnel: we connect to the server, which listens only some time after its start.
type forwardTunnel struct {
	link  Link
	name  string
	retry time.Duration
}

func (t *forwardTunnel) open(context.Context) error { return nil }

func (t *forwardTunnel) connect(ctx context.Context, first bool) (net.Conn, error) {
	for {
		c, err := t.link.DialLocal(ctx, t.name)
		if err == nil && first {
			err = takeDummy(ctx, c)
		}
		if err == nil {
			return c, nil
		}
		_, foreign := errors.AsType[*ProtocolError](err)
		if !first || foreign || pause(ctx, t.retry) != nil {
			if ctx.Err() != nil {
				err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
			}
			return nil, fmt.Errorf("%w: %w", ErrTunnel, err)
		}
	}
}

func (t *forwardTunnel) close(context.Context, time.Duration) error { return nil }

// takeDummy reads the byte that tells an open tunnel from one whose far end is closed. It closes c on failure.
func takeDummy(ctx context.Context, c net.Conn) error {
	stop := context.AfterFunc(ctx, func() { c.SetReadDeadline(time.Unix(1, 0)) })
	var b [1]byte
	_, err := io.ReadFull(c, b[:])
	if !stop() {
		err = context.Cause(ctx)
	}
	if err == nil && b[0] != 0 {
		err = &ProtocolError{What: fmt.Sprintf("first byte %02x", b[0])}
	}
	if err != nil {
		c.Close()
	}
	return err
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}
