package video

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/handset-agent/handset/scrcpy"
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
	// Now is the clock for arrival times, ages and policy; nil means time.Now. Waits run on the runtime's timers.
	Now func() time.Time
}

// Pool is shared by the pipelines of a fleet: each decode job holds one of its slots.
type Pool struct{ slots chan struct{} }

// NewPool returns a pool of n slots; runtime.NumCPU() is the sensible number.
func NewPool(n int) *Pool { return &Pool{make(chan struct{}, max(1, n))} }

// Pipeline is the video of one phone. Push is for one goroutine, the reader of the socket; everything else may be called
// from anywhere at any time.
type Pipeline struct{}

// New returns a running pipeline. Close ends it.
func New(o Options) *Pipeline { return &Pipeline{} }

// Push takes the next packet of the stream. It never waits for a decoder or a consumer. Arrived is filled in when it is zero.
func (p *Pipeline) Push(pkt scrcpy.Packet) {}

// Break says that the connection was lost: packets may be missing, so nothing is trusted before the next key frame.
func (p *Pipeline) Break() {}

// Close stops decoding, wakes all who wait with ErrClosed, and returns when the pipeline's goroutine is gone.
func (p *Pipeline) Close() error { return nil }

// Facts returns what is known now.
func (p *Pipeline) Facts() Facts { return Facts{} }

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
	return Picture{}, errors.ErrUnsupported
}

// Wait returns as soon as ok says so of the facts; it is asked at each packet, each picture, and when the screen settles.
func (p *Pipeline) Wait(ctx context.Context, ok func(Facts) bool) (Facts, error) {
	return Facts{}, errors.ErrUnsupported
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
	return Picture{}, false, errors.ErrUnsupported
}

// Touch says that somebody acts on the phone: the pipeline is live for the next 3 s.
func (p *Pipeline) Touch() {}

// Watch keeps the pipeline live until stop is called: a viewer that wants pictures. Stop may be called more than once.
func (p *Pipeline) Watch() (stop func()) { return func() {} }

// Updates returns a channel that gets a signal when a packet or a picture came or the screen settled; signals do not
// pile up. Stop ends it.
func (p *Pipeline) Updates() (updates <-chan struct{}, stop func()) { return nil, func() {} }

// Item is a packet on its way to a viewer or a file.
type Item struct {
	scrcpy.Packet
	Number uint64 // of the packet; a configuration has that of the packet it belongs to
	Gap    bool   // packets before this one were lost to this follower; it is a configuration or a key frame
}

// Snapshot returns what a late joiner must decode to see the screen as it is: the (patched) configuration, the last key frame and every
// packet since. It is empty when that is not known; Reset then helps.
func (p *Pipeline) Snapshot() []scrcpy.Packet { return nil }

// Follow yields the snapshot and then each packet as it comes, configurations patched for zero delay. A follower that is too slow loses
// packets up to the next key frame and is told so by Item.Gap. It ends with the context's error, or ErrClosed.
func (p *Pipeline) Follow(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {}
}

// RequestKey asks the phone for a key frame soon, within the limit of one a second.
func (p *Pipeline) RequestKey() {}
