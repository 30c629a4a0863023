package shell

import (
	"context"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

func dumpPower(_ context.Context, p *Proc, _ []string) int {
	s, b := p.d.w.Power(), p.d.w.Battery()
	plug := 0
	switch {
	case b.AC:
		plug = 1
	case b.USB:
		plug = 2
	case b.Wireless:
		plug = 4
	}
	reason := s.SleepReason
	if reason == "" {
		reason = "timeout"
	}
	lastReason := "  mLastSleepReason=" + reason + "\n"
	if p.d.sdk() < android12 {
		lastReason = ""
	}
	stay, _ := p.d.w.Settings().Get("global", "stay_on_while_plugged_in")
	p.Printf("POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  Settings power_manager_constants:\n    no_cached_wake_locks=true\n  mDirty=0x0\n  mWakefulness=%s\n  mWakefulnessChanging=false\n  mIsPowered=%t\n  mPlugType=%d\n  mBatteryLevel=%d\n  mDreamsBatteryLevelDrain=0\n  mDockState=0\n  mStayOn=%t\n  mProximityPositive=false\n  mBootCompleted=true\n  mSystemReady=true\n",
		s.Wakefulness, b.Powered(), plug, b.Level, s.StayOn)
	p.Printf("  mHalAutoSuspendModeEnabled=%t\n  mHalInteractiveModeEnabled=%t\n  mWakeLockSummary=0x0\n  mNotifyLongScheduled=(none)\n  mUserActivitySummary=0x1\n  mRequestWaitForNegativeProximity=false\n  mInterceptedPowerKeyForProximity=false\n  mSandmanScheduled=false\n  mBatterySaverSupported=true\n  mLowPowerModeEnabled=%t\n  mLastWakeTime=%d\n  mLastSleepTime=%d\n%s", !s.Interactive, s.Interactive, p.d.on("global", "low_power"), p.d.uptimeMillis(s.LastWake), p.d.uptimeMillis(s.LastSleep), lastReason)
	p.Printf("  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker=%t\n\nSettings and Configuration:\n  mDecoupleHalAutoSuspendModeFromDisplayConfig=true\n  mSuspendWhenScreenOffDueToProximityConfig=false\n  mScreenOffTimeoutSetting=%d\n  mStayOnWhilePluggedInSetting=%d\n  mScreenBrightnessOverrideFromWindowManager=NaN\n\n", s.Interactive, s.Timeout.Milliseconds(), atoi(stay, 0))
	p.Printf("Sleep timeout: -1 ms\nScreen off timeout: %d ms\nScreen dim duration: 7000 ms\n\nUID states (changing=false changeSeq=1):\n\nLooper state:\n  Looper (PowerManagerService, tid 40) {%s}\n\nWake Locks: size=0\n\nSuspend Blockers: size=4\n  PowerManagerService.WakeLocks: ref count=0\n  PowerManagerService.Display: ref count=%d\n  PowerManagerService.Broadcasts: ref count=0\n  PowerManagerService.WirelessChargerDetector: ref count=0\n\nDisplay Power: %s\n", s.Timeout.Milliseconds(), hex("power"), boolInt(s.Interactive), p.displayPower(s))
	return 0
}

// displayPower ends the power dump: the state itself up to Android 10, an object's name later.
func (p *Proc) displayPower(s world.PowerState) string {
	if p.d.sdk() > 29 {
		return "com.android.server.power.PowerManagerService$1@" + hex("callback")
	}
	return "state=" + map[bool]string{true: "ON", false: "OFF"}[s.Interactive]
}

func dumpBattery(_ context.Context, p *Proc, args []string) int {
	b := p.d.w.Battery()
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		return p.batteryCommand(args, b)
	}
	p.batteryState(b)
	return 0
}

func (p *Proc) batteryState(b world.Battery) {
	p.Println("Current Battery Service state:")
	if b.Frozen {
		p.Println("  (UPDATES STOPPED -- use 'reset' to restart)")
	}
	dock := ""
	if p.d.sdk() >= android13 {
		dock = fmt.Sprintf("  Dock powered: %t\n", b.Dock)
	}
	p.Printf("  AC powered: %t\n  USB powered: %t\n  Wireless powered: %t\n%s  Max charging current: %d\n  Max charging voltage: %d\n  Charge counter: %d\n  status: %d\n  health: %d\n  present: %t\n  level: %d\n  scale: %d\n  voltage: %d\n  temperature: %d\n  technology: %s\n",
		b.AC, b.USB, b.Wireless, dock, b.MaxCurrent, b.MaxVoltage, b.Counter, b.Status, b.Health, b.Present, b.Level, b.Scale, b.Voltage, b.Temperature, b.Technology)
	if p.d.sdk() >= 34 {
		p.Println("  Charging state: 0\n  Charging policy: 0")
	}
	for _, line := range p.d.w.Profile().Quirks.BatteryLines {
		p.Println(line)
	}
}

// cmdBattery is cmd battery.
func cmdBattery(_ context.Context, p *Proc) int {
	if len(p.Args) < 2 {
		return p.unknownCommand("")
	}
	return p.batteryCommand(p.Args[1:], p.d.w.Battery())
}

// batteryCommand is set, get, unplug and reset.
func (p *Proc) batteryCommand(args []string, b world.Battery) int {
	w := words{args[1:]}
	var rest []string
	for {
		s, ok := w.next()
		if !ok {
			break
		}
		if s != "-f" {
			rest = append(rest, s)
		}
	}
	switch args[0] {
	case "unplug":
		b.AC, b.USB, b.Wireless, b.Dock = false, false, false, false
		p.d.w.SetBattery(b)
	case "reset":
		p.d.w.ResetBattery()
	case "set":
		if len(rest) < 2 {
			p.Println("No property specified")
			return statusFailed
		}
		return p.batterySet(rest[0], rest[1], b)
	case "get":
		if p.d.sdk() < android12 {
			return p.unknownCommand(args[0])
		}
		if len(rest) < 1 {
			p.Println("No property specified")
			return statusFailed
		}
		v, ok := map[string]string{
			"present": fmt.Sprint(b.Present), "ac": fmt.Sprint(b.AC), "usb": fmt.Sprint(b.USB), "wireless": fmt.Sprint(b.Wireless), "status": itoa(b.Status),
			"level": itoa(b.Level), "counter": itoa(b.Counter), "temp": itoa(b.Temperature),
		}[rest[0]]
		if !ok {
			p.Println("Unknown get option: " + rest[0])
			return 0
		}
		p.Println(v)
	default:
		p.Println("Unknown command: " + args[0])
		return statusFailed
	}
	return 0
}

func (p *Proc) batterySet(key, value string, b world.Battery) int {
	n := atoi(value, -1)
	flags := map[string]*bool{"ac": &b.AC, "usb": &b.USB, "wireless": &b.Wireless, "dock": &b.Dock, "present": &b.Present}
	numbers := map[string]*int{"status": &b.Status, "level": &b.Level, "counter": &b.Counter, "temp": &b.Temperature}
	switch {
	case n < 0 && key != "temp":
		p.Println("Bad value: " + value)
		return statusFailed
	case flags[key] != nil:
		*flags[key] = n != 0
	case numbers[key] != nil:
		*numbers[key] = n
	default:
		p.Println("Unknown set option: " + key)
		return 0
	}
	p.d.w.SetBattery(b)
	return 0
}

func dumpInputMethod(_ context.Context, p *Proc, _ []string) int {
	s := p.d.w.IME()
	list := p.d.w.InputMethods()
	p.Println("Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=" + itoa(len(list)))
	for i, m := range list {
		pkg, class, _ := strings.Cut(m.ID, "/")
		if strings.HasPrefix(class, ".") {
			class = pkg + class
		}
		p.Printf("  InputMethod #%d:\n    mId=%s mSettingsActivityName=%s.Settings mIsVrOnly=false\n    Service:\n      ServiceInfo:\n        name=%s\n        packageName=%s\n", i, m.ID, pkg, class, pkg)
	}
	shown := fmt.Sprint(s.Shown)
	p.Println("  Clients:")
	if a, ok := p.d.w.FocusedApp(); ok {
		p.Printf("    ClientState{%s mUid=%d mPid=%d mSelfReportedDisplayId=0}:\n      mSessionRequested=true\n", hex(a.Hash, "client"), a.UID, a.PID)
	}
	method := "mCurMethodId"
	if p.d.sdk() >= android13 {
		method = "mSelectedMethodId"
	}
	p.Printf("  %s=%s\n  mCurSeq=12 mCurDisplayId=0\n  mCurId=%s mHaveConnection=true mBoundToMethod=true mVisibleBound=%s\n  mCurToken=android.os.Binder@%s\n", method, s.ID, s.ID, shown, hex("token"))
	on := p.d.w.Display().On
	switch n := p.d.sdk(); {
	case n <= android13:
		p.Printf("  mShowRequested=%s mShowExplicitlyRequested=%s mShowForced=false mInputShown=%s\n  mInFullscreenMode=false\n  mSystemReady=true mInteractive=%t\n", shown, shown, shown, on)
	case n == android14:
		p.Printf("  mRequestedShowExplicitly=%s mShowForced=false\n  mImeHiddenByDisplayPolicy=false\n  mInputShown=%s\n  mInFullscreenMode=false\n  mSystemReady=true mInteractive=%t\n", shown, shown, on)
	default:
		p.Printf("  mImeHiddenByDisplayPolicy=false\n  mInputShown=%s\n  mInFullscreenMode=false\n  mSystemReady=true mInteractive=%t\n", shown, on)
	}
	p.Printf("\nInput method client state for %s:\n  mFullscreenMode=false\n  mActive=%t\n", s.Package, s.Served)
	if s.Served {
		p.Printf("  mServedView=%s\n  mCurrentTextBoxAttribute:\n    inputType=0x%x imeOptions=0x%x privateImeOptions=null\n    actionLabel=null actionId=0\n    packageName=%s autofillId=null fieldId=1 fieldName=null\n", s.View, s.InputType, s.ImeOptions, s.Package)
	}
	p.Printf("\nInput method service state for %s:\n  mViewsCreated=true\n  mDecorViewVisible=%s mDecorViewWasVisible=true mWindowVisible=%s mInShowWindow=false\n  mInputStarted=%t mInputViewStarted=%s mCandidatesViewStarted=false\n  mShowInputRequested=%s mLastShowInputRequested=%s mCandidatesVisibility=8\n  mFullscreenApplied=true mIsFullscreen=false mExtractViewHidden=false\n  mIsInputViewShown=%s\n", s.ID, shown, shown, s.Served, shown, shown, shown, shown)
	if s.Shown {
		p.Printf("  Last computed insets: contentTopInsets=%d visibleTopInsets=%d touchableInsets=2 touchableRegion=SkRegion((%d,%d,%d,%d))\n", s.Frame.Min.Y, s.Frame.Min.Y, s.Frame.Min.X, s.Frame.Min.Y, s.Frame.Max.X, s.Frame.Max.Y)
	}
	return 0
}
