package shell

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"
)

// The physical density of the panel in dots per inch.
const (
	xdpi = "403.4"
	ydpi = "401.5"
)

func parseFloat(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// displayInfo is DisplayInfo in one line, with the stray quote after displayId that releases 12 to 15 print.
func (d *Device) displayInfo() string {
	s := d.w.Display()
	state := "ON"
	if !s.On {
		state = "OFF"
	}
	long, short := max(s.Size.X, s.Size.Y), min(s.Size.X, s.Size.Y)
	quote := `"`
	if n := d.sdk(); n <= 30 || n >= 36 {
		quote = ""
	}
	group := ", displayGroupId 0"
	if d.sdk() <= android11 {
		group = ""
	}
	return fmt.Sprintf(`DisplayInfo{"Built-in Screen", displayId 0%s%s, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, real %d x %d, largest app %d x %d, smallest app %d x %d, appVsyncOff 1000000, presDeadline 16666666, mode 1, defaultMode 1, modes [{id=1, width=%d, height=%d, fps=60.0, alternativeRefreshRates=[]}], hdrCapabilities HdrCapabilities{mSupportedHdrTypes=[2, 3, 4], mMaxLuminance=1000.0, mMaxAverageLuminance=120.0, mMinLuminance=5.0E-4}, userDisabledHdrTypes [], minimalPostProcessingSupported false, rotation %d, state %s, committedState %s, type INTERNAL, uniqueId "%s", app %d x %d, density %d (%s x %s) dpi, layerStack 0, colorMode 0, supportedColorModes [0, 7, 9], address {port=0, model=0x401cec6a7a2b7b}, deviceProductInfo DeviceProductInfo{name=, manufacturerPnpId=QCM, productId=1, modelYear=null, manufactureDate=ManufactureDate{week=27, year=2006}, connectionToSinkType=0}, removeMode 0, refreshRateOverride 0.0, brightnessMinimum 0.0, brightnessMaximum 1.0, brightnessDefault 0.39763778, installOrientation ROTATION_0, layoutLimitedRefreshRate null, hdrSdrRatio not_available, thermalRefreshRateThrottling {}, thermalBrightnessThrottlingDataId default}`,
		quote, group, s.Size.X, s.Size.Y, long, long, short, short, s.Physical.X, s.Physical.Y, s.Rotation, state, state, s.UniqueID, s.Size.X, s.Size.Y-s.NavBar, s.Density, xdpi, ydpi)
}

// viewport is the display as input sees it.
func (d *Device) viewport() string {
	s := d.w.Display()
	return fmt.Sprintf("DisplayViewport{type=INTERNAL, valid=true, isActive=%t, displayId=0, uniqueId='%s', physicalPort=0, orientation=%d, logicalFrame=%s, physicalFrame=%s, deviceWidth=%d, deviceHeight=%d}",
		s.On, s.UniqueID, s.Rotation, javaRect(image.Rectangle{Max: s.Size}), javaRect(image.Rectangle{Max: s.Size}), s.Size.X, s.Size.Y)
}

func dumpDisplay(_ context.Context, p *Proc, _ []string) int {
	s := p.d.w.Display()
	state := map[bool]string{true: "ON", false: "OFF"}[s.On]
	v, _ := p.d.w.Settings().Get("system", "screen_brightness")
	brightness := fmt.Sprintf("%.4f", parseFloat(v)/255)
	p.Printf("DISPLAY MANAGER (dumpsys display)\n  mSafeMode=false\n  mPendingTraversal=false\n  mViewports=[%s]\n", p.d.viewport())
	p.Printf("  mDefaultDisplayDefaultColorMode=0\n  mWifiDisplayScanRequestCount=0\n  mStableDisplaySize=Point(%d, %d)\n  mMinimumBrightnessCurve=[(0.0, 0.0), (2000.0, 50.0), (4000.0, 90.0)]\n\n", s.Physical.X, s.Physical.Y)
	p.Println("Display Adapters: size=4\n  LocalDisplayAdapter\n  VirtualDisplayAdapter\n  OverlayDisplayAdapter\n  WifiDisplayAdapter\n")
	p.Printf("Display Devices: size=1\n  DisplayDeviceInfo{\"Built-in Screen\": uniqueId=\"%s\", %d x %d, modeId 1, renderFrameRate 60.0, defaultModeId 1, supportedModes [{id=1, width=%d, height=%d, fps=60.0}], colorMode 0, density %d, %s x %s dpi, appVsyncOff 1000000, presDeadline 16666666, touch INTERNAL, rotation 0, type INTERNAL, state %s, committedState %s, FLAG_ALLOWED_TO_BE_DEFAULT_DISPLAY, FLAG_ROTATES_WITH_CONTENT, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS}\n",
		s.UniqueID, s.Physical.X, s.Physical.Y, s.Physical.X, s.Physical.Y, s.PhysicalDensity, xdpi, ydpi, state, state)
	p.Printf("    mAdapter=LocalDisplayAdapter\n    mUniqueId=%s\n    mDisplayToken=android.os.BinderProxy@%s\n    mCurrentLayerStack=0\n    mCurrentOrientation=%d\n    mCurrentLayerStackRect=%s\n    mCurrentDisplayRect=%s\n    mPhysicalDisplayId=%s\n    mState=%s\n    mCommittedState=%s\n    mBrightnessState=%s\n    mBacklightAdapter=BacklightAdapter [useSurfaceControl=false]\n\n",
		s.UniqueID, hex(s.UniqueID), s.Rotation, javaRect(image.Rectangle{Max: s.Size}), javaRect(image.Rectangle{Max: s.Physical}), strings.TrimPrefix(s.UniqueID, "local:"), state, state, brightness)
	p.Printf("Logical Displays: size=1\n  Display 0:\n    mDisplayId=0\n    mPhase=1\n    mLayerStack=0\n    mHasContent=true\n    mPrimaryDisplayDevice=Built-in Screen\n    mBaseDisplayInfo=%s\n    mOverrideDisplayInfo=%s\n\n", p.d.displayInfo(), p.d.displayInfo())
	p.Printf("Display Power Controller:\n  mDisplayId=0\n  mScreenState=%s\n  mScreenBrightness=%s\n\nDisplay Power State:\n  mScreenState=%s\n  mScreenBrightness=%s\n  mScreenReady=true\n", state, brightness, state, brightness)
	return 0
}

func dumpInput(_ context.Context, p *Proc, _ []string) int {
	s := p.d.w.Display()
	frame := fmt.Sprintf("[0, 0, %d, %d]", s.Size.X, s.Size.Y)
	p.Println("INPUT MANAGER (dumpsys input)\n\nInput Manager State:\n  Interactive: " + fmt.Sprint(s.On) + "\n  System UI Lights Out: false\n  Pointer Speed: 0\n\nEvent Hub State:\n  BuiltInKeyboardId: -2\n  Devices:")
	for i, name := range []string{"power_key", "volume_keys", "touchscreen"} {
		p.Printf("    %d: %s\n      Classes: %s\n      Path: /dev/input/event%d\n      Enabled: true\n", i+1, name, map[bool]string{true: "TOUCH | TOUCH_MT", false: "KEYBOARD"}[name == "touchscreen"], i)
	}
	p.Printf("\nInput Reader State (Nums of device: 3):\n  Device 3: touchscreen\n    EventHub Devices: [ 3 ]\n    Generation: 7\n    IsExternal: false\n    Sources: TOUCHSCREEN\n    KeyboardType: 0\n    Motion Ranges:\n      X: source=TOUCHSCREEN, min=0.000, max=%d.000, flat=0.000, fuzz=0.000, resolution=0.000\n      Y: source=TOUCHSCREEN, min=0.000, max=%d.000, flat=0.000, fuzz=0.000, resolution=0.000\n", s.Size.X-1, s.Size.Y-1)
	p.Printf("    Touch Input Mapper (mode - DIRECT):\n      Parameters:\n        GestureMode: MULTI_TOUCH\n        DeviceType: TOUCH_SCREEN\n        AssociatedDisplay: hasAssociatedDisplay=true, isExternal=false, displayId=''\n        OrientationAware: true\n        Orientation: Rotation0\n")
	n := p.d.sdk()
	switch {
	case n <= android9:
		p.Printf("      Viewport: displayId=0, orientation=%d, logicalFrame=%s, physicalFrame=%s, deviceSize=[%d, %d]\n", s.Rotation, frame, frame, s.Size.X, s.Size.Y)
	case n == android10:
		p.Printf("      Viewport INTERNAL: displayId=0, uniqueId=%s, port=0, orientation=%d, logicalFrame=%s, physicalFrame=%s, deviceSize=[%d, %d]\n", s.UniqueID, s.Rotation, frame, frame, s.Size.X, s.Size.Y)
	default:
		p.Printf("      Viewport INTERNAL: displayId=0, uniqueId=%s, port=0, orientation=%d, logicalFrame=%s, physicalFrame=%s, deviceSize=[%d, %d], isActive=[%d]\n", s.UniqueID, s.Rotation, frame, frame, s.Size.X, s.Size.Y, boolInt(s.On))
	}
	switch {
	case n <= 32:
		p.Printf("      SurfaceWidth: %dpx\n      SurfaceHeight: %dpx\n      SurfaceOrientation: %d\n", s.Size.X, s.Size.Y, s.Rotation)
	case n <= 34:
		p.Printf("      DisplayWidth: %dpx\n      DisplayHeight: %dpx\n      InputDeviceOrientation: %d\n", s.Size.X, s.Size.Y, s.Rotation)
	default:
		p.Printf("      InputDeviceOrientation: Rotation%d\n", s.Rotation*90)
	}
	p.Println("\nInput Dispatcher State:\n  DispatchEnabled: true\n  DispatchFrozen: false\n  InputFilterEnabled: false")
	p.inputFocus(n)
	p.Println("  Display: 0\n    logicalSize=" + fmt.Sprintf("%dx%d", s.Size.X, s.Size.Y) + "\n    Windows:")
	for i, w := range p.d.w.Windows() {
		p.Printf("      %d: name='%s %s', id=%d, displayId=0, inputConfig=%s, alpha=1.00, frame=%s, globalScale=1.000000, applicationInfo.name=%s, touchableRegion=%s, ownerPid=%d, ownerUid=%d, dispatchingTimeout=5000ms\n",
			i, w.Hash, w.Title, i+10, map[bool]string{true: "0x0", false: "NOT_VISIBLE"}[w.Visible], rect(w.Frame), w.Activity, rect(w.Touch), w.PID, w.UID)
	}
	return 0
}

// inputFocus is what has the focus, as input sees it: one app and window up to Android 9, one for each display later.
func (p *Proc) inputFocus(n int) {
	app, window := "", ""
	if a, ok := p.d.w.FocusedApp(); ok {
		app = p.d.appToken(a.String())
	}
	if w, ok := p.d.w.FocusedWindow(); ok {
		window = w.Hash + " " + w.Title
		if n <= android9 {
			window = w.String()
		}
	}
	if n <= android9 {
		if app == "" {
			p.Println("  FocusedApplication: <null>")
		} else {
			p.Printf("  FocusedApplication: name='%s', dispatchingTimeout=5000.000ms\n", app)
		}
		p.Printf("  FocusedWindow: name='%s'\n", cmp.Or(window, "<null>"))
		return
	}
	timeout := "5000ms"
	if n == android10 {
		timeout = "5000.000ms"
	}
	p.Println("  FocusedDisplayId: 0\n  FocusedApplications:")
	if app == "" {
		p.Println("    <none>")
	} else {
		p.Printf("    displayId=0, name='%s', dispatchingTimeout=%s\n", app, timeout)
	}
	p.Println("  FocusedWindows:")
	if window == "" {
		p.Println("    <none>")
	} else {
		p.Printf("    displayId=0, name='%s'\n", window)
	}
}

func dumpSurfaceFlinger(_ context.Context, p *Proc, args []string) int {
	for _, a := range args {
		switch a {
		case "--display-id":
			p.Printf("Display %s (HWC display 0): port=0 pnpId=QCM displayName=\"\"\n", p.d.physicalDisplay())
			return 0
		case "--list":
			for _, w := range p.d.w.Windows() {
				p.Printf("%s %s#%d\n", w.Hash, w.Title, w.Type.Code())
			}
			return 0
		case "--latency":
			p.Println("16666666")
			return 0
		}
	}
	s := p.d.w.Display()
	p.Printf("Build configuration: [sf PRESENT_TIME_OFFSET=0 FORCE_HWC_FOR_RBG_TO_YUV=1 MAX_VIRT_DISPLAY_DIM=4096 RUNNING_WITHOUT_SYNC_FRAMEWORK=0 NUM_FRAMEBUFFER_SURFACE_BUFFERS=3]\n\nDisplay identification data:\nDisplay %s (HWC display 0): port=0 pnpId=QCM displayName=\"\"\n\nDisplays (1 entries)\n+ Display %s\n    layerStack=0 %dx%d orientation=ROTATION_%d isEnabled=%t\n", p.d.physicalDisplay(), p.d.physicalDisplay(), s.Size.X, s.Size.Y, s.Rotation*90, s.On)
	return 0
}
