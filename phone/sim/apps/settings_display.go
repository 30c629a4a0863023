package apps

import (
	"slices"
	"strconv"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

func soundRows(c *world.Ctx) []row {
	var rows []row
	for _, s := range []struct {
		stream world.Stream
		title  string
		icon   *view.Icon
	}{
		{world.StreamMusic, "Media volume", view.IconVolume}, {world.StreamVoice, "Call volume", view.IconPhone},
		{world.StreamRing, "Ring volume", view.IconBell}, {world.StreamNotification, "Notification volume", view.IconBell}, {world.StreamAlarm, "Alarm volume", view.IconClock},
	} {
		v := c.Volumes()[s.stream]
		rows = append(rows, row{title: s.title, icon: s.icon, slide: &view.Slide{Value: v.Now - v.Min, Max: v.Max - v.Min, Change: func(k int, done bool) { c.SetVolume(s.stream, v.Min+k) }}})
	}
	return append(rows,
		link(c, "Do Not Disturb", on(c.SettingOn("global", "zen_mode")), "dnd", view.IconBlock),
		ringerRow(c),
		toggle(c, "Vibrate for calls", "", "system", "vibrate_when_ringing"),
		toggle(c, "Dial pad tones", "", "system", "dtmf_tone"),
		toggle(c, "Screen locking sound", "", "system", "lockscreen_sounds_enabled"),
		toggle(c, "Charging sounds and vibration", "", "system", "charging_sounds_enabled"),
		toggle(c, "Tap & click sounds", "", "system", "sound_effects_enabled"),
		toggle(c, "Touch feedback", "Vibrate on tap, keyboard and more", "system", "haptic_feedback_enabled"))
}

func ringerRow(c *world.Ctx) row {
	modes := []string{"SILENT", "VIBRATE", "NORMAL"}
	labels := []string{"Silent", "Vibrate", "Ring"}
	at := slices.Index(modes, c.Ringer())
	return row{title: "Ringer mode", summary: labels[max(0, at)], icon: view.IconBell, click: func() {
		c.ShowDialog(world.Dialog{Title: "Ringer mode", Items: labels, Chosen: at, Cancel: "Cancel", OnItem: func(i int) { c.SetRinger(modes[i]) }})
	}}
}

func displayRows(c *world.Ctx) []row {
	dark := c.Night()
	auto := "Off / Will never turn on automatically"
	if dark {
		auto = "On / Will never turn off automatically"
	}
	return []row{
		heading("Brightness"),
		{title: "Brightness level", summary: percent(c), icon: view.IconSun, click: func() { openPage(c, "brightness") }},
		toggle(c, "Adaptive brightness", "", "system", "screen_brightness_mode"),
		heading("Lock display"),
		choice(c, "Screen timeout", "system", "screen_off_timeout", "60000", []option{
			{"15 seconds", "15000"}, {"30 seconds", "30000"}, {"1 minute", "60000"}, {"2 minutes", "120000"}, {"5 minutes", "300000"}, {"10 minutes", "600000"}, {"30 minutes", "1800000"},
		}),
		toggle(c, "Always show time and info", "Increased battery usage", "secure", "doze_always_on"),
		heading("Appearance"),
		{title: "Dark theme", summary: auto, icon: view.IconMoon, toggle: &dark, click: func() { c.SetNight(!c.Night()) }},
		link(c, "Display size and text", "", "text", view.IconFont),
		heading("Color"),
		toggle(c, "Night Light", "", "secure", "night_display_activated"),
		heading("Other display controls"),
		toggle(c, "Auto-rotate screen", "", "system", "accelerometer_rotation"),
		choice(c, "Refresh rate", "system", "peak_refresh_rate", "120.0", []option{{"Standard (60 Hz)", "60.0"}, {"High (120 Hz)", "120.0"}}),
		toggle(c, "Screen saver", "", "secure", "screensaver_enabled"),
		toggle(c, "Screen attention", "Keep the screen on while you look at it", "secure", "adaptive_sleep"),
	}
}

func percent(c *world.Ctx) string {
	return strconv.Itoa((c.SettingInt("system", "screen_brightness", 102)*100+127)/255) + "%"
}

func brightnessRows(c *world.Ctx) []row {
	return []row{{title: "Brightness level", summary: percent(c), icon: view.IconSun, slide: &view.Slide{
		Value: c.SettingInt("system", "screen_brightness", 102), Max: 255,
		Change: func(v int, done bool) { c.PutSetting("system", "screen_brightness", strconv.Itoa(max(1, v))) },
	}}}
}

var fontScales = []string{"0.85", "1.0", "1.15", "1.3", "1.5", "1.8", "2.0"}

func textRows(c *world.Ctx) []row {
	now := c.Setting("system", "font_scale", "1.0")
	at := max(0, slices.IndexFunc(fontScales, func(s string) bool { return same(s, now) }))
	t := c.Theme()
	sample := &view.Node{
		W: view.Match, Fill: t.SurfaceHigh, Corner: 24, Pad: view.All(20), Margin: view.Edges{Left: 16, Right: 16, Bottom: 16}, Gap: 6,
		Children: []*view.Node{view.Label("The quick brown fox", 18, t.OnSurface), view.Label("jumps over the lazy dog. 你好 🙂", 14, t.OnSurfaceFaint)},
	}
	return []row{
		{custom: sample},
		displaySizeRow(c),
		{title: "Font size", summary: "Make text bigger or smaller", icon: view.IconFont, slide: &view.Slide{Value: at, Max: len(fontScales) - 1, Change: func(v int, done bool) {
			c.PutSetting("system", "font_scale", fontScales[v])
		}}},
		toggleOf(c, "Bold text", "", "secure", "font_weight_adjustment", "0", "300"),
		toggle(c, "High contrast text", "Change text color to black or white", "secure", "high_text_contrast_enabled"),
		{title: "Reset settings", icon: view.IconReset, click: func() {
			c.PutSetting("system", "font_scale", "1.0")
			c.PutSetting("secure", "high_text_contrast_enabled", "0")
			c.Toast("Display size and text settings have been reset")
		}},
	}
}
