package scrcpy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestClassify_DV26(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]error{
		"[server] INFO: Device: [Sim] sim Sim Phone (Android 14)":                                          nil,
		"[server] ERROR: Injecting input events requires the caller to have the INJECT_EVENTS permission.": ErrInputRefused,
		"[server] ERROR: The server version (3.3.3) does not match the client (3.3.4)":                     ErrVersion,
		"Aborted":                                              ErrAborted,
		"Aborted ":                                             ErrAborted,
		"[server] INFO: Aborted by the app":                    nil,
		"[server] ERROR: Address already in use":               ErrInUse,
		"[server] ERROR: Connection refused":                   ErrTunnel,
		"[server] ERROR: Display 5 not found":                  ErrDisplay,
		"[server] ERROR: Could not create display":             ErrDisplay,
		"[server] ERROR: Video codec x not supported":          ErrOption,
		"[server] ERROR: Video encoder 'x' for h264 not found": ErrEncoder,
		"[server] DEBUG: Using Video encoder 'x'":              nil,
		"[server] ERROR: Capture/encoding error: android.media.MediaCodec$X: Error 1": ErrEncoder,
		"[server] ERROR: Controller error":                                            ErrControl,
		"[server] WARN: Could not inject char u+4f60":                                 ErrUntypable,
		"[server] ERROR: Invalid key=value pair: \"tok\"":                             ErrOption,
		"[server] WARN: Unknown server option: bit_rate":                              nil,
	} {
		if got := classify(line); got != want {
			t.Errorf("%s: got %v, want %v", line, got, want)
		}
	}
}

func TestLogKeepsTheLastLines(t *testing.T) {
	t.Parallel()
	l := newLogs()
	var in strings.Builder
	for i := range 250 {
		fmt.Fprintf(&in, "line %d\r\n", i)
	}
	in.WriteString(strings.Repeat("x", 3*maxLine) + "\n[server] ERROR: Display 5 not found\nlast")
	l.read(strings.NewReader(in.String()))
	got := l.last()
	if len(got) != keptLines || got[0] != "line 53" || got[keptLines-1] != "last" {
		t.Errorf("%d lines, from %q to %q", len(got), got[0], got[len(got)-1])
	}
	if n := len(got[keptLines-3]); n > maxLine {
		t.Errorf("a line of %d bytes", n)
	}
	if l.gone.Err() == nil {
		t.Error("not gone after the end of the output")
	}
	err := l.explain(opStart, errors.New("eof"))
	if err.Kind != ErrDisplay || err.Error() != "start scrcpy server: the display cannot be captured (Display 5 not found)" {
		t.Errorf("got %v", err)
	}
}

func TestExplainIgnoresPassingTrouble(t *testing.T) {
	t.Parallel()
	l := newLogs()
	cause := errors.New("broken pipe")
	l.add("[server] ERROR: Injecting input events requires … INJECT_EVENTS permission.")
	l.add("[server] WARN: Could not inject char u+4f60")
	err := l.explain("scrcpy session", cause)
	if !errors.Is(err, ErrEnded) || !errors.Is(err, cause) || errors.Is(err, ErrInputRefused) {
		t.Errorf("got %v", err)
	}
	if tr, ok := l.trouble(ErrInputRefused); !ok || tr.At.IsZero() {
		t.Errorf("trouble: %+v, %v", tr, ok)
	}
}

func TestCommand(t *testing.T) {
	t.Parallel()
	id := session{id: 0x1a2b3c, forward: true}
	for _, c := range []struct {
		name string
		o    Options
		s    session
		want string // after the version
	}{
		{"default", Options{}, session{id: 0x1a2b3c}, "scid=001a2b3c log_level=info audio=false clipboard_autosync=false power_on=false"},
		{"forward", Options{PowerOn: true}, id, "scid=001a2b3c log_level=info audio=false clipboard_autosync=false tunnel_forward=true"},
		{"all", Options{NoVideo: true, MaxSize: 1280, BitRate: 1e6, MaxFPS: 29.5, Display: 2, CodecOptions: "i-frame-interval=0", Encoder: "c2.x", Extra: []string{"a=b"}}, id,
			"scid=001a2b3c log_level=info audio=false clipboard_autosync=false video=false tunnel_forward=true power_on=false " +
				"max_size=1280 video_bit_rate=1000000 max_fps=29.5 display_id=2 video_codec_options=i-frame-interval=0 video_encoder=c2.x a=b"},
	} {
		got := release333.command(c.o, c.s)
		want := "CLASSPATH=/data/local/tmp/handset-001a2b3c.jar app_process / com.genymobile.scrcpy.Server 3.3.3 " + c.want
		if got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, want)
		}
	}
	if n := len(release333.command(Options{MaxSize: 1920, BitRate: 16000000, MaxFPS: 30}, session{id: 1<<31 - 1, forward: true})); n > 256 {
		t.Errorf("a common command line has %d characters; some phones abort above 256", n)
	}
}

func TestOptionsRefuse(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"blank":         {Encoder: "a b"},
		"shell":         {CodecOptions: "a=$(reboot)"},
		"backslash":     {CodecOptions: `a=1\,2`},
		"extra":         {Extra: []string{"a=b;c"}},
		"without value": {Extra: []string{"a"}},
		"negative":      {MaxSize: -1},
	} {
		if err := o.check(); !errors.Is(err, ErrOption) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (Options{Extra: []string{"crop=1:2:3:4"}, Encoder: "c2.x"}).check(); err != nil {
		t.Error(err)
	}
}

func TestRandomID(t *testing.T) {
	t.Parallel()
	var seen []uint32
	for range 100 {
		id := randomID()
		if id >= 1<<31 || slices.Contains(seen, id) {
			t.Fatalf("id %08x after %x", id, seen)
		}
		seen = append(seen, id)
	}
}
