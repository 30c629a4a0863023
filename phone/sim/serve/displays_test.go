package serve

import (
	"context"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
)

// TestVirtualDisplay: an app runs on a display of its own while the phone's own screen stays as it is.
func TestVirtualDisplay(t *testing.T) {
	t.Parallel()
	_, s := connect(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	sess, err := scrcpy.Start(ctx, host.server.Client().Device(s.Addr), scrcpy.Options{
		Server: []byte("any bytes"), Limits: patient, Extra: []string{"new_display=720x1280/320"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sess.Close()
	before, _ := s.Phone.World().Screen()
	if err := sess.StartApp("com.android.settings"); err != nil {
		t.Fatal(err)
	}
	p, err := sess.ReadPacket()
	if err != nil || !p.Config {
		t.Fatalf("first packet %+v, %v", p.Config, err)
	}
	if p, err = sess.ReadPacket(); err != nil || !p.Key {
		t.Fatalf("second packet: %v", err)
	}
	if log := strings.Join(sess.Log(), "\n"); !strings.Contains(log, "New display: 720x1280/320 (id=2)") {
		t.Errorf("log %s", log)
	}
	if w, _ := s.Phone.World().FocusedWindow(); strings.Contains(w.Title, "settings") {
		t.Errorf("the phone's own screen shows %s", w.Title)
	}
	if after, _ := s.Phone.World().Screen(); after.Bounds() != before.Bounds() {
		t.Error("the phone's own screen changed its size")
	}
}

// TestUHIDTypes: a keyboard that the client plugs in types into the field that has the focus.
func TestUHIDTypes(t *testing.T) {
	t.Parallel()
	_, s := connect(t, Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	sess, err := scrcpy.Start(ctx, host.server.Client().Device(s.Addr), scrcpy.Options{Server: []byte("any bytes"), Limits: patient, Extra: []string{"power_on=true"}})
	if err != nil {
		t.Fatal(err)
	}
	defer sess.Close()
	w := s.Phone.World()
	if err := sess.StartApp("com.example.notes"); err != nil {
		t.Fatal(err)
	}
	tap := func(desc string) {
		var at image.Point
		eventually(t, desc, func() bool {
			tree, err := w.TreeNow()
			i := strings.Index(string(tree), `content-desc="`+desc+`"`)
			if err != nil || i < 0 {
				return false
			}
			var l, u, r, b int
			rest := string(tree)[i:]
			at = bounds(rest[strings.Index(rest, "bounds="):], &l, &u, &r, &b)
			return true
		})
		time.Sleep(time.Second) // the app's window comes up
		sess.SetSize(w.Display().Size)
		for _, a := range []scrcpy.TouchAction{scrcpy.TouchDown, scrcpy.TouchUp} {
			if err := sess.Touch(scrcpy.InjectTouch{Action: a, Pointer: 1, Position: scrcpy.Position{At: at, On: w.Display().Size}, Pressure: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	tap("New note")
	eventually(t, "a field with the focus", func() bool { return w.IME().Served })
	for _, m := range []scrcpy.Message{
		scrcpy.UHIDCreate{ID: 1, Name: "keys", Descriptor: []byte{5, 1, 9, 6, 0xa1, 1, 0xc0}},
		scrcpy.UHIDInput{ID: 1, Report: []byte{2, 0, 0x0b, 0, 0, 0, 0, 0}},
		scrcpy.UHIDInput{ID: 1, Report: make([]byte, 8)},
		scrcpy.UHIDInput{ID: 1, Report: []byte{0, 0, 0x0c, 0, 0, 0, 0, 0}},
		scrcpy.UHIDInput{ID: 1, Report: make([]byte, 8)},
	} {
		if err := sess.Send(m); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the text", func() bool {
		tree, _ := w.TreeNow()
		return strings.Contains(string(tree), `text="Hi"`)
	})
}

func bounds(s string, l, u, r, b *int) image.Point {
	for i, p := range []*int{l, u, r, b} {
		fields := strings.FieldsFunc(s, func(c rune) bool { return c < '0' || c > '9' })
		for _, c := range fields[i] {
			*p = *p*10 + int(c-'0')
		}
	}
	return image.Pt((*l+*r)/2, (*u+*b)/2)
}

// TestEncodersOfProfiles: what a phone of some age cannot encode it does not list.
func TestEncodersOfProfiles(t *testing.T) {
	t.Parallel()
	for profile, want := range map[string][]string{
		"android-9": {"h264", "h264", "opus"}, "android-10": {"h264", "h264", "h265", "opus"}, "pixel": {"h264", "h264", "h265", "av1", "opus"},
		"low-end": {"h264", "h264", "opus"},
	} {
		var got []string
		for _, e := range encoders(rack(t, Options{Profile: profile}).Phones()[0].Phone.World()) {
			got = append(got, e.Codec)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", profile, got, want)
		}
	}
}
