package device

import (
	"context"
	"errors"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
)

// listedPhone is a transport whose phone is away for some time, with or without a list to follow.
type listedPhone struct {
	transport
	away, back time.Duration // after the start of the test; back 0: never
	began      time.Time
	broken     error // of the server's list
}

func (p *listedPhone) there() bool {
	now := time.Since(p.began)
	return now < p.away || p.back > 0 && now >= p.back
}

func (p *listedPhone) Serial() string { return "fake-1" }

func (p *listedPhone) Present(context.Context) error {
	if p.there() {
		return nil
	}
	return &adb.NoDeviceError{Serial: "fake-1"}
}

type trackedPhone struct{ *listedPhone }

func (p trackedPhone) Track(ctx context.Context) iter.Seq2[[]adb.DeviceInfo, error] {
	return func(yield func([]adb.DeviceInfo, error) bool) {
		for {
			if p.broken != nil {
				yield(nil, p.broken)
				return
			}
			var list []adb.DeviceInfo
			if p.there() {
				list = []adb.DeviceInfo{{Serial: "other", State: adb.StateDevice}, {Serial: "fake-1", State: adb.StateDevice}}
			}
			if !yield(list, nil) {
				return
			}
			if pause(ctx, time.Second) != nil {
				return
			}
		}
	}
}

func TestWatch_F019(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		away, back time.Duration
		broken     error
		lost       time.Duration // 0: not lost
	}{
		{name: "stays", away: time.Hour},
		{name: "unplugged", away: 10 * time.Second, lost: 12 * time.Second},
		{name: "adbd restarts", away: 10 * time.Second, back: 11 * time.Second},
		{name: "the list breaks", away: 10 * time.Second, broken: adb.ErrConnectionLost, lost: 12 * time.Second},
	} {
		for _, listed := range []bool{true, false} {
			t.Run(c.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := &listedPhone{away: c.away, back: c.back, began: time.Now(), broken: c.broken}
					d := &Device{link: p, info: phone.Info{Serial: "fake-1"}, life: context.Background()}
					if listed {
						d.link = trackedPhone{p}
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					defer cancel()
					err := d.Watch(ctx)
					took := time.Since(p.began)
					switch {
					case c.lost == 0 && !errors.Is(err, context.DeadlineExceeded):
						t.Errorf("after %s: %v", took, err)
					case c.lost > 0 && (!errors.Is(err, phone.ErrGone) || took < c.away+lostAfter || took > c.lost+time.Second):
						t.Errorf("after %s: %v, want gone after %s", took, err, c.lost)
					}
				})
			})
		}
	}
}

func TestWatchEndsWithTheDevice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, end)
		d := &Device{link: &listedPhone{away: time.Hour, began: time.Now()}, life: life}
		if err := d.Watch(t.Context()); !errors.Is(err, context.Canceled) || errors.Is(err, phone.ErrGone) {
			t.Error(err)
		}
	})
}
