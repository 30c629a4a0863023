// Package tools holds what a tool is: its description, a call, a result, the registry, the view a tool acts through, and the
// guards round every call. The tools themselves live in tools/<family>, one file a tool.
package tools

import (
	"context"
	"encoding/json"
	"time"

	"github.com/handset-agent/handset/phone"
)

// Tool is one thing a model, a person or a script can ask for.
type Tool interface {
	Spec() Spec
	// Call does it. A Result that is not OK is for the model to read and try again; an error means the harness itself broke.
	Call(ctx context.Context, c Call) (Result, error)
}

// Spec is all that is known of a tool before it runs. Description and Schema are written as prompts.
type Spec struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema: object, properties, required, additionalProperties false
	ReadOnly    bool            // changes nothing on phone or workstation
	Acts        bool            // touches the screen: the settled screen comes back with the result
	Timeout     time.Duration   // zero means 60 s
	Budget      int             // most characters a model is shown of a result; zero means 8000
	// Risk names the risk class of a call ("" for none); risky calls are asked about in every mode. It must be pure.
	Risk func(args json.RawMessage) string
	// Repair may rewrite arguments that are wrong in a way only this tool knows (a point given as "[x,y]"); it returns what it
	// did, in words for the model. It runs before the general repairs and must be pure. May be nil.
	Repair func(args map[string]any) []string
}

// Call is one request for a tool.
type Call struct {
	ID   string
	Name string
	Args json.RawMessage // after healing: an object that fits the schema's types
	Raw  string          // as the model wrote it
}

// Status is a result for programs.
type Status string

// The statuses of a result. Everything but OK is a failure to the circuit breaker except Denied, Rejected and Cancelled.
const (
	OK        Status = "ok"
	Failed    Status = "error"
	Denied    Status = "denied"   // by the gate or a guard
	Rejected  Status = "rejected" // by the user, or nobody was there to ask
	Timeout   Status = "timeout"
	Cancelled Status = "cancelled"
)

// Result is what came of a call.
type Result struct {
	Status Status          `json:"status"`
	Code   string          `json:"code,omitempty"` // machine word for a failure: stale_view, out_of_bounds, not_found, …
	Text   string          `json:"text"`           // for the model
	Next   string          `json:"next,omitempty"` // what to try next, on failure
	Data   json.RawMessage `json:"data,omitempty"` // the same facts for programs
	Effect *Effect         `json:"effect,omitempty"`
	Image  *Image          `json:"image,omitempty"` // attached for seeing models
	Frame  *phone.Frame    `json:"-"`               // the settled screen after an acting tool
	Notes  []string        `json:"notes,omitempty"` // repairs and notices; shown before Text
	Took   time.Duration   `json:"took_ns"`
	Err    error           `json:"-"` // the cause of a failure where there is one, for errors.Is and errors.As
	Secret bool            `json:"-"` // the arguments hold a secret: the record keeps them out
}

// Effect is what an action did, delivered and visible apart.
type Effect struct {
	Delivered bool     `json:"delivered"` // the phone took the input
	Visible   bool     `json:"visible"`   // the picture or the tree changed
	Settled   bool     `json:"settled"`   // the screen stood still when it was looked at
	Changed   []string `json:"changed"`   // what changed in the tree, in words, at most 20 lines
	Front     string   `json:"front,omitempty"`
	FrameSeq  uint64   `json:"frame_seq,omitempty"`
}

// Image is a picture that goes with a result.
type Image struct {
	MIME string `json:"mime"`
	Data []byte `json:"-"`
	Path string `json:"path,omitempty"` // where it was saved
}

// ForModel is the text a model reads: notes, text, then the next step.
func (r Result) ForModel() string {
	s := ""
	for _, n := range r.Notes {
		s += "[" + n + "]\n"
	}
	s += r.Text
	if r.Next != "" {
		s += "\nNext: " + r.Next
	}
	return s
}

// Guard wraps a tool with one policy.
type Guard func(Tool) Tool

// Chain wraps t so that guards[0] is outermost.
func Chain(t Tool, guards ...Guard) Tool {
	for i := len(guards) - 1; i >= 0; i-- {
		if guards[i] != nil {
			t = guards[i](t)
		}
	}
	return t
}

// Mode is how freely a run may act.
type Mode string

// The modes (MG-01…04).
const (
	Chat  Mode = "chat"
	Plan  Mode = "plan"
	Build Mode = "build"
	Max   Mode = "max"
)

// Ask is what a gate decides about.
type Ask struct {
	Call Call
	Spec Spec
	Mode Mode
	Risk string // from Spec.Risk
}

// Verdict is a gate's decision.
type Verdict string

// The verdicts.
const (
	Allow  Verdict = "allow"
	Deny   Verdict = "deny"   // by policy
	Reject Verdict = "reject" // by a person, or nobody answered
	Stop   Verdict = "stop"   // by a person: end the whole run
)

// Gate decides before every execution, whatever the prompt said. The string is the reason, in words for the model.
type Gate interface {
	Decide(ctx context.Context, a Ask) (Verdict, string, error)
}
