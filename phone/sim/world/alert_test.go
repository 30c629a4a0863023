package world_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// asker is an app with one button that asks for a permission.
type asker struct{ answer string }

func (s *asker) Build(c *world.Ctx) *view.Node {
	ask := func(perm string) func() {
		return func() {
			c.RequestPermission(perm, func(ok bool) { s.answer = map[bool]string{true: "yes", false: "no"}[ok] })
		}
	}
	return c.Page("Asker", view.Col(
		c.Button("camera", "Ask camera", ask("CAMERA")), c.Button("contacts", "Ask contacts", ask("android.permission.READ_CONTACTS")),
		c.Button("sms", "Ask undeclared", ask("SEND_SMS")), view.Label("answer "+s.answer, 16, c.Theme().OnSurface),
	))
}

const askerPkg = "com.example.asker"

func askerApp() world.AppDef {
	perm := func(n string) world.Permission {
		return world.Permission{Name: "android.permission." + n, Runtime: true}
	}
	return world.AppDef{
		Package: askerPkg, Label: "Asker", Version: "1", Permissions: []world.Permission{perm("CAMERA"), perm("READ_CONTACTS")},
		Activities: []world.ActivityDef{{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return new(asker) }}},
	}
}

func onAsker(t *testing.T, profile string, f func(r *rig)) {
	p, err := world.FindProfile(profile)
	if err != nil {
		t.Fatal(err)
	}
	onPhoneWith(t, world.Options{Profile: p, Apps: append(apps.All(), askerApp())}, func(r *rig) {
		r.openApp(askerPkg)
		f(r)
	})
}

func (r *rig) granted(perm string) bool {
	p, _ := r.Package(askerPkg)
	for _, x := range p.Permissions {
		if x.Name == "android.permission."+perm {
			return x.Granted
		}
	}
	return false
}

func TestPermissionPromptOfEachRelease(t *testing.T) {
	for profile, c := range map[string]struct{ owner, allow, deny string }{
		"android-9":  {"com.google.android.packageinstaller", "Allow", "Deny"},
		"android-10": {"com.google.android.permissioncontroller", "While using the app", "Deny"},
		"android-16": {"com.google.android.permissioncontroller", "While using the app", "Don't allow"},
	} {
		onAsker(t, profile, func(r *rig) {
			r.tap("Ask camera")
			if n := r.see(c.allow); n.Package != c.owner {
				t.Errorf("%s: the prompt is of %s", profile, n.Package)
			}
			if f := r.front(); !strings.HasSuffix(f, "GrantPermissionsActivity") {
				t.Errorf("%s: %s has the focus", profile, f)
			}
			if once := r.seek("Only this time") != nil; once != (profile == "android-16") {
				t.Errorf("%s: only this time %t", profile, once)
			}
			r.tap(c.deny)
			r.see("answer no")
			r.tap("Ask camera")
			r.tap(c.allow)
			r.see("answer yes")
			if !r.granted("CAMERA") {
				t.Errorf("%s: pm does not know of it", profile)
			}
			r.tap("Ask camera") // nothing to ask
			r.see("answer yes")
			r.tap("Ask undeclared")
			r.see("answer no")
		})
	}
}

func TestPermissionRefusedTwiceIsNotAskedAgain(t *testing.T) {
	onAsker(t, "android-14", func(r *rig) {
		for range 2 {
			r.tap("Ask contacts")
			r.tap("Don't allow")
		}
		r.tap("Ask contacts")
		r.see("Ask contacts")
		if r.granted("READ_CONTACTS") {
			t.Error("granted")
		}
	})
}

func TestPermissionForOneTimeEndsWithTheProcess(t *testing.T) {
	onAsker(t, "android-14", func(r *rig) {
		r.tap("Ask camera")
		r.tap("Only this time")
		if !r.granted("CAMERA") {
			t.Fatal("not granted")
		}
		r.ForceStop(askerPkg)
		if r.granted("CAMERA") {
			t.Error("still granted after the process ended")
		}
	})
}

func TestTouchBesidePromptDoesNothing(t *testing.T) {
	onAsker(t, "android-14", func(r *rig) {
		r.tap("Ask camera")
		for _, y := range []int{250, 400, 500} {
			r.tapAt(image.Pt(200, y)) // on the buttons that lie under the dark
			time.Sleep(200 * time.Millisecond)
		}
		r.see("While using the app")
	})
}

func TestCrashShowsDialogAndLog(t *testing.T) {
	onAsker(t, "android-14", func(r *rig) {
		if !r.Crash(askerPkg) {
			t.Fatal("no process")
		}
		r.see("Asker has stopped")
		if w, _ := r.FocusedWindow(); w.Title != "Application Error: "+askerPkg || w.Type != world.TypeSystemAlert {
			t.Errorf("focus %v %s", w, w.Type)
		}
		r.press(back)
		r.see("Asker has stopped")
		r.tap("Open app again")
		r.see("Ask camera")
		r.Crash(askerPkg)
		r.see("Asker keeps stopping")
		r.tap("Close app")
		if r.Alerts() != nil {
			t.Errorf("alerts %v", r.Alerts())
		}
		r.see("Settings") // the launcher
	})
}

func TestNotRespondingWaitsOrCloses(t *testing.T) {
	onAsker(t, "android-14", func(r *rig) {
		r.NotResponding(askerPkg)
		r.see("Asker isn't responding")
		if w, _ := r.FocusedWindow(); w.Title != "Application Not Responding: "+askerPkg {
			t.Errorf("focus %v", w)
		}
		r.tap("Wait")
		r.see("Ask camera")
		r.NotResponding(askerPkg)
		r.tap("Close app")
		if r.front() == askerPkg+"/.MainActivity" {
			t.Error("still in front")
		}
	})
}

func TestAlertTakesFocusAndTellsChoice(t *testing.T) {
	onPhone(t, func(r *rig) {
		got := ""
		r.ShowAlert(world.Alert{Title: "Battery low", Message: "15% remaining", OK: "OK", Package: "com.android.systemui", OnChoice: func(s string) { got = s }})
		n := r.see("Battery low")
		if n.Package != "com.android.systemui" {
			t.Errorf("package %s", n.Package)
		}
		time.Sleep(time.Second)
		r.tap("OK")
		if got != "OK" || r.seek("Battery low") != nil {
			t.Errorf("chose %q", got)
		}
	})
}
