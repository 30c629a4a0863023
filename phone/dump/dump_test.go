package dump

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// captured reads an output from the data folder beside the repository, or skips.
func captured(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "shell", name))
	if err != nil {
		t.Skipf("NOTICE: captured outputs are not here: %v", err)
	}
	return string(b)
}

// same fails unless got is want.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// Each captured output of a command that this package reads, with the facts that stand in it.
func TestCaptured(t *testing.T) {
	cases := map[string]func(t *testing.T, out string){
		"android-dumpsys-battery-discharging-usb.txt": func(t *testing.T, out string) {
			b, ok := ParseBattery(out)
			same(t, "battery", b, Battery{Level: 80, Status: NotCharging, Powered: []string{"USB"}, Tenths: 250})
			same(t, "ok", ok, true)
		},
		"amazon-firetv-android5-ps.txt": func(t *testing.T, out string) {
			same(t, "processes", ParseProcesses(out), []Process{
				{"u0_a18", 316, 197, "S", "com.netflix.ninja"}, {"u0_a2", 15121, 197, "S", "com.amazon.device.controllermanager"},
			})
		},
		"emulator-android4-ps.txt": func(t *testing.T, out string) {
			all := ParseProcesses(out)
			same(t, "rows", len(all), 18)
			same(t, "first", all[0], Process{"radio", 929, 69, "S", "com.android.phone"})
			same(t, "kernel thread", all[5], Process{"root", 1347, 2, "S", "kworker/0:1"})
			same(t, "last", all[17], Process{"root", 1681, 60, "R", "ps"})
		},
		"emulator-android11-dumpsys-cpuinfo.txt": func(t *testing.T, out string) {
			all, total := ParseLoad(out)
			same(t, "total", total, 0.2)
			same(t, "first", all[0], ProcessLoad{0.6, 811, "com.android.systemui", false})
			same(t, "at sign", all[1].Name, "android.hardware.bluetooth@1.1-service.sim")
			has := func(p ProcessLoad) bool { return slices.Contains(all, p) }
			for _, p := range []ProcessLoad{
				{0, 7504, "kworker/u4:1-flush-251:32", false}, {0, 7245, "io.appium.android.apis:rcs", false}, {0, 7508, "kworker/u4:2-phy0", true},
			} {
				if !has(p) {
					t.Errorf("lacks %+v", p)
				}
			}
		},
		"ip-route-single-line.txt":                     address("192.168.12.34"),
		"ip-route-single-line-with-trailing-space.txt": address("192.168.12.34"),
		"ip-route-multiline-second-ok.txt":             address("192.168.1.3"),
		"ip-route-no-wlan.txt": func(t *testing.T, out string) {
			same(t, "address", WiFiAddress(out).IsValid(), false)
			same(t, "routes", ParseRoutes(out), []Route{{"192.168.1.0/24", "rmnet", netip.MustParseAddr("192.168.12.34")}})
		},
		"android-ime-list.txt": func(t *testing.T, out string) {
			same(t, "methods", ParseInputMethods(out), []string{"com.android.inputmethod.latin/.LatinIME"})
		},
		"androidtv-dumpsys-audio-stream-music-on.txt": func(t *testing.T, out string) {
			v := ParseVolumes(out)
			same(t, "music", v["MUSIC"], Volume{Stream: "MUSIC", Max: 60, Device: "hmdi_arc", Index: map[string]int{"speaker": 20, "hmdi_arc": 22, "default": 15}})
			n, ok := v["MUSIC"].Level()
			same(t, "level", []any{n, ok}, []any{22, true})
			same(t, "alarm", v["ALARM"].Max, 7)
		},
		"philips-androidtv-dumpsys-audio-off.txt": func(t *testing.T, out string) {
			v := ParseVolumes(out)
			same(t, "call", v["VOICE_CALL"], Volume{Stream: "VOICE_CALL", Muted: true, Min: 1, Max: 5, Device: "speaker", Index: map[string]int{"speaker": 2, "hmdi_arc": 2, "default": 1}})
			same(t, "streams", len(v), 11)
			same(t, "playing", ParsePlaying(out), false)
		},
		"amazon-firetv-media-session-state.txt": func(t *testing.T, out string) {
			same(t, "sessions", ParseMediaSessions(out), []MediaSession{{Package: "com.amazon.tv.launcher", State: PlaybackPaused}})
		},
		"android13-dumpsys-telephony-registry-idle.txt": func(t *testing.T, out string) {
			s, ok := ParseCall(out)
			same(t, "call", []any{s, ok}, []any{CallIdle, true})
		},
		"android11-dumpsys-package-resolver-table.txt": func(t *testing.T, out string) {
			all := ParseResolver(out)
			same(t, "filters", len(all), 4)
			c, ok := LauncherOf(all)
			same(t, "launcher", []any{c.String(), ok}, []any{"com.sunpower.energylink.commissioning2/com.sunpower.energylink.commissioning2.MainActivity", true})
			same(t, "first MAIN is no launcher", all[2].Component.Class, "com.sunpower.energylink.commissioning2.MainActivity2")
			same(t, "empty scheme", []string{all[0].Key, all[1].Key}, []string{"com.sunpower.elc2", ""})
		},
		"android12-pm-list-libraries.txt": func(t *testing.T, out string) {
			all := ParseLibraries(out)
			same(t, "libraries", []any{len(all), all[0], all[16]}, []any{17, "android.ext.shared", "org.apache.http.legacy"})
		},
		"android5-printenv.txt": func(t *testing.T, out string) {
			env := ParseEnviron(out)
			same(t, "first, behind a byte-order mark", env["_"], "/system/bin/printenv")
			same(t, "root", env["ANDROID_ROOT"], "/system")
			if !strings.HasPrefix(env["BOOTCLASSPATH"], "/system/framework/core-libart.jar:") || len(env) < 10 {
				t.Errorf("environment %q", env)
			}
		},
		"car-android10-dumpsys-package-permissions.txt": func(t *testing.T, out string) {
			p, ok := ParsePackage(out)
			same(t, "read", []bool{ok, p.System, p.Installed}, []bool{true, true, true})
			same(t, "requested", []any{len(p.Requested), p.Requested[0]}, []any{9, "android.xx.INTERNET"})
			same(t, "granted", len(p.Granted), 7)
			same(t, "runtime", p.Granted["android.car.permission.CAR_MILEAGE"], true)
		},
		"emulator-android5-dumpsys-package-contacts.txt": func(t *testing.T, out string) {
			p, _ := ParsePackage(out)
			same(t, "versions", []any{p.Name, p.Code, p.Target, p.Version}, []any{"com.android.providers.contacts", 22, 22, "5.1-eng.buildbot.20151117.204057"})
			same(t, "permissions of the shared user are not the package's", len(p.Granted), 0)
			all := ParseResolver(out)
			same(t, "filters", []any{len(all), all[0].Component.Class, all[0].Key},
				[]any{1, "com.android.providers.contacts.debug.ContactsDumpActivity", "com.android.providers.contacts.DUMP_DATABASE"})
		},
		"samsung-knox-android4-dumpsys-package.txt": func(t *testing.T, out string) {
			p, _ := ParsePackage(out)
			same(t, "versions", []any{p.Name, p.Code, p.Target, p.Version, p.Path}, []any{"jp.co.cyberagent.stf", 4, 22, "2.1.0", "/data/app/jp.co.cyberagent.stf-1.apk"})
			same(t, "granted", []any{len(p.Granted), p.Granted["android.permission.WAKE_LOCK"], p.Granted["com.android.mms"]}, []any{11, true, false})
			same(t, "activities", len(ParseResolver(out)), 2)
		},
		"android6-dumpsys-package-gms-200kB.txt": func(t *testing.T, out string) {
			p, _ := ParsePackage(out)
			same(t, "the update, not the hidden system package", []any{p.Name, p.Code, p.Target, p.Version}, []any{"com.google.android.gms", 11062448, 23, "11.0.62 (448-160311229)"})
			same(t, "requested", len(p.Requested) > 100, true)
			same(t, "filters", len(ParseResolver(out)) > 100, true)
		},
		"sony-bravia-android8-dumpsys-activity-starter-hdmi.txt": func(t *testing.T, out string) {
			i, ok := ParseLastIntent(out)
			same(t, "ok", ok, true)
			same(t, "intent", i, Intent{"android.intent.action.VIEW", "content://android.media.tv/passthrough/com.sony.dtv.tvinput.external%2F.ExternalTvInputService%2FHW2",
				0x10040000, Component{"com.sony.dtv.tvx", "com.sony.dtv.tvx.MainActivity"}})
		},
		"android-input-tap-inject-events-denied.txt": func(t *testing.T, out string) {
			same(t, "denied", InjectionDenied(out), true)
		},
		"android-logcat-binary-B.bin": func(t *testing.T, out string) {
			r := NewLogReader(bytes.NewReader(FromTerminal([]byte(out)))) // it was captured through a terminal
			first, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			same(t, "first", first, LogEntry{PID: 707, TID: 1254, At: time.Unix(0x5647c5ec, 0x232ac60a).UTC(), Buffer: 3, UID: -1, Priority: 4, Tag: "ActivityManager",
				Message: "Start proc com.google.android.gm for broadcast com.google.android.gm/.widget.GmailWidgetProvider: pid=7026 uid=10066 gids={50066, 9997, 3003, 1028, 1015} abi=x86"})
			n := 1
			for ; err == nil; n++ {
				_, err = r.Next()
			}
			same(t, "entries", n-1, 3)
			same(t, "end", err, io.EOF)
		},
	}
	for name, check := range cases {
		t.Run(name, func(t *testing.T) { check(t, captured(t, name)) })
	}
}

func address(want string) func(*testing.T, string) {
	return func(t *testing.T, out string) { same(t, "address", WiFiAddress(out).String(), want) }
}

// What differs by release and is in no captured file.
func TestReleases(t *testing.T) {
	same(t, "ps of toybox", ParseProcesses("USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nu0_a123       4321   345 14028560 134480 do_epoll_wait      0 S com.example.notes\nshell 9 1 1 1 0 0 R sh -c x\n"),
		[]Process{{"u0_a123", 4321, 345, "S", "com.example.notes"}, {"shell", 9, 1, "R", "sh -c x"}})
	same(t, "ps in own columns", ParseProcesses("USER PID NAME\nroot 1 init\n"), []Process{{User: "root", PID: 1, Name: "init"}})
	same(t, "short list of input methods", ParseInputMethods("com.a/.Ime\r\ncom.b/com.b.x.Ime\n"), []string{"com.a/.Ime", "com.b/com.b.x.Ime"})
	same(t, "two SIM cards", first(ParseCall("Phone Id=0\n  mCallState=0\nPhone Id=1\n  mCallState=1\n")), CallRinging)
	same(t, "playback by name (13)", ParseMediaSessions("  player com.p/x (userId=0)\n    package=com.p\n    active=true\n    state=PlaybackState {state=PLAYING(3), position=61000, b\n    metadata: size=7, description=Song, Artist\n"),
		[]MediaSession{{"com.p", true, PlaybackPlaying, 61000, "Song, Artist"}})
	b, _ := ParseBattery("Current Battery Service state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n  AC powered: true\n  level: 50\n  scale: 200\n  status: 2\n  mSamsung level: 9\n")
	same(t, "simulated battery on another scale", b, Battery{Level: 25, Status: Charging, Powered: []string{"AC"}, Simulated: true})
	same(t, "environment", ParseEnviron("A=1\nB=two\nlines\nC=\n"), map[string]string{"A": "1", "B": "two\nlines", "C": ""})
	r := NewLogReader(strings.NewReader("\x05\x00\x1c\x00" + "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00\xe8\x03\x00\x00" + "\x2e\x75\x00\x00\x00" + "\x05"))
	e, err := r.Next()
	if err != nil || e.Event != 29998 || e.UID != 1000 || e.Buffer != 2 {
		t.Errorf("event %+v, %v", e, err)
	}
	if _, err := r.Next(); !errors.Is(err, ErrLog) {
		t.Errorf("a cut entry gives %v", err)
	}
}

func first[T, U any](v T, _ U) T { return v }

func TestParseInputEvent(t *testing.T) {
	for line, want := range map[string]bool{
		"[    1234.567890] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   0000002a            \r\n": true,
		"[    1234.567890] EV_ABS       ABS_MT_TRACKING_ID   0000002a            ":                        true,
		"[    1234.567890] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff            ":     false,
		"[    1234.567890] /dev/input/event2: EV_KEY       KEY_POWER            DOWN                ":     false,
		"add device 1: /dev/input/event2": false,
		"":                                false,
	} {
		if e, _ := ParseInputEvent(line); e.FingerDown() != want {
			t.Errorf("%q: %+v", line, e)
		}
	}
}

// The additions of makers change nothing.
func TestMakersLines_DV42(t *testing.T) {
	const plain = "- STREAM_MUSIC:\n   Muted: false\n   Max: 15\n   Current: 2 (speaker): 5\n"
	noisy := strings.ReplaceAll(plain, "   Max", "   mSamsungThing: x\n   Max")
	if a, b := ParseVolumes(plain)["MUSIC"], ParseVolumes(noisy)["MUSIC"]; a.Max != b.Max || !maps.Equal(a.Index, b.Index) {
		t.Errorf("%+v, with a line more %+v", a, b)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Activity Resolver Table:\n  Non-Data Actions:\n      a:\n        1 a.b/.C filter 2\n          Category: \"x\"\nPackage [a.b] (1):\n    versionCode=1\n")
	f.Add("- STREAM_X:\n  Current: 2 (a): 3\nUSER PID\nroot 1 2 S x\n 1% 2/x: 0% user\n")
	f.Add("\x05\x00\x1c\x00aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, s string) {
		ParseBattery(s)
		ParseProcesses(s)
		ParseLoad(s)
		WiFiAddress(s)
		ParseInputMethods(s)
		ParseVolumes(s)
		ParsePlaying(s)
		ParseMediaSessions(s)
		if c, ok := ParseCall(s); ok && (c < CallIdle || c > CallActive) {
			t.Errorf("call state %d", c)
		}
		ParsePackage(s)
		LauncherOf(ParseResolver(s))
		ParseLastIntent(s)
		ParseEnviron(s)
		ParseLibraries(s)
		r := NewLogReader(strings.NewReader(s))
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
	})
}
