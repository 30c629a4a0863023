package world

import "fmt"

// bootSettings fills the store with what a phone that was set up has.
func (w *World) bootSettings() {
	w.settings["system"] = map[string]string{
		"accelerometer_rotation": "1", "user_rotation": "0", "screen_brightness": "102", "screen_brightness_mode": "0",
		"screen_off_timeout": "60000", "font_scale": "1.0", "time_12_24": "12", "haptic_feedback_enabled": "1", "vibrate_when_ringing": "0",
		"sound_effects_enabled": "1", "lockscreen_sounds_enabled": "1", "dtmf_tone": "1", "charging_sounds_enabled": "1",
		"volume_music": "10", "volume_music_speaker": "10", "volume_ring": "5", "volume_alarm": "6", "volume_voice": "4",
		"volume_system": "5", "volume_notification": "5", "ringtone": "content://media/internal/audio/media/31", "mode_ringer_streams_affected": "422",
		"notification_sound": "content://media/internal/audio/media/27", "alarm_alert": "content://media/internal/audio/media/12",
		"show_touches": "0", "pointer_location": "0", "pointer_speed": "0", "status_bar_show_battery_percent": "0", "system_locales": w.prof.Locale,
		"peak_refresh_rate": "120.0", "next_alarm_formatted": "", "screen_auto_brightness_adj": "0.0", "hide_rotation_lock_toggle_for_accessibility": "0",
	}
	w.settings["secure"] = map[string]string{
		"ui_night_mode": "1", "ui_night_mode_override_off": "0", "ui_night_mode_override_on": "0", "navigation_mode": w.navMode(),
		"default_input_method": w.ownIME(), "enabled_input_methods": w.ownIME(), "show_ime_with_hard_keyboard": "1",
		"selected_input_method_subtype": "-1", "location_mode": "3", "android_id": w.androidID(), "lock_screen_show_notifications": "1",
		"lock_screen_allow_private_notifications": "1", "lockscreen.disabled": "0", "enabled_accessibility_services": "", "accessibility_enabled": "0",
		"touch_exploration_enabled": "0", "high_text_contrast_enabled": "0", "accessibility_display_inversion_enabled": "0",
		"accessibility_display_daltonizer_enabled": "0", "accessibility_display_magnification_enabled": "0", "user_setup_complete": "1",
		"enabled_notification_listeners": "", "incall_power_button_behavior": "1", "notification_badging": "1", "doze_enabled": "1", "doze_always_on": "0", "night_display_activated": "0",
		"night_display_auto_mode": "0", "bluetooth_name": w.prof.Model, "install_non_market_apps": "1", "skip_first_use_hints": "0",
		"spell_checker_enabled": "1", "immersive_mode_confirmations": "confirmed", "camera_double_tap_power_gesture_disabled": "0", "sleep_timeout": "-1",
		"assist_gesture_enabled": "1", "backup_enabled": "1", "tts_default_rate": "100", "long_press_timeout": "400",
		"sysui_qs_tiles": "internet,bt,dnd,flashlight,rotation,airplane,battery,dark,location,saver", "mock_location": "0", "qs_auto_tiles": "saver",
	}
	w.settings["global"] = map[string]string{
		"wifi_on": "1", "bluetooth_on": "1", "airplane_mode_on": "0", "mobile_data": "1", "mobile_data1": "1", "data_roaming": "0",
		"adb_enabled": "1", "adb_wifi_enabled": "0", "development_settings_enabled": "1", "stay_on_while_plugged_in": "7",
		"window_animation_scale": "1.0", "transition_animation_scale": "1.0", "animator_duration_scale": "1.0", "auto_time": "1",
		"auto_time_zone": "1", "zen_mode": "0", "mode_ringer": "2", "low_power": "0", "low_power_trigger_level": "0", "device_name": w.prof.Model,
		"device_provisioned": "1", "wifi_scan_always_enabled": "0", "wifi_wakeup_enabled": "1", "ble_scan_always_enabled": "0",
		"airplane_mode_radios": "cell,bluetooth,uwb,wifi,wimax", "airplane_mode_toggleable_radios": "bluetooth,wifi", "package_verifier_enable": "1",
		"heads_up_notifications_enabled": "1", "verifier_verify_adb_installs": "0", "always_finish_activities": "0", "usb_mass_storage_enabled": "1",
		"private_dns_mode": "opportunistic", "captive_portal_mode": "1", "network_recommendations_enabled": "1", "boot_count": "37", "theater_mode_on": "0",
		"mobile_data_always_on": "1", "force_resizable_activities": "0", "enable_freeform_support": "0", "bluetooth_disabled_profiles": "0",
		"preferred_network_mode": "33", "emergency_affordance_needed": "0", "show_angle_in_use_dialog_box": "0", "restricted_networking_mode": "0",
		"data_saver_on": "0", "hotspot_on": "0", "nfc_on": "1",
	}
}

func (w *World) androidID() string { return fmt.Sprintf("%016x", w.rng.Uint64()) }

// navMode is the kind of navigation the phone comes with.
func (w *World) navMode() string {
	if w.prof.Quirks.NavButtons {
		return "0"
	}
	return "2"
}
