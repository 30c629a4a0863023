package shell

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// uptimeMillis is a wall time on the clock that starts at boot.
func (d *Device) uptimeMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return max(0, (d.w.Uptime() - d.w.Now().Sub(t)).Milliseconds())
}

func dumpTelephony(_ context.Context, p *Proc, _ []string) int {
	air := p.d.on("global", "airplane_mode_on")
	call := p.d.w.Call()
	number := ""
	if call.Incoming && call.Phase == world.CallRinging {
		number = call.Number
	}
	state, reg := "0(IN_SERVICE)", 0
	if air {
		state, reg = "3(POWER_OFF)", 3
	}
	p.Printf("last known state:\n  Phone Id=0\n    mCallState=%d\n    mRingingCallState=%d\n    mForegroundCallState=%d\n    mBackgroundCallState=0\n    mPreciseCallState=Ringing call state: 0, Foreground call state: 0, Background call state: 0\n    mCallIncomingNumber=%s\n    mServiceState={mVoiceRegState=%s, mDataRegState=%s, mChannelNumber=1850, duplexMode()=1, mCellBandwidths=[], mOperatorAlphaLong=%s, mOperatorAlphaShort=%s}\n    mVoiceActivationState= 0\n    mDataActivationState= 0\n    mUserMobileDataState= %t\n    mSignalStrength=SignalStrength:{mLte=CellSignalStrengthLte: rssi=-61 rsrp=-91 level=%d}\n    mMessageWaiting=false\n    mCallForwarding=false\n    mDataActivity=0\n    mDataConnectionState=%d\n", call.Phase, 5*boolInt(call.Phase == world.CallRinging), boolInt(call.Phase == world.CallOffHook), number, state, state, p.d.prop("gsm.operator.alpha"), p.d.prop("gsm.operator.alpha"), p.d.on("global", "mobile_data"), 4-reg, 2*boolInt(!air && !p.d.wifiOn()))
	return 0
}

func dumpWifi(_ context.Context, p *Proc, _ []string) int {
	if !p.d.wifiOn() {
		p.Println("Wi-Fi is disabled\nVerbose logging is off\nmInIdleMode false\nmScanPending false")
		return 0
	}
	p.Printf("Wi-Fi is enabled\nVerbose logging is off\nmInIdleMode false\nmScanPending false\nCurrent ClientModeManager:\n  mWifiInfo %s\n  curState=L3ConnectedState\n", p.d.wifiInfo())
	return 0
}

func dumpBluetooth(_ context.Context, p *Proc, _ []string) int {
	on := p.d.on("global", "bluetooth_on")
	p.Printf("Bluetooth Status\n  enabled: %t\n  state: %s\n  address: 02:00:00:77:88:99\n  name: %s\n", on, map[bool]string{true: "ON", false: "OFF"}[on], p.d.prop("ro.product.model"))
	return 0
}

func dumpConnectivity(_ context.Context, p *Proc, _ []string) int {
	kind, id := "", "none"
	switch {
	case p.d.wifiOn():
		kind, id = "WIFI", "101"
	case !p.d.on("global", "airplane_mode_on") && p.d.on("global", "mobile_data"):
		kind, id = "CELLULAR", "102"
	}
	p.Printf("NetworkProviders for: [TelephonyNetworkFactory, WifiNetworkFactory]\n\nActive default network: %s\n\nCurrent Networks:\n", id)
	if kind != "" {
		p.Printf("  NetworkAgentInfo{network{%s}  handle{437147238413}  ni{%s CONNECTED extra: } Score(60 ; KeepConnected : 0 ; Policies : IS_VALIDATED)  created nc{[ Transports: %s Capabilities: NOT_METERED&INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED&NOT_ROAMING&FOREGROUND ]}}\n", id, kind, kind)
	}
	p.Printf("\nAirplane mode: %t\n", p.d.on("global", "airplane_mode_on"))
	return 0
}

func dumpAudio(_ context.Context, p *Proc, _ []string) int {
	p.Println("\nAudioService:\n\nStream volumes (device: index)")
	for _, v := range p.d.w.Volumes() {
		p.Printf("- %s:\n   Muted: %t\n   Muted Internally: false\n   Min: %d\n   Max: %d\n   streamVolume:%d\n   Current: 2 (speaker): %d, 40000000 (default): %d\n   Devices: speaker(2)\n\n", v.Name, v.Muted, v.Min, v.Max, v.Now, v.Now, v.Now)
	}
	p.Printf("\nRinger mode: \n- mode (internal) = %s\n- mode (external) = %s\n- zen mode:off\n\nAudio Focus stack entries (last is top of stack):\n\n No external focus policy\n\nplayers:\n", p.d.w.Ringer(), p.d.w.Ringer())
	return 0
}

func dumpMeminfo(_ context.Context, p *Proc, args []string) int {
	name := ""
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			name = a
		}
	}
	up, mem := p.d.w.Uptime().Milliseconds(), p.d.memory()
	if name == "" {
		p.Printf("Applications Memory Usage (in Kilobytes):\nUptime: %d Realtime: %d\n\nTotal RSS by process:\n", up, up)
		for _, t := range p.d.tasks() {
			if t.rss > 0 {
				p.Printf("%11sK: %s (pid %d)\n", thousands(t.rss), t.name(), t.pid)
			}
		}
		p.Printf("\nTotal RAM: %11sK (status normal)\n Free RAM: %11sK (        0K cached pss + %11sK cached kernel + %11sK free)\n", thousands(mem.total), thousands(mem.available), thousands(mem.cached), thousands(mem.free))
		return 0
	}
	for _, t := range p.d.tasks() {
		if t.name() != name && itoa(t.pid) != name {
			continue
		}
		pss := t.rss * 2 / 3
		p.Printf("Applications Memory Usage (in Kilobytes):\nUptime: %d Realtime: %d\n\n** MEMINFO in pid %d [%s] **\n", up, up, t.pid, t.name())
		p.Println("                   Pss  Private  Private  SwapPss      Rss     Heap     Heap     Heap\n                 Total    Dirty    Clean    Dirty    Total     Size    Alloc     Free\n                ------   ------   ------   ------   ------   ------   ------   ------")
		p.Printf("  Native Heap %8d %8d %8d %8d %8d %8d %8d %8d\n", pss/3, pss/3, 0, 0, t.rss/3, t.rss/2, t.rss/3, t.rss/6)
		p.Printf("  Dalvik Heap %8d %8d %8d %8d %8d %8d %8d %8d\n", pss/4, pss/4, 0, 0, t.rss/4, t.rss/3, t.rss/4, t.rss/12)
		p.Printf("        TOTAL %8d %8d %8d %8d %8d %8d %8d %8d\n\n App Summary\n           TOTAL PSS: %8d            TOTAL RSS: %8d      TOTAL SWAP PSS:        0\n", pss, pss*3/4, pss/8, 0, t.rss, t.rss, t.rss*7/12, t.rss/4, pss, t.rss)
		return 0
	}
	p.Printf("No process found for: %s\n", name)
	return 0
}

func thousands(n int) string {
	s := itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func dumpCPU(_ context.Context, p *Proc, _ []string) int {
	now := p.d.now()
	const stamp = "2006-01-02 15:04:05.000"
	p.Printf("Load: 1.02 / 0.98 / 0.87\nCPU usage from 30000ms to 1000ms ago (%s to %s) with 99%% awake:\n", now.Add(-30*time.Second).Format(stamp), now.Add(-time.Second).Format(stamp))
	for i, pr := range p.d.w.Processes() {
		if i > 12 {
			break
		}
		p.Printf("  %.1f%% %d/%s: %.1f%% user + %.1f%% kernel / faults: %d minor 0 major\n", 4.2/float64(i+1), pr.PID, pr.Name, 3.0/float64(i+1), 1.2/float64(i+1), 120/(i+1))
	}
	p.Println("9.2% TOTAL: 5% user + 4.1% kernel + 0% iowait + 0.1% softirq")
	return 0
}

func dumpLocation(_ context.Context, p *Proc, _ []string) int {
	on := p.d.on("secure", "location_mode")
	p.Printf("Location Manager State:\n  User Info:\n    current users: u[0]\n  Location Settings:\n    Location Setting: %t\n", on)
	last := "null"
	if l, ok := p.d.w.Location(); ok {
		last = p.d.locationText(l)
	}
	if p.d.sdk() < android12 {
		p.Printf("  Last Known Locations:\n    gps: %s\n    passive: %s\n", last, last)
		return 0
	}
	p.Printf("  Location Providers:\n    gps provider:\n      last location=%s\n      enabled=%t\n    passive provider:\n      last location=%s\n      enabled=%t\n  Historical Aggregate Location Provider Data:\n", last, on, last, on)
	return 0
}

// locationText is a fix in one line.
func (d *Device) locationText(l world.Location) string {
	at := time.Duration(d.uptimeMillis(l.Time)) * time.Millisecond
	if d.sdk() < android12 {
		return fmt.Sprintf("Location[%s %.6f,%.6f hAcc=%.0f et=+%s alt=%.1f vel=%.1f bear=%.1f]", l.Provider, l.Latitude, l.Longitude, l.Accuracy, javaSpan(at), l.Altitude, l.Speed, l.Bearing)
	}
	return fmt.Sprintf("Location[%s %.6f,%.6f hAcc=%.1f et=+%s alt=%.1f vAcc=3.0 vel=%.1f bear=%.1f {Bundle[{satellites=%d}]}]", l.Provider, l.Latitude, l.Longitude, l.Accuracy, javaSpan(at), l.Altitude, l.Speed, l.Bearing, l.Satellites)
}

// javaSpan writes a length of time as TimeUtils does: 1d2h3m4s5ms, from the first part that is not zero.
func javaSpan(t time.Duration) string {
	var b strings.Builder
	for _, u := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}, {time.Millisecond, "ms"}} {
		if n := t / u.of; n > 0 || b.Len() > 0 || u.name == "ms" {
			fmt.Fprintf(&b, "%d%s", n, u.name)
		}
		t %= u.of
	}
	return b.String()
}

func dumpTrust(_ context.Context, p *Proc, _ []string) int {
	k := p.d.w.Keyguard()
	locked := boolInt(k.Showing && k.Secure)
	if p.d.sdk() < android13 {
		p.Printf("Trust manager state:\n User \"Owner\" (id=0, flags=0x13) (current): trusted=%d, trustManaged=0, deviceLocked=%d, strongAuthRequired=0x0\n", boolInt(k.Trusted), locked)
		return 0
	}
	p.Printf("Trust manager state:\n User \"Owner\" (id=0, flags=0x4c13) (current): trustState=%s, trustManaged=0, deviceLocked=%d, isActiveUnlockRunning=0, strongAuthRequired=0x0\n", map[bool]string{true: "TRUSTED", false: "UNTRUSTED"}[k.Trusted], locked)
	return 0
}

func dumpUIMode(_ context.Context, p *Proc, _ []string) int {
	on, mode := p.d.w.Night()
	n := map[string]int{"auto": 0, "no": 1, "yes": 2}[mode]
	p.Printf("Current UI Mode Service state:\n  mDockState=0 mLastBroadcastState=0\n  mNightMode=%d (%s) mOverrideOn/Off=false/false\n  mComputedNightMode=%t customStart=22:00 customEnd06:00\n  mCurUiMode=0x%x\n", n, mode, on, 0x11+boolInt(on)*0x10)
	return 0
}

func dumpStatusBar(_ context.Context, p *Proc, _ []string) int {
	p.Println("  mDisabled1=0x0\n  mDisabled2=0x0\n  mDisableRecords.size=0\n  mCurrentUserId=0")
	return 0
}

func dumpDeviceIdle(_ context.Context, p *Proc, _ []string) int {
	s := p.d.w.Display()
	p.Printf("  Settings:\n  mLightEnabled=true  mDeepEnabled=true\n  mScreenOn=%t\n  mScreenLocked=%t\n  mCharging=%t\n  mState=%s\n", s.On, p.d.w.Keyguard().Showing, p.d.w.Battery().Powered(), map[bool]string{true: "ACTIVE", false: "INACTIVE"}[s.On])
	return 0
}

func dumpThermal(_ context.Context, p *Proc, _ []string) int {
	p.Println("IsStatusOverride: false\nThermalEventListeners:\n\tcallbacks: 1\nThermal Status: 0\nHAL Ready: true")
	return 0
}

func dumpUser(_ context.Context, p *Proc, _ []string) int {
	p.Println("Current user: 0\nUsers:\n  UserInfo{0:Owner:4c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED")
	return 0
}

func dumpAccessibility(_ context.Context, p *Proc, _ []string) int {
	v, _ := p.d.w.Settings().Get("secure", "enabled_accessibility_services")
	if v == "null" {
		v = ""
	}
	inner := ""
	if v != "" {
		inner = "{" + strings.ReplaceAll(v, ":", "}, {") + "}"
	}
	p.Printf("ACCESSIBILITY MANAGER (dumpsys accessibility)\ncurrentUserId=0\nUser state[\n     attributes:{id=0, touchExplorationEnabled=false, serviceHandlesDoubleTap=false}\n     installed services: {}\n     Bound services:{}\n     Enabled services:{%s}\n     Binding services:{}\n     Crashed services:{}]\n", inner)
	return 0
}

func dumpUsage(_ context.Context, p *Proc, _ []string) int {
	p.Println("user=0\nIn-memory daily stats\n  packages")
	for _, t := range p.d.w.Tasks() {
		stamp := t.LastActive.In(p.d.now().Location()).Format(time.DateTime)
		p.Printf("    package=%s totalTimeUsed=\"00:10\" lastTimeUsed=\"%s\" totalTimeVisible=\"00:10\" lastTimeVisible=\"%s\" lastTimeComponentUsed=\"%s\" totalTimeFS=\"00:00\" lastTimeFS=\"%s\" appLaunchCount=1 \n", t.Affinity, stamp, stamp, stamp, stamp)
	}
	return 0
}

func dumpGfx(_ context.Context, p *Proc, args []string) int {
	up := p.d.w.Uptime().Milliseconds()
	p.Printf("Applications Graphics Acceleration Info:\nUptime: %d Realtime: %d\n", up, up)
	for _, pr := range p.d.w.Processes() {
		if pr.Package != "" && (len(args) == 0 || args[0] == pr.Name) {
			p.Printf("\n** Graphics info for pid %d [%s] **\n\nStats since: %dns\nTotal frames rendered: 120\nJanky frames: 2 (1.67%%)\n", pr.PID, pr.Name, up*1e6)
		}
	}
	return 0
}

func dumpADB(_ context.Context, p *Proc, _ []string) int {
	p.Println("ADB MANAGER STATE (dumpsys adb):\n{\n  debugging_manager={\n    connected_to_adb=true\n  }\n}")
	return 0
}

func dumpSettings(_ context.Context, p *Proc, _ []string) int {
	for _, ns := range []string{"global", "secure", "system"} {
		p.Printf("%s SETTINGS (user 0)\n", strings.ToUpper(ns))
		all := p.d.w.Settings().List(ns)
		for i, k := range sortedKeys(all) {
			p.Println(fmt.Sprintf("_id:%d name:%s pkg:android value:%s", i+1, k, all[k]))
		}
		p.Println("")
	}
	return 0
}
