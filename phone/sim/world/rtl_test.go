package world_test

import (
	"testing"
	"time"
)

// TestForceRTL mirrors pages when the switch is on or the language runs so, and the dump says where things are.
func TestForceRTL(t *testing.T) {
	for _, set := range [][3]string{{"global", "debug.force_rtl", "1"}, {"system", "system_locales", "ar-EG"}} {
		onPhone(t, func(r *rig) {
			r.open("android.settings.DISPLAY_SETTINGS")
			arrow := r.see("Navigate up").rect()
			r.Settings().Put(set[0], set[1], set[2])
			time.Sleep(time.Second)
			got, w := r.see("Navigate up").rect(), r.Display().Size.X
			if got.Max.X != w-arrow.Min.X || got.Min.X != w-arrow.Max.X {
				t.Errorf("%s: the arrow is at %v, was at %v on %d pixels", set[1], got, arrow, w)
			}
			r.tap("Navigate up")
			if r.seek("Navigate up") != nil {
				t.Error("a tap on the mirrored arrow does nothing")
			}
		})
	}
}
