package world

import (
	"strings"
	"time"
)

// Stream is an audio stream (AudioManager.STREAM_*).
type Stream int

// The audio streams.
const (
	StreamVoice        Stream = 0
	StreamSystem       Stream = 1
	StreamRing         Stream = 2
	StreamMusic        Stream = 3
	StreamAlarm        Stream = 4
	StreamNotification Stream = 5
)

// Volume is how loud a stream is.
type Volume struct {
	Stream        Stream
	Name          string // "STREAM_MUSIC"
	Min, Max, Now int
	Muted         bool
}

type soundState struct {
	volumes    []Volume
	ringer     string
	panelUntil time.Time // the volume panel shows until then
}

// volumeSettings are the settings that hold the streams' volumes.
var volumeSettings = []string{"volume_voice", "volume_system", "volume_ring", "volume_music", "volume_alarm", "volume_notification"}

func (w *World) bootSound() {
	w.sound.ringer = "NORMAL"
	w.sound.volumes = []Volume{
		{Stream: StreamVoice, Name: "STREAM_VOICE_CALL", Min: 1, Max: 7},
		{Stream: StreamSystem, Name: "STREAM_SYSTEM", Max: 7},
		{Stream: StreamRing, Name: "STREAM_RING", Max: 7},
		{Stream: StreamMusic, Name: "STREAM_MUSIC", Max: 25},
		{Stream: StreamAlarm, Name: "STREAM_ALARM", Min: 1, Max: 7},
		{Stream: StreamNotification, Name: "STREAM_NOTIFICATION", Max: 7},
	}
	for i := range w.sound.volumes {
		w.sound.volumes[i].Now = w.getInt("system", volumeSettings[i], 5)
	}
}

// Volumes lists the streams in order of their numbers.
func (w *World) Volumes() []Volume {
	w.enter()
	defer w.leave()
	return append([]Volume(nil), w.sound.volumes...)
}

// SetVolume sets a stream's volume. It reports false for an unknown stream or a level outside its range.
func (w *World) SetVolume(s Stream, level int) bool {
	w.enter()
	defer w.leave()
	return w.setVolume(s, level)
}

func (w *World) setVolume(s Stream, level int) bool {
	if s < 0 || int(s) >= len(w.sound.volumes) {
		return false
	}
	v := &w.sound.volumes[s]
	if level < v.Min || level > v.Max {
		return false
	}
	v.Now = level
	v.Muted = false
	if s == StreamMusic {
		w.putInt("system", "volume_music_speaker", level)
	}
	w.putInt("system", volumeSettings[s], level)
	w.changed()
	return true
}

// followVolumeSetting takes over a volume that was put into the settings.
func (w *World) followVolumeSetting(key string) {
	for i, k := range volumeSettings {
		if k == key && i < len(w.sound.volumes) {
			v := &w.sound.volumes[i]
			v.Now = min(v.Max, max(v.Min, w.getInt("system", key, v.Now)))
		}
	}
}

// nudgeVolume is a press of a volume key.
func (w *World) nudgeVolume(by int) {
	v := w.sound.volumes[StreamMusic]
	w.setVolume(StreamMusic, min(v.Max, max(v.Min, v.Now+by)))
	w.sound.panelUntil = w.t.Add(3 * time.Second)
	w.changed()
}

// Ringer is the ringer mode: NORMAL, VIBRATE or SILENT.
func (w *World) Ringer() string {
	w.enter()
	defer w.leave()
	return w.sound.ringer
}

// SetRinger sets the ringer mode.
func (w *World) SetRinger(mode string) {
	w.enter()
	defer w.leave()
	w.setRinger(mode)
}

func (w *World) setRinger(mode string) {
	for i, m := range []string{"SILENT", "VIBRATE", "NORMAL"} {
		if strings.EqualFold(m, mode) {
			w.sound.ringer = m
			w.putInt("global", "mode_ringer", i)
			w.changed()
		}
	}
}
