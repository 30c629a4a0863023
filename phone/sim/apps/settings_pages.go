package apps

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

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
		"about": {title: "About phone", rows: aboutRows}, "android": {title: "Android version", rows: androidRows, hidden: true},
	}
}

func pageNames() []string { return slices.Sorted(maps.Keys(pages)) }

func on(b bool) string {
	if b {
		return "On"
	}
	return "Off"
}

// homeNetwork is the network the phone knows.
const homeNetwork = "HomeNet"

func networkRows(c *world.Ctx) []row {
	net := "Off"
	if c.SettingOn("global", "wifi_on") {
		net = homeNetwork
	}
	return []row{
		link(c, "Internet", net, "internet", view.IconWifi),
		link(c, "SIMs", "Fi Network", "sims", view.IconSIM),
		with(toggle(c, "Airplane mode", "", "global", "airplane_mode_on"), view.IconAirplane),
		link(c, "Hotspot & tethering", on(c.SettingOn("global", "hotspot_on")), "hotspot", view.IconHotspot),
		with(toggle(c, "Data Saver", "", "global", "data_saver_on"), view.IconSaver),
		with(choice(c, "Private DNS", "global", "private_dns_mode", "opportunistic", []option{{"Off", "off"}, {"Automatic", "opportunistic"}}), view.IconGlobe),
	}
}

// with adds an icon to a row.
func with(r row, i *view.Icon) row {
	r.icon = i
	return r
}

func internetRows(c *world.Ctx) []row {
	wifi := toggle(c, "Wi-Fi", "", "global", "wifi_on")
	data := toggle(c, "Mobile data", "Fi Network / LTE", "global", "mobile_data")
	data.icon = view.IconCell
	rows := []row{wifi}
	if *wifi.toggle {
		rows = append(rows,
			row{title: homeNetwork, summary: "Connected", icon: view.IconWifiFull, click: func() { networkDialog(c) }},
			row{title: "Cafe Guest", summary: "", icon: view.IconWifiFull, click: func() { joinDialog(c, "Cafe Guest") }},
			row{title: "Neighbour 5G", summary: "", icon: view.IconWifiFull, click: func() { joinDialog(c, "Neighbour 5G") }},
			row{title: "Add network", icon: view.IconAdd, click: func() { joinDialog(c, "") }},
		)
	} else {
		rows = append(rows, row{summary: "", title: "To see available networks, turn Wi-Fi on", off: true})
	}
	return append(rows, data, heading("Preferences"),
		toggle(c, "Turn on Wi-Fi automatically", "Wi-Fi will turn back on near high-quality saved networks", "global", "wifi_wakeup_enabled"),
		toggle(c, "Wi-Fi scanning", "Let apps and services scan for networks even when Wi-Fi is off", "global", "wifi_scan_always_enabled"))
}

func networkDialog(c *world.Ctx) {
	c.ShowDialog(world.Dialog{
		Title: homeNetwork, Message: "Status: Connected\nSignal strength: Excellent\nLink speed: 866 Mbps\nFrequency: 5 GHz\nSecurity: WPA2-Personal\nIP address: 192.168.1.23",
		OK: "OK", Cancel: "",
	})
}

// joinDialog asks for a network's password; there is no such network in reach, so joining fails politely.
func joinDialog(c *world.Ctx, ssid string) {
	pass := ""
	title := ssid
	if title == "" {
		title = "Add network"
	}
	c.ShowDialog(world.Dialog{
		Title: title, OK: "Connect", Cancel: "Cancel",
		Body: func() *view.Node {
			f := c.Field("password", pass, "Password", func(s string) { pass = s })
			f.Password, f.Edit.AutoFocus = true, true
			return view.Col(f)
		},
		OnOK: func() { c.Toast("Couldn't connect to network") },
	})
}

func simRows(c *world.Ctx) []row {
	return []row{
		{title: "Fi Network", summary: "Active / Default for calls, SMS", icon: view.IconSIM},
		with(toggle(c, "Mobile data", "Access data using mobile network", "global", "mobile_data"), view.IconCell),
		with(toggle(c, "Roaming", "Connect to data services when roaming", "global", "data_roaming"), view.IconGlobe),
		choice(c, "Preferred network type", "global", "preferred_network_mode", "33", []option{{"5G (recommended)", "33"}, {"LTE", "22"}, {"3G", "18"}}),
	}
}

func hotspotRows(c *world.Ctx) []row {
	return []row{
		toggle(c, "Wi-Fi hotspot", "Share your internet connection", "global", "hotspot_on"),
		{title: "USB tethering", summary: "Share phone's internet connection via USB", off: true},
		toggle(c, "Bluetooth tethering", "Share phone's internet connection via Bluetooth", "global", "bluetooth_tethering_on"),
	}
}

func connectedRows(c *world.Ctx) []row {
	bt := c.SettingOn("global", "bluetooth_on")
	return []row{
		{title: "Pair new device", summary: pairSummary(bt), icon: view.IconAdd, off: !bt, click: func() { c.Toast("Searching for devices…") }},
		heading("Previously connected devices"),
		{title: "Living Room Speaker", summary: "", icon: view.IconVolume, off: !bt, click: func() { c.Toast("Couldn't connect to Living Room Speaker") }},
		heading("Connection preferences"),
		link(c, "Bluetooth", on(bt), "bluetooth", view.IconBluetooth),
		with(toggle(c, "NFC", "Allow data exchange when the phone touches another device", "global", "nfc_on"), view.IconDevices),
	}
}

func pairSummary(bt bool) string {
	if bt {
		return ""
	}
	return "Bluetooth will turn on to pair"
}

func bluetoothRows(c *world.Ctx) []row {
	use := toggle(c, "Use Bluetooth", "", "global", "bluetooth_on")
	use.main = true
	rows := []row{use, nameRow(c)}
	if *use.toggle {
		rows = append(rows, row{title: "Pair new device", icon: view.IconAdd, click: func() { c.Toast("Searching for devices…") }})
	} else {
		rows = append(rows, row{title: "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices.", off: true})
	}
	return rows
}

// nameRow edits the phone's name.
func nameRow(c *world.Ctx) row {
	name := c.Setting("global", "device_name", c.Profile().Model)
	return row{title: "Device name", summary: name, click: func() {
		text := name
		c.ShowDialog(world.Dialog{
			Title: "Device name", OK: "OK", Cancel: "Cancel",
			Body: func() *view.Node {
				f := c.Field("android:id/edit", text, "", func(s string) { text = s })
				f.Edit.AutoFocus, f.Edit.MaxLen = true, 32
				return view.Col(f)
			},
			OnOK: func() {
				if s := strings.TrimSpace(text); s != "" {
					c.PutSetting("global", "device_name", s)
					c.PutSetting("secure", "bluetooth_name", s)
				}
			},
		})
	}}
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
		{title: "Battery Saver", summary: on(c.SettingOn("global", "low_power")), toggle: ptr(c.SettingOn("global", "low_power")), click: func() { c.Flip("global", "low_power") }},
		toggle(c, "Battery percentage", "Show battery percentage in status bar", "system", "status_bar_show_battery_percent"),
		toggle(c, "Adaptive Battery", "Extend battery life based on your phone use", "global", "adaptive_battery_management_enabled"),
	}
}

func ptr[T any](v T) *T { return &v }

func storageRows(c *world.Ctx) []row {
	rows := []row{{title: "41 GB used", summary: "128 GB total"}}
	for _, e := range [][2]string{{"Apps", "14 GB"}, {"System", "15 GB"}, {"Images", "6.1 GB"}, {"Videos", "4.2 GB"}, {"Audio", "1.3 GB"}, {"Documents & other", "0.4 GB"}, {"Trash", "0 B"}} {
		rows = append(rows, row{title: e[0], summary: e[1]})
	}
	return rows
}

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
		{title: "Font size", summary: "Make text bigger or smaller", icon: view.IconFont, slide: &view.Slide{Value: at, Max: len(fontScales) - 1, Change: func(v int, done bool) {
			c.PutSetting("system", "font_scale", fontScales[v])
		}}},
		toggle(c, "High contrast text", "Change text color to black or white", "secure", "high_text_contrast_enabled"),
		{title: "Reset settings", icon: view.IconReset, click: func() {
			c.PutSetting("system", "font_scale", "1.0")
			c.PutSetting("secure", "high_text_contrast_enabled", "0")
			c.Toast("Display size and text settings have been reset")
		}},
	}
}

func accessibilityRows(c *world.Ctx) []row {
	return []row{
		link(c, "Display size and text", "", "text", view.IconFont),
		toggle(c, "Color inversion", "", "secure", "accessibility_display_inversion_enabled"),
		toggle(c, "Color correction", "", "secure", "accessibility_display_daltonizer_enabled"),
		toggle(c, "Magnification", "Quickly zoom in on the screen", "secure", "accessibility_display_magnification_enabled"),
		toggle(c, "Remove animations", "Reduce movement on the screen", "secure", "remove_animations"),
		choice(c, "Touch & hold delay", "secure", "long_press_timeout", "400", []option{{"Short", "400"}, {"Medium", "1000"}, {"Long", "1500"}}),
	}
}

func securityRows(c *world.Ctx) []row {
	return []row{
		{title: "Screen lock", summary: lockLabel(c.Lock()), icon: view.IconLock, click: func() { lockDialog(c) }},
		toggle(c, "Show passwords", "Display characters briefly as you type", "system", "show_password"),
		toggle(c, "Camera access", "For all apps and services", "secure", "camera_access"),
		toggle(c, "Microphone access", "For all apps and services", "secure", "microphone_access"),
	}
}

func lockLabel(k world.KeyguardKind) string {
	return map[world.KeyguardKind]string{world.LockNone: "None", world.LockSwipe: "Swipe", world.LockPIN: "PIN"}[k]
}

func lockDialog(c *world.Ctx) {
	kinds := []world.KeyguardKind{world.LockNone, world.LockSwipe, world.LockPIN}
	c.ShowDialog(world.Dialog{
		Title: "Choose a screen lock", Items: []string{"None", "Swipe", "PIN"}, Chosen: slices.Index(kinds, c.Lock()), Cancel: "Cancel",
		OnItem: func(i int) {
			if kinds[i] == world.LockPIN {
				pinDialog(c)
				return
			}
			c.SetLock(kinds[i], "")
		},
	})
}

func pinDialog(c *world.Ctx) {
	pin := ""
	c.ShowDialog(world.Dialog{
		Title: "Set a PIN", Message: "PIN must contain at least 4 digits", OK: "Confirm", Cancel: "Cancel",
		Body: func() *view.Node {
			f := c.Field("password_entry", pin, "PIN", func(s string) { pin = s })
			f.Password, f.Edit.AutoFocus, f.Edit.Number, f.Edit.MaxLen = true, true, true, 16
			return view.Col(f)
		},
		OnOK: func() {
			if _, err := strconv.Atoi(pin); err != nil || len(pin) < 4 {
				c.Toast("PIN must contain at least 4 digits")
				return
			}
			c.SetLock(world.LockPIN, pin)
		},
	})
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

func systemRows(c *world.Ctx) []row {
	rows := []row{
		{title: "Languages", summary: "English (United States)", icon: view.IconGlobe},
		link(c, "Keyboard", "On-screen keyboard", "keyboard", view.IconNote),
		link(c, "Navigation mode", navLabel(c), "gestures", view.IconPhone),
		link(c, "Date & time", c.Now().Format("GMT-07:00"), "datetime", view.IconClock),
		with(toggle(c, "Backup", "", "secure", "backup_enabled"), view.IconReset),
	}
	if c.SettingOn("global", "development_settings_enabled") {
		rows = append(rows, link(c, "Developer options", "", "developer", view.IconDev))
	}
	return rows
}

func navLabel(c *world.Ctx) string {
	if c.SettingInt("secure", "navigation_mode", 2) == 0 {
		return "3-button navigation"
	}
	return "Gesture navigation"
}

func gestureRows(c *world.Ctx) []row {
	mode := c.SettingInt("secure", "navigation_mode", 2)
	return []row{
		{title: "Gesture navigation", summary: "Swipe up from the bottom to go home, swipe in from a side edge to go back", radio: true, selected: mode == 2, click: func() { c.PutSetting("secure", "navigation_mode", "2") }},
		{title: "3-button navigation", summary: "Go back, home, and switch apps with buttons at the bottom", radio: true, selected: mode == 0, click: func() { c.PutSetting("secure", "navigation_mode", "0") }},
	}
}

func keyboardRows(c *world.Ctx) []row {
	return []row{
		{title: "Gboard", summary: "English (US) (QWERTY)", icon: view.IconNote},
		toggle(c, "Use on-screen keyboard", "Keep it on screen while a physical keyboard is active", "secure", "show_ime_with_hard_keyboard"),
		toggle(c, "Spell checker", "", "secure", "spell_checker_enabled"),
	}
}

func dateRows(c *world.Ctx) []row {
	is24 := c.Hour24()
	return []row{
		toggle(c, "Automatic date and time", "", "global", "auto_time"),
		{title: "Date", summary: c.Now().Format("January 2, 2006"), off: c.SettingOn("global", "auto_time")},
		{title: "Time", summary: c.Now().Format("3:04 PM"), off: c.SettingOn("global", "auto_time")},
		toggle(c, "Automatic time zone", "", "global", "auto_time_zone"),
		{title: "Time zone", summary: c.Now().Format("GMT-07:00 MST"), off: c.SettingOn("global", "auto_time_zone")},
		{title: "Use 24-hour format", summary: c.Now().Format("15:04"), toggle: &is24, click: func() {
			v := "24"
			if c.Hour24() {
				v = "12"
			}
			c.PutSetting("system", "time_12_24", v)
		}},
	}
}

func developerRows(c *world.Ctx) []row {
	use := toggle(c, "Use developer options", "", "global", "development_settings_enabled")
	use.main = true
	scales := []option{{"Animation off", "0"}, {"Animation scale .5x", "0.5"}, {"Animation scale 1x", "1"}, {"Animation scale 1.5x", "1.5"}, {"Animation scale 2x", "2"}, {"Animation scale 5x", "5"}, {"Animation scale 10x", "10"}}
	stay := c.SettingOn("global", "stay_on_while_plugged_in")
	return []row{
		use,
		{title: "Stay awake", summary: "Screen will never sleep while charging", toggle: &stay, click: func() {
			v := "7"
			if c.SettingOn("global", "stay_on_while_plugged_in") {
				v = "0"
			}
			c.PutSetting("global", "stay_on_while_plugged_in", v)
		}},
		heading("Debugging"),
		toggle(c, "USB debugging", "Debug mode when USB is connected", "global", "adb_enabled"),
		toggle(c, "Wireless debugging", "Debug mode when Wi-Fi is connected", "global", "adb_wifi_enabled"),
		heading("Input"),
		toggle(c, "Show taps", "Show visual feedback for taps", "system", "show_touches"),
		toggle(c, "Pointer location", "Screen overlay showing current touch data", "system", "pointer_location"),
		heading("Drawing"),
		choice(c, "Window animation scale", "global", "window_animation_scale", "1", scales),
		choice(c, "Transition animation scale", "global", "transition_animation_scale", "1", scales),
		choice(c, "Animator duration scale", "global", "animator_duration_scale", "1", scales),
		heading("Apps"),
		toggle(c, "Don't keep activities", "Destroy every activity as soon as the user leaves it", "global", "always_finish_activities"),
	}
}

func aboutRows(c *world.Ctx) []row {
	p := c.Profile()
	return []row{
		nameRow(c),
		heading("Device details"),
		{title: "Phone number", summary: "+1 555-0100"},
		{title: "Model", summary: p.Model, click: func() {
			c.ShowDialog(world.Dialog{Title: "Model & hardware", Message: "Model: " + p.Model + "\nSerial number: " + c.Prop("ro.serialno") + "\nHardware version: MP1.0", OK: "OK"})
		}},
		{title: "Android version", summary: p.Release, click: func() { openPage(c, "android") }},
		heading("Device identifiers"),
		{title: "IP address", summary: ipAddress(c)},
		{title: "Wi-Fi MAC address", summary: "02:15:b2:00:4e:61"},
		{title: "Bluetooth address", summary: "22:22:8d:30:10:0a"},
		{title: "Up time", summary: upTime(c.Uptime())},
		{title: "Build number", summary: p.BuildNumber(), build: true},
	}
}

func ipAddress(c *world.Ctx) string {
	if c.SettingOn("global", "wifi_on") {
		return "192.168.1.23"
	}
	return "Unavailable"
}

// upTime is to the minute, so that a page that shows it stands still.
func upTime(d time.Duration) string {
	return fmt.Sprintf("%d:%02d", int(d.Hours()), int(d.Minutes())%60)
}

func androidRows(c *world.Ctx) []row {
	p := c.Profile()
	return []row{
		{title: "Android version", summary: p.Release}, {title: "Android security update", summary: patchDate(p.Patch)},
		{title: "Google Play system update", summary: "May 1, 2024"}, {title: "Baseband version", summary: strings.Split(c.Prop("gsm.version.baseband"), ",")[0]},
		{title: "Kernel version", summary: p.Kernel}, {title: "Build number", summary: p.BuildNumber()},
	}
}

func patchDate(s string) string {
	t, err := time.Parse("2006-01-02", s)
	if err != nil {
		return s
	}
	return t.Format("January 2, 2006")
}
