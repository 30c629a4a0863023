package screend_test

import (
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// TestTooOld_F039: what a release of Android lacks is refused before anything is opened.
func TestTooOld_F039(t *testing.T) {
	for _, c := range []struct{ args, release, stderr string }{
		{"video_source=camera", "11", "[server] ERROR: Camera mirroring is not supported before Android 12\n"},
		{"new_display=", "9", "[server] ERROR: New virtual display is not supported before Android 10\n"},
	} {
		t.Run(c.args, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				phone.Release = c.release
				r := start(t, phone, c.args)
				if got := r.wait(); got != 0 || r.stderr.String() != c.stderr {
					t.Errorf("status %d, stderr %q", got, r.stderr.String())
				}
			})
		})
	}
}

var cams = []screend.Camera{
	{ID: "0", Facing: "back", Array: image.Pt(4080, 3072), FPS: []int{15, 24, 30}, Sizes: []image.Point{{X: 160, Y: 120}, {X: 192, Y: 108}, {X: 64, Y: 48}}},
	{ID: "1", Facing: "front", Array: image.Pt(3000, 3000), FPS: []int{30}, Sizes: []image.Point{{X: 80, Y: 80}}},
}

func TestCameraLists(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"list_cameras=true", "    --camera-id=0    (back, 4080x3072, fps=[15, 24, 30])\n    --camera-id=1    (front, 3000x3000, fps=[30])\n"},
		{"list_camera_sizes=true", "    --camera-id=0    (back, 4080x3072, fps=[15, 24, 30])\n        - 160x120\n        - 192x108\n        - 64x48\n    --camera-id=1    (front, 3000x3000, fps=[30])\n        - 80x80\n"},
	} {
		bubbleRun(t, c.args, func(t *testing.T) {
			phone := screendtest.New(small)
			phone.Cams = cams
			r := start(t, phone, c.args)
			r.wait()
			if got, want := r.stdout.String(), deviceLine+"[server] INFO: List of cameras:\n"+c.want; got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}

func bubbleRun(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { bubble(t, f) })
}

// TestCamera: the size follows the options, and the picture moves by itself.
func TestCamera(t *testing.T) {
	for _, c := range []struct{ args, size, log string }{
		{"", "192x112", "Using camera '0'"},
		{"camera_ar=sensor", "160x120", "Using camera '0'"},
		{"camera_facing=front", "80x80", "Using camera '1'"},
		{"max_size=160", "160x120", "Using camera '0'"},
		{"camera_size=96x64 camera_fps=10", "96x64", "Using camera '0'"},
	} {
		bubbleRun(t, c.args, func(t *testing.T) {
			phone := screendtest.New(small)
			phone.Cams = cams
			r := start(t, phone, forward+"video_source=camera control=false "+c.args)
			video := r.dial("scrcpy")
			read(t, video, 1+64)
			meta, err := hex.DecodeString(read(t, video, 12))
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%dx%d", int(meta[6])<<8|int(meta[7]), int(meta[10])<<8|int(meta[11])); got != c.size {
				t.Errorf("size %s, want %s", got, c.size)
			}
			packet(t, video)
			begin := time.Now()
			for range 10 {
				packet(t, video)
			}
			if took := time.Since(begin); took > 1200*time.Millisecond {
				t.Errorf("ten pictures took %v", took)
			}
			if !strings.Contains(r.stdout.String(), c.log) {
				t.Errorf("log %q", r.stdout.String())
			}
			r.end()
		})
	}
}

func TestCameraRefused_F039(t *testing.T) {
	for _, c := range []struct{ args, stderr string }{
		{"camera_id=5", "[server] ERROR: Camera with id 5 not found\nList of cameras:\n    --camera-id=0    (back, "},
		{"camera_high_speed=true", "[server] ERROR: Video encoding error\njava.io.IOException: Could not select camera size\n"},
		{"camera_size=5", "[server] ERROR: Invalid size format (expected <width>x<height>): \"5\"\n"},
	} {
		bubbleRun(t, c.args, func(t *testing.T) {
			phone := screendtest.New(small)
			phone.Cams = cams
			r := start(t, phone, forward+"video_source=camera control=false "+c.args)
			if !strings.Contains(c.args, "=5") || strings.Contains(c.args, "id") {
				read(t, r.dial("scrcpy"), 1+64)
			}
			r.wait()
			if got := r.stderr.String(); !strings.HasPrefix(got, c.stderr) {
				t.Errorf("stderr %q", got)
			}
		})
	}
}

// TestNewDisplay: nothing is drawn until an app is on it; then it is what is shown and touched.
func TestNewDisplay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward+"new_display=128x64/240 max_size=64")
		video := r.dial("scrcpy")
		read(t, video, 1)
		control := r.dial("scrcpy")
		read(t, video, 64)
		if got := read(t, video, 12); got != "683236340000004000000020" {
			t.Errorf("meta %s", got)
		}
		if !silent(t, video, 2*time.Second) {
			t.Error("an empty display gives pictures")
		}
		send(t, control, scrcpy.StartApp{Name: "org.mozilla.firefox"})
		time.Sleep(time.Second)
		phone.Made.Paint(image.Rect(0, 0, 9, 9), color.RGBA{R: 255, A: 255})
		packet(t, video)
		send(t, control, scrcpy.InjectTouch{Pointer: 1, Position: scrcpy.Position{At: image.Pt(32, 16), On: image.Pt(64, 32)}, Pressure: 1})
		time.Sleep(time.Second)
		touches := phone.Made.Touches()
		if len(touches) != 1 || touches[0].At != image.Pt(64, 32) || len(phone.Touches()) != 0 {
			t.Errorf("touches %v, on the phone %v", touches, phone.Touches())
		}
		for _, want := range []string{"New display: 128x64/240 (id=7)\n", "Starting app \"Firefox\" [org.mozilla.firefox] on display 7...\n"} {
			if !strings.Contains(r.stdout.String(), want) {
				t.Errorf("log %q lacks %q", r.stdout.String(), want)
			}
		}
		control.Close()
		r.wait()
		if e := phone.Made.Events(); !slices.Contains(e, "closed") {
			t.Errorf("the display stays: %q", e)
		}
	})
}

// TestOtherCodecs: a phone that has the encoder sends the codec's stream, with its headers in a packet of their own, and begins
// again when it is asked to.
func TestOtherCodecs(t *testing.T) {
	for codec, id := range map[string]string{"h265": "68323635", "av1": "00617631"} {
		bubbleRun(t, codec, func(t *testing.T) {
			phone := screendtest.New(small)
			phone.Server.Encoders = append(screend.StockEncoders(), screend.Encoder{Codec: codec, Name: "c2.android.x.encoder", Kind: "sw"})
			r := start(t, phone, forward+"video_codec="+codec)
			video := r.dial("scrcpy")
			read(t, video, 1)
			control := r.dial("scrcpy")
			read(t, video, 64)
			if got := read(t, video, 12); got != id+"0000014000000280" {
				t.Errorf("meta %s", got)
			}
			first, second := packet(t, video), packet(t, video)
			if !first.Config || len(first.Data) == 0 || second.Config || !second.Key {
				t.Errorf("first packets %t %d, %t %t", first.Config, len(first.Data), second.Config, second.Key)
			}
			last := second.PTS
			for range 40 {
				p := packet(t, video)
				if !p.Config && p.PTS <= last {
					t.Fatalf("time %v after %v", p.PTS, last)
				}
				last = max(last, p.PTS)
			}
			send(t, control, scrcpy.ResetVideo{})
			again := false
			for range 5 {
				again = again || packet(t, video).Config
			}
			if !again {
				t.Error("no headers after a reset")
			}
			control.Close()
			r.wait()
		})
	}
}
