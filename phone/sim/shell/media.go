package shell

import (
	"context"
	"fmt"

	"github.com/handset-agent/handset/phone/sim/world"
)

// mediaCommand is the old media program: volume and dispatch live in the media session service.
func mediaCommand(ctx context.Context, p *Proc) int { return cmdMediaSession(ctx, p) }

// mediaKeys are what `dispatch` sends.
var mediaKeys = map[string]int{
	"play": 126, "pause": 127, "play-pause": 85, "mute": 91, "headsethook": 79, "stop": 86, "next": 87, "previous": 88, "rewind": 89, "fast-forward": 90, "record": 130,
}

const volumeHelp = `the options are as follows:
		--stream STREAM selects the stream to control, see AudioManager.STREAM_*
				controls AudioManager.STREAM_MUSIC if no stream is specified
		--set INDEX sets the volume index value
		--adj DIRECTION adjusts the volume, use raise|same|lower for the direction
		--get outputs the current volume
		--show shows the UI during the volume change
	examples:
		adb shell media volume --show --stream 3 --set 11
		adb shell media volume --stream 0 --adj lower
		adb shell media volume --stream 3 --get
`

func cmdMediaSession(_ context.Context, p *Proc) int {
	switch verb := p.arg(1); verb {
	case "volume":
		return p.volume()
	case "dispatch":
		code, ok := mediaKeys[p.arg(2)]
		if !ok {
			p.Errf("Error: unknown dispatch code '%s'\n", p.arg(2))
			return statusFailed
		}
		p.d.w.Key(code, 0, true)
		p.d.w.Key(code, 0, false)
	case "list-sessions":
		p.Println("Sessions:")
		for _, m := range p.d.w.MediaSessions() {
			p.Printf("  tag=%s, package=%s\n", m.Tag, m.Package)
		}
	case "monitor":
		p.Printf("Error: no session found\n")
	default:
		return p.unknownCommand(verb)
	}
	return 0
}

func (p *Proc) volume() int {
	stream := int(world.StreamMusic)
	v := "[V]"
	if p.d.sdk() <= android10 {
		v = "[v]"
	}
	action, value := "", ""
	w := words{p.Args[2:]}
	for {
		o, ok := w.option()
		if !ok {
			break
		}
		switch o {
		case "--stream":
			s, _ := w.next()
			stream = atoi(s, -1)
			p.Printf("%s will control stream=%d (%s)\n", v, stream, streamName(stream))
		case "--get":
			action = "get"
			p.Println(v + " will get volume")
		case "--show":
			p.Println(v + " will show UI")
		case "--set":
			action = "set"
			value, _ = w.next()
			p.Printf("%s will set volume to index=%s\n", v, value)
		case "--adj":
			action = "adj"
			value, _ = w.next()
			if value != "raise" && value != "lower" && value != "same" {
				p.Println(volumeHelp)
				p.Errf("Error: unknown adjustment option '%s'\n", value)
				return 0
			}
			p.Printf("%s will adjust volume\n", v)
		default:
			p.Println(volumeHelp)
			p.Errf("Error: unknown option '%s'\n", o)
			return 0
		}
	}
	p.Println(v + " Connecting to AudioService")
	vol, ok := p.d.volumeOf(stream)
	if !ok {
		p.Println(volumeHelp)
		p.Errf("Error: no such stream %d\n", stream)
		return 0
	}
	switch action {
	case "set":
		if !p.d.w.SetVolume(vol.Stream, atoi(value, -1)) {
			p.Println(volumeHelp)
			p.Errf("Error: invalid volume index %s for stream %d (should be in [%d..%d])\n", value, stream, vol.Min, vol.Max)
		}
	case "adj":
		step := map[string]int{"raise": 1, "lower": -1}[value]
		p.d.w.SetVolume(vol.Stream, max(vol.Min, min(vol.Max, vol.Now+step)))
	case "get":
		p.Printf("%s volume is %d in range [%d..%d]\n", v, vol.Now, vol.Min, vol.Max)
	}
	return 0
}

func (d *Device) volumeOf(stream int) (world.Volume, bool) {
	for _, v := range d.w.Volumes() {
		if int(v.Stream) == stream {
			return v, true
		}
	}
	return world.Volume{}, false
}

func streamName(n int) string {
	names := []string{"STREAM_VOICE_CALL", "STREAM_SYSTEM", "STREAM_RING", "STREAM_MUSIC", "STREAM_ALARM", "STREAM_NOTIFICATION"}
	if n >= 0 && n < len(names) {
		return names[n]
	}
	return fmt.Sprintf("UNKNOWN_STREAM_%d", n)
}
