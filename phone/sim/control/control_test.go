package control_test

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone/sim/control"
	"github.com/handset-agent/handset/phone/sim/serve"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// running serves phones with a control socket in dir.
func running(t *testing.T, dir string, n int) (*serve.Rack, []control.Phone) {
	t.Helper()
	r, err := serve.Start(context.Background(), serve.Options{Count: n})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	s, err := control.Serve(dir, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	list, err := control.List(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r, list
}

func TestChoose(t *testing.T) {
	t.Parallel()
	a, b := control.Phone{Serial: "emulator-5554", Addr: "127.0.0.1:5555"}, control.Phone{Serial: "127.0.0.1:7001", Addr: "127.0.0.1:7001"}
	for name, c := range map[string]struct {
		list []control.Phone
		name string
		want string
		err  error
	}{
		"none":     {nil, "", "", control.ErrNone},
		"only one": {[]control.Phone{a}, "", a.Addr, nil},
		"tie":      {[]control.Phone{a, b}, "", "", control.ErrMany},
		"serial":   {[]control.Phone{a, b}, "emulator-5554", a.Addr, nil},
		"port":     {[]control.Phone{a, b}, "7001", b.Addr, nil},
		"unknown":  {[]control.Phone{a}, "emulator-5556", "", control.ErrUnknown},
	} {
		got, err := control.Choose(c.list, c.name)
		if got.Addr != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: got %q, %v", name, got.Addr, err)
		}
	}
}

// TestLongHome: a socket's address is short, the folder's path may be long.
func TestLongHome(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	_, list := running(t, dir, 2)
	if len(list) != 2 || list[0].PID != os.Getpid() {
		t.Fatalf("found %+v", list)
	}
	if _, err := list[1].Call(t.Context(), control.Request{Op: "clock.show"}); err != nil {
		t.Error(err)
	}
}

// TestStale: the file of a program that was killed is taken away.
func TestStale(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "999999.json")
	if err := os.WriteFile(path, []byte(`{"socket":"`+dir+`/none.sock","phones":[{"addr":"127.0.0.1:1"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	list, err := control.List(t.Context(), dir)
	if _, gone := os.Stat(path); err != nil || len(list) != 0 || gone == nil {
		t.Errorf("found %v, %v; the file is there: %t", list, err, gone == nil)
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r, list := running(t, dir, 1)
	p, w := list[0], r.Phones()[0].Phone.World()
	call := func(op, text, value string) (string, error) {
		raw, err := p.Call(t.Context(), control.Request{Op: op, Text: text, Value: json.RawMessage(value)})
		return string(raw), err
	}
	if _, err := call("nosuch", "", "1"); err == nil {
		t.Error("an unknown request was answered")
	}
	if _, err := call("fault.on", "popup after=1h", "1"); err != nil || len(w.Faults().List()) != 1 {
		t.Error("fault.on: ", err)
	}
	if _, err := call("state.set", "battery.level", "12"); err != nil || w.Battery().Level != 12 {
		t.Error("state.set: ", err)
	}
	saved, err := call("snapshot.save", "", "1")
	if err != nil {
		t.Fatal(err)
	}
	w.SetClipboard("later")
	if _, err := call("snapshot.load", "", saved); err != nil {
		t.Error(err)
	}
	if s, set := w.Clipboard(); set {
		t.Errorf("the clipboard holds %q after the snapshot", s)
	}
	file := filepath.Join(dir, "did.jsonl")
	if _, err := call("record.start", file, "1"); err != nil {
		t.Fatal(err)
	}
	swipe, _ := json.Marshal(control.Touch{From: image.Pt(500, 1500), To: image.Pt(500, 500), Time: 100 * time.Millisecond})
	if _, err := call("touch", "", string(swipe)); err != nil {
		t.Error(err)
	}
	out, err := call("record.stop", "", "1")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(file)
	lines := strings.Count(string(b), "\n")
	var got control.Recorded
	if jerr := json.Unmarshal([]byte(out), &got); err != nil || jerr != nil || got.Events != lines || lines < 5 || !strings.Contains(string(b), `"action":"move"`) {
		t.Errorf("recorded %s: %v %v\n%s", out, err, jerr, b)
	}
	if _, err := call("record.stop", "", "1"); err == nil {
		t.Error("a record was stopped twice")
	}
}
