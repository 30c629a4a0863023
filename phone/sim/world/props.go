package world

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// ErrReadOnlyProp is the answer to setting a property the shell may not set.
var ErrReadOnlyProp = errors.New("property cannot be set")

// Prop returns a system property, empty when it is not set.
func (w *World) Prop(name string) string {
	w.enter()
	defer w.leave()
	return w.props[name]
}

// Props returns a copy of the property table.
func (w *World) Props() map[string]string {
	w.enter()
	defer w.leave()
	return maps.Clone(w.props)
}

// SetProp sets a property. Only debug.*, persist.* and a few others can be set by the shell user; ro.* never.
func (w *World) SetProp(name, value string) error {
	w.enter()
	defer w.leave()
	if !shellMaySet(name) || len(value) > 91 {
		return fmt.Errorf("set %s: %w", name, ErrReadOnlyProp)
	}
	w.props[name] = value
	if name == "persist.sys.timezone" {
		w.zone = w.loadZone(value)
		w.changed()
	}
	return nil
}

func shellMaySet(name string) bool {
	for _, p := range []string{"debug.", "log.", "persist.log.", "persist.sys.timezone", "persist.wm.debug.", "sys.usb.config", "test."} {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// bootProps fills the table a phone of the profile has once it is up.
func (w *World) bootProps() {
	p := w.prof
	abi := strings.Join(p.ABIs, ",")
	serial := w.serial()
	build := fmt.Sprintf("%s-user %s %s %s release-keys", p.Product, p.Release, p.BuildID, p.Incremental)
	t := map[string]string{
		"ro.serialno": serial, "ro.boot.serialno": serial,
		"ro.product.cpu.abi": p.ABIs[0], "ro.product.cpu.abilist": abi, "ro.product.cpu.abilist64": abi, "ro.product.cpu.abilist32": "",
		"ro.product.board": p.Board, "ro.hardware": p.Device, "ro.boot.hardware": p.Device, "ro.board.platform": "zuma",
		"ro.product.locale": p.Locale, "ro.product.first_api_level": strconv.Itoa(p.SDK), "ro.bootloader": p.Device + "-14.5-11677881",
		"ro.boot.bootloader": p.Device + "-14.5-11677881", "ro.baseband": "unknown", "ro.revision": "MP1.0",
		"ro.build.id": p.BuildID, "ro.build.display.id": p.BuildID, "ro.build.version.incremental": p.Incremental,
		"ro.build.version.sdk": strconv.Itoa(p.SDK), "ro.build.version.release": p.Release, "ro.build.version.release_or_codename": p.Release,
		"ro.build.version.codename": "REL", "ro.build.version.all_codenames": "REL", "ro.build.version.preview_sdk": "0",
		"ro.build.version.security_patch": p.Patch, "ro.build.type": "user", "ro.build.tags": "release-keys", "ro.build.user": "android-build",
		"ro.build.host": "build-host", "ro.build.flavor": p.Product + "-user", "ro.build.product": p.Device, "ro.build.description": build,
		"ro.build.fingerprint": p.Fingerprint(), "ro.vendor.build.fingerprint": p.Fingerprint(), "ro.bootimage.build.fingerprint": p.Fingerprint(),
		"ro.build.date": "Thu May  2 21:04:11 UTC 2024", "ro.build.date.utc": "1714683851", "ro.build.characteristics": "nosdcard",
		"ro.build.ab_update": "true", "ro.sf.lcd_density": strconv.Itoa(p.Density), "ro.opengles.version": "196610",
		"ro.debuggable": "0", "ro.secure": "1", "ro.adb.secure": "1", "ro.allow.mock.location": "0", "ro.treble.enabled": "true",
		"ro.crypto.state": "encrypted", "ro.crypto.type": "file", "ro.boot.flash.locked": "1", "ro.boot.verifiedbootstate": "green",
		"ro.boot.veritymode": "enforcing", "ro.boot.slot_suffix": "_a", "ro.boot.vbmeta.device_state": "locked", "ro.zygote": "zygote64",
		"ro.config.ringtone": "Your_new_adventure.ogg", "ro.config.notification_sound": "Eureka.ogg", "ro.config.alarm_alert": "Fresh_start.ogg",
		"ro.config.media_vol_steps": "25", "ro.config.vc_call_vol_steps": "7", "ro.telephony.default_network": "33",
		"ro.com.google.clientidbase": "android-google", "ro.com.android.dataroaming": "false", "ro.carrier": "unknown",
		"ro.setupwizard.mode": "OPTIONAL", "ro.storage_manager.enabled": "true", "ro.hardware.egl": "mali", "ro.vndk.version": strconv.Itoa(p.SDK),
		"dalvik.vm.heapsize": "512m", "dalvik.vm.heapgrowthlimit": "256m", "dalvik.vm.heapstartsize": "16m", "dalvik.vm.heapmaxfree": "32m",
		"dalvik.vm.heapminfree": "8m", "dalvik.vm.heaptargetutilization": "0.5", "dalvik.vm.isa.arm64.variant": "cortex-a55",
		"dalvik.vm.usejit": "true", "dalvik.vm.dex2oat-Xms": "64m", "dalvik.vm.dex2oat-Xmx": "512m", "persist.sys.dalvik.vm.lib.2": "libart.so",
		"dev.bootcomplete": "1", "sys.boot_completed": "1", "service.bootanim.exit": "1", "sys.user.0.ce_available": "true",
		"sys.usb.config": "adb", "sys.usb.state": "adb", "persist.sys.usb.config": "adb", "sys.usb.configfs": "2", "sys.usb.controller": "11210000.dwc3",
		"persist.sys.timezone": p.TimeZone, "persist.sys.locale": "", "debug.force_rtl": "false", "debug.sf.nobootanimation": "0",
		"gsm.current.phone-type": "1,1", "gsm.network.type": "LTE,Unknown", "gsm.operator.alpha": "Fi Network,", "gsm.operator.iso-country": "us,",
		"gsm.operator.isroaming": "false,false", "gsm.operator.numeric": "310260,", "gsm.sim.operator.alpha": "Fi Network,",
		"gsm.sim.operator.numeric": "310260,", "gsm.sim.operator.iso-country": "us,", "gsm.sim.state": "LOADED,ABSENT",
		"gsm.version.baseband": "g5300i-240308-240419-B-11739827", "gsm.version.ril-impl": "Vendor RIL V2.3",
		"net.bt.name": "Android", "net.hostname": "", "nfc.initialized": "true", "selinux.restorecon_recursive": "/data/misc_ce/0",
		"vold.has_quota": "1", "vold.has_adoptable": "0", "hwservicemanager.ready": "true", "keyguard.no_require_sim": "true",
		"wifi.interface": "wlan0", "ro.boot.wificountrycode": "US", "ro.wifi.channels": "", "persist.adb.tls_server.enable": "0",
	}
	delete(t, "persist.sys.locale")
	for _, part := range []string{"", "system.", "vendor.", "product.", "odm.", "system_ext."} {
		t["ro.product."+part+"brand"] = p.Brand
		t["ro.product."+part+"device"] = p.Device
		t["ro.product."+part+"manufacturer"] = p.Manufacturer
		t["ro.product."+part+"model"] = p.Model
		t["ro.product."+part+"name"] = p.Product
	}
	for _, s := range runningServices {
		t["init.svc."+s] = "running"
	}
	t["init.svc.bootanim"] = "stopped"
	maps.Copy(t, p.Props)
	for k, v := range t {
		if v == "" && k != "net.hostname" && k != "ro.product.cpu.abilist32" {
			delete(t, k)
		}
	}
	w.props = t
}

var runningServices = []string{
	"adbd", "audioserver", "cameraserver", "drm", "gatekeeperd", "hwservicemanager", "installd", "keystore2", "lmkd", "logd", "media",
	"mediaextractor", "mediametrics", "netd", "servicemanager", "statsd", "storaged", "surfaceflinger", "tombstoned", "ueventd",
	"update_engine", "vndservicemanager", "vold", "wificond", "wpa_supplicant", "zygote",
}

// serial is a serial number in the form this maker uses, one for each seed.
func (w *World) serial() string {
	const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWX"
	b := []byte("3")
	for range 5 {
		b = append(b, letters[w.rng.IntN(10)])
	}
	for range 8 {
		b = append(b, letters[w.rng.IntN(len(letters))])
	}
	return string(b)
}
