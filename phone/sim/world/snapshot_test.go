package world_test

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

// upset changes much of what a snapshot holds.
func upset(t *testing.T, w *world.World) {
	t.Helper()
	w.Settings().Put("global", "wifi_on", "0")
	w.Settings().Put("secure", "ui_night_mode", "2")
	w.Settings().Put("system", "font_scale", "1.3")
	w.Settings().Put("system", "mine", "x y")
	w.Settings().Delete("system", "screen_brightness")
	w.SetClipboard("剪贴板")
	w.SetLock(world.LockPIN, "1234")
	w.SetBattery(world.Battery{Level: 7, Scale: 100, Status: 3, Health: 2, Present: true, Technology: "Li-ion"})
	w.AdvanceClock(49 * time.Hour)
	w.SetLocation(world.Location{Latitude: 48.1, Longitude: 11.6})
	w.SetModem(func(m *world.Modem) { m.Voice, m.Bars = "roaming", 1 })
	w.EnrollFinger(3)
	w.ReceiveSMS("+15550100", "on my way")
	w.SetForcedDensity(480)
	if err := w.Install(world.Manifest{Package: "org.example.one", Label: "One", Version: "1.2", VersionCode: 12, TargetSDK: 33, Launcher: "org.example.one.Main"}, world.InstallOptions{}); err != nil {
		t.Fatal(err)
	}
	w.Content().Insert(world.TableCalls, world.Row{"number": "5550199", "duration": 61})
	for _, pkg := range []string{"org.example.one", "com.android.settings"} {
		if _, err := w.Start(world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Package: pkg}); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(10 * time.Second)
}

// TestSnapshotRestoresTheWorld loads a saved world into a fresh phone of another seed: the same dump, the same saved state.
func TestSnapshotRestoresTheWorld(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := world.New(world.Options{Seed: 1, Apps: apps.All()})
		defer a.Close()
		upset(t, a)
		saved, err := a.Save()
		if err != nil {
			t.Fatal(err)
		}
		want, err := a.DumpTree(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		b := world.New(world.Options{Seed: 2, Apps: apps.All()})
		defer b.Close()
		if fresh, err := b.Save(); err != nil || string(fresh) == string(saved) {
			t.Fatal("a fresh phone is like the changed one: ", err)
		}
		if err := b.Load(saved); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		got, err := b.DumpTree(context.Background())
		if err != nil || string(got) != string(want) {
			t.Errorf("the dump differs: %v\n%s\nwant\n%s", err, got, want)
		}
		again, err := b.Save()
		if err != nil || string(again) != string(saved) {
			t.Errorf("saved again it differs: %v\n%s", err, difference(string(again), string(saved)))
		}
		if !b.CheckSecret("1234") || b.Display().Density != 480 {
			t.Error("lock or density is lost")
		}
	})
}

// difference is where two texts part.
func difference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-80)
			return a[from:min(len(a), i+120)] + "\nwant\n" + b[from:min(len(b), i+120)]
		}
	}
	return "one is longer"
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		for _, text := range []string{"", "{}", `{"format":9,"state":{}}`, `{"format":1,"profile":"android-9000","state":{}}`, `{"format":1,"profile":"android-14","state":{"clock":{"offset":"soon"}}}`} {
			if err := r.Load([]byte(text)); !errors.Is(err, world.ErrSnapshot) {
				t.Errorf("%s: %v", text, err)
			}
		}
	})
}

func TestStatePaths(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		for path, value := range map[string]string{
			"battery.level": "33", "settings.global.wifi_on": `"0"`, "clipboard": `"text"`, "lock.kind": `"none"`, "modem.bars": "2", "settings/system/new.key": `"v"`,
			"display.posture": "0",
		} {
			if err := r.SetState(path, []byte(value)); err != nil {
				t.Errorf("set %s: %v", path, err)
			}
			if got, err := r.State(path); err != nil || string(got) != value {
				t.Errorf("%s: got %s, %v, want %s", path, got, err, value)
			}
		}
		if r.Battery().Level != 33 || r.Keyguard().Kind != world.LockNone {
			t.Error("the phone does not follow its state")
		}
		for _, path := range []string{"nosuch", "battery.nosuch.x", "tasks.99", ""} {
			if err := r.SetState(path, []byte("1")); !errors.Is(err, world.ErrSnapshot) {
				t.Errorf("set %q: %v", path, err)
			}
		}
		if err := r.SetState("battery.level", []byte(`"full"`)); !errors.Is(err, world.ErrSnapshot) {
			t.Errorf("a level in words: %v", err)
		}
	})
}

func TestWallClock(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
		r.SetClock(at)
		if !r.Now().Equal(at) {
			t.Errorf("set to %v, is %v", at, r.Now())
		}
		r.FreezeClock()
		time.Sleep(time.Hour)
		r.AdvanceClock(time.Minute)
		if want := at.Add(time.Minute); !r.Now().Equal(want) || !r.WallClock().Frozen {
			t.Errorf("stopped and moved to %v, is %v", want, r.Now())
		}
		r.RunClock()
		time.Sleep(time.Second)
		if want := at.Add(time.Minute + time.Second); !r.Now().Equal(want) {
			t.Errorf("runs to %v, is %v", want, r.Now())
		}
	})
}

// TestPanel tells a person's touch from an injected one.
func TestPanel(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		events, stop := r.RawEvents()
		defer stop()
		at := image.Pt(540, 1200)
		r.Touch(0, world.TouchDown, at, 1)
		r.Touch(0, world.TouchUp, at, 0)
		if len(events) != 0 {
			t.Error("injected input passed the kernel")
		}
		r.Press(0, world.TouchDown, at)
		r.Press(0, world.TouchUp, at)
		if len(events) < 8 {
			t.Errorf("a finger made %d events", len(events))
		}
		var humans []string
		for _, e := range r.Journal(0) {
			if e.Human {
				humans = append(humans, e.Action)
			}
		}
		if strings.Join(humans, " ") != "down up" {
			t.Errorf("the journal has %v of a person", humans)
		}
	})
}
