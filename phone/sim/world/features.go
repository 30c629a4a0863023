package world

import "slices"

// phoneFeatures is what a phone of a release can do, as `pm list features` names it.
func phoneFeatures(sdk int) []string {
	list := []string{
		"android.hardware.audio.low_latency", "android.hardware.audio.output", "android.hardware.bluetooth", "android.hardware.bluetooth_le",
		"android.hardware.camera", "android.hardware.camera.any", "android.hardware.camera.autofocus", "android.hardware.camera.flash",
		"android.hardware.camera.front", "android.hardware.faketouch", "android.hardware.fingerprint", "android.hardware.location",
		"android.hardware.location.gps", "android.hardware.location.network", "android.hardware.microphone", "android.hardware.nfc",
		"android.hardware.nfc.hce", "android.hardware.opengles.aep", "android.hardware.ram.normal", "android.hardware.screen.landscape",
		"android.hardware.screen.portrait", "android.hardware.sensor.accelerometer", "android.hardware.sensor.compass",
		"android.hardware.sensor.gyroscope", "android.hardware.sensor.light", "android.hardware.sensor.proximity", "android.hardware.sensor.stepcounter",
		"android.hardware.telephony", "android.hardware.telephony.gsm", "android.hardware.touchscreen", "android.hardware.touchscreen.multitouch",
		"android.hardware.touchscreen.multitouch.distinct", "android.hardware.touchscreen.multitouch.jazzhand", "android.hardware.usb.accessory",
		"android.hardware.usb.host", "android.hardware.vulkan.level=1", "android.hardware.vulkan.version=4198400", "android.hardware.wifi",
		"android.hardware.wifi.direct", "android.software.activities_on_secondary_displays", "android.software.app_widgets",
		"android.software.autofill", "android.software.backup", "android.software.cant_save_state", "android.software.companion_device_setup",
		"android.software.connectionservice", "android.software.cts", "android.software.device_admin", "android.software.file_based_encryption",
		"android.software.home_screen", "android.software.input_methods", "android.software.live_wallpaper", "android.software.managed_users",
		"android.software.midi", "android.software.picture_in_picture", "android.software.print", "android.software.securely_removes_users",
		"android.software.verified_boot", "android.software.voice_recognizers", "android.software.webview",
	}
	add := func(since int, names ...string) {
		if sdk >= since {
			list = append(list, names...)
		}
	}
	add(29, "android.hardware.telephony.ims", "android.software.secure_lock_screen", "android.hardware.reboot_escrow")
	add(30, "android.hardware.context_hub", "android.software.controls", "android.software.incremental_delivery", "android.software.ipsec_tunnels")
	add(31, "android.hardware.identity_credential", "android.hardware.hardware_keystore=100", "android.software.app_enumeration", "android.software.game_service")
	add(33, "android.hardware.telephony.calling", "android.hardware.telephony.data", "android.hardware.telephony.messaging", "android.hardware.telephony.radio.access",
		"android.hardware.telephony.subscription", "android.software.expanded_picture_in_picture", "android.software.telecom")
	add(34, "android.software.credentials", "android.software.device_lock")
	list = without(list)
	add(35, "android.software.contextualsearch")
	list = without(list)
	slices.Sort(list)
	return append([]string{"reqGlEsVersion=0x30002"}, list...)
}

// without is list less some of its words and those that begin with one of them and a dot.
func without(list []string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool {
		for _, w := range words {
			if s == w || len(s) > len(w) && s[:len(w)] == w && s[len(w)] == '.' {
				return true
			}
		}
		return false
	})
}
