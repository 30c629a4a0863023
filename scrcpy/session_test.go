package scrcpy_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var small = image.Pt(64, 96)

// options start without the embedded file, which a fresh clone lacks.
func options(forward bool) scrcpy.Options {
	return scrcpy.Options{Server: []byte("server"), Forward: forward}
}

// bubble runs a test of a forward session with a clock that jumps.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, f)
}

// open starts a session and checks at the end that nothing is left on the phone.
func open(t *testing.T, l *screendtest.Link, o scrcpy.Options) *scrcpy.Session {
	t.Helper()
	s, err := scrcpy.Start(t.Context(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		clean(t, l)
	})
	return s
}

// clean fails when something is left on the phone.
func clean(t *testing.T, l *screendtest.Link) {
	t.Helper()
	l.Wait()
	if f := l.Files(); f != nil {
		t.Errorf("files left on the phone: %v", f)
	}
	if r := l.Reverses(); r != nil {
		t.Errorf("reverse rules left: %v", r)
	}
	if n := l.Phone.Watchers(); n != 0 {
		t.Errorf("%d watchers left", n)
	}
}

func next(t *testing.T, s *scrcpy.Session) scrcpy.Packet {
	t.Helper()
	p, err := s.ReadPacket()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// first reads the configuration and the key frame.
func first(t *testing.T, s *scrcpy.Session) {
	t.Helper()
	if p := next(t, s); !p.Config {
		t.Fatal("the first packet is no configuration")
	}
	if p := next(t, s); !p.Key || p.Arrived.IsZero() {
		t.Fatalf("the second packet: key %v, arrived %v", p.Key, p.Arrived)
	}
}

// TestReverse_DV20_DV22 goes over real sockets: video and control, one session, nothing left.
func TestReverse_DV20_DV22(t *testing.T) {
	t.Parallel()
	phone := screendtest.New(small)
	l := phone.Link()
	s := open(t, l, options(false))
	if s.Name() != "Sim Phone" || s.Codec() != "h264" || s.Size() != small {
		t.Errorf("name %q, codec %q, size %v", s.Name(), s.Codec(), s.Size())
	}
	first(t, s)
	if r := l.Reverses(); r != nil {
		t.Errorf("the rule is still there: %v", r)
	}
	if c, err := net.Dial("tcp", "127.0.0.1:"+strings.TrimPrefix(l.Local(), "tcp:")); err == nil {
		c.Close()
		t.Errorf("still listening on %s", l.Local())
	}
	if err := s.Press(3, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.SetClipboard(t.Context(), "x", false); err != nil {
		t.Fatal(err)
	}
	if got, want := phone.Events(), []string{"key 3 down", "key 3 up", `clipboard "x"`}; !slices.Equal(got, want) {
		t.Errorf("events %q, want %q", got, want)
	}
	if cmd := l.Commands(); len(cmd) != 2 || strings.Contains(cmd[1], "tunnel_forward") {
		t.Errorf("commands %q", cmd)
	}
}

func TestForward_DV22(t *testing.T) {
	bubble(t, func(t *testing.T) {
		l := screendtest.New(small).Link()
		s := open(t, l, options(true))
		first(t, s)
		if log := s.Log(); len(log) != 1 || log[0] != "[server] INFO: Device: [Sim] sim Sim Phone (Android 14)" {
			t.Errorf("log %q", log)
		}
		if err := s.Err(); err != nil {
			t.Error(err)
		}
	})
}

// TestFallsBackToForward: no reverse rule, or one whose connections lead nowhere.
func TestFallsBackToForward_DV22(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*screendtest.Link){
		"refused": func(l *screendtest.Link) { l.NoReverse = true },
		"broken":  func(l *screendtest.Link) { l.BrokenReverse = true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			phone := screendtest.New(small)
			phone.Server.Timing.Listen = -1
			l := phone.Link()
			set(l)
			s := open(t, l, options(false))
			first(t, s)
		})
	}
}

func TestControlOnly(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		o := options(true)
		o.NoVideo = true
		s := open(t, phone.Link(), o)
		if _, err := s.ReadPacket(); err != scrcpy.ErrNoVideo {
			t.Errorf("read a packet: %v", err)
		}
		if s.Name() != "Sim Phone" || s.Codec() != "" || s.Size() != (image.Point{}) {
			t.Errorf("name %q, codec %q, size %v", s.Name(), s.Codec(), s.Size())
		}
		if err := s.Touch(scrcpy.InjectTouch{Position: scrcpy.Position{At: image.Pt(5000, 1)}}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got, want := phone.Events(), []string{"touch 0 down 5000,1"}; !slices.Equal(got, want) {
			t.Errorf("events %q, want %q", got, want)
		}
	})
}

// TestInput_DV23 sends each kind of input once.
func TestInput_DV23(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		s := open(t, phone.Link(), options(true))
		touch := func(a scrcpy.TouchAction) scrcpy.InjectTouch {
			return scrcpy.InjectTouch{Action: a, Pointer: scrcpy.PointerFinger, Position: scrcpy.Position{At: image.Pt(5, 6)}, Pressure: 1}
		}
		for _, err := range []error{
			s.Key(scrcpy.InjectKey{Code: 66}),
			s.Text("ok"),
			s.Text(""),
			s.Touch(touch(scrcpy.TouchDown)), s.Touch(touch(scrcpy.TouchMove)), s.Touch(touch(scrcpy.TouchUp)),
			s.Scroll(scrcpy.InjectScroll{Position: scrcpy.Position{At: image.Pt(1, 2), On: small}, V: -1}),
			s.BackOrScreenOn(), s.ExpandNotifications(), s.ExpandSettings(), s.CollapsePanels(),
			s.SetDisplayPower(false), s.SetDisplayPower(true),
			s.Send(scrcpy.OpenHardKeyboardSettings{}),
		} {
			if err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		want := []string{"key 66 down", "type o", "type k", "touch 0 down 5,6", "touch 0 move 5,6", "touch 0 up 5,6", "scroll 1,2 0,-1",
			"key 4 down", "key 4 up", "notifications", "quick settings", "collapse", "panel off", "panel on", "keyboard settings"}
		if got := phone.Events(); !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		if err := s.StartApp("?fire"); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if got := phone.Events(); got[len(got)-1] != "start org.mozilla.firefox false" {
			t.Errorf("last event %q", got[len(got)-1])
		}
	})
}

// TestLongText_DV23: text goes out in parts of at most 300 bytes and arrives whole; what the key map lacks is told.
func TestLongText_DV23(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		s := open(t, phone.Link(), options(true))
		text := strings.Repeat("abcdefg", 100)
		if err := s.Text(text + "é"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		got := strings.ReplaceAll(strings.Join(phone.Events(), ""), "type ", "")
		if got != text {
			t.Errorf("%d bytes arrived of %d", len(got), len(text))
		}
		if tr, ok := s.Trouble(scrcpy.ErrUntypable); !ok || !strings.HasSuffix(tr.Line, "u+00e9") {
			t.Errorf("trouble: %+v", tr)
		}
	})
}

// TestRotation_DV27: the size follows the stream, not the codec meta; held pointers are lifted; stale aim is refused.
func TestRotation_DV27_F037_F038(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		s := open(t, phone.Link(), options(true))
		first(t, s)
		finger := func(a scrcpy.TouchAction, id uint64, on image.Point) scrcpy.InjectTouch {
			return scrcpy.InjectTouch{Action: a, Pointer: id, Position: scrcpy.Position{At: image.Pt(32, 48), On: on}, Pressure: 1}
		}
		for _, id := range []uint64{1, 2} {
			if err := s.Touch(finger(scrcpy.TouchDown, id, small)); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Touch(finger(scrcpy.TouchUp, 2, small)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		phone.Turn(1, color.RGBA{G: 200, A: 255})
		for p := next(t, s); !p.Config; p = next(t, s) {
		}
		if got, want := s.Size(), image.Pt(96, 64); got != want {
			t.Errorf("size %v, want %v", got, want)
		}
		synctest.Wait()
		want := []string{"touch 0 down 32,48", "touch 1 down 32,48", "touch 1 up 32,48", "touch 0 cancel 48,32", "touch 0 up 48,32"}
		if got := phone.Events(); !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
		for _, a := range []scrcpy.TouchAction{scrcpy.TouchDown, scrcpy.TouchMove, scrcpy.TouchUp} {
			err := s.Touch(finger(a, 1, small))
			if stale, ok := errors.AsType[*scrcpy.StaleSizeError](err); !ok || stale.Now != image.Pt(96, 64) {
				t.Errorf("action %d at the old size: %v", a, err)
			}
		}
		if err := s.Scroll(scrcpy.InjectScroll{Position: scrcpy.Position{On: small}}); err == nil {
			t.Error("scrolled at the old size")
		}
	})
}

// TestLiftSurvivesNewSize: the lift of a pointer that is down is sent even when its aim is stale.
func TestLiftSurvivesNewSize(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		s := open(t, phone.Link(), options(true))
		first(t, s)
		down := scrcpy.InjectTouch{Pointer: 1, Position: scrcpy.Position{At: image.Pt(1, 1)}}
		if err := s.Touch(down); err != nil {
			t.Fatal(err)
		}
		up := down
		up.Action, up.Position.On = scrcpy.TouchUp, image.Pt(32, 48)
		if err := s.Touch(up); err != nil {
			t.Errorf("lift: %v", err)
		}
		synctest.Wait()
		if got := phone.Events(); len(got) != 2 || got[1] != "touch 0 up 2,2" {
			t.Errorf("events %q", got)
		}
	})
}

// TestDownsizing_F038: after an encoder that refuses the first size, the size is the one that really comes.
func TestDownsizing_F038(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small.Mul(12))
		phone.Server.Faults = func() screend.Faults { return screend.Faults{EncoderMaxSide: 900} }
		s := open(t, phone.Link(), options(true))
		if got := s.Size(); got != small.Mul(12) {
			t.Errorf("size of the meta: %v", got)
		}
		first(t, s)
		if got, want := s.Size(), image.Pt(536, 800); got != want {
			t.Errorf("size %v, want %v", got, want)
		}
		if tr, ok := s.Trouble(scrcpy.ErrEncoder); !ok || !strings.Contains(tr.Line, "Error 0xfffffc0e") {
			t.Errorf("trouble: %+v", tr)
		}
	})
}

// TestNudgesFirstFrame_F030: a phone that holds back its first picture is asked once for a reset.
func TestNudgesFirstFrame_F030(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults { return screend.Faults{NoFirstFrame: true} }
		s := open(t, phone.Link(), options(true))
		began := time.Now()
		first(t, s)
		if d := time.Since(began); d < 5*time.Second || d > 6*time.Second {
			t.Errorf("the first picture came after %v", d)
		}
	})
}

// TestStillScreen_F029: silence is no loss.
func TestStillScreen_F029(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		s := open(t, phone.Link(), options(true))
		for range 12 {
			next(t, s)
		}
		go func() {
			time.Sleep(24 * time.Hour)
			phone.Paint(image.Rect(0, 0, 8, 8), color.RGBA{R: 255, A: 255})
		}()
		if p := next(t, s); p.Config || p.Key {
			t.Error("the stream was restarted")
		}
		if err := s.Err(); err != nil {
			t.Error(err)
		}
	})
}

func TestClipboard_DV25(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		s := open(t, phone.Link(), options(true))
		began := time.Now()
		if _, err := s.Clipboard(t.Context()); err != scrcpy.ErrNoText {
			t.Errorf("empty: %v", err)
		}
		if d := time.Since(began); d != 2*time.Second {
			t.Errorf("waited %v for an answer", d)
		}
		phone.Copy("héllo")
		if got, err := s.Clipboard(t.Context()); got != "héllo" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
		if err := s.SetClipboard(t.Context(), "你好 🙂", true); err != nil {
			t.Fatal(err)
		}
		if got, want := phone.Events(), []string{`clipboard "你好 🙂"`, "key 279 down", "key 279 up"}; !slices.Equal(got, want) {
			t.Errorf("when acknowledged: %q, want %q", got, want)
		}
		if err := s.SetClipboard(t.Context(), strings.Repeat("x", scrcpy.MaxClipboard+1), false); !errors.Is(err, scrcpy.ErrTooLong) {
			t.Errorf("too long: %v", err)
		}
		long := strings.Repeat("x", scrcpy.MaxClipboard)
		if err := s.SetClipboard(t.Context(), long, false); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Clipboard(t.Context()); got != long || err != nil {
			t.Errorf("got %d bytes, %v", len(got), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Clipboard(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	})
}

func TestInputRefused_DV26(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults { return screend.Faults{InjectDenied: true} }
		s := open(t, phone.Link(), options(true))
		before := time.Now()
		if err := s.Press(3, 0); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if tr, ok := s.Trouble(scrcpy.ErrInputRefused); !ok || tr.At.Before(before) {
			t.Errorf("trouble: %+v, %v", tr, ok)
		}
		if s.Err() != nil {
			t.Errorf("the session ended: %v", s.Err())
		}
	})
}

// TestClose: reading ends with io.EOF, everything else with ErrClosed, and closing again is nothing.
func TestClose(t *testing.T) {
	bubble(t, func(t *testing.T) {
		l := screendtest.New(small).Link()
		s := open(t, l, options(true))
		first(t, s)
		read := make(chan error)
		go func() {
			for {
				if _, err := s.ReadPacket(); err != nil {
					read <- err
					return
				}
			}
		}()
		began := time.Now()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(began); d > 100*time.Millisecond {
			t.Errorf("closing took %v", d)
		}
		if err := <-read; err != io.EOF {
			t.Errorf("read: %v", err)
		}
		<-s.Done()
		if err := s.Err(); err != scrcpy.ErrClosed {
			t.Errorf("err: %v", err)
		}
		if err := s.Press(3, 0); err != scrcpy.ErrClosed {
			t.Errorf("press: %v", err)
		}
		if _, err := s.Clipboard(t.Context()); err != scrcpy.ErrClosed {
			t.Errorf("clipboard: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("again: %v", err)
		}
	})
}

// TestClosePanel: the panel that was switched off is on again.
func TestClosePanel(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		l := phone.Link()
		s := open(t, l, options(true))
		s.SetDisplayPower(false)
		synctest.Wait()
		s.Close()
		l.Wait()
		if got, want := phone.Events(), []string{"panel off", "panel on"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
