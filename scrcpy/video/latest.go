package video

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Facts returns what is known now.
func (p *Pipeline) Facts() Facts {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.facts(p.opt.Now())
}

// facts needs mu.
func (p *Pipeline) facts(now time.Time) Facts {
	f := Facts{
		Packet: p.packet, Arrived: p.arrived, Session: p.sessions, Announced: p.size, Decoded: p.decoded,
		Settled: p.settled(now), Tainted: p.tainted(), NeedsKey: p.needsKey, Reordering: p.reordering, Mode: p.mode(now),
	}
	if p.packet > 0 {
		f.Age = now.Sub(p.arrived)
	}
	if p.pic != nil {
		f.Picture, f.Changed, f.Size = p.pic.Seq, p.pic.Arrived, p.pic.Size
	}
	return f
}

// Want says which picture is wanted. The zero value wants the newest one that shows every packet received so far.
type Want struct {
	After    uint64        // a packet with a higher number must have arrived first: Facts.Packet of the moment of an action
	Since    time.Time     // a packet that arrived at this time or later must have arrived first
	Patience time.Duration // how long to wait for that packet; then the screen counts as unchanged. 0: as long as ctx allows
	Settle   time.Duration // then wait until the screen stood still (Facts.Settled), at most this long
}

// Latest returns the newest picture, decoded from all packets received when the wait that w asks for was over. When the stream must
// be healed first it asks for a key frame and waits a second for it; after that a tainted picture is returned, marked so, or ErrNoKey
// when there is none at all. It counts as a request: the pipeline is live for the next 3 s.
func (p *Pipeline) Latest(ctx context.Context, w Want) (Picture, error) {
	if p.opt.Open == nil {
		return Picture{}, fmt.Errorf("newest picture: %w", errors.ErrUnsupported)
	}
	defer p.wants()()
	if w.After > 0 || !w.Since.IsZero() {
		newer := func(f Facts) bool { return f.Packet > w.After && !f.Arrived.Before(w.Since) }
		if err := p.waitFor(ctx, w.Patience, newer); err != nil {
			return Picture{}, fmt.Errorf("newest picture: %w", err)
		}
	}
	if w.Settle > 0 {
		if err := p.waitFor(ctx, w.Settle, func(f Facts) bool { return f.Settled }); err != nil {
			return Picture{}, fmt.Errorf("newest picture: %w", err)
		}
	}
	if err := p.catchUp(ctx); err != nil {
		return Picture{}, fmt.Errorf("newest picture: %w", err)
	}
	pic, err := p.hand()
	if err != nil {
		return Picture{}, fmt.Errorf("newest picture: %w", err)
	}
	return pic, nil
}

// wants notes a request that lasts until the function it returns is called.
func (p *Pipeline) wants() (done func()) {
	count := func(n int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.waiters += n
		p.asked = p.opt.Now()
		signal(p.wake)
	}
	count(1)
	return func() { count(-1) }
}

// catchUp waits until every packet received by now is decoded and the stream is sound, or until that cannot be had in time.
func (p *Pipeline) catchUp(ctx context.Context) error {
	p.mu.Lock()
	target := p.packet
	if p.pace.estimate(p.backlog()) > mostCatchUp {
		p.resetAsked = true // a key frame may be here sooner; decoding goes on meanwhile
	}
	heal := p.opt.Now().Add(healFor)
	signal(p.wake)
	p.mu.Unlock()
	return p.wait(ctx, func(now time.Time) (bool, time.Duration) {
		switch {
		case p.failed != nil:
			return true, 0
		case p.unhealed():
			target = p.packet + 1 // the key frame, or later
			return !now.Before(heal), heal.Sub(now)
		case p.pic == nil && p.decoded >= target:
			return !now.Before(heal), heal.Sub(now)
		}
		return p.decoded >= target, 0
	})
}

// hand gives out the newest picture.
func (p *Pipeline) hand() (Picture, error) {
	p.mu.Lock()
	if p.failed != nil || p.pic == nil {
		err := p.failed
		p.mu.Unlock()
		if err == nil {
			err = ErrNoKey
		}
		return Picture{}, err
	}
	p.pic.handed = true
	pic := p.pic.Picture
	pic.Settled = p.settled(p.opt.Now())
	pic.Tainted = p.pic.gop == p.taintedGOP || p.needsKey
	pic.Behind = int(p.packet - pic.Packet)
	p.mu.Unlock()
	if b, ok := pic.Image.(Borrowed); ok {
		if err := b.Detach(); err != nil {
			return Picture{}, err
		}
	}
	return pic, nil
}

// Wait returns as soon as ok says so of the facts; it is asked at each packet, each picture, and when the screen settles.
func (p *Pipeline) Wait(ctx context.Context, ok func(Facts) bool) (Facts, error) {
	var f Facts
	err := p.wait(ctx, func(now time.Time) (bool, time.Duration) {
		f = p.facts(now)
		return ok(f), p.untilSettled(now)
	})
	if err != nil {
		return Facts{}, fmt.Errorf("wait for video: %w", err)
	}
	return f, nil
}

// untilSettled is how long the silence must last on to count as settled; 0 when it does.
func (p *Pipeline) untilSettled(now time.Time) time.Duration {
	if p.packet == 0 || p.settled(now) {
		return 0
	}
	return settleAfter - now.Sub(p.arrived)
}

// waitFor waits for ok, but no longer than limit unless that is 0. Running out of it is no error.
func (p *Pipeline) waitFor(ctx context.Context, limit time.Duration, ok func(Facts) bool) error {
	end := p.opt.Now().Add(limit)
	return p.wait(ctx, func(now time.Time) (bool, time.Duration) {
		if ok(p.facts(now)) || limit > 0 && !now.Before(end) {
			return true, 0
		}
		again := p.untilSettled(now)
		if left := end.Sub(now); limit > 0 && (again == 0 || left < again) {
			again = left
		}
		return false, again
	})
}

// wait asks done, under mu, whenever a fact changes and after the time it named, until it agrees.
func (p *Pipeline) wait(ctx context.Context, done func(now time.Time) (bool, time.Duration)) error {
	for {
		p.mu.Lock()
		ok, again := done(p.opt.Now())
		closed, changed := p.closed, p.changed
		p.mu.Unlock()
		switch {
		case closed:
			return ErrClosed
		case ok:
			return nil
		}
		if err := sleep(ctx, changed, again); err != nil {
			return err
		}
	}
}

// sleep waits for changed, for d when it is not 0, or for the end of ctx.
func sleep(ctx context.Context, changed <-chan struct{}, d time.Duration) error {
	var timer <-chan time.Time
	if d > 0 {
		t := time.NewTimer(max(d, time.Millisecond))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-changed:
	case <-timer:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

// Still says what counts as a still screen; the fields are those of phone.Settle, with After a Seq of a picture.
type Still struct {
	After uint64        // Seq of the picture seen before the action
	First time.Duration // how long to wait for a first change
	Quiet time.Duration // how long no pixel may change then
	Max   time.Duration // give up waiting for quiet
}

// Still waits until the pixels stand still as s asks and returns the newest picture; changed tells whether it differs from s.After.
func (p *Pipeline) Still(ctx context.Context, s Still) (pic Picture, changed bool, err error) {
	defer p.wants()()
	begun := p.opt.Now()
	err = p.wait(ctx, func(now time.Time) (bool, time.Duration) {
		spent := now.Sub(begun)
		if p.failed != nil || spent >= s.Max {
			return true, 0
		}
		end := s.Max
		switch {
		case p.pic == nil || p.pic.Seq <= s.After: // unchanged so far
			end = min(end, s.First)
		case p.decoded >= p.packet:
			end = min(end, p.pic.Arrived.Add(s.Quiet).Sub(begun))
		}
		return spent >= end, end - spent
	})
	if err != nil {
		return Picture{}, false, fmt.Errorf("wait for a still screen: %w", err)
	}
	pic, err = p.Latest(ctx, Want{})
	return pic, pic.Seq > s.After, err
}

// Touch says that somebody acts on the phone: the pipeline is live for the next 3 s.
func (p *Pipeline) Touch() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = p.opt.Now()
	signal(p.wake)
}

// Watch keeps the pipeline live until stop is called: a viewer that wants pictures. Stop may be called more than once.
func (p *Pipeline) Watch() (stop func()) {
	count := func(n int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.watchers += n
		p.asked = p.opt.Now()
		signal(p.wake)
	}
	count(1)
	return sync.OnceFunc(func() { count(-1) })
}

// RequestKey asks the phone for a key frame soon, within the limit of one a second.
func (p *Pipeline) RequestKey() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resetAsked = true
	signal(p.wake)
}
