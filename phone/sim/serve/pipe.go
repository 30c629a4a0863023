package serve

import (
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// pipeBuffer is what one direction of a connection holds, as a socket of the kernel does.
const pipeBuffer = 256 << 10

// pipe makes a connection in memory with a buffer each way, deadlines, and the half-closing of a socket.
func pipe(at net.Addr) (a, b *conn) {
	x, y := newFlow(), newFlow()
	return &conn{in: x, out: y, at: at}, &conn{in: y, out: x, at: at}
}

// flow is one direction.
type flow struct {
	mu     sync.Mutex
	moved  sync.Cond // bytes came, left, or the end did
	buf    []byte    // a ring
	start  int
	used   int
	ended  bool // the writer closed
	gone   bool // the reader closed
	limits [2]limit
}

// Sides of a flow, for its deadlines.
const (
	reading = iota
	writing
)

// limit is a deadline and the timer that wakes who waits for it.
type limit struct {
	at    time.Time
	timer *time.Timer
}

func newFlow() *flow {
	f := &flow{}
	f.moved.L = &f.mu
	return f
}

func (l *limit) over() bool { return !l.at.IsZero() && !time.Now().Before(l.at) }

func (f *flow) setLimit(side int, t time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := &f.limits[side]
	if l.timer != nil {
		l.timer.Stop()
	}
	*l = limit{at: t}
	if !t.IsZero() {
		l.timer = time.AfterFunc(time.Until(t), func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.moved.Broadcast()
		})
	}
	f.moved.Broadcast()
}

func (f *flow) read(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for f.used == 0 {
		switch {
		case f.gone:
			return 0, net.ErrClosed
		case f.limits[reading].over():
			return 0, os.ErrDeadlineExceeded
		case f.ended:
			return 0, io.EOF
		case len(b) == 0:
			return 0, nil
		}
		f.moved.Wait()
	}
	n := copy(b, f.buf[f.start:min(f.start+f.used, len(f.buf))])
	if n < len(b) && n < f.used {
		n += copy(b[n:], f.buf[:f.used-n])
	}
	f.start, f.used = (f.start+n)%len(f.buf), f.used-n
	f.moved.Broadcast()
	return n, nil
}

func (f *flow) write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for {
		switch {
		case f.ended:
			return n, net.ErrClosed
		case f.gone:
			return n, syscall.EPIPE
		case f.limits[writing].over():
			return n, os.ErrDeadlineExceeded
		case n == len(b):
			return n, nil
		}
		f.grow(len(b) - n)
		free := len(f.buf) - f.used
		if free == 0 {
			f.moved.Wait()
			continue
		}
		end := (f.start + f.used) % len(f.buf)
		k := copy(f.buf[end:min(len(f.buf), end+free)], b[n:])
		n, f.used = n+k, f.used+k
		f.moved.Broadcast()
	}
}

// grow makes room for n more bytes, up to the limit: most connections carry little.
func (f *flow) grow(n int) {
	want := max(len(f.buf), 1024)
	for want < f.used+n && want < pipeBuffer {
		want *= 2
	}
	if want == len(f.buf) {
		return
	}
	buf := make([]byte, want)
	k := copy(buf, f.buf[f.start:min(f.start+f.used, len(f.buf))])
	copy(buf[k:], f.buf[:f.used-k])
	f.buf, f.start = buf, 0
}

// end closes one side.
func (f *flow) end(side int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if side == reading {
		f.gone = true
	} else {
		f.ended = true
	}
	for i := range f.limits {
		if t := f.limits[i].timer; t != nil {
			t.Stop()
		}
	}
	f.moved.Broadcast()
}

// conn is one end of a connection in memory.
type conn struct {
	in, out *flow
	at      net.Addr
}

func (c *conn) Read(b []byte) (int, error)  { return c.in.read(b) }
func (c *conn) Write(b []byte) (int, error) { return c.out.write(b) }

// Close ends both directions. What was written before can still be read at the other end.
func (c *conn) Close() error {
	c.out.end(writing)
	c.in.end(reading)
	return nil
}

// CloseWrite tells the other end that nothing more comes.
func (c *conn) CloseWrite() error {
	c.out.end(writing)
	return nil
}

func (c *conn) LocalAddr() net.Addr  { return c.at }
func (c *conn) RemoteAddr() net.Addr { return c.at }

func (c *conn) SetDeadline(t time.Time) error {
	c.in.setLimit(reading, t)
	c.out.setLimit(writing, t)
	return nil
}

func (c *conn) SetReadDeadline(t time.Time) error {
	c.in.setLimit(reading, t)
	return nil
}

func (c *conn) SetWriteDeadline(t time.Time) error {
	c.out.setLimit(writing, t)
	return nil
}
