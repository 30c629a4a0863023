package shell

import (
	"encoding/binary"
	"strings"
	"testing"
)

// TestMonkey: the events are injected, the same for the same seed, and stay in the packages given.
func TestMonkey(t *testing.T) {
	t.Parallel()
	run := func(seed string) string {
		d := phone(t, "android-14")
		out, errs, status := sh(t, d, "monkey -p com.android.settings -s "+seed+" -v -v 60")
		if status != 0 || errs != "" || !strings.Contains(out, "\nEvents injected: 60\n:Sending rotation") || !strings.Contains(out, ":Monkey: seed="+seed+" count=60\n") {
			t.Fatalf("exit %d %q %.500q", status, errs, out)
		}
		if a, _ := d.w.FocusedApp(); a.Component.Package != settingsPackage && !strings.Contains(a.Component.Package, "launcher") {
			t.Logf("ends in %v", a)
		}
		var sent []string
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, ":Sending") {
				sent = append(sent, line)
			}
		}
		return strings.Join(sent, "")
	}
	one, again, other := run("7"), run("7"), run("8")
	if one != again || one == "" {
		t.Error("the same seed gives other events")
	}
	if one == other {
		t.Error("another seed gives the same events")
	}
	d := phone(t, "android-9")
	if out, _, status := sh(t, d, "monkey -p com.android.settings -c android.intent.category.LAUNCHER 1"); !strings.HasPrefix(out, "Events injected: 1\n## Network stats") || status != 0 {
		t.Errorf("%q %d", out, status)
	}
	if a, _ := d.w.FocusedApp(); a.Component.Package != settingsPackage {
		t.Errorf("%v is in front", a)
	}
	if out, _, status := sh(t, d, "monkey -p nosuch.app 1"); out != "** No activities found to run, monkey aborted.\n" || status != 252 {
		t.Errorf("%q %d", out, status)
	}
}

func TestLogcatBinaryAndEvents(t *testing.T) {
	t.Parallel()
	d := phone(t, "android-14")
	sh(t, d, "logcat -c; log -p w -t MyTag hello world")
	out, _, _ := sh(t, d, "logcat -d -B -s MyTag")
	b := []byte(out)
	if len(b) < 28 || binary.LittleEndian.Uint16(b[2:]) != 28 || int(binary.LittleEndian.Uint16(b)) != len(b)-28 || string(b[28:]) != "\x05MyTag\x00hello world\x00" {
		t.Errorf("%q", b)
	}
	sh(t, d, "am start -W -a android.settings.SETTINGS")
	out, _, _ = sh(t, d, "logcat -d -B -b events wm_set_resumed_activity:I '*:S'")
	b = []byte(out)
	if len(b) < 60 || binary.LittleEndian.Uint32(b[28:]) != 30043 || b[32] != eventList || b[33] != 3 || b[34] != eventInt || b[39] != eventString {
		t.Errorf("%q", b)
	}
	if out, _, _ := sh(t, d, "logcat -d -b events | grep -c wm_resume_activity"); out == "0\n" {
		t.Error("no event")
	}
	old := phone(t, "android-10")
	sh(t, old, "am start -W -a android.settings.SETTINGS")
	if out, _, _ := sh(t, old, "logcat -d -b events | grep -c -e wm_ -e keyguard_shown; logcat -d -b events | grep -c am_resume_activity | tr -d 0"); !strings.HasPrefix(out, "0\n") || strings.HasSuffix(out, "0\n\n") {
		t.Errorf("Android 10: %q", out)
	}
	if out, errs, status := sh(t, d, "logcat -G 4M; logcat -g -b main; logcat -G 1"); !strings.HasPrefix(out, "main: ring buffer is 4096 KiB (") || errs == "" || status != 1 {
		t.Errorf("%q %q", out, errs)
	}
}
