package apps

import (
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

func systemRows(c *world.Ctx) []row {
	rows := []row{
		link(c, "Languages", languageName(c.Locale()), "languages", view.IconGlobe),
		link(c, "Keyboard", "On-screen keyboard", "keyboard", view.IconNote),
		link(c, "Navigation mode", navLabel(c), "gestures", view.IconPhone),
		link(c, "Gestures", "", "gesture", view.IconAccess),
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
		makerSwitch(c, c.Profile().Quirks.InstallNeedsSwitch, "Install via USB", "Allow installing apps via USB", "install"),
		makerSwitch(c, c.Profile().Quirks.InjectNeedsSwitch, "USB debugging (Security settings)",
			"Allow granting permissions and simulating input via USB debugging", "input"),
		heading("Input"),
		toggle(c, "Show taps", "Show visual feedback for taps", "system", "show_touches"),
		toggle(c, "Pointer location", "Screen overlay showing current touch data", "system", "pointer_location"),
		heading("Drawing"),
		choice(c, "Window animation scale", "global", "window_animation_scale", "1", scales),
		choice(c, "Transition animation scale", "global", "transition_animation_scale", "1", scales),
		choice(c, "Animator duration scale", "global", "animator_duration_scale", "1", scales),
		toggle(c, "Force RTL layout direction", "Force screen layout direction to RTL for all locales", "global", "debug.force_rtl"),
		toggle(c, "Force activities to be resizable", "Make all activities resizable for multi-window", "global", "force_resizable_activities"),
		toggle(c, "Enable freeform windows", "", "global", "enable_freeform_support"),
		toggle(c, "Verify apps over USB", "Check apps installed via ADB for harmful behavior", "global", "verifier_verify_adb_installs"),
		toggle(c, "Mobile data always active", "Keep mobile data active even when Wi-Fi is active", "global", "mobile_data_always_on"),
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

// makerSwitch is a developer option that only phones of some makers have.
func makerSwitch(c *world.Ctx, has bool, title, summary, name string) row {
	on := c.AdbSwitch(name)
	return row{title: title, summary: summary, hidden: !has, toggle: &on, click: func() { c.SetAdbSwitch(name, !on) }}
}
