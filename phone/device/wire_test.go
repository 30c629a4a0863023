package device_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/phonetest"
	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/av"
	"github.com/handset-agent/handset/scrcpy/screend"
)

// small is a phone whose screen is drawn, encoded and decoded in a few milliseconds even under the race detector.
func small() *world.Profile {
	p := world.Pixel()
	p.Name, p.Size, p.Density = "small", image.Pt(360, 640), 160
	return &p
}

// startADB starts an adb server of its own and returns a client of it.
func startADB(t *testing.T) *adb.Client {
	t.Helper()
	if _, err := exec.LookPath("adb"); err != nil {
		t.Skip("no adb program: ", err)
	}
	s, err := adb.StartPrivateServer(t.Context(), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.Client()
}

// servePhones puts simulated phones on the wire and connects the server to them.
func servePhones(t *testing.T, c *adb.Client, n int) (*serve.Rack, []serve.Served) {
	t.Helper()
	return serveProfile(t, c, n, small())
}

// serveProfile is servePhones with phones of a kind, nil for the default.
func serveProfile(t *testing.T, c *adb.Client, n int, kind *world.Profile) (*serve.Rack, []serve.Served) {
	t.Helper()
	rack, err := serve.Start(context.Background(), serve.Options{
		Count: n, Seed: 11, Custom: kind, IdleWindow: 50 * time.Millisecond, DumpStartup: time.Millisecond,
		Timing: screend.Timing{Listen: -1, Meta: -1, PowerOn: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rack.Close() })
	for _, s := range rack.Phones() {
		if _, err := c.Connect(t.Context(), s.Addr); err != nil {
			t.Fatal(err)
		}
	}
	return rack, rack.Phones()
}

func openWire(t *testing.T, c *adb.Client, serial string, o device.Options) *device.Device {
	t.Helper()
	o.Scrcpy = scrcpy.Options{Server: []byte("the simulated phone takes any file")}
	d, err := device.Open(t.Context(), c, serial, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil && !errors.Is(err, phone.ErrGone) {
			t.Log("Close: ", err)
		}
	})
	return d
}

// The contract suite over a real adb server, the scrcpy protocol and real H.264, once for each way to a picture.
func TestContractOverTheWire(t *testing.T) {
	t.Parallel()
	for _, via := range []device.Via{device.Auto, device.Screencap} {
		t.Run(string(via), func(t *testing.T) {
			c := startADB(t)
			_, phones := servePhones(t, c, 1)
			d := openWire(t, c, phones[0].Addr, device.Options{Via: via})
			o := phonetest.Options{Taps: 5}
			if via == device.Screencap {
				o = phonetest.Options{Taps: 2, Skip: []string{"Files", "Apps", "Clipboard", "Text"}} // the same code as above
			}
			phonetest.Run(t, func(*testing.T) phone.Phone { return d }, o)
			nothingLeft(t, d, phones[0])
		})
	}
}

// nothingLeft closes d and looks for what it may have left on the phone.
func nothingLeft(t *testing.T, d *device.Device, s serve.Served) {
	t.Helper()
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	left := func() string {
		files, err := s.Phone.List(context.Background(), "/data/local/tmp")
		if err != nil {
			return err.Error()
		}
		for _, f := range files {
			if strings.HasPrefix(f.Name, "handset") {
				return f.Name + " in /data/local/tmp"
			}
		}
		out, err := s.Phone.Shell(context.Background(), "ps", "-A", "-o", "NAME")
		if err != nil || strings.Contains(string(out.Stdout), "app_process") {
			return fmt.Sprintf("process app_process %v", err)
		}
		return ""
	}
	for end := time.Now().Add(10 * time.Second); left() != ""; { // a process takes a moment to end
		if time.Now().After(end) {
			t.Fatalf("left on the phone: %s", left())
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// calculator brings the calculator to the front and returns where to tap for a digit and for clearing, and where the display is.
func calculator(t *testing.T, d *device.Device) (f *phone.Frame, digit, clear image.Point, result image.Rectangle) {
	t.Helper()
	apps, err := d.Apps(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range apps {
		if strings.Contains(strings.ToLower(a.Package), "calculator") {
			if err := d.Launch(t.Context(), a.Package); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if f, _, err = d.Settled(t.Context(), phone.Settle{}); err != nil {
		t.Fatal(err)
	}
	tree, err := uitree.Read(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	v := uitree.Prune(tree, uitree.Options{})
	one, err := v.Find(uitree.Query{Text: "8", Exact: true, Tappable: true})
	if err != nil {
		t.Fatal(err)
	}
	clr, err := v.Find(uitree.Query{Text: "clear", Tappable: true})
	if err != nil {
		t.Fatal(err)
	}
	top := f.Size.Y
	for _, e := range v.Elements {
		if e.Tappable() {
			top = min(top, e.Bounds.Min.Y)
		}
	}
	return f, one.Point, clr.Point, image.Rect(0, f.Size.Y/20, f.Size.X, max(top, f.Size.Y/4))
}

// differ reports whether two pictures differ inside r, which is in display pixels.
func differ(a, b *phone.Frame, r image.Rectangle) bool {
	far := 0
	size := a.Image.Bounds().Size() // may be smaller than the display
	r = image.Rect(r.Min.X*size.X/a.Size.X, r.Min.Y*size.Y/a.Size.Y, r.Max.X*size.X/a.Size.X, r.Max.Y*size.Y/a.Size.Y)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			r1, g1, b1, _ := a.Image.At(x, y).RGBA()
			r2, g2, b2, _ := b.Image.At(x, y).RGBA()
			if d := int(r1>>8) - int(r2>>8) + int(g1>>8) - int(g2>>8) + int(b1>>8) - int(b2>>8); d > 90 || d < -90 {
				far++
			}
		}
	}
	return far > 20
}

// A frame taken right after a tap shows its effect, 100 times of 100 (F-032).
func TestTapThenFrame100(t *testing.T) {
	t.Parallel()
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	d := openWire(t, c, phones[0].Addr, device.Options{Via: device.Stream})
	f, digit, clear, result := calculator(t, d)
	shown := 0
	const rounds = 100
	for i := range rounds {
		at := digit
		if i%2 == 1 {
			at = clear
		}
		if err := d.Gesture(t.Context(), phone.Tap(f.Size, at)); err != nil {
			t.Fatal(err)
		}
		g, err := d.Frame(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if differ(f, g, result) {
			shown++
		} else {
			t.Logf("tap %d is not shown: number %d, then %d", i+1, f.Seq, g.Seq)
		}
		f = g
	}
	if shown != rounds {
		t.Errorf("%d of %d taps were shown by the next frame", shown, rounds)
	}
}

// Both ways to a picture show the same, at full size.
func TestStreamAndScreencapAgree(t *testing.T) { // alone: nothing else here draws so much
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
	c := startADB(t)
	_, phones := serveProfile(t, c, 1, nil)
	d := openWire(t, c, phones[0].Addr, device.Options{})
	for end := time.Now().Add(time.Minute); ; { // on a busy machine an encoder of this size is slow to start
		_, err := d.FrameVia(t.Context(), device.Stream)
		if err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
	if _, _, err := d.Settled(t.Context(), phone.Settle{}); err != nil {
		t.Fatal(err)
	}
	a, err := d.FrameVia(t.Context(), device.Stream)
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.FrameVia(t.Context(), device.Screencap)
	if err != nil {
		t.Fatal(err)
	}
	if a.Size != b.Size || a.Seq != b.Seq || a.Source == b.Source || differ(a, b, image.Rectangle{Max: a.Size}) {
		t.Errorf("stream: %v number %d from %s; screencap: %v number %d from %s", a.Size, a.Seq, a.Source, b.Size, b.Seq, b.Source)
	}
}

// The scrcpy server is killed in the middle of the work: everything goes on (DV-26).
func TestServerKilledOnTheWire_DV26(t *testing.T) {
	t.Parallel()
	if !av.Built {
		t.Skip(av.ErrNotBuilt)
	}
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	d := openWire(t, c, phones[0].Addr, device.Options{})
	for range 3 {
		if err := d.Warm(t.Context()); err != nil {
			t.Fatal(err)
		}
		f, err := d.Frame(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := phones[0].Phone.Shell(t.Context(), "pkill", "-f", "[s]cid="); err != nil {
			t.Fatal(err)
		}
		// A gesture that was under way when the server died is reported as lost; the next one works.
		if err = d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(5, f.Size.Y/2))); err != nil {
			err = d.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(5, f.Size.Y/2)))
		}
		if err != nil {
			t.Fatalf("gesture after the server was killed: %v", err)
		}
		if g, err := d.Frame(t.Context()); err != nil || g.Size != f.Size {
			t.Fatalf("frame after the server was killed: %v", err)
		}
	}
	nothingLeft(t, d, phones[0])
}

// Unplugging ends every call soon and by its name; the other phone does not notice (F-005, F-006).
func TestUnplugged_F005_F006(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 2)
	if _, err := device.Open(t.Context(), c, "", device.Options{}); err == nil {
		t.Error("two phones and no serial: opened one")
	} else if many, ok := errors.AsType[*adb.ManyDevicesError](err); !ok || len(many.Devices) < 2 {
		t.Errorf("two phones and no serial: %v", err)
	}
	a, b := openWire(t, c, phones[0].Addr, device.Options{}), openWire(t, c, phones[1].Addr, device.Options{})
	f, err := a.Frame(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	running := make(chan error, 1)
	go func() {
		_, err := a.Shell(t.Context(), "sleep", "60")
		running <- err
	}()
	if err := c.Disconnect(t.Context(), phones[0].Addr); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-running:
		if err == nil {
			t.Error("the command ended well")
		}
	case <-time.After(20 * time.Second):
		t.Fatal("a running command does not notice")
	}
	for name, call := range map[string]func() error{
		"frame":   func() error { _, err := a.Frame(t.Context()); return err },
		"gesture": func() error { return a.Gesture(t.Context(), phone.Tap(f.Size, image.Pt(1, 1))) },
		"key":     func() error { return a.Key(t.Context(), phone.Key{Code: 3}) },
		"shell":   func() error { _, err := a.Shell(t.Context(), "true"); return err },
		"tree":    func() error { _, err := a.DumpTree(t.Context()); return err },
	} {
		began := time.Now()
		if err := call(); !errors.Is(err, phone.ErrGone) {
			t.Errorf("%s: %v, want ErrGone", name, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	if g, err := b.Frame(t.Context()); err != nil || g.Size != f.Size {
		t.Errorf("the other phone: %v", err)
	}
	// It comes back at the same address.
	if _, err := c.Connect(t.Context(), phones[0].Addr); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(15 * time.Second); ; {
		if _, err = a.Frame(t.Context()); err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("after it came back: %v", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// The suite on hardware, when HANDSET_TEST_SERIAL names a phone.
func TestContractOnHardware(t *testing.T) {
	serial := os.Getenv("HANDSET_TEST_SERIAL")
	if serial == "" {
		t.Skip("HANDSET_TEST_SERIAL names no phone")
	}
	d, err := device.Open(t.Context(), &adb.Client{}, serial, device.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	fmt.Printf("%+v\n", d.Info())
	phonetest.Run(t, func(*testing.T) phone.Phone { return d }, phonetest.Options{})
}
