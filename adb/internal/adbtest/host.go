//go:build unix

package adbtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Host is the host end of one transport, as an adb server has it. It obeys the credit rules strictly and notices when the phone does
// not.
type Host struct {
	Banner string // the phone's, once online

	raw     net.Conn
	write   sync.Mutex
	done    chan struct{} // closed when the reading goroutine is gone
	mu      sync.Mutex
	streams map[uint32]*HostStream
	next    uint32
	allowed map[string]string // reverse targets, as a server keeps them
	broken  []string          // rules the phone broke
	onAuth  func(wire.Message)
}

// Broken lists the rules the phone broke so far.
func (h *Host) Broken() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.broken...)
}

func (h *Host) breach(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = append(h.broken, fmt.Sprintf(format, args...))
}

// DialHost connects to a phone and waits for its CNXN, at most limit. onAuth, when not nil, answers AUTH messages.
func DialHost(addr string, limit time.Duration, onAuth func(h *Host, m wire.Message)) (*Host, error) {
	raw, err := net.DialTimeout("tcp", addr, limit)
	if err != nil {
		return nil, err
	}
	h := &Host{raw: raw, done: make(chan struct{}), streams: make(map[uint32]*HostStream), allowed: make(map[string]string)}
	online := make(chan string, 1)
	if onAuth != nil {
		h.onAuth = func(m wire.Message) { onAuth(h, m) }
	}
	go h.read(online)
	h.Send(wire.Message{Command: wire.CNXN, Arg0: wire.Version, Arg1: wire.MaxPayload, Data: []byte("host::features=shell_v2,cmd,stat_v2,ls_v2")})
	select {
	case h.Banner = <-online:
		return h, nil
	case <-h.done:
		return nil, errors.New("the phone hung up")
	case <-time.After(limit):
		h.Close()
		return nil, errors.New("no CNXN from the phone")
	}
}

// Close ends the transport and waits.
func (h *Host) Close() {
	h.raw.Close()
	<-h.done
}

// Done is closed when the transport has ended.
func (h *Host) Done() <-chan struct{} { return h.done }

// Send writes one message.
func (h *Host) Send(m wire.Message) error {
	h.write.Lock()
	defer h.write.Unlock()
	_, err := h.raw.Write(append(m.AppendHeader(nil, false), m.Data...))
	return err
}

func (h *Host) read(online chan<- string) {
	defer close(h.done)
	r := bufio.NewReaderSize(h.raw, 64<<10)
	for {
		m, err := wire.ReadMessage(r, wire.MaxPayload)
		if err != nil {
			h.raw.Close()
			h.mu.Lock()
			streams := h.streams
			h.streams = map[uint32]*HostStream{}
			h.mu.Unlock()
			for _, s := range streams {
				s.end()
			}
			return
		}
		switch m.Command {
		case wire.CNXN:
			select {
			case online <- string(m.Data):
			default:
			}
		case wire.AUTH:
			if h.onAuth != nil {
				h.onAuth(m)
			}
		case wire.OPEN:
			h.opened(m)
		default:
			if s := h.stream(m.Arg1); s != nil {
				s.message(m)
			}
		}
	}
}

func (h *Host) stream(id uint32) *HostStream {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.streams[id]
}

// opened is the phone opening a stream towards the host. A real server would end itself at a target it did not allow.
func (h *Host) opened(m wire.Message) {
	target := strings.TrimRight(string(m.Data), "\x00")
	h.mu.Lock()
	ok := false
	for _, t := range h.allowed {
		ok = ok || t == target
	}
	h.mu.Unlock()
	if !ok {
		h.breach("disallowed connect to %q", target)
		h.Send(wire.Message{Command: wire.CLSE, Arg1: m.Arg0})
		return
	}
	addr, isTCP := strings.CutPrefix(target, "tcp:")
	if isTCP && !strings.Contains(addr, ":") {
		addr = "127.0.0.1:" + addr
	}
	go func() {
		c, err := net.DialTimeout("tcp", addr, time.Second)
		if err != nil || !isTCP {
			h.Send(wire.Message{Command: wire.CLSE, Arg1: m.Arg0})
			return
		}
		s := h.newStream()
		s.remote = m.Arg0
		s.Send(wire.OKAY, nil)
		s.credit <- struct{}{}
		Splice(s, c)
	}()
}

func (h *Host) newStream() *HostStream {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.next++
	s := &HostStream{h: h, ID: h.next, credit: make(chan struct{}, 1), opened: make(chan bool, 1), gone: make(chan struct{})}
	s.cond.L = &s.mu
	h.streams[s.ID] = s
	return s
}

// follow keeps the list of allowed reverse targets as servers do.
func (h *Host) follow(service string) {
	verb, ok := strings.CutPrefix(service, "reverse:")
	if !ok {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case strings.HasPrefix(verb, "forward:"):
		rest, norebind := strings.CutPrefix(strings.TrimPrefix(verb, "forward:"), "norebind:")
		listen, target, ok := strings.Cut(rest, ";")
		if _, taken := h.allowed[listen]; ok && !(norebind && taken) {
			h.allowed[listen] = target
		}
	case strings.HasPrefix(verb, "killforward:"):
		delete(h.allowed, strings.TrimPrefix(verb, "killforward:"))
	case verb == "killforward-all":
		clear(h.allowed)
	}
}

// ErrClosed is what Open returns for a refused service.
var ErrClosed = errors.New("closed")

// Open opens a service.
func (h *Host) Open(service string) (*HostStream, error) {
	s := h.newStream()
	h.follow(service)
	if err := h.Send(wire.Message{Command: wire.OPEN, Arg0: s.ID, Data: append([]byte(service), 0)}); err != nil {
		return nil, err
	}
	select {
	case ok := <-s.opened:
		if !ok {
			return nil, ErrClosed
		}
		return s, nil
	case <-h.done:
		return nil, errors.New("device offline")
	case <-time.After(10 * time.Second):
		return nil, errors.New("OPEN was not answered")
	}
}

// HostStream is one stream at the host's end.
type HostStream struct {
	ID     uint32
	h      *Host
	remote uint32
	credit chan struct{}
	opened chan bool
	gone   chan struct{}

	mu       sync.Mutex
	cond     sync.Cond
	data     []byte
	unacked  bool // the phone waits for our OKAY
	ended    bool
	Messages int // WRTEs received
}

func (s *HostStream) message(m wire.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.Command {
	case wire.OKAY:
		if s.remote == 0 {
			s.remote = m.Arg0
			s.opened <- true
		}
		select {
		case s.credit <- struct{}{}:
		default:
			s.h.breach("stream %d: an OKAY for nothing", s.ID)
		}
	case wire.WRTE:
		if s.unacked {
			s.h.breach("stream %d: a WRTE before the OKAY for the last", s.ID)
		}
		s.unacked = true
		s.Messages++
		s.data = append(s.data, m.Data...)
	case wire.CLSE:
		if s.remote == 0 {
			if m.Arg0 != 0 {
				s.h.breach("stream %d: refused with id %d", s.ID, m.Arg0)
			}
			s.opened <- false
		}
		s.endLocked()
	}
	s.cond.Broadcast()
}

func (s *HostStream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endLocked()
}

func (s *HostStream) endLocked() {
	if !s.ended {
		s.ended = true
		close(s.gone)
	}
	s.cond.Broadcast()
	s.h.mu.Lock()
	delete(s.h.streams, s.ID)
	s.h.mu.Unlock()
}

// Read gives what the phone sent, and lets it send more.
func (s *HostStream) Read(p []byte) (int, error) {
	s.mu.Lock()
	for len(s.data) == 0 && !s.ended {
		s.cond.Wait()
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	ack := s.unacked && len(s.data) == 0 && !s.ended
	s.unacked = s.unacked && !ack
	ended := s.ended
	s.mu.Unlock()
	if ack {
		s.Send(wire.OKAY, nil)
	}
	if n == 0 && ended {
		return 0, io.EOF
	}
	return n, nil
}

// Write sends p, waiting for the phone's OKAY before each message.
func (s *HostStream) Write(p []byte) (n int, err error) {
	for len(p) > 0 {
		select {
		case <-s.credit:
		case <-s.gone:
			return n, io.ErrClosedPipe
		}
		part := p[:min(len(p), wire.MaxPayload)]
		if err := s.Send(wire.WRTE, part); err != nil {
			return n, err
		}
		n += len(part)
		p = p[len(part):]
	}
	return n, nil
}

// Send writes a message of this stream without waiting for anything.
func (s *HostStream) Send(command uint32, data []byte) error {
	return s.h.Send(wire.Message{Command: command, Arg0: s.ID, Arg1: s.remote, Data: data})
}

// Close closes both directions.
func (s *HostStream) Close() error {
	s.mu.Lock()
	ended := s.ended
	s.endLocked()
	s.mu.Unlock()
	if ended {
		return nil
	}
	return s.Send(wire.CLSE, nil)
}

// Splice copies between a stream and a socket until either ends, as a server does.
func Splice(s *HostStream, c net.Conn) {
	var in sync.WaitGroup
	in.Go(func() {
		io.Copy(struct{ io.Writer }{s}, c)
		s.Close()
	})
	io.Copy(c, struct{ io.Reader }{s})
	c.Close()
	s.Close()
	in.Wait()
}
