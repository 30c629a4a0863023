package screend_test

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// TestOpus: the head in a packet of its own, then 50 packets a second whose times tell that.
func TestOpus(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(t, screendtest.New(small), "tunnel_forward=true video=false")
		audio := r.dial("scrcpy")
		read(t, audio, 1)
		control := r.dial("scrcpy")
		read(t, audio, 64)
		if got := read(t, audio, 4); got != hex.EncodeToString([]byte("opus")) {
			t.Fatalf("codec %s", got)
		}
		head := packet(t, audio)
		if !head.Config || len(head.Data) != 19 || !strings.HasPrefix(string(head.Data), "OpusHead") || head.Data[9] != 2 {
			t.Errorf("head %+v", head)
		}
		begin := time.Now()
		first := packet(t, audio)
		for n := 1; n <= 100; n++ {
			p := packet(t, audio)
			if p.Config || len(p.Data) == 0 || p.PTS-first.PTS != time.Duration(n)*20*time.Millisecond {
				t.Fatalf("packet %d: %v after the first, %d bytes", n, p.PTS-first.PTS, len(p.Data))
			}
		}
		if took := time.Since(begin); took != 2*time.Second {
			t.Errorf("100 packets took %v", took)
		}
		control.Close()
		r.wait()
	})
}

// TestRawSound: samples of a tone, no head.
func TestRawSound(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r := start(t, screendtest.New(small), "tunnel_forward=true video=false audio_codec=raw")
		audio := r.dial("scrcpy")
		read(t, audio, 1)
		control := r.dial("scrcpy")
		read(t, audio, 64)
		if got := read(t, audio, 4); got != "00726177" {
			t.Fatalf("codec %s", got)
		}
		rising, last := 0, int16(0)
		for n := range 47 { // 47 × 1024 samples: 1.0027 s
			p := packet(t, audio)
			if p.Config || len(p.Data) != 4096 {
				t.Fatalf("packet %d: %d bytes", n, len(p.Data))
			}
			for i := 0; i < len(p.Data); i += 4 {
				v := int16(binary.LittleEndian.Uint16(p.Data[i:]))
				if last < 0 && v >= 0 {
					rising++
				}
				last = v
			}
		}
		if rising < 439 || rising > 442 {
			t.Errorf("%d periods in a second", rising)
		}
		control.Close()
		r.wait()
	})
}

// TestAudioRefused_F039: a codec without an encoder ends the session, a source that the release lacks does not.
func TestAudioRefused_F039(t *testing.T) {
	for _, c := range []struct{ args, release, id, stderr string }{
		{"audio_codec=aac", "14", "00000001", "[server] ERROR: Could not create default audio encoder for aac\nList of audio encoders:\n    --audio-codec=opus "},
		{"audio_codec=flac", "14", "00000001", "[server] ERROR: Could not create default audio encoder for flac\n"},
		{"audio_source=playback", "12", "00000000", "[server] WARN: Audio disabled: audio playback capture source not supported before Android 13\n"},
		{"", "10", "00000000", "[server] WARN: Audio disabled: it is not supported before Android 11\n"},
	} {
		t.Run(c.args+" "+c.release, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				phone := screendtest.New(small)
				phone.Release = c.release
				r := start(t, phone, "tunnel_forward=true video=false "+c.args)
				audio := r.dial("scrcpy")
				read(t, audio, 1)
				control := r.dial("scrcpy")
				read(t, audio, 64)
				if got := read(t, audio, 4); got != c.id {
					t.Errorf("audio says %s", got)
				}
				if c.id == "00000000" {
					send(t, control, scrcpy.ExpandSettings{})
					control.Close()
				}
				r.wait()
				if got := r.stderr.String(); !strings.HasPrefix(got, c.stderr) {
					t.Errorf("stderr %q", got)
				}
			})
		})
	}
}
