package device_test

import (
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/phonetest"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/scrcpy"
)

// TestContractOnEveryKind_DV42: the contract suite on a phone of every release and maker, with a screen of a third of the size, which
// costs a ninth and changes nothing that the layer reads. Nothing tells the layer what it has before it: it probes. All kinds take
// minutes: without HANDSET_KINDS=all it is the oldest release.
func TestContractOnEveryKind_DV42(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	kinds := world.Profiles()
	if os.Getenv("HANDSET_KINDS") != "all" { // make test-kinds
		kinds = slices.DeleteFunc(kinds, func(p world.Profile) bool { return p.Name != "android-9" })
	}
	for _, kind := range kinds {
		if kind.Name == "pixel" {
			continue // the newest release again
		}
		t.Run(kind.Name, func(t *testing.T) {
			shrink(&kind)
			_, phones := serveProfile(t, c, 1, &kind)
			phones[0].Phone.World().SetInjectionAllowed(true)
			d := openWire(t, c, phones[0].Addr, device.Options{})
			phonetest.Run(t, func(*testing.T) phone.Phone { return d }, phonetest.Options{Taps: 2, Skip: []string{
				"FrameNumbers", "FramesAtOnce", "Settled", "Bounds", "Files", "Cancelled", "CancelledGesture", // nothing of these differs by kind
			}})
			nothingLeft(t, d, phones[0])
		})
	}
}

// shrink takes a third of the pixels and of their density, so that the layout stays.
func shrink(p *world.Profile) {
	third := func(n int) int { return n / 3 &^ 1 }
	p.Size, p.Density = image.Pt(third(p.Size.X), third(p.Size.Y)), p.Density/3
	p.Panels = append([]world.Panel(nil), p.Panels...)
	for i := range p.Panels {
		q := &p.Panels[i]
		q.Size, q.Density = image.Pt(third(q.Size.X), third(q.Size.Y)), q.Density/3
	}
}

// TestMakersSwitch_F078: where the maker refuses injection until a switch is on, each way of acting fails with that cause, and works once it is on.
func TestMakersSwitch_F078(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	kind, err := world.FindProfile("xiaomi")
	if err != nil {
		t.Fatal(err)
	}
	shrink(&kind)
	_, phones := serveProfile(t, c, 1, &kind)
	for _, o := range []device.Options{{}, {Via: device.Screencap}, {Scrcpy: scrcpy.Options{}}} {
		phones[0].Phone.World().SetInjectionAllowed(false)
		d := openWire(t, c, phones[0].Addr, o)
		f, err := d.Frame(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		at := image.Pt(f.Size.X/2, f.Size.Y/2)
		for name, call := range map[string]func() error{
			"tap": func() error { return d.Gesture(t.Context(), phone.Tap(f.Size, at)) },
			"key": func() error { return d.Key(t.Context(), phone.Key{Code: 3}) },
		} {
			if err := call(); !errors.Is(err, phone.ErrInjectionRefused) {
				t.Errorf("%s: %v, want ErrInjectionRefused", name, err)
			}
		}
		phones[0].Phone.World().SetInjectionAllowed(true)
		var last error
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
			if last = d.Key(t.Context(), phone.Key{Code: 3}); last == nil {
				break
			}
		}
		if last != nil {
			t.Errorf("with the switch on: %v", last)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFolded_F046_F037: a folded phone takes taps where its outer picture shows things, and an aim at the inner picture is void.
func TestFolded_F046_F037(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	kind, err := world.FindProfile("foldable")
	if err != nil {
		t.Fatal(err)
	}
	shrink(&kind)
	_, phones := serveProfile(t, c, 1, &kind)
	w := phones[0].Phone.World()
	if err := w.SetDeviceState("OPENED"); err != nil {
		t.Fatal(err)
	}
	d := openWire(t, c, phones[0].Addr, device.Options{})
	inner, err := d.Frame(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.SetDeviceState("CLOSED"); err != nil {
		t.Fatal(err)
	}
	var outer *phone.Frame
	for end := time.Now().Add(15 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if outer, err = d.Frame(t.Context()); err == nil && outer.Size != inner.Size {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("folded, and the picture stays %v: %v", inner.Size, err)
		}
	}
	if err := d.Gesture(t.Context(), phone.Tap(inner.Size, image.Pt(1, 1)).AimedAt(inner)); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("aimed at the inner picture: %v, want ErrStaleView", err)
	}
	for _, via := range []string{"injection", "input"} {
		f, digit, _, result := calculator(t, d)
		if f.Size != outer.Size {
			t.Fatalf("the calculator shows in %v", f.Size)
		}
		if via == "injection" {
			err = d.Gesture(t.Context(), phone.Tap(f.Size, digit))
		} else {
			_, err = d.Shell(t.Context(), "input", "tap", fmt.Sprint(digit.X), fmt.Sprint(digit.Y))
		}
		if err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(5 * time.Second); ; {
			g, err := d.Frame(t.Context())
			if err == nil && differ(f, g, result) {
				break
			}
			if time.Now().After(end) {
				t.Errorf("by %s the tap at %v did not land on the key: %v", via, digit, err)
				break
			}
		}
	}
}
