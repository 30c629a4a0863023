package device_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/sim/apk"
	"github.com/handset-agent/handset/phone/uitree"
)

// uia2 are packages with the manifests of the uiautomator2 server's.
func uia2() (server, test []byte) {
	const pkg = "io.appium.uiautomator2.server"
	server = apk.Build(apk.Info{Package: pkg, Label: "Appium UiAutomator2 Server", VersionName: "10.6.6", VersionCode: 266, MinSDK: 26, TargetSDK: 36, Signed: true})
	test = apk.Build(apk.Info{Package: pkg + ".test", VersionCode: 1, MinSDK: 26, TargetSDK: 36, Signed: true, TestOnly: true,
		Instrumentations: []apk.Instrumentation{{Class: "androidx.test.runner.AndroidJUnitRunner", Target: pkg}}})
	return server, test
}

// The fast source gives the same screen as uiautomator, is chosen by probe, named in the result, gives the UiAutomation back, and is
// removed wholly.
func TestFastTree_F055_F056_DV42(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	d := openWire(t, c, phones[0].Addr, device.Options{})
	source := func(want string) *uitree.Tree {
		t.Helper()
		dump, err := d.DumpTree(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if dump.Source != want {
			t.Fatalf("the tree comes from %s, not %s", dump.Source, want)
		}
		tree, err := uitree.Parse(dump.XML)
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	slow := source("uiautomator")
	server, test := uia2()
	if err := d.InstallFastTree(t.Context(), server, test); err != nil {
		t.Fatal(err)
	}
	fast := source("uiautomator2")
	if a, b := written(t, slow), written(t, fast); a != b {
		t.Errorf("uiautomator sees\n%s\nuiautomator2 sees\n%s", a, b)
	}
	began := time.Now()
	source("uiautomator2")
	t.Logf("a second tree took %v", time.Since(began))

	other := openWire(t, c, phones[0].Addr, device.Options{Tree: device.TreeDump})
	var te *phone.TreeError
	if _, err := other.DumpTree(t.Context()); !errors.As(err, &te) || te.Reason != phone.Killed {
		t.Errorf("uiautomator beside the server: %v", err)
	}
	if err := d.RemoveFastTree(t.Context()); err != nil {
		t.Fatal(err)
	}
	source("uiautomator")
	if out, err := d.Shell(t.Context(), "pm", "list", "packages", "uiautomator2"); err != nil || len(out.Stdout) != 0 {
		t.Errorf("left installed: %s, %v", out.Stdout, err)
	}
	nothingLeft(t, d, phones[0])
}

// An instrumentation that dies is started again, without the caller noticing (F-056).
func TestFastTreeIsRestarted_F056(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	d := openWire(t, c, phones[0].Addr, device.Options{Tree: device.TreeUIA2})
	if _, err := d.DumpTree(t.Context()); !errors.Is(err, phone.ErrUnsupported) {
		t.Errorf("a server that is not installed: %v", err)
	}
	server, test := uia2()
	if err := d.InstallFastTree(t.Context(), server, test); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if dump, err := d.DumpTree(t.Context()); err != nil || dump.Source != "uiautomator2" {
			t.Fatalf("%s, %v", dump.Source, err)
		}
		// Another run takes its place and ends at once: ours has crashed.
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		_, _ = c.Device(phones[0].Addr).Run(ctx, "am instrument -w io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner")
		cancel()
	}
	if dump, err := d.DumpTree(t.Context()); err != nil || dump.Source != "uiautomator2" {
		t.Errorf("after it was ended: %s, %v", dump.Source, err)
	}
}

func written(t *testing.T, tree *uitree.Tree) string {
	t.Helper()
	var b bytes.Buffer
	if err := uitree.Prune(tree, uitree.Options{}).WriteModel(&b, uitree.ModelOptions{Bounds: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
