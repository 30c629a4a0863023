package apps

import (
	"fmt"
	"maps"
	"slices"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// pages are all pages by name. It is filled in init, as pages link to each other.
var pages map[string]page

func init() {
	pages = map[string]page{
		"network": {title: "Network & internet", rows: networkRows}, "internet": {title: "Internet", rows: internetRows},
		"sims": {title: "SIMs", rows: simRows}, "hotspot": {title: "Hotspot & tethering", rows: hotspotRows},
		"connected": {title: "Connected devices", rows: connectedRows}, "bluetooth": {title: "Bluetooth", rows: bluetoothRows},
		"apps": {title: "Apps", rows: appListRows}, "app": {title: "App info", rows: appInfoRows, hidden: true},
		"notifications": {title: "Notifications", rows: notificationRows}, "dnd": {title: "Do Not Disturb", rows: dndRows},
		"battery": {title: "Battery", rows: batteryRows}, "storage": {title: "Storage", rows: storageRows},
		"sound": {title: "Sound & vibration", rows: soundRows}, "display": {title: "Display", rows: displayRows},
		"brightness": {title: "Brightness level", rows: brightnessRows, hidden: true}, "text": {title: "Display size and text", rows: textRows},
		"accessibility": {title: "Accessibility", rows: accessibilityRows}, "security": {title: "Security & privacy", rows: securityRows},
		"location": {title: "Location", rows: locationRows}, "system": {title: "System", rows: systemRows},
		"gestures": {title: "Navigation mode", rows: gestureRows}, "keyboard": {title: "On-screen keyboard", rows: keyboardRows},
		"datetime": {title: "Date & time", rows: dateRows}, "developer": {title: "Developer options", rows: developerRows},
		"languages": {title: "Languages", rows: languageRows}, "language": {title: "Add a language", rows: addLanguageRows, hidden: true},
		"permissions": {title: "App permissions", rows: permissionRows, hidden: true}, "permission": {title: "App permission", rows: permissionChoiceRows, hidden: true},
		"privacy": {title: "Privacy", rows: privacyRows}, "lockscreen": {title: "Lock screen", rows: lockScreenRows}, "gesture": {title: "Gestures", rows: moreGestureRows},
		"timeouts": {title: "Timing controls", rows: timingRows}, "colors": {title: "Color and motion", rows: colorRows}, "saver": {title: "Battery Saver", rows: saverRows},
		"about": {title: "About phone", rows: aboutRows}, "android": {title: "Android version", rows: androidRows, hidden: true},
	}
}

// pageNames are all pages: those of the first list in its order, then the others by name.
func pageNames() []string {
	var out []string
	for _, r := range homeRows {
		out = append(out, r.page)
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

func on(b bool) string {
	if b {
		return "On"
	}
	return "Off"
}

func notificationRows(c *world.Ctx) []row {
	return []row{
		toggle(c, "Notification dot on app icon", "", "secure", "notification_badging"),
		toggle(c, "Notifications on lock screen", "Show conversations, default, and silent", "secure", "lock_screen_show_notifications"),
		toggle(c, "Sensitive notifications", "Show sensitive content when locked", "secure", "lock_screen_allow_private_notifications"),
		toggle(c, "Pop on screen", "Show important notifications at the top of the screen", "global", "heads_up_notifications_enabled"),
		link(c, "Do Not Disturb", on(c.SettingOn("global", "zen_mode")), "dnd", view.IconBlock),
	}
}

func dndRows(c *world.Ctx) []row {
	use := toggle(c, "Use Do Not Disturb", "", "global", "zen_mode")
	use.main = true
	return []row{use, {title: "People", summary: "Starred contacts can interrupt"}, {title: "Alarms & other interruptions", summary: "Alarms and media can interrupt"}}
}

func batterySummary(c *world.Ctx) string {
	b := c.Battery()
	if b.Powered() && b.Status == 2 {
		return fmt.Sprintf("%d%% - Charging", b.Level)
	}
	return fmt.Sprintf("%d%%", b.Level)
}

func batteryRows(c *world.Ctx) []row {
	b := c.Battery()
	t := c.Theme()
	big := view.Label(fmt.Sprintf("%d%%", b.Level), 40, t.OnSurface)
	big.ID, big.Margin = "usage_summary", view.Edges{Left: 24, Bottom: 8}
	return []row{
		{custom: big},
		link(c, "Battery Saver", on(c.SettingOn("global", "low_power")), "saver", nil),
		toggle(c, "Battery percentage", "Show battery percentage in status bar", "system", "status_bar_show_battery_percent"),
		toggle(c, "Adaptive Battery", "Extend battery life based on your phone use", "global", "adaptive_battery_management_enabled"),
	}
}

func storageRows(c *world.Ctx) []row {
	rows := []row{{title: "41 GB used", summary: "128 GB total"}}
	for _, e := range [][2]string{{"Apps", "14 GB"}, {"System", "15 GB"}, {"Images", "6.1 GB"}, {"Videos", "4.2 GB"}, {"Audio", "1.3 GB"}, {"Documents & other", "0.4 GB"}, {"Trash", "0 B"}} {
		rows = append(rows, row{title: e[0], summary: e[1]})
	}
	return rows
}

func accessibilityRows(c *world.Ctx) []row {
	return []row{
		link(c, "Display size and text", "", "text", view.IconFont),
		link(c, "Color and motion", "", "colors", view.IconPalette),
		link(c, "Timing controls", "", "timeouts", view.IconClock),
		toggle(c, "Magnification", "Quickly zoom in on the screen", "secure", "accessibility_display_magnification_enabled"),
		toggleOf(c, "Power button ends call", "", "secure", "incall_power_button_behavior", "1", "2"),
		toggle(c, "Mono audio", "Combine channels when playing audio", "system", "master_mono"),
	}
}

func locationOn(c *world.Ctx) bool { return c.SettingOn("secure", "location_mode") }

func locationRows(c *world.Ctx) []row {
	is := locationOn(c)
	use := row{title: "Use location", toggle: &is, main: true, click: func() {
		v := "3"
		if locationOn(c) {
			v = "0"
		}
		c.PutSetting("secure", "location_mode", v)
	}}
	return []row{
		use, {title: "App location permissions", summary: "3 of 12 apps have access to location", off: !is},
		toggle(c, "Wi-Fi scanning", "", "global", "wifi_scan_always_enabled"), toggle(c, "Bluetooth scanning", "", "global", "ble_scan_always_enabled"),
	}
}
