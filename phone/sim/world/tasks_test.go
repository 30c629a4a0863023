package world_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/world"
)

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
		r.newNote()
		r.typeText("kept")
		r.press(back, back)
		if err := r.Uninstall(notesPkg, true); err != nil {
			t.Fatal(err)
		}
		if err := r.Install(world.Manifest{Package: notesPkg, VersionCode: 43, Version: "1.5", Launcher: notesPkg + ".MainActivity"}, world.InstallOptions{}); err != nil {
			t.Fatal(err)
		}
		r.openApp(notesPkg)
		r.see("kept")
		if err := r.Uninstall("com.android.settings", false); err == nil {
			t.Error("a system app was removed")
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

// pid is the process of a package, 0 when it has none.
func (r *rig) pid(pkg string) int {
	for _, p := range r.Processes() {
		if p.Package == pkg {
			return p.PID
		}
	}
	return 0
}
