package sim

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"image"
	"io/fs"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/phonetest"
	"github.com/handset-agent/handset/phone/sim/apk"
	"github.com/handset-agent/handset/phone/uitree"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T) *Phone {
	t.Helper()
	p := New(Options{Seed: 1, IdleWindow: 20 * time.Millisecond})
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func TestContract(t *testing.T) {
	phonetest.Run(t, func(t *testing.T) phone.Phone { return open(t) }, phonetest.Options{})
}

const (
	settings = "com.android.settings"
)

// find gives the first node that fits.
func find(nodes []*uitree.Node, ok func(*uitree.Node) bool) *uitree.Node {
	for _, n := range nodes {
		if ok(n) {
			return n
		}
		if f := find(n.Children, ok); f != nil {
			return f
		}
	}
	return nil
}

// tapOn taps the middle of the first element with a text.
func tapOn(t *testing.T, p *Phone, text string) {
	t.Helper()
	tree, err := uitree.Read(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	at := find(tree.Roots, func(n *uitree.Node) bool { return n.Text == text || n.Desc == text })
	if at == nil {
		t.Fatalf("no %q on the screen", text)
	}
	c := at.Bounds.Min.Add(at.Bounds.Max).Div(2)
	if err := p.Gesture(t.Context(), phone.Tap(p.size(), c)); err != nil {
		t.Fatal(err)
	}
}

func TestFrameShowsWhatATapDid(t *testing.T) {
	t.Parallel()
	p := open(t)
	if err := p.Launch(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	before, err := p.Frame(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if before.Size != image.Pt(1080, 2400) || before.Image.Bounds().Size() != before.Size {
		t.Errorf("size %v", before.Size)
	}
	tapOn(t, p, "Display")
	after, changed, err := p.Settled(t.Context(), phone.Settle{After: before.Seq})
	if err != nil || !changed || after.Seq <= before.Seq {
		t.Errorf("changed %t, %d after %d, %v", changed, after.Seq, before.Seq, err)
	}
	again, changed, err := p.Settled(t.Context(), phone.Settle{After: after.Seq, First: 50 * time.Millisecond})
	if err != nil || changed || again.Seq != after.Seq {
		t.Errorf("a still screen changed: %t %v", changed, err)
	}
}

func TestNotAPicture(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.World().Sleep("power_button")
	_, err := p.Frame(t.Context())
	if n, ok := errors.AsType[*phone.NotAPicture](err); !ok || n.Reason != phone.ScreenOff {
		t.Errorf("screen off: %v", err)
	}
	if s, err := p.Wake(t.Context()); err != nil || !s.On || s.Locked {
		t.Errorf("wake: %+v %v", s, err)
	}
	if _, err := p.Frame(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestGestureRefusals(t *testing.T) {
	t.Parallel()
	p := open(t)
	if err := p.Gesture(t.Context(), phone.Tap(image.Pt(2400, 1080), image.Pt(5, 5))); !errors.Is(err, phone.ErrStaleView) {
		t.Errorf("another size: %v", err)
	}
	if _, ok := errors.AsType[*phone.OutOfBounds](p.Gesture(t.Context(), phone.Tap(p.size(), image.Pt(1080, 5)))); !ok {
		t.Error("a point outside the screen was taken")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if err := p.Gesture(ctx, phone.LongPress(p.size(), image.Pt(5, 5), time.Hour)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an endless press: %v", err)
	}
}

// TestTextArrives_F071 types what is hard to type and reads it back.
func TestTextArrives_F071(t *testing.T) {
	t.Parallel()
	p := open(t)
	if err := p.Launch(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	focusField(t, p)
	p.World().SetClipboard("kept")
	const text = `it's 100% "fun" ~ #1 & 你好 🙂 é %s`
	if err := p.Text(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	got, err := p.ReadFocused(t.Context())
	if err != nil || got != text {
		t.Errorf("got  %q %v\nwant %q", got, err, text)
	}
	if clip, _ := p.Clipboard(t.Context()); clip != "kept" {
		t.Errorf("the clipboard now holds %q", clip)
	}
	if e, ok := errors.AsType[*phone.TextError](p.Text(t.Context(), "a\x01b")); !ok || e.Part != "\x01" {
		t.Errorf("a control character: %v", e)
	}
	if up, err := p.KeyboardShown(t.Context()); err != nil || !up {
		t.Errorf("keyboard shown: %t %v", up, err)
	}
}

// focusField taps the first thing that leads to a text field until one has the focus.
func focusField(t *testing.T, p *Phone) {
	t.Helper()
	for range 4 {
		if _, err := p.ReadFocused(t.Context()); err == nil {
			return
		}
		tree, err := uitree.Read(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		at := find(tree.Roots, func(n *uitree.Node) bool {
			return strings.HasSuffix(n.Class, "EditText") || strings.Contains(strings.ToLower(n.Text+n.Desc), "search")
		})
		if at == nil {
			t.Fatal("no search field")
		}
		c := at.Bounds.Min.Add(at.Bounds.Max).Div(2)
		if err := p.Gesture(t.Context(), phone.Tap(p.size(), c)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := p.Settled(t.Context(), phone.Settle{}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no text field took the focus")
}

func TestShellQuotes(t *testing.T) {
	t.Parallel()
	p := open(t)
	out, err := p.Shell(t.Context(), "printf", "%s|", "a b", "it's", "", "$x", "*", "\\")
	if err != nil || string(out.Stdout) != `a b|it's||$x|*|\|` {
		t.Errorf("%q %v", out.Stdout, err)
	}
	out, err = p.Shell(t.Context(), "sh", "-c", "echo out; echo err >&2; exit 4")
	if err != nil || string(out.Stdout) != "out\n" || string(out.Stderr) != "err\n" || out.Exit != 4 {
		t.Errorf("%+v %v", out, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := p.Shell(ctx, "sleep", "100"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a slow command: %v", err)
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	p := open(t)
	data := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	when := time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)
	last := int64(0)
	if err := p.Push(t.Context(), bytes.NewReader(data), int64(len(data)), "/sdcard/new/f.bin", 0o644, when, func(done, total int64) { last = done }); err != nil {
		t.Fatal(err)
	}
	var back bytes.Buffer
	if err := p.Pull(t.Context(), "/storage/emulated/0/new/f.bin", &back, nil); err != nil {
		t.Fatal(err)
	}
	if sha256.Sum256(back.Bytes()) != sha256.Sum256(data) || last != int64(len(data)) {
		t.Errorf("%d bytes came back, progress ended at %d", back.Len(), last)
	}
	if i, err := p.Stat(t.Context(), "/sdcard/new/f.bin"); err != nil || i.Size != int64(len(data)) || !i.ModTime.Equal(when) {
		t.Errorf("%+v %v", i, err)
	}
	if _, err := p.Stat(t.Context(), "/sdcard/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if list, err := p.List(t.Context(), "/sdcard/new"); err != nil || len(list) != 1 || list[0].Name != "f.bin" {
		t.Errorf("%v %v", list, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Push(ctx, bytes.NewReader(data), 1, "/sdcard/half", 0o644, when, nil); err == nil {
		t.Error("a cancelled push succeeded")
	}
	if _, err := p.Stat(t.Context(), "/sdcard/half"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a cancelled push left a file: %v", err)
	}
}

func TestApps(t *testing.T) {
	t.Parallel()
	p := open(t)
	app := apk.Build(apk.Info{Package: "com.example.demo", Label: "Demo", VersionName: "2.0", VersionCode: 2, TargetSDK: 34, Launcher: "com.example.demo.Main", Signed: true})
	if err := p.Install(t.Context(), bytes.NewReader(app), int64(len(app)), nil); err != nil {
		t.Fatal(err)
	}
	list, err := p.Apps(t.Context(), false)
	found := false
	for _, a := range list {
		found = found || a.Package == "com.example.demo" && a.Label == "Demo" && a.Version == "2.0" && !a.System
	}
	if err != nil || !found {
		t.Errorf("%v %v", list, err)
	}
	if err := p.Launch(t.Context(), "com.example.demo"); err != nil {
		t.Fatal(err)
	}
	if a, err := p.Foreground(t.Context()); err != nil || a.Package != "com.example.demo" || a.Class != "com.example.demo.Main" {
		t.Errorf("%+v %v", a, err)
	}
	if err := p.SetEnabled(t.Context(), "com.example.demo", false); err != nil {
		t.Fatal(err)
	}
	if err := p.Launch(t.Context(), "com.example.demo"); !errors.Is(err, phone.ErrNoSuchApp) {
		t.Errorf("a disabled app: %v", err)
	}
	if err := p.Uninstall(t.Context(), "com.example.demo"); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"stop": p.Stop(t.Context(), "no.app"), "uninstall": p.Uninstall(t.Context(), "no.app"), "clear": p.ClearData(t.Context(), "no.app"),
		"launch": p.Launch(t.Context(), "no.app"),
	} {
		if !errors.Is(err, phone.ErrNoSuchApp) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := p.Install(t.Context(), strings.NewReader("no package"), 10, nil); err == nil {
		t.Error("a text was installed")
	}
}
