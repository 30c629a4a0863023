package scrcpy

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Options say how to start a session. The zero value mirrors and controls display 0 at full size over a reverse
// tunnel, with the embedded server.
type Options struct {
	// ServerFile is a file to use instead of the embedded server: the user's HANDSET_SCRCPY_SERVER.
	ServerFile string
	// Server is the content of the server file, used as it is, unchecked, when not nil.
	Server []byte

	NoVideo      bool    // control only: positions are then device pixels of the current orientation
	MaxSize      int     // limit of the larger side, 0 for none; the server clears its low three bits
	BitRate      int     // bits per second, 0 for the server's 8 million
	MaxFPS       float64 // 0 for no limit
	CodecOptions string  // "key[:type]=value,…" for MediaCodec
	Encoder      string  // a MediaCodec name, "" for the phone's choice
	Display      int
	// NewDisplay makes a display of its own and mirrors that: "WIDTHxHEIGHT", "WIDTHxHEIGHT/DENSITY", or "main" for the size of the phone's
	// own display. It needs Android 10.
	NewDisplay string
	// Camera shows a camera, by its id or by "front", "back" or "external", in place of a display. It needs Android 12.
	Camera string
	// Audio is the codec of the sound to send too, Opus or Raw, "" for none. It needs Android 11.
	Audio string
	// PowerOn wakes the phone at the start if its screen is off; the server then reads no control message for
	// 500 ms. The default leaves the phone as it is.
	PowerOn bool
	// Extra are further options of the server as "key=value"; the last of equal keys wins.
	Extra []string

	// Forward skips the reverse tunnel. Otherwise forward is tried after reverse has failed.
	Forward bool
	Limits  Limits
}

// Limits bound the waits. A zero field means the default in its comment.
type Limits struct {
	Push    time.Duration // pushing and checking the server file: 30 s
	Connect time.Duration // from running the server to its sockets: 10 s
	Name    time.Duration // from the last socket to the phone's name: 1 s
	Meta    time.Duration // from there to the video codec meta: 5 s
	First   time.Duration // from there to asking once for a video reset if no packet came: 5 s
	Ack     time.Duration // for an answer to a clipboard message: 2 s
	Write   time.Duration // for one control message to leave: 2 s
	Exit    time.Duration // from hanging up the sockets to the server's end: 1 s
	Tidy    time.Duration // for removing what is left on the phone: 3 s
	Retry   time.Duration // between tries to connect in forward mode: 100 ms
}

func (l Limits) filled() Limits {
	set := func(d *time.Duration, def time.Duration) {
		if *d == 0 {
			*d = def
		}
	}
	set(&l.Push, 30*time.Second)
	set(&l.Connect, 10*time.Second)
	set(&l.Name, time.Second)
	set(&l.Meta, 5*time.Second)
	set(&l.First, 5*time.Second)
	set(&l.Ack, 2*time.Second)
	set(&l.Write, 2*time.Second)
	set(&l.Exit, time.Second)
	set(&l.Tidy, 3*time.Second)
	set(&l.Retry, 100*time.Millisecond)
	return l
}

// jar returns the content of the server file.
func (o Options) jar() ([]byte, error) {
	if o.Server != nil {
		return o.Server, nil
	}
	return Server(o.ServerFile)
}

// shellSpecial are characters that the phone's shell would not pass on as they are.
const shellSpecial = " ;'\"*$?&`#\\|<>[]{}()!~\r\n\t\x00"

func (o Options) check() error {
	for _, v := range append([]string{o.CodecOptions, o.Encoder, o.NewDisplay, o.Camera}, o.Extra...) {
		if i := strings.IndexAny(v, shellSpecial); i >= 0 {
			return fmt.Errorf("scrcpy option %q: %w: character %q", v, ErrOption, v[i])
		}
	}
	for _, v := range o.Extra {
		if !strings.Contains(v, "=") {
			return fmt.Errorf("scrcpy option %q: %w: want key=value", v, ErrOption)
		}
	}
	if o.Audio != "" && o.Audio != Opus && o.Audio != Raw {
		return fmt.Errorf("scrcpy option: %w: audio codec %q", ErrOption, o.Audio)
	}
	if o.NewDisplay != "" && (o.Camera != "" || o.Display != 0) || o.Camera != "" && o.Display != 0 {
		return fmt.Errorf("scrcpy options: %w: a session shows one thing: a display, a new one or a camera", ErrOption)
	}
	if o.MaxSize < 0 || o.BitRate < 0 || o.MaxFPS < 0 || o.Display < 0 {
		return fmt.Errorf("scrcpy options: %w: negative number", ErrOption)
	}
	return nil
}

// session is what one run of the server is told besides the options.
type session struct {
	id      uint32 // 31 bits, names the socket and the file
	forward bool
}

func (s session) socket() string { return fmt.Sprintf("scrcpy_%08x", s.id) }

// file is a name of its own for each session: the clean-up of one cannot delete the server of another, and a leftover
// of another user cannot be in the way.
func (s session) file() string { return fmt.Sprintf("/data/local/tmp/handset-%08x.jar", s.id) }

// command is the line for the phone's shell. Some builds of app_process abort above about 256 characters, so only
// what differs from the server's defaults is said.
func (d dialect) command(o Options, s session) string {
	return "CLASSPATH=" + s.file() + " app_process / com.genymobile.scrcpy.Server " + d.version + " " +
		strings.Join(d.options(o, s), " ")
}

// options333 are the options of release 3.3.3.
//
// cleanup stays on, which is the server's default: the helper process deletes the server file at once and restores the
// panel however the session ends, a pulled cable included. Its price is a push before each start. clipboard_autosync
// is off because with it the server never answers GetClipboard.
func options333(o Options, s session) []string {
	out := []string{fmt.Sprintf("scid=%08x", s.id), "log_level=info"}
	add := func(cond bool, format string, v any) {
		if cond {
			out = append(out, fmt.Sprintf(format, v))
		}
	}
	add(o.Audio == "", "audio=%v", false)
	add(true, "%s", "clipboard_autosync=false")
	add(o.Audio != "" && o.Audio != Opus, "audio_codec=%s", o.Audio)
	add(o.NoVideo, "video=%v", false)
	add(s.forward, "tunnel_forward=%v", true)
	add(!o.PowerOn, "power_on=%v", false)
	add(o.MaxSize > 0, "max_size=%d", o.MaxSize)
	add(o.BitRate > 0, "video_bit_rate=%d", o.BitRate)
	add(o.MaxFPS > 0, "max_fps=%s", strconv.FormatFloat(o.MaxFPS, 'f', -1, 64))
	add(o.Display > 0, "display_id=%d", o.Display)
	newDisplay := o.NewDisplay
	if newDisplay == "main" {
		newDisplay = ""
	}
	add(o.NewDisplay != "", "new_display=%s", newDisplay)
	add(o.Camera != "", "video_source=%s", "camera")
	switch o.Camera {
	case "front", "back", "external":
		add(true, "camera_facing=%s", o.Camera)
	default:
		add(o.Camera != "", "camera_id=%s", o.Camera)
	}
	add(o.CodecOptions != "", "video_codec_options=%s", o.CodecOptions)
	add(o.Encoder != "", "video_encoder=%s", o.Encoder)
	return append(out, o.Extra...)
}
