package world

import (
	"slices"
	"time"
)

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

// maxLog is how many entries a buffer keeps.
const maxLog = 3000

type logState struct {
	seq     uint64
	buffers map[string][]LogEntry
}

// Log writes to the main buffer as the shell user's `log` does. Priority is one of VDIWEF.
func (w *World) Log(priority byte, tag, text string) {
	w.enter()
	defer w.leave()
	w.addLog(LogEntry{Buffer: "main", PID: 31000 + int(w.logState().seq%900), UID: 2000, Priority: priority, Tag: tag, Text: text})
}

func (w *World) logState() *logState {
	if w.logs.buffers == nil {
		w.logs.buffers = map[string][]LogEntry{}
	}
	return &w.logs
}

func (w *World) addLog(e LogEntry) {
	l := w.logState()
	l.seq++
	e.Seq, e.Time = l.seq, w.wall()
	if e.TID == 0 {
		e.TID = e.PID
	}
	b := append(l.buffers[e.Buffer], e)
	if len(b) > maxLog {
		b = slices.Clone(b[len(b)-maxLog*3/4:])
	}
	l.buffers[e.Buffer] = b
	w.logWatchers.signal()
}

// log writes as the system server.
func (w *World) log(priority byte, buffer, tag, text string) {
	w.logAs(w.sysPID(), priority, buffer, tag, text)
}

func (w *World) logAs(pid int, priority byte, buffer, tag, text string) {
	uid := 1000
	if p := w.procs[pid]; p != nil {
		uid = p.UID
	}
	w.addLog(LogEntry{Buffer: buffer, PID: pid, TID: pid + 17, UID: uid, Priority: priority, Tag: tag, Text: text})
}

// event writes to the event log as the system server.
func (w *World) event(number int, tag, text string) {
	w.addLog(LogEntry{Buffer: "events", PID: w.sysPID(), TID: w.sysPID() + 17, UID: 1000, Priority: 'I', Tag: tag, Text: text, Event: number})
}

// LogEntries returns what the buffers hold of the given names (all when none is given), oldest first, with numbers above after.
func (w *World) LogEntries(after uint64, buffers ...string) []LogEntry {
	w.enter()
	defer w.leave()
	var out []LogEntry
	for name, b := range w.logs.buffers {
		if len(buffers) > 0 && !slices.Contains(buffers, name) {
			continue
		}
		for _, e := range b {
			if e.Seq > after {
				out = append(out, e)
			}
		}
	}
	slices.SortFunc(out, func(a, b LogEntry) int { return int(int64(a.Seq) - int64(b.Seq)) })
	return out
}

// ClearLog empties buffers (main, system and crash when none is given).
func (w *World) ClearLog(buffers ...string) {
	w.enter()
	defer w.leave()
	if len(buffers) == 0 {
		buffers = []string{"main", "system", "crash"}
	}
	for _, b := range buffers {
		delete(w.logs.buffers, b)
	}
}
