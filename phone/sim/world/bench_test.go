package world_test

import (
	"image"
	"runtime"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

func benchWorld(b *testing.B) *world.World {
	w := world.New(world.Options{Apps: apps.All(), Seed: 1})
	b.Cleanup(func() { w.Close() })
	for _, k := range []string{"window_animation_scale", "transition_animation_scale", "animator_duration_scale"} {
		w.Settings().Put("global", k, "0")
	}
	w.Screen()
	return w
}

// BenchmarkFullFrame recolours the whole screen for each picture.
func BenchmarkFullFrame(b *testing.B) {
	w := benchWorld(b)
	w.Start(world.Intent{Action: "android.settings.DISPLAY_SETTINGS"})
	w.Screen()
	for i := 0; b.Loop(); i++ {
		w.SetNight([]string{"yes", "no"}[i%2])
		w.Screen()
	}
}

// BenchmarkFullHome turns the display for each picture, over the wallpaper.
func BenchmarkFullHome(b *testing.B) {
	w := benchWorld(b)
	for i := 0; b.Loop(); i++ {
		w.SetNight([]string{"yes", "no"}[i%2])
		w.Screen()
	}
}

// BenchmarkSmallUpdate flips one switch for each picture.
func BenchmarkSmallUpdate(b *testing.B) {
	w := benchWorld(b)
	w.Start(world.Intent{Action: "android.settings.DISPLAY_SETTINGS"})
	w.Screen()
	for i := 0; b.Loop(); i++ {
		w.Settings().Put("system", "screen_brightness_mode", []string{"1", "0"}[i%2])
		w.Screen()
	}
}

// BenchmarkScrollStep moves a list under the finger for each picture.
func BenchmarkScrollStep(b *testing.B) {
	w := benchWorld(b)
	w.Start(world.Intent{Action: "android.settings.SETTINGS"})
	w.Screen()
	w.Touch(0, world.TouchDown, image.Pt(540, 1800), 1)
	for i := 0; b.Loop(); i++ {
		w.Touch(0, world.TouchMove, image.Pt(540, 1500+i%2*20), 1)
		w.Screen()
	}
}

// BenchmarkTouchMove is a move nobody looks at.
func BenchmarkTouchMove(b *testing.B) {
	w := benchWorld(b)
	w.Start(world.Intent{Action: "android.settings.SETTINGS"})
	w.Touch(0, world.TouchDown, image.Pt(540, 1800), 1)
	for i := 0; b.Loop(); i++ {
		w.Touch(0, world.TouchMove, image.Pt(540, 1500+i%2*20), 1)
	}
}

// BenchmarkStill asks for the picture of a screen that does not change.
func BenchmarkStill(b *testing.B) {
	w := benchWorld(b)
	for b.Loop() {
		w.Screen()
	}
}

// BenchmarkTypeIntoLongNote types one character at the end of a note of 5,000 characters in 50 paragraphs.
func BenchmarkTypeIntoLongNote(b *testing.B) {
	w := benchWorld(b)
	p, _ := w.Package("com.example.notes")
	w.Start(world.Intent{Component: p.Launcher})
	w.Screen()
	w.Touch(0, world.TouchDown, image.Pt(950, 2200), 1)
	w.Touch(0, world.TouchUp, image.Pt(950, 2200), 0)
	if !w.IME().Shown {
		b.Fatal("no editor")
	}
	w.SetClipboard(strings.Repeat(strings.Repeat("some text ", 10)+"\n", 50))
	w.Key(279, 0, true)
	w.Key(279, 0, false)
	for b.Loop() {
		w.Type('x')
		w.Key(67, 0, true)
		w.Key(67, 0, false)
	}
}

// BenchmarkTypeMixed types 2,000 characters of several scripts into an empty note, taking the picture after each.
func BenchmarkTypeMixed(b *testing.B) {
	text := []rune(strings.Repeat("The quick brown fox, 敏捷的棕色狐狸 jumps; שלום 👩‍👩‍👧 é ", 60))[:2000]
	w := benchWorld(b)
	p, _ := w.Package("com.example.notes")
	w.Start(world.Intent{Component: p.Launcher})
	w.Screen()
	w.Touch(0, world.TouchDown, image.Pt(950, 2200), 1)
	w.Touch(0, world.TouchUp, image.Pt(950, 2200), 0)
	if !w.IME().Shown {
		b.Fatal("no editor")
	}
	for b.Loop() {
		for _, r := range text {
			w.SetClipboard(string(r))
			w.Key(279, 0, true)
			w.Key(279, 0, false)
			w.Screen()
		}
		w.Key(29, 0x1000, true)
		w.Key(29, 0x1000, false)
		w.Key(67, 0, true)
		w.Key(67, 0, false)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB-live")
	b.ReportMetric(float64(m.Sys)/(1<<20), "MB-sys")
}
