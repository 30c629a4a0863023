package shell

import (
	"fmt"
	"image"
	"strings"

	"github.com/handset-agent/handset/phone/sim/world"
)

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

// windowBlock describes one window.
func (p *Proc) windowBlock(i int, w world.Window) {
	s, n := p.d.w.Display(), p.d.sdk()
	p.Printf("  Window #%d %s:\n", i, w)
	p.Printf("    mDisplayId=0%s mSession=Session{%s %d:u0a%d} mClient=android.os.BinderProxy@%s\n", rootTask(n, w), w.Session, w.PID, w.UID, hex(w.Hash, "client"))
	owner := fmt.Sprintf("showForAllUsers=%t", w.Task == 0)
	if n <= android10 {
		owner = fmt.Sprintf("mShowToOwnerOnly=%t", w.Task != 0)
	}
	p.Printf("    mOwnerUid=%d %s package=%s appop=NONE\n", w.UID, owner, w.Package)
	p.windowAttrs(n, w, s)
	p.Printf("    Requested w=%d h=%d mLayoutSeq=%d\n", w.Frame.Dx(), w.Frame.Dy(), 100+s.Rotation)
	p.windowToken(n, w)
	p.Printf("    mViewVisibility=%s mHaveFrame=true mObscured=false\n", map[bool]string{true: "0x0", false: "0x8"}[w.Visible])
	if n <= android11 {
		p.Println("    mSeq=0 mSystemUiVisibility=0x0")
	}
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
	p.windowFrames(n, w, rect(image.Rectangle{Max: s.Size}))
	p.windowAnimator(n, w)
	p.windowState(n, w)
}

// rootTask is the task of a window on the line of its display.
func rootTask(n int, w world.Window) string {
	switch {
	case n <= android10:
		return fmt.Sprintf(" stackId=%d", w.Task)
	case n >= android16 && w.Task == 0:
		return ""
	}
	return fmt.Sprintf(" rootTaskId=%d", max(1, w.Task))
}

func (p *Proc) windowAttrs(n int, w world.Window, s world.DisplayState) {
	size := func(n, whole int) string {
		if n == whole {
			return "fill"
		}
		return itoa(n)
	}
	p.Printf("    mAttrs={(0,0)(%sx%s) sim={adjust=resize} ty=%s fmt=TRANSLUCENT\n      fl=%s", size(w.Frame.Dx(), s.Size.X), size(w.Frame.Dy(), s.Size.Y), w.Type, flagText(w.Flags))
	switch {
	case n <= android9:
	case n == android10:
		p.Printf("\n      pfl=COLOR_SPACE_AGNOSTIC")
	case n == android11:
		p.Printf("\n      pfl=FIT_INSETS_CONTROLLED")
	default:
		p.Printf("\n      pfl=FIT_INSETS_CONTROLLED\n      bhv=DEFAULT")
	}
	if n >= android15 {
		p.Printf("\n      frameRateBoostOnTouch=true\n      dvrrWindowFrameRateHint=true")
	}
	p.Println("}")
}

func (p *Proc) windowToken(n int, w world.Window) {
	layer := fmt.Sprintf("mBaseLayer=%d mSubLayer=0    mToken=", layers[w.Type])
	if n <= android9 {
		layer = fmt.Sprintf("mBaseLayer=%d mSubLayer=0 mAnimLayer=0+=0 mLastLayer=0\n    mToken=", layers[w.Type])
	}
	kind := fmt.Sprintf(" type=%d", w.Type.Code())
	if n < android13 {
		kind = ""
	}
	if w.Activity == "" {
		p.Printf("    %sWindowToken{%s%s android.os.BinderProxy@%s}\n", layer, w.Token, kind, hex(w.Token))
		return
	}
	token, name, drawn := p.d.appToken(w.Activity), "mActivityRecord", "    drawnStateEvaluated=true    mightAffectAllDrawn=true"
	if n <= android10 {
		name = "mAppToken"
	}
	if n <= android9 {
		drawn = "     isAnimatingWithSavedSurface()= mAppDied=false    drawnStateEvaluated=true    mightAffectAllDrawn=true"
	}
	p.Printf("    %s%s\n    %s=%s\n%s\n", layer, token, name, token, drawn)
}

// windowFrames is where a window is; the line that says it moved with the releases.
func (p *Proc) windowFrames(n int, w world.Window, full string) {
	f := rect(w.Frame)
	own := fmt.Sprintf("    mFrame=%s last=%s\n", f, f)
	const surface = "     surface=[0,0][0,0]\n"
	overscan := map[bool]string{true: " overscan=" + full}[n <= android10]
	old := fmt.Sprintf("    Frames: containing=%s parent=%s\n        display=%s%s\n        content=%s visible=%s\n        decor=[0,0][0,0]\n", f, full, full, overscan, f, f)
	switch {
	case n <= android9:
		p.Printf("%s%s        outset=[0,0][0,0]\n    Cur insets: overscan=[0,0][0,0] content=[0,0][0,0] visible=[0,0][0,0] stable=[0,0][0,0] surface=[0,0][0,0] outsets=[0,0][0,0]\n", own, old)
	case n <= android11:
		p.Printf("%s%s    Cur insets: content=[0,0][0,0] visible=[0,0][0,0] stable=[0,0][0,0]    Lst insets: content=[0,0][0,0] visible=[0,0][0,0] stable=[0,0][0,0]\n%s", old, own, surface)
	case n < android13:
		p.Printf("    Frames: containing=%s parent=%s display=%s\n%s%s", f, full, full, own, surface)
	default:
		p.Printf("    Frames: parent=%s display=%s frame=%s last=%s insetsChanged=false\n%s", full, full, f, f, surface)
	}
}

func (p *Proc) windowAnimator(n int, w world.Window) {
	state := "NO_SURFACE"
	p.Printf("    WindowStateAnimator{%s %s}:\n", hex(w.Hash, "animator"), w.Title)
	if w.Surface {
		state = "HAS_DRAWN"
		p.Printf("      mSurface=Surface(name=%s)/@0x%s\n      Surface: shown=%t layer=0 alpha=1.0 rect=(0.0,0.0)  transform=(1.0, 0.0, 0.0, 1.0)\n", w.Title, hex(w.Hash, "surface"), w.Visible)
	}
	entering := "      mEnterAnimationPending=false"
	if n <= android10 {
		entering = ""
	}
	p.Printf("      mDrawState=%s       mLastHidden=%t\n%s      mSystemDecorRect=[0,0][0,0]\n", state, !w.Visible, entering)
}

// windowState closes a window's block with whether it is seen.
func (p *Proc) windowState(n int, w world.Window) {
	on := fmt.Sprintf("isOnScreen=%t\n    isVisible=%t\n", w.Visible, w.Visible)
	switch {
	case n <= android9:
		p.Printf("    mOrientationChanging=false configOrientationChanging=false mAppFreezing=false mReportOrientationChanged=false\n    %s", on)
	case n < android13:
		p.Printf("    mForceSeamlesslyRotate=false seamlesslyRotate: pending=null finishedFrameNumber=0\n    %s", on)
		if n == android11 {
			p.Println("    mRequestedInsetsState: InsetsState: {mDisplayFrame=Rect(0, 0 - 0, 0), mSources= {  }")
		}
	case n <= android14:
		p.Printf("    mForceSeamlesslyRotate=false seamlesslyRotate: pending=null    %s    keepClearAreas: restricted=[], unrestricted=[]\n    mPrepareSyncSeqId=0\n", on)
	default:
		p.Printf("    mForceSeamlesslyRotate=false seamlesslyRotate: pending=null\n    %s    keepClearAreas: restricted=[], unrestricted=[]\n    mPrepareSyncSeqId=0\n", on)
	}
}

// windowsEnd prints what follows the list.
func (p *Proc) windowsEnd() {
	n := p.d.sdk()
	p.Printf("\n  mGlobalConfiguration=%s\n  mHasPermanentDpad=false\n", p.d.configuration())
	target := "null"
	if w, ok := p.d.w.FocusedWindow(); ok {
		target = w.String()
	}
	switch {
	case n <= android9:
		p.focusLines("  ")
	default:
		p.Println("  mTopFocusedDisplayId=0")
	}
	if n == android11 && target != "null" {
		p.Printf("  mInputMethodTarget in display# 0 %s\n", target)
	}
	if n >= android12 && target != "null" {
		p.Printf("  imeLayeringTarget in display# 0 %s\n", target)
		if p.d.w.IME().Served {
			p.Printf("  imeInputTarget in display# 0 %s\n  imeControlTarget in display# 0 %s\n", target, target)
		}
	}
	p.windowsGlobals(n)
}

func (p *Proc) windowsGlobals(n int) {
	switch {
	case n < android13:
		p.Println("  mInTouchMode=true")
		if n >= android12 {
			p.Println("  mBlurEnabled=true")
		}
		p.Println("  mLastDisplayFreezeDuration=0 due to new-config\n  mLastWakeLockHoldingWindow=null mLastWakeLockObscuringWindow=null")
	case n == android13:
		p.Println("  Minimum task size of display#0 220  mInTouchMode=true\n  mBlurEnabled=true\n  mLastDisplayFreezeDuration=0 due to new-config\n  mHighResTaskSnapshotScale=0.8\n  mTaskSnapshotEnabled=true\n  SnapshotCache")
	case n <= android15:
		p.Println("  Minimum task size of display#0 220  mBlurEnabled=true\n  mLastDisplayFreezeDuration=0 due to new-config\n  mDisableSecureWindows=false")
	default:
		p.Println("  Minimum task size of display#0 220\n  mBlurEnabled=true\n  mLastDisplayFreezeDuration=0 due to new-config\n  mDisableSecureWindows=false")
	}
	for _, w := range p.d.w.Windows() {
		if w.Type == world.TypeInputMethod && n >= android11 {
			p.Printf("  mInputMethodWindow=%s\n", w)
		}
	}
	p.Println("  mTraversalScheduled=false")
	if n < android13 {
		p.Println("  mHoldScreenWindow=null\n  mObscuringWindow=null")
	}
	p.Println("  mSystemBooted=true mDisplayEnabled=true\n  mTransactionSequence=149")
	rot := p.d.w.Display().Rotation
	switch {
	case n <= android9:
		p.Printf("  mDisplayFrozen=false windows=0 client=false apps=0 waitingForConfig=false\n  mRotation=%d mAltOrientation=false\n  mLastWindowForcedOrientation=-1 mLastOrientation=-1\n  mDeferredRotationPauseCount=0\n", rot)
	case n <= android13:
		p.Printf("  mDisplayFrozen=false windows=0 client=false apps=0  mRotation=%d  mLastOrientation=-1\n waitingForConfig=false\n", rot)
	default:
		p.Printf("  mDisplayFrozen=false windows=0 client=false apps=0\n  mRotation=%d\n  mLastOrientation=-1\n  mWaitingForConfig=false\n  mWindowsInsetsChanged=0\n", rot)
	}
	scale := func(key string) string {
		v, _ := p.d.w.Settings().Get("global", key)
		if f := parseFloat(v); v != "" {
			return fmt.Sprintf("%.1f", f)
		}
		return "1.0"
	}
	p.Printf("  Animation settings: disabled=false window=%s transition=%s animator=%s\n", scale("window_animation_scale"), scale("transition_animation_scale"), scale("animator_duration_scale"))
}
