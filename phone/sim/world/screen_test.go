package world_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

func TestPictureNeverChangesAfterwards(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		img, seq := r.Screen()
		before := bytes.Clone(img.Pix)
		if img.Rect != image.Rect(0, 0, 1080, 2400) {
			t.Fatalf("the picture is %v", img.Rect)
		}
		r.open("android.settings.SETTINGS")
		r.swipe(image.Pt(540, 1900), image.Pt(540, 500), 200*time.Millisecond)
		next, seq2 := r.Screen()
		if seq2 <= seq || bytes.Equal(next.Pix, before) {
			t.Error("another screen gives the old picture")
		}
		if !bytes.Equal(img.Pix, before) {
			t.Error("a picture that was handed out changed")
		}
		for i := 3; i < len(next.Pix); i += 4 {
			if next.Pix[i] != 255 {
				t.Fatal("the picture is not opaque")
			}
		}
	})
}

func TestSeqGrowsOnlyWithThePixels(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		seq := r.picture()
		img, _ := r.Screen()
		for range 5 {
			r.Settings().Put("global", "nobody_shows_this", time.Now().String())
			time.Sleep(time.Second)
			if again, s := r.Screen(); s != seq || again != img {
				t.Fatalf("nothing changed, but the picture went from %d to %d", seq, s)
			}
		}
		r.Settings().Put("system", "status_bar_show_battery_percent", "1")
		if _, s := r.Screen(); s != seq+1 {
			t.Errorf("one change of the picture went from %d to %d", seq, s)
		}
	})
}

func TestClockTicksOnceAMinute(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		changed, stop := r.Watch()
		defer stop()
		r.picture()
		for len(changed) > 0 {
			<-changed
		}
		told := 0
		end := time.After(10 * time.Minute)
		pics := map[uint64]bool{}
		for done := false; !done; {
			select {
			case <-changed:
				told++
				_, s := r.Screen()
				pics[s] = true
			case <-end:
				done = true
			}
		}
		if told < 9 || told > 11 || len(pics) < 9 || len(pics) > 11 {
			t.Errorf("in ten minutes on a still screen %d signals and %d pictures, want about one a minute", told, len(pics))
		}
	})
}

func TestWatcherSeesAnimationToItsEnd(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.picture()
		changed, stop := r.Watch()
		defer stop()
		start := time.Now()
		r.ExpandNotifications()
		pics := map[uint64]bool{}
		last := start
		for quiet := false; !quiet; {
			select {
			case <-changed:
				_, s := r.Screen()
				if !pics[s] {
					last = time.Now()
				}
				pics[s] = true
			case <-time.After(time.Second):
				quiet = true
			}
		}
		if n := len(pics); n < 8 || n > 30 {
			t.Errorf("the shade came down in %d pictures", n)
		}
		if d := last.Sub(start); d < 200*time.Millisecond || d > 300*time.Millisecond {
			t.Errorf("the shade moved for %v", d)
		}
		watched, _ := r.Screen()
		unwatched := world.New(world.Options{Apps: apps.All()})
		defer unwatched.Close()
		unwatched.Screen()
		unwatched.ExpandNotifications()
		time.Sleep(time.Second)
		if alone, _ := unwatched.Screen(); !bytes.Equal(alone.Pix, watched.Pix) {
			t.Error("a shade nobody watched ends up looking different")
		}
	})
}

func TestAnimationScaleZeroIsAtOnce(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		for _, k := range []string{"window_animation_scale", "transition_animation_scale", "animator_duration_scale"} {
			r.Settings().Put("global", k, "0")
		}
		r.ExpandNotifications()
		_, a := r.Screen()
		time.Sleep(time.Second)
		if _, b := r.Screen(); a != b {
			t.Error("still moving with animations off")
		}
		r.Collapse()
		r.Start(world.Intent{Action: "android.settings.SETTINGS"})
		_, a = r.Screen()
		time.Sleep(time.Second)
		if _, b := r.Screen(); a != b {
			t.Error("a page still moves with animations off")
		}
	})
}

func TestSameSeedSamePhone(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return time.Date(2025, 1, 2, 15, 4, 5, 0, time.UTC) }
	phoneOf := func(seed int64) *world.World {
		w := world.New(world.Options{Apps: apps.All(), Seed: seed, Now: now})
		t.Cleanup(func() { w.Close() })
		return w
	}
	a, b, c := phoneOf(7), phoneOf(7), phoneOf(8)
	if a.Prop("ro.serialno") != b.Prop("ro.serialno") || a.Prop("ro.serialno") == c.Prop("ro.serialno") {
		t.Errorf("serial numbers %s, %s, %s", a.Prop("ro.serialno"), b.Prop("ro.serialno"), c.Prop("ro.serialno"))
	}
	x, _ := a.Screen()
	y, _ := b.Screen()
	if !bytes.Equal(x.Pix, y.Pix) {
		t.Error("the same seed shows another home screen")
	}
	p, q := a.Processes(), b.Processes()
	if !slices.EqualFunc(p, q, func(a, b world.Process) bool { return a.PID == b.PID && a.Name == b.Name }) {
		t.Error("the same seed runs other processes")
	}
}

func TestSecureWindowIsBlack(t *testing.T) {
	t.Parallel()
	def := world.AppDef{Package: "com.example.bank", Label: "Bank", Activities: []world.ActivityDef{{
		Class: ".Main", Launcher: true, Secure: true, Screen: func() world.Screen { return secret{} },
	}}}
	onPhoneWith(t, world.Options{Apps: append(apps.All(), def)}, func(r *rig) {
		if r.Display().Secure {
			t.Error("the home screen counts as secure")
		}
		r.openApp("com.example.bank")
		r.see("Balance")
		if !r.Display().Secure {
			t.Error("the display is not marked")
		}
		img, _ := r.Screen()
		if c := img.RGBAAt(540, 1200); c.R != 0 || c.G != 0 || c.B != 0 {
			t.Errorf("the capture shows %v", c)
		}
		f, _ := r.FocusedWindow()
		if f.Flags&world.FlagSecure == 0 {
			t.Error("the window lacks FLAG_SECURE")
		}
	})
}

func TestDumpWaitsForIdle(t *testing.T) {
	t.Parallel()
	onPhoneWith(t, world.Options{DumpStartup: 300 * time.Millisecond}, func(r *rig) {
		time.Sleep(5 * time.Second)
		took := func() time.Duration {
			start := time.Now()
			if _, err := r.DumpTree(context.Background()); err != nil {
				t.Error(err)
			}
			return time.Since(start)
		}
		if d := took(); d != 300*time.Millisecond {
			t.Errorf("a still screen took %v, want the start-up time only", d)
		}
		r.SetNight("yes")
		if d := took(); d != time.Second {
			t.Errorf("right after a change it took %v, want one second of stillness", d)
		}
		r.ExpandNotifications()
		if d := took(); d < 1200*time.Millisecond || d > 1400*time.Millisecond {
			t.Errorf("during an animation it took %v, want its length and one second", d)
		}
		stop := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				case <-time.After(700 * time.Millisecond):
					r.SetNight([]string{"no", "yes"}[i%2])
				}
			}
		})
		time.Sleep(800 * time.Millisecond)
		start := time.Now()
		_, err := r.DumpTree(context.Background())
		if d := time.Since(start); !errors.Is(err, world.ErrNotIdle) || d < 10*time.Second || d > 11*time.Second {
			t.Errorf("a screen that never rests: %v after %v", err, d)
		}
		close(stop)
		wg.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		if _, err := r.DumpTree(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

// TestParallelUse lets readers, hands and shells at one phone at once; the race detector is the judge.
func TestParallelUse(t *testing.T) {
	t.Parallel()
	w := world.New(world.Options{Apps: apps.All()})
	var wg sync.WaitGroup
	stop := make(chan struct{})
	loop := func(f func(i int)) {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					f(i)
				}
			}
		})
	}
	loop(func(int) {
		img, _ := w.Screen()
		sum := 0
		for i := 0; i < len(img.Pix); i += 4096 {
			sum += int(img.Pix[i])
		}
	})
	loop(func(i int) { w.Settings().Put("global", "wifi_on", []string{"0", "1"}[i%2]) })
	loop(func(i int) {
		w.Touch(0, world.TouchDown, image.Pt(i*37%1080, i*91%2400), 1)
		w.Touch(0, world.TouchMove, image.Pt(i*37%1080, (i*91+300)%2400), 1)
		w.Touch(0, world.TouchUp, image.Pt(i*37%1080, (i*91+300)%2400), 0)
	})
	loop(func(i int) {
		w.Start(world.Intent{Action: []string{"android.settings.SETTINGS", "android.settings.SOUND_SETTINGS"}[i%2]})
	})
	loop(func(i int) { w.FreezeRotation(i % 4); w.Windows(); w.Tasks(); w.IME() })
	loop(func(i int) {
		w.Key([]int{3, 4, 187, 26, 224}[i%5], 0, true)
		w.Key([]int{3, 4, 187, 26, 224}[i%5], 0, false)
	})
	changed, cancel := w.Watch()
	loop(func(int) {
		select {
		case <-changed:
			w.Screen()
		case <-stop:
		}
	})
	ctx, end := context.WithTimeout(context.Background(), 2*time.Second)
	defer end()
	w.DumpTree(ctx)
	<-ctx.Done()
	close(stop)
	wg.Wait()
	cancel()
	w.Close()
	w.Close()
}

type secret struct{}

func (secret) Build(c *world.Ctx) *view.Node {
	return view.Col(view.Label("Balance", 20, c.Theme().OnSurface))
}
