package device

import (
	"context"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// What tells that the stream is behind the phone.
const (
	slowWay     = 150 * time.Millisecond // from the capture to the workstation
	slowKeyWay  = 500 * time.Millisecond // of a key frame, which takes long to encode
	slowPacket  = 50 * time.Millisecond  // from the first byte of a packet to its last
	quietLeast  = 300 * time.Millisecond // after a slow packet no other one must have begun for so long
	quietMost   = time.Second
	catchUpTime = 1500 * time.Millisecond // for a stream to catch up
	lookAt      = 10 * time.Millisecond   // how often it is looked at then
)

// late is how long the newest packet was on its way too slowly, 0 on a healthy one, and when it arrived.
func (c *clock) late() (way time.Duration, arrived time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.newest
	if s.took > slowPacket {
		way = s.took
	}
	if most := slowWay; !s.captured.IsZero() {
		if s.arrived.Equal(c.keyed) {
			most = slowKeyWay
		}
		if took := s.arrived.Sub(s.captured); took > most {
			way = max(way, took)
		}
	}
	return way, s.arrived
}

// awaitsKey reports that the encoder began anew and its first picture has not come yet.
func (c *clock) awaitsKey() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.configs > 0
}

// lastKey is when the newest key frame arrived.
func (c *clock) lastKey() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.keyed
}

// stumbled reports that the phone's encoder failed and has not begun anew since.
func (r *running) stumbled() bool {
	t, ok := r.sess.Trouble(scrcpy.ErrEncoder)
	return ok && t.At.After(r.clock.lastKey())
}

// behind reports that pictures are on their way, or lost, which show the phone later than those that came. Of a stream that is silent
// on a healthy way it knows nothing: see prove.
func (r *running) behind(now time.Time) bool {
	if r.sess.Coming() || r.clock.awaitsKey() || r.stumbled() {
		return true
	}
	way, arrived := r.clock.late()
	return way > 0 && now.Sub(arrived) < min(max(2*way, quietLeast), quietMost)
}

// caughtUp waits until the stream is not behind, and fails with errBehind when that takes too long.
func (r *running) caughtUp(ctx context.Context) error {
	for end := time.Now().Add(catchUpTime); ; {
		now := time.Now()
		switch {
		case r.sess.Broken():
			return scrcpy.ErrEnded
		case !r.behind(now):
			return nil
		case !now.Before(end):
			return errBehind
		}
		if r.stumbled() {
			r.pipe.RequestKey() // the report of it may have come later than what cured it
		}
		if err := pause(ctx, lookAt); err != nil {
			return err
		}
	}
}
