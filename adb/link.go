package adb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// link is one socket to the server. peer names who is expected to answer next, for error texts.
type link struct {
	net.Conn
	peer   string
	serial string // of the phone that is to answer; empty: the server
}

// address is where the server is.
func (c *Client) address() (network, addr string, err error) {
	if c.Addr == "" {
		return Address("", c.env)
	}
	if c.Network == "" {
		return "tcp", c.Addr, nil
	}
	return c.Network, c.Addr, nil
}

// dial connects to the server. Any failure but the end of ctx is ErrNoServer.
func (c *Client) dial(ctx context.Context) (*link, error) {
	network, addr, err := c.address()
	if err != nil {
		return nil, err
	}
	dialer := net.Dialer{Timeout: c.timeout()}
	conn, err := dialer.DialContext(ctx, network, addr)
	if err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("connect to adb server at %s: %w", addr, ended(ctx))
		}
		return nil, fmt.Errorf("%w at %s: %w", ErrNoServer, addr, cause(err))
	}
	return &link{Conn: conn, peer: "adb server at " + addr}, nil
}

// cause strips the address from a network error, which our own text names already.
func cause(err error) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	if sys, ok := errors.AsType[*os.SyscallError](err); ok {
		err = sys.Err
	}
	return err
}

// exchange runs f, which reads and writes l, until limit (0: none) has passed; the end of ctx closes the socket. The socket has
// no deadline afterwards. A non-nil error closes it.
func (l *link) exchange(ctx context.Context, limit time.Duration, f func() error) error {
	if limit > 0 {
		l.SetDeadline(time.Now().Add(limit))
	}
	stop := context.AfterFunc(ctx, func() { l.Close() })
	err := f()
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		l.Close()
		return l.explain(ctx, err)
	}
	l.SetDeadline(time.Time{})
	return nil
}

// explain sorts a failed read or write: our own end first, then the peer's silence, then its absence.
func (l *link) explain(ctx context.Context, err error) error {
	local, isLocal := errors.AsType[*localError](err)
	switch {
	case ctx.Err() != nil:
		return ended(ctx)
	case isLocal:
		return local.error
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &SilentError{Peer: l.peer, Serial: l.serial}
	case isLost(err):
		return fmt.Errorf("%s: %w", l.peer, ErrConnectionLost)
	case errors.Is(err, wire.ErrMalformed):
		return fmt.Errorf("%s does not speak adb's protocol: %w", l.peer, err)
	}
	return err
}

// localError is a failure on our side of a copy, which says nothing about the peer.
type localError struct{ error }

// stallLimit is how long a copy may stand still.
const stallLimit = time.Minute

// ended is why ctx is over: its error, with the cause when there is another.
func ended(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, ctx.Err()) {
		return fmt.Errorf("%w: %w", ctx.Err(), cause)
	}
	return ctx.Err()
}

// isLost reports a peer that went away.
func isLost(err error) bool {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return true
	}
	_, network := errors.AsType[*net.OpError](err)
	return network && !errors.Is(err, os.ErrDeadlineExceeded)
}

// send writes one framed request.
func (l *link) send(request string) error {
	b, ok := wire.AppendRequest(nil, request)
	if !ok {
		return fmt.Errorf("request of %d bytes: the adb server takes 1 to %d", len(request), 0xffff)
	}
	_, err := l.Write(b)
	return err
}

// status reads OKAY or turns FAIL into a typed error. shown is the request as errors may name it.
func (l *link) status(shown string) error {
	ok, message, err := wire.ReadStatus(l)
	if err != nil || ok {
		return err
	}
	return serverError(shown, message)
}

// ask sends a request and reads its status.
func (l *link) ask(request string) error {
	if err := l.send(request); err != nil {
		return err
	}
	return l.status(request)
}

// query is one whole exchange with the server whose answer is a text.
func (c *Client) query(ctx context.Context, request string) (string, error) {
	return c.queryShown(ctx, request, request, c.timeout())
}

// queryShown is query with another limit, for requests that hold a secret and may not be shown.
func (c *Client) queryShown(ctx context.Context, request, shown string, limit time.Duration) (text string, err error) {
	l, err := c.dial(ctx)
	if err != nil {
		return "", err
	}
	defer l.Close()
	err = l.exchange(ctx, limit, func() error {
		if err := l.send(request); err != nil {
			return err
		}
		if err := l.status(shown); err != nil {
			return err
		}
		text, err = wire.ReadText(l)
		return err
	})
	return text, err
}
