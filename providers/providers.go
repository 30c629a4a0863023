// Package providers holds the words of a talk with a language model: messages, requests, the events of a streamed answer, and
// typed errors. Each dialect (providers/openai, …) turns them into one wire format; it imports nothing of ours.
package providers

import (
	"context"
	"encoding/json"
	"iter"
	"time"
)

// Provider streams one answer.
type Provider interface {
	// Stream asks once. The sequence ends with exactly one Done event or one error (an *Error, or the context's error when the
	// caller cancelled). Leaving the loop early closes the HTTP call at once. Nothing is sent before the first iteration.
	Stream(ctx context.Context, req *Request) iter.Seq2[Event, error]
}

// Request is everything one answer is made from.
type Request struct {
	Model       string
	System      string
	Messages    []Message
	Tools       []ToolSpec
	MaxTokens   int      // zero: leave it to the provider
	Temperature *float64 // nil: leave it to the provider
	Effort      string   // reasoning effort; empty: leave it to the provider
}

// ToolSpec describes a function the model may call.
type ToolSpec struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON Schema of the arguments, an object
}

// Role is who wrote a message.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool"
)

// Message is one entry of a conversation.
type Message struct {
	Role       Role
	Text       string
	Images     []Image         // user and tool messages; a dialect places them where its API allows
	Reasoning  string          // assistant: thinking text
	Opaque     json.RawMessage // assistant: provider data to be sent back unchanged (signatures, reasoning details)
	Calls      []ToolCall      // assistant
	CallID     string          // tool: which call this answers
	ToolName   string          // tool
	Failed     bool            // tool: the call did not succeed
	Model      string          // assistant: the model that wrote it
	Incomplete bool            // assistant: the answer was cut off (stop or failure)
}

// Image is a picture in a message.
type Image struct {
	MIME string // "image/png" or "image/jpeg"
	Data []byte
}

// ToolCall is one function call of an answer.
type ToolCall struct {
	ID         string // ours: unique over all conversations
	ProviderID string // as the provider named it, sent back to it; may be empty
	Name       string
	Args       string          // raw argument text as the model wrote it
	Extra      json.RawMessage // provider data attached to the call, sent back at the same place
}

// EventKind tells which fields of an Event are set.
type EventKind string

// The kinds of events, in the order they may come: one Start, deltas in any order, one Done.
const (
	Start         EventKind = "start"      // RequestID, Model
	Text          EventKind = "text"       // Delta
	ReasoningText EventKind = "reasoning"  // Delta
	CallStart     EventKind = "tool_start" // Call.ID, Call.Name
	CallArgs      EventKind = "tool_args"  // Call.ID, Delta
	UsageReport   EventKind = "usage"      // Usage; replaces the one before
	Retry         EventKind = "retry"      // Note: what went wrong and how long the wait is, Wait; nothing had been shown
	Done          EventKind = "done"       // Answer, Finish, RawFinish, Usage; Note: what was odd about the answer, or empty
)

// Event is one step of a streamed answer.
type Event struct {
	Kind      EventKind
	RequestID string
	Model     string
	Delta     string
	Call      ToolCall
	Usage     Usage
	Note      string
	Wait      time.Duration // Retry: time left until the next try; repeated while a long wait runs down
	Finish    Finish
	RawFinish string
	Answer    *Message // Done: the whole assistant message, its calls complete
}

// Finish is why an answer ended.
type Finish string

// Normalised finish reasons. Tools run when Answer.Calls is not empty, whatever the reason says.
const (
	FinishStop     Finish = "stop"
	FinishTools    Finish = "tools"
	FinishLength   Finish = "length"
	FinishFiltered Finish = "filtered"
	FinishRefused  Finish = "refused"
	FinishUnknown  Finish = "unknown"
)

// Usage counts tokens. Input includes the cached part.
type Usage struct {
	Input      int  `json:"input"`
	CachedRead int  `json:"cached_read"`
	CacheWrite int  `json:"cache_write"`
	Output     int  `json:"output"`
	Reasoning  int  `json:"reasoning"`
	Estimated  bool `json:"estimated"`
}
