package screend

import (
	"context"
	"image"
	"time"

	"github.com/handset-agent/handset/scrcpy/h264"
)

// capture is one run of the encoder: a configuration, a key frame, then a picture for each change.
type capture struct {
	v      *video
	g      geometry
	enc    *h264.Encoder
	draw   renderer
	sent   bool
	last   look
	slept  bool      // since the last picture
	at     time.Time // of the last picture
	repeat int       // repetitions left
}

// look is what the screen shows at one moment.
type look struct {
	img    *image.RGBA
	seq    uint64
	secure bool
	awake  bool
}

func newCapture(v *video, g geometry) *capture {
	return &capture{
		v: v, g: g,
		enc:  h264.NewEncoder(h264.EncoderOptions{KeyInterval: v.p.o.keyPictures()}),
		draw: renderer{g: g},
	}
}

func (c *capture) look() look {
	s := c.v.screen
	img, seq := s.Screen()
	f := c.v.p.server.faults()
	return look{img: img, seq: seq, secure: s.Secure(), awake: s.Awake() && !c.v.empty() && !f.Silent && (!f.NoFirstFrame || c.sent || c.v.wasReset)}
}

// fresh tells whether l has to be sent.
func (c *capture) fresh(l look) bool {
	return l.awake && (!c.sent || c.slept || l.seq != c.last.seq || l.secure != c.last.secure)
}

// run returns errRestart when a new capture shall follow, a *codecError when the encoder failed, otherwise the reason
// why the video ends. Between pictures it blocks; on a still screen it soon has no timer either.
func (c *capture) run(ctx context.Context, changed <-chan struct{}) error {
	for {
		l := c.look()
		if l.img.Bounds().Size() != c.g.source {
			return errRestart
		}
		c.slept = c.slept || !l.awake
		due, left := c.due(l)
		if due && left <= 0 {
			if err := c.send(l); err != nil {
				return err
			}
		}
		if err := c.wait(ctx, changed, due, left); err != nil {
			return err
		}
	}
}

// due tells whether a picture is to be sent, and after what time: a fresh one when the encoder takes it, else a
// repetition of the last one.
func (c *capture) due(l look) (bool, time.Duration) {
	switch {
	case c.fresh(l) && !c.sent:
		return true, 0
	case c.fresh(l):
		return true, c.gap() - time.Since(c.at)
	case c.sent && l.awake && c.repeat > 0:
		return true, c.v.p.timing.Repeat - time.Since(c.at)
	}
	return false, 0
}

// wait blocks until there may be something to do: at once when a picture has just been sent.
func (c *capture) wait(ctx context.Context, changed <-chan struct{}, due bool, left time.Duration) error {
	var wake <-chan time.Time
	if due {
		t := time.NewTimer(max(left, 0))
		defer t.Stop()
		wake = t.C
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.v.reset:
		c.v.wasReset = true
		return errRestart
	case <-changed:
	case <-wake:
	}
	return nil
}

func (c *capture) send(l look) error {
	img := l.img
	if l.secure {
		img = c.draw.blackout()
	}
	c.repeat--
	if c.fresh(l) {
		c.repeat = c.v.p.timing.Repeats
	}
	c.last, c.sent, c.slept, c.at = l, true, false, time.Now()
	return c.v.encode(c.enc, c.draw.render(img))
}

// gap is the shortest time between two pictures.
func (c *capture) gap() time.Duration {
	gap := c.v.p.timing.Frame
	if fps := c.v.p.o.maxFPS; fps > 0 {
		gap = max(gap, time.Duration(float64(time.Second)/fps))
	}
	return gap
}
