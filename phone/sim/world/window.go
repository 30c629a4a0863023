package world

import (
	"image"
	"slices"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// window is one window: a surface and what builds its tree.
type window struct {
	hash, token, session string
	title, pkg           string
	typ                  WindowType
	flags                uint32
	frame                image.Rectangle
	touch                image.Rectangle // touchable region when it is smaller than the frame
	surface              *view.Surface
	act                  *activity // of an app's window
	entered              time.Time // when its opening animation began
	dim                  bool
	dialog               *dialog     // shown in it
	thumb                *image.RGBA // what it last showed, small
}

// systemWindows are the windows that are always there.
type systemWindows struct {
	wallpaper, ime, nav, status, shade, toast, volume *window
}

func (w *World) newWindow(title, pkg string, typ WindowType, flags uint32) *window {
	return &window{
		hash: w.hash(), token: w.hash(), session: w.hash(), title: title, pkg: pkg, typ: typ, flags: flags | FlagHardwareAccel,
		surface: view.NewSurface(),
	}
}

func (w *World) bootWindows() {
	const ui = "com.android.systemui"
	s := &w.windows
	s.wallpaper = w.newWindow("com.android.systemui.wallpapers.ImageWallpaper", ui, TypeWallpaper, FlagNotFocusable|FlagNotTouchable|FlagLayoutInScreen|FlagLayoutNoLimits)
	s.ime = w.newWindow("InputMethod", w.imePackage(), TypeInputMethod, FlagNotFocusable|FlagLayoutInScreen|FlagSplitTouch|FlagDrawsBackgrounds)
	bar := "NavigationBar0"
	if w.prof.Quirks.Taskbar {
		bar = "Taskbar"
	}
	s.nav = w.newWindow(bar, ui, TypeNavigationBar, FlagNotFocusable|FlagNotTouchModal|FlagWatchOutside|FlagSplitTouch)
	s.status = w.newWindow("StatusBar", ui, TypeStatusBar, FlagNotFocusable|FlagSplitTouch|FlagDrawsBackgrounds)
	s.shade = w.newWindow("NotificationShade", ui, TypeNotificationShade, FlagNotTouchModal|FlagWatchOutside|FlagSplitTouch|FlagLayoutInScreen)
	s.toast = w.newWindow("Toast", ui, TypeToast, FlagNotFocusable|FlagNotTouchable)
	s.volume = w.newWindow("VolumeDialogImpl", ui, TypeVolumeOverlay, FlagNotFocusable|FlagNotTouchModal|FlagWatchOutside)
	s.ime.surface.AnimScale = 1
}

// activityWindow makes the window of a new activity.
func (w *World) activityWindow(a *activity) *window {
	flags := uint32(FlagLayoutInScreen | FlagSplitTouch | FlagDrawsBackgrounds)
	if a.def.Secure {
		flags |= FlagSecure
	}
	if a.def.Wallpaper {
		flags |= FlagShowWallpaper
	}
	if a.def.Floating {
		flags |= FlagDimBehind
	}
	x := w.newWindow(a.comp.Full(), a.pkg.Name, TypeBaseApplication, flags)
	x.act = a
	x.dim = a.def.Floating
	x.surface.OnKeyboard = func() { w.showIME() }
	return x
}

// touchable is the region in which the window takes touches.
func (x *window) touchable() image.Rectangle {
	switch {
	case x.flags&FlagNotTouchable != 0:
		return image.Rectangle{}
	case !x.touch.Empty():
		return x.touch
	}
	return x.frame
}

// allWindows lists every window, the lowest first: the wallpaper, the apps from the back task to the front one, dialogs on their
// activity, the keyboard and the system's bars.
func (w *World) allWindows() []*window {
	s := &w.windows
	out := make([]*window, 0, 16)
	out = append(out, s.wallpaper)
	for i := len(w.tasks) - 1; i >= 0; i-- {
		for _, a := range w.tasks[i].acts {
			out = append(out, a.win)
			for _, d := range a.dialogs {
				out = append(out, d.win)
			}
		}
	}
	for _, d := range w.alerts {
		out = append(out, d.win)
	}
	return append(out, s.ime, s.nav, s.status, s.shade, s.toast, s.volume)
}

// visible reports whether the window shows now.
func (w *World) visible(x *window) bool {
	if !w.power.awake {
		return false
	}
	s := &w.windows
	switch x {
	case s.wallpaper:
		return w.wallpaperShown()
	case s.ime:
		return w.imeShown()
	case s.nav:
		return true
	case s.status:
		return true
	case s.shade:
		return w.shade.shown() || w.guard.showing && !w.occluded()
	case s.toast:
		return len(w.toasts) > 0
	case s.volume:
		return !w.sound.panelUntil.IsZero()
	}
	if w.guard.showing && !w.occluded() {
		return false
	}
	if x.dialog != nil && x.act == nil {
		return slices.Contains(w.alerts, x.dialog)
	}
	return x.act != nil && slices.Contains(w.showing(), x.act)
}

func (w *World) wallpaperShown() bool {
	if w.guard.showing && !w.occluded() {
		return true
	}
	list := w.showing()
	return len(list) == 0 || list[0].def.Wallpaper
}

// secureShown reports whether a visible window forbids capture.
func (w *World) secureShown() bool {
	for _, x := range w.allWindows() {
		if w.secure(x) && w.visible(x) {
			return true
		}
	}
	return false
}

// focused is the window that gets keys and is dumped, nil when none is.
func (w *World) focused() *window {
	if !w.power.awake {
		return nil
	}
	if w.guard.showing && !w.occluded() || w.shade.open() {
		return w.windows.shade
	}
	if n := len(w.alerts); n > 0 {
		return w.alerts[n-1].win
	}
	a := w.front()
	if a == nil {
		return nil
	}
	if n := len(a.dialogs); n > 0 {
		return a.dialogs[n-1].win
	}
	return a.win
}

// The heights of the bars in dp.
const (
	statusDp     = 24.0
	gestureNavDp = 24.0
	buttonNavDp  = 48.0
)

func (w *World) statusHeight() int { return w.metrics().Px(statusDp) }

// buttons reports whether the navigation bar has three buttons instead of gestures (secure navigation_mode).
func (w *World) buttons() bool { return w.getInt("secure", "navigation_mode", 2) == 0 }

func (w *World) navDp() float64 {
	if w.buttons() {
		return buttonNavDp
	}
	return gestureNavDp
}

func (w *World) navHeight() int { return w.metrics().Px(w.navDp()) }

// refresh builds the trees of the windows that show, when something changed since they were built.
func (w *World) refresh() {
	if !w.screen.stale {
		return
	}
	w.screen.stale = false
	for range 2 {
		again := w.imeShown()
		w.build()
		if again == w.imeShown() {
			return
		}
	}
}

// build builds and lays out every window that shows.
func (w *World) build() {
	m, full := w.metrics(), w.bounds()
	anim := w.animScale("animator_duration_scale")
	s := &w.windows
	show := func(x *window, frame image.Rectangle, tree func() *view.Node) {
		x.frame = frame
		x.surface.AnimScale = anim
		if w.visible(x) {
			x.surface.Layout(tree(), m, frame, w.t)
			x.surface.Changed = false
		}
	}
	for _, a := range w.showing() {
		area := w.area(a)
		if a.def.Floating {
			w.float(a.win, a.screen.Build(&Ctx{w, a}), m, area, a.def.Place)
		} else {
			show(a.win, area, func() *view.Node { return w.decor(a) })
		}
		for _, d := range a.dialogs {
			w.buildDialog(d, m, area)
		}
	}
	for _, d := range w.alerts {
		w.buildDialog(d, m, full)
	}
	show(s.ime, full, w.keyboard)
	s.ime.touch = w.keyboardFrame()
	s.wallpaper.frame = full
	nav := full
	nav.Min.Y = full.Max.Y - w.navHeight()
	show(s.nav, nav, w.navBar)
	status := full
	status.Max.Y = w.statusHeight()
	show(s.status, status, w.statusBar)
	show(s.shade, full, w.shadeTree)
	show(s.toast, full, w.toastTree)
	show(s.volume, w.volumeFrame(), w.volumeTree)
}

// decor is the frame that every activity's content sits in, padded by the bars and the keyboard.
func (w *World) decor(a *activity) *view.Node {
	c := &Ctx{w, a}
	content := &view.Node{Dir: view.Stack, ID: "android:id/content", W: view.Match, H: view.Match}
	root := &view.Node{Dir: view.Stack, W: view.Match, H: view.Match, Children: []*view.Node{
		{W: view.Match, H: view.Match, Children: []*view.Node{content}},
	}}
	if !a.def.Wallpaper {
		root.Fill = c.Theme().Background
		in := c.Insets()
		content.Pad = view.Edges{Top: in.Top, Bottom: in.Bottom, Left: in.Left, Right: in.Right}
	}
	if w.faults.shifted == a {
		content.Dir = view.Column
		content.Add(w.banner(c.Theme(), float64(w.faults.shift)/w.metrics().Density))
	}
	content.Add(a.screen.Build(c))
	return root
}
