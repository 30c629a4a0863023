package device

import (
	"context"
	"errors"
	"image"
	"io"
	"sync/atomic"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/video"
)

// running is one live session and what hangs on it.
type running struct {
	sess  *scrcpy.Session
	link  *sessionLink
	pipe  *video.Pipeline // nil when the session has no video
	clock clock

	done chan struct{} // closed when all of it has ended
	gone chan struct{} // closed when the supervisor has let go of it
	err  error         // why; set before done is closed
	tidy error         // what may be left on the phone

	unmarked atomic.Int32 // how often in a row the phone did not report a marker
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
	o.NoVideo = o.NoVideo || d.opts.Via == Screencap || av.Available() != nil
	link := &sessionLink{transport: d.link, d: d}
	sess, err := scrcpy.Start(ctx, link, o)
	if err != nil {
		link.settle(d.removed(ctx, link))
		return nil, err
	}
	r := &running{sess: sess, link: link, done: make(chan struct{}), gone: make(chan struct{})}
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
	r.link.settle(r.tidy)
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
		r.clock.packet(p)
		r.pipe.Push(p)
	}
}

// alive reports whether the session can be used; nil is not alive.
func (r *running) alive() bool { return r != nil && r.sess.Err() == nil }

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
