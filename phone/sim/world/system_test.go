package world_test

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/world"
)

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
