//go:build unix

package world_test

import (
	"bytes"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

// A rack of phones that nobody touches must cost nearly nothing.
func TestFiftyIdlePhonesAreCheap(t *testing.T) {
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	first := world.New(world.Options{Apps: apps.All()}) // fonts and wallpapers are shared
	defer first.Close()
	first.Screen()
	before := heap()
	const count = 50
	var all []*world.World
	for i := range count {
		w := world.New(world.Options{Apps: apps.All(), Seed: int64(i)})
		defer w.Close()
		changed, stop := w.Watch()
		defer stop()
		_ = changed
		w.Screen()
		all = append(all, w)
	}
	each := (heap() - before) / count
	if each > 6 {
		t.Errorf("a phone takes %.1f MB", each)
	}
	cpu := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	was, begin := cpu(), time.Now()
	time.Sleep(2 * time.Second)
	part := float64(cpu()-was) / float64(time.Since(begin))
	if part > 0.1 {
		t.Errorf("%d idle phones take %.0f %% of a core", count, part*100)
	}
	t.Logf("%.2f MB a phone, %.2f %% of a core for %d", each, part*100, count)
	runtime.KeepAlive(all)
}

func TestPictureIsTheSameAfterItWasLetGo(t *testing.T) {
	onPhone(t, func(r *rig) {
		time.Sleep(2 * time.Second)
		was, seq := r.Screen()
		for i := range 10 { // others are looked at
			w := world.New(world.Options{Seed: int64(i)})
			defer w.Close()
			w.Screen()
		}
		now, next := r.Screen()
		if seq != next || !bytes.Equal(was.Pix, now.Pix) {
			t.Errorf("picture %d became %d, same pixels %t", seq, next, bytes.Equal(was.Pix, now.Pix))
		}
		r.SetNight("yes")
		if _, other := r.Screen(); other == seq {
			t.Error("the dark picture has the number of the light one")
		}
	})
}
