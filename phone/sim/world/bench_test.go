package world_test

import (
	"image"
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
