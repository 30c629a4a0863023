package shell

import (
	"regexp"
	"strings"
	"testing"
)

// TestReleases holds what differs between the releases (android-shell.md §3 and the lists of presets in §13), with Settings in
// front and a notification posted. A pattern that begins with ! must not match.
func TestReleases(t *testing.T) {
	t.Parallel()
	const settings = `com\.android\.settings`
	type row struct{ line, want string }
	old, mid, now := []string{"android-9"}, []string{"android-11"}, []string{"android-16"}
	each := []struct {
		profiles []string
		rows     []row
	}{
		{old, []row{
			{"dumpsys window windows", `(?m)^  mCurrentFocus=Window\{[0-9a-f]+ u0 ` + settings + `/\S+\}\n  mFocusedApp=AppWindowToken\{[0-9a-f]+ token=Token\{[0-9a-f]+ ActivityRecord\{[0-9a-f]+ u0 ` + settings + `/\S+ t\d+\}\}\}$`},
			{"dumpsys window displays", `!mCurrentFocus`},
			{"dumpsys window windows", `(?m)^    mDisplayId=0 stackId=\d+ mSession=`},
			{"dumpsys window windows", `(?m)^    mFrame=\[\d+,\d+\]\[\d+,\d+\] last=`},
			{"dumpsys window windows", `(?m)^    mAppToken=AppWindowToken\{`},
			{"dumpsys window policy", `(?m)^      showingAndNotOccluded=false$`},
			{"dumpsys activity activities", `(?m)^    mResumedActivity: ActivityRecord\{[0-9a-f]+ u0 ` + settings + `/\S+ t\d+\}$`},
			{"dumpsys activity activities", `(?m)^  mFocusedStack=ActivityStack\{`},
			{"dumpsys activity recents", `(?m)^    realActivity=` + settings + `/\S+$`},
			{"dumpsys input", `(?m)^  FocusedWindow: name='Window\{[0-9a-f]+ u0 ` + settings},
			{"dumpsys input", `(?m)^      SurfaceOrientation: 0$`},
			{"dumpsys trust", `trusted=0, trustManaged=0, deviceLocked=0`},
			{"am start -W -a android.settings.WIFI_SETTINGS", `!LaunchState`},
			{"am start -W -n x.y/.Z; echo $?", `does not exist\.\n0\n$`},
			{"nosuch 2>&1", `^/system/bin/sh: nosuch: not found\n$`},
			{"cmd 2>&1", `list all services\n$`},
			{"cmd wifi status 2>&1; echo $?", `No shell command implementation.\n255\n`},
			{"media volume --stream 3 --get", `\[v\] volume is \d+ in range`},
			{"input nosuch 2>&1; echo $?", `Error: Unknown command: nosuch\n0\n$`},
			{"input text 你 2>&1; echo $?", `^java.lang.NullPointerException: Attempt to get length of null array\n(?s:.*)\n1\n$`},
			{"dumpsys notification --noredact", `(?m)^          android.title=String \(T\)$`},
			{"dumpsys battery", `!Dock powered`},
		}},
		{mid, []row{
			{"dumpsys window windows", `!mCurrentFocus`},
			{"dumpsys window windows", `(?m)^  mTopFocusedDisplayId=0\n  mInputMethodTarget in display# 0 Window\{`},
			{"dumpsys window displays", `(?m)^  Display: mDisplayId=0 stacks=\d+$`},
			{"dumpsys window displays", `(?m)^      InsetsSource type=ITYPE_IME frame=\[0,0\]\[0,0\] visible=false$`},
			{"dumpsys window displays", `mDreamingLockscreen=false mDreamingSleepToken=null isKeyguardShowing=false`},
			{"dumpsys activity activities", `(?m)^    \* Task\{[0-9a-f]+ #\d+ visible=true type=standard mode=fullscreen translucent=false A=\d+:` + settings + ` U=0 StackId=\d+ sz=\d\}$`},
			{"dumpsys display", `DisplayInfo\{"Built-in Screen", displayId 0, FLAG_SECURE`},
			{"am start -W -a android.settings.WIFI_SETTINGS", `LaunchState: (COLD|WARM|HOT)`},
			{"input keycombination CTRL_LEFT A 2>&1", `Unknown command: keycombination`},
		}},
		{[]string{"android-13"}, []row{
			{"dumpsys window displays", `mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 ` + settings + `/\S+\} t\d+\}`},
			{"dumpsys window windows", `pending=null    isOnScreen=(true|false)\n    isVisible=`},
			{"dumpsys window windows", `  Minimum task size of display#0 220  mInTouchMode=true`},
			{"dumpsys input", `(?m)^      InputDeviceOrientation: 0$`},
			{"cmd wifi connect-network HomeNet open 2>&1", `Uid 2000 does not have access to connect-network wifi command`},
		}},
		{[]string{"android-12", "android-15"}, []row{
			{"cmd wifi connect-network HomeNet open", `^Connection initiated \n$`},
			{"dumpsys activity activities", `(?m)^      topResumedActivity=ActivityRecord|^    topResumedActivity=ActivityRecord`},
		}},
		{[]string{"android-14", "samsung", "tablet"}, []row{
			{"dumpsys window displays", `(?m)^  Display: mDisplayId=0 \(organized\)$`},
			{"dumpsys window displays", `(?m)^      InsetsSource id=3 type=ime frame=\[0,0\]\[0,0\] visible=false flags=$`},
			{"dumpsys notification --noredact", `(?m)^                android.title=String \(T\)$`},
		}},
		{now, []row{
			{"dumpsys window displays", `mFocusedApp=ActivityRecord\{\d+ u0 ` + settings + `/\S+ t\d+\}`},
			{"dumpsys window windows", `(?m)^    mDisplayId=0 mSession=`},
			{"dumpsys package " + strings.ReplaceAll(settings, `\`, ""), `(?m)^    appId=\d+$`},
			{"dumpsys package " + strings.ReplaceAll(settings, `\`, ""), `(?m)^      firstInstallTime=`},
			{"am start -W -a android.intent.action.VIEW -d foo://bar; echo $?", `flg=0x10000000 xflg=0x4 \}\n1\n$`},
			{"dumpsys input", `(?m)^      InputDeviceOrientation: Rotation0$`},
			{"dumpsys notification --noredact", `(?m)^      flags=AUTO_CANCEL\n      originalFlags=AUTO_CANCEL$`},
		}},
		{[]string{"samsung"}, []row{{"dumpsys battery", `(?m)^  LED Charging: true$`}}},
		{[]string{"low-end"}, []row{{"wm size", `^Physical size: 720x1280\n$`}, {"nproc", `^4\n$`}, {"dumpsys window windows", `stackId=`}}},
	}
	for _, e := range each {
		for _, name := range e.profiles {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d := phone(t, name)
				if out, errs, _ := sh(t, d, "am start -W -a android.settings.SETTINGS; cmd notification post -t T tag text"); !strings.Contains(out, "Status: ok") {
					t.Fatal(out, errs)
				}
				for _, r := range e.rows {
					out, errs, _ := sh(t, d, r.line)
					want, not := strings.CutPrefix(r.want, "!")
					if regexp.MustCompile(want).MatchString(out) == not {
						t.Errorf("%s\n got %.3000s\nstderr %.300s\nwant %s", r.line, out, errs, r.want)
					}
				}
			})
		}
	}
}

// TestEveryProfileAnswers runs the commands that tools begin with on every kind of phone.
func TestEveryProfileAnswers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"android-9", "android-10", "android-12", "android-15", "xiaomi", "foldable", "low-end"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := phone(t, name)
			for _, line := range []string{"dumpsys", "getprop", "ps -A", "top -b -n 1", "logcat -d", "pm list packages -f", "dumpsys package com.android.settings", "uiautomator dump /proc/self/fd/1", "df", "ip addr", "cat /proc/meminfo"} {
				out, errs, status := sh(t, d, line)
				if out == "" || status != 0 || strings.Contains(out+errs, "%!") {
					t.Errorf("%s: exit %d, %d bytes, %.200q %.200q", line, status, len(out), errs, out[max(0, strings.Index(out, "%!")):])
				}
			}
		})
	}
}
