package world

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"
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
	t := map[string]string{}
	for _, part := range []map[string]string{w.buildProps(), w.hardwareProps(), w.runtimeProps(), w.radioProps(), w.prof.Props} {
		maps.Copy(t, part)
	}
	for k, v := range t {
		if v == "" && k != "net.hostname" {
			delete(t, k)
		}
	}
	w.props = t
}

// buildProps says what system the phone runs.
func (w *World) buildProps() map[string]string {
	p := w.prof
	built := w.builtAt()
	display := p.BuildNumber()
	t := map[string]string{
		"ro.build.id": p.BuildID, "ro.build.display.id": display, "ro.build.version.incremental": p.Incremental,
		"ro.build.version.sdk": strconv.Itoa(p.SDK), "ro.build.version.release": p.Release, "ro.build.version.codename": "REL",
		"ro.build.version.all_codenames": "REL", "ro.build.version.preview_sdk": "0", "ro.build.version.min_supported_target_sdk": w.minTarget(),
		"ro.build.version.security_patch": p.Patch, "ro.build.type": "user", "ro.build.tags": "release-keys", "ro.build.user": "android-build",
		"ro.build.host": "build-host", "ro.build.flavor": p.Product + "-user", "ro.build.product": p.Device,
		"ro.build.description": fmt.Sprintf("%s-user %s %s %s release-keys", p.Product, p.Release, p.BuildID, p.Incremental),
		"ro.build.fingerprint": p.Fingerprint(), "ro.vendor.build.fingerprint": p.Fingerprint(), "ro.bootimage.build.fingerprint": p.Fingerprint(),
		"ro.build.date": built.Format("Mon Jan _2 15:04:05 UTC 2006"), "ro.build.date.utc": strconv.FormatInt(built.Unix(), 10),
		"ro.build.characteristics": "nosdcard", "ro.build.ab_update": "true", "ro.debuggable": "0", "ro.secure": "1", "ro.adb.secure": "1",
		"ro.allow.mock.location": "0", "ro.treble.enabled": "true", "ro.vndk.version": strconv.Itoa(p.SDK), "ro.carrier": "unknown",
		"ro.com.google.clientidbase": "android-google", "ro.com.android.dataroaming": "false", "ro.setupwizard.mode": "OPTIONAL",
		"ro.config.ringtone": "Your_new_adventure.ogg", "ro.config.notification_sound": "Eureka.ogg", "ro.config.alarm_alert": "Fresh_start.ogg",
		"ro.config.media_vol_steps": "25", "ro.config.vc_call_vol_steps": "7", "ro.storage_manager.enabled": "true",
	}
	parts := []string{"", "vendor."}
	if p.SDK >= 29 {
		parts = append(parts, "system.", "product.", "odm.")
		t["ro.system.build.version.sdk"], t["ro.system.build.fingerprint"] = strconv.Itoa(p.SDK), p.Fingerprint()
	}
	if p.SDK >= 30 {
		parts = append(parts, "system_ext.")
		t["ro.build.version.release_or_codename"] = p.Release
	}
	if p.SDK >= 33 {
		t["ro.build.version.known_codenames"], t["ro.build.version.release_or_preview_display"] = knownCodenames(p.SDK), p.Release
	}
	for _, part := range parts {
		t["ro.product."+part+"brand"] = p.Brand
		t["ro.product."+part+"device"] = p.Device
		t["ro.product."+part+"manufacturer"] = p.Manufacturer
		t["ro.product."+part+"model"] = p.Model
		t["ro.product."+part+"name"] = p.Product
	}
	return t
}

// builtAt is when the system was built: some weeks before its patch level.
func (w *World) builtAt() time.Time {
	patch, err := time.Parse(time.DateOnly, w.prof.Patch)
	if err != nil {
		patch = time.Date(2024, 6, 5, 0, 0, 0, 0, time.UTC)
	}
	return patch.AddDate(0, 0, -34).Add(21*time.Hour + 4*time.Minute + 11*time.Second)
}

// minTarget is the oldest release for which an app may have been made to be installed without a warning.
func (w *World) minTarget() string {
	switch sdk := w.prof.SDK; {
	case sdk >= 34:
		return "28"
	case sdk >= 29:
		return "23"
	}
	return "17"
}

func knownCodenames(sdk int) string {
	names := []string{"Base", "Base11", "Cupcake", "Donut", "Eclair", "Eclair01", "EclairMr1", "Froyo", "Gingerbread", "GingerbreadMr1", "Honeycomb",
		"HoneycombMr1", "HoneycombMr2", "IceCreamSandwich", "IceCreamSandwichMr1", "JellyBean", "JellyBeanMr1", "JellyBeanMr2", "Kitkat", "KitkatWatch",
		"Lollipop", "LollipopMr1", "M", "N", "NMr1", "O", "OMr1", "P", "Q", "R", "S", "Sv2", "Tiramisu", "UpsideDownCake", "VanillaIceCream", "Baklava"}
	return strings.Join(names[:min(sdk, len(names))], ",")
}

// hardwareProps says what the phone is made of.
func (w *World) hardwareProps() map[string]string {
	p := w.prof
	hardware, serial := cmp.Or(p.Hardware, p.Device), w.serial()
	t := map[string]string{
		"ro.serialno": serial, "ro.boot.serialno": serial, "ro.product.cpu.abi": p.ABIs[0], "ro.product.cpu.abilist": strings.Join(p.ABIs, ","),
		"ro.product.cpu.abilist64": strings.Join(p.abis("64"), ","), "ro.product.cpu.abilist32": strings.Join(p.abis("32"), ","),
		"ro.product.board": p.Board, "ro.hardware": hardware, "ro.boot.hardware": hardware, "ro.board.platform": cmp.Or(p.Platform, p.Board),
		"ro.product.locale": p.Locale, "ro.product.first_api_level": strconv.Itoa(cmp.Or(p.FirstSDK, p.SDK)), "ro.bootloader": "unknown",
		"ro.baseband": "unknown", "ro.bootmode": "unknown", "ro.revision": "MP1.0", "ro.sf.lcd_density": strconv.Itoa(p.Density),
		"ro.opengles.version": "196610", "ro.hardware.egl": p.GPU, "ro.hardware.vulkan": p.GPU, "ro.crypto.state": "encrypted", "ro.crypto.type": "file",
		"ro.boot.flash.locked": "1", "ro.boot.verifiedbootstate": "green", "ro.boot.veritymode": "enforcing", "ro.boot.slot_suffix": "_a",
		"ro.boot.vbmeta.device_state": "locked", "ro.boot.wificountrycode": "US", "ro.zygote": "zygote64",
		"dalvik.vm.heapsize": "512m", "dalvik.vm.heapgrowthlimit": "256m", "dalvik.vm.heapstartsize": "16m", "dalvik.vm.heapmaxfree": "32m",
		"dalvik.vm.heapminfree": "8m", "dalvik.vm.heaptargetutilization": "0.5", "dalvik.vm.isa.arm64.variant": "cortex-a55",
		"dalvik.vm.usejit": "true", "dalvik.vm.dex2oat-Xms": "64m", "dalvik.vm.dex2oat-Xmx": "512m", "persist.sys.dalvik.vm.lib.2": "libart.so",
		"sys.usb.controller": "11210000.dwc3",
	}
	if boot := p.Props["ro.bootloader"]; boot != "" {
		t["ro.boot.bootloader"] = boot
	}
	switch {
	case !p.Is64():
		t["ro.zygote"], t["dalvik.vm.isa.arm.variant"], t["dalvik.vm.isa.arm64.variant"] = "zygote32", "cortex-a53", ""
	case p.Is32():
		t["ro.zygote"], t["dalvik.vm.isa.arm.variant"] = "zygote64_32", "cortex-a55"
	}
	return t
}

// runtimeProps says what runs.
func (w *World) runtimeProps() map[string]string {
	t := map[string]string{
		"dev.bootcomplete": "1", "sys.boot_completed": "1", "service.bootanim.exit": "1", "sys.user.0.ce_available": "true", "sys.usb.config": "adb",
		"sys.usb.state": "adb", "persist.sys.usb.config": "adb", "sys.usb.configfs": "2", "persist.sys.timezone": w.prof.TimeZone, "debug.force_rtl": "false",
		"debug.sf.nobootanimation": "0", "net.bt.name": "Android", "net.hostname": "", "nfc.initialized": "true",
		"selinux.restorecon_recursive": "/data/misc_ce/0", "vold.has_quota": "1", "vold.has_adoptable": "0", "hwservicemanager.ready": "true",
		"keyguard.no_require_sim": "true", "wifi.interface": "wlan0",
	}
	if w.prof.SDK >= 30 {
		t["persist.adb.tls_server.enable"] = "0"
	}
	for _, s := range runningServices {
		t["init.svc."+s] = "running"
	}
	t["init.svc.bootanim"] = "stopped"
	if w.prof.SDK < 31 {
		t["init.svc.keystore2"], t["init.svc.keystore"] = "", "running"
	}
	return t
}

// radioProps says what network the phone is on.
func (w *World) radioProps() map[string]string {
	return map[string]string{
		"gsm.current.phone-type": "1,1", "gsm.network.type": "LTE,Unknown", "gsm.operator.alpha": "Fi Network,", "gsm.operator.iso-country": "us,",
		"gsm.operator.isroaming": "false,false", "gsm.operator.numeric": "310260,", "gsm.sim.operator.alpha": "Fi Network,",
		"gsm.sim.operator.numeric": "310260,", "gsm.sim.operator.iso-country": "us,", "gsm.sim.state": "LOADED,ABSENT",
		"gsm.version.ril-impl": "Vendor RIL V2.3", "ro.telephony.default_network": "33",
	}
}

var runningServices = []string{
	"adbd", "audioserver", "cameraserver", "drm", "gatekeeperd", "hwservicemanager", "installd", "keystore2", "lmkd", "logd", "media",
	"mediaextractor", "mediametrics", "netd", "servicemanager", "statsd", "storaged", "surfaceflinger", "tombstoned", "ueventd",
	"update_engine", "vndservicemanager", "vold", "wificond", "wpa_supplicant", "zygote",
}

// serial is a serial number in the form this maker uses, one for each seed.
func (w *World) serial() string {
	const hex, letters = "0123456789abcdef", "0123456789ABCDEFGHJKLMNPQRSTUVWX"
	any := func(n int, from string) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[w.rng.IntN(len(from))]
		}
		return string(b)
	}
	switch w.prof.Manufacturer {
	case "samsung":
		return "R5CX" + any(1, "0123456789") + any(6, letters[:32])
	case "Xiaomi":
		return any(8, hex)
	case "HMD Global":
		return "E2MGAD" + any(10, "0123456789")
	}
	return "3" + any(5, letters[:10]) + any(8, letters)
}
