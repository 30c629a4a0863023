package agent

import (
	"context"
	"sync"
)

// Leases makes sure that a phone serves one turn at a time within this process. Who waits is served in the order they came, but
// a turn of a person before one that runs in the background. The zero value is ready.
type Leases struct {
	mu    sync.Mutex
	phone map[string]*lease
}

// Holder is who has a phone, or wants it.
type Holder struct {
	Name       string
	Background bool // an automation: people go first
}

type lease struct {
	holder  Holder
	waiting []*waiter
}

type waiter struct {
	Holder
	ready chan struct{}
}

// Acquire waits for the phone of this key. When somebody else has it, waiting (which may be nil) is told once who. The error is
// the context's.
func (l *Leases) Acquire(ctx context.Context, key string, h Holder, waiting func(Holder)) (release func(), err error) {
	l.mu.Lock()
	if l.phone == nil {
		l.phone = map[string]*lease{}
	}
	p := l.phone[key]
	if p == nil {
		l.phone[key] = &lease{holder: h}
		l.mu.Unlock()
		return l.releaser(key), nil
	}
	w := &waiter{h, make(chan struct{})}
	p.queue(w)
	holder := p.holder
	l.mu.Unlock()
	if waiting != nil {
		waiting(holder)
	}
	select {
	case <-w.ready:
		return l.releaser(key), nil
	case <-ctx.Done():
		l.leave(key, w)
		return nil, ctx.Err()
	}
}

// queue puts w behind everybody of its rank.
func (p *lease) queue(w *waiter) {
	at := len(p.waiting)
	for i, o := range p.waiting {
		if o.Background && !w.Background {
			at = i
			break
		}
	}
	p.waiting = append(p.waiting[:at], append([]*waiter{w}, p.waiting[at:]...)...)
}

// leave takes a waiter out; when the phone was handed to it just now it goes on to the next.
func (l *Leases) leave(key string, w *waiter) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-w.ready:
		l.next(key)
		return
	default:
	}
	p := l.phone[key]
	for i, o := range p.waiting {
		if o == w {
			p.waiting = append(p.waiting[:i], p.waiting[i+1:]...)
			return
		}
	}
}

// releaser gives the phone back once.
func (l *Leases) releaser(key string) func() {
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.next(key)
	})
}

// next hands the phone to the first who waits. The lock is held.
func (l *Leases) next(key string) {
	p := l.phone[key]
	if len(p.waiting) == 0 {
		delete(l.phone, key)
		return
	}
	w := p.waiting[0]
	p.waiting = p.waiting[1:]
	p.holder = w.Holder
	close(w.ready)
}
