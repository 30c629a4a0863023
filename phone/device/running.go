package device

import (
	"context"
	"errors"
	"image"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/video"
)

// running is one live session and what hangs on it.
type running struct {
	sess *scrcpy.Session
	pipe *video.Pipeline // nil when the session has no video
	lag  lag

	done chan struct{} // closed when all of it has ended
	err  error         // why; set before done is closed
	tidy error         // what may be left on the phone

	tested atomic.Bool // an input was sent and the phone had time to refuse it

	mu     sync.Mutex
	texted bool // the clipboard is known to hold text, so that reading it is answered
}

// launch starts a session and its pipeline.
func (d *Device) launch(ctx context.Context) (*running, error) {
	o := d.opts.Scrcpy
	if d.opts.MaxSize > 0 {
		o.MaxSize = d.opts.MaxSize
	}
	if d.opts.MaxFPS > 0 {
		o.MaxFPS = d.opts.MaxFPS
	}
	o.NoVideo = o.NoVideo || d.opts.Via == Screencap || !av.Built
	sess, err := scrcpy.Start(ctx, d.link, o)
	if err != nil {
		return nil, err
	}
	r := &running{sess: sess, done: make(chan struct{})}
	if !o.NoVideo {
		r.pipe = video.New(video.Options{
			Codec: sess.Codec(),
			Open:  func(codec string) (scrcpy.Decoder, error) { return av.NewDecoder(codec) },
			Reset: sess.ResetVideo,
			Pool:  d.opts.Pool,
		})
		r.pipe.Touch()
	}
	go r.serve() // ends with the session; done tells
	return r, nil
}

// serve feeds the pipeline until the session ends, then takes everything down.
func (r *running) serve() {
	defer close(r.done)
	if r.pipe != nil {
		r.err = r.feed()
		r.pipe.Close()
	} else {
		<-r.sess.Done()
		r.err = r.sess.Err()
	}
	r.tidy = r.sess.Close()
}

func (r *running) feed() error {
	for {
		p, err := r.sess.ReadPacket()
		switch {
		case errors.Is(err, io.EOF):
			return scrcpy.ErrClosed
		case err != nil:
			return err
		}
		if !p.Config {
			r.lag.packet(p.Arrived)
		}
		r.pipe.Push(p)
	}
}

// stop ends the session and waits until all of it is gone.
func (r *running) stop() {
	r.sess.Close()
	<-r.done
}

// size is the size of the stream, zero without video.
func (r *running) size() image.Point {
	if r.pipe == nil {
		return image.Point{}
	}
	return r.sess.Size()
}

// fence returns when the phone has handled every control message sent before: messages are handled in their order, and a
// question for the clipboard is answered after the touches before it. It does nothing when the clipboard is not known to
// hold text, because then no answer comes.
func (r *running) fence(ctx context.Context) {
	r.mu.Lock()
	texted := r.texted
	r.mu.Unlock()
	if !texted {
		return
	}
	if _, err := r.sess.Clipboard(ctx); errors.Is(err, scrcpy.ErrNoText) {
		r.holdsText(false)
	}
}

func (r *running) holdsText(yes bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.texted = yes
}

// lag measures how long it takes from an input to the first packet that it may have caused.
type lag struct {
	mu     sync.Mutex
	marked time.Time // of the input that waits for its packet
	worst  time.Duration
}

// maxLag is the longest time that still counts as caused by the input.
const maxLag = 400 * time.Millisecond

func (l *lag) mark(t time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.marked = t
}

func (l *lag) packet(arrived time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.marked.IsZero() {
		return
	}
	d := arrived.Sub(l.marked)
	l.marked = time.Time{}
	if d > maxLag {
		return
	}
	l.worst = max(d, l.worst*3/4)
}

// now is the lag to expect, rather too long than too short.
func (l *lag) now() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.worst
}
