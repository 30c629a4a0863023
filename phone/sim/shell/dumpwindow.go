package shell

import (
	"context"
	"fmt"
	"image"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

// dumpWindow is dumpsys window: all, or one part of it.
func dumpWindow(_ context.Context, p *Proc, args []string) int {
	what := ""
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			what = a
			break
		}
	}
	switch what {
	case "":
		p.Println("WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n")
		p.dumpPolicy()
		p.Println("")
		p.dumpDisplays()
		p.Println("")
		p.dumpTokens()
		p.Println("")
		p.dumpWindows("")
	case "displays", "d":
		p.dumpDisplays()
	case "windows", "w", "a", "all", "visible", "visible-apps":
		p.dumpWindows("")
	case "policy", "p":
		p.dumpPolicy()
	case "tokens", "t":
		p.dumpTokens()
	case "sessions", "s", "animator", "containers", "trace", "settings", "refresh", "constants", "logging", "package-config":
		p.Printf("WINDOW MANAGER %s (dumpsys window %s)\n", strings.ToUpper(what), what)
	case "lastanr", "l":
		p.Println("WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>")
	default:
		p.dumpWindows(what)
	}
	return 0
}

func rect(r image.Rectangle) string {
	return fmt.Sprintf("[%d,%d][%d,%d]", r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
}

// javaRect writes a rectangle as Rect.toString does.
func javaRect(r image.Rectangle) string {
	return fmt.Sprintf("Rect(%d, %d - %d, %d)", r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
}

// configuration is the screen's configuration in one line.
func (d *Device) configuration() string {
	s := d.w.Display()
	dp := func(px int) int { return px * 160 / max(1, s.Density) }
	w, h := dp(s.Size.X), dp(s.Size.Y-s.StatusBar)
	orient := "port"
	if s.Size.X > s.Size.Y {
		orient = "land"
	}
	night := ""
	if on, _ := d.w.Night(); on {
		night = " night"
	}
	scale, _ := d.w.Settings().Get("system", "font_scale")
	if scale == "" {
		scale = "1.0"
	}
	full := image.Rectangle{Max: s.Size}
	app := image.Rect(0, 0, s.Size.X, s.Size.Y-s.NavBar)
	locale := strings.ReplaceAll(d.w.Prop("ro.product.locale"), "-", "_")
	return fmt.Sprintf("{%s 310mcc260mnc [%s] ldltr sw%ddp w%ddp h%ddp %ddpi nrml long %s%s finger -keyb/v/h -nav/h winConfig={ mBounds=%s mAppBounds=%s mMaxBounds=%s mDisplayRotation=ROTATION_%d mWindowingMode=fullscreen mActivityType=undefined mAlwaysOnTop=undefined mRotation=ROTATION_%d} as.2 s.12 fontWeightAdjustment=0}",
		scale, locale, min(w, dp(s.Size.Y)), w, h, s.Density, orient, night, javaRect(full), javaRect(app), javaRect(full), s.Rotation*90, s.Rotation*90)
}

// focusLines prints what has the focus.
func (p *Proc) focusLines(indent string) {
	focus := "null"
	if w, ok := p.d.w.FocusedWindow(); ok {
		focus = w.String()
	}
	app := "null"
	if a, ok := p.d.w.FocusedApp(); ok {
		app = p.d.appToken(a.String())
	}
	p.Printf("%smCurrentFocus=%s\n%smFocusedApp=%s\n", indent, focus, indent, app)
}

func (p *Proc) dumpDisplays() {
	p.Println("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
	if p.d.sdk() == android11 {
		p.Println("  mLastOrientationSource=null")
	}
	p.displayBlock()
}

// displayBlock is the description of the display that window and activity dumps share.
func (p *Proc) displayBlock() {
	s, n := p.d.w.Display(), p.d.sdk()
	forced := ""
	if s.Natural != s.Physical || s.Density != s.PhysicalDensity {
		forced = fmt.Sprintf(" base=%dx%d %ddpi", s.Natural.X, s.Natural.Y, s.Density)
	}
	head, least := " (organized)", " mMinSizeOfResizeableTaskDp=220"
	switch tasks := len(p.d.w.Tasks()); {
	case n <= android10:
		head, least = "", ""
	case n == android11:
		head, least = fmt.Sprintf(" stacks=%d", tasks), ""
	case n <= android13:
		head = fmt.Sprintf(" rootTasks=%d", tasks)
	}
	long, short := max(s.Size.X, s.Size.Y), min(s.Size.X, s.Size.Y)
	p.Printf("  Display: mDisplayId=0%s\n", head)
	p.Printf("    init=%dx%d %ddpi%s%s cur=%dx%d app=%dx%d rng=%dx%d-%dx%d\n", s.Physical.X, s.Physical.Y, s.PhysicalDensity, least, forced,
		s.Size.X, s.Size.Y, s.Size.X, s.Size.Y-s.NavBar, short, short-s.StatusBar, long, long-s.StatusBar)
	p.Printf("    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion((0,0,%d,%d))\n\n", s.Size.X, s.Size.Y)
	if n >= android12 {
		p.Println("  mLastOrientationSource=null")
	}
	if n >= android10 {
		p.Printf("  mLayoutSeq=%d\n", 100+s.Rotation)
		p.focusLines("  ")
		p.Println("\n  mHoldScreenWindow=null\n  mObscuringWindow=null\n  mLastWakeLockHoldingWindow=null\n\n  displayId=0")
		p.displayPolicy(n, s)
		p.displayRotation(s)
	}
	if n >= android11 {
		p.insets(n, s)
	}
	p.taskAreas(n)
}

func (p *Proc) displayPolicy(n int, s world.DisplayState) {
	k := p.d.w.Keyguard()
	focus := "null"
	if w, ok := p.d.w.FocusedWindow(); ok {
		focus = w.String()
	}
	locked := k.Showing && !k.Occluded
	p.Println("  DisplayPolicy")
	p.Printf("    mCarDockEnablesAccelerometer=false mDeskDockEnablesAccelerometer=false\n    mDockMode=EXTRA_DOCK_STATE_UNDOCKED mLidState=LID_ABSENT\n")
	p.Printf("    mAwake=%t mScreenOnEarly=%t mScreenOnFully=%t\n    mKeyguardDrawComplete=%t mWindowManagerDrawComplete=%t\n    mHdmiPlugged=false\n", s.On, s.On, s.On, s.On, s.On)
	switch {
	case n <= android10:
		p.Printf("    mShowingDream=false mDreamingLockscreen=%t mDreamingSleepToken=null\n", locked)
	case n == android11:
		p.Printf("    mShowingDream=false mDreamingLockscreen=%t mDreamingSleepToken=null isKeyguardShowing=%t\n", locked, locked)
	default:
		p.Printf("    mShowingDream=false mDreamingLockscreen=%t\n    isKeyguardShowing=%t\n", locked, locked)
	}
	for _, w := range p.d.w.Windows() {
		switch w.Title {
		case "StatusBar":
			p.Printf("    mStatusBar=%s\n", w)
		case "NotificationShade":
			p.Printf("    mNotificationShade=%s\n", w)
		case "NavigationBar0", "NavigationBar", "Taskbar":
			p.Printf("    mNavigationBar=%s\n    mNavBarOpacityMode=2\n    mNavigationBarCanMove=false\n    mNavigationBarPosition=4\n", w)
		}
	}
	p.Printf("    mFocusedWindow=%s\n    mTopFullscreenOpaqueWindowState=%s\n    mForceShowSystemBars=false\n", focus, focus)
}

func (p *Proc) displayRotation(s world.DisplayState) {
	auto := p.d.on("system", "accelerometer_rotation")
	mode := "USER_ROTATION_LOCKED"
	if auto {
		mode = "USER_ROTATION_FREE"
	}
	rot, _ := p.d.w.Settings().Get("system", "user_rotation")
	p.Println("  DisplayRotation")
	p.Printf("    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n    mLastOrientation=-1\n    mRotation=%d mDeferredRotationPauseCount=0\n", s.Rotation)
	p.Println("    mLandscapeRotation=ROTATION_90 mSeascapeRotation=ROTATION_270\n    mPortraitRotation=ROTATION_0 mUpsideDownRotation=ROTATION_180\n    mSupportAutoRotation=true")
	p.Printf("    mUserRotationMode=%s mUserRotation=ROTATION_%d mCameraRotationMode=0 mAllowAllRotations=false\n    mDemoHdmiRotationLock=false mFixedToUserRotation=false\n", mode, atoi(rot, 0)*90)
}

// insets are what bars and keyboard cover: numbered types up to Android 13, names since.
func (p *Proc) insets(n int, s world.DisplayState) {
	ime := p.d.w.IME()
	frame := func(y0, y1 int) string { return rect(image.Rect(0, y0, s.Size.X, y1)) }
	p.Printf("  WindowInsetsStateController\n    InsetsState\n      mDisplayFrame=%s\n      mDisplayCutout=DisplayCutout{insets=Rect(0, 0 - 0, 0)}\n", javaRect(image.Rectangle{Max: s.Size}))
	bars := []struct {
		old, id, name, frame string
		visible              bool
	}{
		{"ITYPE_STATUS_BAR", "7f2d0000", "statusBars", frame(0, s.StatusBar), true},
		{"ITYPE_NAVIGATION_BAR", "1c2c0001", "navigationBars", frame(s.Size.Y-s.NavBar, s.Size.Y), true},
		{"ITYPE_IME", "3", "ime", rect(ime.Frame), ime.Shown},
	}
	for _, b := range bars {
		if n <= android13 {
			p.Printf("      InsetsSource type=%s frame=%s visible=%t\n", b.old, b.frame, b.visible)
		} else {
			p.Printf("      InsetsSource id=%s type=%s frame=%s visible=%t flags=\n", b.id, b.name, b.frame, b.visible)
		}
	}
}

func (p *Proc) taskAreas(n int) {
	if n >= android12 {
		p.Println("  Task display areas in top down Z order:\n    TaskDisplayArea DefaultTaskDisplayArea\n      mPreferredTopFocusableRootTask=null")
	}
	p.Println("      Application tokens in top down Z order:")
	for _, t := range p.d.w.Tasks() {
		p.Printf("      * %s\n        mBounds=%s\n", p.d.taskText(t), javaRect(t.Bounds))
		for i, a := range t.Activities {
			p.Printf("        * Hist %s#%d: %s\n", map[bool]string{true: " "}[n >= android12], i, p.d.record(a))
		}
	}
}

func (p *Proc) dumpTokens() {
	p.Println("WINDOW MANAGER TOKENS (dumpsys window tokens)\n  All tokens:\n  Display #0")
	for _, w := range p.d.w.Windows() {
		p.Printf("    WindowToken{%s type=%d android.os.BinderProxy@%s}:\n", w.Token, w.Type.Code(), hex(w.Token))
	}
}

// dumpPolicy tells of the keyguard and the screen.
func (p *Proc) dumpPolicy() {
	k, s := p.d.w.Keyguard(), p.d.w.Display()
	screen, interactive, wake := "SCREEN_STATE_ON", "INTERACTIVE_STATE_AWAKE", "WAKEFULNESS_AWAKE"
	if !s.On {
		screen, interactive, wake = "SCREEN_STATE_OFF", "INTERACTIVE_STATE_SLEEP", "WAKEFULNESS_ASLEEP"
	}
	p.Println("WINDOW MANAGER POLICY STATE (dumpsys window policy)")
	p.Printf("    mSafeMode=false mSystemReady=true mSystemBooted=true\n    mCameraLensCoverState=CAMERA_LENS_COVER_ABSENT\n    mWakeGestureEnabledSetting=true\n    mUiMode=UI_MODE_TYPE_NORMAL mEnableCarDockHomeCapture=true\n    mLidKeyboardAccessibility=0 mLidNavigationAccessibility=0 getLidBehavior=LID_BEHAVIOR_NONE\n    mLongPressOnBackBehavior=LONG_PRESS_BACK_NOTHING\n    mShortPressOnPowerBehavior=SHORT_PRESS_POWER_GO_TO_SLEEP\n    mLongPressOnPowerBehavior=LONG_PRESS_POWER_GLOBAL_ACTIONS\n    mHasSoftInput=true mHapticTextHandleEnabled=true\n    mDismissImeOnBackKeyPressed=false mIncallPowerBehavior=sleep\n    mKeyguardOccluded=%t mKeyguardOccludedChanged=false\n", k.Occluded)
	locked, n := k.Showing && !k.Occluded, p.d.sdk()
	if n <= android9 {
		p.Printf("    mShowingDream=false mDreamingLockscreen=%t mDreamingSleepToken=null\n", locked)
	}
	notOccluded := fmt.Sprintf("      showingAndNotOccluded=%t\n", locked)
	if n > android13 {
		notOccluded = ""
	}
	p.Printf("    KeyguardServiceDelegate\n      showing=%t\n%s      inputRestricted=%t\n      occluded=%t\n      secure=%t\n      dreaming=false\n      systemIsReady=true\n      deviceHasKeyguard=true\n      enabled=true\n      offReason=OFF_BECAUSE_OF_USER\n      currentUser=-10000\n      bootCompleted=true\n      screenState=%s\n      interactiveState=%s\n", k.Showing, notOccluded, false, k.Occluded, k.Secure, screen, interactive)
	p.Printf("      KeyguardStateMonitor\n        mIsShowing=%t\n        mSimSecure=false\n        mInputRestricted=%t\n        mTrusted=%t\n        mCurrentUserId=0\n    Looper state:\n      Looper (android.ui, tid 27) {%s}\n    %s\n", k.Showing, k.Showing, k.Trusted, hex("looper"), wake)
}
