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

// focusLines prints what has the focus, in the words of Android 11 and newer.
func (p *Proc) focusLines(indent string) {
	focus := "null"
	if w, ok := p.d.w.FocusedWindow(); ok {
		focus = w.String()
	}
	app := "null"
	if a, ok := p.d.w.FocusedApp(); ok {
		app = a.String()
	}
	p.Printf("%smCurrentFocus=%s\n%smFocusedApp=%s\n", indent, focus, indent, app)
}

func (p *Proc) dumpDisplays() {
	p.Println("WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)")
	p.displayBlock()
}

// displayBlock is the description of the display that window and activity dumps share.
func (p *Proc) displayBlock() {
	s := p.d.w.Display()
	forced := ""
	if s.Natural != s.Physical || s.Density != s.PhysicalDensity {
		forced = fmt.Sprintf(" base=%dx%d %ddpi", s.Natural.X, s.Natural.Y, s.Density)
	}
	long, short := max(s.Size.X, s.Size.Y), min(s.Size.X, s.Size.Y)
	p.Println("  Display: mDisplayId=0 (organized)")
	p.Printf("    init=%dx%d %ddpi mMinSizeOfResizeableTaskDp=220%s cur=%dx%d app=%dx%d rng=%dx%d-%dx%d\n", s.Physical.X, s.Physical.Y, s.PhysicalDensity, forced,
		s.Size.X, s.Size.Y, s.Size.X, s.Size.Y-s.NavBar, short, short-s.StatusBar, long, long-s.StatusBar)
	p.Printf("    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion((0,0,%d,%d))\n\n", s.Size.X, s.Size.Y)
	p.Printf("  mLayoutSeq=%d\n", 100+s.Rotation)
	p.focusLines("  ")
	p.Println("\n  mHoldScreenWindow=null\n  mObscuringWindow=null\n  mLastWakeLockHoldingWindow=null\n\n  displayId=0")
	p.displayPolicy(s)
	p.displayRotation(s)
	p.insets(s)
	p.taskAreas()
}

func (p *Proc) displayPolicy(s world.DisplayState) {
	k := p.d.w.Keyguard()
	focus := "null"
	if w, ok := p.d.w.FocusedWindow(); ok {
		focus = w.String()
	}
	p.Println("  DisplayPolicy")
	p.Printf("    mCarDockEnablesAccelerometer=false mDeskDockEnablesAccelerometer=false\n    mDockMode=EXTRA_DOCK_STATE_UNDOCKED mLidState=LID_ABSENT\n")
	p.Printf("    mAwake=%t mScreenOnEarly=%t mScreenOnFully=%t\n    mKeyguardDrawComplete=%t mWindowManagerDrawComplete=%t\n    mHdmiPlugged=false\n", s.On, s.On, s.On, s.On, s.On)
	p.Printf("    mShowingDream=false mDreamingLockscreen=false\n    isKeyguardShowing=%t\n", k.Showing && !k.Occluded)
	for _, w := range p.d.w.Windows() {
		switch w.Title {
		case "StatusBar":
			p.Printf("    mStatusBar=%s\n", w)
		case "NotificationShade":
			p.Printf("    mNotificationShade=%s\n", w)
		case "NavigationBar0":
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

func (p *Proc) insets(s world.DisplayState) {
	ime := p.d.w.IME()
	frame := func(y0, y1 int) string { return rect(image.Rect(0, y0, s.Size.X, y1)) }
	p.Printf("  WindowInsetsStateController\n    InsetsState\n      mDisplayFrame=%s\n      mDisplayCutout=DisplayCutout{insets=Rect(0, 0 - 0, 0)}\n", javaRect(image.Rectangle{Max: s.Size}))
	p.Printf("      InsetsSource id=3 type=ime frame=%s visible=%t flags=\n", rect(ime.Frame), ime.Shown)
	p.Printf("      InsetsSource id=7f2d0000 type=statusBars frame=%s visible=true flags=\n", frame(0, s.StatusBar))
	p.Printf("      InsetsSource id=1c2c0001 type=navigationBars frame=%s visible=true flags=\n", frame(s.Size.Y-s.NavBar, s.Size.Y))
}

func (p *Proc) taskAreas() {
	p.Println("  Task display areas in top down Z order:\n    TaskDisplayArea DefaultTaskDisplayArea\n      mPreferredTopFocusableRootTask=null\n      Application tokens in top down Z order:")
	for _, t := range p.d.w.Tasks() {
		p.Printf("      * %s\n        mBounds=%s\n", taskText(t), javaRect(t.Bounds))
		for i, a := range t.Activities {
			p.Printf("        * Hist  #%d: %s\n", i, a)
		}
	}
}

// taskText is a task as Android 12 and newer print it.
func taskText(t world.Task) string {
	kind, affinity := "standard", fmt.Sprintf("A=%d:%s", t.UID, t.Affinity)
	if t.Home {
		kind = "home"
		if len(t.Activities) > 0 {
			affinity = "I=" + t.Activities[len(t.Activities)-1].Component.Short()
		}
	}
	return fmt.Sprintf("Task{%s #%d type=%s %s U=0 visible=%t visibleRequested=%t mode=fullscreen translucent=false sz=%d}", t.Hash, t.ID, kind, affinity, t.Visible, t.Visible, len(t.Activities))
}

func (p *Proc) dumpTokens() {
	p.Println("WINDOW MANAGER TOKENS (dumpsys window tokens)\n  All tokens:\n  Display #0")
	for _, w := range p.d.w.Windows() {
		p.Printf("    WindowToken{%s type=%d android.os.BinderProxy@%s}:\n", w.Token, w.Type.Code(), hex(w.Token))
	}
}

// flagNames are the window flags with their names in dumps.
var flagNames = []struct {
	bit  uint32
	name string
}{
	{0x2, "DIM_BEHIND"}, {0x8, "NOT_FOCUSABLE"}, {0x10, "NOT_TOUCHABLE"}, {0x20, "NOT_TOUCH_MODAL"}, {0x100, "LAYOUT_IN_SCREEN"}, {0x200, "LAYOUT_NO_LIMITS"},
	{0x400, "FULLSCREEN"}, {0x2000, "SECURE"}, {0x10000, "LAYOUT_INSET_DECOR"}, {0x40000, "WATCH_OUTSIDE_TOUCH"}, {0x100000, "SHOW_WALLPAPER"}, {0x800000, "SPLIT_TOUCH"},
	{0x1000000, "HARDWARE_ACCELERATED"}, {0x80000000, "DRAWS_SYSTEM_BAR_BACKGROUNDS"},
}

func flagText(flags uint32) string {
	var out []string
	for _, f := range flagNames {
		if flags&f.bit != 0 {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, " ")
}

// layers are the base layers of the window types.
var layers = map[world.WindowType]int{
	world.TypeBaseApplication: 21000, world.TypeApplication: 21000, world.TypeStatusBar: 181000, world.TypeToast: 81000, world.TypeInputMethod: 151000,
	world.TypeWallpaper: 11000, world.TypeNavigationBar: 241000, world.TypeVolumeOverlay: 201000, world.TypeNotificationShade: 171000,
}

// dumpWindows lists all windows, or those whose title or hash contains only.
func (p *Proc) dumpWindows(only string) {
	all := p.d.w.Windows()
	p.Println("WINDOW MANAGER WINDOWS (dumpsys window windows)")
	n := 0
	for i, w := range all {
		if only == "" || strings.Contains(w.Title, only) || w.Hash == only {
			p.windowBlock(i, w)
			n++
		}
	}
	if only != "" {
		if n == 0 {
			p.Printf("  No windows match: %s\n  Use -h for help.\n", only)
		}
		return
	}
	p.windowsEnd()
}

func (p *Proc) windowBlock(i int, w world.Window) {
	s := p.d.w.Display()
	task := w.Task
	if task == 0 {
		task = 1
	}
	visible := map[bool]string{true: "0x0", false: "0x8"}[w.Visible]
	full := rect(image.Rectangle{Max: s.Size})
	size := func(n, whole int) string {
		if n == whole {
			return "fill"
		}
		return itoa(n)
	}
	p.Printf("  Window #%d %s:\n", i, w)
	p.Printf("    mDisplayId=0 rootTaskId=%d mSession=Session{%s %d:u0a%d} mClient=android.os.BinderProxy@%s\n", task, w.Session, w.PID, w.UID, hex(w.Hash, "client"))
	p.Printf("    mOwnerUid=%d showForAllUsers=%t package=%s appop=NONE\n", w.UID, w.Task == 0, w.Package)
	p.Printf("    mAttrs={(0,0)(%sx%s) sim={adjust=resize} ty=%s fmt=TRANSLUCENT\n      fl=%s\n      pfl=FIT_INSETS_CONTROLLED\n      bhv=DEFAULT}\n", size(w.Frame.Dx(), s.Size.X), size(w.Frame.Dy(), s.Size.Y), w.Type, flagText(w.Flags))
	p.Printf("    Requested w=%d h=%d mLayoutSeq=%d\n", w.Frame.Dx(), w.Frame.Dy(), 100+s.Rotation)
	if w.Activity != "" {
		p.Printf("    mBaseLayer=%d mSubLayer=0    mToken=%s\n    mActivityRecord=%s\n    drawnStateEvaluated=true    mightAffectAllDrawn=true\n", layers[w.Type], w.Activity, w.Activity)
	} else {
		p.Printf("    mBaseLayer=%d mSubLayer=0    mToken=WindowToken{%s type=%d android.os.BinderProxy@%s}\n", layers[w.Type], w.Token, w.Type.Code(), hex(w.Token))
	}
	p.Printf("    mViewVisibility=%s mHaveFrame=true mObscured=false\n", visible)
	given := "[0,0][0,0]"
	if w.Type == world.TypeInputMethod && w.Visible {
		given = fmt.Sprintf("[0,%d][0,0]", w.Touch.Min.Y-w.Frame.Min.Y)
	}
	p.Printf("    mGivenContentInsets=%s mGivenVisibleInsets=%s\n", given, given)
	if w.Touch != w.Frame {
		p.Printf("    mTouchableInsets=3 mGivenInsetsPending=false\n    touchable region=SkRegion((%d,%d,%d,%d))\n", w.Touch.Min.X, w.Touch.Min.Y, w.Touch.Max.X, w.Touch.Max.Y)
	}
	p.Printf("    mFullConfiguration=%s\n    mLastReportedConfiguration=%s\n", p.d.configuration(), p.d.configuration())
	p.Printf("    mHasSurface=%t isReadyForDisplay()=%t mWindowRemovalAllowed=false\n", w.Surface, w.Visible)
	p.Printf("    Frames: parent=%s display=%s frame=%s last=%s insetsChanged=false\n     surface=[0,0][0,0]\n", full, full, rect(w.Frame), rect(w.Frame))
	state := "NO_SURFACE"
	if w.Surface {
		state = "HAS_DRAWN"
	}
	p.Printf("    WindowStateAnimator{%s %s}:\n", hex(w.Hash, "animator"), w.Title)
	if w.Surface {
		p.Printf("      mSurface=Surface(name=%s)/@0x%s\n      Surface: shown=%t layer=0 alpha=1.0 rect=(0.0,0.0)  transform=(1.0, 0.0, 0.0, 1.0)\n", w.Title, hex(w.Hash, "surface"), w.Visible)
	}
	p.Printf("      mDrawState=%s       mLastHidden=%t\n      mEnterAnimationPending=false      mSystemDecorRect=[0,0][0,0]\n", state, !w.Visible)
	p.Printf("    mForceSeamlesslyRotate=false seamlesslyRotate: pending=null    isOnScreen=%t\n    isVisible=%t\n    keepClearAreas: restricted=[], unrestricted=[]\n    mPrepareSyncSeqId=0\n", w.Visible, w.Visible)
}

// windowsEnd prints what follows the list.
func (p *Proc) windowsEnd() {
	s := p.d.w.Display()
	p.Printf("\n  mGlobalConfiguration=%s\n  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n", p.d.configuration())
	var ime, target string
	for _, w := range p.d.w.Windows() {
		if w.Type == world.TypeInputMethod {
			ime = w.String()
		}
	}
	if w, ok := p.d.w.FocusedWindow(); ok {
		target = w.String()
	}
	if target != "" {
		p.Printf("  imeLayeringTarget in display# 0 %s\n", target)
		if p.d.w.IME().Served {
			p.Printf("  imeInputTarget in display# 0 %s\n  imeControlTarget in display# 0 %s\n", target, target)
		}
	}
	p.Println("  Minimum task size of display#0 220  mBlurEnabled=true\n  mLastDisplayFreezeDuration=0 due to new-config\n  mDisableSecureWindows=false")
	if ime != "" {
		p.Printf("  mInputMethodWindow=%s\n", ime)
	}
	scale := func(key string) string {
		v, _ := p.d.w.Settings().Get("global", key)
		if f := parseFloat(v); v != "" {
			return fmt.Sprintf("%.1f", f)
		}
		return "1.0"
	}
	p.Printf("  mTraversalScheduled=false\n  mSystemBooted=true mDisplayEnabled=true\n  mTransactionSequence=149\n  mDisplayFrozen=false windows=0 client=false apps=0\n  mRotation=%d\n  mLastOrientation=-1\n  mWaitingForConfig=false\n  mWindowsInsetsChanged=0\n", s.Rotation)
	p.Printf("  Animation settings: disabled=false window=%s transition=%s animator=%s\n", scale("window_animation_scale"), scale("transition_animation_scale"), scale("animator_duration_scale"))
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
	p.Printf("    KeyguardServiceDelegate\n      showing=%t\n      inputRestricted=%t\n      occluded=%t\n      secure=%t\n      dreaming=false\n      systemIsReady=true\n      deviceHasKeyguard=true\n      enabled=true\n      offReason=OFF_BECAUSE_OF_USER\n      currentUser=-10000\n      bootCompleted=true\n      screenState=%s\n      interactiveState=%s\n", k.Showing, k.Showing && !s.On, k.Occluded, k.Secure, screen, interactive)
	p.Printf("      KeyguardStateMonitor\n        mIsShowing=%t\n        mSimSecure=false\n        mInputRestricted=%t\n        mTrusted=%t\n        mCurrentUserId=0\n    Looper state:\n      Looper (android.ui, tid 27) {%s}\n    %s\n", k.Showing, k.Showing, k.Trusted, hex("looper"), wake)
}
