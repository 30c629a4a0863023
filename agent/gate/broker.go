package gate

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"
)

// ErrNotPending: the question has its answer already, or never was.
var ErrNotPending = errors.New("the question is no longer open")

// Broker carries questions to fronts and the first answer back (CF-01, CF-09). The zero value is ready.
type Broker struct {
	Wait  time.Duration // how long a question stays open; zero: 300 s (CF-04)
	Bound int           // most open questions; zero: 8 (CF-03)

	mu        sync.Mutex
	open      []*pending
	listeners map[chan struct{}]bool
}

type pending struct {
	Question
	answer chan Answer // holds the first answer
}

const (
	defaultWait  = 300 * time.Second
	defaultBound = 8
)

// Listen tells the broker that a front can show questions. changed gets a signal whenever Open may differ. stop ends it; when
// the last front has gone, open questions are rejected.
func (b *Broker) Listen() (changed <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.listeners == nil {
		b.listeners = map[chan struct{}]bool{}
	}
	b.listeners[ch] = true
	return ch, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listeners, ch)
		if len(b.listeners) == 0 {
			b.dropWhere(func(Question) bool { return true })
		}
	}
}

// Open yields the questions that wait, oldest first.
func (b *Broker) Open() iter.Seq[Question] {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Question, len(b.open))
	for i, p := range b.open {
		list[i] = p.Question
	}
	return slices.Values(list)
}

// Answer answers a question; the first one wins, later ones get ErrNotPending (CF-09).
func (b *Broker) Answer(id uint64, a Answer) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.open, func(p *pending) bool { return p.ID == id })
	if i < 0 {
		return ErrNotPending
	}
	b.open[i].answer <- a
	b.remove(i)
	return nil
}

// Drop rejects all questions of a session (CF-08).
func (b *Broker) Drop(session string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dropWhere(func(q Question) bool { return q.Session == session })
}

func (b *Broker) dropWhere(match func(Question) bool) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if match(b.open[i].Question) {
			b.open[i].answer <- Reject
			b.remove(i)
		}
	}
}

// remove takes question i off the list and tells the fronts. The lock is held.
func (b *Broker) remove(i int) {
	b.open = slices.Delete(b.open, i, i+1)
	b.signal()
}

func (b *Broker) signal() {
	for ch := range b.listeners {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}

// Ask implements Asker: it waits for the first answer, at most Wait. When no front listens, or Bound questions are open already,
// the call is rejected at once (CF-03).
func (b *Broker) Ask(ctx context.Context, q Question) (Answer, string, error) {
	wait, bound := b.Wait, b.Bound
	if wait == 0 {
		wait = defaultWait
	}
	if bound == 0 {
		bound = defaultBound
	}
	q.Deadline = q.At.Add(wait)
	p := &pending{q, make(chan Answer, 1)}
	if why := b.put(p, bound); why != "" {
		return Reject, why, nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case a := <-p.answer:
		return a, "", nil
	case <-timer.C:
		b.forget(p)
		return Reject, "Nobody answered in time.", nil
	case <-ctx.Done():
		b.forget(p)
		return Reject, "", ctx.Err()
	}
}

// put lists the question, or says why it cannot be asked.
func (b *Broker) put(p *pending, bound int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case len(b.listeners) == 0:
		return "Nobody is there to confirm this call."
	case len(b.open) >= bound:
		return "Too many calls wait for confirmation already."
	}
	b.open = append(b.open, p)
	b.signal()
	return ""
}

func (b *Broker) forget(p *pending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.open, p); i >= 0 {
		b.remove(i)
	}
}
