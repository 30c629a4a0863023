package vfs

import (
	"io"
	"sync"
)

// chunk is the piece in which contents are kept, so that growing a file copies nothing.
const chunk = 256 << 10

// blob is the contents of a file.
type blob struct {
	mu     sync.RWMutex
	chunks [][]byte // each chunk bytes long, the last may be shorter
	size   int64
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
		c := b.chunks[off/chunk]
		from := int(off % chunk)
		to := min(len(c), int(min(chunk, b.size-off+int64(from))))
		m := copy(p[n:], c[from:to])
		n, off = n+m, off+int64(m)
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
		c := b.chunks[off/chunk]
		k := copy(c[off%chunk:], p[n:])
		n, off = n+k, off+int64(k)
	}
	return n, nil
}

// grow makes the contents at least size long, with zeros.
func (b *blob) grow(m *Mount, size int64) error {
	if size <= b.size {
		return nil
	}
	if err := m.take(size - b.size); err != nil {
		return err
	}
	for at := int64(len(b.chunks)) * chunk; at < size; at += chunk {
		b.chunks = append(b.chunks, nil)
	}
	for i := b.size / chunk; i < int64(len(b.chunks)); i++ {
		want := int(min(chunk, size-i*chunk))
		if have := len(b.chunks[i]); have < want {
			if cap(b.chunks[i]) >= want {
				b.chunks[i] = b.chunks[i][:want]
				clear(b.chunks[i][have:])
				continue
			}
			fresh := make([]byte, want, roomFor(want))
			copy(fresh, b.chunks[i])
			b.chunks[i] = fresh
		}
	}
	b.size = size
	return nil
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
	_ = m.take(size - b.size)
	keep := (size + chunk - 1) / chunk
	clear(b.chunks[keep:])
	b.chunks = b.chunks[:keep]
	if keep > 0 {
		b.chunks[keep-1] = b.chunks[keep-1][:size-(keep-1)*chunk]
	}
	b.size = size
	return nil
}
