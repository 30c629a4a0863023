package video

import (
	"time"
)

// The numbers of the policy.
const (
	liveFor       = 3 * time.Second        // after a request or an action
	coldAfter     = time.Minute            // since the last request
	settleAfter   = 100 * time.Millisecond // of silence
	repeatGap     = 90 * time.Millisecond  // Android repeats a still picture each 100 ms
	repeatBytes   = 256                    // such a repeat is no larger, as nothing changed
	lazyBacklog   = 40 * time.Millisecond  // of decoding before a lazy pipeline begins by itself
	mostCatchUp   = 250 * time.Millisecond // of decoding before a key frame is asked for instead
	resetInterval = time.Second            // between two requests for a key frame
	healFor       = time.Second            // how long a request for a picture waits for a key frame
	busyRetry     = 50 * time.Millisecond  // when the pool has no slot to spare for a lazy pipeline
)

// mode is the policy in force.
func (p *Pipeline) mode(now time.Time) Mode {
	switch {
	case p.watchers > 0 || p.waiters > 0 || now.Sub(p.asked) < liveFor:
		return Live
	case now.Sub(p.asked) < coldAfter:
		return Lazy
	}
	return Cold
}

// settled reports that the screen stood still: silence proves it, and so does a repeat.
func (p *Pipeline) settled(now time.Time) bool {
	return p.packet > 0 && (p.repeat || now.Sub(p.arrived) >= settleAfter)
}

// unhealed reports that only a key frame helps.
func (p *Pipeline) unhealed() bool { return p.needsKey || p.tainted() }

// pace keeps moving averages of how long decoding takes.
type pace struct{ key, other time.Duration }

func (c *pace) learn(key bool, took time.Duration) {
	d := &c.other
	if key {
		d = &c.key
	}
	*d += (took - *d) / 8
}

// estimate is how long the entries will take.
func (c *pace) estimate(entries []entry) time.Duration {
	if len(entries) == 0 {
		return 0
	}
	d := time.Duration(len(entries)) * c.other
	if entries[0].pkt.Key {
		d += c.key - c.other
	}
	return d
}

// plan is what the pipeline's goroutine should do now.
type plan struct {
	decode bool
	spare  bool          // only if the pool has a slot to spare
	reset  bool          // ask for a key frame
	signal bool          // tell the subscribers that the screen settled
	wait   time.Duration // until the next look, when nothing happens before; 0: none
}

// next decides; the caller holds mu.
func (p *Pipeline) next(now time.Time) plan {
	var do plan
	look := func(d time.Duration) {
		if d = max(d, time.Millisecond); do.wait == 0 || d < do.wait {
			do.wait = d
		}
	}
	mode := p.mode(now)
	if backlog := p.backlog(); len(backlog) > 0 {
		still := now.Sub(p.arrived)
		switch {
		case mode == Live:
			do.decode = true
		case mode == Cold:
		case still >= settleAfter:
			do.decode, do.spare = true, true
		default:
			do.spare = p.pace.estimate(backlog) > lazyBacklog
			do.decode = do.spare
			look(settleAfter - still)
		}
	}
	if p.wantsReset(mode, now) {
		if since := now.Sub(p.lastReset); since >= resetInterval {
			do.reset = true
		} else {
			look(resetInterval - since)
		}
	}
	if len(p.subscribers) > 0 && p.announced < p.packet {
		if do.signal = p.settled(now); !do.signal {
			look(settleAfter - now.Sub(p.arrived))
		}
	}
	return do
}

// wantsReset reports whether the phone should be asked for a key frame. While somebody looks, it is asked again and again.
func (p *Pipeline) wantsReset(mode Mode, now time.Time) bool {
	if p.opt.Reset == nil {
		return false
	}
	started := p.packet > 0 || now.Sub(p.began) >= resetInterval // a session begins with a key frame by itself
	return started && (p.resetAsked || mode == Live && p.unhealed())
}
