package screend

import (
	"context"
	"fmt"
	"net"
	"sync"
)

// sockets are the connections of one session; nil for a stream that is off.
type sockets struct {
	video, audio, control net.Conn

	mu     sync.Mutex
	open   []net.Conn // in the order video, audio, control
	closed bool
}

// add takes over a connection, which is closed at once when the sockets are closed already.
func (s *sockets) add(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.Close()
	}
	s.open = append(s.open, c)
}

// close hangs up all of them. It may be called more than once and from several goroutines.
func (s *sockets) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.open {
		c.Close()
	}
}

// first is the socket that carries the name, nil when all streams are off.
func (s *sockets) first() net.Conn {
	if len(s.open) == 0 {
		return nil
	}
	return s.open[0]
}

func (o *options) socketName() string {
	if o.scid == -1 {
		return "scrcpy"
	}
	return fmt.Sprintf("scrcpy_%08x", o.scid)
}

// connect fills s with one socket for each enabled stream in the order video, audio, control. Nothing but this order
// tells them apart. A tunnel that fails is a *javaError.
func (p *process) connect(ctx context.Context, s *sockets) error {
	next, done, err := p.tunnel(ctx)
	if err != nil {
		return err
	}
	defer done()
	dummy := p.o.forward && p.o.sendDummy
	for _, stream := range []struct {
		on   bool
		conn *net.Conn
	}{{p.o.video, &s.video}, {p.o.audio, &s.audio}, {p.o.control, &s.control}} {
		if !stream.on {
			continue
		}
		if *stream.conn, err = next(); err != nil {
			return err
		}
		s.add(*stream.conn)
		if dummy { // at once, so that the client knows that somebody is there
			dummy = false
			if _, err := (*stream.conn).Write([]byte{0}); err != nil {
				return ioException("Broken pipe")
			}
		}
	}
	return nil
}

// tunnel returns how to get the next socket, and what to do after the last one.
func (p *process) tunnel(ctx context.Context) (next func() (net.Conn, error), done func(), err error) {
	name := p.o.socketName()
	if !p.o.forward {
		return func() (net.Conn, error) {
			c, err := p.server.Dial(ctx, name)
			if err != nil {
				return nil, ioException("Connection refused")
			}
			return c, nil
		}, func() {}, nil
	}
	if err := pause(ctx, p.timing.Listen); err != nil {
		return nil, nil, err
	}
	l, err := p.server.Listen(name)
	if err != nil {
		return nil, nil, ioException("Address already in use")
	}
	stop := context.AfterFunc(ctx, func() { l.Close() })
	return l.Accept, func() { stop(); l.Close() }, nil
}
