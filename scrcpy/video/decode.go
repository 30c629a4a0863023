package video

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// held is the newest picture.
type held struct {
	Picture
	gop    uint64
	handed bool // somebody has it, so it is not closed
}

// release gives a picture's memory back unless somebody has it.
func (h *held) release() {
	if b, ok := h.Image.(Borrowed); ok && !h.handed {
		b.Close()
	}
}

// worker is the state of the pipeline's goroutine.
type worker struct {
	p      *Pipeline
	dec    scrcpy.Decoder
	plain  bool    // the decoder got configurations as they came
	config *config // that the decoder got last
	fed    []stamp // the packets that went in last, newest last
}

// stamp tells which packet has which time.
type stamp struct {
	pts time.Duration
	e   entry
}

// deepest is how many pictures a decoder may hold back (H.264 §A.3.1: MaxDpbFrames is at most 16).
const deepest = 17

// run is the pipeline's goroutine.
func (p *Pipeline) run() {
	defer close(p.done)
	w := &worker{p: p}
	defer w.close()
	for {
		p.mu.Lock()
		now := p.opt.Now()
		do := p.next(now)
		if do.reset {
			p.lastReset, p.resetAsked = now, false
		}
		if do.signal {
			p.announced = p.packet
			for s := range p.subscribers {
				signal(s)
			}
		}
		closed := p.closed
		p.mu.Unlock()
		if closed {
			return
		}
		if do.reset {
			if err := p.opt.Reset(); err != nil {
				p.opt.Log.Warn("request for a key frame failed", "error", err)
			}
			continue // with what is due now
		}
		if do.decode && w.job(do.spare) {
			continue
		}
		if do.decode {
			do.wait = busyRetry
		}
		p.pause(do.wait)
	}
}

// pause waits for something to happen, or for d when it is not 0.
func (p *Pipeline) pause(d time.Duration) {
	var timer <-chan time.Time
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-p.wake:
	case <-p.stop:
	case <-timer:
	}
}

// job decodes all that waits. It is false when the pool has no slot: none to spare, or the pipeline was closed.
func (w *worker) job(spare bool) bool {
	if pool := w.p.opt.Pool; pool != nil {
		if !w.p.acquire(pool, spare) {
			return false
		}
		defer func() { <-pool.slots }()
	}
	for {
		e, ok := w.p.head()
		if !ok {
			return true
		}
		begun := time.Now()
		img, err := w.decode(e)
		w.p.finish(w, e, img, err, time.Since(begun))
	}
}

func (p *Pipeline) acquire(pool *Pool, spare bool) bool {
	select {
	case pool.slots <- struct{}{}:
		return true
	default:
	}
	if spare {
		return false
	}
	select {
	case pool.slots <- struct{}{}:
		return true
	case <-p.stop:
		return false
	}
}

// backlog is what waits to be decoded; the caller holds mu.
func (p *Pipeline) backlog() []entry {
	if p.opt.Open == nil || p.failed != nil {
		return nil
	}
	return p.ring.after(p.decoded)
}

// head is the next packet to decode.
func (p *Pipeline) head() (entry, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	rest := p.backlog()
	if len(rest) == 0 || p.closed {
		return entry{}, false
	}
	return rest[0], true
}

// errNoDecoder marks errors of Options.Open, after which nothing more is tried.
var errNoDecoder = errors.New("open decoder")

// decode feeds one packet, with its configuration if that is new to the decoder.
func (w *worker) decode(e entry) (image.Image, error) {
	if err := w.ready(e); err != nil {
		return nil, err
	}
	if e.config != nil && e.config != w.config {
		c := e.config.patched
		if w.plain {
			c = e.config.raw
		}
		if _, err := w.dec.Decode(scrcpy.Packet{Config: true, Data: c}); err != nil {
			return nil, fmt.Errorf("decode configuration: %w", err)
		}
		w.config = e.config
	}
	if len(w.fed) == deepest {
		w.fed = slices.Delete(w.fed, 0, 1)
	}
	w.fed = append(w.fed, stamp{e.pkt.PTS, e})
	return w.dec.Decode(e.pkt)
}

// ready opens the decoder; a second one when the stream reorders, at a key frame, which gets the configuration as it came.
func (w *worker) ready(e entry) error {
	w.p.mu.Lock()
	plain := w.p.reordering
	w.p.mu.Unlock()
	if w.dec != nil && (w.plain || !plain || !e.pkt.Key) {
		return nil
	}
	w.close()
	dec, err := w.p.opt.Open(w.p.opt.Codec)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoDecoder, err)
	}
	w.dec, w.plain, w.config, w.fed = dec, plain, nil, nil
	return nil
}

func (w *worker) close() {
	if w.dec != nil {
		w.dec.Close()
		w.dec = nil
	}
}

// origin is the packet that a picture came from.
func (w *worker) origin(img image.Image, e entry) (from entry, damaged bool) {
	s, ok := img.(Stamped)
	if !ok {
		return e, false
	}
	for _, f := range w.fed {
		if f.pts == s.PTS() {
			return f.e, s.Damaged()
		}
	}
	return e, s.Damaged()
}

// finish takes over what became of a packet.
func (p *Pipeline) finish(w *worker, e entry, img image.Image, err error, took time.Duration) {
	p.mu.Lock()
	old := p.pic
	p.mu.Unlock()
	same := false
	if img != nil && old != nil { // compared without the lock: only this goroutine changes pic
		c, ok := img.(Comparer)
		same = ok && c.Equal(old.Image)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.decoded = max(p.decoded, e.number)
	p.pace.learn(e.pkt.Key, took)
	if errors.Is(err, errNoDecoder) {
		p.failed = err
	} else if err != nil {
		p.taint(e.gop)
	}
	if img != nil {
		from, damaged := w.origin(img, e)
		if damaged {
			p.taint(e.gop)
		}
		p.show(img, from, same)
	}
	if !p.ring.complete {
		p.ring.forget(p.decoded)
	}
	p.notify()
}

// show makes img the newest picture; same says that it has the pixels of the one before.
func (p *Pipeline) show(img image.Image, from entry, same bool) {
	if same {
		if b, ok := img.(Borrowed); ok {
			b.Close()
		}
		p.pic.Packet, p.pic.Last, p.pic.gop = from.number, from.pkt.Arrived, from.gop
		return
	}
	seq := uint64(1)
	if p.pic != nil {
		seq = p.pic.Seq + 1
		p.pic.release()
	}
	p.pic = &held{gop: from.gop, Picture: Picture{
		Image: img, Size: img.Bounds().Size(), Seq: seq, Packet: from.number, PTS: from.pkt.PTS,
		Arrived: from.pkt.Arrived, Last: from.pkt.Arrived,
	}}
}
