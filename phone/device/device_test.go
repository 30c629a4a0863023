package device

import (
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/scrcpy/av"
)

func needVideo(t *testing.T) {
	t.Helper()
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
}

func frame(t *testing.T, d *Device) *phone.Frame {
	t.Helper()
	f, err := d.Frame(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func warm(t *testing.T, d *Device) {
	t.Helper()
	if err := d.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenReadsInfo(t *testing.T) {
	t.Parallel()
	d := openFake(t, newFakePhone(t), Options{})
	i := d.Info()
	if i.Serial != "fake-1" || i.Identity != "FAKE01" || i.Model != "Fake" || i.SDK != 34 || i.Displays[0] != (phone.Display{Size: image.Pt(360, 720), Density: 320}) {
		t.Errorf("info %+v", i)
	}
}

func TestOpenRefusesOldAndroid_DV44(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.answer = func(c string) (adb.Output, bool) {
		return adb.Output{Stdout: []byte("[ro.build.version.release]: [8.1.0]\n[ro.build.version.sdk]: [27]\n")}, strings.HasPrefix(c, "getprop")
	}
	_, err := open(t.Context(), p, Options{})
	if !errors.Is(err, phone.ErrUnsupported) || !strings.Contains(err.Error(), "8.1.0") {
		t.Errorf("open: %v", err)
	}
}

// The server is killed in the middle: pictures go on by screencap, then by a new session; input works throughout (DV-26).
func TestSessionIsRestarted_DV26(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{})
	warm(t, d)
	frame(t, d)
	first := d.sup.peek()
	p.mu.Lock()
	for _, kill := range p.procs {
		kill()
	}
	p.mu.Unlock()
	await(t, "the loss to be seen", func() bool { return d.sup.peek() != first })
	if f := frame(t, d); !near(blockColour(f), red) {
		t.Errorf("picture while there is no session: %v", blockColour(f))
	}
	if err := d.Gesture(t.Context(), phone.Tap(image.Pt(360, 720), image.Pt(100, 100))); err != nil {
		t.Fatal(err)
	}
	if f := frame(t, d); f.Source != "stream" || !near(blockColour(f), green) {
		t.Errorf("after the restart: %s %v", f.Source, blockColour(f))
	}
}

func TestGone(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	d := openFake(t, p, Options{Via: Stream})
	f := frame(t, d)
	p.mu.Lock()
	p.gone = true
	for _, kill := range p.procs {
		kill()
	}
	p.mu.Unlock()
	await(t, "the loss to be seen", func() bool { return d.sup.peek() == nil })
	for name, act := range map[string]func() error{
		"frame":   func() error { _, err := d.Frame(t.Context()); return err },
		"gesture": func() error { return d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(1, 1))) },
		"shell":   func() error { _, err := d.Shell(t.Context(), "true"); return err },
		"tree":    func() error { _, err := d.DumpTree(t.Context()); return err },
		"power":   func() error { _, err := d.PowerState(t.Context()); return err },
	} {
		began := time.Now()
		if err := act(); !errors.Is(err, phone.ErrGone) {
			t.Errorf("%s: %v", name, err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
}

func TestWake_DV36(t *testing.T) {
	t.Parallel()
	needVideo(t)
	p := newFakePhone(t)
	p.awake, p.locked = false, true
	d := openFake(t, p, Options{})
	s, err := d.Wake(t.Context())
	if err != nil || s != (phone.PowerState{On: true}) {
		t.Errorf("Wake: %+v, %v", s, err)
	}
}

func TestDumpTree_F050_F051_F052(t *testing.T) {
	t.Parallel()
	const tree = `<hierarchy rotation="0"><node text="x" password="true" bounds="[0,0][9,9]"/></hierarchy>`
	tests := []struct {
		name    string
		answer  func(c string) string // to uiautomator commands
		reason  phone.TreeReason
		command string // that must have been run
	}{
		{"through the pipe", func(c string) string { return tree }, "", "uiautomator dump /proc/self/fd/1 | cat"},
		{"through a file", func(c string) string {
			if strings.Contains(c, "/proc/self") {
				return "UI hierchary dumped to: /proc/self/fd/1\n"
			}
			return "UI hierchary dumped to: f\n" + tree
		}, "", "rm -f"},
		{"compressed when never idle", func(c string) string {
			if strings.Contains(c, "--compressed") {
				return tree
			}
			return "ERROR: could not get idle state.\n"
		}, "", "uiautomator dump --compressed /proc/self/fd/1 | cat"},
		{"never idle at all", func(string) string { return "ERROR: could not get idle state.\n" }, phone.NoIdleState, "--compressed"},
		{"no window", func(string) string { return "ERROR: null root node returned by UiTestAutomationBridge.\n" }, phone.NullRoot, ""},
		{"killed", func(string) string { return "Killed\n" }, phone.Killed, ""},
		{"nothing", func(string) string { return "" }, phone.NoXML, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newFakePhone(t)
			p.answer = func(c string) (adb.Output, bool) {
				if !strings.Contains(c, "uiautomator dump") {
					return adb.Output{}, false
				}
				return adb.Output{Stdout: []byte(tt.answer(c))}, true
			}
			d := openFake(t, p, Options{})
			dump, err := d.DumpTree(t.Context())
			te, _ := errors.AsType[*phone.TreeError](err)
			if tt.reason == "" && (err != nil || !strings.Contains(string(dump.XML), `text="•"`)) {
				t.Errorf("dump %q, %v", dump.XML, err)
			}
			if tt.reason != "" && (te == nil || te.Reason != tt.reason) {
				t.Errorf("error %v, want %s", err, tt.reason)
			}
			if all := strings.Join(get(p, func() []string { return p.commands }), "\n"); !strings.Contains(all, tt.command) {
				t.Errorf("commands %q lack %q", all, tt.command)
			}
		})
	}
}

func TestForegroundAndApps(t *testing.T) {
	t.Parallel()
	p := newFakePhone(t)
	p.answer = func(c string) (adb.Output, bool) {
		if !strings.HasPrefix(c, "pm list packages -s") {
			return adb.Output{}, false
		}
		return adb.Output{Stdout: []byte("package:com.android.settings\n@@\npackage:com.example.off\n@@\ncom.example.notes/.Main\ncom.android.settings/.Settings\n@@\n" +
			"package:com.example.notes versionCode:1\npackage:com.android.settings versionCode:34\npackage:com.example.off versionCode:2\n")}, true
	}
	d := openFake(t, p, Options{})
	a, err := d.Foreground(t.Context())
	if err != nil || a.Package != "com.example.notes" || a.Class != "com.example.notes.Main" || a.Secure {
		t.Errorf("foreground %+v, %v", a, err)
	}
	apps, err := d.Apps(t.Context(), false)
	if err != nil || len(apps) != 2 || apps[0].Label != "Notes" || apps[1].Label != "Settings" || !apps[1].System || apps[0].Activity != "com.example.notes.Main" {
		t.Errorf("apps %+v, %v", apps, err)
	}
	all, err := d.Apps(t.Context(), true)
	if err != nil || len(all) != 3 || all[0].Package != "com.example.off" || !all[0].Disabled || all[0].Label != "" {
		t.Errorf("all apps %+v, %v", all, err)
	}
}
