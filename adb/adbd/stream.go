package adbd

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// graceTime is how long a handler's context outlives the host's close of its stream, so that a command that was given its
// last input can end by itself (adb-protocol B4, rule 3).
const graceTime = time.Second

// stream is one stream of a transport, an io.ReadWriter for its handler. The reading goroutine of the transport calls the methods of
// the lower half and never waits in them.
type stream struct {
	t      *conn
	id     uint32
	ctx    context.Context // for the handler
	cancel context.CancelFunc

	data     chan []byte   // the one message that was not taken yet
	credit   chan struct{} // full when we may send a WRTE
	accepted sync.Once     // sends our OKAY to an OPEN
	closing  sync.Once     // guards gone
	gone     chan struct{} // closed when the host closed the stream or the transport ended
	ours     sync.Once     // sends our CLSE

	rest []byte // of the message being read; reader only

	mu     sync.Mutex
	remote uint32 // the host's id; zero until it answered our OPEN
	quiet  bool   // nothing more may be sent: the stream is over for the host
}

func newStream(t *conn, id, remote uint32) *stream {
	s := &stream{
		t: t, id: id, remote: remote,
		data: make(chan []byte, 1), credit: make(chan struct{}, 1), gone: make(chan struct{}),
	}
	s.ctx, s.cancel = context.WithCancel(t.ctx)
	return s
}

// accept tells the host that the service is there, once.
func (s *stream) accept() {
	s.accepted.Do(func() { s.reply(wire.OKAY, nil) })
}

// refuse tells the host that it is not. The stream is over.
func (s *stream) refuse() {
	s.accepted.Do(func() {
		s.ours.Do(func() { s.t.send(wire.Message{Command: wire.CLSE, Arg1: s.remoteID()}) })
	})
	s.close()
}

func (s *stream) remoteID() uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.remote
}

// reply sends a message of this stream unless the host is done with it.
func (s *stream) reply(command uint32, data []byte) error {
	s.mu.Lock()
	remote, quiet := s.remote, s.quiet
	s.mu.Unlock()
	if quiet {
		return io.ErrClosedPipe
	}
	return s.t.send(wire.Message{Command: command, Arg0: s.id, Arg1: remote, Data: data})
}

// Read gives what the host sent, then io.EOF once it closed the stream. Taking a message lets the host send the next.
func (s *stream) Read(p []byte) (int, error) {
	s.accept()
	for len(s.rest) == 0 {
		select {
		case s.rest = <-s.data:
		case <-s.gone:
			select {
			case s.rest = <-s.data:
			default:
				return 0, io.EOF
			}
		}
		s.reply(wire.OKAY, nil)
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Write sends p in messages the host takes, each after the one before was taken. After the host closed the stream it fails and the
// handler's context ends.
func (s *stream) Write(p []byte) (n int, err error) {
	s.accept()
	for len(p) > 0 {
		select {
		case <-s.gone:
			s.cancel()
			return n, io.ErrClosedPipe
		case <-s.credit:
		}
		part := p[:min(len(p), int(s.t.max.Load()))]
		if err := s.reply(wire.WRTE, part); err != nil {
			s.cancel()
			return n, err
		}
		n += len(part)
		p = p[len(part):]
	}
	return n, nil
}

// close ends the stream from our side.
func (s *stream) close() {
	s.ours.Do(func() { s.reply(wire.CLSE, nil) })
	s.t.removeStream(s)
	s.end()
	s.cancel()
}

// end wakes readers and writers.
func (s *stream) end() {
	s.mu.Lock()
	s.quiet = true
	s.mu.Unlock()
	s.closing.Do(func() { close(s.gone) })
}

// acknowledged: the host took our last WRTE, or our OPEN, and names its id.
func (s *stream) acknowledged(remote uint32) {
	s.mu.Lock()
	if s.remote == 0 {
		s.remote = remote
	}
	fits := s.remote == remote
	s.mu.Unlock()
	if !fits {
		return
	}
	select {
	case s.credit <- struct{}{}:
	default:
	}
}

// received: the host sent data. A second message before we took the first breaks the rules, and the stream.
func (s *stream) received(data []byte) {
	if len(data) == 0 {
		return
	}
	select {
	case s.data <- data:
	default:
		s.t.work.Go(s.close)
	}
}

// peerClosed: the host ended both directions. It gets no answer; what it sent before is still read.
func (s *stream) peerClosed() {
	s.t.removeStream(s)
	s.end()
	time.AfterFunc(graceTime, s.cancel)
}

// lost: the transport is gone.
func (s *stream) lost() {
	s.end()
	s.cancel()
}
