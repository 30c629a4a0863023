package device

import (
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
)

// shared reads a captured output from the data folder beside the repository, or skips.
func shared(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "shell", name))
	if err != nil {
		t.Skipf("captured outputs are not here: %v", err)
	}
	return string(b)
}

func TestParsePropsCaptured(t *testing.T) {
	tests := []struct {
		file                    string
		model, sdk, maker, abis string
		least                   int
	}{
		{"pixel-8-android14-getprop.txt", "Pixel 8", "34", "Google", "arm64-v8a", 150},
		{"huawei-mate-20-android9-getprop.txt", "HMA-L29", "28", "HUAWEI", "arm64-v8a,armeabi-v7a,armeabi", 600},
		{"oppo-r15-android8.1-getprop.txt", "PACM00", "27", "OPPO", "arm64-v8a,armeabi-v7a,armeabi", 900},
		{"meizu-pro-7-plus-android7.0-getprop.txt", "PRO 7 Plus", "24", "Meizu", "arm64-v8a,armeabi-v7a,armeabi", 500},
		{"lg-k10-android5.1-getprop.txt", "LG-K420", "22", "LGE", "armeabi-v7a,armeabi", 400},
		{"xiaomi-redmi-note-4-android7.0-getprop.txt", "Redmi Note 4", "24", "Xiaomi", "arm64-v8a,armeabi-v7a,armeabi", 400},
		{"samsung-galaxy-s9-us-android8.0-getprop.txt", "SM-G960U", "26", "samsung", "arm64-v8a,armeabi-v7a,armeabi", 600},
		{"oneplus-5t-android8.0-getprop.txt", "ONEPLUS A5010", "26", "OnePlus", "arm64-v8a,armeabi-v7a,armeabi", 400},
		{"pixel-2-xl-android8.1-getprop.txt", "Pixel 2 XL", "27", "Google", "arm64-v8a,armeabi-v7a,armeabi", 400},
		{"google-pixel-c-tablet-android8.0-getprop.txt", "Pixel C", "26", "Google", "arm64-v8a,armeabi-v7a,armeabi", 200},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			p := parseProps(shared(t, tt.file))
			got := []string{p["ro.product.model"], p["ro.build.version.sdk"], p["ro.product.manufacturer"], p["ro.product.cpu.abilist"]}
			if want := []string{tt.model, tt.sdk, tt.maker, tt.abis}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			if len(p) < tt.least {
				t.Errorf("%d properties, want at least %d", len(p), tt.least)
			}
		})
	}
}

func TestParseProps(t *testing.T) {
	got := parseProps("noise\r\n[a]: [1]\r\n[b]: []\n[c]: [two\nlines]\n[d]: [x] y]\n[e]: [,]\n")
	want := map[string]string{"a": "1", "b": "", "c": "two\nlines", "d": "x] y", "e": ","}
	if !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseWM(t *testing.T) {
	tests := []struct {
		name, in string
		size     image.Point
		density  int
	}{
		{"physical", "Physical size: 1080x2400\nPhysical density: 440\n", image.Pt(1080, 2400), 440},
		{"forced", "Physical size: 1080x2400\nOverride size: 720x1600\nPhysical density: 440\nOverride density: 320\n", image.Pt(720, 1600), 320},
		{"nothing", "cmd: Can't find service: window\n", image.Point{}, 0},
		{"absurd", "Physical size: 99999999999999999999x1\n", image.Pt(0, 1), 0},
	}
	for _, tt := range tests {
		if size, density := parseWM(tt.in); size != tt.size || density != tt.density {
			t.Errorf("%s: %v %d, want %v %d", tt.name, size, density, tt.size, tt.density)
		}
	}
}

func TestParseFocusCaptured_T30(t *testing.T) {
	tests := []struct{ file, pkg, class, window string }{
		{"emulator-android8.0-dumpsys-window-windows-settings.txt", "com.android.settings", "com.android.settings.Settings", "com.android.settings/com.android.settings.Settings"},
		{"emulator-android9-dumpsys-window-windows-settings.txt", "com.android.settings", "com.android.settings.Settings", "com.android.settings/com.android.settings.Settings"},
		{"android4-dumpsys-window-windows.txt", "com.dtmilano.android.sampleui", "com.dtmilano.android.sampleui.MainActivity", "com.dtmilano.android.sampleui/com.dtmilano.android.sampleui.MainActivity"},
		{"emulator-android11-dumpsys-window-windows.txt", "com.google.android.apps.nexuslauncher", "com.google.android.apps.nexuslauncher.NexusLauncherActivity", "com.google.android.apps.nexuslauncher/com.google.android.apps.nexuslauncher.NexusLauncherActivity"},
		{"emulator-android13-dumpsys-window-windows.txt", "com.google.android.apps.nexuslauncher", "com.google.android.apps.nexuslauncher.NexusLauncherActivity", "com.google.android.apps.nexuslauncher/com.google.android.apps.nexuslauncher.NexusLauncherActivity"},
		{"emulator-android12-dumpsys-window-windows-settings.txt", "com.android.settings", "com.android.settings.Settings", "com.android.settings/com.android.settings.Settings"},
		{"emulator-android13-dumpsys-window-windows-settings.txt", "com.android.settings", "com.android.settings.Settings", "com.android.settings/com.android.settings.Settings"},
		{"emulator-android15-dumpsys-window-windows-settings.txt", "com.android.settings", "com.android.settings.Settings", "com.android.settings/com.android.settings.Settings"},
		{"emulator-dumpsys-window-windows-popup.txt", "", "", "Pop-Up Window"},
		{"samsung-flip-dumpsys-window-focus-two-displays.txt", "eu.niko.smart.universal", "crc648a3abc16689e594e.MainActivity", "eu.niko.smart.universal/crc648a3abc16689e594e.MainActivity"},
		{"sony-bravia-dumpsys-window-focus-picture-off.txt", "com.sony.dtv.sonysystemservice", "", "com.sony.dtv.sonysystemservice"},
		{"androidtv-dumpsys-window-focus.txt", "com.google.android.tvlauncher", "com.google.android.tvlauncher.MainActivity", "com.google.android.tvlauncher/com.google.android.tvlauncher.MainActivity"},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			a, _, ok := parseFocus(shared(t, tt.file))
			if !ok || a.Package != tt.pkg || a.Class != tt.class || a.Window != tt.window {
				t.Errorf("got %+v, %v; want %s, %s, %s", a, ok, tt.pkg, tt.class, tt.window)
			}
		})
	}
	t.Run("resumed", func(t *testing.T) {
		a, ok := parseResumed(shared(t, "android-dumpsys-activity-resumed-two.txt"))
		if !ok || a.Package != "com.android.settings" || a.Class != "com.android.settings.homepage.SettingsHomepageActivity" {
			t.Errorf("got %+v, %v", a, ok)
		}
	})
	t.Run("Android 10 lists windows without a focus", func(t *testing.T) {
		if a, _, ok := parseFocus(shared(t, "emulator-android10-dumpsys-window-windows-settings.txt")); ok {
			t.Errorf("got %+v", a)
		}
	})
}

func TestParseFocus_T30(t *testing.T) {
	const app = "  mFocusedApp=ActivityRecord{8d1c55e u0 com.example.notes/.MainActivity t42}\n"
	notes := phone.Activity{Package: "com.example.notes", Class: "com.example.notes.MainActivity", Window: "com.example.notes/com.example.notes.MainActivity"}
	with := func(window string) phone.Activity {
		a := notes
		a.Window = window
		return a
	}
	tests := []struct {
		name, in string
		want     phone.Activity
	}{
		{"plain", "  mCurrentFocus=Window{3f2a1b9 u0 com.example.notes/com.example.notes.MainActivity}\n" + app, notes},
		{"decimal hashes (16)", "mCurrentFocus=Window{12345678 u0 com.example.notes/com.example.notes.MainActivity}\nmFocusedApp=ActivityRecord{98765432 u0 com.example.notes/.MainActivity t42}", notes},
		{"stray brace (13)", "mCurrentFocus=Window{3f u0 com.example.notes/com.example.notes.MainActivity}\nmFocusedApp=ActivityRecord{8d u0 com.example.notes/.MainActivity} t42}", notes},
		{"embedded (16 tablets)", "mCurrentFocus=null\nmFocusedApp=ActivityRecord{8d u0 com.example.notes/.MainActivity t42, isEmbedded=false}", with("")},
		{"work profile", "mCurrentFocus=Window{3f u10 com.example.notes/com.example.notes.MainActivity}", notes},
		{"shade", "mCurrentFocus=Window{3f u0 NotificationShade}\n" + app, with("NotificationShade")},
		{"pop-up", "mCurrentFocus=Window{3f u0 PopupWindow:1a2b3c}\n" + app, with("PopupWindow:1a2b3c")},
		{"not responding", "mCurrentFocus=Window{3f u0 Application Not Responding: com.example.notes}\n" + app, with("Application Not Responding: com.example.notes")},
		{"maker's addition", "mCurrentFocus=Window{3f u0 com.example.notes/com.example.notes.MainActivity type=1}\n", notes},
		{"doubled brace", "mCurrentFocus=Window{3f u0 com.example.notes/com.example.notes.MainActivity}}\n", notes},
		{"permission dialog", "mCurrentFocus=Window{3f u0 com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity}\n" + app,
			phone.Activity{Package: "com.android.permissioncontroller", Class: "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity", Window: "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"}},
		{"old copy after an ANR", "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\nWINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  mCurrentFocus=Window{1 u0 com.old/com.old.A}\n  mFocusedApp=ActivityRecord{1 u0 com.old/.A t1}\n" +
			"WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  mCurrentFocus=Window{3f u0 com.example.notes/com.example.notes.MainActivity}\n" + app, notes},
		{"two displays, the second in front", "  Display: mDisplayId=0 (organized)\n  mCurrentFocus=null\n  mFocusedApp=null\n  Display: mDisplayId=2 (organized)\n  mCurrentFocus=Window{3f u0 com.example.notes/com.example.notes.MainActivity}\n" + app + "  mTopFocusedDisplayId=2\n", notes},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _, ok := parseFocus(tt.in); !ok || got != tt.want {
				t.Errorf("got %+v, %v\nwant %+v", got, ok, tt.want)
			}
		})
	}
	for _, in := range []string{"", "mCurrentFocus=null\n", "cmd: Can't find service: window"} {
		if a, _, ok := parseFocus(in); ok {
			t.Errorf("%q gives %+v", in, a)
		}
	}
}

func TestParseResumed_T30(t *testing.T) {
	for _, in := range []string{
		"    mResumedActivity: ActivityRecord{hash u0 pkg.a/.Act t42}",
		"      topResumedActivity=ActivityRecord{123 u0 pkg.a/pkg.a.Act t42}",
		"  Resumed activities in task display areas (from top to bottom):\n    Resumed: ActivityRecord{8d u0 pkg.a/.Act t42}\n\n  ResumedActivity: ActivityRecord{8d u0 pkg.a/.Act t42}",
	} {
		if a, ok := parseResumed(in); !ok || a.Package != "pkg.a" || a.Class != "pkg.a.Act" {
			t.Errorf("%q gives %+v, %v", in, a, ok)
		}
	}
}

func TestSecureWindow_F035(t *testing.T) {
	dump := `  Window #0 Window{aa u0 StatusBar}:
    mAttrs={(0,0)(fillx63) ty=STATUS_BAR fmt=TRANSLUCENT
      fl=NOT_FOCUSABLE SPLIT_TOUCH
      pfl=NO_MOVE_ANIMATION}
  Window #1 Window{bb u0 com.bank/com.bank.Main}:
    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=BASE_APPLICATION wanim=0x1
      fl=LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH
      pfl=FORCE}
  Window #2 Window{cc u0 com.old/com.old.Main}:
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#20 ty=1 fl=#81812100 fmt=-3}
  Window #3 Window{dd u0 com.plain/com.plain.Main}:
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) ty=1 fl=#81810100 pfl=0x2000}
`
	for title, want := range map[string]bool{"StatusBar": false, "com.bank/com.bank.Main": true, "com.old/com.old.Main": true, "com.plain/com.plain.Main": false, "none": false} {
		if got := secureWindow(dump, "", title); got != want {
			t.Errorf("%s: secure %v, want %v", title, got, want)
		}
	}
	if !secureWindow(dump, "bb", "x") || secureWindow(dump, "dd", "com.bank/com.bank.Main") {
		t.Error("the hash does not decide")
	}
	files, _ := filepath.Glob("../../../shared/data/shell/*window-windows*.txt")
	for _, f := range files {
		dump := shared(t, filepath.Base(f))
		blocks := windowBlocks(dump)
		if len(blocks) < 5 {
			t.Errorf("%s: %d windows", filepath.Base(f), len(blocks))
		}
		for _, w := range blocks {
			if w.secure {
				t.Errorf("%s: %s is secure", filepath.Base(f), w.title)
			}
		}
	}
}

func TestParsePower_F034_F081(t *testing.T) {
	policy := func(showing, occluded, secure string) string {
		return "KeyguardServiceDelegate\n  showing=" + showing + "\n  occluded=" + occluded + "\n  secure=" + secure + "\n  screenState=SCREEN_STATE_ON\n  KeyguardStateMonitor\n    mIsShowing=" + showing + "\n    mSimSecure=false\n"
	}
	tests := []struct {
		name, power, policy string
		want                phone.PowerState
		ok                  bool
	}{
		{"in use", "  mWakefulness=Awake\n  mWakefulnessChanging=false\n", policy("false", "false", "false"), phone.PowerState{On: true}, true},
		{"asleep and locked", "  mWakefulness=Asleep\n", policy("true", "false", "true"), phone.PowerState{Locked: true, Secure: true}, true},
		{"dozing", "  mWakefulness=Dozing\n", policy("true", "false", "false"), phone.PowerState{Locked: true}, true},
		{"call over the lock", "  mWakefulness=Awake\n", policy("true", "true", "true"), phone.PowerState{On: true, Secure: true}, true},
		{"old key", "  mWakefulness=Awake\n", "mShowingLockscreen=true mShowingDream=false mDreamingLockscreen=false", phone.PowerState{On: true, Locked: true}, true},
		{"only the policy", "", policy("false", "false", "true"), phone.PowerState{On: true, Secure: true}, true},
		{"nothing", "", "", phone.PowerState{}, false},
	}
	for _, tt := range tests {
		if got, ok := parsePower(tt.power, tt.policy); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %+v, %v; want %+v, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
	if s, ok := parsePower("", shared(t, "android-dumpsys-window-policy-screen-on.txt")); !ok || s != (phone.PowerState{On: true}) {
		t.Errorf("screen on: %+v, %v", s, ok)
	}
	if s, ok := parsePower("", shared(t, "android-dumpsys-window-policy-screen-off.txt")); !ok || s != (phone.PowerState{}) {
		t.Errorf("screen off: %+v, %v", s, ok)
	}
}

func TestParseDisplay(t *testing.T) {
	tests := []struct {
		name, in string
		size     image.Point
		rotation int
	}{
		{"portrait", "  Display: mDisplayId=0 (organized)\n    init=1080x2400 440dpi cur=1080x2400 app=1080x2274\n  DisplayRotation\n    mRotation=0 mDeferredRotationPauseCount=0\n", image.Pt(1080, 2400), 0},
		{"landscape", "  Display: mDisplayId=0\n    init=1080x2400 440dpi base=720x1600 320dpi cur=1600x720 app=1600x600\n    mRotation=1 mAlt\n", image.Pt(1600, 720), 1},
		{"by name", "mDisplayId=0\n cur=2400x1080\n mCurrentRotation=ROTATION_270\n", image.Pt(2400, 1080), 3},
		{"other display after it", "  Display: mDisplayId=0\n    cur=1080x2400\n  Display: mDisplayId=2\n    cur=500x500\n    mRotation=2\n", image.Pt(1080, 2400), 0},
		{"nothing", "", image.Point{}, 0},
	}
	for _, tt := range tests {
		if size, rotation := parseDisplay(tt.in); size != tt.size || rotation != tt.rotation {
			t.Errorf("%s: %v %d, want %v %d", tt.name, size, rotation, tt.size, tt.rotation)
		}
	}
}

func TestParseKeyboard_F075(t *testing.T) {
	for in, want := range map[string]bool{
		"mInputShown=true\n":                             true,
		"  mShowRequested=true mInputShown=false\n":      false,
		"mInputShown=true\nmIsInputViewShown=true\n":     true,
		"mInputShown=true\n  mIsInputViewShown=false\n":  false,
		"Can't find service: input_method\n":             false,
		"mIsInputViewShown=true\n":                       false,
		"xmInputShown=true\n mRequestedInputShown=true ": false,
	} {
		if got := parseKeyboard(in); got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

func TestPackages(t *testing.T) {
	out := "package:/data/app/~~Zm9v==/com.example.notes-YmFy==/base.apk=com.example.notes\npackage:com.example.b uid:10123\r\npackage:com.example.c versionCode:12\nnoise\n"
	if got := packageNames(out); !slices.Equal(got, []string{"com.example.notes", "com.example.b", "com.example.c"}) {
		t.Errorf("names %q", got)
	}
	got := parseComponents("priority=0 preferredOrder=0 match=0x108000\ncom.example.notes/.MainActivity\ncom.example.notes/.Other\n  com.b/com.b.X$Y\nNo activity found\n")
	if want := map[string]string{"com.example.notes": "com.example.notes.MainActivity", "com.b": "com.b.X$Y"}; !maps.Equal(got, want) {
		t.Errorf("components %q, want %q", got, want)
	}
}

func TestParseLabels(t *testing.T) {
	out := "[server] INFO: Device: [Google] google Pixel (Android 14)\n[server] INFO: Processing Android apps... (this may take some time)\n[server] INFO: List of apps:\n" +
		" * Settings                       com.android.settings\n" +
		" - Firefox                        org.mozilla.firefox\n" +
		" - 相机 Pro                         com.example.camera\n" +
		" - A label that is really much longer\n" + strings.Repeat(" ", 34) + "com.example.long\n"
	want := map[string]string{"com.android.settings": "Settings", "org.mozilla.firefox": "Firefox", "com.example.camera": "相机 Pro", "com.example.long": "A label that is really much longer"}
	if got := parseLabels(out); !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAmError(t *testing.T) {
	for out, want := range map[string]string{
		"Starting: Intent { cmp=a/.B }\nStatus: ok\nComplete\n":                                                  "",
		"Warning: Activity not started, its current task has been brought to the front\nStatus: ok\n":            "",
		"Error type 3\nError: Activity class {a/a.B} does not exist.\n":                                          "Error: Activity class {a/a.B} does not exist.",
		"\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: x\n\tat": "java.lang.SecurityException: Permission Denial: x",
	} {
		if got := amError(out); got != want {
			t.Errorf("%q: %q, want %q", out, got, want)
		}
	}
}

func FuzzParsers(f *testing.F) {
	f.Add("[a]: [b]\nPhysical size: 1x2\nmCurrentFocus=Window{1 u0 a/b}\nfl=SECURE\n")
	f.Add("  Display: mDisplayId=0\n cur=1x1 mRotation=9\nWindow #0 Window{a u0 b}:\n  fl=#2000}")
	f.Fuzz(func(t *testing.T, s string) {
		parseProps(s)
		parseWM(s)
		if a, _, ok := parseFocus(s); ok && a == (phone.Activity{}) {
			t.Error("a focus without anything")
		}
		parseResumed(s)
		parsePower(s, s)
		if _, r := parseDisplay(s); r < 0 || r > 3 {
			t.Errorf("rotation %d", r)
		}
		windowBlocks(s)
		packageNames(s)
		parseLabels(s)
		amError(s)
	})
}
