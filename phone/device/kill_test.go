package device_test

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/device/journal"
	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/scrcpy"
)

// kills is how often a program is killed; HANDSET_KILLS asks for another number.
func kills(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("HANDSET_KILLS"))
	if err == nil && n > 0 {
		return n
	}
	if testing.Short() {
		return 2
	}
	return 6
}

// TestVictim is the program that is killed: it changes settings and the input method and enters text through the clipboard, over
// and over.
func TestVictim(t *testing.T) {
	addr, dir := os.Getenv("HANDSET_VICTIM_ADB"), os.Getenv("HANDSET_VICTIM_JOURNAL")
	if addr == "" {
		t.Skip("started by another test only")
	}
	ctx := context.Background()
	c := &adb.Client{Network: "tcp", Addr: addr}
	d, err := device.Open(ctx, c, os.Getenv("HANDSET_VICTIM_SERIAL"), victimOptions(dir))
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString("READY\n")
	quarter := 1
	for {
		release, err := d.Hold(ctx, device.Hold{StayAwake: true, ShowTouches: true, NoAnimations: true, Rotation: &quarter})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Text(ctx, "早安, ça va?"); err != nil {
			t.Fatal(err)
		}
		if err := release(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

func victimOptions(dir string) device.Options {
	return device.Options{Journal: journal.New(dir), Scrcpy: scrcpy.Options{Server: []byte("the simulated phone takes any file")}}
}

// A program that is killed at any moment of changing settings or entering text leaves a phone that the next start restores wholly.
func TestKilledAtAnyMoment_DV43_F066_F069(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	dir := filepath.Join(t.TempDir(), "restore")
	before := prepare(t, c, phones[0])
	random := rand.New(rand.NewPCG(43, 66))
	dirty := 0
	for i := range kills(t) {
		after := time.Duration(random.Int64N(int64(1500 * time.Millisecond)))
		killVictim(t, c.Addr, phones[0].Addr, dir, after)
		if state(t, c, phones[0]) != before {
			dirty++
		}
		o := victimOptions(dir)
		d, err := device.Open(t.Context(), c, phones[0].Addr, o)
		if err != nil {
			t.Fatal(err)
		}
		clip, err := d.Clipboard(t.Context())
		if err != nil || clip != "what the person had copied" {
			t.Errorf("kill %d after %v: the clipboard holds %q, %v", i, after, clip, err)
		}
		nothingLeft(t, d, phones[0])
		if now := state(t, c, phones[0]); now != before {
			t.Errorf("kill %d after %v:\n%s\nwant\n%s", i, after, now, before)
		}
		if err := o.Journal.Close(); err != nil {
			t.Error(err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 0 {
			t.Errorf("kill %d: journal files %q are left", i, left)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d kills left something changed", dirty, kills(t))
	if dirty == 0 {
		t.Error("no kill struck in the middle of a change: this test proves nothing")
	}
}

// prepare gives the phone a state of its own, and tells it.
func prepare(t *testing.T, c *adb.Client, s serve.Served) string {
	t.Helper()
	d, err := device.Open(t.Context(), c, s.Addr, victimOptions(""))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.SetClipboard(t.Context(), "what the person had copied"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Shell(t.Context(), "sh", "-c", "settings put global window_animation_scale 0.5; settings put system user_rotation 0; settings put global stay_on_while_plugged_in 0; settings delete system show_touches"); err != nil {
		t.Fatal(err)
	}
	return state(t, c, s)
}

// state is what the victim changes, apart from the clipboard.
func state(t *testing.T, c *adb.Client, s serve.Served) string {
	t.Helper()
	var all strings.Builder
	d := c.Device(s.Addr)
	for _, name := range []string{"global stay_on_while_plugged_in", "system show_touches", "global window_animation_scale", "global transition_animation_scale",
		"global animator_duration_scale", "system accelerometer_rotation", "system user_rotation", "secure default_input_method"} {
		out, err := d.Shell(t.Context(), "settings get "+name)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(name + " = " + string(out.Stdout))
	}
	return all.String()
}

// killVictim starts the victim and kills it some time after it is ready.
func killVictim(t *testing.T, server, serial, dir string, after time.Duration) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestVictim$", "-test.v")
	cmd.Env = append(os.Environ(), "HANDSET_VICTIM_ADB="+server, "HANDSET_VICTIM_SERIAL="+serial, "HANDSET_VICTIM_JOURNAL="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	buf := make([]byte, 4096)
	for !strings.Contains(said.String(), "READY") {
		n, err := out.Read(buf)
		said.Write(buf[:n])
		if err != nil {
			cmd.Wait()
			t.Fatalf("the victim ended early: %s", said.String())
		}
	}
	time.Sleep(after)
	cmd.Process.Kill()
	cmd.Wait()
}

// What somebody changed after us stays as they want it, and releasing twice does nothing.
func TestHold_DV43(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	before := prepare(t, c, phones[0])
	d := openWire(t, c, phones[0].Addr, device.Options{})
	release, err := d.Hold(t.Context(), device.Hold{StayAwake: true, NoAnimations: true, ShowTouches: true})
	if err != nil {
		t.Fatal(err)
	}
	if now := state(t, c, phones[0]); !strings.Contains(now, "stay_on_while_plugged_in = 7\n") || !strings.Contains(now, "global window_animation_scale = 0\n") || !strings.Contains(now, "show_touches = 1") {
		t.Errorf("held:\n%s", now)
	}
	if _, err := d.Shell(t.Context(), "settings", "put", "global", "window_animation_scale", "2"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := release(t.Context()); err != nil {
			t.Error(err)
		}
	}
	want := strings.Replace(before, "window_animation_scale = 0.5", "window_animation_scale = 2", 1)
	if now := state(t, c, phones[0]); now != want {
		t.Errorf("released:\n%s\nwant\n%s", now, want)
	}
	four := 4
	if _, err := d.Hold(t.Context(), device.Hold{StayAwake: true, Rotation: &four}); err == nil || state(t, c, phones[0]) != want {
		t.Errorf("a rotation of 4: %v, %s", err, state(t, c, phones[0]))
	}
}

// An input method is enabled, selected and put back; one that does not exist is refused and leaves nothing.
func TestUseInputMethod_DV43_F068(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	before := prepare(t, c, phones[0])
	d := openWire(t, c, phones[0].Addr, device.Options{})
	if _, err := d.UseInputMethod(t.Context(), "com.example.none/.Ime"); err == nil {
		t.Error("an input method that is not installed was selected")
	}
	if now := state(t, c, phones[0]); now != before {
		t.Errorf("after a refusal:\n%s\nwant\n%s", now, before)
	}
}
