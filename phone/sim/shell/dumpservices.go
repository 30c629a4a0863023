package shell

import (
	"context"
	"strings"
	"time"
)

func dumpAccount(_ context.Context, p *Proc, _ []string) int {
	p.Println("User UserInfo{0:Owner:4c13}:\n  Accounts: 0\n\n  AccountId, Action_Type, timestamp, UID, TableName, Key\n  Accounts History\n\n  Active Sessions: 0\n\n  RegisteredServicesCache: 0 services")
	return 0
}

func dumpJobs(_ context.Context, p *Proc, _ []string) int {
	p.Printf("Settings:\n\nRegistered 0 jobs:\n  None.\n\nConnectivity:\n\nBatteryController:\n  Stable power: %t\n  Not low: %t\n\nPending queue:\n  None\n", p.d.w.Battery().AC || p.d.w.Battery().USB, p.d.w.Battery().Level > 15)
	return 0
}

// dumpDropBox lists what crashed and what did not respond, as the event log knows it.
func dumpDropBox(_ context.Context, p *Proc, args []string) int {
	type entry struct {
		at        time.Time
		tag, text string
	}
	var list []entry
	for _, e := range p.d.w.LogEntries(0, "events") {
		f := strings.Split(strings.Trim(e.Text, "[]"), ",")
		switch {
		case e.Tag == "am_crash" && len(f) > 4:
			list = append(list, entry{e.Time, "data_app_crash", "Process: " + f[2] + "\nPID: " + f[0] + "\nPackage: " + f[2] + "\n\n" + f[4]})
		case e.Tag == "am_anr" && len(f) > 4:
			list = append(list, entry{e.Time, "data_app_anr", "Process: " + f[2] + "\nPID: " + f[1] + "\nPackage: " + f[2] + "\nSubject: " + strings.Join(f[4:], ",")})
		}
	}
	p.Printf("Drop box contents: %d entries\nMax entries: 1000\nLow priority rate limit period: 2000 ms\nLow priority tags: {data_app_wtf, keymaster, system_server_wtf, system_app_strictmode, system_app_wtf, system_server_strictmode, data_app_strictmode, netstats}\n", len(list))
	whole := len(args) > 0 && (args[0] == "-p" || args[0] == "--print")
	for _, e := range list {
		p.Printf("\n")
		if whole {
			p.Println(strings.Repeat("=", 40))
		}
		p.Printf("%s %s (text, %d bytes)\n", e.at.In(p.d.now().Location()).Format(time.DateTime), e.tag, len(e.text))
		if whole {
			p.Println(e.text)
			continue
		}
		p.Println("    " + strings.ReplaceAll(e.text, "\n", "/"))
	}
	return 0
}

// dumpSensors lists the sensors that a phone of today has.
func dumpSensors(_ context.Context, p *Proc, _ []string) int {
	list := []struct {
		name, typ string
		n         int
		mode      string
	}{
		{"Accelerometer", "android.sensor.accelerometer", 1, "continuous"}, {"Magnetometer", "android.sensor.magnetic_field", 2, "continuous"},
		{"Gyroscope", "android.sensor.gyroscope", 4, "continuous"}, {"Ambient Light Sensor", "android.sensor.light", 5, "on-change"},
		{"Proximity Sensor", "android.sensor.proximity", 8, "on-change"}, {"Device Orientation", "android.sensor.device_orientation", 27, "on-change"},
	}
	p.Printf("Captured at: %s\nSensor Device:\nTotal %d h/w sensors, %d running 0 disabled clients:\nSensor List:\n", p.d.now().Format("15:04:05.000"), len(list), 0)
	for i, s := range list {
		p.Printf("0x%08x) %-25s | %-15s | ver: 1 | type: %s(%d) | perm: n/a | flags: 0x00000000\n\t%s | minRate=1.00Hz | maxRate=200.00Hz | no batching | non-wakeUp |\n", i+1, s.name, p.d.prop("ro.product.manufacturer"), s.typ, s.n, s.mode)
	}
	p.Println("Active sensors:\n\nActive connections:\n\n0 direct connections\nPrevious Registrations:")
	return 0
}

func dumpNetStats(_ context.Context, p *Proc, _ []string) int {
	p.Println("Active interfaces:")
	line := ""
	switch {
	case p.d.wifiOn():
		line = `  iface=wlan0 ident=[{type=1, ratType=COMBINED, wifiNetworkKey="HomeNet", metered=false, defaultNetwork=true, oemManaged=OEM_NONE}]`
	case !p.d.on("global", "airplane_mode_on") && p.d.on("global", "mobile_data"):
		line = `  iface=rmnet_data0 ident=[{type=0, ratType=COMBINED, metered=true, defaultNetwork=true, oemManaged=OEM_NONE}]`
	}
	if line != "" {
		p.Println(line)
	}
	p.Println("Active UID interfaces:")
	if line != "" {
		p.Println(line)
	}
	return 0
}

func dumpVibrator(_ context.Context, p *Proc, _ []string) int {
	p.Printf("Vibrator Manager Service:\n  mVibrationSettings:\n    vibrateInput=%t\n  mCurrentVibration=null\n  mVibratorIds=[0]\n", p.d.on("system", "haptic_feedback_enabled"))
	return 0
}

func dumpBatteryStats(_ context.Context, p *Proc, _ []string) int {
	b := p.d.w.Battery()
	onBattery, plug := false, "none"
	switch {
	case b.AC:
		plug = "ac"
	case b.USB:
		plug = "usb"
	case b.Wireless:
		plug = "wireless"
	default:
		onBattery = true
	}
	p.Printf("Battery History [Format: 2]:\n                    0 (15) RESET:TIME: %s\n                    0 (2) %03d status=%s plug=%s\n\nDaily stats:\n  Current start time: %s\n\nStatistics since last charge:\n  System starts: 0, currently on battery: %t\n",
		p.d.now().Format("2006-01-02-15-04-05"), b.Level, map[bool]string{true: "discharging", false: "charging"}[onBattery], plug, p.d.now().Format("2006-01-02-15-04-05"), onBattery)
	return 0
}

// dumpAlarm lists what apps asked to be woken for: an alarm, the end of a timer, an appointment.
func dumpAlarm(_ context.Context, p *Proc, _ []string) int {
	now, list := p.d.w.Now(), p.d.w.Alarms()
	const layout = "2006-01-02 15:04:05.000"
	p.Printf("Current Alarm Manager state:\n  nowRTC=%d=%s nowELAPSED=%d\n\n  %d pending alarms:\n", now.UnixMilli(), now.Format(layout), p.d.w.Uptime().Milliseconds(), len(list))
	for i, a := range list {
		p.Printf("    RTC_WAKEUP #%d: Alarm{%s type 0 origWhen %d whenElapsed %d %s}\n      tag=*walarm*:%s\n      type=RTC_WAKEUP origWhen=%s window=0 repeatInterval=0 count=0 flags=0x3\n", len(list)-i, a.Hash, a.At.UnixMilli(), p.d.w.Uptime().Milliseconds()+a.At.Sub(now).Milliseconds(), a.Package, a.Package, a.At.Format(layout))
	}
	p.Println("\n  Next alarm clock information: ")
	if s, _ := p.d.w.Settings().Get("system", "next_alarm_formatted"); s != "" && len(list) > 0 {
		p.Printf("    user:0 pendingSend:false time:%d = %s = %s\n", list[0].At.UnixMilli(), list[0].At.Format(layout), s)
	}
	return 0
}
