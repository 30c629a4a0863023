package world

import (
	"cmp"
	"image"
)

var (
	abi64   = []string{"arm64-v8a"}
	abiBoth = []string{"arm64-v8a", "armeabi-v7a", "armeabi"}
)

// google is what the phones of this maker have in common.
func google(p Profile) Profile {
	p.Manufacturer, p.Brand, p.Locale, p.TimeZone = "Google", "google", "en-US", "America/New_York"
	p.Product = cmp.Or(p.Product, p.Device)
	p.Board = cmp.Or(p.Board, p.Device)
	p.Features = append(phoneFeatures(p.SDK), "com.google.android.feature.GOOGLE_BUILD", "com.google.android.feature.GOOGLE_EXPERIENCE",
		"com.google.android.feature.PIXEL_EXPERIENCE", "com.google.android.feature.WELLBEING")
	return p
}

// Pixel is the default profile: a Pixel-like phone with Android 14.
func Pixel() Profile {
	return google(Profile{
		Name: "android-14", Model: "Pixel 8", Device: "shiba", Platform: "zuma", GPU: "mali", Release: "14", SDK: 34, BuildID: "AP2A.240605.024",
		Incremental: "11860263", Patch: "2024-06-05", ABIs: abi64, Size: image.Pt(1080, 2400), Density: 420, Cores: 9, RAM: 7654, Storage: 128,
		Kernel: "5.15.137-android14-11-gbf4f9bc41c3b-ab11664771",
		Props: map[string]string{
			"ro.bootloader": "shiba-14.5-11677881", "gsm.version.baseband": "g5300i-240308-240419-B-11739827", "ro.boot.bootdevice": "13200000.ufs",
		},
	})
}

func android9() Profile {
	return google(Profile{
		Name: "android-9", Model: "Pixel 2", Device: "walleye", Platform: "msm8998", GPU: "adreno", Release: "9", SDK: 28, FirstSDK: 26,
		BuildID: "PQ3A.190801.002", Incremental: "5670241", Patch: "2019-08-05", ABIs: abiBoth, Size: image.Pt(1080, 1920), Density: 420,
		Cores: 8, RAM: 3766, Storage: 64, Kernel: "4.4.169-gee9976dde895", Quirks: Quirks{NavButtons: true, DumpAboveNav: true},
		Props: map[string]string{
			"ro.bootloader": "mw8998-002.0083.00", "gsm.version.baseband": "g8998-00012-1905241623", "sys.usb.controller": "a800000.dwc3",
			"ro.boot.bootdevice": "1da4000.ufshc", "ro.com.google.ime.theme_id": "",
		},
	})
}

func android10() Profile {
	return google(Profile{
		Name: "android-10", Model: "Pixel 3a", Device: "sargo", Platform: "sdm710", GPU: "adreno", Release: "10", SDK: 29, FirstSDK: 28,
		BuildID: "QQ3A.200805.001", Incremental: "6578210", Patch: "2020-08-05", ABIs: abiBoth, Size: image.Pt(1080, 2220), Density: 440,
		Cores: 8, RAM: 3728, Storage: 64, Kernel: "4.9.210-gfcbd2b3f5a8c-ab6593718",
		Props: map[string]string{
			"ro.bootloader": "b4s4-0.2-6355063", "gsm.version.baseband": "g670-00042-200421-B-6414611", "sys.usb.controller": "a600000.dwc3",
			"ro.boot.bootdevice": "7c4000.sdhci",
		},
	})
}

func android11() Profile {
	return google(Profile{
		Name: "android-11", Model: "Pixel 4a", Device: "sunfish", Platform: "sm6150", GPU: "adreno", Release: "11", SDK: 30, FirstSDK: 29,
		BuildID: "RQ3A.211001.001", Incremental: "7641976", Patch: "2021-10-01", ABIs: abiBoth, Size: image.Pt(1080, 2340), Density: 440,
		Cores: 8, RAM: 5636, Storage: 128, Kernel: "4.14.191-g6bb3dd6b0a85-ab7586165",
		Props: map[string]string{
			"ro.bootloader": "s5-0.3-7062598", "gsm.version.baseband": "g7150-00047-210319-B-7228969", "sys.usb.controller": "a600000.dwc3",
			"ro.boot.bootdevice": "1d84000.ufshc",
		},
	})
}

func android12() Profile {
	return google(Profile{
		Name: "android-12", Model: "Pixel 5", Device: "redfin", Platform: "lito", GPU: "adreno", Release: "12", SDK: 31, FirstSDK: 30,
		BuildID: "SP1A.210812.015", Incremental: "7679548", Patch: "2021-10-05", ABIs: abiBoth, Size: image.Pt(1080, 2340), Density: 440,
		Cores: 8, RAM: 7552, Storage: 128, Kernel: "4.19.191-g6ab69f0f1ed9-ab7637717",
		Props: map[string]string{
			"ro.bootloader": "r3-0.4-7617380", "gsm.version.baseband": "g7250-00188-210721-B-7564575", "sys.usb.controller": "a600000.dwc3",
			"ro.boot.bootdevice": "1d84000.ufshc",
		},
	})
}

func android13() Profile {
	return google(Profile{
		Name: "android-13", Model: "Pixel 6", Device: "oriole", Platform: "gs101", GPU: "mali", Release: "13", SDK: 33, FirstSDK: 31,
		BuildID: "TQ3A.230805.001", Incremental: "10316531", Patch: "2023-08-05", ABIs: abiBoth, Size: image.Pt(1080, 2400), Density: 420,
		Cores: 8, RAM: 7535, Storage: 128, Kernel: "5.10.157-android13-4-00003-g9b0c5bd8d0a5-ab10132640",
		Props: map[string]string{
			"ro.bootloader": "slider-1.2-9894241", "gsm.version.baseband": "g5123b-117384-230428-B-10034267", "sys.usb.controller": "11110000.dwc3",
			"ro.boot.bootdevice": "14700000.ufs",
		},
	})
}

func android15() Profile {
	return google(Profile{
		Name: "android-15", Model: "Pixel 9", Device: "tokay", Platform: "zumapro", GPU: "mali", Release: "15", SDK: 35, FirstSDK: 34,
		BuildID: "AP4A.250205.002", Incremental: "12821496", Patch: "2025-02-05", ABIs: abi64, Size: image.Pt(1080, 2424), Density: 420,
		Cores: 8, RAM: 11648, Storage: 128, Kernel: "6.1.99-android14-11-gd7dac4b14270-ab12946699",
		Props: map[string]string{
			"ro.bootloader": "ripcurrentpro-15.2-12694418", "gsm.version.baseband": "g5400c-241127-250107-B-12885811", "ro.boot.bootdevice": "13200000.ufs",
		},
	})
}

func android16() Profile {
	return google(Profile{
		Name: "android-16", Model: "Pixel 9a", Device: "tegu", Platform: "zumapro", GPU: "mali", Release: "16", SDK: 36, FirstSDK: 35,
		BuildID: "BP2A.250605.031.A2", Incremental: "13578606", Patch: "2025-06-05", ABIs: abi64, Size: image.Pt(1080, 2424), Density: 420,
		Cores: 8, RAM: 7674, Storage: 128, Kernel: "6.1.124-android14-11-g8d713f9e8e7b-ab13202960", Quirks: Quirks{DumpDrawingOrder: true},
		Props: map[string]string{
			"ro.bootloader": "ripcurrentpro-16.0-13327112", "gsm.version.baseband": "g5400i-250313-250506-B-13446129", "ro.boot.bootdevice": "13200000.ufs",
		},
	})
}

func tablet() Profile {
	p := google(Profile{
		Name: "tablet", Model: "Pixel Tablet", Device: "tangorpro", Platform: "gs201", GPU: "mali", Release: "15", SDK: 35, FirstSDK: 33,
		BuildID: "AP4A.250205.002", Incremental: "12821496", Patch: "2025-02-05", ABIs: abi64, Size: image.Pt(2560, 1600), Density: 320,
		Cores: 8, RAM: 7535, Storage: 128, Kernel: "6.1.99-android14-11-gd7dac4b14270-ab12946699", Quirks: Quirks{Taskbar: true},
		Props: map[string]string{
			"ro.bootloader": "tangorpro-15.1-12292122", "ro.build.characteristics": "tablet,nosdcard", "gsm.sim.state": "", "gsm.operator.alpha": "",
			"gsm.operator.numeric": "", "gsm.operator.iso-country": "", "gsm.sim.operator.alpha": "", "gsm.sim.operator.numeric": "",
			"gsm.sim.operator.iso-country": "", "gsm.network.type": "", "gsm.version.baseband": "", "gsm.current.phone-type": "",
			"ro.boot.bootdevice": "14700000.ufs",
		},
	})
	p.Features = without(p.Features, "android.hardware.telephony", "android.hardware.camera.flash", "android.hardware.sensor.proximity")
	return p
}

func foldable() Profile {
	inner := image.Pt(2076, 2152)
	p := google(Profile{
		Name: "foldable", Model: "Pixel 9 Pro Fold", Device: "comet", Platform: "zumapro", GPU: "mali", Release: "16", SDK: 36, FirstSDK: 34,
		BuildID: "BP2A.250605.031.A2", Incremental: "13578606", Patch: "2025-06-05", ABIs: abi64, Size: inner, Density: 390,
		Panels: []Panel{
			{Name: "CLOSED", Size: image.Pt(1080, 2424), Density: 390, UniqueID: "local:4619827677550801153"},
			{Name: "OPENED", Size: inner, Density: 390, UniqueID: uniqueDisplayID},
		},
		Cores: 8, RAM: 15668, Storage: 256, Kernel: "6.1.124-android14-11-g8d713f9e8e7b-ab13202960",
		Quirks: Quirks{DumpDrawingOrder: true, Taskbar: true},
		Props: map[string]string{
			"ro.bootloader": "ripcurrentpro-16.0-13327112", "gsm.version.baseband": "g5400i-250313-250506-B-13446129", "ro.boot.bootdevice": "13200000.ufs",
		},
	})
	p.Features = append(p.Features, "android.hardware.sensor.hinge_angle")
	return p
}
