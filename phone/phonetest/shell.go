package phonetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// words must pass the phone's shell unharmed (DV-07).
var words = []string{
	"plain", "two words", "it's", `"quoted"`, "$HOME", "`id`", "a;b", "a&&b", "a|b", "*", "~", "#x", `back\slash`, "new\nline", "tab\t", "", "!", "%s", "你好 🙂", "-n",
}

func (s suite) shell(t *testing.T, p phone.Phone) {
	for _, w := range words {
		if got := sh(t, p, "printf", "<%s>", w); got != "<"+w+">" {
			t.Errorf("printf of %q gives %q", w, got)
		}
	}
	out, err := p.Shell(t.Context(), "sh", "-c", "echo out; echo err >&2; exit 7")
	if err != nil || out.Exit != 7 || string(out.Stdout) != "out\n" || string(out.Stderr) != "err\n" {
		t.Errorf("exit %d, stdout %q, stderr %q, %v", out.Exit, out.Stdout, out.Stderr, err)
	}
	if out, err = p.Shell(t.Context(), "no_such_command"); err != nil || out.Exit != 127 {
		t.Errorf("an unknown command: exit %d, %v", out.Exit, err)
	}
	if got := sh(t, p, "sh", "-c", "head -c 300000 /dev/zero | tr '\\0' 'x'"); len(got) != 300000 {
		t.Errorf("300000 bytes came as %d", len(got))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := p.Shell(ctx, "sleep", "60"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a command that is broken off: %v", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

func (s suite) tree(t *testing.T, p phone.Phone) {
	dumper, ok := p.(phone.Tree)
	if !ok {
		t.Skip("this phone dumps no tree")
	}
	f := s.settings(t, p)
	v := view(t, p)
	if v.Package != s.o.Settings || len(v.Elements) < 5 {
		t.Errorf("a tree of %q with %d elements", v.Package, len(v.Elements))
	}
	for _, e := range v.Elements {
		if e.Bounds.Max.X > f.Size.X || e.Bounds.Max.Y > f.Size.Y {
			t.Errorf("%q lies at %v, outside the display of %v", e.Caption(), e.Bounds, f.Size)
		}
	}
	var model strings.Builder
	if err := v.WriteModel(&model, uitree.ModelOptions{}); err != nil || !strings.Contains(model.String(), s.o.Settings) {
		t.Errorf("model text %q, %v", model.String(), err)
	}
	dump, err := dumper.DumpTree(t.Context())
	if err != nil || dump.Source == "" || dump.At.IsZero() || !bytes.HasSuffix(bytes.TrimSpace(dump.XML), []byte("</hierarchy>")) {
		t.Errorf("dump from %q at %v: %v", dump.Source, dump.At, err)
	}
	m := s.row(t, p)
	tapAt(t, p, f, m)
	still(t, p)
	if d := uitree.Diff(v, view(t, p)); len(d) == 0 {
		t.Errorf("after a tap on %q the tree is the same", m.Text)
	}
}

func (s suite) clipboard(t *testing.T, p phone.Phone) {
	c, ok := p.(phone.Clipboard)
	if !ok {
		t.Skip("this phone has no clipboard")
	}
	old, err := c.Clipboard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.SetClipboard(context.WithoutCancel(t.Context()), old) })
	for _, want := range []string{"plain", "it's 你好 🙂\nline", strings.Repeat("long ", 5000)} {
		if err := c.SetClipboard(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Clipboard(t.Context()); err != nil || got != want {
			t.Errorf("clipboard of %d bytes, %v; want %d bytes", len(got), err, len(want))
		}
	}
}

func (s suite) files(t *testing.T, p phone.Phone) {
	fsys, ok := p.(phone.Files)
	if !ok {
		t.Skip("this phone moves no files")
	}
	dir := "/data/local/tmp/handset phonetest"
	path := dir + "/a 'b'.bin"
	sh(t, p, "mkdir", "-p", dir)
	t.Cleanup(func() { p.Shell(context.WithoutCancel(t.Context()), "rm", "-rf", dir) })
	data := bytes.Repeat([]byte("0123456789abcdef"), 50_000)
	mtime := time.Unix(1_700_000_000, 0)
	done := int64(0)
	if err := fsys.Push(t.Context(), bytes.NewReader(data), int64(len(data)), path, 0o640, mtime, func(n, total int64) { done = n }); err != nil {
		t.Fatal(err)
	}
	if done != int64(len(data)) {
		t.Errorf("progress ended at %d of %d", done, len(data))
	}
	i, err := fsys.Stat(t.Context(), path)
	if err != nil || i.Size != int64(len(data)) || !i.Mode.IsRegular() || i.ModTime.Unix() != mtime.Unix() {
		t.Errorf("Stat: %+v, %v", i, err)
	}
	var back bytes.Buffer
	if err := fsys.Pull(t.Context(), path, &back, nil); err != nil || sha256.Sum256(back.Bytes()) != sha256.Sum256(data) {
		t.Errorf("Pull gave %d bytes, %v", back.Len(), err)
	}
	list, err := fsys.List(t.Context(), dir)
	found := false
	for _, f := range list {
		found = found || f.Name == "a 'b'.bin" && f.Size == int64(len(data))
	}
	if err != nil || !found {
		t.Errorf("List: %+v, %v", list, err)
	}
	if _, err := fsys.Stat(t.Context(), dir+"/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Stat of a missing file: %v", err)
	}
	if err := fsys.Pull(t.Context(), dir+"/none", &back, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Pull of a missing file: %v", err)
	}
}

func (s suite) apps(t *testing.T, p phone.Phone) {
	a, ok := p.(phone.Apps)
	if !ok {
		t.Skip("this phone manages no apps")
	}
	list, err := a.Apps(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	var settings phone.App
	for _, app := range list {
		if app.Package == s.o.Settings {
			settings = app
		}
	}
	if settings.Activity == "" || !settings.System || settings.Disabled {
		t.Errorf("Settings in a list of %d: %+v", len(list), settings)
	}
	all, err := a.Apps(t.Context(), true)
	if err != nil || len(all) < len(list) {
		t.Errorf("%d packages in all, %d that can be launched, %v", len(all), len(list), err)
	}
	press(t, p, phone.KeyHome)
	if err := a.Launch(t.Context(), s.o.Settings); err != nil {
		t.Errorf("Launch: %v", err)
	}
	for name, call := range map[string]func(context.Context, string) error{"Launch": a.Launch, "Stop": a.Stop, "ClearData": a.ClearData, "Uninstall": a.Uninstall} {
		if err := call(t.Context(), "no.such.app"); !errors.Is(err, phone.ErrNoSuchApp) {
			t.Errorf("%s of no such app: %v", name, err)
		}
	}
	if err := a.Stop(t.Context(), s.o.Settings); err != nil {
		t.Errorf("Stop: %v", err)
	}
}

func (s suite) foreground(t *testing.T, p phone.Phone) {
	w, ok := p.(phone.Windows)
	if !ok {
		t.Skip("this phone does not tell what is in front")
	}
	s.settings(t, p)
	a, err := w.Foreground(t.Context())
	if err != nil || a.Package != s.o.Settings || a.Class == "" || a.Window == "" || a.Secure {
		t.Errorf("Foreground: %+v, %v", a, err)
	}
	if up, err := w.KeyboardShown(t.Context()); err != nil || up {
		t.Errorf("KeyboardShown: %v, %v", up, err)
	}
	if _, ok := p.(phone.Tree); !ok {
		return
	}
	s.field(t, p)
	await(t, "the keyboard", func() (bool, string) {
		up, err := w.KeyboardShown(t.Context())
		return err == nil && up, fmt.Sprint(up, err)
	})
}
