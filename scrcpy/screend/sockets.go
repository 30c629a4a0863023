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
	closing               sync.Once
}

// close hangs up all of them. It may be called more than once and from several goroutines.
func (s *sockets) close() {
	s.closing.Do(func() {
		for _, c := range s.all() {
			c.Close()
		}
	})
}

func (s *sockets) all() []net.Conn {
	var out []net.Conn
	for _, c := range []net.Conn{s.video, s.audio, s.control} {
		if c != nil {
			out = append(out, c)
		}
	}
	return out
}

// first is the socket that carries the name.
func (s *sockets) first() net.Conn {
	if all := s.all(); len(all) > 0 {
		return all[0]
	}
	return nil
}

func (o *options) socketName() string {
	if o.scid == -1 {
		return "scrcpy"
	}
	return fmt.Sprintf("scrcpy_%08x", o.scid)
}

// openSockets connects one socket for each enabled stream in the order video, audio, control. Nothing but this order
// tells them apart. A tunnel that fails is a *javaError.
func (p *process) openSockets(ctx context.Context) (*sockets, error) {
	next, done, err := p.tunnel(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	s := &sockets{}
	for _, stream := range []struct {
		on   bool
		conn *net.Conn
	}{{p.o.video, &s.video}, {p.o.audio, &s.audio}, {p.o.control, &s.control}} {
		if !stream.on {
			continue
		}
		if *stream.conn, err = next(); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
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
	dummy := p.o.sendDummy
	next = func() (net.Conn, error) {
		c, err := l.Accept()
		if err != nil {
			return nil, fmt.Errorf("accept: %w", err)
		}
		if dummy { // at once, so that the client knows that somebody is there
			dummy = false
			if _, err := c.Write([]byte{0}); err != nil {
				c.Close()
				return nil, ioException("Broken pipe")
			}
		}
		return c, nil
	}
	return next, func() { stop(); l.Close() }, nil
}
