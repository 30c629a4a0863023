package agent

import (
	"encoding/json"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// Kind tells what an event is about and which of its fields are set.
type Kind string

// The kinds of events. A turn gives one Started, then any of the others, then exactly one of Completed, Failed and Stopped.
const (
	Started      Kind = "started"       // Mode, Model, Text: the turn began; Text is what was asked
	Waiting      Kind = "waiting"       // Text: the turn waits for the phone and why
	RoundStarted Kind = "round"         // Round: one more request to the model goes out
	TextDelta    Kind = "text"          // Text: a piece of the answer; may be dropped on the way to a slow reader
	ThinkDelta   Kind = "thinking"      // Text: a piece of the reasoning; may be dropped
	RetryNote    Kind = "retry"         // Text: the request is made again and why
	AnswerDone   Kind = "answer"        // Message, Finish: a whole answer of the model, calls included, as it was stored
	ToolStarted  Kind = "tool_started"  // Call
	ConfirmAsked Kind = "confirm"       // Call, Risk: a person is being asked whether the call may run
	ToolFinished Kind = "tool_finished" // Call, Result
	UsageSeen    Kind = "usage"         // Usage of this round and Total of the turn
	Note         Kind = "note"          // Text: something worth knowing, such as a repaired history
	Completed    Kind = "completed"     // Text: the last answer of the model; Finish, Total, Rounds
	Failed       Kind = "failed"        // Text, Err; Total, Rounds; Finish when the last answer is no whole one (*AnswerError)
	Stopped      Kind = "stopped"       // Text, Err: the turn was stopped by a person or its context ended
)

// Event is one step of a turn for those who watch. Events are never changed after they were handed out.
type Event struct {
	ID      uint64        `json:"id,omitempty"` // set by the feed: grows by one with each event of the process
	Kind    Kind          `json:"type"`
	Session string        `json:"session"`
	Run     string        `json:"run"`
	At      time.Time     `json:"at"`
	Round   int           `json:"round,omitempty"`
	Mode    tools.Mode    `json:"mode,omitempty"`
	Model   string        `json:"model,omitempty"`
	Text    string        `json:"text,omitempty"`
	Call    *tools.Call   `json:"-"`
	Risk    string        `json:"risk,omitempty"`
	Result  *tools.Result `json:"result,omitempty"`

	Message *providers.Message `json:"-"`
	Finish  providers.Finish   `json:"finish,omitempty"` // why the model stopped writing
	Usage   *providers.Usage   `json:"usage,omitempty"`
	Total   *providers.Usage   `json:"total,omitempty"`
	Err     error              `json:"-"`
}

// Last reports whether e ends its turn.
func (e Event) Last() bool { return e.Kind == Completed || e.Kind == Failed || e.Kind == Stopped }

// Droppable reports whether a slow reader may miss e: pieces of text that come again as a whole in AnswerDone.
func (e Event) Droppable() bool { return e.Kind == TextDelta || e.Kind == ThinkDelta }

// MarshalJSON writes an event for scripts: one object with "type", the fields of its kind, and the call as "tool",
// "call_id" and "args".
func (e Event) MarshalJSON() ([]byte, error) {
	type plain Event
	w := struct {
		plain
		Tool   string          `json:"tool,omitempty"`
		CallID string          `json:"call_id,omitempty"`
		Args   json.RawMessage `json:"args,omitempty"`
		Answer string          `json:"answer,omitempty"`
		Calls  []string        `json:"calls,omitempty"`
		Error  string          `json:"error,omitempty"`
	}{plain: plain(e)}
	if c := e.Call; c != nil {
		w.Tool, w.CallID, w.Args = c.Name, c.ID, c.Args
		if !json.Valid(w.Args) {
			w.Args, _ = json.Marshal(c.Raw)
		}
	}
	if m := e.Message; m != nil {
		w.Answer = m.Text
		for _, c := range m.Calls {
			w.Calls = append(w.Calls, c.Name)
		}
	}
	if e.Err != nil {
		w.Error = e.Err.Error()
	}
	return json.Marshal(w)
}
