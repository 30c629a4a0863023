package world_test

import (
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// TestQuickTiles taps each tile of the quick settings and looks into the settings for what it did, there and back.
func TestQuickTiles(t *testing.T) {
	onPhone(t, func(r *rig) {
		for _, c := range []struct{ tile, ns, key, on, off string }{
			{"Internet", "global", "wifi_on", "1", "0"}, {"Bluetooth", "global", "bluetooth_on", "1", "0"},
			{"Flashlight", "secure", "flashlight_enabled", "1", "0"}, {"Do Not Disturb", "global", "zen_mode", "1", "0"},
			{"Auto-rotate", "system", "accelerometer_rotation", "1", "0"}, {"Airplane mode", "global", "airplane_mode_on", "1", "0"},
			{"Battery Saver", "global", "low_power", "1", "0"}, {"Location", "secure", "location_mode", "3", "0"},
			{"Dark theme", "secure", "ui_night_mode", "2", "1"},
		} {
			r.ExpandSettings()
			time.Sleep(time.Second)
			was := r.tile(c.tile).Checked
			for _, on := range []bool{!was, was} {
				r.tapAt(r.tile(c.tile).middle())
				time.Sleep(300 * time.Millisecond)
				want := c.off
				if on {
					want = c.on
				}
				if n := r.tile(c.tile); n.Checked != on {
					t.Errorf("%s: checked %t, want %t", c.tile, n.Checked, on)
				}
				if got := r.setting(c.ns, c.key); got != want {
					t.Errorf("%s: %s is %q, want %q", c.tile, c.key, got, want)
				}
			}
		}
	})
}

// tile is the quick-settings tile with the label.
func (r *rig) tile(label string) *node {
	r.t.Helper()
	h := r.tree()
	var found *node
	h.Kids[0].each(func(n *node) bool {
		if n.Desc == label && n.Class == "android.widget.Switch" {
			found = n
		}
		return found != nil
	})
	if found == nil {
		r.t.Fatalf("no tile %q", label)
	}
	return found
}

// TestShadeInChinese has the system's own notifications and their ages in the phone's language.
func TestShadeInChinese(t *testing.T) {
	p := world.Pixel()
	p.Locale = "zh-CN"
	onPhoneWith(t, world.Options{Profile: p}, func(r *rig) {
		r.ExpandNotifications()
		time.Sleep(time.Second)
		r.see("已连接到 USB 调试")
		r.see("正在慢速充电")
		if n := r.see("app_name_text"); !strings.HasPrefix(n.Text, "系统界面 · ") || !strings.HasSuffix(n.Text, "分钟") {
			t.Errorf("the head of a notification is %q", n.Text)
		}
	})
}
