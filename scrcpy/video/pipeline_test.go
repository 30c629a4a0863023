package video

import (
	"errors"
	"image"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// bubble runs f in a bubble of fake time.
func bubble(t *testing.T, name string, f func(r *rig)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { f(newRig(t)) })
	})
}

// The newest picture shows all packets received, whatever the policy.
func TestLatest(t *testing.T) {
	for _, age := range []struct {
		name string
		wait time.Duration
		mode Mode
	}{{"live", 0, Live}, {"lazy", 4 * time.Second, Lazy}, {"cold", 61 * time.Second, Cold}} {
		bubble(t, age.name, func(r *rig) {
			r.show(0)
			time.Sleep(age.wait)
			synctest.Wait()
			if got := r.pipe.Facts().Mode; got != age.mode {
				r.Fatalf("mode %v, want %v", got, age.mode)
			}
			for n := range 50 {
				r.show(n)
			}
			pic := r.latest(Want{}, 49)
			if pic.Packet != 51 || pic.Behind != 0 || pic.Tainted || pic.Size != image.Pt(32, 48) || pic.PTS != r.phone.clock {
				r.Errorf("picture %+v", pic)
			}
			if f := r.pipe.Facts(); f.Mode != Live || f.Decoded != 51 || f.Session != 1 || f.Announced != pic.Size || f.Size != pic.Size {
				r.Errorf("facts %+v", f)
			}
		})
	}
}

// Repeats of a still screen are packets, but no new pictures.
func TestRepeatsKeepTheNumber(t *testing.T) {
	bubble(t, "", func(r *rig) {
		r.show(1)
		r.show(2)
		first := r.latest(Want{}, 2)
		for range 10 {
			time.Sleep(100 * time.Millisecond)
			r.show(2)
		}
		again := r.latest(Want{}, 2)
		if again.Seq != first.Seq || again.Packet != first.Packet+10 || again.PTS != first.PTS || !again.Arrived.Equal(first.Arrived) {
			r.Errorf("first %+v\nagain %+v", first, again)
		}
		if again.Last.Sub(first.Last) != time.Second {
			r.Errorf("last packet shown came %v after the first", again.Last.Sub(first.Last))
		}
		r.show(3)
		if next := r.latest(Want{}, 3); next.Seq != first.Seq+1 {
			r.Errorf("next picture has number %d after %d", next.Seq, first.Seq)
		}
	})
}

// What is decoded when nobody asks.
func TestPolicy(t *testing.T) {
	decodedAfter := func(r *rig, d time.Duration) int {
		time.Sleep(d)
		synctest.Wait()
		n, _ := r.count()
		return n
	}
	bubble(t, "live decodes on arrival", func(r *rig) {
		r.show(1)
		if got := decodedAfter(r, 0); got != 1 {
			r.Errorf("%d decoded", got)
		}
	})
	bubble(t, "a watcher keeps it live", func(r *rig) {
		stop := r.pipe.Watch()
		time.Sleep(time.Hour)
		r.show(1)
		if got := decodedAfter(r, 0); got != 1 {
			r.Errorf("%d decoded", got)
		}
		stop()
		stop()
		time.Sleep(liveFor)
		if got := r.pipe.Facts().Mode; got != Lazy {
			r.Errorf("mode %v after the watcher left", got)
		}
	})
	bubble(t, "an action makes it live", func(r *rig) {
		time.Sleep(time.Hour)
		r.pipe.Touch()
		r.show(1)
		if got := decodedAfter(r, 0); got != 1 {
			r.Errorf("%d decoded", got)
		}
	})
	bubble(t, "lazy waits for silence", func(r *rig) {
		time.Sleep(liveFor)
		r.show(1)
		if got := decodedAfter(r, 99*time.Millisecond); got != 0 {
			r.Errorf("%d decoded before 100 ms of silence", got)
		}
		if got := decodedAfter(r, 2*time.Millisecond); got != 1 {
			r.Errorf("%d decoded after 100 ms of silence", got)
		}
	})
	bubble(t, "lazy begins when the backlog is worth 40 ms", func(r *rig) {
		r.took = 4 * time.Millisecond
		for n := range 60 { // teaches the pace
			r.show(n)
			decodedAfter(r, 5*time.Millisecond)
		}
		time.Sleep(liveFor)
		for n := range 9 {
			r.show(n)
		}
		if got := decodedAfter(r, time.Millisecond); got != 60 {
			r.Fatalf("%d decoded with a small backlog", got)
		}
		for n := range 4 {
			r.show(n)
		}
		if got := decodedAfter(r, 60*time.Millisecond); got != 73 {
			r.Errorf("%d decoded with a large backlog", got)
		}
	})
	bubble(t, "cold decodes nothing", func(r *rig) {
		time.Sleep(coldAfter)
		for n := range 100 {
			r.show(n)
		}
		if got := decodedAfter(r, time.Hour); got != 0 {
			r.Errorf("%d decoded", got)
		}
		r.push(r.phone.show(7, true))
		r.show(8)
		r.latest(Want{}, 8)
		if got, _ := r.count(); got != 2 {
			r.Errorf("%d decoded to get at the newest picture after a key frame", got)
		}
	})
}

// A ring that grew too large is given up; a key frame is asked for only when somebody wants a picture.
func TestRingBounds(t *testing.T) {
	bubble(t, "cold gives up", func(r *rig) {
		time.Sleep(coldAfter)
		for n := range maxRingPackets + 1 {
			r.show(n)
		}
		synctest.Wait()
		if _, resets := r.count(); !r.pipe.Facts().NeedsKey || resets != 0 || len(r.pipe.Snapshot()) != 0 {
			r.Fatalf("facts %+v, %d resets", r.pipe.Facts(), resets)
		}
		r.aside.Go(func() {
			time.Sleep(300 * time.Millisecond)
			r.phone.enc.Restart()
			r.show(5)
		})
		r.latest(Want{}, 5)
		if _, resets := r.count(); resets != 1 || r.pipe.Facts().NeedsKey {
			r.Errorf("%d resets, facts %+v", resets, r.pipe.Facts())
		}
	})
	bubble(t, "live keeps decoding", func(r *rig) {
		defer r.pipe.Watch()()
		for n := range maxRingPackets + 50 {
			r.show(n)
			synctest.Wait()
		}
		r.latest(Want{}, maxRingPackets+49)
		if got := r.pipe.Snapshot(); len(got) != 0 {
			r.Errorf("a snapshot of %d packets without its key frame", len(got))
		}
	})
	bubble(t, "bytes count too", func(r *rig) {
		time.Sleep(coldAfter)
		r.show(1)
		big := r.phone.show(2, false)
		big[0].Data = append(big[0].Data, make([]byte, maxRingBytes)...)
		r.push(big)
		if !r.pipe.Facts().NeedsKey {
			r.Error("17 MB kept")
		}
	})
}

func TestNoDecoder(t *testing.T) {
	bubble(t, "does not open", func(r *rig) {
		r.failOpen = errors.New("not built")
		r.show(1)
		if _, err := r.pipe.Latest(r.Context(), Want{}); !errors.Is(err, r.failOpen) {
			r.Errorf("error %v", err)
		}
		if got := r.pipe.Snapshot(); len(got) != 2 {
			r.Errorf("%d packets for a viewer that decodes by itself, want 2", len(got))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := New(Options{Codec: "h264"})
		defer p.Close()
		if _, err := p.Latest(t.Context(), Want{}); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("error %v", err)
		}
	})
}

// The reader of the socket goes on while a decode takes for ever.
func TestPushDoesNotWait(t *testing.T) {
	bubble(t, "", func(r *rig) {
		r.took = time.Hour
		begun := time.Now()
		for n := range 300 {
			r.show(n)
		}
		if d := time.Since(begun); d != 0 {
			r.Errorf("took %v", d)
		}
		if f := r.pipe.Facts(); f.Packet != 300 {
			r.Errorf("facts %+v", f)
		}
		r.push(r.phone.show(5, true))
	})
}

func TestPool(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &lab{phone: newPhone(t), took: 5 * time.Millisecond}
		pool := NewPool(2)
		packets := l.phone.show(1, false)
		for n := range 20 {
			packets = append(packets, l.phone.show(n, false)...)
		}
		var pipes []*Pipeline
		for range 5 {
			p := New(Options{Codec: "h264", Open: l.open, Pool: pool})
			defer p.Close()
			pipes = append(pipes, p)
			for _, pkt := range packets {
				p.Push(pkt)
			}
		}
		for _, p := range pipes {
			if pic, err := p.Latest(t.Context(), Want{}); err != nil || pic.Packet != 21 {
				t.Errorf("picture of packet %d, error %v", pic.Packet, err)
			}
		}
		if l.most != 2 {
			t.Errorf("%d decodes at once, want 2", l.most)
		}
	})
}

// An idle pipeline does nothing at all.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &lab{phone: newPhone(t)}
		var looks atomic.Int64
		p := New(Options{Codec: "h264", Open: l.open, Now: func() time.Time { looks.Add(1); return time.Now() }})
		defer p.Close()
		_, stop := p.Updates()
		defer stop()
		for _, pkt := range l.phone.show(1, false) {
			p.Push(pkt)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		before := looks.Load()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if now := looks.Load(); now != before {
			t.Errorf("looked %d times in a day", now-before)
		}
	})
}

// Pictures nobody saw are closed, pictures somebody has are detached, and none of them is both in the wrong order.
func TestPictureMemory(t *testing.T) {
	bubble(t, "", func(r *rig) {
		for n := range 20 {
			r.show(n)
			if n%5 == 4 {
				r.latest(Want{}, n)
			}
			synctest.Wait()
		}
		for _, pic := range r.pictures[:19] {
			if pic.closed == pic.detached {
				r.Errorf("picture %d: closed %v, detached %v", pic.n, pic.closed, pic.detached)
			}
		}
	})
}

func TestClose(t *testing.T) {
	bubble(t, "", func(r *rig) {
		errs := make(chan error, 3)
		r.aside.Go(func() {
			_, err := r.pipe.Latest(r.Context(), Want{})
			errs <- err
		})
		r.aside.Go(func() {
			_, err := r.pipe.Wait(r.Context(), func(Facts) bool { return false })
			errs <- err
		})
		r.aside.Go(func() {
			var err error
			for _, err = range r.pipe.Follow(r.Context()) {
			}
			errs <- err
		})
		synctest.Wait()
		r.pipe.Close()
		for range 3 {
			if err := <-errs; !errors.Is(err, ErrClosed) {
				r.Errorf("error %v, want %v", err, ErrClosed)
			}
		}
		r.show(1)
		r.pipe.Push(scrcpy.Packet{Config: true, Data: []byte{1}})
		if _, err := r.pipe.Latest(r.Context(), Want{}); !errors.Is(err, ErrClosed) {
			r.Errorf("Latest after Close: %v", err)
		}
	})
}
