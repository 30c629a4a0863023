package world

import (
	"slices"
	"time"
)

// Event is one thing that was done to the phone.
type Event struct {
	Seq  uint64    `json:"seq"` // grows by one
	Time time.Time `json:"time"`
	Kind string    `json:"kind"` // touch, key, text, scroll, command, intent, sms, call …
	// What it was, by kind.
	Action  string  `json:"action,omitempty"` // down, move, up, cancel
	Finger  int     `json:"finger,omitempty"`
	X       int     `json:"x"`
	Y       int     `json:"y"`
	Key     int     `json:"key,omitempty"`
	Text    string  `json:"text,omitempty"` // typed text, the command line, the intent
	Human   bool    `json:"human,omitempty"`
	H       float64 `json:"h,omitempty"`
	V       float64 `json:"v,omitempty"`
	Package string  `json:"package,omitempty"`
}

// maxJournal is how many events are kept.
const maxJournal = 4000

type journal struct {
	seq      uint64
	events   []Event
	watchers watchers
	human    bool // the touch under way comes from the panel
}

// Note adds something that others did to the phone to the journal, such as a command.
func (w *World) Note(e Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.note(e)
}

// note writes to the journal.
func (w *World) note(e Event) {
	j := &w.journal
	j.seq++
	e.Seq, e.Time = j.seq, time.Now()
	if len(j.events) >= maxJournal {
		j.events = slices.Clone(j.events[len(j.events)-maxJournal*3/4:])
	}
	j.events = append(j.events, e)
	j.watchers.signal()
}

// Journal returns what was done to the phone after the event of the given number, the oldest first; old events are forgotten.
func (w *World) Journal(after uint64) []Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	i, _ := slices.BinarySearchFunc(w.journal.events, after+1, func(e Event, seq uint64) int { return int(int64(e.Seq) - int64(seq)) })
	return slices.Clone(w.journal.events[i:])
}

// WatchJournal tells of new events; see Watch for the channel.
func (w *World) WatchJournal() (changed <-chan struct{}, stop func()) {
	return w.watch(&w.journal.watchers)
}
