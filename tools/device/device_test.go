package device

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/internal/fake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answers is a phone whose shell answers by command.
func answers(m map[string]string) *fake.Phone {
	p := fake.New()
	p.OnShell = func(_ context.Context, argv []string) (phone.Output, error) {
		if out, ok := m[strings.Join(argv, " ")]; ok {
			return phone.Output{Stdout: []byte(out)}, nil
		}
		return phone.Output{Exit: 1, Stderr: []byte("Permission denied")}, nil
	}
	return p
}

const (
	batteryDump = "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  status: 2\n  level: 80\n  scale: 100\n  temperature: 253\n"
	dfData      = "Filesystem     1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-50 115249236 9123456 106125780   8% /data\n"
	memInfo     = "MemTotal:        7654321 kB\nMemFree:          100000 kB\nMemAvailable:    3827160 kB\n"
)

func TestDeviceInfo_T05(t *testing.T) {
	t.Parallel()
	p := answers(map[string]string{"dumpsys battery": batteryDump, "df /data": dfData, "cat /proc/meminfo": memInfo})
	r := fake.Use(t, Info(tools.NewView(p, tools.ViewOptions{})), `{}`)
	for _, want := range []string{"Fake One", "Android 14 (API 34)", "1080×2400", "420 dpi", "80 %, charging, on USB, 25.3 °C", "101.2 GB free of 109.9 GB", "3.6 GB free of 7.3 GB"} {
		if !strings.Contains(r.Text, want) {
			t.Errorf("%q is missing in\n%s", want, r.Text)
		}
	}
	r = fake.Use(t, Info(tools.NewView(answers(map[string]string{"dumpsys battery": batteryDump, "df /data": "garbage"}), tools.ViewOptions{})), `{}`)
	for _, want := range []string{"80 %", "storage: could not be read", "memory: could not be read: Permission denied"} {
		if r.Status != tools.OK || !strings.Contains(r.Text, want) {
			t.Errorf("partial: %q is missing in\n%s", want, r.Text)
		}
	}
}

// TestBatteryOfARealPhone reads a capture of a phone.
func TestBatteryOfARealPhone(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "shell", "android-dumpsys-battery-discharging-usb.txt"))
	if err != nil {
		t.Skip("the shared captures are not here")
	}
	if got, ok := battery(string(b)); !ok || got != "80 %, not charging, on USB, 25.0 °C" {
		t.Errorf("%q %t", got, ok)
	}
}

func TestParsers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		parse func(string) (string, bool)
		in    string
		want  string
	}{
		{"battery on another scale", battery, "level: 50\nscale: 200", "25 %"},
		{"battery, a maker's second level", battery, "level: 50\nlevel: 99", "50 %"},
		{"battery below zero", battery, "level: 5\ntemperature: -15", "5 %, -1.5 °C"},
		{"no battery", battery, "Can't find service: battery", ""},
		{"df with the device on a line of its own", storage, "Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/very/long\n  2097152 1048576 1048576 50% /data", "1.0 GB free of 2.0 GB"},
		{"df, nothing", storage, "", ""},
		{"df, an error", storage, "df: /data: No such file or directory", ""},
		{"meminfo of an old kernel", memory, "MemTotal: 524288 kB\n", "512 MB"},
		{"meminfo, nothing", memory, "", ""},
	} {
		if got, ok := c.parse(c.in); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q %t, want %q", c.name, got, ok, c.want)
		}
	}
}

func TestGetTime_T19(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		off     time.Duration
		skewed  bool
		outputs map[string]string
	}{
		{"same", 0, false, nil}, {"a second late", -time.Second, false, nil}, {"an hour ahead", time.Hour, true, nil}, {"behind", -10 * time.Second, true, nil},
	} {
		p := answers(map[string]string{"date +%s %z": fmt.Sprintf("%d +0800\n", now.Add(c.off).Unix()), "getprop persist.sys.timezone": "Asia/Shanghai\n"})
		r := fake.Use(t, GetTime(tools.NewView(p, tools.ViewOptions{}), func() time.Time { return now }), `{}`)
		if r.Status != tools.OK || !strings.Contains(r.Text, "+08:00 Asia/Shanghai") || strings.Contains(r.Text, "differs") != c.skewed || !strings.Contains(r.Text, "workstation: Monday 2026-11-30 12:00:00") {
			t.Errorf("%s:\n%s", c.name, r.Text)
		}
	}
	r := fake.Use(t, GetTime(tools.NewView(answers(map[string]string{"date +%s %z": "??"}), tools.ViewOptions{}), func() time.Time { return now }), `{}`)
	if r.Status != tools.OK || !strings.Contains(r.Text, "could not be read") || !strings.Contains(r.Text, "workstation") {
		t.Errorf("a phone with a strange date: %s", r.Text)
	}
}

func TestWait_T70(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if r := fake.Use(t, Wait(), `{"seconds":90}`); r.Status != tools.OK || time.Since(start) != 90*time.Second {
			t.Errorf("%s after %v", r.Text, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r, err := Wait().Call(ctx, tools.Call{Args: json.RawMessage(`{"seconds":3600}`)})
		if err != nil || r.Status == tools.OK || !strings.Contains(r.Text, "1.0 s") {
			t.Errorf("%s %q %v", r.Status, r.Text, err)
		}
	})
}

// rack is a list of phones.
type rack struct {
	list   []tools.Device
	chosen string
	err    error
}

func (r *rack) Devices(context.Context) ([]tools.Device, error) { return r.list, r.err }
func (r *rack) Select(_ context.Context, serial string) error {
	r.chosen = serial
	return r.err
}

func TestDevices_T71(t *testing.T) {
	t.Parallel()
	r := &rack{list: []tools.Device{{Serial: "a b", State: "device", Model: "One", Android: "14", Selected: true}, {Serial: "c", State: "unauthorized", Reason: "accept the dialog on the phone"}}}
	res := fake.Use(t, ListDevices(r), `{}`)
	if !strings.Contains(res.Text, "- a b: device, One, Android 14, selected") || !strings.Contains(res.Text, "accept the dialog") {
		t.Errorf("%s", res.Text)
	}
	if res := fake.Use(t, SelectDevice(r), `{"serial":"c"}`); res.Status != tools.OK || r.chosen != "c" {
		t.Errorf("%s", res.Text)
	}
	r.err = errors.New("c is unauthorized")
	if res := fake.Use(t, SelectDevice(r), `{"serial":"c"}`); res.Status != tools.Failed || res.Next == "" {
		t.Errorf("%s", res.Text)
	}
	if res := fake.Use(t, ListDevices(&rack{}), `{}`); !strings.Contains(res.Text, "No phone") {
		t.Errorf("%s", res.Text)
	}
	if n := len(Tools(tools.NewView(fake.New(), tools.ViewOptions{}), nil, nil)); n != 3 {
		t.Errorf("%d tools without a list of phones, want 3", n)
	}
}

func FuzzParsers(f *testing.F) {
	for _, s := range []string{batteryDump, dfData, memInfo, "", ":", "level: 5\nscale: 0", "MemTotal:"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, parse := range map[string]func(string) (string, bool){"battery": battery, "storage": storage, "memory": memory} {
			if text, ok := parse(s); ok && text == "" {
				t.Errorf("%s read %q as nothing", name, s)
			}
		}
	})
}
