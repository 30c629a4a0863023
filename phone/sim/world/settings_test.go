package world_test

import (
	"image"
	"testing"
	"time"
)

// row finds the clickable row that holds the title, and the switch in it.
func (r *rig) row(title string) (row, sw *node) {
	r.t.Helper()
	h := r.tree()
	h.Kids[0].each(func(n *node) bool {
		if !n.Click {
			return false
		}
		has := false
		n.each(func(k *node) bool {
			has = has || k.Text == title
			if k.Class == "android.widget.Switch" {
				sw = k
			}
			return false
		})
		if has {
			row = n
			return true
		}
		sw = nil
		return false
	})
	if row == nil || sw == nil {
		r.t.Fatalf("no switch row %q", title)
	}
	return row, sw
}

func TestSwitchRowIsTheSetting(t *testing.T) {
	t.Parallel()
	cases := []struct{ action, title, ns, key, on, off string }{
		{"android.settings.WIFI_SETTINGS", "Wi-Fi", "global", "wifi_on", "1", "0"},
		{"android.settings.BLUETOOTH_SETTINGS", "Use Bluetooth", "global", "bluetooth_on", "1", "0"},
		{"android.settings.WIRELESS_SETTINGS", "Airplane mode", "global", "airplane_mode_on", "1", "0"},
		{"android.settings.DISPLAY_SETTINGS", "Dark theme", "secure", "ui_night_mode", "2", "1"},
		{"android.settings.DISPLAY_SETTINGS", "Adaptive brightness", "system", "screen_brightness_mode", "1", "0"},
		{"android.settings.ZEN_MODE_SETTINGS", "Use Do Not Disturb", "global", "zen_mode", "1", "0"},
		{"android.settings.LOCATION_SOURCE_SETTINGS", "Use location", "secure", "location_mode", "3", "0"},
		{"android.settings.DATE_SETTINGS", "Use 24-hour format", "system", "time_12_24", "24", "12"},
	}
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			onPhone(t, func(r *rig) {
				r.open(c.action)
				row, sw := r.row(c.title)
				if sw.Click || !row.Click || sw.Checked != (r.setting(c.ns, c.key) == c.on) {
					t.Fatalf("row clickable %v, switch clickable %v, checked %v while the setting is %s", row.Click, sw.Click, sw.Checked, r.setting(c.ns, c.key))
				}
				for range 2 {
					was, pic := sw.Checked, r.picture()
					r.tapAt(row.middle())
					want := c.on
					if was {
						want = c.off
					}
					if got := r.setting(c.ns, c.key); got != want {
						t.Errorf("after the tap %s is %s, want %s", c.key, got, want)
					}
					row, sw = r.row(c.title)
					if sw.Checked == was {
						t.Error("the dump still shows the old state")
					}
					if r.picture() == pic {
						t.Error("the picture did not change")
					}
				}
				// And the other way: the setting moves the switch.
				was, pic := sw.Checked, r.picture()
				value := c.on
				if was {
					value = c.off
				}
				r.Settings().Put(c.ns, c.key, value)
				if _, sw = r.row(c.title); sw.Checked == was {
					t.Errorf("put %s %s: the switch did not follow", c.key, value)
				}
				if r.picture() == pic {
					t.Errorf("put %s %s: the picture did not change", c.key, value)
				}
			})
		})
	}
}

func TestQuickSettingsTiles(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.ExpandSettings()
		for _, c := range []struct{ tile, ns, key string }{
			{"Internet", "global", "wifi_on"}, {"Bluetooth", "global", "bluetooth_on"}, {"Auto-rotate", "system", "accelerometer_rotation"},
			{"Do Not Disturb", "global", "zen_mode"}, {"Dark theme", "secure", "ui_night_mode"}, {"Battery Saver", "global", "low_power"},
		} {
			n, was := r.see(c.tile), r.setting(c.ns, c.key)
			checked := n.Checked
			r.tap(c.tile)
			if r.setting(c.ns, c.key) == was {
				t.Errorf("%s left %s at %s", c.tile, c.key, was)
			}
			if r.see(c.tile).Checked == checked {
				t.Errorf("%s still shows %v", c.tile, checked)
			}
		}
	})
}

func TestAirplaneModeTakesTheRadios(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.Settings().Put("global", "airplane_mode_on", "1")
		if w, b := r.setting("global", "wifi_on"), r.setting("global", "bluetooth_on"); w != "0" || b != "0" {
			t.Errorf("in airplane mode wifi_on %s, bluetooth_on %s", w, b)
		}
		r.Settings().Put("global", "airplane_mode_on", "0")
		if w, b := r.setting("global", "wifi_on"), r.setting("global", "bluetooth_on"); w != "1" || b != "1" {
			t.Errorf("after it wifi_on %s, bluetooth_on %s", w, b)
		}
	})
}

func TestSliders(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.DISPLAY_SETTINGS")
		r.tap("Brightness level")
		bar := r.see("seekbar").rect()
		r.tapAt(bar.Min.Add(bar.Size().Div(2)))
		if got := r.setting("system", "screen_brightness"); got != "127" && got != "128" {
			t.Errorf("a tap in the middle of the slider sets %s", got)
		}
		pic := r.picture()
		r.Settings().Put("system", "screen_brightness", "20")
		if r.picture() == pic {
			t.Error("the slider does not follow the setting")
		}

		r.open("android.settings.SOUND_SETTINGS")
		bar = r.see("Media volume").rect()
		if h := r.see("seekbar"); h.Desc != "Media volume" {
			t.Fatalf("the first slider is %q", h.Desc)
		}
		bar = r.see("seekbar").rect()
		r.swipe(image.Pt(bar.Min.X+bar.Dx()/2, bar.Min.Y+bar.Dy()/2), image.Pt(bar.Max.X-1, bar.Min.Y+bar.Dy()/2), 300*time.Millisecond)
		if v := r.Volumes()[3]; v.Now != v.Max {
			t.Errorf("dragged to the end, but music is at %d of %d", v.Now, v.Max)
		}
		if got := r.setting("system", "volume_music"); got != "25" {
			t.Errorf("volume_music is %s", got)
		}
	})
}

func TestChoiceDialog(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.DISPLAY_SETTINGS")
		r.tap("Screen timeout")
		h := r.tree()
		if b := h.Kids[0].rect(); b.Min.X < 20 || b.Dx() > 1040 {
			t.Errorf("the dialog's window covers %v: only the dialog should be dumped", b)
		}
		if n := r.see("1 minute"); n.Class != "android.widget.CheckedTextView" || !n.Checked {
			t.Errorf("the present value is a %s, checked %v", n.Class, n.Checked)
		}
		r.tap("5 minutes")
		if got := r.setting("system", "screen_off_timeout"); got != "300000" {
			t.Errorf("screen_off_timeout is %s", got)
		}
		if r.seek("Cancel") != nil {
			t.Error("the dialog is still open")
		}
		r.tap("Screen timeout")
		r.press(back)
		if r.seek("Cancel") != nil || r.seek("Screen timeout") == nil {
			t.Error("the back key should close the dialog and nothing else")
		}
		r.tap("Screen timeout")
		r.tapAt(image.Pt(540, 2200))
		if r.seek("Cancel") != nil {
			t.Error("a tap beside the dialog should close it")
		}
	})
}

func TestAboutPhone(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.DEVICE_INFO_SETTINGS")
		for _, s := range []string{"Pixel 8", "14", "Model", "Android version"} {
			r.see(s)
		}
		r.Settings().Put("global", "development_settings_enabled", "0")
		r.swipe(image.Pt(540, 2000), image.Pt(540, 700), 400*time.Millisecond)
		for range 7 {
			r.tap("Build number")
		}
		if got := r.setting("global", "development_settings_enabled"); got != "1" {
			t.Error("seven taps on the build number made no developer")
		}
	})
}

func TestSettingsHomeScrollsAndSearches(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		if r.seek("About phone") != nil {
			t.Fatal("the last row is in view before scrolling")
		}
		r.swipe(image.Pt(540, 1900), image.Pt(540, 500), 200*time.Millisecond)
		r.tap("About phone")
		r.see("Model")
		r.press(back)
		r.see("About phone") // where it was scrolled to
		r.swipe(image.Pt(540, 500), image.Pt(540, 2000), 200*time.Millisecond)
		r.tap("search_action_bar_title")
		r.typeText("dark")
		r.tap("Dark theme")
		r.see("Brightness level")
	})
}

func TestNamespaces(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		s := r.Settings()
		if s.Put("nope", "a", "b") {
			t.Error("put into an unknown namespace")
		}
		if s.List("nope") != nil {
			t.Error("listed an unknown namespace")
		}
		s.Put("global", "mine", "x")
		if v, ok := s.Get("global", "mine"); v != "x" || !ok {
			t.Errorf("got %q %v", v, ok)
		}
		if _, ok := s.Get("secure", "mine"); ok {
			t.Error("namespaces share a key")
		}
		if n := s.Delete("global", "mine"); n != 1 {
			t.Errorf("deleted %d", n)
		}
		if n := s.Delete("global", "mine"); n != 0 {
			t.Errorf("deleted %d", n)
		}
		list := s.List("system")
		list["font_scale"] = "9"
		if v, _ := s.Get("system", "font_scale"); v == "9" {
			t.Error("List handed out its own map")
		}
	})
}

func TestFontScaleAndDarkThemeRedraw(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		h := r.see("Battery").rect().Dy()
		img, _ := r.Screen()
		light := img.RGBAAt(5, 1200)
		r.Settings().Put("system", "font_scale", "1.5")
		if big := r.see("Battery").rect().Dy(); big <= h {
			t.Errorf("text is %d high at 1.0 and %d at 1.5", h, big)
		}
		r.SetNight("yes")
		img, _ = r.Screen()
		if dark := img.RGBAAt(5, 1200); dark.R > 60 || light.R < 200 {
			t.Errorf("the background is %v in light and %v in dark", light, dark)
		}
	})
}
