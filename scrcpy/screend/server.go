package screend

import (
	"context"
	"net"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// Version is the release this server speaks; a client that names another one is refused.
const Version = scrcpy.Version

// Server runs sessions on one phone. Fill the fields before the first Run and leave them alone; Run may be called
// concurrently.
type Server struct {
	Source Source

	// Listen and Dial open abstract Unix sockets of the phone. Listen fails when the name is in use; Dial fails when
	// nobody listens.
	Listen func(name string) (net.Listener, error)
	Dial   func(ctx context.Context, name string) (net.Conn, error)

	// JarExists tells whether the server file is on the phone; nil means that it always is. RemoveJar deletes it and
	// may be nil.
	JarExists func(path string) bool
	RemoveJar func(path string)

	// Faults is asked at each point where a phone can fail; nil means a phone without faults. It must be safe for
	// concurrent use, so that faults can be switched while sessions run.
	Faults func() Faults

	Timing   Timing
	Encoders []Encoder // for lists and video_encoder; nil means the encoders of a stock phone
}

// Timing holds the delays of a real phone. A zero field means the default in its comment, a negative one no delay.
type Timing struct {
	Listen      time.Duration // from the start to listening in forward mode: 300 ms
	Meta        time.Duration // from the name to the video codec meta: 200 ms (the official client crashes without)
	Repeat      time.Duration // from a picture to its repetition: 100 ms
	Repeats     int           // how often a still picture is repeated: 10
	Frame       time.Duration // the shortest time between two pictures: 1/60 s
	PowerOn     time.Duration // from waking the screen to reading control messages: 500 ms
	PanelOff    time.Duration // from POWER to switching the panel off again: 200 ms
	EncodeRetry time.Duration // between tries of a failing encoder: 50 ms
}

// Faults are ways in which phones fail. The zero value is a phone that does not.
type Faults struct {
	InjectDenied   bool             // the maker wants a second developer option before it allows injected input
	EncoderMaxSide int              // the encoder refuses pictures with a larger side, if not 0
	EncoderBroken  bool             // every encoded picture fails
	NoFirstFrame   bool             // the encoder gives nothing until it is reset
	Silent         bool             // no packet leaves
	NoUHID         bool             // /dev/uhid cannot be opened
	AudioBroken    bool             // audio answers with a configuration error instead of "not available"
	SlowStart      time.Duration    // more time before the sockets open
	CommandLimit   int              // app_process aborts on longer command lines, if not 0
	Tamper         func(*Tampering) `json:"-"` // called for each packet before it is sent
	EncodeFails    func() bool      `json:"-"` // asked for each picture: it fails to be encoded
	InjectFails    func() bool      `json:"-"` // asked for each input: it is refused as with InjectDenied
	Version        string           // what the server says it is; empty means Version
}

// Tampering is one packet on its way out; a fault may change or drop it.
type Tampering struct {
	N      int // counts the packets of the session from 0
	Packet scrcpy.Packet
	Drop   bool
}

// Encoder is one entry of the phone's encoder list.
type Encoder struct {
	Codec    string // "h264", "opus" …
	Name     string
	Kind     string // "hw", "sw" or "hybrid"
	Vendor   bool
	AliasFor string
}

func (s *Server) faults() Faults {
	if s.Faults == nil {
		return Faults{}
	}
	return s.Faults()
}

// filled puts the defaults in place of zero fields and zero in place of negative ones.
func (t Timing) filled() Timing {
	set := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
		*d = max(*d, 0)
	}
	set(&t.Listen, 300*time.Millisecond)
	set(&t.Meta, 200*time.Millisecond)
	set(&t.Repeat, 100*time.Millisecond)
	set(&t.Frame, time.Second/60)
	set(&t.PowerOn, 500*time.Millisecond)
	set(&t.PanelOff, 200*time.Millisecond)
	set(&t.EncodeRetry, 50*time.Millisecond)
	if t.Repeats == 0 {
		t.Repeats = 10
	}
	return t
}
