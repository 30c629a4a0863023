package sim

import (
	"context"
	"time"

	"github.com/handset-agent/handset/phone"
)

// Frame returns what the display shows now. Every input delivered before the call is in it.
func (p *Phone) Frame(ctx context.Context) (*phone.Frame, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	d := p.w.Display()
	window := ""
	if w, ok := p.w.FocusedWindow(); ok {
		window = w.Title
	}
	switch {
	case !d.On:
		return nil, &phone.NotAPicture{Reason: phone.ScreenOff, Window: window}
	case d.Secure:
		return nil, &phone.NotAPicture{Reason: phone.Secure, Window: window}
	}
	img, seq := p.w.Screen()
	size := img.Bounds().Size()
	rotation := d.Rotation
	if size != d.Size {
		rotation = p.w.Rotation() // the display turned between the two looks
	}
	return &phone.Frame{Seq: seq, At: time.Now(), Size: size, Rotation: rotation, Source: "stream", Image: img}, nil
}

// Settled waits until the screen stands still.
func (p *Phone) Settled(ctx context.Context, s phone.Settle) (*phone.Frame, bool, error) {
	s = s.WithDefaults()
	changed, stop := p.w.Watch()
	defer stop()
	begin := time.Now()
	_, last := p.w.Screen()
	moved := last != s.After
	since := begin // of the last change
	for {
		wait := s.First - time.Since(begin)
		if moved {
			wait = s.Quiet - time.Since(since)
		}
		wait = min(wait, s.Max-time.Since(begin))
		if wait <= 0 {
			f, err := p.Frame(ctx)
			if err != nil {
				return nil, false, err
			}
			return f, f.Seq != s.After, nil
		}
		t := time.NewTimer(wait)
		select {
		case <-changed:
			if _, seq := p.w.Screen(); seq != last {
				last, moved, since = seq, true, time.Now()
			}
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return nil, false, context.Cause(ctx)
		}
		t.Stop()
	}
}
