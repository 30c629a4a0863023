package world

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

// Volumes lists the streams in order of their numbers.
func (w *World) Volumes() []Volume { return nil }

// SetVolume sets a stream's volume. It reports false for an unknown stream or a level outside its range.
func (w *World) SetVolume(s Stream, level int) bool { return false }

// Ringer is the ringer mode: NORMAL, VIBRATE or SILENT.
func (w *World) Ringer() string { return "NORMAL" }

// SetRinger sets the ringer mode.
func (w *World) SetRinger(mode string) {}
