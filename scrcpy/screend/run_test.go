package screend_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

const deviceLine = "[server] INFO: Device: [Sim] sim Sim Phone (Android 14)\n"

// TestExits holds the exit statuses and texts of §11.3 for runs that no client takes part in.
func TestExits_F039(t *testing.T) {
	for _, c := range []struct {
		name, args     string
		status         int
		stdout, stderr string // beginnings
	}{
		{"bad option", "tok", 1, "", "[server] ERROR: Invalid key=value pair: \"tok\"\njava.lang.IllegalArgumentException: Invalid key=value pair: \"tok\"\n\tat "},
		{"unknown option", "bit_rate=1 list_displays=true", 0, deviceLine, "[server] WARN: Unknown server option: bit_rate\n"},
		{"nobody listens", "", 1, deviceLine, "[server] ERROR: Connection refused\njava.io.IOException: Connection refused\n\tat "},
		{"nothing to do", "video=false audio=false control=false", 1, deviceLine, "[server] ERROR: \njava.lang.NullPointerException\n\tat "},
		{"displays", "list_displays=true", 0, deviceLine + "[server] INFO: List of displays:\n    --display-id=0    (64x96)\n", ""},
		{"cameras", "list_cameras=true", 0, deviceLine + "[server] INFO: List of cameras:\n    (none)\n", ""},
		{"quiet", "list_cameras=true log_level=warn", 0, "", ""},
		{"encoders", "list_encoders=true", 0, deviceLine + `[server] INFO: List of video encoders:
    --video-codec=h264 --video-encoder=c2.qti.avc.encoder             (hw) [vendor]
    --video-codec=h264 --video-encoder=c2.android.avc.encoder         (sw)
[server] INFO: List of audio encoders:
    --audio-codec=opus --audio-encoder=c2.android.opus.encoder        (sw) (alias for x)
`, ""},
		{"apps", "list_apps=true", 0, deviceLine + `[server] INFO: Processing Android apps... (this may take some time)
[server] INFO: List of apps:
 * Files                          com.android.documentsui
 * Settings                       com.android.settings
 - Firefox                        org.mozilla.firefox
`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				phone.Server.Encoders = []screend.Encoder{
					{Codec: "h264", Name: "c2.qti.avc.encoder", Kind: "hw", Vendor: true},
					{Codec: "opus", Name: "c2.android.opus.encoder", Kind: "sw", AliasFor: "x"},
					{Codec: "h264", Name: "c2.android.avc.encoder", Kind: "sw"},
				}
				r := start(t, phone, c.args)
				if got := r.wait(); got != c.status {
					t.Errorf("status %d, want %d", got, c.status)
				}
				if got := r.stdout.String(); !strings.HasPrefix(got, c.stdout) || c.stdout == "" && got != "" {
					t.Errorf("stdout:\n%s\nwant:\n%s", got, c.stdout)
				}
				if got := r.stderr.String(); !strings.HasPrefix(got, c.stderr) || c.stderr == "" && got != "" {
					t.Errorf("stderr:\n%s\nwant:\n%s", got, c.stderr)
				}
			})
		})
	}
}

// TestFailsAfterName holds the failures that end the stream right after the name, with status 0.
func TestFailsAfterName(t *testing.T) {
	for _, c := range []struct{ name, args, stderr string }{
		{"encoder", "video_encoder=c2.none", "[server] ERROR: Video encoder 'c2.none' for h264 not found\nList of video encoders:\n    --video-codec=h264 "},
		{"codec", "video_codec=h265", "[server] ERROR: Could not create default video encoder for h265\nList of video encoders:\n"},
		{"display", "display_id=5", "[server] ERROR: Display 5 not found\nList of displays:\n    --display-id=0    (64x96)\n"},
		{"crop", "crop=100:100:0:0", "[server] ERROR: Exception on thread Thread[video,5,main]\njava.lang.IllegalArgumentException: Crop Rect(0, 0 - 100, 100) exceeds the input area (64x96)\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				r := start(t, phone, forward+c.args)
				video := r.dial("scrcpy")
				read(t, video, 1)
				r.dial("scrcpy")
				if got := read(t, video, 64); got != name64 {
					t.Errorf("name: %s", got)
				}
				if _, err := video.Read(make([]byte, 1)); err == nil {
					t.Error("the stream went on after the name")
				}
				if got := r.wait(); got != 0 {
					t.Errorf("status %d", got)
				}
				if got := r.stderr.String(); !strings.HasPrefix(got, c.stderr) {
					t.Errorf("stderr:\n%s\nwant:\n%s", got, c.stderr)
				}
			})
		})
	}
}

func TestVersionMismatch_F039(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := &run{t: t, phone: phone, link: phone.Link()}
		r.push()
		if got := phone.Server.Run(t.Context(), []string{"2.0"}, jar, &r.stdout, &r.stderr); got != 1 {
			t.Errorf("status %d", got)
		}
		if got, want := r.stderr.String(), "[server] ERROR: The server version (3.3.3) does not match the client (2.0)\n"; !strings.HasPrefix(got, want) {
			t.Errorf("stderr: %s", got)
		}
		if r.link.Files() == nil {
			t.Error("the jar was deleted before the options were understood")
		}
	})
}

// TestAborts: without its file, or with a long command on some builds, app_process aborts.
func TestAborts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := &run{t: t, phone: phone, link: phone.Link()}
		if got := phone.Server.Run(t.Context(), []string{"3.3.3"}, jar, &r.stdout, &r.stderr); got != 134 {
			t.Errorf("status %d", got)
		}
		phone.Server.Faults = func() screend.Faults { return screend.Faults{CommandLimit: 256} }
		r.push()
		args := []string{"3.3.3", "video_encoder=" + strings.Repeat("x", 256)}
		if got := phone.Server.Run(t.Context(), args, jar, &r.stdout, &r.stderr); got != 134 {
			t.Errorf("status %d with a long command", got)
		}
		if got := r.stderr.String(); got != "Aborted\nAborted\n" {
			t.Errorf("stderr: %q", got)
		}
	})
}

// TestJar: the file is gone after a run with cleanup and stays without.
func TestJar(t *testing.T) {
	for args, left := range map[string]bool{"list_displays=true": false, "list_displays=true cleanup=false": true, "cleanup=false": true, "": false} {
		t.Run(args, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				r := start(t, screendtest.New(small), args)
				r.wait()
				if got := r.link.Files() != nil; got != left {
					t.Errorf("left: %v, want %v", got, left)
				}
			})
		})
	}
}

func TestNameInUse(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward)
		defer r.end()
		r.dial("scrcpy") // one of two: the server goes on listening
		r2 := start(t, phone, forward)
		if got := r2.wait(); got != 1 {
			t.Errorf("status %d", got)
		}
		if got, want := r2.stderr.String(), "[server] ERROR: Address already in use\n"; !strings.HasPrefix(got, want) {
			t.Errorf("stderr: %s", got)
		}
	})
}

// TestMissingSockets: the server waits in accept for sockets that never come, until it is killed.
func TestMissingSockets(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		r := start(t, phone, forward)
		video := r.dial("scrcpy")
		read(t, video, 1)
		if !silent(t, video, 24*time.Hour) {
			t.Error("the server went on with a socket missing")
		}
		r.kill()
		if got := r.wait(); got != 129 {
			t.Errorf("status %d", got)
		}
	})
}

// TestNoAudio: the audio socket tells that there is no audio; the session goes on, or not after a configuration error.
func TestNoAudio(t *testing.T) {
	for _, broken := range []bool{false, true} {
		t.Run(map[bool]string{false: "disabled", true: "broken"}[broken], func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				phone.Server.Faults = func() screend.Faults { return screend.Faults{AudioBroken: broken} }
				phone.Release = "10"
				r := start(t, phone, "tunnel_forward=true video=false")
				audio := r.dial("scrcpy")
				read(t, audio, 1)
				control := r.dial("scrcpy")
				read(t, audio, 64)
				if got, want := read(t, audio, 4), map[bool]string{false: "00000000", true: "00000001"}[broken]; got != want {
					t.Errorf("audio says %s, want %s", got, want)
				}
				if !broken {
					send(t, control, scrcpy.ExpandSettings{})
					control.Close()
				}
				if got := r.wait(); got != 0 {
					t.Errorf("status %d", got)
				}
			})
		})
	}
}

// TestDownsizing_F038: the encoder refuses large pictures; the codec meta keeps the size of the first try.
func TestDownsizing_F038(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small.Mul(12)) // 768×1152
		phone.Server.Faults = func() screend.Faults { return screend.Faults{EncoderMaxSide: 900} }
		r := start(t, phone, forward)
		defer r.end()
		video := r.dial("scrcpy")
		read(t, video, 1)
		control := r.dial("scrcpy")
		read(t, video, 64)
		if got, want := read(t, video, 12), "68323634"+"00000300"+"00000480"; got != want {
			t.Errorf("codec meta %s, want %s", got, want)
		}
		if got, want := configSize(t, packet(t, video)).String(), "(536,800)"; got != want {
			t.Errorf("size %s, want %s", got, want)
		}
		packet(t, video)
		for _, want := range []string{"Retrying with -m1024...\n", "Retrying with -m800...\n"} {
			if !strings.Contains(r.stdout.String(), "[server] INFO: "+want) {
				t.Errorf("stdout: %s\nwant: %s", r.stdout.String(), want)
			}
		}
		if n := strings.Count(r.stderr.String(), "[server] ERROR: Capture/encoding error: android.media.MediaCodec$CodecException: Error 0xfffffc0e\n"); n != 2 {
			t.Errorf("stderr: %s", r.stderr.String())
		}
		old := touch(scrcpy.TouchDown, 1, 5, 5)
		old.Position.On = small.Mul(12)
		now := old
		now.Position.On.X, now.Position.On.Y = 536, 800
		send(t, control, old, now, scrcpy.ExpandSettings{}, scrcpy.ExpandSettings{})
		if got := phone.Touches(); len(got) != 1 {
			t.Errorf("touches: %+v", got)
		}
	})
}

func TestEncoderFailure(t *testing.T) {
	for _, c := range []struct {
		name, args string
		after      int // the encoder breaks after so many packets
		errors     int
	}{
		{"before the first picture", "", 0, 7}, // 2712, 2560, 1920, 1600, 1280, 1024, 800
		{"without downsizing", "downsize_on_error=false", 0, 1},
		{"after the first picture", "", 2, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				if c.after == 0 {
					phone = screendtest.New(image.Pt(64, 2712))
				}
				broken := make(chan struct{})
				phone.Server.Faults = func() screend.Faults {
					select {
					case <-broken:
						return screend.Faults{EncoderBroken: true}
					default:
						return screend.Faults{}
					}
				}
				if c.after == 0 {
					close(broken)
				}
				r, video, _ := session(t, phone, c.args)
				for range c.after {
					packet(t, video)
				}
				if c.after > 0 {
					close(broken)
				}
				if got := r.wait(); got != 0 {
					t.Errorf("status %d", got)
				}
				if n := strings.Count(r.stderr.String(), "Capture/encoding error"); n != c.errors {
					t.Errorf("%d errors, want %d:\n%s", n, c.errors, r.stderr.String())
				}
			})
		})
	}
}

// TestNoFirstFrame_F030: some phones show nothing until they are reset.
func TestNoFirstFrame_F030(t *testing.T) {
	bubble(t, func(t *testing.T) {
		phone := screendtest.New(small)
		phone.Server.Faults = func() screend.Faults { return screend.Faults{NoFirstFrame: true} }
		_, video, control := session(t, phone, "")
		if !silent(t, video, time.Hour) {
			t.Fatal("a packet came")
		}
		send(t, control, scrcpy.ResetVideo{})
		if p := packet(t, video); !p.Config {
			t.Error("no configuration after the reset")
		}
		if p := packet(t, video); !p.Key {
			t.Error("no key frame after the reset")
		}
	})
}
