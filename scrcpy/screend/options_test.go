package screend

import (
	"image"
	"reflect"
	"strings"
	"testing"
)

func TestParseOptions(t *testing.T) {
	t.Parallel()
	with := func(f func(*options)) options {
		o := defaultOptions()
		f(&o)
		return o
	}
	crop := image.Rect(0, 600, 1080, 1800)
	for _, c := range []struct {
		args string
		want options
	}{
		{"", defaultOptions()},
		{"scid=001a2b3c", with(func(o *options) { o.scid = 0x1a2b3c })},
		{"scid=-1", defaultOptions()},
		{"log_level=Verbose", with(func(o *options) { o.logLevel = verbose })},
		{"audio=yes control=TRUE", with(func(o *options) { o.audio = false })},
		{"max_size=1079", with(func(o *options) { o.maxSize = 1072 })},
		{"max_size=800 max_size=1000", with(func(o *options) { o.maxSize = 1000 })},
		{"max_fps=29.5", with(func(o *options) { o.maxFPS = 29.5 })},
		{"crop=1080:1200:0:600", with(func(o *options) { o.crop = &crop })},
		{"crop=", defaultOptions()},
		{"capture_orientation=@", with(func(o *options) { o.orientation = orientation{locked: true, initial: true} })},
		{"capture_orientation=@flip270", with(func(o *options) { o.orientation = orientation{locked: true, flip: true, turn: 3} })},
		{"raw_stream=true send_frame_meta=true", with(func(o *options) { o.sendName, o.sendDummy, o.sendCodecMeta = false, false, false })},
		{"send_frame_meta=true raw_stream=true", with(func(o *options) {
			o.sendName, o.sendDummy, o.sendCodecMeta, o.sendFrameMeta = false, false, false, false
		})},
		{`video_codec_options=profile:int=1,i-frame-interval:float=0.5`, with(func(o *options) { o.keyInterval = 0.5 })},
		{"power_off_on_close=true audio_encoder=x", defaultOptions()},
		{"audio_encoder=x power_off_on_close=true", with(func(o *options) { o.powerOffOnClose = true })},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			got, err := parseOptions(append([]string{Version}, strings.Fields(c.args)...), func(k string) { t.Errorf("unknown key %s", k) })
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %+v\nwant %+v", got, c.want)
			}
		})
	}
}

// TestParseOptionsErrors holds the exact texts of scrcpy-protocol.md §11.3.
func TestParseOptionsErrors(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"":                                   "Missing client version",
		"3.3.4":                              "The server version (3.3.3) does not match the client (3.3.4)",
		"3.3.3 tok":                          `Invalid key=value pair: "tok"`,
		"3.3.3 video_codec=vp9":              "Video codec vp9 not supported",
		"3.3.3 audio_codec=mp3":              "Audio codec mp3 not supported",
		"3.3.3 video_source=eyes":            "Video source eyes not supported",
		"3.3.3 audio_source=ears":            "Audio source ears not supported",
		"3.3.3 camera_facing=up":             "Camera facing up not supported",
		"3.3.3 crop=1:2:3":                   `Crop must contains 4 values separated by colons: "1:2:3"`,
		"3.3.3 crop=0:2:3:4":                 "Invalid crop size: 0x2",
		"3.3.3 log_level=loud":               "No enum constant com.genymobile.scrcpy.util.Ln.Level.LOUD",
		"3.3.3 display_ime_policy=mine":      "Invalid display IME policy: mine",
		"3.3.3 capture_orientation=45":       "Unknown orientation: 45",
		"3.3.3 capture_orientation=":         "Empty capture orientation string",
		"3.3.3 scid=-2":                      "scid may not be negative (except -1 for 'none'): -2",
		"3.3.3 scid=80000000":                `For input string: "80000000"`,
		"3.3.3 max_size=8M":                  `For input string: "8M"`,
		"3.3.3 max_size=8 max_size=":         `For input string: ""`,
		"3.3.3 video_codec_options=a:word=1": "Invalid codec option type: word",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			_, err := parseOptions(strings.Fields(args), func(string) {})
			if err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}

func TestUnknownOption(t *testing.T) {
	t.Parallel()
	var got []string
	if _, err := parseOptions([]string{Version, "bit_rate=8M"}, func(k string) { got = append(got, k) }); err != nil || len(got) != 1 || got[0] != "bit_rate" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestSplitEscaped(t *testing.T) {
	t.Parallel()
	for v, want := range map[string][]string{
		`a=1`:      {"a=1"},
		`a=1,b=2`:  {"a=1", "b=2"},
		`a=1\,2,b`: {"a=1,2", "b"},
		`a=\\,b`:   {`a=\`, "b"},
		`a\`:       {`a\`},
	} {
		if got := splitEscaped(v); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", v, got, want)
		}
	}
}

func FuzzParseOptions(f *testing.F) {
	f.Add("3.3.3 scid=1 crop=1:2:3:4 capture_orientation=@flip90")
	f.Add(`3.3.3 video_codec_options=a:int=1,b:string=x\,y max_fps=1e3`)
	f.Fuzz(func(t *testing.T, line string) {
		o, err := parseOptions(strings.Fields(line), func(string) {})
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		if o.maxSize%8 != 0 || o.orientation.turn < 0 || o.orientation.turn > 3 || o.scid < -1 {
			t.Errorf("%q gives %+v", line, o)
		}
		o.keyPictures()
		g, err := newGeometry(Display{Size: image.Pt(1080, 2400)}, o.crop, o.orientation, max(0, o.maxSize))
		if err == nil && (g.size.X < 0 || g.size.Y < 0) {
			t.Errorf("%q gives size %v", line, g.size)
		}
	})
}
