package device

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy"
)

// soundStart bounds the start of a session for sound: a phone that is slow with it is recorded in silence.
const soundStart = 15 * time.Second

// RecordSound is Record with what the phone plays. The sound comes over a session of its own, so that the pictures go on as they were; both
// carry the phone's clock.
func (d *Device) RecordSound(ctx context.Context, w io.WriteSeeker, length time.Duration) (phone.Recording, error) {
	s, err := d.openSound(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return phone.Recording{}, d.fail(ctx, "record", err)
		}
		rec, rerr := d.record(ctx, w, length, nil)
		rec.Silent = err
		return rec, rerr
	}
	defer s.close()
	rec, err := d.record(ctx, w, length, s)
	rec.Silent = s.failed()
	return rec, err
}

// listened is a session that carries sound only.
type listened struct {
	sess *scrcpy.Session
	link *sessionLink
	head []byte
	wg   sync.WaitGroup // the one who listens

	mu  sync.Mutex
	err error // why the sound ended, nil while it comes
}

func (d *Device) openSound(ctx context.Context) (*listened, error) {
	ctx, cancel := context.WithTimeout(ctx, soundStart)
	defer cancel()
	o := d.opts.Scrcpy
	o.NoVideo, o.Audio = true, scrcpy.Opus
	s := &listened{link: &sessionLink{transport: d.link, d: d}}
	var err error
	if s.sess, err = scrcpy.Start(ctx, s.link, o); err != nil {
		s.link.settle(d.removed(ctx, s.link))
		return nil, err
	}
	head, err := s.sess.ReadAudio()
	if err == nil && !head.Config {
		err = errors.New("the sound begins without its head")
	}
	if err != nil {
		s.close()
		return nil, err
	}
	s.head = head.Data
	return s, nil
}

// listen gives every packet to take until the session ends.
func (s *listened) listen(take func(scrcpy.Packet) error) {
	for {
		p, err := s.sess.ReadAudio()
		if err == nil {
			err = take(p)
		}
		if err != nil {
			s.mu.Lock()
			defer s.mu.Unlock()
			if !errors.Is(err, io.EOF) {
				s.err = err
			}
			return
		}
	}
}

func (s *listened) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// close ends the session and waits for the one who listens.
func (s *listened) close() {
	s.link.settle(s.sess.Close())
	s.wg.Wait()
}

var _ phone.SoundRecorder = (*Device)(nil)
