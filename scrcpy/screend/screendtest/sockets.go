package screendtest

import (
	"context"
	"errors"
	"maps"
	"net"
	"slices"
	"sync"
)

type dialer func(ctx context.Context) (net.Conn, error)

// sockets are the abstract sockets of a phone.
type sockets struct {
	mu        sync.Mutex
	listening map[string]*listener
	reverses  map[string]dialer
}

var errRefused = errors.New("connection refused")

func (s *sockets) listen(name string) (net.Listener, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listening[name] != nil || s.reverses[name] != nil {
		return nil, errors.New("address already in use")
	}
	l := &listener{name: name, sockets: s, conns: make(chan net.Conn), closed: make(chan struct{})}
	s.listening[name] = l
	return l, nil
}

func (s *sockets) dial(ctx context.Context, name string) (net.Conn, error) {
	s.mu.Lock()
	l, d := s.listening[name], s.reverses[name]
	s.mu.Unlock()
	if d != nil {
		return d(ctx)
	}
	if l == nil {
		return nil, errRefused
	}
	ours, theirs := net.Pipe()
	select {
	case l.conns <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, errRefused
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// reverse makes dials of name go to d, or nowhere when d is nil.
func (s *sockets) reverse(name string, d dialer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reverses == nil {
		s.reverses = map[string]dialer{}
	}
	if d == nil {
		delete(s.reverses, name)
		return
	}
	s.reverses[name] = d
}

// listener is one listening abstract socket.
type listener struct {
	name    string
	sockets *sockets
	conns   chan net.Conn
	closing sync.Once
	closed  chan struct{}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.closing.Do(func() {
		l.sockets.mu.Lock()
		defer l.sockets.mu.Unlock()
		delete(l.sockets.listening, l.name)
		close(l.closed)
	})
	return nil
}

func (l *listener) Addr() net.Addr { return &net.UnixAddr{Net: "unix", Name: "@" + l.name} }

// files are the phone's files, and what pkill ends.
type files struct {
	mu      sync.Mutex
	content map[string][]byte
	kills   []func()
}

func (f *files) write(name string, b []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.content[name] = b
}

func (f *files) read(name string) ([]byte, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, ok := f.content[name]
	return b, ok
}

func (f *files) has(name string) bool {
	_, ok := f.read(name)
	return ok
}

func (f *files) remove(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.content, name)
}

func (f *files) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.content))
}

func (f *files) onKill(kill func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kills = append(f.kills, kill)
}

func (f *files) killAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, kill := range f.kills {
		kill()
	}
}
