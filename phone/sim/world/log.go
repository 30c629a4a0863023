package world

import "time"

// LogEntry is one line of the log.
type LogEntry struct {
	Seq      uint64 // grows by one
	Time     time.Time
	Buffer   string // main, system, crash, events, radio
	PID, TID int
	UID      int
	Priority byte // V D I W E F
	Tag      string
	Text     string // may hold several lines; of an event "[a,b,c]" or one value
	Event    int    // number of the event tag; zero for text
}

// Log writes to the main buffer as the shell user's `log` does. Priority is one of VDIWEF.
func (w *World) Log(priority byte, tag, text string) {}

// LogEntries returns what the buffers hold of the given names (all when none is given), oldest first, with numbers above after.
func (w *World) LogEntries(after uint64, buffers ...string) []LogEntry { return nil }

// ClearLog empties buffers (main, system and crash when none is given).
func (w *World) ClearLog(buffers ...string) {}

// WatchLog tells of new entries; see Watch for the channel.
func (w *World) WatchLog() (changed <-chan struct{}, stop func()) {
	return make(chan struct{}), func() {}
}
