package adb

import (
	"io"
	"sync"
)

// queueLimit is how much of one output may wait for its reader.
const queueLimit = 1 << 20

// queue is a pipe with room: its one writer waits only when queueLimit bytes are unread.
type queue struct {
	mu       sync.Mutex
	changed  sync.Cond
	data     []byte
	finished bool
	err      error // for the reader, behind the data; nil means io.EOF
	dropping bool
}

func newQueue() *queue {
	q := &queue{}
	q.changed.L = &q.mu
	return q
}

// Write appends p, in parts while the queue is full. It never fails.
func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	total := len(p)
	for len(p) > 0 && !q.dropping {
		room := queueLimit - len(q.data)
		if room <= 0 {
			q.changed.Wait()
			continue
		}
		part := p[:min(len(p), room)]
		q.data = append(q.data, part...)
		p = p[len(part):]
		q.changed.Broadcast()
	}
	return total, nil
}

// Read waits for data or the end.
func (q *queue) Read(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.data) == 0 && !q.finished && len(p) > 0 {
		q.changed.Wait()
	}
	if len(q.data) > 0 || len(p) == 0 {
		n := copy(p, q.data)
		if q.data = q.data[n:]; len(q.data) == 0 {
			q.data = nil
		}
		q.changed.Broadcast()
		return n, nil
	}
	if q.err != nil {
		return 0, q.err
	}
	return 0, io.EOF
}

// finish ends the queue: the reader gets what is left, then err, or io.EOF for nil.
func (q *queue) finish(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.finished, q.err = true, err
	q.changed.Broadcast()
}

// discard throws away what is unread and all that comes.
func (q *queue) discard() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dropping, q.data = true, nil
	q.changed.Broadcast()
}
