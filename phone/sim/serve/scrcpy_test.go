package serve

import (
	"context"
	"errors"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// TestScrcpySession runs a whole session of the client through the real adb server, over each tunnel.
func TestScrcpySession(t *testing.T) {
	t.Parallel()
	for name, forward := range map[string]bool{"reverse": false, "forward": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, s := connect(t, Options{})
			c := host.server.Client()
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			sess, err := scrcpy.Start(ctx, c.Device(s.Addr), scrcpy.Options{Server: []byte("any bytes"), Forward: forward, Limits: patient})
			if err != nil {
				t.Fatal(err)
			}
			packets := make(chan scrcpy.Packet, 64)
			ended := make(chan error, 1)
			go func() {
				for {
					p, err := sess.ReadPacket()
					if err != nil {
						ended <- err
						return
					}
					packets <- p
				}
			}()
			first, second := next(t, packets), next(t, packets)
			if !first.Config || second.Config || !second.Key {
				t.Errorf("first packets: config %t, then key %t", first.Config, second.Key)
			}
			if sess.Name() != "Pixel 8" || sess.Codec() != "h264" {
				t.Errorf("name %q codec %q", sess.Name(), sess.Codec())
			}
			sess.SetSize(image.Pt(1080, 2400))
			if err := sess.ExpandSettings(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the shade to open", func() bool {
				w, ok := s.Phone.World().FocusedWindow()
				return ok && w.Title == "NotificationShade"
			})
			if err := sess.SetClipboard(ctx, "from the host 你好", false); err != nil {
				t.Fatal(err)
			}
			if text, _ := s.Phone.World().Clipboard(); text != "from the host 你好" {
				t.Errorf("clipboard: %q", text)
			}
			if err := sess.Rotate(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the display to turn", func() bool { return s.Phone.World().Display().Rotation == 1 })
			for p := next(t, packets); !p.Config; p = next(t, packets) {
			}
			if err := sess.Close(); err != nil {
				t.Error(err)
			}
			for drained := false; !drained; {
				select {
				case <-packets:
				case <-ended:
					drained = true
				}
			}
			left, err := s.Phone.List(ctx, "/data/local/tmp")
			if err != nil || len(left) != 0 {
				t.Errorf("left on the phone: %v %v", left, err)
			}
			eventually(t, "the server to end", func() bool {
				out, err := s.Phone.Shell(ctx, "ps", "-A", "-o", "ARGS")
				return err == nil && !strings.Contains(string(out.Stdout), scrcpyClass)
			})
		})
	}
}

// patient waits longer than people would: tests share their processor with others.
var patient = scrcpy.Limits{
	Push: 40 * time.Second, Connect: 40 * time.Second, Name: 40 * time.Second, Meta: 40 * time.Second, Ack: 40 * time.Second, Write: 40 * time.Second, Exit: 20 * time.Second, Tidy: 20 * time.Second,
}

func next(t *testing.T, packets <-chan scrcpy.Packet) scrcpy.Packet {
	t.Helper()
	select {
	case p := <-packets:
		return p
	case <-time.After(40 * time.Second):
		t.Fatal("no packet came")
		return scrcpy.Packet{}
	}
}

// eventually polls for a state, for a bounded time.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for limit := time.Now().Add(40 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("waited in vain for ", what)
		}
	}
}

// TestScrcpyAppList reads the labels of apps as the device layer does.
func TestScrcpyAppList(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	c.adb("push", temp(t, "server", []byte("jar")), "/data/local/tmp/s.jar")
	out := c.adb("shell", "CLASSPATH=/data/local/tmp/s.jar app_process / com.genymobile.scrcpy.Server 3.3.3 list_apps=true cleanup=false")
	if !strings.Contains(out, "[server] INFO: List of apps:") || !strings.Contains(out, " * Settings                       com.android.settings") {
		t.Errorf("list_apps: %s", out)
	}
	if _, errs, status := c.raw(nil, "-s", s.Addr, "shell", "CLASSPATH=/data/local/tmp/none app_process / com.genymobile.scrcpy.Server 3.3.3"); status != 134 || !strings.Contains(errs, "Aborted") {
		t.Errorf("without the file: exit %d %q", status, errs)
	}
}

// TestPhonesShareNothing kills one phone while the other is in use.
func TestPhonesShareNothing(t *testing.T) {
	t.Parallel()
	a, first := connect(t, Options{Seed: 1})
	b, second := connect(t, Options{Seed: 2})
	a.adb("shell", "settings", "put", "global", "wifi_on", "0")
	if out := b.adb("shell", "settings", "get", "global", "wifi_on"); out != "1\n" {
		t.Errorf("the other phone's Wi-Fi: %q", out)
	}
	first.Disconnect()
	if out := b.adb("shell", "echo", "alive"); out != "alive\n" {
		t.Errorf("the other phone: %q", out)
	}
	ids := []string{first.Phone.Info().Identity, second.Phone.Info().Identity}
	if slices.Equal(ids[:1], ids[1:]) {
		t.Errorf("one identity for two phones: %v", ids)
	}
	if _, err := second.Phone.Frame(t.Context()); errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
