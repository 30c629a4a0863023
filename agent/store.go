package agent

import (
	"context"
	"errors"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// Store keeps conversations. Package db implements it on a database, [Memory] in memory.
type Store interface {
	// History returns the messages of a session in order: each assistant message is directly followed by the answers to its
	// calls that exist. A session nobody wrote to is empty, not an error.
	History(ctx context.Context, session string) ([]providers.Message, error)
	// Append adds a user or assistant message at the end. The calls of an assistant message are stored as Pending. A call id
	// that exists anywhere in the store is ErrCallExists, and nothing is stored (TR-05).
	Append(ctx context.Context, session string, m providers.Message) error
	// Begin moves a call from Pending to Running, just before its tool runs.
	Begin(ctx context.Context, session, callID string) error
	// Answer stores the tool message m for the call m.CallID of the session and moves the call to its last state, both or
	// neither. A call that has its answer already is ErrAnswered; one that does not exist is ErrNoCall.
	Answer(ctx context.Context, session string, m providers.Message, state CallState) error
	// Open lists the calls of the session that have no answer, oldest first.
	Open(ctx context.Context, session string) ([]OpenCall, error)
}

// Conditions of a Store.
var (
	ErrCallExists = errors.New("a call with this id exists")
	ErrAnswered   = errors.New("the call has its answer already")
	ErrNoCall     = errors.New("no such call")
)

// CallState is where a tool call stands (TR-02).
type CallState string

// The states: Pending → Running → Done or CallFailed; Pending → Rejected (by a person, or dropped) or Denied (by the gate).
const (
	Pending    CallState = "pending"
	Running    CallState = "running"
	Done       CallState = "done"
	CallFailed CallState = "failed"
	Rejected   CallState = "rejected"
	Denied     CallState = "denied"
)

// StateOf is the last state of a call with this result.
func StateOf(s tools.Status) CallState {
	switch s {
	case tools.OK:
		return Done
	case tools.Denied:
		return Denied
	case tools.Rejected, tools.Cancelled:
		return Rejected
	}
	return CallFailed
}

// OpenCall is a call without an answer.
type OpenCall struct {
	Call  providers.ToolCall
	State CallState // Pending or Running
}

// RunLog keeps the turns themselves. Package db implements it; a nil RunLog of a Runner keeps nothing.
type RunLog interface {
	// BeginRun stores a turn that starts. When another live turn, of this process or another, holds the session, the error is
	// ErrBusy.
	BeginRun(ctx context.Context, r RunInfo) error
	// EndRun stores how it ended. It is called once for each begun turn.
	EndRun(ctx context.Context, r RunInfo) error
}

// RunInfo is one turn for the record.
type RunInfo struct {
	ID       string
	Session  string
	Serial   string // of the phone, "" without one
	Mode     tools.Mode
	Model    string
	Goal     string
	Status   Kind   // Started, then Completed, Failed or Stopped
	Error    string // why it failed
	Rounds   int
	Usage    providers.Usage
	Started  time.Time
	Finished time.Time
}
