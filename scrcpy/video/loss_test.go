package video

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/scrcpy/fixture/clip"
	"github.com/handset-agent/handset/scrcpy/h264"
)

// Losses taint the pictures until a key frame comes, which is asked for at most once a second.
func TestTaint(t *testing.T) {
	lose := map[string]func(r *rig){
		"missing packet": func(r *rig) { r.phone.show(2, false); r.show(3) },
		"damaged":        func(r *rig) { r.damage = true; r.show(3) },
		"error":          func(r *rig) { r.failNext = errors.New("bad"); r.show(2); synctest.Wait(); r.show(3) },
	}
	for name, f := range lose {
		bubble(t, name, func(r *rig) {
			r.show(1)
			synctest.Wait()
			f(r)
			synctest.Wait()
			if _, resets := r.count(); !r.pipe.Facts().Tainted || resets != 1 {
				r.Fatalf("tainted %v, %d resets", r.pipe.Facts().Tainted, resets)
			}
			begun := time.Now()
			pic, err := r.pipe.Latest(r.Context(), Want{})
			if err != nil || !pic.Tainted || time.Since(begun) != healFor {
				r.Fatalf("picture %+v, error %v after %v", pic, err, time.Since(begun))
			}
			time.Sleep(5 * time.Second) // live for 3 s of them
			if _, resets := r.count(); resets < 3 || resets > 6 {
				r.Errorf("%d resets in 6 s", resets)
			}
			r.push(r.phone.show(4, true))
			if pic := r.latest(Want{}, 4); pic.Tainted {
				r.Error("still tainted after a key frame")
			}
		})
	}
	bubble(t, "healed while waiting", func(r *rig) {
		r.show(1)
		r.phone.show(2, false)
		r.show(3)
		r.aside.Go(func() {
			time.Sleep(200 * time.Millisecond)
			r.push(r.phone.show(4, true))
		})
		if pic := r.latest(Want{}, 4); pic.Tainted {
			r.Error("tainted")
		}
	})
	bubble(t, "healed while waiting, slowly", func(r *rig) {
		r.show(1)
		synctest.Wait()
		r.took = 50 * time.Millisecond
		r.phone.show(2, false)
		r.show(3)
		r.aside.Go(func() {
			time.Sleep(200 * time.Millisecond)
			r.push(r.phone.show(4, true))
		})
		r.latest(Want{}, 4)
	})
	bubble(t, "damage known after the key frame came", func(r *rig) {
		r.show(1)
		synctest.Wait()
		r.took, r.damage = 50*time.Millisecond, true
		r.show(2)
		time.Sleep(10 * time.Millisecond) // it is being decoded
		r.push(r.phone.show(3, true))
		if pic := r.latest(Want{}, 3); pic.Tainted || r.pipe.Facts().Tainted {
			r.Error("tainted by a picture before the key frame")
		}
		if _, resets := r.count(); resets != 0 {
			r.Errorf("%d resets", resets)
		}
	})
	bubble(t, "lost before the key frame", func(r *rig) {
		time.Sleep(coldAfter)
		r.show(1)
		r.phone.show(2, false)
		r.show(3)
		r.push(r.phone.show(4, true))
		if pic := r.latest(Want{}, 4); pic.Tainted {
			r.Error("tainted by a loss that the key frame healed before anybody looked")
		}
	})
}

func TestStartWithoutKey(t *testing.T) {
	bubble(t, "", func(r *rig) {
		packets := r.phone.show(1, false)
		r.push(packets[:1])
		r.show(2)
		synctest.Wait()
		if _, resets := r.count(); resets != 1 {
			r.Errorf("%d resets after the first packet, which was no key frame", resets)
		}
		if _, err := r.pipe.Latest(r.Context(), Want{}); !errors.Is(err, ErrNoKey) {
			r.Errorf("error %v, want %v", err, ErrNoKey)
		}
		r.push(r.phone.show(3, true))
		r.latest(Want{}, 3)
	})
	bubble(t, "a session that has not begun is left alone", func(r *rig) {
		ctx, cancel := context.WithTimeout(r.Context(), 500*time.Millisecond)
		defer cancel()
		if _, err := r.pipe.Latest(ctx, Want{}); !errors.Is(err, context.DeadlineExceeded) {
			r.Errorf("error %v", err)
		}
		if _, resets := r.count(); resets != 0 {
			r.Errorf("%d resets before the stream began", resets)
		}
	})
}

// After the connection broke nothing is shown before a key frame.
func TestBreak(t *testing.T) {
	bubble(t, "", func(r *rig) {
		r.show(1)
		synctest.Wait()
		r.pipe.Break()
		r.phone.show(2, false)
		r.show(3)
		pic, err := r.pipe.Latest(r.Context(), Want{})
		if err != nil || !pic.Tainted || pic.Behind == 0 {
			r.Errorf("picture %+v, error %v", pic, err)
		}
		r.phone.enc.Restart()
		r.show(4)
		r.latest(Want{}, 4)
	})
}

// The first B picture makes the pipeline open a new decoder at the next key frame, with the configuration as it came.
func TestBGuard(t *testing.T) {
	bubble(t, "", func(r *rig) {
		packets, err := clip.BFrames()
		if err != nil {
			r.Fatal(err)
		}
		defer r.pipe.Watch()()
		for _, p := range packets {
			r.pipe.Push(p)
			synctest.Wait()
		}
		raw := packets[0].Data
		patched, err := h264.PatchConfig(raw)
		if err != nil || bytes.Equal(patched, raw) {
			r.Fatalf("the clip needs no patch: %v", err)
		}
		if len(r.opened) != 2 {
			r.Fatalf("%d decoders opened, want 2", len(r.opened))
		}
		if got := r.opened[0].configs; len(got) != 1 || !bytes.Equal(got[0], patched) {
			r.Errorf("first decoder did not get the patched configuration")
		}
		if got := r.opened[1].configs; len(got) != 1 || !bytes.Equal(got[0], raw) {
			r.Errorf("second decoder did not get the configuration as it came")
		}
		if f := r.pipe.Facts(); !f.Reordering || f.Tainted {
			r.Errorf("facts %+v", f)
		}
		if got := r.pipe.Snapshot(); !bytes.Equal(got[0].Data, raw) {
			r.Error("late joiners get a patched configuration")
		}
	})
}
