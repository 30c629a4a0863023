package world

import "image"

func samsung() Profile {
	const build, pda = "UP1A.231005.007", "S921BXXS5AXK5"
	return Profile{
		Name: "samsung", Manufacturer: "samsung", Brand: "samsung", Model: "SM-S921B", Product: "e1sxeea", Device: "e1s", Board: "s5e9945",
		Platform: "erd9945", Hardware: "s5e9945", GPU: "sgpu", Release: "14", SDK: 34, BuildID: build, Display: build + "." + pda, Incremental: pda,
		Patch: "2024-11-01", ABIs: abiBoth, Size: image.Pt(1080, 2340), Density: 480, Cores: 10, RAM: 7280, Storage: 256, Locale: "en-GB",
		TimeZone: "Europe/London", Kernel: "6.1.75-android14-11-28893301-abS921BXXS5AXK5",
		Features: append(phoneFeatures(34), "com.samsung.feature.SAMSUNG_EXPERIENCE", "com.samsung.feature.samsung_experience_mobile",
			"com.sec.feature.cover.clearcover", "com.sec.feature.fingerprint_manager_service", "com.sec.feature.motionrecognition_service"),
		Quirks: Quirks{
			NavButtons: true,
			BatteryLines: []string{
				"  LED Charging: true", "  LED Low Battery: true", "  current now: -220", "  charge counter: 2415000", "  Adaptive Fast Charging Settings: true",
				"  Super Fast Charging Settings: true", "FEATURE_WIRELESS_FAST_CHARGER_CONTROL: true", "  mWasUsedWirelessFastChargerPreviously: false",
				"  mWirelessFastChargingSettingsEnable: true", "BatteryInfoBackUp", "  mSavedBatteryAsoc: 99", "  mSavedBatteryMaxTemp: 402",
				"  mSavedBatteryMaxCurrent: 4120", "  mSavedBatteryUsage: 11840", "  FEATURE_SAVE_BATTERY_CYCLE: true",
			},
		},
		Props: map[string]string{
			"ro.build.version.oneui": "60101", "ro.build.version.sem": "3401", "ro.build.version.sep": "150100", "ro.build.PDA": pda,
			"ro.build.changelist": "28893301", "ro.build.official.release": "true", "ro.build.host": "SWDK6210", "ro.build.user": "dpi",
			"ro.config.knox": "v30", "ro.csc.sales_code": "EUX", "ro.csc.country_code": "EUX", "ro.csc.countryiso_code": "EU",
			"ro.csc.omcnw_code": "BTU", "ro.boot.em.model": "SM-S921B", "ro.boot.warranty_bit": "0", "ro.boot.bootloader": pda, "ro.bootloader": pda,
			"ro.kernel.qemu": "0", "ro.product_ship": "true", "ro.build.characteristics": "phone,emulator", "ro.com.google.clientidbase": "android-samsung-ss",
			"ro.com.google.gmsversion": "14_202402", "ro.config.ringtone": "ACH_Galaxy_Bells.ogg", "ro.config.notification_sound": "ACH_Brightline.ogg",
			"ro.config.alarm_alert": "Homecoming.ogg", "persist.sys.locale": "en-GB", "persist.sys.knox.device_owner": "false",
			"gsm.operator.alpha": "EE,", "gsm.sim.operator.alpha": "EE,", "gsm.operator.numeric": "23430,", "gsm.sim.operator.numeric": "23430,",
			"gsm.operator.iso-country": "gb,", "gsm.sim.operator.iso-country": "gb,", "gsm.version.baseband": pda + "," + pda,
			"gsm.version.ril-impl": "Samsung RIL v4.0", "ro.build.ab_update": "false", "ro.boot.slot_suffix": "", "sys.usb.controller": "10b00000.dwc3",
			"ro.carrier": "unknown", "ro.boot.wificountrycode": "GB",
		},
	}
}

func xiaomi() Profile {
	const incremental = "V816.0.11.0.UMCMIXM"
	return Profile{
		Name: "xiaomi", Manufacturer: "Xiaomi", Brand: "Xiaomi", Model: "2211133G", Product: "fuxi_global", Device: "fuxi", Board: "kalama",
		Platform: "kalama", Hardware: "qcom", GPU: "adreno", Release: "14", SDK: 34, FirstSDK: 33, BuildID: "UKQ1.230804.001",
		Display: "UKQ1.230804.001 release-keys", Incremental: incremental, Patch: "2024-06-01", ABIs: abiBoth, Size: image.Pt(1080, 2400), Density: 440, Cores: 8, RAM: 11306,
		Storage: 256, Locale: "en-GB", TimeZone: "Asia/Shanghai", Kernel: "5.15.123-android13-8-00083-g1c92d34b2c76-ab11504117",
		Features: append(phoneFeatures(34), "android.hardware.consumerir", "com.xiaomi.hardware.fingerprint", "org.mipay.android.manager"),
		Quirks: Quirks{
			InjectNeedsSwitch: true, InstallNeedsSwitch: true, DumpNoise: true,
			BatteryLines: []string{"  Capacity level: -1", "  Battery cycle count: 214"},
		},
		Props: map[string]string{
			"ro.miui.ui.version.name": "V816", "ro.miui.ui.version.code": "816", "ro.mi.os.version.name": "OS1.0", "ro.mi.os.version.code": "1",
			"ro.mi.os.version.incremental": "OS1.0.11.0.UMCMIXM", "ro.miui.region": "GB", "ro.miui.cust_variant": "global", "ro.miui.has_cust_partition": "true",
			"ro.miui.has_real_blur": "1", "ro.miui.version.code_time": "1717171200", "ro.miui.mcc": "9234", "ro.miui.mnc": "9999",
			"ro.product.mod_device": "fuxi_global", "ro.product.marketname": "Xiaomi 13", "ro.product.cert": "2211133G",
			"ro.com.google.clientidbase": "android-xiaomi", "ro.com.google.gmsversion": "14_202403", "ro.build.host": "pangu-build-component-system-178903",
			"ro.build.user": "builder", "persist.sys.locale": "en-GB", "persist.sys.usb.config": "adb", "persist.security.adbinput": "0",
			"persist.security.adbinstall": "0", "sys.miui.user_authenticated": "true", "gsm.operator.alpha": "China Mobile,", "gsm.operator.numeric": "46000,",
			"gsm.sim.operator.alpha": "China Mobile,", "gsm.sim.operator.numeric": "46000,", "gsm.operator.iso-country": "cn,",
			"gsm.sim.operator.iso-country": "cn,", "gsm.version.baseband": "MPSS.DE.3.0.c8-00274-KAILUA_GEN_PACK-1", "gsm.version.ril-impl": "Qualcomm RIL 1.0",
			"sys.usb.controller": "a600000.dwc3", "ro.bootloader": "unknown", "ro.boot.hwname": "fuxi", "ro.boot.hwlevel": "MP", "ro.boot.wificountrycode": "CN",
		},
	}
}

func lowEnd() Profile {
	p := Profile{
		Name: "low-end", Manufacturer: "HMD Global", Brand: "Nokia", Model: "Nokia 2.1", Product: "E2M_00WW", Device: "E2M_sprout", Board: "E2M_sprout",
		Platform: "msm8937", Hardware: "qcom", GPU: "adreno", Release: "10", SDK: 29, FirstSDK: 27, BuildID: "QKQ1.191008.001",
		Display: "00WW_3_220", Incremental: "00WW_3_220", Patch: "2021-05-01", ABIs: []string{"armeabi-v7a", "armeabi"}, Size: image.Pt(720, 1280), Density: 320,
		Cores: 4, RAM: 925, Storage: 8, Locale: "en-US", TimeZone: "Africa/Nairobi", Kernel: "4.9.206-perf+",
		Features: append(without(phoneFeatures(29), "android.hardware.nfc", "android.hardware.nfc.hce", "android.hardware.fingerprint",
			"android.software.picture_in_picture", "android.hardware.sensor.gyroscope", "android.software.freeform_window_management"), "android.hardware.ram.low"),
		Quirks: Quirks{NavButtons: true, DumpAboveNav: true, SlowStart: 3},
		Props: map[string]string{
			"ro.config.low_ram": "true", "ro.lmk.critical_upgrade": "true", "ro.bootloader": "unknown", "ro.build.host": "ncs-build01", "ro.build.user": "fih",
			"ro.com.google.clientidbase": "android-fih", "ro.com.google.gmsversion": "10_202004.go", "gsm.version.baseband": "MPSS.JO.3.0-00458-8937_GENNS_PACK-1",
			"gsm.operator.alpha": ",Safaricom", "gsm.operator.numeric": ",63902", "gsm.sim.operator.alpha": ",Safaricom", "gsm.sim.operator.numeric": ",63902",
			"gsm.operator.iso-country": ",ke", "gsm.sim.operator.iso-country": ",ke", "gsm.sim.state": "ABSENT,LOADED", "gsm.network.type": "Unknown,HSPA",
			"gsm.version.ril-impl": "Qualcomm RIL 1.0", "dalvik.vm.heapsize": "256m", "dalvik.vm.heapgrowthlimit": "128m", "dalvik.vm.heapstartsize": "8m",
			"sys.usb.controller": "msm_hsusb", "ro.boot.slot_suffix": "", "ro.build.ab_update": "false", "ro.boot.wificountrycode": "KE",
		},
	}
	return p
}
