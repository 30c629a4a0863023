package world_test

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/world"
)

func (r *rig) fault(n fault.Name, rule fault.Rule) {
	r.t.Helper()
	if err := r.Faults().On(n, rule); err != nil {
		r.t.Fatal(err)
	}
}

func TestFaultPopUpComesInMidRun(t *testing.T) {
	onPhone(t, func(r *rig) {
		changed, stop := r.Watch()
		defer stop()
		r.Screen()
		r.fault(fault.PopUp, fault.Rule{After: 5 * time.Second, Count: 1, Value: "Battery low"})
		time.Sleep(4 * time.Second)
		if r.seek("Battery low") != nil {
			t.Fatal("too early")
		}
		for len(changed) > 0 {
			<-changed
		}
		time.Sleep(3 * time.Second)
		if len(changed) == 0 {
			t.Error("nobody was told")
		}
		r.see("Battery low")
		r.tap("Not now")
		time.Sleep(3 * time.Second)
		if r.Alerts() != nil {
			t.Errorf("came again: %v", r.Alerts())
		}
	})
}

func TestFaultTargetMovedBetweenLookAndTap(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		was := r.see("Display").rect()
		r.fault(fault.TargetMoved, fault.Rule{Count: 1, Value: "150"})
		r.Touch(0, world.TouchDown, image.Pt(1, 1200), 1) // anywhere
		r.Touch(0, world.TouchCancel, image.Pt(1, 1200), 0)
		time.Sleep(time.Second)
		if now := r.see("Display").rect(); now.Min.Y-was.Min.Y < 140 || now.Min.Y-was.Min.Y > 160 {
			t.Errorf("moved from %v to %v", was, now)
		}
	})
}

func TestFaultRotationInMidGesture(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.open("android.settings.SETTINGS")
		r.fault(fault.RotateMidGesture, fault.Rule{Count: 1})
		r.Touch(0, world.TouchDown, image.Pt(500, 1800), 1)
		if r.Rotation() != 0 {
			t.Fatal("turned before the finger moved")
		}
		r.Touch(0, world.TouchMove, image.Pt(500, 1700), 1)
		r.Touch(0, world.TouchMove, image.Pt(500, 1600), 1)
		if r.Rotation() != 1 {
			t.Error("the display did not turn")
		}
		r.Touch(0, world.TouchUp, image.Pt(500, 1600), 0)
		if f := r.front(); !strings.HasPrefix(f, "com.android.settings/") {
			t.Errorf("the cut gesture did something: %s", f)
		}
	})
}

func TestFaultFoldChangesPanel(t *testing.T) {
	p, _ := world.FindProfile("foldable")
	onPhoneWith(t, world.Options{Profile: p}, func(r *rig) {
		open := r.Display()
		r.fault(fault.Fold, fault.Rule{Count: 1})
		time.Sleep(time.Second)
		shut := r.Display()
		if shut.Size != p.Panels[0].Size || shut.UniqueID == open.UniqueID || r.DeviceState().Name != "CLOSED" {
			t.Errorf("folded: %+v, %v", shut, r.DeviceState())
		}
		if img, _ := r.Screen(); img.Rect.Size() != shut.Size {
			t.Errorf("picture %v", img.Rect)
		}
		if err := r.SetDeviceState("OPENED"); err != nil || r.Display().Size != open.Size {
			t.Errorf("opened: %v, %v", r.Display(), err)
		}
		if r.SetDeviceState("TENT") == nil {
			t.Error("an unknown state is accepted")
		}
	})
}

func TestFaultCrashAndNotResponding(t *testing.T) {
	onAsker(t, "android-14", func(r *rig) {
		r.fault(fault.AppCrash, fault.Rule{Count: 1})
		r.see("Asker has stopped")
		r.tap("Open app again")
		r.fault(fault.AppANR, fault.Rule{Count: 1})
		r.see("Asker isn't responding")
		r.tap("Wait")
		r.see("Ask camera")
	})
}

func TestFaultMemoryKillSparesWhatShows(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.openApp(calcPkg)
		r.openApp(notesPkg)
		r.fault(fault.MemoryKill, fault.Rule{Count: 1})
		time.Sleep(2 * time.Second)
		runs := func(pkg string) bool {
			return slices.ContainsFunc(r.Processes(), func(p world.Process) bool { return p.Package == pkg })
		}
		if !runs(notesPkg) || runs(calcPkg) {
			t.Errorf("notes runs %t, calculator runs %t", runs(notesPkg), runs(calcPkg))
		}
		if a, _ := r.FocusedApp(); a.Component.Package != notesPkg {
			t.Errorf("front %v", a)
		}
	})
}

func TestFaultClockJumps(t *testing.T) {
	onPhone(t, func(r *rig) {
		was := r.Now()
		r.fault(fault.ClockJump, fault.Rule{Count: 1, Value: "-3h"})
		time.Sleep(time.Second)
		if d := was.Sub(r.Now()); d < 2*time.Hour || d > 3*time.Hour {
			t.Errorf("the clock moved by %v", -d)
		}
	})
}

func TestFaultScreenGoesOffOrLocks(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.fault(fault.ScreenLocked, fault.Rule{Count: 1})
		time.Sleep(time.Second)
		if k := r.Keyguard(); !k.Showing {
			t.Error("not locked")
		}
		r.fault(fault.ScreenOff, fault.Rule{Count: 1})
		time.Sleep(time.Second)
		if r.Display().On {
			t.Error("still on")
		}
	})
}

func TestFaultSecureWindowIsBlackAndEnds(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.openApp(notesPkg)
		time.Sleep(time.Second)
		middle := func() color.Color { img, _ := r.Screen(); return img.At(540, 1200) }
		black := color.RGBA{A: 255}
		if middle() == black {
			t.Fatal("black before")
		}
		r.fault(fault.WindowSecure, fault.Rule{For: 10 * time.Second, Count: 1})
		time.Sleep(time.Second)
		if middle() != black || !r.Display().Secure {
			t.Errorf("middle %v, secure %t", middle(), r.Display().Secure)
		}
		time.Sleep(12 * time.Second)
		if middle() == black || r.Display().Secure {
			t.Errorf("it goes on after its time: %v, %+v, on %t", middle(), r.Faults().List(), r.Display().On)
		}
	})
}

func TestFaultClipboardRefused(t *testing.T) {
	onPhone(t, func(r *rig) {
		r.SetClipboard("mine")
		r.fault(fault.ClipboardRefused, fault.Rule{Count: 2})
		r.SetClipboard("other")
		if s, ok := r.Clipboard(); ok || s != "" {
			t.Errorf("read %q %t", s, ok)
		}
		if s, ok := r.Clipboard(); !ok || s != "mine" {
			t.Errorf("afterwards %q %t", s, ok)
		}
	})
}
