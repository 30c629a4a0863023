package screend

import (
	"image"
	"math"
	"strconv"
	"strings"
)

// options are the arguments of one run (§3).
type options struct {
	scid     int // −1: none
	logLevel level

	video, audio, control  bool
	videoCodec, audioCodec string
	audioSource            string
	audioDup               bool
	videoSource            string
	videoEncoder           string
	maxSize                int
	maxFPS                 float64
	keyInterval            float64 // seconds of 60 pictures each
	crop                   *image.Rectangle
	displayID              int
	orientation            orientation
	newDisplay             newDisplayChoice
	camera                 cameraChoice
	downsizeOnError        bool

	forward                                           bool
	sendName, sendFrameMeta, sendDummy, sendCodecMeta bool

	showTouches, stayAwake, powerOffOnClose bool
	screenOffTimeout                        int
	autosync, cleanup, powerOn              bool

	listEncoders, listDisplays, listCameras, listCameraSizes, listApps bool
}

func defaultOptions() options {
	return options{
		scid: -1, logLevel: debug,
		video: true, audio: true, control: true,
		videoCodec: "h264", audioCodec: "opus", audioSource: "output", videoSource: "display", keyInterval: 10, downsizeOnError: true,
		sendName: true, sendFrameMeta: true, sendDummy: true, sendCodecMeta: true,
		screenOffTimeout: -1, autosync: true, cleanup: true, powerOn: true,
	}
}

func (o *options) lists() bool {
	return o.listEncoders || o.listDisplays || o.listCameras || o.listCameraSizes || o.listApps
}

func wrongVersion(server, client string) *javaError {
	return illegalArgument("The server version (%s) does not match the client (%s)", server, client)
}

// parseOptions reads the words after the class name. Unknown keys are passed to unknown. Errors are *javaError.
func parseOptions(args []string, unknown func(key string)) (options, error) {
	o := defaultOptions()
	if len(args) == 0 {
		return o, illegalArgument("Missing client version")
	}
	if args[0] != Version {
		return o, wrongVersion(Version, args[0])
	}
	for _, arg := range args[1:] {
		key, value, ok := strings.Cut(arg, "=")
		if !ok {
			return o, illegalArgument("Invalid key=value pair: \"%s\"", arg)
		}
		set, ok := setters[key]
		if !ok {
			unknown(key)
			continue
		}
		if err := set(&o, value); err != nil {
			return o, err
		}
	}
	return o, nil
}

type setter func(o *options, value string) error

func flag(field func(*options) *bool) setter {
	return func(o *options, v string) error {
		*field(o) = strings.EqualFold(v, "true")
		return nil
	}
}

// ignored are options with no effect on a simulated screen, whatever their value.
func ignored(*options, string) error { return nil }

func number(field func(*options) *int) setter {
	return func(o *options, v string) error {
		n, err := parseInt(v, 10)
		*field(o) = n
		return err
	}
}

// oneOf accepts the given values and tells others to be not supported.
func oneOf(what string, field func(*options) *string, values ...string) setter {
	return func(o *options, v string) error {
		for _, known := range values {
			if v == known {
				*field(o) = v
				return nil
			}
		}
		return illegalArgument("%s %s not supported", what, v)
	}
}

func anyInt(_ *options, v string) error {
	_, err := parseInt(v, 10)
	return err
}

var setters = map[string]setter{
	"scid":        setSCID,
	"log_level":   setLogLevel,
	"video":       flag(func(o *options) *bool { return &o.video }),
	"audio":       flag(func(o *options) *bool { return &o.audio }),
	"control":     flag(func(o *options) *bool { return &o.control }),
	"video_codec": oneOf("Video codec", func(o *options) *string { return &o.videoCodec }, "h264", "h265", "av1"),
	"audio_codec": oneOf("Audio codec", func(o *options) *string { return &o.audioCodec }, "opus", "aac", "flac", "raw"),
	"video_source": oneOf("Video source", func(o *options) *string { return &o.videoSource },
		"display", "camera"),
	"audio_source": oneOf("Audio source", func(o *options) *string { return &o.audioSource }, "output", "mic", "playback", "mic-unprocessed", "mic-camcorder",
		"mic-voice-recognition", "mic-voice-communication", "voice-call", "voice-call-uplink", "voice-call-downlink",
		"voice-performance"),
	"audio_dup":             flag(func(o *options) *bool { return &o.audioDup }),
	"max_size":              setMaxSize,
	"video_bit_rate":        anyInt,
	"audio_bit_rate":        anyInt,
	"max_fps":               setMaxFPS,
	"angle":                 setAngle,
	"tunnel_forward":        flag(func(o *options) *bool { return &o.forward }),
	"crop":                  setCrop,
	"display_id":            number(func(o *options) *int { return &o.displayID }),
	"video_codec_options":   setVideoCodecOptions,
	"audio_codec_options":   setAudioCodecOptions,
	"video_encoder":         func(o *options, v string) error { o.videoEncoder = v; return nil },
	"audio_encoder":         flag(func(o *options) *bool { return &o.powerOffOnClose }), // the bug of 3.3.3
	"show_touches":          flag(func(o *options) *bool { return &o.showTouches }),
	"stay_awake":            flag(func(o *options) *bool { return &o.stayAwake }),
	"screen_off_timeout":    setScreenOffTimeout,
	"power_off_on_close":    flag(func(o *options) *bool { return &o.powerOffOnClose }),
	"clipboard_autosync":    flag(func(o *options) *bool { return &o.autosync }),
	"downsize_on_error":     flag(func(o *options) *bool { return &o.downsizeOnError }),
	"cleanup":               flag(func(o *options) *bool { return &o.cleanup }),
	"power_on":              flag(func(o *options) *bool { return &o.powerOn }),
	"list_encoders":         flag(func(o *options) *bool { return &o.listEncoders }),
	"list_displays":         flag(func(o *options) *bool { return &o.listDisplays }),
	"list_cameras":          flag(func(o *options) *bool { return &o.listCameras }),
	"list_camera_sizes":     flag(func(o *options) *bool { return &o.listCameraSizes }),
	"list_apps":             flag(func(o *options) *bool { return &o.listApps }),
	"camera_id":             func(o *options, v string) error { o.camera.id = v; return nil },
	"camera_size":           setCameraSize,
	"camera_facing":         oneOf("Camera facing", func(o *options) *string { return &o.camera.facing }, "front", "back", "external", ""),
	"camera_ar":             setCameraRatio,
	"camera_fps":            number(func(o *options) *int { return &o.camera.fps }),
	"camera_high_speed":     flag(func(o *options) *bool { return &o.camera.highSpeed }),
	"capture_orientation":   setOrientation,
	"new_display":           setNewDisplay,
	"vd_destroy_content":    ignored,
	"vd_system_decorations": ignored,
	"display_ime_policy":    setIMEPolicy,
	"send_device_meta":      flag(func(o *options) *bool { return &o.sendName }),
	"send_frame_meta":       flag(func(o *options) *bool { return &o.sendFrameMeta }),
	"send_dummy_byte":       flag(func(o *options) *bool { return &o.sendDummy }),
	"send_codec_meta":       flag(func(o *options) *bool { return &o.sendCodecMeta }),
	"raw_stream":            setRawStream,
}

// parseInt reads an int of 32 bits as Java does, which takes a sign but no blanks.
func parseInt(v string, base int) (int, error) {
	n, err := strconv.ParseInt(v, base, 32)
	if err != nil || strings.Contains(v, "_") {
		return 0, &javaError{class: "java.lang.NumberFormatException", text: "For input string: \"" + v + "\""}
	}
	return int(n), nil
}

func parseFloat(v string) (float64, error) {
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 32)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, &javaError{class: "java.lang.NumberFormatException", text: "For input string: \"" + v + "\""}
	}
	return f, nil
}
