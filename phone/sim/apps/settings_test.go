package apps_test

import (
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// walk is one setting: the titles tapped from the first page on, the last one being the setting itself, and where it is kept.
type walk struct {
	path    string // titles with ">" between
	ns, key string
	choose  string // of a choice: the option taken first
	back    string // and the one that was there
}

var walks = []walk{
	{"Network & internet > Airplane mode", "global", "airplane_mode_on", "", ""},
	{"Network & internet > Data Saver", "global", "data_saver_on", "", ""},
	{"Network & internet > Private DNS", "global", "private_dns_mode", "Off", "Automatic"},
	{"Network & internet > Internet > Wi-Fi", "global", "wifi_on", "", ""},
	{"Network & internet > Internet > Mobile data", "global", "mobile_data", "", ""},
	{"Network & internet > Internet > Turn on Wi-Fi automatically", "global", "wifi_wakeup_enabled", "", ""},
	{"Network & internet > SIMs > Roaming", "global", "data_roaming", "", ""},
	{"Network & internet > SIMs > Preferred network type", "global", "preferred_network_mode", "LTE", "5G (recommended)"},
	{"Network & internet > Hotspot & tethering > Wi-Fi hotspot", "global", "hotspot_on", "", ""},
	{"Network & internet > Hotspot & tethering > Bluetooth tethering", "global", "bluetooth_tethering_on", "", ""},
	{"Connected devices > NFC", "global", "nfc_on", "", ""},
	{"Connected devices > Bluetooth > Use Bluetooth", "global", "bluetooth_on", "", ""},
	{"Notifications > Notification dot on app icon", "secure", "notification_badging", "", ""},
	{"Notifications > Pop on screen", "global", "heads_up_notifications_enabled", "", ""},
	{"Notifications > Do Not Disturb > Use Do Not Disturb", "global", "zen_mode", "", ""},
	{"Battery > Battery percentage", "system", "status_bar_show_battery_percent", "", ""},
	{"Battery > Adaptive Battery", "global", "adaptive_battery_management_enabled", "", ""},
	{"Battery > Battery Saver > Use Battery Saver", "global", "low_power", "", ""},
	{"Battery > Battery Saver > Schedule", "global", "low_power_trigger_level", "At 20%", "Off"},
	{"Sound & vibration > Vibrate for calls", "system", "vibrate_when_ringing", "", ""},
	{"Sound & vibration > Dial pad tones", "system", "dtmf_tone", "", ""},
	{"Sound & vibration > Screen locking sound", "system", "lockscreen_sounds_enabled", "", ""},
	{"Sound & vibration > Charging sounds and vibration", "system", "charging_sounds_enabled", "", ""},
	{"Sound & vibration > Tap & click sounds", "system", "sound_effects_enabled", "", ""},
	{"Sound & vibration > Touch feedback", "system", "haptic_feedback_enabled", "", ""},
	{"Display > Adaptive brightness", "system", "screen_brightness_mode", "", ""},
	{"Display > Screen timeout", "system", "screen_off_timeout", "5 minutes", "1 minute"},
	{"Display > Dark theme", "secure", "ui_night_mode", "", ""},
	{"Display > Night Light", "secure", "night_display_activated", "", ""},
	{"Display > Auto-rotate screen", "system", "accelerometer_rotation", "", ""},
	{"Display > Refresh rate", "system", "peak_refresh_rate", "Standard (60 Hz)", "High (120 Hz)"},
	{"Display > Screen saver", "secure", "screensaver_enabled", "", ""},
	{"Display > Display size and text > Bold text", "secure", "font_weight_adjustment", "", ""},
	{"Display > Display size and text > High contrast text", "secure", "high_text_contrast_enabled", "", ""},
	{"Accessibility > Magnification", "secure", "accessibility_display_magnification_enabled", "", ""},
	{"Accessibility > Mono audio", "system", "master_mono", "", ""},
	{"Accessibility > Power button ends call", "secure", "incall_power_button_behavior", "", ""},
	{"Accessibility > Color and motion > Color inversion", "secure", "accessibility_display_inversion_enabled", "", ""},
	{"Accessibility > Color and motion > Remove animations", "global", "animator_duration_scale", "", ""},
	{"Accessibility > Timing controls > Touch & hold delay", "secure", "long_press_timeout", "Long", "Short"},
	{"Accessibility > Timing controls > Time to take action", "secure", "accessibility_interactive_ui_timeout_ms", "30 seconds", "Default"},
	{"Security & privacy > Show passwords", "system", "show_password", "", ""},
	{"Security & privacy > Privacy > Camera access", "secure", "camera_access", "", ""},
	{"Security & privacy > Privacy > Show clipboard access", "secure", "clipboard_show_access_notifications", "", ""},
	{"Security & privacy > Lock screen > Sensitive notifications", "secure", "lock_screen_allow_private_notifications", "", ""},
	{"Security & privacy > Lock screen > Always show time and info", "secure", "doze_always_on", "", ""},
	{"Security & privacy > Lock screen > Lift to check phone", "secure", "doze_pulse_on_pick_up", "", ""},
	{"Location > Use location", "secure", "location_mode", "", ""},
	{"Location > Wi-Fi scanning", "global", "wifi_scan_always_enabled", "", ""},
	{"Location > Bluetooth scanning", "global", "ble_scan_always_enabled", "", ""},
	{"System > Backup", "secure", "backup_enabled", "", ""},
	{"System > Keyboard > Spell checker", "secure", "spell_checker_enabled", "", ""},
	{"System > Keyboard > Use on-screen keyboard", "secure", "show_ime_with_hard_keyboard", "", ""},
	{"System > Gestures > Quickly open camera", "secure", "camera_double_tap_power_gesture_disabled", "", ""},
	{"System > Gestures > One-handed mode", "secure", "one_handed_mode_enabled", "", ""},
	{"System > Gestures > Prevent ringing", "secure", "volume_hush_gesture", "Mute", "Off"},
	{"System > Date & time > Automatic time zone", "global", "auto_time_zone", "", ""},
	{"System > Date & time > Use 24-hour format", "system", "time_12_24", "", ""},
	{"System > Developer options > Stay awake", "global", "stay_on_while_plugged_in", "", ""},
	{"System > Developer options > Show taps", "system", "show_touches", "", ""},
	{"System > Developer options > Force RTL layout direction", "global", "debug.force_rtl", "", ""},
	{"System > Developer options > Window animation scale", "global", "window_animation_scale", "Animation scale 2x", "Animation scale 1x"},
	{"System > Developer options > Don't keep activities", "global", "always_finish_activities", "", ""},
}

// TestEverySettingWorks opens each setting by taps, changes it, reads it with the settings command, and changes it back.
func TestEverySettingWorks(t *testing.T) {
	t.Parallel()
	if len(walks) < 40 {
		t.Fatalf("%d settings", len(walks))
	}
	onPhone(t, "en-US", func(r *rig) {
		get := func(s walk) string { return r.shell("settings", "get", s.ns, s.key) }
		for _, s := range walks {
			r.open("com.android.settings")
			titles := strings.Split(s.path, " > ")
			for i, title := range titles {
				r.scrollTo(title)
				if i < len(titles)-1 {
					r.tap(title)
				}
			}
			was := get(s)
			change := func(option string) {
				r.tap(titles[len(titles)-1])
				if option != "" {
					r.tap(option)
				}
			}
			change(s.choose)
			now := get(s)
			if now == was {
				t.Errorf("%s: %s stays %q", s.path, s.key, was)
			}
			r.scrollTo(titles[len(titles)-1])
			change(s.back)
			if got := get(s); got != was && !(was == "null" && got == "0") && trimZero(got) != trimZero(was) {
				t.Errorf("%s: %s went from %q to %q to %q", s.path, s.key, was, now, got)
			}
		}
	})
}

// trimZero makes "1.0" and "1" the same, and "null", which is off, "0".
func trimZero(s string) string {
	if s = strings.TrimSuffix(s, ".0"); s == "null" {
		return "0"
	}
	return s
}

func TestSettingsSearchFindsRows(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.android.settings")
		r.tap("id/search_action_bar_title")
		r.typeText("roam")
		r.tap("Roaming")
		r.see("SIMs")
		r.see("Preferred network type")
	})
}

// TestLanguageChangesTheWords adds Chinese four levels down and sees the apps speak it.
func TestLanguageChangesTheWords(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.open("com.android.settings")
		r.scrollTo("System")
		r.tap("System", "Languages", "Add a language", "简体中文（中国）", "简体中文（中国）", "Use as system language")
		if got := r.shell("settings", "get", "system", "system_locales"); got != "zh-CN,en-US" {
			t.Errorf("languages %q", got)
		}
		r.see("语言")
		r.open("com.google.android.contacts")
		r.see("搜索联系人")
		if p, _ := r.Package("com.google.android.contacts"); p.Label != "通讯录" {
			t.Errorf("label %q", p.Label)
		}
	})
}

// TestPermissionFromSettings gives the camera its permission four levels down.
func TestPermissionFromSettings(t *testing.T) {
	t.Parallel()
	onPhone(t, "en-US", func(r *rig) {
		r.start(world.Intent{Action: "android.settings.APPLICATION_DETAILS_SETTINGS", Data: "package:com.google.android.GoogleCamera"})
		r.tap("Permissions", "Camera", "Allow")
		time.Sleep(time.Second)
		if out := r.shell("dumpsys", "package", "com.google.android.GoogleCamera"); !strings.Contains(out, "android.permission.CAMERA: granted=true") {
			t.Errorf("dumpsys says %s", out)
		}
	})
}
