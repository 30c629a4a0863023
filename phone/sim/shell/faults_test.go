package shell

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/world"
)

func on(t *testing.T, d *Device, n fault.Name, r fault.Rule) {
	t.Helper()
	if err := d.w.Faults().On(n, r); err != nil {
		t.Fatal(err)
	}
}

// TestDumpFaults: every way in which a dump goes wrong, once, and then a good one.
func TestDumpFaults(t *testing.T) {
	t.Parallel()
	const said = "UI hierchary dumped to: /sdcard/window_dump.xml\n"
	for _, c := range []struct {
		fault  fault.Name
		out    string
		err    string
		status int
		file   bool
		takes  time.Duration
	}{
		{fault: fault.DumpNeverIdle, err: "ERROR: could not get idle state.\n", takes: 10 * time.Second},
		{fault: fault.DumpNullRoot, err: "ERROR: null root node returned by UiTestAutomationBridge.\n"},
		{fault: fault.DumpKilled, err: "Killed \n", status: 137},
		{fault: fault.DumpNoTree},
		{fault: fault.DumpNoise, out: said, err: "java.io.FileNotFoundException: /data/system/theme_config/theme_compatibility.xml: open failed", file: true},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := world.New(world.Options{Seed: 1, Apps: apps.All()})
				d := New(w, Options{})
				defer func() { _, _ = d.Close(), w.Close() }()
				on(t, d, c.fault, fault.Rule{Count: 1})
				began := time.Now()
				out, errs, status := sh(t, d, "uiautomator dump")
				if out != c.out || !strings.HasPrefix(errs, c.err) || c.err == "" && errs != "" || status != c.status {
					t.Errorf("out %q err %.200q exit %d", out, errs, status)
				}
				if took := time.Since(began); took < c.takes {
					t.Errorf("took only %v", took)
				}
				if _, err := d.Files.Stat(shellCred, "/sdcard/window_dump.xml"); (err == nil) != c.file {
					t.Errorf("the file is there: %t", err == nil)
				}
				if out, errs, _ := sh(t, d, "uiautomator dump"); out != said || errs != "" {
					t.Errorf("afterwards out %q err %q", out, errs)
				}
			})
		})
	}
}

// TestDumpOldFile: a dump that says it wrote leaves the old file.
func TestDumpOldFile(t *testing.T) {
	t.Parallel()
	d := open(t, apps.All()...)
	sh(t, d, "uiautomator dump; am start -W -a android.settings.SETTINGS")
	old, _, _ := sh(t, d, "cat /sdcard/window_dump.xml")
	on(t, d, fault.DumpOldFile, fault.Rule{Count: 1})
	if out, _, _ := sh(t, d, "uiautomator dump"); out != "UI hierchary dumped to: /sdcard/window_dump.xml\n" {
		t.Fatalf("%q", out)
	}
	if now, _, _ := sh(t, d, "cat /sdcard/window_dump.xml"); now != old {
		t.Error("the file changed")
	}
	sh(t, d, "uiautomator dump")
	if now, _, _ := sh(t, d, "cat /sdcard/window_dump.xml"); now == old {
		t.Error("the file did not change without the fault")
	}
}

// TestF078_InjectionRefused has the texts of the releases, and that nothing arrives.
func TestF078_InjectionRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		profile, err string
		status       int
	}{
		{"android-9", "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n\tat ", 1},
		{"android-12", "\nException occurred while executing 'keyevent':\njava.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission\n", 255},
		{"android-14", "\nException occurred while executing 'keyevent':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n", 255},
	} {
		t.Run(c.profile, func(t *testing.T) {
			t.Parallel()
			d := phone(t, c.profile)
			sh(t, d, "am start -W -a android.settings.SETTINGS")
			on(t, d, fault.InputRefused, fault.Rule{})
			out, errs, status := sh(t, d, "input keyevent HOME")
			if out != "" || !strings.HasPrefix(errs, c.err) || status != c.status {
				t.Errorf("out %q err %q exit %d", out, errs, status)
			}
			if a, _ := d.w.FocusedApp(); a.Component.Package != settingsPackage {
				t.Errorf("the key arrived: %v is in front", a)
			}
			for _, line := range []string{"input tap 1 1", "input swipe 1 1 2 2 10", "input text a", "input keycombination CTRL_LEFT A", "input motionevent DOWN 1 1", "input roll 1 1", "input press"} {
				if _, errs, _ := sh(t, d, line); !strings.Contains(errs, "INJECT_EVENTS") && !strings.Contains(errs, "Unknown command") {
					t.Errorf("%s: %q", line, errs)
				}
			}
		})
	}
}

// TestF078_MakersSwitch: without the developer switch the phone refuses input and protected settings, with it all works.
func TestF078_MakersSwitch(t *testing.T) {
	t.Parallel()
	d := phone(t, "xiaomi")
	for line, want := range map[string]string{
		"input tap 1 1":                                           "INJECT_EVENTS",
		"settings put global x 1":                                 "android.permission.WRITE_SECURE_SETTINGS",
		"settings delete secure x":                                "android.permission.WRITE_SECURE_SETTINGS",
		"pm clear com.android.settings":                           "CLEAR_APP_USER_DATA",
		"pm grant com.android.settings android.permission.CAMERA": "GRANT_RUNTIME_PERMISSIONS",
	} {
		if _, errs, status := sh(t, d, line); !strings.Contains(errs, want) || status != 255 {
			t.Errorf("%s: %q exit %d", line, errs, status)
		}
	}
	if _, errs, status := sh(t, d, "settings put system screen_brightness 7"); errs != "" || status != 0 {
		t.Errorf("system settings: %q", errs)
	}
	d.w.SetInjectionAllowed(true)
	if _, errs, status := sh(t, d, "input tap 1 1; settings put global x 1"); errs != "" || status != 0 {
		t.Errorf("with the switch on: %q", errs)
	}
}

func TestIMERefused(t *testing.T) {
	t.Parallel()
	d := open(t, apps.All()...)
	on(t, d, fault.IMERefused, fault.Rule{Count: 2})
	before := d.w.IME().ID
	for _, line := range []string{"ime set " + before, "settings put secure default_input_method x/.Y"} {
		if _, errs, status := sh(t, d, line); !strings.Contains(errs, "SecurityException") || status != 255 {
			t.Errorf("%s: %q exit %d", line, errs, status)
		}
	}
	if d.w.IME().ID != before {
		t.Error("the input method changed")
	}
	if out, _, _ := sh(t, d, "ime set "+before); !strings.Contains(out, "selected") {
		t.Errorf("afterwards %q", out)
	}
}

// TestDiskFull: what is written fails with ENOSPC, df says so, and it is over with the fault.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	d := open(t)
	apkFile(t, d, "/data/local/tmp/a.apk", 5)
	on(t, d, fault.DiskFull, fault.Rule{Value: "1000"})
	for _, c := range []struct{ line, out, err string }{
		{"echo hi > /sdcard/small; cat /sdcard/small", "hi\n", ""},
		{"head -c 5000 /dev/zero > /sdcard/big", "", "No space left on device"},
		{"cp /system/build.prop /data/local/tmp/x; head -c 2000 /dev/zero > /data/local/tmp/y", "", "No space left on device"},
		{"pm install /data/local/tmp/a.apk", "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE", ""},
	} {
		if out, errs, _ := sh(t, d, c.line); !strings.HasPrefix(out, c.out) || !strings.Contains(errs, c.err) {
			t.Errorf("%s: %q %q", c.line, out, errs)
		}
	}
	if out, _, _ := sh(t, d, "df /data | tail -1"); !strings.Contains(out, " 0 100% ") {
		t.Errorf("df: %q", out)
	}
	d.w.Faults().Off(fault.DiskFull)
	if _, errs, status := sh(t, d, "head -c 5000 /dev/zero > /sdcard/big"); errs != "" || status != 0 {
		t.Errorf("afterwards: %q", errs)
	}
}
