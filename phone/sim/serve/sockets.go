package serve

import (
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// sockets are the local and loopback sockets of one phone. They exist in memory only: a phone never takes a port of the
// workstation but its adb port.
type sockets struct {
	mu        sync.Mutex
	listeners map[string]*listener // by "localabstract:NAME", "tcp:PORT" …
	closed    bool
	nextPort  int
}

func newSockets() *sockets {
	return &sockets{listeners: map[string]*listener{}, nextPort: 37000}
}

// addr is the address of a local socket.
type addr string

func (a addr) Network() string { return "unix" }
func (a addr) String() string  { return string(a) }

// listen opens a listener; "tcp:0" takes a free port.
func (s *sockets) listen(spec string) (net.Listener, error) {
	kind, name, ok := strings.Cut(spec, ":")
	if !ok || name == "" {
		return nil, fmt.Errorf("unknown socket specification: %s", spec)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, net.ErrClosed
	}
	var a net.Addr = addr(spec)
	if kind == "tcp" {
		port, err := strconv.Atoi(name)
		if err != nil || port < 0 || port > 65535 {
			return nil, fmt.Errorf("unknown socket specification: %s", spec)
		}
		for port == 0 || name == "0" && s.listeners["tcp:"+strconv.Itoa(port)] != nil {
			s.nextPort++
			port = s.nextPort
		}
		spec = "tcp:" + strconv.Itoa(port)
		a = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}
	}
	if s.listeners[spec] != nil {
		return nil, syscall.EADDRINUSE
	}
	l := &listener{set: s, spec: spec, at: a, wait: make(chan net.Conn, backlog), done: make(chan struct{})}
	s.listeners[spec] = l
	return l, nil
}

// backlog is how many connections may wait to be accepted.
const backlog = 16

// dial connects to a listener of this phone.
func (s *sockets) dial(ctx context.Context, spec string) (net.Conn, error) {
	s.mu.Lock()
	l := s.listeners[spec]
	s.mu.Unlock()
	if l == nil {
		return nil, syscall.ECONNREFUSED
	}
	near, far := pipe(l.at)
	select {
	case l.wait <- far:
		return near, nil
	case <-l.done:
		return nil, syscall.ECONNREFUSED
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (s *sockets) close() {
	s.mu.Lock()
	s.closed = true
	all := s.listeners
	s.listeners = map[string]*listener{}
	s.mu.Unlock()
	for _, l := range all {
		_ = l.Close()
	}
}

// listener is a net.Listener of a socket in memory.
type listener struct {
	set  *sockets
	spec string
	at   net.Addr
	wait chan net.Conn
	done chan struct{}
	once sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.wait:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() {
		l.set.mu.Lock()
		if l.set.listeners[l.spec] == l {
			delete(l.set.listeners, l.spec)
		}
		l.set.mu.Unlock()
		close(l.done)
		for {
			select {
			case c := <-l.wait:
				_ = c.Close() // nobody accepted it
			default:
				return
			}
		}
	})
	return nil
}

func (l *listener) Addr() net.Addr { return l.at }
