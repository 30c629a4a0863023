package adbd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// maxStreams bounds what one host may have open at once; more is refused.
const maxStreams = 4096

// conn is the transport of one host.
type conn struct {
	d      *Device
	name   string // in lists of reverse listeners
	raw    net.Conn
	ctx    context.Context // of the handlers: ends when the socket is closed already, so that nothing they do then is sent
	cancel context.CancelFunc
	alive  context.Context // ends when the socket is closed
	cut    context.CancelFunc
	work   sync.WaitGroup // streams and reverse listeners

	sum atomic.Bool  // the host wants data_check filled in
	max atomic.Int64 // bytes of data the host takes

	pace    pace
	write   sync.Mutex // held while a message goes out
	sent    int64      // payload bytes so far, for Faults.DropAfter
	drop    int64      // the transport closes when more were sent, if not 0
	vectors [2][]byte  // scratch of send

	mu      sync.Mutex
	streams map[uint32]*stream // by our id
	nextID  uint32
	online  bool

	reverse reverseMap // which targets the host allows

	auth authState // used by the reading goroutine, and by revoke under mu
}

// ServeConn serves one host until it goes, ctx ends, or Disconnect is called. It closes c and waits for all handlers. The error is nil
// when the host went away, ctx's when that ended.
func (d *Device) ServeConn(ctx context.Context, c net.Conn) error {
	t := &conn{d: d, raw: c, streams: make(map[uint32]*stream)}
	t.sum.Store(true)
	t.max.Store(4096) // what every host takes
	t.alive, t.cut = context.WithCancel(context.WithoutCancel(ctx))
	t.ctx, t.cancel = context.WithCancel(context.WithoutCancel(ctx))
	d.add(t)
	defer d.remove(t)
	stop := context.AfterFunc(ctx, t.hangUp)
	err := t.run()
	stop()
	t.hangUp()
	t.cancel()
	t.dropStreams()
	d.dropReverse(t)
	t.work.Wait()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, wire.ErrMalformed):
		return fmt.Errorf("adb transport: %w", err)
	}
	return nil
}

// Serve accepts hosts until ctx ends or l fails, closes l, and returns when all of them are gone. The error is ctx's when that ended.
func (d *Device) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var hosts sync.WaitGroup
	defer hosts.Wait()
	defer cancel()
	for {
		c, err := l.Accept()
		switch {
		case err == nil:
			hosts.Go(func() { d.ServeConn(ctx, c) })
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE), errors.Is(err, syscall.ECONNABORTED):
			select { // a phone outlives a moment without free file descriptors
			case <-time.After(acceptPause):
			case <-ctx.Done():
			}
		default:
			l.Close()
			return fmt.Errorf("accept adb hosts: %w", err)
		}
	}
}

// acceptPause is the wait before accepting again when the system could not.
const acceptPause = 50 * time.Millisecond

// hangUp closes the socket, and with it the transport.
func (t *conn) hangUp() {
	t.raw.Close()
	t.cut()
}

// run reads messages until the transport ends.
func (t *conn) run() error {
	r := bufio.NewReaderSize(t.raw, 64<<10)
	t.raw.SetReadDeadline(time.Now().Add(helloTime))
	for {
		m, err := wire.ReadMessage(r, wire.MaxPayload)
		if err != nil {
			return err
		}
		if err := t.handle(m); err != nil {
			return err
		}
	}
}

// handle acts on one message. It must not wait for a stream, or all streams of the phone would stand still.
func (t *conn) handle(m wire.Message) error {
	switch m.Command {
	case wire.CNXN:
		return t.hello(m)
	case wire.AUTH:
		return t.handleAuth(m)
	}
	if !t.isOnline() {
		return nil // nothing counts before the host is let in
	}
	switch m.Command {
	case wire.OPEN:
		t.open(m)
	case wire.OKAY:
		if s := t.stream(m.Arg1); s != nil {
			s.acknowledged(m.Arg0)
		}
	case wire.WRTE:
		if s := t.stream(m.Arg1); s != nil {
			s.received(m.Data)
		}
	case wire.CLSE:
		if s := t.stream(m.Arg1); s != nil {
			s.peerClosed()
		}
	}
	return nil
}

// open starts the service a host asks for.
func (t *conn) open(m wire.Message) {
	sent := strings.TrimSuffix(string(m.Data), "\x00")
	// The host's server changed its list of reverse targets when it sent this; ours follows in the same order, here. Any further
	// NUL is part of what the server keeps, and so of nothing that may be opened.
	t.reverse.follow(sent)
	service := strings.TrimRight(sent, "\x00")
	if m.Arg0 == 0 {
		return // no id to answer to
	}
	o := t.faults().opening(service)
	if o.Drop {
		t.hangUp()
		return
	}
	if o.DropAfter > 0 {
		t.write.Lock()
		t.drop = t.sent + o.DropAfter
		t.write.Unlock()
	}
	s, ok := t.newStream(m.Arg0)
	if !ok || m.Arg1 != 0 || o.Refuse {
		if ok {
			t.removeStream(s)
		}
		t.work.Go(func() { t.send(wire.Message{Command: wire.CLSE, Arg1: m.Arg0}) })
		return
	}
	s.credit <- struct{}{} // an OPEN allows one WRTE
	t.work.Go(func() { t.serve(s, service) })
}

// newStream registers a stream to the host's id, or one that we open when remote is zero.
func (t *conn) newStream(remote uint32) (*stream, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.streams) >= maxStreams || t.alive.Err() != nil {
		return nil, false
	}
	for {
		t.nextID++
		if _, taken := t.streams[t.nextID]; !taken && t.nextID != 0 {
			break
		}
	}
	s := newStream(t, t.nextID, remote)
	t.streams[s.id] = s
	return s, true
}

func (t *conn) stream(id uint32) *stream {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.streams[id]
}

func (t *conn) removeStream(s *stream) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.streams, s.id)
}

// dropStreams ends all streams, as when the transport is lost.
func (t *conn) dropStreams() {
	t.mu.Lock()
	streams := make([]*stream, 0, len(t.streams))
	for _, s := range t.streams {
		streams = append(streams, s)
	}
	clear(t.streams)
	t.mu.Unlock()
	for _, s := range streams {
		s.lost()
	}
}

// send writes one message. Header and data leave in one writev.
func (t *conn) send(m wire.Message) error {
	f := t.faults()
	done, err := t.pace.turn(t.alive, f.delay(len(m.Data)))
	defer done()
	if err != nil {
		return err
	}
	t.write.Lock()
	defer t.write.Unlock()
	t.sent += int64(len(m.Data))
	if f.DropAfter > 0 && t.sent > f.DropAfter || t.drop > 0 && t.sent > t.drop {
		t.hangUp()
		return io.ErrClosedPipe
	}
	head := m.AppendHeader(make([]byte, 0, wire.HeaderSize), t.sum.Load())
	t.vectors = [2][]byte{head, m.Data}
	buffers := net.Buffers(t.vectors[:])
	if _, err = buffers.WriteTo(t.raw); err != nil {
		t.hangUp()
	}
	return err
}
