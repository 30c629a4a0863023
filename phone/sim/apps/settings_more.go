package apps

import (
	"slices"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// permissionRows lists the permissions an app may be given.
func permissionRows(c *world.Ctx) []row {
	name := c.Extra("package")
	p, _ := c.Package(name)
	var rows []row
	for _, on := range []bool{true, false} {
		head := "Not allowed"
		if on {
			head = "Allowed"
		}
		rows = append(rows, heading(head))
		n := len(rows)
		for _, x := range p.Permissions {
			if x.Runtime && x.Granted == on {
				rows = append(rows, row{title: permissionLabel(x.Name), click: func() { openPage(c, "permission", "package", name, "permission", x.Name) }})
			}
		}
		if len(rows) == n {
			word := "No permissions denied"
			if on {
				word = "No permissions allowed"
			}
			rows = append(rows, row{title: word, off: true})
		}
	}
	return rows
}

var permissionLabels = map[string]string{
	permCamera: "Camera", "android.permission.RECORD_AUDIO": "Microphone", "android.permission.READ_CONTACTS": "Contacts", "android.permission.WRITE_CONTACTS": "Contacts (change)",
	"android.permission.READ_SMS": "SMS", "android.permission.SEND_SMS": "SMS (send)", "android.permission.CALL_PHONE": "Phone", "android.permission.READ_CALL_LOG": "Call logs",
	"android.permission.READ_CALENDAR": "Calendar", "android.permission.WRITE_CALENDAR": "Calendar (change)", "android.permission.POST_NOTIFICATIONS": "Notifications",
	"android.permission.READ_MEDIA_IMAGES": "Photos and videos", "android.permission.ACCESS_FINE_LOCATION": "Location",
}

func permissionLabel(name string) string {
	if l := permissionLabels[name]; l != "" {
		return l
	}
	return name
}

// permissionChoiceRows gives one permission to one app or takes it away.
func permissionChoiceRows(c *world.Ctx) []row {
	pkg, perm := c.Extra("package"), c.Extra("permission")
	p, _ := c.Package(pkg)
	at := slices.IndexFunc(p.Permissions, func(x world.Permission) bool { return x.Name == perm })
	if at < 0 {
		return nil
	}
	on := p.Permissions[at].Granted
	return []row{
		heading(permissionLabel(perm)),
		{title: "Allow", radio: true, selected: on, click: func() { c.SetPermission(pkg, perm, true) }},
		{title: "Don't allow", radio: true, selected: !on, click: func() { c.SetPermission(pkg, perm, false) }},
	}
}

func privacyRows(c *world.Ctx) []row {
	return []row{
		toggle(c, "Camera access", "For all apps and services", "secure", "camera_access"),
		toggle(c, "Microphone access", "For all apps and services", "secure", "microphone_access"),
		toggle(c, "Show clipboard access", "Show a message when apps access what you've copied", "secure", "clipboard_show_access_notifications"),
		toggle(c, "Show passwords", "Display characters briefly as you type", "system", "show_password"),
	}
}

func lockScreenRows(c *world.Ctx) []row {
	return []row{
		heading("What to show"),
		toggle(c, "Notifications on lock screen", "Show conversations, default, and silent", "secure", "lock_screen_show_notifications"),
		toggle(c, "Sensitive notifications", "Show sensitive content when locked", "secure", "lock_screen_allow_private_notifications"),
		toggle(c, "Double-line clock", "Change clock size according to lock screen content", "secure", "lockscreen_use_double_line_clock"),
		toggle(c, "Use device controls", "To control devices when locked", "secure", "lockscreen_show_controls"),
		heading("When to show"),
		toggle(c, "Always show time and info", "Increased battery usage", "secure", "doze_always_on"),
		toggle(c, "Tap to check phone", "", "secure", "doze_tap_gesture"),
		toggle(c, "Lift to check phone", "", "secure", "doze_pulse_on_pick_up"),
		toggle(c, "Wake screen for notifications", "", "secure", "doze_enabled"),
	}
}

func moreGestureRows(c *world.Ctx) []row {
	off := c.SettingOn("secure", "camera_double_tap_power_gesture_disabled")
	quick := !off
	return []row{
		{title: "Quickly open camera", summary: "Press power button twice", toggle: &quick, click: func() { c.Flip("secure", "camera_double_tap_power_gesture_disabled") }},
		toggle(c, "One-handed mode", "", "secure", "one_handed_mode_enabled"),
		toggle(c, "Flip to Shhh", "Turn phone face down for Do Not Disturb", "secure", "flip_to_shhh_enabled"),
		toggle(c, "Tap to wake", "", "secure", "double_tap_to_wake"),
		choice(c, "Prevent ringing", "secure", "volume_hush_gesture", "0", []option{{"Off", "0"}, {"Vibrate", "1"}, {"Mute", "2"}}),
	}
}

func timingRows(c *world.Ctx) []row {
	return []row{
		choice(c, "Touch & hold delay", "secure", "long_press_timeout", "400", []option{{"Short", "400"}, {"Medium", "1000"}, {"Long", "1500"}}),
		choice(c, "Time to take action", "secure", "accessibility_interactive_ui_timeout_ms", "0", []option{{"Default", "0"}, {"10 seconds", "10000"}, {"30 seconds", "30000"}, {"1 minute", "60000"}, {"2 minutes", "120000"}}),
		toggle(c, "Autoclick (dwell timing)", "", "secure", "accessibility_autoclick_enabled"),
	}
}

func colorRows(c *world.Ctx) []row {
	dark := c.Night()
	still := c.SettingFloat("global", "animator_duration_scale") == 0
	return []row{
		toggle(c, "Color inversion", "", "secure", "accessibility_display_inversion_enabled"),
		toggle(c, "Color correction", "", "secure", "accessibility_display_daltonizer_enabled"),
		{title: "Dark theme", icon: view.IconMoon, toggle: &dark, click: func() { c.SetNight(!c.Night()) }},
		{title: "Remove animations", summary: "Reduce movement on the screen", toggle: &still, click: func() {
			v := "0"
			if still {
				v = "1"
			}
			for _, k := range []string{"window_animation_scale", "transition_animation_scale", "animator_duration_scale"} {
				c.PutSetting("global", k, v)
			}
		}},
		toggle(c, "Large mouse pointer", "", "secure", "accessibility_large_pointer_icon"),
	}
}

func saverRows(c *world.Ctx) []row {
	use := toggle(c, "Use Battery Saver", "", "global", "low_power")
	use.main = true
	return []row{
		use,
		choice(c, "Schedule", "global", "low_power_trigger_level", "0", []option{{"Off", "0"}, {"At 10%", "10"}, {"At 20%", "20"}, {"At 50%", "50"}}),
		toggle(c, "Turn off when charged", "Battery Saver turns off at 90%", "global", "low_power_sticky_auto_disable_enabled"),
	}
}

// displaySizes are the sizes of things on the screen as shares of the panel's density.
var displaySizes = []float64{0.85, 1, 1.1, 1.2, 1.3}

func displaySizeRow(c *world.Ctx) row {
	real, now := c.Density()
	at := slices.IndexFunc(displaySizes, func(f float64) bool { return int(f*float64(real)) == now })
	return row{title: "Display size", summary: "Make everything bigger or smaller", icon: view.IconPhone, slide: &view.Slide{Value: max(0, at), Max: len(displaySizes) - 1, Change: func(v int, done bool) {
		if done {
			c.SetDensity(int(displaySizes[v] * float64(real)))
		}
	}}}
}
