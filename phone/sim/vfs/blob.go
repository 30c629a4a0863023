package vfs

import (
	"io"
	"sync"
)

// chunk is the piece in which contents are kept, so that growing a file copies nothing.
const chunk = 256 << 10

// blob is the contents of a file. What was never written is a hole and takes no memory.
type blob struct {
	mu     sync.RWMutex
	chunks [][]byte // each at most chunk bytes long; what a chunk lacks, or a nil one, reads as zeros
	size   int64
	gone   bool // no name is left: nothing is accounted for any more, those who have it open may go on
}

// orphan gives back the space of a file that lost its last name.
func (b *blob) orphan(m *Mount) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return
	}
	_ = m.take(-b.size)
	for _, c := range b.chunks {
		_ = m.hold(-int64(cap(c)))
	}
	b.gone = true
}

// take and hold account for space and memory.
func (b *blob) take(m *Mount, n int64) error {
	if b.gone {
		return nil
	}
	return m.take(n)
}

func (b *blob) hold(m *Mount, n int) error {
	if b.gone {
		return nil
	}
	return m.hold(int64(n))
}

func (b *blob) length() int64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.size
}

func (b *blob) readAt(p []byte, off int64) (int, error) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if off < 0 {
		return 0, EINVAL
	}
	n := 0
	for n < len(p) && off < b.size {
		from := int(off % chunk)
		want := min(len(p)-n, chunk-from, int(min(chunk, b.size-off)))
		have := 0
		if i := off / chunk; i < int64(len(b.chunks)) && from < len(b.chunks[i]) {
			have = copy(p[n:n+want], b.chunks[i][from:])
		}
		clear(p[n+have : n+want])
		n, off = n+want, off+int64(want)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (b *blob) writeAt(m *Mount, p []byte, off int64) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.grow(m, off+int64(len(p))); err != nil {
		return 0, err
	}
	n := 0
	for n < len(p) {
		from := int(off % chunk)
		want := min(len(p)-n, chunk-from)
		c, err := b.room(m, int(off/chunk), from+want)
		if err != nil {
			return n, err
		}
		copy(c[from:], p[n:n+want])
		n, off = n+want, off+int64(want)
	}
	return n, nil
}

// grow makes the contents at least size long.
func (b *blob) grow(m *Mount, size int64) error {
	if size <= b.size {
		return nil
	}
	if err := b.take(m, size-b.size); err != nil {
		return err
	}
	b.size = size
	return nil
}

// room gives chunk number i with at least n bytes.
func (b *blob) room(m *Mount, i, n int) ([]byte, error) {
	for len(b.chunks) <= i {
		b.chunks = append(b.chunks, nil)
	}
	c := b.chunks[i]
	if cap(c) < n {
		room := roomFor(n)
		if err := b.hold(m, room-cap(c)); err != nil {
			return nil, err
		}
		fresh := make([]byte, len(c), room)
		copy(fresh, c)
		c = fresh
	}
	if len(c) < n {
		have := len(c)
		c = c[:n]
		clear(c[have:])
	}
	b.chunks[i] = c
	return c, nil
}

// roomFor rounds a chunk's length up so that a file written in small pieces is copied rarely and a small one stays small.
func roomFor(n int) int {
	room := 512
	for room < n {
		room *= 4
	}
	return min(room, chunk)
}

func (b *blob) truncate(m *Mount, size int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if size > b.size {
		return b.grow(m, size)
	}
	_ = b.take(m, size-b.size)
	b.size = size
	keep := int((size + chunk - 1) / chunk)
	for i := keep; i < len(b.chunks); i++ {
		_ = b.hold(m, -cap(b.chunks[i]))
		b.chunks[i] = nil
	}
	b.chunks = b.chunks[:min(keep, len(b.chunks))]
	if last := int(size - int64(keep-1)*chunk); keep > 0 && len(b.chunks) == keep && len(b.chunks[keep-1]) > last {
		b.chunks[keep-1] = b.chunks[keep-1][:last]
	}
	return nil
}
