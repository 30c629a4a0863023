package adbd

import (
	"encoding/binary"
	"io"
	"sync"
	"time"

	"github.com/handset-agent/handset/adb/internal/wire"
)

// Output is gathered for gatherTime or until gatherSize, so that a command that prints in small pieces does not make a message
// of each (adb-protocol B9.7).
const (
	gatherTime = 2 * time.Millisecond
	gatherSize = 64 << 10
)

// gather is the output of one command on its way into a stream. Writers wait while the host does not take it.
type gather struct {
	mu     sync.Mutex
	w      io.Writer
	buf    []byte
	last   int // where the last packet in buf begins; -1 when none can be added to
	timer  *time.Timer
	err    error
	closed bool
}

func newGather(w io.Writer) *gather { return &gather{w: w, last: -1} }

// plain adds bytes as they are.
func (g *gather) plain(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.add(p, func(part []byte) { g.buf = append(g.buf, part...) })
}

// packet adds bytes as shell v2 packets; what follows bytes of the same kind makes their packet longer.
func (g *gather) packet(id byte, p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.add(p, func(part []byte) {
		if g.last < 0 || g.buf[g.last] != id || id == wire.ShellExit {
			g.last = len(g.buf)
			g.buf = wire.AppendShellPacket(g.buf, id, part)
			return
		}
		g.buf = append(g.buf, part...)
		binary.LittleEndian.PutUint32(g.buf[g.last+1:], uint32(len(g.buf)-g.last-wire.ShellHeaderSize))
	})
}

// add puts p into the buffer in parts, and sends the buffer when it is full.
func (g *gather) add(p []byte, put func(part []byte)) (n int, err error) {
	for len(p) > 0 && g.err == nil && !g.closed {
		part := p[:min(len(p), gatherSize-min(len(g.buf), gatherSize-1))]
		put(part)
		n += len(part)
		p = p[len(part):]
		if len(g.buf) >= gatherSize {
			g.flush()
		}
	}
	switch {
	case g.err != nil:
		return n, g.err
	case g.closed:
		return n, io.ErrClosedPipe
	}
	if len(g.buf) > 0 && g.timer == nil {
		g.timer = time.AfterFunc(gatherTime, g.tick)
	}
	return n, nil
}

func (g *gather) tick() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.flush()
}

// flush sends what there is. The lock is held, so that writers wait for the host.
func (g *gather) flush() {
	if g.timer != nil {
		g.timer.Stop()
		g.timer = nil
	}
	if len(g.buf) > 0 && g.err == nil {
		_, g.err = g.w.Write(g.buf)
	}
	g.buf, g.last = g.buf[:0], -1
}

// close sends the rest; later output is dropped.
func (g *gather) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.flush()
	g.closed = true
}
