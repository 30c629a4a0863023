package video

import (
	"image"
	"time"
)

// Mode is how eagerly packets are decoded.
type Mode int

// The modes.
const (
	Cold Mode = iota // nobody asked for a minute: nothing is decoded
	Lazy             // decoded when wanted, when the backlog grows, or when the screen stands still
	Live             // decoded as they arrive: somebody watches, asked or acted within the last 3 s
)

func (m Mode) String() string { return [...]string{"cold", "lazy", "live"}[m] }

// Facts is what a pipeline knows at one moment.
type Facts struct {
	Packet     uint64        // number of the newest packet received; 0 before the first
	Arrived    time.Time     // when it arrived
	Age        time.Duration // since then
	Session    uint64        // configurations received: the phone's encoder started so many times
	Announced  image.Point   // size that the newest configuration announces (H.264); pictures of that size may not be decoded yet
	Decoded    uint64        // number of the newest packet decoded
	Picture    uint64        // Seq of the newest picture; 0 before the first
	Changed    time.Time     // when the packet arrived that brought the newest picture's pixels
	Size       image.Point   // of the newest picture
	Settled    bool          // no packet for 100 ms, or the newest packet is a repeat, which proves the same
	Tainted    bool          // pictures may be wrong until the next key frame
	NeedsKey   bool          // nothing can be decoded before the next key frame
	Reordering bool          // the stream has B pictures: the newest picture may be older than the newest packet
	Mode       Mode
}
