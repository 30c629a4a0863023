package adbd

import (
	"context"
	"sync"
	"time"
)

// faults is how the phone misbehaves now.
func (t *conn) faults() Faults {
	if t.d.Faults == nil {
		return Faults{}
	}
	return t.d.Faults()
}

// opening asks what happens to a service.
func (f Faults) opening(service string) Opening {
	var o Opening
	if f.Open != nil {
		o = f.Open(service)
	}
	o.Refuse = o.Refuse || f.Refuse != nil && f.Refuse(service)
	return o
}

// greeting asks how a host is met.
func (f Faults) greeting() Greeting {
	g := GreetAsEver
	if f.Greet != nil {
		g = f.Greet()
	}
	switch {
	case g == GreetSilent || f.Silent:
		return GreetSilent
	case f.Unauthorized:
		return GreetUnauthorized
	}
	return g
}

// suspicious reports whether no key of this host is good enough.
func (t *conn) suspicious() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.auth.never || t.faults().Unauthorized
}

// delay is how long a message with n bytes of data is held up.
func (f Faults) delay(n int) time.Duration {
	d := f.Latency
	if f.Delay != nil {
		d += f.Delay()
	}
	if f.BytesPerSecond > 0 {
		d += time.Duration(float64(n) / float64(f.BytesPerSecond) * float64(time.Second))
	}
	return d
}

// pace keeps held up messages in their order: a network may be slow and uneven, but no message overtakes another.
type pace struct {
	mu   sync.Mutex
	due  time.Time     // of the last message
	last chan struct{} // closed when it is out; nil before the first
}

// turn waits for d and for the messages before this one. Call done when it is out.
func (p *pace) turn(ctx context.Context, d time.Duration) (done func(), err error) {
	p.mu.Lock()
	now := time.Now()
	if d <= 0 && !p.due.After(now) {
		p.mu.Unlock()
		return func() {}, nil
	}
	if due := now.Add(max(d, 0)); due.After(p.due) {
		p.due = due
	}
	wait := time.NewTimer(p.due.Sub(now))
	defer wait.Stop()
	before, mine := p.last, make(chan struct{})
	p.last = mine
	p.mu.Unlock()
	done = func() { close(mine) }
	select {
	case <-wait.C:
	case <-ctx.Done():
		return done, ctx.Err()
	}
	if before != nil {
		select {
		case <-before:
		case <-ctx.Done():
			return done, ctx.Err()
		}
	}
	return done, nil
}
