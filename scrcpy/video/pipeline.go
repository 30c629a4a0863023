package video

import (
	"errors"
	"image"
	"log/slog"
	"sync"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// Conditions that callers branch on.
var (
	// ErrClosed: the pipeline was closed.
	ErrClosed = errors.New("video pipeline closed")
	// ErrNoKey: no key frame arrived in time, so there is nothing to decode from.
	ErrNoKey = errors.New("no key frame arrived")
)

// Options are the settings of a [Pipeline].
type Options struct {
	Codec string // "h264", "h265" or "av1", as the session says
	// Open makes a decoder. It is called when a picture is first needed, and again when the stream turns out to hold B
	// pictures. Nil: the pipeline only keeps packets, and Latest fails with errors.ErrUnsupported.
	Open func(codec string) (scrcpy.Decoder, error)
	// Reset asks the phone for a key frame (RESET_VIDEO). It is called from the pipeline's goroutine, at most once a second,
	// and must return soon. Nil: nobody can be asked.
	Reset func() error
	// Pool bounds how many pipelines decode at once. Nil: this one decodes whenever it wants.
	Pool *Pool
	// Now is the clock for arrival times, ages and policy, the same as that of Packet.Arrived; nil means time.Now. Waits run
	// on the runtime's timers.
	Now func() time.Time
	// Log gets what the owner cannot learn otherwise: a configuration that cannot be read, a request for a key frame that
	// failed. Nil: nobody.
	Log *slog.Logger
}

// Pool is shared by the pipelines of a fleet: each decode job holds one of its slots.
type Pool struct{ slots chan struct{} }

// NewPool returns a pool of n slots; runtime.NumCPU() is the sensible number.
func NewPool(n int) *Pool { return &Pool{make(chan struct{}, max(1, n))} }

// Pipeline is the video of one phone. Push is for one goroutine, the reader of the socket; everything else may be called
// from anywhere at any time.
type Pipeline struct {
	opt   Options
	began time.Time
	wake  chan struct{} // capacity 1: the pipeline's goroutine should look again
	stop  chan struct{}
	done  chan struct{}

	// Of the reader's goroutine.
	sets  h264.Sets
	chain chain

	mu      sync.Mutex
	closed  bool
	changed chan struct{} // closed and replaced whenever a fact changes

	// The stream.
	ring       ring
	config     *config
	sessions   uint64
	packet     uint64 // number of the newest packet
	arrived    time.Time
	repeat     bool // the newest packet repeats a still screen
	gop        uint64
	taintedGOP uint64
	needsKey   bool
	reordering bool
	size       image.Point // that the newest configuration announces

	// Decoding.
	decoded uint64 // number of the newest packet that went into the decoder, or was given up
	pic     *held
	pace    pace
	failed  error // there is no decoder

	// Who wants what.
	asked       time.Time
	watchers    int
	waiters     int
	resetAsked  bool
	lastReset   time.Time
	announced   uint64 // the packet after which subscribers were told that the screen settled
	subscribers map[chan struct{}]struct{}
	followers   map[*follower]struct{}
}

// New returns a running pipeline. Close ends it.
func New(o Options) *Pipeline {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	p := &Pipeline{
		opt: o, began: o.Now(), wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}),
		changed: make(chan struct{}), needsKey: true, pace: pace{key: 10 * time.Millisecond, other: 1500 * time.Microsecond},
		subscribers: map[chan struct{}]struct{}{}, followers: map[*follower]struct{}{},
	}
	p.asked = p.began
	go p.run()
	return p
}

// Push takes the next packet of the stream. It never waits for a decoder or a consumer. Arrived is filled in when it is zero.
func (p *Pipeline) Push(pkt scrcpy.Packet) {
	if pkt.Arrived.IsZero() {
		pkt.Arrived = p.opt.Now()
	}
	if pkt.Config {
		p.pushConfig(pkt)
		return
	}
	look := p.inspect(&pkt)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.repeat = p.packet > 0 && pkt.Arrived.Sub(p.arrived) >= repeatGap && len(pkt.Data) <= repeatBytes
	p.packet++
	p.arrived = pkt.Arrived
	p.take(pkt, look)
	p.notify()
}

// pushConfig begins a coded session. Its first picture comes in a packet of its own.
func (p *Pipeline) pushConfig(pkt scrcpy.Packet) {
	c := &config{raw: pkt.Data, patched: pkt.Data}
	var size image.Point
	if p.opt.Codec == "h264" {
		var err error
		if c.patched, err = h264.PatchConfig(pkt.Data); err != nil { // the decoder may know better, and says so if not
			p.opt.Log.Warn("video configuration not readable; pictures may come late", "error", err)
		}
		p.sets = h264.Sets{}
		if err = p.sets.Read(pkt.Data); err == nil && p.sets.SPS() != nil {
			size = p.sets.SPS().Size
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.config, p.size = c, size
	p.sessions++
	p.notify()
}

// seen is what a look into a packet told.
type seen struct{ gap, b bool }

// inspect reads the slice header of a picture and patches parameter sets that come with it.
func (p *Pipeline) inspect(pkt *scrcpy.Packet) seen {
	if p.opt.Codec != "h264" {
		return seen{}
	}
	s, err := p.sets.Peek(pkt.Data)
	if err != nil {
		p.chain.lost()
		return seen{}
	}
	return seen{gap: p.chain.broken(s), b: s.Type == h264.SliceB}
}

// take puts a picture into the ring and the followers' queues; the caller holds mu.
func (p *Pipeline) take(pkt scrcpy.Packet, look seen) {
	if pkt.Key {
		p.gop++
		p.needsKey, p.resetAsked = false, false
		pkt.Data = p.patchInline(pkt.Data)
	}
	if look.gap {
		p.taint(p.gop)
	}
	if look.b && !p.reordering {
		p.reordering = true
		p.taint(p.gop)
	}
	e := entry{number: p.packet, pkt: pkt, config: p.config, gop: p.gop}
	for f := range p.followers {
		f.push(e, p.reordering)
	}
	if p.needsKey {
		p.decoded = p.packet // given up
		return
	}
	if p.ring.push(e); p.ring.full() {
		p.shrink()
	}
}

// patchInline patches parameter sets in front of a key picture, unless the stream must keep its own.
func (p *Pipeline) patchInline(data []byte) []byte {
	if p.opt.Codec != "h264" || p.reordering || !h264.HasConfig(data) {
		return data
	}
	patched, _ := h264.PatchConfig(data)
	return patched
}

// shrink keeps the ring within its bounds: what was decoded may go, and if that is not enough, everything.
func (p *Pipeline) shrink() {
	p.ring.forget(p.decoded)
	if p.ring.full() {
		p.giveUp()
	}
}

// giveUp drops all packets; nothing can be decoded before the next key frame.
func (p *Pipeline) giveUp() {
	p.ring.clear()
	p.needsKey = true
	p.decoded = p.packet
}

// taint marks the pictures since a key frame as wrong and asks for a new one, unless there is a newer one already.
func (p *Pipeline) taint(gop uint64) {
	if gop != p.gop {
		return
	}
	p.taintedGOP = gop
	p.resetAsked = true
}

func (p *Pipeline) tainted() bool { return p.gop > 0 && p.taintedGOP == p.gop }

// Break says that the connection was lost: packets may be missing, so nothing is trusted before the next key frame. It is
// for the goroutine that pushes.
func (p *Pipeline) Break() {
	p.chain.lost()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.giveUp()
	for f := range p.followers {
		f.lose()
	}
	p.notify()
}

// notify wakes everybody; the caller holds mu.
func (p *Pipeline) notify() {
	close(p.changed)
	p.changed = make(chan struct{})
	for s := range p.subscribers {
		signal(s)
	}
	signal(p.wake)
}

// signal sends without waiting on a channel of capacity 1.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Close stops decoding, wakes all who wait with ErrClosed, and returns when the pipeline's goroutine is gone.
func (p *Pipeline) Close() error {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.stop)
		p.notify()
	}
	p.mu.Unlock()
	<-p.done
	return nil
}
