package device

import (
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// clock relates the phone's clock, which stamps the packets, to the workstation's, and measures how long the phone takes to
// show an input. The shortest way a packet ever took is the best guess of how the two clocks stand; it is wrong by the time
// of that way, so that captures seem a little later than they were.
type clock struct {
	mu     sync.Mutex
	offset time.Duration // what added to a packet's time gives the workstation's, since the session's beginning
	at     time.Time     // when offset was measured
	recent [64]stamp     // a ring of the newest packets
	next   int

	newest  stamp     // the newest packet
	keyed   time.Time // when the newest key frame arrived
	configs int       // configurations that no key frame has followed yet

	marked time.Time     // when the newest input began
	first  time.Duration // from there to its first picture; 0 before that
	worst  time.Duration // recent times from an input to its first picture, the longest slowly fading
}

// stamp is one packet: when it arrived and when its picture was captured, both by the workstation's clock; zero when that is not
// known.
type stamp struct {
	arrived, captured time.Time
	took              time.Duration // from its first byte to its last
	repeat            bool          // it shows what the packet before it showed
}

const (
	drift    = 50e-6                  // how much the two clocks may run apart
	guessLag = 60 * time.Millisecond  // what is assumed before anything was measured
	maxLag   = 250 * time.Millisecond // a picture later than this is the work of the app, not of the way
	longLag  = 150 * time.Millisecond // more is not believed
	tinySize = 256                    // bytes; a smaller packet repeats the picture before it
)

// epoch is where both clocks are counted from.
var epoch = time.Now()

// packet takes note of a packet of the stream.
func (c *clock) packet(p scrcpy.Packet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.Config {
		c.configs++
		return
	}
	if p.Key {
		c.keyed, c.configs = p.Arrived, 0
	}
	way := p.Arrived.Sub(epoch) - p.PTS
	known := c.offset + time.Duration(drift*float64(p.Arrived.Sub(c.at)))
	if !p.Key && (c.at.IsZero() || way < known) { // a key frame takes long to encode
		c.offset, c.at = way, p.Arrived
	}
	s := stamp{arrived: p.Arrived, repeat: len(p.Data) <= tinySize && !p.Key}
	if !c.at.IsZero() {
		s.captured = epoch.Add(p.PTS + c.offset)
	}
	if !p.Began.IsZero() {
		s.took = p.Arrived.Sub(p.Began)
	}
	c.newest = s
	c.recent[c.next%len(c.recent)] = s
	c.next++
	if c.marked.IsZero() || c.first > 0 || s.repeat || s.captured.Before(c.marked) {
		return
	}
	c.first = max(p.Arrived.Sub(c.marked), 1)
	if c.first <= maxLag {
		c.worst = max(min(c.first, longLag), c.worst*3/4)
	}
}

// packetAt finds the packet that arrived at the given moment; its times are zero when it is not known.
func (c *clock) packetAt(arrived time.Time) stamp {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.recent {
		if s.arrived.Equal(arrived) {
			return s
		}
	}
	return stamp{}
}

// mark says that an input begins now.
func (c *clock) mark(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.marked, c.first = t, 0
}

// firstLag is the time from the beginning of the newest input to the first picture after it, 0 when there is none yet.
func (c *clock) firstLag() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.first
}

// lag is the time from an input to its first picture to expect, rather too long than too short.
func (c *clock) lag() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.worst == 0 {
		return guessLag
	}
	return c.worst
}
