package screend_test

import (
	"encoding/hex"
	"fmt"
	"image"
	"net"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// events runs a control-only session, sends the messages, and returns what reached the phone and the log.
func events(t *testing.T, phone *screendtest.Phone, args string, ms ...scrcpy.Message) ([]string, string) {
	t.Helper()
	r := start(t, phone, forward+"video=false "+args)
	defer r.end()
	control := r.dial("scrcpy")
	read(t, control, 65)
	send(t, control, ms...)
	synctest.Wait()
	got := phone.Events()
	control.Close()
	r.wait()
	return got, r.stdout.String() + r.stderr.String()
}

func touch(a scrcpy.TouchAction, id uint64, x, y int) scrcpy.InjectTouch {
	return scrcpy.InjectTouch{Action: a, Pointer: id, Position: scrcpy.Position{At: image.Pt(x, y), On: small}, Pressure: 1}
}

// TestControl holds the effect of each message (§8).
func TestControl_DV23(t *testing.T) {
	mouse := func(a scrcpy.TouchAction, button, buttons uint32) scrcpy.InjectTouch {
		m := touch(a, scrcpy.PointerMouse, 1, 2)
		m.Button, m.Buttons = button, buttons
		return m
	}
	for _, c := range []struct {
		name string
		ms   []scrcpy.Message
		want []string
	}{
		{"key", []scrcpy.Message{scrcpy.InjectKey{Code: 3}, scrcpy.InjectKey{Action: scrcpy.KeyUp, Code: 3}}, []string{"key 3 down", "key 3 up"}},
		{"text", []scrcpy.Message{scrcpy.InjectText{Text: "aé"}}, []string{"type a"}},
		{"raw position without video", []scrcpy.Message{touch(scrcpy.TouchDown, 7, 5000, -3)}, []string{"touch 0 down 5000,-3"}},
		{"two fingers", []scrcpy.Message{touch(scrcpy.TouchDown, 7, 1, 1), touch(scrcpy.TouchDown, 8, 2, 2), touch(scrcpy.TouchUp, 7, 1, 1), touch(scrcpy.TouchDown, 9, 3, 3)},
			[]string{"touch 0 down 1,1", "touch 1 down 2,2", "touch 0 up 1,1", "touch 0 down 3,3"}},
		{"cancel keeps the slot", []scrcpy.Message{touch(scrcpy.TouchDown, 7, 1, 1), touch(scrcpy.TouchCancel, 7, 1, 1), touch(scrcpy.TouchDown, 8, 2, 2)},
			[]string{"touch 0 down 1,1", "touch 0 cancel 1,1", "touch 1 down 2,2"}},
		{"left button is a finger", []scrcpy.Message{mouse(scrcpy.TouchDown, 1, 1), mouse(scrcpy.TouchUp, 1, 0)}, []string{"touch 0 down 1,2", "touch 0 up 1,2"}},
		{"right button is a mouse", []scrcpy.Message{mouse(scrcpy.TouchDown, 2, 2), mouse(scrcpy.TouchUp, 2, 0)}, []string{"mouse 0 down 1,2", "mouse 0 up 1,2"}},
		{"hover", []scrcpy.Message{mouse(scrcpy.HoverMove, 0, 0)}, []string{"mouse 0 hover 1,2"}},
		{"scroll", []scrcpy.Message{scrcpy.InjectScroll{Position: scrcpy.Position{At: image.Pt(3, 4)}, H: 0.5, V: -2}}, []string{"scroll 3,4 0.5,-2"}},
		{"back", []scrcpy.Message{scrcpy.BackOrScreenOn{}, scrcpy.BackOrScreenOn{Action: scrcpy.KeyUp}}, []string{"key 4 down", "key 4 up"}},
		{"panels", []scrcpy.Message{scrcpy.ExpandNotifications{}, scrcpy.ExpandSettings{}, scrcpy.CollapsePanels{}}, []string{"notifications", "quick settings", "collapse"}},
		{"rotate", []scrcpy.Message{scrcpy.RotateDevice{}}, []string{"rotate"}},
		{"keyboard settings", []scrcpy.Message{scrcpy.OpenHardKeyboardSettings{}}, []string{"keyboard settings"}},
		{"start", []scrcpy.Message{scrcpy.StartApp{Name: "org.mozilla.firefox"}}, []string{"start org.mozilla.firefox false"}},
		{"stop and start by label", []scrcpy.Message{scrcpy.StartApp{Name: "+?sett"}}, []string{"start com.android.settings true"}},
		{"reset without video", []scrcpy.Message{scrcpy.ResetVideo{}}, nil},
		{"uhid", []scrcpy.Message{scrcpy.UHIDCreate{ID: 1}, scrcpy.UHIDInput{ID: 1}, scrcpy.UHIDDestroy{ID: 1}, scrcpy.ExpandSettings{}}, []string{"quick settings"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				if got, _ := events(t, screendtest.New(small), "", c.ms...); !slices.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		})
	}
}

// TestControlLog holds what only the log tells.
func TestControlLog(t *testing.T) {
	var fingers []scrcpy.Message
	for i := range 11 {
		fingers = append(fingers, touch(scrcpy.TouchDown, uint64(i), i, i))
	}
	for _, c := range []struct {
		name, want string
		ms         []scrcpy.Message
	}{
		{"untypable", "[server] WARN: Could not inject char u+4f60\n", []scrcpy.Message{scrcpy.InjectText{Text: "你"}}},
		{"outside the basic plane", "u+d83d\n[server] WARN: Could not inject char u+de42\n", []scrcpy.Message{scrcpy.InjectText{Text: "🙂"}}},
		{"eleven fingers", "[server] WARN: Too many pointers for touch event\n", fingers},
		{"start", "[server] INFO: Starting app \"Firefox\" [org.mozilla.firefox] on display 0...\n", []scrcpy.Message{scrcpy.StartApp{Name: "org.mozilla.firefox"}}},
		{"no package", "[server] WARN: No app found for package \"x\"\n", []scrcpy.Message{scrcpy.StartApp{Name: "x"}}},
		{"no label", "[server] WARN: No app found for name \"x\"\n", []scrcpy.Message{scrcpy.StartApp{Name: "?x"}}},
		{"two labels", "[server] WARN: No unique app found for name \"fi\":\n * Files ", []scrcpy.Message{scrcpy.StartApp{Name: "?fi"}}},
		{"no launcher", "[server] WARN: Cannot create launch intent for app com.android.documentsui\n", []scrcpy.Message{scrcpy.StartApp{Name: "?files"}}},
		{"unknown uhid", "[server] WARN: Unknown UHID id: 9\n", []scrcpy.Message{scrcpy.UHIDInput{ID: 9}}},
		{"rotate", "[server] INFO: Device rotation requested: landscape\n", []scrcpy.Message{scrcpy.RotateDevice{}}},
		{"rotate back", "requested: landscape\n[server] INFO: Device rotation requested: portrait\n", []scrcpy.Message{scrcpy.RotateDevice{}, scrcpy.RotateDevice{}}},
		{"panel", "[server] INFO: Device display turned off\n", []scrcpy.Message{scrcpy.SetDisplayPower{}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				if _, got := events(t, screendtest.New(small), "", c.ms...); !strings.Contains(got, c.want) {
					t.Errorf("log:\n%s\nwant:\n%s", got, c.want)
				}
			})
		})
	}
}

// TestStaleSize_F038: with video, events aimed at another size are dropped without a word, others are mapped.
func TestStaleSize_F038(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(image.Pt(64, 96))
		r, video, control := session(t, phone, "max_size=48")
		packet(t, video)
		stale := touch(scrcpy.TouchDown, 1, 10, 10)
		right := stale
		right.Position.On = image.Pt(32, 48)
		send(t, control, stale, right, scrcpy.InjectScroll{Position: stale.Position})
		synctest.Wait()
		if got, want := phone.Events(), []string{"touch 0 down 20,20"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if r.stderr.String() != "" || strings.Contains(r.stdout.String(), "Ignore") {
			t.Errorf("the drop was told: %s%s", r.stdout.String(), r.stderr.String())
		}
	})
}

// TestSizeChangesFirst: the size that counts changes with the new capture, before its first packet is read.
func TestSizeChangesFirst_F037(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, control := session(t, phone, "")
		for range 12 {
			packet(t, video)
		}
		send(t, control, scrcpy.RotateDevice{})
		synctest.Wait()
		send(t, control, touch(scrcpy.TouchDown, 1, 10, 10))
		synctest.Wait()
		if got, want := phone.Events(), []string{"rotate"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestClipboard(t *testing.T) {
	const ack7 = "010000000000000007"
	for _, c := range []struct {
		name, args, before string
		ms                 []scrcpy.Message
		answer             string
		events             []string
	}{
		{"get", "clipboard_autosync=false", "héllo", []scrcpy.Message{scrcpy.GetClipboard{}}, "000000000668c3a96c6c6f", nil},
		{"get empty", "clipboard_autosync=false", "", []scrcpy.Message{scrcpy.GetClipboard{}}, "", nil},
		{"get with autosync", "", "ABC", []scrcpy.Message{scrcpy.GetClipboard{}}, "", nil},
		{"cut", "clipboard_autosync=false", "ABC", []scrcpy.Message{scrcpy.GetClipboard{Copy: scrcpy.CopyCut}}, "0000000003414243", []string{"key 277 down", "key 277 up"}},
		{"set with ack and paste", "", "", []scrcpy.Message{scrcpy.SetClipboard{Sequence: 7, Paste: true, Text: "x"}}, ack7, []string{`clipboard "x"`, "key 279 down", "key 279 up"}},
		{"set without sequence", "", "", []scrcpy.Message{scrcpy.SetClipboard{Text: "x"}}, "", []string{`clipboard "x"`}},
		{"set the same", "", "x", []scrcpy.Message{scrcpy.SetClipboard{Sequence: 7, Paste: true, Text: "x"}}, ack7, []string{"key 279 down", "key 279 up"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				if c.before != "" {
					phone.Copy(c.before)
				}
				r := start(t, phone, forward+"video=false "+c.args)
				defer r.end()
				control := r.dial("scrcpy")
				read(t, control, 65)
				send(t, control, c.ms...)
				if n := len(c.answer) / 2; n > 0 {
					if got := read(t, control, n); got != c.answer {
						t.Errorf("answer %s, want %s", got, c.answer)
					}
				}
				if !silent(t, control, time.Minute) {
					t.Error("more than one answer")
				}
				if got := phone.Events(); !slices.Equal(got, c.events) {
					t.Errorf("events %q, want %q", got, c.events)
				}
			})
		})
	}
}

// TestAutosync: a change on the phone is sent, one of the client's own is not.
func TestAutosync(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward+"video=false")
		defer r.end()
		control := r.dial("scrcpy")
		read(t, control, 65)
		send(t, control, scrcpy.SetClipboard{Text: "own"})
		if !silent(t, control, time.Minute) {
			t.Fatal("the client's own text came back")
		}
		phone.Copy("ABC")
		if got := read(t, control, 8); got != "0000000003414243" {
			t.Errorf("got %s", got)
		}
		phone.Copy("own")
		if got := read(t, control, 8); got != hex.EncodeToString(scrcpy.ClipboardText{Text: "own"}.Append(nil)) {
			t.Errorf("got %s", got)
		}
	})
}

// TestSessionEnds lists what ends a session (§10.8), each with status 0.
func TestSessionEnds(t *testing.T) {
	for name, act := range map[string]func(p *screendtest.Phone, video, control net.Conn){
		"control closed": func(_ *screendtest.Phone, _, control net.Conn) {
			control.Close()
		},
		"unknown type": func(_ *screendtest.Phone, _, control net.Conn) {
			control.Write([]byte{18})
		},
		"video closed and a change": func(p *screendtest.Phone, video, _ net.Conn) {
			video.Close()
			p.SetAwake(false)
			p.SetAwake(true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				r, video, control := session(t, phone, "")
				packet(t, video)
				packet(t, video)
				act(phone, video, control)
				if got := r.wait(); got != 0 {
					t.Errorf("status %d", got)
				}
				if got := r.stdout.String(); !strings.Contains(got, "DEBUG: Screen streaming stopped\n") || !strings.Contains(got, "DEBUG: Controller stopped\n") {
					t.Errorf("log: %s", got)
				}
				if r.stderr.String() != "" {
					t.Errorf("stderr: %s", r.stderr.String())
				}
				if n := phone.Watchers(); n != 0 {
					t.Errorf("%d watchers left", n)
				}
			})
		})
	}
}

// TestStillScreenOutlivesVideo: a hung-up video socket shows only at the next write (§10.8).
func TestStillScreenOutlivesVideo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r, video, _ := session(t, phone, "")
		for range 12 {
			packet(t, video)
		}
		video.Close()
		time.Sleep(time.Hour)
		select {
		case <-r.done:
			t.Error("the session ended without a write")
		default:
		}
	})
}

func TestPowerOn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.SetAwake(false)
		r := start(t, phone, forward+"video=false")
		defer r.end()
		control := r.dial("scrcpy")
		read(t, control, 65)
		began := time.Now()
		send(t, control, scrcpy.BackOrScreenOn{})
		synctest.Wait()
		if d := time.Since(began); d < 500*time.Millisecond {
			t.Errorf("control was read after %v", d)
		}
		if got, want := phone.Events(), []string{"key 26 down", "key 26 up", "key 4 down"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestBackWakes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.SetAwake(false)
		got, _ := events(t, phone, "power_on=false", scrcpy.BackOrScreenOn{}, scrcpy.BackOrScreenOn{Action: scrcpy.KeyUp})
		if want := []string{"key 26 down", "key 26 up", "key 4 up"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestCleanup: what a session changed is put back, but only with cleanup=true (§2.1).
func TestCleanup(t *testing.T) {
	const changes = "show_touches=true stay_awake=true screen_off_timeout=900 "
	for _, c := range []struct {
		name, args string
		ms         []scrcpy.Message
		want       []string
	}{
		{"settings", changes, nil, []string{"put system show_touches 1", "put global stay_on_while_plugged_in 7", "put system screen_off_timeout 900",
			"put system show_touches 0", "put global stay_on_while_plugged_in 0", "put system screen_off_timeout 60000"}},
		{"no cleanup", changes + "cleanup=false power_off_on_close=true", nil, nil},
		{"panel", "", []scrcpy.Message{scrcpy.SetDisplayPower{}}, []string{"panel off", "panel on"}},
		{"panel without cleanup", "cleanup=false", []scrcpy.Message{scrcpy.SetDisplayPower{}}, []string{"panel off"}},
		{"power off", "power_off_on_close=true", nil, []string{"key 26 down", "key 26 up"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				events(t, phone, c.args, c.ms...)
				if got := phone.Events(); !slices.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		})
	}
}

// TestPanelStaysOff: POWER wakes the panel, and the server switches it off again 200 ms later.
func TestPanelStaysOff(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward+"video=false")
		defer r.end()
		control := r.dial("scrcpy")
		read(t, control, 65)
		send(t, control, scrcpy.SetDisplayPower{}, scrcpy.InjectKey{Action: scrcpy.KeyUp, Code: 224})
		synctest.Wait()
		if got := len(phone.Events()); got != 2 {
			t.Fatalf("%d events at once", got)
		}
		time.Sleep(201 * time.Millisecond)
		synctest.Wait()
		if got, want := phone.Events(), []string{"panel off", "key 224 up", "panel off"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestInjectionDenied: input is lost, the rest works, and the log says so at most every three seconds.
func TestInjectionDenied_DV26(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults { return screend.Faults{InjectDenied: true} }
		key := scrcpy.InjectKey{Code: 3}
		got, log := events(t, phone, "", key, key, touch(scrcpy.TouchDown, 1, 1, 1), scrcpy.InjectText{Text: "a"}, scrcpy.BackOrScreenOn{}, scrcpy.ExpandSettings{})
		if want := []string{"quick settings"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if n := strings.Count(log, "INJECT_EVENTS permission.\n"); n != 1 {
			t.Errorf("told %d times:\n%s", n, log)
		}
	})
}

// TestUHIDDenied_F043: a phone that denies /dev/uhid ends the whole session.
func TestUHIDDenied_F043(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults { return screend.Faults{NoUHID: true} }
		r := start(t, phone, forward+"video=false")
		control := r.dial("scrcpy")
		read(t, control, 65)
		send(t, control, scrcpy.UHIDCreate{ID: 1})
		if got := r.wait(); got != 0 {
			t.Errorf("status %d", got)
		}
		if got := r.stderr.String(); !strings.HasPrefix(got, "[server] ERROR: Controller error\njava.io.IOException: ") {
			t.Errorf("stderr: %s", got)
		}
	})
}

func TestPointerDetails(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		m := touch(scrcpy.TouchMove, scrcpy.PointerMouse, 1, 2)
		m.Pressure, m.Buttons = 0.5, 3
		events(t, phone, "", m, touch(scrcpy.TouchDown, scrcpy.PointerFinger, 1, 2))
		want := []screend.Touch{
			{Action: screend.Move, Mouse: true, At: image.Pt(1, 2), Pressure: 0.5, Buttons: 3},
			{Action: screend.Down, Slot: 1, At: image.Pt(1, 2), Pressure: 1},
		}
		if got := phone.Touches(); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
}

// TestQueueOverflow: 16 device messages wait, the rest are dropped with a warning (§9).
func TestQueueOverflow(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward+"video=false")
		defer r.end()
		control := r.dial("scrcpy")
		read(t, control, 65)
		for i := range 20 {
			send(t, control, scrcpy.SetClipboard{Sequence: uint64(i + 1), Text: fmt.Sprint(i)})
			synctest.Wait()
		}
		if n := strings.Count(r.stderr.String(), "[server] WARN: Device message dropped: 1\n"); n != 3 {
			t.Errorf("%d dropped, want 3: 1 is being written, 16 wait", n)
		}
	})
}

// TestUnknownTypeWithFullQueue: the session ends even while answers wait for a client that does not read.
func TestUnknownTypeWithFullQueue(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(t, screendtest.New(small), forward+"video=false")
		control := r.dial("scrcpy")
		read(t, control, 65)
		send(t, control, scrcpy.SetClipboard{Sequence: 1, Text: "x"})
		synctest.Wait()
		if _, err := control.Write([]byte{99}); err != nil {
			t.Fatal(err)
		}
		if got := r.wait(); got != 0 {
			t.Errorf("status %d", got)
		}
	})
}
