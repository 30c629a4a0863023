package device

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/video"
)

// firstKey bounds the wait for the key frame that a recording begins with.
const firstKey = 10 * time.Second

// errTurned: the picture changed its size and the writer takes one file only.
var errTurned = errors.New("the display turned, and the recording ended there")

// Record writes the live stream as it comes, never re-encoded, into an MP4 file until ctx ends or d has passed (0: until ctx
// ends). The end of ctx is no error. A file holds one size of picture: when the display turns, a w that is a phone.Segmenter gives the
// next file, any other ends the recording there with an error beside what was recorded.
func (d *Device) Record(ctx context.Context, w io.WriteSeeker, length time.Duration) (phone.Recording, error) {
	return d.record(ctx, w, length, nil)
}

// record is Record with sound, or nil for none.
func (d *Device) record(ctx context.Context, w io.WriteSeeker, length time.Duration, sound *listened) (phone.Recording, error) {
	r, err := d.streaming(ctx)
	if err != nil {
		return phone.Recording{}, d.fail(ctx, "record", err)
	}
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	clock := time.AfterFunc(firstKey, cancel)
	defer clock.Stop()
	rec := &recorder{r: r, w: w, after: r.pipe.Facts().Packet, begin: func() {
		clock.Stop()
		if length > 0 {
			clock.Reset(length)
		}
	}}
	if sound != nil {
		rec.head = sound.head
		sound.wg.Go(func() { sound.listen(rec.hear) }) // ends with the session of the sound
	}
	r.pipe.RequestKey() // a file begins with a key frame, and the last one may be minutes old
	for item, err := range r.pipe.Follow(bounded) {
		if err == nil {
			err = rec.take(item)
		}
		if err != nil {
			return rec.finish(ctx, bounded, d, err)
		}
	}
	return rec.finish(ctx, bounded, d, nil)
}

// recorder writes packets to one or more files.
type recorder struct {
	r     *running
	w     io.WriteSeeker
	after uint64 // packets up to this number came before the recording
	begin func() // called once, with the first picture

	head []byte // of the sound, nil for none

	mu     sync.Mutex // pictures and sound come each at their time
	mux    *av.Muxer
	config []byte
	first  time.Duration // presentation time of the first picture of all
	wall   time.Time     // when it arrived
	last   time.Duration
	out    phone.Recording
}

// hear writes a packet of sound into the file that is open.
func (c *recorder) hear(p scrcpy.Packet) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.mux == nil || p.Config {
		return nil
	}
	if err := c.mux.WriteSound(p); err != nil {
		return err
	}
	c.out.Sound++
	c.out.Bytes += int64(len(p.Data))
	return nil
}

func (c *recorder) take(item video.Item) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if item.Config {
		c.config = item.Data
		if c.mux == nil {
			return nil
		}
		err := c.mux.Write(item.Packet)
		if !errors.Is(err, av.ErrConfigChanged) {
			return err
		}
		return c.nextFile()
	}
	if item.Number <= c.after || c.mux == nil && !item.Key {
		return nil
	}
	if c.mux == nil {
		if err := c.open(item); err != nil {
			return err
		}
	}
	c.last = item.PTS
	c.out.Packets++
	c.out.Bytes += int64(len(item.Data))
	return c.mux.Write(item.Packet)
}

func (c *recorder) open(item video.Item) error {
	mux, err := av.NewSoundMuxer(c.w, c.r.sess.Codec(), c.r.sess.Size(), c.config, c.head)
	if err != nil {
		return err
	}
	c.mux = mux
	c.out.Segments++
	if c.out.Segments == 1 {
		c.first, c.wall = item.PTS, item.Arrived
		c.begin()
	}
	return nil
}

// nextFile ends a file at the moment the display turned and prepares the next.
func (c *recorder) nextFile() error {
	if err := c.mux.Finish(c.now()); err != nil {
		return err
	}
	c.mux = nil
	s, ok := c.w.(phone.Segmenter)
	if !ok {
		return errTurned
	}
	w, err := s.NextSegment()
	if err != nil {
		return err
	}
	c.w = w
	return nil
}

// now is this moment on the clock of the packets.
func (c *recorder) now() time.Duration { return c.first + time.Since(c.wall) }

// finish ends the last file. Ends that were asked for are no error.
func (c *recorder) finish(ctx, bounded context.Context, d *Device, err error) (phone.Recording, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if bounded.Err() != nil {
		err = nil
	}
	if errors.Is(err, video.ErrClosed) {
		if cause := c.r.sess.Err(); cause != nil {
			err = cause
		}
	}
	if c.out.Segments > 0 {
		c.out.Duration = max(c.now(), c.last) - c.first
	}
	if c.mux != nil {
		err = errors.Join(err, c.mux.Finish(c.now()))
		c.mux = nil
	}
	if c.out.Segments == 0 && err == nil && ctx.Err() == nil {
		err = fmt.Errorf("%w within the time", video.ErrNoKey)
	}
	if err == nil {
		return c.out, nil
	}
	if errors.Is(err, scrcpy.ErrClosed) && d.life.Err() != nil {
		return c.out, fmt.Errorf("record: %w", err)
	}
	return c.out, d.fail(context.WithoutCancel(ctx), "record", err)
}
