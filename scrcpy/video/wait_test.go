package video

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// A picture counts as the answer to an action only when a packet came after it, or when the phone stayed silent for a while
// (F-029, F-032).
func TestWant_F032(t *testing.T) {
	later := func(r *rig, d time.Duration, n int) {
		r.aside.Go(func() {
			time.Sleep(d)
			r.show(n)
		})
	}
	bubble(t, "after a packet", func(r *rig) {
		r.show(1)
		later(r, 70*time.Millisecond, 2)
		r.latest(Want{After: 1, Patience: 300 * time.Millisecond}, 2)
	})
	bubble(t, "since a time", func(r *rig) {
		r.show(1)
		time.Sleep(time.Millisecond)
		later(r, 70*time.Millisecond, 2)
		r.latest(Want{Since: time.Now(), Patience: 300 * time.Millisecond}, 2)
	})
	bubble(t, "a still screen stays silent", func(r *rig) {
		r.show(1)
		begun := time.Now()
		r.latest(Want{After: 1, Patience: 300 * time.Millisecond}, 1)
		if d := time.Since(begun); d != 300*time.Millisecond {
			r.Errorf("waited %v", d)
		}
	})
	bubble(t, "no patience, no deadline", func(r *rig) {
		r.show(1)
		ctx, cancel := context.WithTimeout(r.Context(), time.Minute)
		defer cancel()
		if _, err := r.pipe.Latest(ctx, Want{After: 1}); !errors.Is(err, context.DeadlineExceeded) {
			r.Errorf("error %v", err)
		}
	})
	bubble(t, "settled", func(r *rig) {
		r.aside.Go(func() {
			for n := range 20 {
				r.show(n)
				time.Sleep(16 * time.Millisecond)
			}
		})
		begun := time.Now()
		pic := r.latest(Want{After: 1, Patience: time.Second, Settle: time.Second}, 19)
		if d := time.Since(begun); !pic.Settled || d != 19*16*time.Millisecond+settleAfter {
			r.Errorf("settled %v after %v", pic.Settled, d)
		}
	})
	bubble(t, "never settles", func(r *rig) {
		stop := make(chan struct{})
		defer close(stop)
		r.aside.Go(func() {
			for n := 0; ; n++ {
				r.show(n)
				select {
				case <-stop:
					return
				case <-time.After(16 * time.Millisecond):
				}
			}
		})
		begun := time.Now()
		pic, err := r.pipe.Latest(r.Context(), Want{Settle: 400 * time.Millisecond})
		if d := time.Since(begun); err != nil || pic.Settled || d != 400*time.Millisecond {
			r.Errorf("settled %v after %v, error %v", pic.Settled, d, err)
		}
	})
}

// A small packet 100 ms after the last one is Android's repeat: it proves stillness at once.
func TestSettled(t *testing.T) {
	for _, c := range []struct {
		name  string
		gap   time.Duration
		size  int
		still bool
	}{
		{"repeat", 100 * time.Millisecond, 12, true},
		{"change after a pause", 100 * time.Millisecond, 4000, false},
		{"small but soon", 16 * time.Millisecond, 12, false},
	} {
		bubble(t, c.name, func(r *rig) {
			r.show(1)
			if r.pipe.Facts().Settled {
				r.Error("settled right after a packet")
			}
			time.Sleep(c.gap)
			p := r.phone.show(1, false)
			p[0].Data = append(p[0].Data, make([]byte, c.size-len(p[0].Data))...)
			r.push(p)
			if got := r.pipe.Facts().Settled; got != c.still {
				r.Errorf("settled %v, want %v", got, c.still)
			}
			time.Sleep(settleAfter)
			if f := r.pipe.Facts(); !f.Settled || f.Age != settleAfter {
				r.Errorf("after 100 ms of silence: %+v", f)
			}
		})
	}
}

func TestStill(t *testing.T) {
	s := Still{First: 300 * time.Millisecond, Quiet: 150 * time.Millisecond, Max: 3 * time.Second}
	run := func(r *rig, pictures func()) (n int, changed bool, took time.Duration) {
		r.Helper()
		r.show(1)
		s.After = r.latest(Want{}, 1).Seq
		begun := time.Now()
		if pictures != nil {
			r.aside.Go(pictures)
		}
		pic, changed, err := r.pipe.Still(r.Context(), s)
		if err != nil {
			r.Fatal(err)
		}
		return pic.Image.(*fakePicture).n, changed, time.Since(begun)
	}
	bubble(t, "nothing happens", func(r *rig) {
		n, changed, took := run(r, nil)
		if n != 1 || changed || took != s.First {
			r.Errorf("picture %d, changed %v, after %v", n, changed, took)
		}
	})
	bubble(t, "repeats only", func(r *rig) {
		n, changed, took := run(r, func() {
			for range 10 {
				time.Sleep(100 * time.Millisecond)
				r.show(1)
			}
		})
		if n != 1 || changed || took != s.First {
			r.Errorf("picture %d, changed %v, after %v", n, changed, took)
		}
	})
	bubble(t, "an animation, then repeats", func(r *rig) {
		n, changed, took := run(r, func() {
			time.Sleep(50 * time.Millisecond)
			for n := range 10 {
				r.show(n + 2)
				time.Sleep(20 * time.Millisecond)
			}
			for range 5 {
				time.Sleep(100 * time.Millisecond)
				r.show(11)
			}
		})
		if n != 11 || !changed || took != (50+9*20+150)*time.Millisecond {
			r.Errorf("picture %d, changed %v, after %v", n, changed, took)
		}
	})
	bubble(t, "never still", func(r *rig) {
		_, changed, took := run(r, func() {
			for n := range 60 {
				time.Sleep(60 * time.Millisecond)
				r.show(n)
			}
		})
		if !changed || took != s.Max {
			r.Errorf("changed %v, after %v", changed, took)
		}
	})
}

func TestWait(t *testing.T) {
	bubble(t, "packet", func(r *rig) {
		r.aside.Go(func() {
			time.Sleep(time.Second)
			r.show(1)
		})
		f, err := r.pipe.Wait(r.Context(), func(f Facts) bool { return f.Packet > 0 })
		if err != nil || f.Packet != 1 {
			r.Errorf("%+v, %v", f, err)
		}
	})
	bubble(t, "settled", func(r *rig) {
		r.show(1)
		begun := time.Now()
		f, err := r.pipe.Wait(r.Context(), func(f Facts) bool { return f.Settled })
		if err != nil || time.Since(begun) != settleAfter || f.Age != settleAfter {
			r.Errorf("%+v, %v", f, err)
		}
	})
	bubble(t, "end of the context", func(r *rig) {
		ctx, cancel := context.WithTimeout(r.Context(), time.Second)
		defer cancel()
		if _, err := r.pipe.Wait(ctx, func(Facts) bool { return false }); !errors.Is(err, context.DeadlineExceeded) {
			r.Error(err)
		}
	})
}

func TestUpdates(t *testing.T) {
	bubble(t, "", func(r *rig) {
		updates, stop := r.pipe.Updates()
		got := func() bool {
			select {
			case <-updates:
				return true
			default:
				return false
			}
		}
		if got() {
			r.Error("signal before anything happened")
		}
		r.show(1)
		synctest.Wait()
		if !got() || got() {
			r.Error("a packet and its picture must give one signal")
		}
		time.Sleep(settleAfter)
		synctest.Wait()
		if !got() {
			r.Error("no signal when the screen settled")
		}
		time.Sleep(time.Hour)
		if got() {
			r.Error("signal from a silent phone")
		}
		stop()
		stop()
		r.show(2)
		if got() {
			r.Error("signal after stop")
		}
	})
}

// A follower gets what is needed to see the screen as it is, and then every packet.
func TestFollow(t *testing.T) {
	bubble(t, "late joiner", func(r *rig) {
		time.Sleep(time.Hour)
		for n := range 5 {
			r.show(n)
		}
		snapshot := r.pipe.Snapshot()
		if len(snapshot) != 6 || !snapshot[0].Config || !snapshot[1].Key {
			r.Fatalf("snapshot of %d packets", len(snapshot))
		}
		r.aside.Go(func() {
			for n := range 5 {
				time.Sleep(time.Second)
				r.show(n)
			}
			r.phone.enc.Restart()
			r.show(9)
		})
		var items []Item
		for i, err := range r.pipe.Follow(r.Context()) {
			if err != nil {
				r.Fatal(err)
			}
			if items = append(items, i); len(items) == 13 {
				break
			}
		}
		number := uint64(0)
		for n, i := range items {
			if wantConfig := n == 0 || n == 11; i.Config != wantConfig || i.Gap {
				r.Errorf("item %d: %+v", n, i)
			}
			if !i.Config {
				if number++; i.Number != number {
					r.Errorf("item %d has number %d, want %d", n, i.Number, number)
				}
			}
		}
		for n, p := range snapshot {
			if !bytes.Equal(items[n].Data, p.Data) {
				r.Errorf("item %d differs from the snapshot", n)
			}
		}
		if decoded, _ := r.count(); decoded != 0 {
			r.Errorf("%d packets decoded for a follower", decoded)
		}
	})
	bubble(t, "slow follower", func(r *rig) {
		r.show(0)
		var items []Item
		for i, err := range r.pipe.Follow(r.Context()) {
			if err != nil {
				r.Fatal(err)
			}
			if items = append(items, i); len(items) == 1 {
				for n := range maxRingPackets + 10 {
					r.show(n)
				}
				r.push(r.phone.show(3, true))
				r.show(4)
			}
			if len(items) == 5 {
				break
			}
		}
		want := []struct{ config, key, gap bool }{{config: true}, {key: true}, {config: true, gap: true}, {key: true}, {}}
		for n, i := range items {
			if w := want[n]; i.Config != w.config || i.Key != w.key || i.Gap != w.gap {
				r.Errorf("item %d: config %v key %v gap %v", n, i.Config, i.Key, i.Gap)
			}
		}
	})
	bubble(t, "outlives the ring", func(r *rig) {
		time.Sleep(coldAfter)
		r.show(0)
		n := 0
		for i, err := range r.pipe.Follow(r.Context()) {
			if err != nil || i.Gap {
				r.Fatal(i.Number, err)
			}
			if n++; n > maxRingPackets+20 {
				break
			}
			r.show(n)
		}
	})
	bubble(t, "asks for a key frame", func(r *rig) {
		r.push([]scrcpy.Packet{{Config: true, Data: []byte{0, 0, 1, 0x67}}})
		r.pipe.Push(r.phone.show(1, false)[0])
		r.pipe.Break()
		r.show(1)
		time.Sleep(time.Hour)
		_, before := r.count()
		r.aside.Go(func() {
			time.Sleep(time.Second)
			r.push(r.phone.show(5, true))
		})
		for i, err := range r.pipe.Follow(r.Context()) {
			if err != nil || !i.Config {
				r.Errorf("%+v %v", i, err)
			}
			break
		}
		if _, after := r.count(); after != before+1 {
			r.Errorf("%d resets", after-before)
		}
	})
}
