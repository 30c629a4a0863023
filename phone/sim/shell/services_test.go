package shell

import (
	"regexp"
	"strings"
	"testing"
)

// TestServicesKeep tells services something and reads it back.
func TestServicesKeep(t *testing.T) {
	t.Parallel()
	d := phone(t, "android-14")
	for _, c := range []struct{ line, out, err string }{
		{"cmd device_config get window_manager flag", "null\n", ""},
		{"cmd device_config put window_manager flag true", "", ""},
		{"cmd device_config get window_manager flag", "true\n", ""},
		{"cmd device_config list window_manager", "flag=true\n", ""},
		{"cmd device_config list", "window_manager/flag=true\n", ""},
		{"cmd device_config delete window_manager flag", "Successfully deleted flag from window_manager\n", ""},
		{"cmd device_config get window_manager flag", "null\n", ""},
		{"cmd appops get com.example.notes", "No operations.\n", ""},
		{"cmd appops set com.example.notes android:fine_location ignore", "", ""},
		{"cmd appops get com.example.notes FINE_LOCATION", "FINE_LOCATION: ignore\n", ""},
		{"cmd appops query-op FINE_LOCATION ignore", "com.example.notes\n", ""},
		{"cmd appops set com.example.notes FINE_LOCATION default", "", ""},
		{"cmd appops get com.example.notes", "No operations.\n", ""},
		{"cmd appops get com.example.none", "", "Error: No UID for com.example.none in user 0\n"},
		{"cmd overlay enable com.android.internal.systemui.navbar.threebutton", "", ""},
		{"settings get secure navigation_mode", "0\n", ""},
		{"cmd overlay list | grep x]", "[x] com.android.internal.systemui.navbar.threebutton\n", ""},
		{"cmd overlay disable com.android.internal.systemui.navbar.gestural", "", ""},
	} {
		if out, errs, _ := sh(t, d, c.line); out != c.out || errs != c.err {
			t.Errorf("%s: %q %q, want %q %q", c.line, out, errs, c.out, c.err)
		}
	}
}

// TestServicesDump looks into services for what happened on the phone.
func TestServicesDump(t *testing.T) {
	t.Parallel()
	d := phone(t, "android-14")
	holds := func(service, want string) {
		t.Helper()
		if out, _, _ := sh(t, d, "dumpsys "+service); !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("dumpsys %s does not match %q:\n%s", service, want, out)
		}
	}
	holds("account", `Accounts: 0`)
	holds("jobscheduler", `Registered 0 jobs:`)
	holds("sensorservice", `(?m)^0x00000001\) Accelerometer .* type: android.sensor.accelerometer\(1\)`)
	holds("vibrator_manager", `mVibratorIds=\[0\]`)
	holds("netstats", `iface=wlan0 .*defaultNetwork=true`)
	holds("batterystats", `currently on battery: false`)
	sh(t, d, "dumpsys battery unplug; settings put global wifi_on 0")
	holds("batterystats", `plug=none[\s\S]*currently on battery: true`)
	holds("netstats", `iface=rmnet_data0`)
	holds("dropbox", `Drop box contents: 0 entries`)
	sh(t, d, "monkey -p com.example.notes -c android.intent.category.LAUNCHER 1")
	if !d.w.Crash("com.example.notes") {
		t.Fatal("the notes do not run")
	}
	holds("dropbox", `Drop box contents: 1 entries[\s\S]*data_app_crash[\s\S]*com.example.notes`)
	sh(t, d, "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 6 --ei android.intent.extra.alarm.MINUTES 40 --ez android.intent.extra.alarm.SKIP_UI true")
	holds("alarm", `\d pending alarms:\n    RTC_WAKEUP #\d: Alarm\{[0-9a-f]+ type 0 .*deskclock\}\n.*\n.*origWhen=\S+ 06:40:00`)
}

// TestQuirks looks for each maker's ways in the answers of its profile, and for their absence in the plain system's.
func TestQuirks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ profile, line, want string }{
		{"xiaomi", "uiautomator dump /dev/null", "theme_compatibility.xml"}, {"xiaomi", "dumpsys battery", "Battery cycle count: 214"},
		{"foldable", "dumpsys window windows", "Taskbar}:"},
	} {
		both := func(profile string) string {
			out, errs, _ := sh(t, phone(t, profile), c.line)
			return out + errs
		}
		if !strings.Contains(both(c.profile), c.want) {
			t.Errorf("%s: %q is not in the answer to %s:\n%s", c.profile, c.want, c.line, both(c.profile))
		}
		if strings.Contains(both("android-14"), c.want) {
			t.Errorf("android-14: %q is in the answer to %s", c.want, c.line)
		}
	}
}

// TestQuirkSlowStart starts an app on a phone that is three times as slow as others.
func TestQuirkSlowStart(t *testing.T) {
	t.Parallel()
	slow := regexp.MustCompile(`(?m)^TotalTime: (9[6-9]\d|1\d{3})$`)
	for profile, want := range map[string]bool{"low-end": true, "android-14": false} {
		out, _, _ := sh(t, phone(t, profile), "am start -W -a android.settings.SETTINGS")
		if slow.MatchString(out) != want || !strings.Contains(out, "TotalTime: ") {
			t.Errorf("%s: %s", profile, out)
		}
	}
}
