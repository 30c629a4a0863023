package shell

import (
	"regexp"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone/sim/apk"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/vfs"
)

const settingsPackage = "com.android.settings"

// TestFormats holds what tools parse out of Android 14's answers (commands-peers-issue.md §5), with Settings in front.
func TestFormats(t *testing.T) {
	t.Parallel()
	d := open(t, apps.All()...)
	if out, errs, _ := sh(t, d, "am start -W -a android.settings.SETTINGS"); !strings.Contains(out, "Status: ok") {
		t.Fatal(out, errs)
	}
	act, ok := d.w.Resumed()
	if !ok || act.Component.Package != settingsPackage {
		t.Fatalf("in front: %+v", act)
	}
	full, short := regexp.QuoteMeta(act.Component.Full()), regexp.QuoteMeta(act.Component.Short())
	for _, c := range []struct{ line, want string }{
		{"wm size", `^Physical size: 1080x2400\n$`},
		{"wm density", `^Physical density: \d+\n$`},
		{"dumpsys window displays", `(?m)^  mCurrentFocus=Window\{[0-9a-f]+ u0 ` + full + `\}\n  mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 ` + short + ` t\d+\}$`},
		{"dumpsys window displays", `(?m)^    init=1080x2400 \d+dpi .*cur=1080x2400 app=1080x\d+ rng=`},
		{"dumpsys window", `(?m)^  mCurrentFocus=Window\{`},
		{"dumpsys window windows", `(?m)^  Window #\d+ Window\{[0-9a-f]+ u0 ` + full + `\}:$`},
		{"dumpsys window windows", `(?m)^  mTopFocusedDisplayId=0$`},
		{"dumpsys window windows", `(?m)^    mOwnerUid=\d+ showForAllUsers=false package=com.android.settings appop=NONE$`},
		{"dumpsys window policy", `(?m)^    KeyguardServiceDelegate\n      showing=false$`},
		{"dumpsys window policy", `(?m)^        mIsShowing=false$`},
		{"dumpsys window policy", `screenState=SCREEN_STATE_ON\n      interactiveState=INTERACTIVE_STATE_AWAKE\n`},
		{"dumpsys activity activities", `(?m)^    topResumedActivity=ActivityRecord\{\S+ u0 ` + short + ` t\d+\}$`},
		{"dumpsys activity activities", `(?m)^  Resumed activities in task display areas \(from top to bottom\):\n    Resumed: ActivityRecord\{.*\}\n\n  ResumedActivity: ActivityRecord\{`},
		{"dumpsys activity top", `(?m)^  ACTIVITY ` + short + ` [0-9a-f]+ pid=\d+$`},
		{"dumpsys activity recents", `(?m)^  \* Recent #0: Task\{[0-9a-f]+ #\d+ type=standard A=\d+:com.android.settings\}$`},
		{"am stack list", `(?m)^  taskId=\d+: ` + full + ` bounds=\[0,0\]\[1080,2400\] userId=0 visible=true topActivity=ComponentInfo\{` + full + `\}$`},
		{"dumpsys display", `mViewports=\[DisplayViewport\{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:\d+', physicalPort=0, orientation=0, .*deviceWidth=1080, deviceHeight=2400\}\]`},
		{"dumpsys display", `(?m)^    mCurrentOrientation=0$`},
		{"dumpsys display", `DisplayInfo\{"Built-in Screen", displayId 0", .*rotation 0, state ON, `},
		{"dumpsys input", `(?m)^      InputDeviceOrientation: 0$`},
		{"dumpsys input", `(?m)^  FocusedWindows:\n    displayId=0, name='[0-9a-f]+ ` + full + `'$`},
		{"dumpsys SurfaceFlinger --display-id", `^Display \d+ \(HWC display 0\): port=0 pnpId=QCM displayName=""\n$`},
		{"cmd display get-displays", `(?m)^Displays:\nDisplay id 0: DisplayInfo\{.*, state ON, .*uniqueId "local:\d+".*isValid=true$`},
		{"dumpsys package " + settingsPackage, `(?m)^  Package \[com.android.settings\] \([0-9a-f]+\):\n    userId=\d+$`},
		{"dumpsys package " + settingsPackage, `(?m)^    versionCode=\d+ minSdk=\d+ targetSdk=\d+$`},
		{"dumpsys package " + settingsPackage, `(?m)^    versionName=\S+$`},
		{"dumpsys package " + settingsPackage, `(?m)^    User 0: ceDataInode=\d+ installed=true hidden=false suspended=false .*stopped=false .*enabled=0 `},
		{"dumpsys package nosuch.app", `^Unable to find package: nosuch.app\n$`},
		{"pm list packages settings", `(?m)^package:com.android.settings$`},
		{"pm list packages -f settings", `(?m)^package:/system/\S+\.apk=com.android.settings$`},
		{"pm list packages -U settings", `(?m)^package:com.android.settings uid:\d+$`},
		{"pm list packages -i settings", `(?m)^package:com.android.settings  installer=null$`},
		{"cmd package list packages --show-versioncode settings", `(?m)^package:com.android.settings versionCode:\d+$`},
		{"pm list features", `(?m)^feature:android.hardware.touchscreen$`},
		{"pm path com.android.settings", `^package:/system/\S+\.apk\n$`},
		{"cmd package resolve-activity --brief com.android.settings", `^priority=0 .*isDefault=true\n` + short + `\n$`},
		{"cmd package resolve-activity --brief nosuch.app", `^No activity found\n$`},
		{"cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", `(?m)^\d+ activities found:\n  Activity #0:\n(?s:.*)packageName=com.android.settings\n`},
		{"cmd package query-activities --components -a android.intent.action.MAIN -c android.intent.category.LAUNCHER", `(?m)^` + short + `$`},
		{"am start -n com.android.settings/.Nope", `^Starting: Intent \{ cmp=com.android.settings/.Nope \}\n$`},
		{"am start -W -n com.android.settings/.Nope", `\nError type 3\nError: Activity class \{com.android.settings/com.android.settings.Nope\} does not exist.\n$`},
		{"am start -W -a android.intent.action.VIEW -d foo://bar", `Error: Activity not started, unable to resolve Intent \{ act=android.intent.action.VIEW dat=foo://bar flg=0x10000000 \}\n`},
		{"am get-current-user", `^0\n$`},
		{"am broadcast -a x.y", `^Broadcasting: Intent \{ act=x.y flg=0x400000 \}\nBroadcast completed: result=0\n$`},
		{"monkey -p nosuch.app -c android.intent.category.LAUNCHER 1", `\*\* No activities found to run, monkey aborted.\n$`},
		{"settings get global nosuch", `^null\n$`},
		{"settings list system", `(?m)^screen_brightness=\d+$`},
		{"dumpsys input_method", `(?m)^  mInputShown=false$`},
		{"dumpsys input_method", `(?m)^  mIsInputViewShown=false$`},
		{"dumpsys power", `(?m)^  mWakefulness=Awake$`},
		{"dumpsys power", `(?m)^  mHoldingDisplaySuspendBlocker=true$`},
		{"dumpsys battery", `^Current Battery Service state:\n  AC powered: (true|false)\n  USB powered: (true|false)\n(?s:.*)  level: \d+\n`},
		{"ps -A", `^USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nroot +1 +0 .* init\n`},
		{"ps -A", `(?m) com.android.settings$`},
		{"pidof com.android.settings", `^\d+\n$`},
		{"ime list -s", `(?m)^\S+/\S+$`},
		{"getprop", `(?m)^\[ro.build.version.sdk\]: \[34\]$`},
		{"getprop nosuch", `^\n$`},
		{"LANG=C ls -la /sdcard/", `^total \d+\ndrwxrws--- +\d+ u0_a92 +media_rw +\d+ \d{4}-\d\d-\d\d \d\d:\d\d \.\n`},
		{"ls -l /sdcard", `^lrw-r--r--|^lrwxrwxrwx .* /sdcard -> /storage/self/primary\n$`},
		{"ip addr show dev wlan0", `inet 192\.168\.1\.23/24 `},
		{"ip route", `dev wlan0 .*src 192\.168\.1\.23`},
		{"df -h /data", `^Filesystem +Size +Used +Avail +Use% +Mounted on\n/dev/block/dm-\d+ `},
		{"date +%s%3N", `^\d{13}\n$`},
		{"cmd uimode night", `^Night mode: no\n$`},
		{"cmd wifi status", `^Wifi is enabled\n.*\n==== Primary ClientModeManager instance ====\nWifi is connected to "`},
		{"cmd media_session volume --stream 3 --get", `\[V\] volume is \d+ in range \[\d+\.\.\d+\]\n$`},
		{"cmd connectivity airplane-mode", `^disabled\n$`},
		{"cmd bluetooth_manager disable", `^BluetoothShellCommand: Exec disable\ndisable: Success\n$`},
		{"cmd device_state state", `^Committed state: DeviceState\{identifier=0, name='DEFAULT',`},
		{"dumpsys -l", `^Currently running services:\n  \S+\n`},
		{"logcat -d -v threadtime", `(?m)^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ [VDIWEF] \S+ *: `},
		{"logcat -g", `(?m)^main: ring buffer is 256 KiB`},
		{"content query --uri content://settings/system --where \"name='user_rotation'\"", `^Row: 0 _id=\d+, name=user_rotation, value=0`},
		{"dumpsys trust", `trustState=\w+, trustManaged=0, deviceLocked=0`},
		{"uptime", `^ \d\d:\d\d:\d\d up .*load average: `},
	} {
		t.Run(c.line+" "+c.want[:min(20, len(c.want))], func(t *testing.T) {
			out, errs, _ := sh(t, d, c.line)
			if !regexp.MustCompile(c.want).MatchString(out) {
				t.Errorf("%s\n got %.2500s\nstderr %s\nwant %s", c.line, out, errs, c.want)
			}
		})
	}
}

// TestOneTruth changes the phone by one command and asks for it by others.
func TestOneTruth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, line, want string }{
		{"Wi-Fi", "svc wifi disable; settings get global wifi_on; cmd wifi status | head -1; ip route", "0\nWifi is disabled\n"},
		{"rotation", "settings put system accelerometer_rotation 0; content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1; dumpsys display | grep -o 'mCurrentOrientation=.'; wm user-rotation; dumpsys window displays | grep -o 'cur=[0-9x]*'; screencap | head -c 8 | xxd -p",
			"mCurrentOrientation=1\nlock 1\ncur=2400x1080\n6009000038040000\n"},
		{"forced size", "wm size 720x1600; wm size | tail -1; dumpsys window displays | grep -o 'base=[0-9x]*'", "Override size: 720x1600\nbase=720x1600\n"},
		{"night", "cmd uimode night yes; settings get secure ui_night_mode; dumpsys uimode | grep -o mComputedNightMode=true", "Night mode: yes\n2\nmComputedNightMode=true\n"},
		{"sleep", "input keyevent SLEEP; dumpsys power | grep -o 'mWakefulness=[AD][a-z]*'; dumpsys window policy | grep -o SCREEN_STATE_O.*; uiautomator dump 2>&1; dumpsys activity activities | grep -c topResumed", "mWakefulness=Asleep\nSCREEN_STATE_OFF\nERROR: null root node returned by UiTestAutomationBridge.\n0\n"},
		{"stop", "am start -W -a android.settings.SETTINGS >/dev/null; pidof com.android.settings | wc -w; am force-stop com.android.settings; pidof com.android.settings; dumpsys activity top | grep -c settings", "1\n0\n"},
		{"disabled", "pm disable-user --user 0 com.example.notes 2>/dev/null || pm disable-user $(pm list packages notes | cut -d: -f2); pm list packages -d | wc -l", "Package PKG new state: disabled-user\n1\n"},
		{"battery", "dumpsys battery set level 17; dumpsys battery | grep -e level -e UPDATES; dumpsys power | grep mBatteryLevel; dumpsys battery reset; dumpsys battery | grep -c UPDATES", "  (UPDATES STOPPED -- use 'reset' to restart)\n  level: 17\n  mBatteryLevel=17\n0\n"},
		{"volume", "cmd media_session volume --stream 3 --set 4 >/dev/null; dumpsys audio | grep -A5 STREAM_MUSIC | grep streamVolume", "   streamVolume:4\n"},
		{"keyboard", "[ $(settings get secure default_input_method) = $(ime list -s | head -1) ]; echo $?; settings get secure default_input_method | xargs ime set | grep -c selected", "0\n1\n"},
		{"notification", "cmd notification post -t Hello tag 'some text' >/dev/null; cmd notification list | head -1; dumpsys notification --noredact | grep -m2 android.t; dumpsys notification | grep -m1 android.title", "0|com.android.shell|2020|tag|2000\n                android.title=String (Hello)\n                android.text=String (some text)\n                android.title=String [length=5]\n"},
		{"shade", "cmd statusbar expand-notifications; dumpsys window displays | grep -o 'mCurrentFocus=Window{[0-9a-f]* u0 Notif[A-Za-z]*'| cut -d' ' -f3; cmd statusbar collapse; dumpsys window displays | grep -c 'mCurrentFocus.*Notif'", "NotificationShade\n0\n"},
		{"lock", "locksettings set-pin 1234; input keyevent 26; input keyevent 224; dumpsys window policy | grep -e ' secure=' -e mIsShowing; dumpsys trust | grep -o deviceLocked=.; wm dismiss-keyguard; dumpsys window displays | grep isKeyguardShowing", "Pin set to '1234'\n      secure=true\n        mIsShowing=true\ndeviceLocked=1\n    isKeyguardShowing=true\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, apps.All()...)
			want := c.want
			for _, p := range d.w.Packages() {
				if strings.Contains(p.Name, "notes") {
					want = strings.ReplaceAll(want, "PKG", p.Name)
				}
			}
			out, errs, _ := sh(t, d, c.line)
			if out != want {
				t.Errorf("%s\n got %q\nwant %q\nstderr %q", c.line, out, want, errs)
			}
		})
	}
}

func TestInput(t *testing.T) {
	t.Parallel()
	d := open(t, apps.All()...)
	for _, c := range []struct {
		line, out, err string
		status         int
	}{
		{line: "input tap 10 10"},
		{line: "input touchscreen tap 10.5 10"},
		{line: "input -d 0 tap 10 10"},
		{line: "input tap 540", err: `java.lang.IllegalArgumentException: Argument expected after "540"`, status: 255},
		{line: "input tap a b", err: "java.lang.IllegalArgumentException: Error: Invalid arguments for command: tap", status: 255},
		{line: "input foo", out: "Unknown command: foo\n"},
		{line: "input motionevent FOO 1 1", err: "java.lang.IllegalArgumentException: Unknown action: FOO", status: 255},
		{line: "input motionevent DOWN 5 5; input motionevent MOVE 9 9; input motionevent CANCEL"},
		{line: "input keyevent HOME KEYCODE_BACK 4 NOSUCH"},
		{line: "input keycombination CTRL_LEFT", err: "java.lang.IllegalArgumentException: keycombination requires at least 2 keycodes", status: 255},
		{line: "input keycombination CTRL_LEFT NOSUCH", err: "java.lang.IllegalArgumentException: Unknown keycode: NOSUCH", status: 255},
		{line: "input text 'é'; input text 你好", err: "java.lang.NullPointerException: Attempt to get length of null array", status: 255},
		{line: "input swipe 10 10 20 20 30"},
		{line: "input roll 1 1; input press"},
	} {
		out, errs, status := sh(t, d, c.line)
		if out != c.out || !strings.Contains(errs, c.err) || c.err == "" && errs != "" || status != c.status {
			t.Errorf("%s: out %q err %q exit %d", c.line, out, errs, status)
		}
	}
	if out, _, status := sh(t, d, "input"); !strings.HasPrefix(out, "Usage: input [<source>]") || status != 255 {
		t.Errorf("usage: %.40q %d", out, status)
	}
}

// TestInputTypes_F071: every printable character arrives through input text when it is quoted for the shell.
func TestInputTypes_F071(t *testing.T) {
	t.Parallel()
	d := open(t, apps.All()...)
	if _, _, status := sh(t, d, "am start -W -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -p "+notes(d)); status != 0 {
		t.Fatal("notes did not start")
	}
	field(t, d)
	const text = `it's 100% "fun" ~ #1 & <x> (y) {z} [w] | \ ^ $a * ? ; : , . / = + - _ @ !` + "`"
	if _, errs, status := sh(t, d, "input text "+quoted(text)); status != 0 {
		t.Fatal(errs)
	}
	out, _, _ := sh(t, d, "uiautomator dump /proc/self/fd/1 | cat")
	if want := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text); !strings.Contains(out, `text="`+want+`"`) {
		t.Errorf("no %s in %s", want, out)
	}
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func notes(d *Device) string {
	for _, p := range d.w.Packages() {
		if strings.Contains(p.Name, "notes") {
			return p.Name
		}
	}
	return ""
}

// field brings a text field into focus: the search of notes, or a new note.
func field(t *testing.T, d *Device) {
	t.Helper()
	for range 3 {
		out, _, _ := sh(t, d, "uiautomator dump /proc/self/fd/1 | cat")
		if regexp.MustCompile(`class="android.widget.EditText"[^>]*focused="true"`).MatchString(out) {
			return
		}
		m := regexp.MustCompile(`class="android.widget.EditText"[^>]*bounds="\[(\d+),(\d+)\]`).FindStringSubmatch(out)
		if m == nil {
			m = regexp.MustCompile(`content-desc="(?:New note|Add note|Add)"[^>]*bounds="\[(\d+),(\d+)\]`).FindStringSubmatch(out)
		}
		if m == nil {
			t.Fatalf("no text field in %s", out)
		}
		sh(t, d, "input tap "+itoa(atoi(m[1], 0)+30)+" "+itoa(atoi(m[2], 0)+30))
	}
	t.Fatal("no text field took the focus")
}

// TestInstallFlow covers pm install by path, sessions and refusals.
func TestInstallFlow(t *testing.T) {
	t.Parallel()
	d := open(t)
	apkFile(t, d, "/data/local/tmp/a.apk", 5)
	apkFile(t, d, "/sdcard/a.apk", 5)
	for _, c := range []struct {
		line, out, err string
		status         int
	}{
		{"pm install /sdcard/a.apk", "", "Error: Unable to open file: /sdcard/a.apk\nConsider using a file under /data/local/tmp/\n", 255},
		{"pm install /data/local/tmp/none.apk", "", "Error: Unable to open file: /data/local/tmp/none.apk\n", 255},
		{"pm install /data/local/tmp/a.apk", "Success\n", "", 0},
		{"pm install -R /data/local/tmp/a.apk", "Failure [INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install com.example.app without first uninstalling.]\n", "", 1},
		{"pm list packages -3", "package:com.example.app\n", "", 0},
		{"pm grant com.example.app android.permission.CAMERA; dumpsys package com.example.app | grep -o 'CAMERA: granted=[a-z]*'", "CAMERA: granted=true\n", "", 0},
		{"pm clear com.example.app", "Success\n", "", 0},
		{"pm clear nosuch.app", "Failed\n", "", 1},
		{"pm suspend com.example.app", "Package com.example.app new suspended state: true\n", "", 0},
		{"ls /data/data/com.example.app", "", "ls: /data/data/com.example.app: Permission denied\n", 1},
		{"run-as com.example.app true", "", "run-as: package not debuggable: com.example.app\n", 1},
		{"pm uninstall com.example.app", "Success\n", "", 0},
		{"pm uninstall com.example.app", "Failure [not installed for 0]\n", "", 1},
		{"pm path com.example.app", "", "", 1},
		{"s=$(pm install-create -S 100 | grep -o '[0-9]*'); pm install-write -S $(stat -c %s /data/local/tmp/a.apk) $s base.apk - < /data/local/tmp/a.apk | grep -c Success; pm install-commit $s", "1\nSuccess\n", "", 0},
	} {
		out, errs, status := sh(t, d, c.line)
		if out != c.out || !strings.HasPrefix(errs, c.err) || status != c.status {
			t.Errorf("%s\n got out %q err %q exit %d\nwant out %q err %q exit %d", c.line, out, errs, status, c.out, c.err, c.status)
		}
	}
}

// apkFile puts a small package on the phone.
func apkFile(t *testing.T, d *Device, name string, version int64) {
	t.Helper()
	d.Files.Put(name, vfs.Entry{Mode: 0o644, UID: shellUID, GID: shellUID, Data: apk.Build(apk.Info{
		Package: "com.example.app", VersionName: "5", VersionCode: version, MinSDK: 24, TargetSDK: 34, Permissions: []string{"android.permission.CAMERA"}, Signed: true,
	})})
}
