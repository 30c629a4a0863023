package world_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

func TestPictureNeverChangesAfterwards(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		img, seq := r.Screen()
		before := bytes.Clone(img.Pix)
		if img.Rect != image.Rect(0, 0, 1080, 2400) {
			t.Fatalf("the picture is %v", img.Rect)
		}
		r.open("android.settings.SETTINGS")
		r.swipe(image.Pt(540, 1900), image.Pt(540, 500), 200*time.Millisecond)
		next, seq2 := r.Screen()
		if seq2 <= seq || bytes.Equal(next.Pix, before) {
			t.Error("another screen gives the old picture")
		}
		if !bytes.Equal(img.Pix, before) {
			t.Error("a picture that was handed out changed")
		}
		for i := 3; i < len(next.Pix); i += 4 {
			if next.Pix[i] != 255 {
				t.Fatal("the picture is not opaque")
			}
		}
	})
}

func TestSeqGrowsOnlyWithThePixels(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		seq := r.picture()
		img, _ := r.Screen()
		for range 5 {
			r.Settings().Put("global", "nobody_shows_this", time.Now().String())
			time.Sleep(time.Second)
			if again, s := r.Screen(); s != seq || again != img {
				t.Fatalf("nothing changed, but the picture went from %d to %d", seq, s)
			}
		}
		r.Settings().Put("system", "status_bar_show_battery_percent", "1")
		if _, s := r.Screen(); s != seq+1 {
			t.Errorf("one change of the picture went from %d to %d", seq, s)
		}
	})
}

func TestClockTicksOnceAMinute(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		changed, stop := r.Watch()
		defer stop()
		r.picture()
		for len(changed) > 0 {
			<-changed
		}
		told := 0
		end := time.After(10 * time.Minute)
		pics := map[uint64]bool{}
		for done := false; !done; {
			select {
			case <-changed:
				told++
				_, s := r.Screen()
				pics[s] = true
			case <-end:
				done = true
			}
		}
		if told < 9 || told > 11 || len(pics) < 9 || len(pics) > 11 {
			t.Errorf("in ten minutes on a still screen %d signals and %d pictures, want about one a minute", told, len(pics))
		}
	})
}

func TestWatcherSeesAnimationToItsEnd(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.picture()
		changed, stop := r.Watch()
		defer stop()
		start := time.Now()
		r.ExpandNotifications()
		pics := map[uint64]bool{}
		last := start
		for quiet := false; !quiet; {
			select {
			case <-changed:
				_, s := r.Screen()
				if !pics[s] {
					last = time.Now()
				}
				pics[s] = true
			case <-time.After(time.Second):
				quiet = true
			}
		}
		if n := len(pics); n < 8 || n > 30 {
			t.Errorf("the shade came down in %d pictures", n)
		}
		if d := last.Sub(start); d < 200*time.Millisecond || d > 300*time.Millisecond {
			t.Errorf("the shade moved for %v", d)
		}
		watched, _ := r.Screen()
		unwatched := world.New(world.Options{Apps: apps.All()})
		defer unwatched.Close()
		unwatched.Screen()
		unwatched.ExpandNotifications()
		time.Sleep(time.Second)
		if alone, _ := unwatched.Screen(); !bytes.Equal(alone.Pix, watched.Pix) {
			t.Error("a shade nobody watched ends up looking different")
		}
	})
}

func TestAnimationScaleZeroIsAtOnce(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		for _, k := range []string{"window_animation_scale", "transition_animation_scale", "animator_duration_scale"} {
			r.Settings().Put("global", k, "0")
		}
		r.ExpandNotifications()
		_, a := r.Screen()
		time.Sleep(time.Second)
		if _, b := r.Screen(); a != b {
			t.Error("still moving with animations off")
		}
		r.Collapse()
		r.Start(world.Intent{Action: "android.settings.SETTINGS"})
		_, a = r.Screen()
		time.Sleep(time.Second)
		if _, b := r.Screen(); a != b {
			t.Error("a page still moves with animations off")
		}
	})
}

func TestSameSeedSamePhone(t *testing.T) {
	t.Parallel()
	now := func() time.Time { return time.Date(2025, 1, 2, 15, 4, 5, 0, time.UTC) }
	phoneOf := func(seed int64) *world.World {
		w := world.New(world.Options{Apps: apps.All(), Seed: seed, Now: now})
		t.Cleanup(func() { w.Close() })
		return w
	}
	a, b, c := phoneOf(7), phoneOf(7), phoneOf(8)
	if a.Prop("ro.serialno") != b.Prop("ro.serialno") || a.Prop("ro.serialno") == c.Prop("ro.serialno") {
		t.Errorf("serial numbers %s, %s, %s", a.Prop("ro.serialno"), b.Prop("ro.serialno"), c.Prop("ro.serialno"))
	}
	x, _ := a.Screen()
	y, _ := b.Screen()
	if !bytes.Equal(x.Pix, y.Pix) {
		t.Error("the same seed shows another home screen")
	}
	p, q := a.Processes(), b.Processes()
	if !slices.EqualFunc(p, q, func(a, b world.Process) bool { return a.PID == b.PID && a.Name == b.Name }) {
		t.Error("the same seed runs other processes")
	}
}

func TestBackStack(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		if r.front() != homeAct {
			t.Fatalf("boots into %s", r.front())
		}
		r.tap("Settings")
		if r.front() != "com.android.settings/.Settings" {
			t.Fatalf("the icon opened %s", r.front())
		}
		r.tap("Network & internet")
		r.tap("Internet")
		r.see("HomeNet")
		tasks := r.Tasks()
		if n := len(tasks[0].Activities); n != 3 {
			t.Errorf("%d activities in the task, want 3", n)
		}
		if s := tasks[0].Activities[0].State; s != world.Resumed {
			t.Errorf("the top activity is %s", s)
		}
		if s := tasks[0].Activities[2].State; s != world.Stopped {
			t.Errorf("the root activity is %s", s)
		}
		r.press(back)
		r.see("SIMs")
		r.tap("Navigate up")
		r.see("Search settings")
		r.press(back)
		if r.front() != homeAct {
			t.Errorf("back from the root leaves %s in front", r.front())
		}
		if n := len(r.Tasks()); n != 2 {
			t.Errorf("%d tasks, want home and settings, which stays in the overview", n)
		}
		r.press(back)
		if r.front() != homeAct {
			t.Error("back at the home screen went elsewhere")
		}
	})
}

func TestHomeOverviewAndTasks(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.openApp(notesPkg)
		r.openApp(calcPkg)
		r.press(home)
		if r.front() != homeAct {
			t.Fatalf("home shows %s", r.front())
		}
		r.press(phone.KeyAppSwitch)
		r.tap("Notes")
		if a, _ := r.Resumed(); a.Component.Package != notesPkg {
			t.Errorf("the card opened %s", a.Component.Short())
		}
		r.press(phone.KeyAppSwitch)
		r.tap("Clear all")
		if n := len(r.Tasks()); n != 1 {
			t.Errorf("%d tasks after Clear all", n)
		}
		r.press(phone.KeyAppSwitch)
		r.see("No recent items")
		r.press(phone.KeyAppSwitch)
		r.see("Search apps")
	})
}

func TestStartResults(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		in := world.Intent{Component: world.Component{Package: notesPkg, Class: notesPkg + ".MainActivity"}}
		steps := []struct {
			name   string
			before func()
			code   world.StartCode
			launch string
		}{
			{"cold", func() {}, world.StartSuccess, "COLD"},
			{"on top already", func() {}, world.StartDeliveredToTop, "HOT"},
			{"in the background", func() { r.press(home) }, world.StartTaskToFront, "HOT"},
			{"after force stop", func() { r.ForceStop(notesPkg) }, world.StartSuccess, "COLD"},
		}
		for _, s := range steps {
			s.before()
			res, err := r.Start(in)
			if err != nil || res.Code != s.code || res.Launch != s.launch || res.Activity.Short() != notesPkg+"/.MainActivity" {
				t.Errorf("%s: %+v, %v", s.name, res, err)
			}
		}
		in.Stop = true
		pid := r.pid(notesPkg)
		if res, _ := r.Start(in); res.Launch != "COLD" || r.pid(notesPkg) == pid {
			t.Errorf("with stop: %+v, process %d then %d", res, pid, r.pid(notesPkg))
		}
		for _, c := range []struct {
			in     world.Intent
			reason world.StartReason
		}{
			{world.Intent{Component: world.Component{Package: notesPkg, Class: notesPkg + ".Nope"}}, world.NoSuchActivity},
			{world.Intent{Component: world.Component{Package: "no.such", Class: "no.such.A"}}, world.NoSuchActivity},
			{world.Intent{Action: world.ActionView, Data: "foo://bar"}, world.Unresolved},
			{world.Intent{Component: world.Component{Package: notesPkg, Class: notesPkg + ".EditActivity"}}, world.NotExported},
		} {
			_, err := r.Start(c.in)
			var se *world.StartError
			if !errors.As(err, &se) || se.Reason != c.reason {
				t.Errorf("%v: %v, want %s", c.in, err, c.reason)
			}
		}
		r.SetEnabled(calcPkg, world.DisabledUser)
		p, _ := r.Package(calcPkg)
		if _, err := r.Start(world.Intent{Component: p.Launcher}); err == nil {
			t.Error("started a disabled app")
		}
		r.press(home)
		if r.seek("Calculator") != nil {
			t.Error("a disabled app has an icon")
		}
	})
}

// pid is the process of a package, 0 when it has none.
func (r *rig) pid(pkg string) int {
	for _, p := range r.Processes() {
		if p.Package == pkg {
			return p.PID
		}
	}
	return 0
}

func TestInstallAndUninstall(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		m := world.Manifest{Package: "com.example.new", Label: "New App", Version: "2.0", VersionCode: 20, MinSDK: 24, TargetSDK: 34, Launcher: "com.example.new.Main", Permissions: []string{"android.permission.CAMERA", "android.permission.INTERNET"}}
		if err := r.Install(m, world.InstallOptions{}); err != nil {
			t.Fatal(err)
		}
		r.tap("New App")
		r.see("Version 2.0")
		code := func(err error) string {
			var e *world.InstallError
			if errors.As(err, &e) {
				return e.Code
			}
			return ""
		}
		old := m
		old.VersionCode = 10
		for name, c := range map[string]struct {
			m    world.Manifest
			o    world.InstallOptions
			want string
		}{
			"again":      {m, world.InstallOptions{}, "INSTALL_FAILED_ALREADY_EXISTS"},
			"older":      {old, world.InstallOptions{Replace: true}, "INSTALL_FAILED_VERSION_DOWNGRADE"},
			"newer sdk":  {world.Manifest{Package: "a.b", MinSDK: 99}, world.InstallOptions{}, "INSTALL_FAILED_OLDER_SDK"},
			"test only":  {world.Manifest{Package: "a.b", TestOnly: true}, world.InstallOptions{}, "INSTALL_FAILED_TEST_ONLY"},
			"no package": {world.Manifest{}, world.InstallOptions{}, "INSTALL_PARSE_FAILED_NOT_APK"},
		} {
			if got := code(r.Install(c.m, c.o)); got != c.want {
				t.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		if err := r.SetPermission("com.example.new", "android.permission.CAMERA", true); err != nil {
			t.Error(err)
		}
		if err := r.SetPermission("com.example.new", "android.permission.INTERNET", true); err == nil || !strings.Contains(err.Error(), "not a changeable permission type") {
			t.Errorf("granting an install-time permission: %v", err)
		}
		p, _ := r.Package("com.example.new")
		if !p.Permissions[0].Granted || !p.Permissions[1].Granted {
			t.Errorf("permissions %+v", p.Permissions)
		}
		if err := r.Uninstall("com.example.new", false); err != nil {
			t.Fatal(err)
		}
		if r.front() != homeAct {
			t.Errorf("after uninstalling the app in front %s shows", r.front())
		}
		if r.seek("New App") != nil {
			t.Error("the icon is still there")
		}
		if err := r.Uninstall("com.android.settings", false); err == nil {
			t.Error("a system app was removed")
		}
	})
}

func TestRotation(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.DISPLAY_SETTINGS")
		wide := func(rot int) {
			t.Helper()
			d := r.Display()
			img, _ := r.Screen()
			want := image.Pt(1080, 2400)
			if rot%2 == 1 {
				want = image.Pt(2400, 1080)
			}
			if d.Rotation != rot || d.Size != want || img.Rect.Size() != want || d.Natural != image.Pt(1080, 2400) {
				t.Errorf("want rotation %d: display %+v, picture %v", rot, d, img.Rect)
			}
			h := r.tree()
			if h.Rotation != rot || h.Kids[0].rect().Size() != want {
				t.Errorf("dump says rotation %d, %v", h.Rotation, h.Kids[0].rect())
			}
		}
		wide(0)
		r.Settings().Put("system", "user_rotation", "1")
		wide(0) // automatic rotation is on, so the phone's posture counts
		r.Settings().Put("system", "accelerometer_rotation", "0")
		wide(1)
		row, _ := r.row("Adaptive brightness")
		r.tapAt(row.middle())
		if r.setting("system", "screen_brightness_mode") != "1" {
			t.Error("touches miss their target in landscape")
		}
		r.FreezeRotation(3)
		wide(3)
		r.FreezeRotation(-1)
		wide(3)
		r.ThawRotation()
		wide(0)
		r.SetPosture(1)
		wide(1)
		r.Rotate()
		wide(0)
		r.SetForcedSize(image.Pt(720, 1600))
		if d := r.Display(); d.Size != image.Pt(720, 1600) || d.Physical != image.Pt(1080, 2400) {
			t.Errorf("forced size: %+v", d)
		}
		r.SetForcedDensity(320)
		if d := r.Display(); d.Density != 320 || d.PhysicalDensity != 420 {
			t.Errorf("forced density: %+v", d)
		}
	})
}

func TestRotationEndsAGesture(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.DISPLAY_SETTINGS")
		row, _ := r.row("Dark theme")
		r.Touch(0, world.TouchDown, row.middle(), 1)
		r.FreezeRotation(1)
		r.Touch(0, world.TouchUp, row.middle(), 0)
		if on, _ := r.Night(); on {
			t.Error("a finger that came down before the rotation clicked after it")
		}
	})
}

func TestPowerAndKeyguard(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.openApp(calcPkg)
		r.press(phone.KeyPower)
		if p := r.Power(); p.Interactive || p.Wakefulness != "Asleep" {
			t.Errorf("after POWER %+v", p)
		}
		img, _ := r.Screen()
		for i := 0; i < len(img.Pix); i += 4 {
			if img.Pix[i]|img.Pix[i+1]|img.Pix[i+2] != 0 {
				t.Fatal("the display is off, but its picture is not black")
			}
		}
		if _, err := r.DumpTree(context.Background()); !errors.Is(err, world.ErrNullRoot) {
			t.Errorf("dump of a display that is off: %v", err)
		}
		if _, ok := r.Resumed(); ok {
			t.Error("an activity is resumed with the display off")
		}
		r.tapAt(image.Pt(540, 1200)) // nothing happens
		r.press(home)
		if r.Power().Interactive {
			t.Error("a tap or HOME woke the phone")
		}
		r.press(phone.KeyWakeup)
		if g := r.Keyguard(); !r.Power().Interactive || !g.Showing || g.Secure || g.Kind != world.LockSwipe {
			t.Errorf("after WAKEUP %+v", g)
		}
		if f, _ := r.FocusedWindow(); f.Title != "NotificationShade" {
			t.Errorf("the lock screen's focus is on %q", f.Title)
		}
		r.press(home) // stays locked
		if !r.Keyguard().Showing {
			t.Error("HOME unlocked the phone")
		}
		r.swipe(image.Pt(540, 2000), image.Pt(540, 900), 200*time.Millisecond)
		if r.Keyguard().Showing {
			t.Error("a swipe up did not unlock")
		}
		if a, ok := r.Resumed(); !ok || a.Component.Package != calcPkg {
			t.Errorf("after unlocking %v %v", a, ok)
		}
		r.press(phone.KeySleep, phone.KeySleep, phone.KeyWakeup)
		if !r.DismissKeyguard() || r.Keyguard().Showing {
			t.Error("a swipe lock was not dismissed")
		}
		r.SetLock(world.LockNone, "")
		r.press(phone.KeyPower, phone.KeyPower)
		if r.Keyguard().Showing {
			t.Error("no lock screen was wanted")
		}
	})
}

func TestPIN(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.SetLock(world.LockPIN, "2468")
		r.Sleep("power_button")
		r.Wake()
		if g := r.Keyguard(); !g.Secure || !g.Showing {
			t.Fatalf("%+v", g)
		}
		if r.DismissKeyguard() {
			t.Fatal("a PIN was dismissed")
		}
		for _, k := range []string{"key1", "key1", "key1", "key1", "key_enter"} {
			r.tap(k)
		}
		r.see("Wrong PIN")
		for _, k := range []string{"key2", "key4", "key6", "key8", "key_enter"} {
			r.tap(k)
		}
		if r.Keyguard().Showing {
			t.Error("the right PIN did not unlock")
		}
		r.Lock()
		r.DismissKeyguard()
		r.press(9, 11, 13, 15, phone.KeyEnter)
		if r.Keyguard().Showing {
			t.Error("the PIN typed on a keyboard did not unlock")
		}
	})
}

func TestScreenTimeout(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		time.Sleep(time.Hour)
		if !r.Power().Interactive {
			t.Fatal("slept though plugged in and told to stay awake")
		}
		b := r.Battery()
		b.USB = false
		r.SetBattery(b)
		r.Settings().Put("system", "screen_off_timeout", "15000")
		r.tapAt(image.Pt(540, 300))
		time.Sleep(14 * time.Second)
		if !r.Power().Interactive {
			t.Error("slept too early")
		}
		changed, stop := r.Watch()
		defer stop()
		time.Sleep(2 * time.Second)
		if len(changed) == 0 {
			t.Error("a watcher was not told that the display went off")
		}
		if p := r.Power(); p.Interactive || p.SleepReason != "timeout" {
			t.Errorf("%+v", p)
		}
	})
}

func TestShadeByTouch(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.swipe(image.Pt(540, 10), image.Pt(540, 1200), 250*time.Millisecond)
		r.see("USB debugging connected")
		if r.seek("Airplane mode") != nil {
			t.Error("the first swipe opened all tiles")
		}
		r.swipe(image.Pt(540, 1600), image.Pt(540, 2200), 250*time.Millisecond)
		r.see("Airplane mode")
		r.press(back)
		if r.seek("Airplane mode") != nil || r.seek("USB debugging connected") == nil {
			t.Error("back from the quick settings should show the notifications")
		}
		r.press(back)
		r.see("Search apps")
		r.ExpandNotifications()
		r.swipe(image.Pt(540, 2200), image.Pt(540, 1200), 200*time.Millisecond)
		r.see("Search apps")
		r.ExpandNotifications()
		r.tap("Clear all")
		for _, n := range r.Notifications() {
			if !n.Ongoing {
				t.Errorf("%q survived Clear all", n.Title)
			}
		}
	})
}

func TestNotificationOpensItsApp(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.Post(world.Notification{Package: notesPkg, ID: 7, Title: "Reminder", Text: "Buy milk"})
		r.Post(world.Notification{Package: notesPkg, ID: 7, Title: "Reminder", Text: "Buy bread"})
		r.ExpandNotifications()
		if r.seek("Buy milk") != nil {
			t.Error("the same id should update the notification")
		}
		r.tap("Buy bread")
		if r.front() != notesPkg+"/.MainActivity" {
			t.Errorf("opened %s", r.front())
		}
		if n := r.Notifications(); slices.ContainsFunc(n, func(n world.Notification) bool { return n.ID == 7 }) {
			t.Error("it is still posted")
		}
	})
}

func TestGestureNavigationAndButtons(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		r.tap("Network & internet")
		r.swipe(image.Pt(5, 1200), image.Pt(500, 1220), 150*time.Millisecond)
		r.see("Search settings")
		r.swipe(image.Pt(540, 2390), image.Pt(540, 1400), 120*time.Millisecond)
		if r.front() != homeAct {
			t.Errorf("a swipe up from the handle shows %s", r.front())
		}
		r.Settings().Put("secure", "navigation_mode", "0")
		if d := r.Display(); d.NavBar != 126 {
			t.Errorf("three buttons are %d high", d.NavBar)
		}
		r.openApp(calcPkg)
		r.swipe(image.Pt(5, 1200), image.Pt(500, 1220), 150*time.Millisecond)
		if r.front() == homeAct {
			t.Error("the back gesture works with buttons")
		}
		r.tapAt(image.Pt(540, 2340)) // the middle button
		if r.front() != homeAct {
			t.Errorf("the home button shows %s", r.front())
		}
	})
}

func TestDrawerSearch(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.swipe(image.Pt(540, 1600), image.Pt(540, 700), 150*time.Millisecond)
		r.see("apps_list_view")
		r.tap("fallback_search_view")
		r.typeText("calc")
		if r.seek("Notes") != nil {
			t.Error("the search did not narrow the list")
		}
		r.press(phone.KeyEnter)
		if a, _ := r.Resumed(); a.Component.Package != calcPkg {
			t.Errorf("enter opened %s", a.Component.Short())
		}
		r.press(home)
		r.see("Search apps")
	})
}

func TestVolumeKeys(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		was := r.Volumes()[3].Now
		pic := r.picture()
		r.press(phone.KeyVolumeUp)
		if got := r.Volumes()[3].Now; got != was+1 {
			t.Errorf("from %d to %d", was, got)
		}
		if _, s := r.Screen(); s == pic {
			t.Error("no volume panel")
		}
		time.Sleep(4 * time.Second)
		for _, x := range r.Windows() {
			if x.Type == world.TypeVolumeOverlay && x.Visible {
				t.Error("the panel is still up after four seconds")
			}
		}
	})
}

func TestSecureWindowIsBlack(t *testing.T) {
	t.Parallel()
	def := world.AppDef{Package: "com.example.bank", Label: "Bank", Activities: []world.ActivityDef{{
		Class: ".Main", Launcher: true, Secure: true, Screen: func() world.Screen { return secret{} },
	}}}
	onPhoneWith(t, world.Options{Apps: append(apps.All(), def)}, func(r *rig) {
		if r.Display().Secure {
			t.Error("the home screen counts as secure")
		}
		r.openApp("com.example.bank")
		r.see("Balance")
		if !r.Display().Secure {
			t.Error("the display is not marked")
		}
		img, _ := r.Screen()
		if c := img.RGBAAt(540, 1200); c.R != 0 || c.G != 0 || c.B != 0 {
			t.Errorf("the capture shows %v", c)
		}
		f, _ := r.FocusedWindow()
		if f.Flags&world.FlagSecure == 0 {
			t.Error("the window lacks FLAG_SECURE")
		}
	})
}

type secret struct{}

func (secret) Build(c *world.Ctx) *view.Node {
	return view.Col(view.Label("Balance", 20, c.Theme().OnSurface))
}

func TestWindows(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.newNote()
		titles := map[string]world.Window{}
		var order []string
		for _, x := range r.Windows() {
			titles[x.Title] = x
			if x.Visible {
				order = append(order, x.Title)
			}
		}
		want := []string{"StatusBar", "NavigationBar0", "InputMethod", notesPkg + "/" + notesPkg + ".EditActivity"}
		if !slices.Equal(order, want) {
			t.Errorf("visible from the top: %q, want %q", order, want)
		}
		ime := titles["InputMethod"]
		if ime.Type.Code() != 2011 || ime.Flags&world.FlagNotFocusable == 0 || ime.Touch != r.IME().Frame {
			t.Errorf("%+v", ime)
		}
		if f, ok := r.FocusedWindow(); !ok || !f.Focused || f.Title != want[3] || f.Task == 0 || !strings.Contains(f.Activity, notesPkg+"/.EditActivity t") {
			t.Errorf("focus %+v", f)
		}
	})
}

func TestLogTellsWhatHappens(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		all := r.LogEntries(0)
		last := all[len(all)-1].Seq
		changed, stop := r.WatchLog()
		defer stop()
		r.openApp(calcPkg)
		r.Log('I', "mine", "hello")
		<-changed
		var got []string
		for _, e := range r.LogEntries(last) {
			got = append(got, e.Buffer+"/"+e.Tag)
		}
		for _, want := range []string{"system/ActivityTaskManager", "system/ActivityManager", "events/wm_set_resumed_activity", "events/am_proc_start", "main/mine"} {
			if !slices.Contains(got, want) {
				t.Errorf("no %s in %q", want, got)
			}
		}
		r.ClearLog("main")
		if n := len(r.LogEntries(0, "main")); n != 0 {
			t.Errorf("%d lines after clearing", n)
		}
	})
}

func TestDumpWaitsForIdle(t *testing.T) {
	t.Parallel()
	onPhoneWith(t, world.Options{DumpStartup: 300 * time.Millisecond}, func(r *rig) {
		time.Sleep(5 * time.Second)
		took := func() time.Duration {
			start := time.Now()
			if _, err := r.DumpTree(context.Background()); err != nil {
				t.Error(err)
			}
			return time.Since(start)
		}
		if d := took(); d != 300*time.Millisecond {
			t.Errorf("a still screen took %v, want the start-up time only", d)
		}
		r.SetNight("yes")
		if d := took(); d != time.Second {
			t.Errorf("right after a change it took %v, want one second of stillness", d)
		}
		r.ExpandNotifications()
		if d := took(); d < 1200*time.Millisecond || d > 1400*time.Millisecond {
			t.Errorf("during an animation it took %v, want its length and one second", d)
		}
		stop := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				case <-time.After(700 * time.Millisecond):
					r.SetNight([]string{"no", "yes"}[i%2])
				}
			}
		})
		time.Sleep(800 * time.Millisecond)
		start := time.Now()
		_, err := r.DumpTree(context.Background())
		if d := time.Since(start); !errors.Is(err, world.ErrNotIdle) || d < 10*time.Second || d > 11*time.Second {
			t.Errorf("a screen that never rests: %v after %v", err, d)
		}
		close(stop)
		wg.Wait()
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		if _, err := r.DumpTree(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

func TestMouseWheel(t *testing.T) {
	t.Parallel()
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		y := r.see("Battery").rect().Min.Y
		r.Scroll(image.Pt(540, 1200), 0, -2)
		if now := r.see("Battery").rect().Min.Y; now != y-2*168 {
			t.Errorf("two notches down moved the list from %d to %d", y, now)
		}
	})
}

// TestParallelUse lets readers, hands and shells at one phone at once; the race detector is the judge.
func TestParallelUse(t *testing.T) {
	t.Parallel()
	w := world.New(world.Options{Apps: apps.All()})
	var wg sync.WaitGroup
	stop := make(chan struct{})
	loop := func(f func(i int)) {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					f(i)
				}
			}
		})
	}
	loop(func(int) {
		img, _ := w.Screen()
		sum := 0
		for i := 0; i < len(img.Pix); i += 4096 {
			sum += int(img.Pix[i])
		}
	})
	loop(func(i int) { w.Settings().Put("global", "wifi_on", []string{"0", "1"}[i%2]) })
	loop(func(i int) {
		w.Touch(0, world.TouchDown, image.Pt(i*37%1080, i*91%2400), 1)
		w.Touch(0, world.TouchMove, image.Pt(i*37%1080, (i*91+300)%2400), 1)
		w.Touch(0, world.TouchUp, image.Pt(i*37%1080, (i*91+300)%2400), 0)
	})
	loop(func(i int) {
		w.Start(world.Intent{Action: []string{"android.settings.SETTINGS", "android.settings.SOUND_SETTINGS"}[i%2]})
	})
	loop(func(i int) { w.FreezeRotation(i % 4); w.Windows(); w.Tasks(); w.IME() })
	loop(func(i int) {
		w.Key([]int{3, 4, 187, 26, 224}[i%5], 0, true)
		w.Key([]int{3, 4, 187, 26, 224}[i%5], 0, false)
	})
	changed, cancel := w.Watch()
	loop(func(int) {
		select {
		case <-changed:
			w.Screen()
		case <-stop:
		}
	})
	ctx, end := context.WithTimeout(context.Background(), 2*time.Second)
	defer end()
	w.DumpTree(ctx)
	<-ctx.Done()
	close(stop)
	wg.Wait()
	cancel()
	w.Close()
	w.Close()
}
