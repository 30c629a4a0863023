package dump

import (
	"regexp"
	"strings"
)

// Volume is one stream of "dumpsys audio".
type Volume struct {
	Stream   string // "MUSIC", "RING", "ALARM", …
	Muted    bool
	Min, Max int
	Index    map[string]int // by the name of the output device; "default" is one of them
	Device   string         // where the sound goes now; empty: not told
}

// Level is the index of the device in use, or of the default one; false when neither is told.
func (v Volume) Level() (int, bool) {
	if n, ok := v.Index[v.Device]; ok {
		return n, true
	}
	n, ok := v.Index["default"]
	return n, ok
}

var (
	streamHead  = regexp.MustCompile(`^\s*- STREAM_(\w+):`)
	streamIndex = regexp.MustCompile(`[0-9a-fA-F]+ \(([^)]*)\): (\d+)`)
)

// ParseVolumes reads the streams of "dumpsys audio".
func ParseVolumes(out string) map[string]Volume {
	all := map[string]Volume{}
	name := ""
	for line := range lines(out) {
		if m := streamHead.FindStringSubmatch(line); m != nil {
			name = m[1]
			all[name] = Volume{Stream: name, Index: map[string]int{}}
			continue
		}
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		if name == "" || !ok || indent(line) == 0 {
			name = "" // the block is over
			continue
		}
		v, value := all[name], strings.TrimSpace(value)
		switch key {
		case "Muted":
			v.Muted = value == "true"
		case "Min":
			v.Min = number(value)
		case "Max":
			v.Max = number(value)
		case "Current":
			for _, m := range streamIndex.FindAllStringSubmatch(value, -1) {
				v.Index[m[1]] = number(m[2])
			}
		case "Devices":
			v.Device, _, _ = strings.Cut(value, " ")
		}
		all[name] = v
	}
	return all
}

var playerState = regexp.MustCompile(`-- state:(\w+)`)

// ParsePlaying reads the players of "dumpsys audio": whether any of them plays now.
func ParsePlaying(out string) bool {
	for _, m := range playerState.FindAllStringSubmatch(out, -1) {
		if m[1] == "started" {
			return true
		}
	}
	return false
}
