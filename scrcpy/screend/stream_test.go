package screend_test

import (
	"image"
	"image/color"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/h264"
	"github.com/handset-agent/handset/scrcpy/screend"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

const forward = "tunnel_forward=true audio=false "

var name64 = "53696d2050686f6e65" + strings.Repeat("00", 55)

// session starts a forward session with video and control and reads the preamble.
func session(t *testing.T, phone *screendtest.Phone, args string) (r *run, video, control net.Conn) {
	t.Helper()
	r = start(t, phone, forward+args)
	t.Cleanup(r.end)
	video = r.dial("scrcpy")
	read(t, video, 1)
	control = r.dial("scrcpy")
	read(t, video, 64+12)
	return r, video, control
}

// TestPreamble_DV22 checks the order of §5 byte by byte and the two delays of §13.
func TestPreamble_DV22(t *testing.T) {
	bubble(t, func(t *testing.T) {
		began := time.Now()
		phone := screendtest.New(image.Pt(1080, 2400))
		r := start(t, phone, forward+"scid=001a2b3c")
		defer r.end()
		video := r.dial("scrcpy_001a2b3c")
		if d := time.Since(began); d < 300*time.Millisecond {
			t.Errorf("listens after %v, want 300 ms", d)
		}
		if got := read(t, video, 1); got != "00" {
			t.Errorf("dummy byte is %s", got)
		}
		if !silent(t, video, time.Second) {
			t.Error("the name came before the last socket")
		}
		r.dial("scrcpy_001a2b3c")
		if got := read(t, video, 64); got != name64 {
			t.Errorf("name is %s", got)
		}
		began = time.Now()
		if got, want := read(t, video, 12), "68323634"+"00000438"+"00000960"; got != want {
			t.Errorf("codec meta is %s, want %s", got, want)
		}
		if d := time.Since(began); d < 200*time.Millisecond {
			t.Errorf("codec meta came %v after the name, want 200 ms", d)
		}
		if p := packet(t, video); !p.Config || p.Key || p.PTS != 0 {
			t.Errorf("first packet: config %v, key %v, pts %v", p.Config, p.Key, p.PTS)
		}
		if p := packet(t, video); p.Config || !p.Key || p.PTS < time.Hour {
			t.Errorf("second packet: config %v, key %v, pts %v", p.Config, p.Key, p.PTS)
		}
		if _, err := r.link.DialLocal(t.Context(), "scrcpy_001a2b3c"); err == nil {
			t.Error("still listening after the last socket")
		}
		if r.link.Files() != nil {
			t.Errorf("files left: %v", r.link.Files())
		}
	})
}

// TestStillScreen_F029: one picture, ten repetitions at 100 ms, then silence.
func TestStillScreen_F029(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, _ := session(t, phone, "")
		packet(t, video)
		last := packet(t, video)
		for i := range 10 {
			p := packet(t, video)
			if d := p.PTS - last.PTS; d < 99*time.Millisecond || d > 101*time.Millisecond {
				t.Errorf("repetition %d came after %v", i, d)
			}
			if p.Key || p.Config {
				t.Errorf("repetition %d is a key frame", i)
			}
			last = p
		}
		if !silent(t, video, time.Hour) {
			t.Error("an eleventh repetition")
		}
		phone.Paint(image.Rect(0, 0, 8, 8), color.RGBA{R: 255, A: 255})
		if p := packet(t, video); p.PTS-last.PTS < time.Hour {
			t.Errorf("pts went on by %v in an hour", p.PTS-last.PTS)
		}
	})
}

// TestStillScreenBlocks: after the repetitions nothing runs until the screen changes.
func TestStillScreenBlocks(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, _ := session(t, phone, "")
		for range 12 {
			packet(t, video)
		}
		synctest.Wait()
		before := phone.Looks()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if n := phone.Looks() - before; n != 0 {
			t.Errorf("looked at a still screen %d times in a day", n)
		}
	})
}

func TestResetVideo_F031(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r, video, control := session(t, phone, "")
		var last scrcpy.Packet
		for range 12 {
			last = packet(t, video)
		}
		send(t, control, scrcpy.ResetVideo{})
		if p := packet(t, video); !p.Config {
			t.Error("no configuration after a reset")
		}
		if p := packet(t, video); !p.Key || p.PTS <= last.PTS {
			t.Errorf("after the configuration: key %v, pts %v after %v", p.Key, p.PTS, last.PTS)
		}
		if !strings.Contains(r.stdout.String(), "[server] INFO: Video capture reset\n") {
			t.Errorf("log: %s", r.stdout.String())
		}
	})
}

// TestRotation_DV27_F037: a new configuration with the new size and a key frame, but no new codec meta.
func TestRotation_DV27_F037(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, control := session(t, phone, "")
		if size := configSize(t, packet(t, video)); size != small {
			t.Errorf("size is %v", size)
		}
		last := packet(t, video)
		send(t, control, scrcpy.RotateDevice{})
		p := packet(t, video)
		if size := configSize(t, p); size != image.Pt(96, 64) {
			t.Errorf("size after the turn is %v", size)
		}
		if p := packet(t, video); !p.Key || p.PTS <= last.PTS {
			t.Errorf("after the turn: key %v, pts %v after %v", p.Key, p.PTS, last.PTS)
		}
	})
}

func configSize(t *testing.T, p scrcpy.Packet) image.Point {
	t.Helper()
	var sets h264.Sets
	if !p.Config {
		t.Fatal("not a configuration")
	}
	if err := sets.Read(p.Data); err != nil {
		t.Fatal(err)
	}
	return sets.SPS().Size
}

// TestHalfTurn: the size stays, so nothing restarts.
func TestHalfTurn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, _ := session(t, phone, "")
		packet(t, video)
		packet(t, video)
		phone.Turn(2, color.RGBA{B: 200, A: 255})
		if p := packet(t, video); p.Config {
			t.Error("the encoder restarted")
		}
	})
}

func TestMaxSizeAndKeyInterval(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, _ := session(t, phone, "max_size=50 video_codec_options=i-frame-interval=0")
		if size := configSize(t, packet(t, video)); size != image.Pt(32, 48) {
			t.Errorf("size is %v, want 32×48", size)
		}
		for i := range 3 {
			if p := packet(t, video); !p.Key || p.Config {
				t.Errorf("packet %d: key %v, config %v", i, p.Key, p.Config)
			}
		}
	})
}

func TestMaxFPS(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, _ := session(t, phone, "max_fps=5")
		packet(t, video)
		last := packet(t, video)
		for i := range 5 {
			phone.Paint(image.Rect(0, 0, 8, 8), color.RGBA{R: uint8(40 * (i + 1)), A: 255})
			p := packet(t, video)
			if d := p.PTS - last.PTS; d < 199*time.Millisecond {
				t.Errorf("picture %d came after %v", i, d)
			}
			last = p
		}
	})
}

// TestAsleep_F034: while the screen is off nothing comes; on waking a picture does.
func TestAsleep_F034(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, video, _ := session(t, phone, "")
		packet(t, video)
		packet(t, video)
		phone.SetAwake(false)
		phone.Paint(image.Rect(0, 0, 8, 8), color.RGBA{R: 255, A: 255})
		if !silent(t, video, time.Hour) {
			t.Error("a packet while the screen is off")
		}
		phone.SetAwake(true)
		packet(t, video)
	})
}

// TestSecure_F035: the picture of a secure window is the picture of a black screen.
func TestSecure_F035(t *testing.T) {
	bubble(t, func(t *testing.T) {
		black := screendtest.New(small)
		black.Paint(image.Rectangle{Max: small}, color.RGBA{A: 255})
		_, video, _ := session(t, black, "")
		packet(t, video)
		want := string(packet(t, video).Data)

		phone := screendtest.New(small)
		phone.SetSecure(true)
		_, video, control := session(t, phone, "")
		packet(t, video)
		if got := packet(t, video); string(got.Data) != want {
			t.Error("the first picture is not black")
		}
		phone.SetSecure(false)
		send(t, control, scrcpy.ResetVideo{})
		for p := packet(t, video); !p.Config; p = packet(t, video) {
		}
		if got := packet(t, video); string(got.Data) == want {
			t.Error("still black after the window closed")
		}
	})
}

func TestRawStream(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward+"control=false raw_stream=true")
		defer r.end()
		video := r.dial("scrcpy")
		if got := read(t, video, 5); got[:8] != "00000001" || got[8:] != "67" {
			t.Errorf("the stream begins with %s, want a start code and an SPS", got)
		}
	})
}

// TestSlowClient: a client that does not read holds up nobody but itself.
func TestSlowClient(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		_, _, control := session(t, phone, "")
		for i := range 100 {
			phone.Paint(image.Rect(i%8, 0, 64, 96), color.RGBA{R: uint8(i), A: 255})
		}
		send(t, control, scrcpy.ExpandNotifications{})
		synctest.Wait()
		if got := phone.Events(); len(got) != 1 {
			t.Errorf("events: %v", got)
		}
	})
}

func TestTamper(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults {
			return screend.Faults{Tamper: func(p *screend.Tampering) {
				p.Drop = p.N == 1
				if p.N == 2 {
					p.Packet.Data = []byte{1, 2, 3}
				}
			}}
		}
		_, video, _ := session(t, phone, "")
		if p := packet(t, video); !p.Config {
			t.Error("the configuration is missing")
		}
		if p := packet(t, video); string(p.Data) != "\x01\x02\x03" {
			t.Errorf("got %x", p.Data)
		}
	})
}
