package gate

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/handset-agent/handset/tools"
)

// Answer is what a person, or a policy in a person's place, says to a question.
type Answer string

// The answers (CF-02).
const (
	Allow       Answer = "allow"
	AllowForRun Answer = "allow_for_run" // this call, and further calls of the tool in this turn; risky calls are still asked about
	Reject      Answer = "reject"
	Stop        Answer = "stop" // end the whole task
)

// Question is one call that waits for an answer (CF-06).
type Question struct {
	ID       uint64 // unique in the process
	Session  string
	Run      string
	Ask      tools.Ask
	At       time.Time
	Deadline time.Time // then it counts as rejected
}

// Asker puts a question to somebody. The string is the reason in words for the model, or empty.
type Asker interface {
	Ask(ctx context.Context, q Question) (Answer, string, error)
}

// Options of a Gate.
type Options struct {
	Session, Run string
	// Lifted are risk classes that the user switched off: they are treated as the mode treats any call.
	Lifted []string
	// Asked is called just before a question is put; may be nil.
	Asked func(tools.Ask)
}

// New makes the gate of one turn. A nil asker rejects everything that would be asked.
func New(a Asker, o Options) *Gate { panic("stub") }

// Gate is the tools.Gate of one turn.
type Gate struct{}

// Decide implements tools.Gate.
func (g *Gate) Decide(ctx context.Context, a tools.Ask) (tools.Verdict, string, error) { panic("stub") }

// Policy answers without a person (CF-10): questions are rejected, but for tools that Allow names ("*" names all). Risky calls
// are rejected unless Risky is set as well.
type Policy struct {
	Allow []string
	Risky bool
}

// Ask implements Asker.
func (p Policy) Ask(ctx context.Context, q Question) (Answer, string, error) { panic("stub") }

// ErrNotPending: the question has its answer already, or never was.
var ErrNotPending = errors.New("the question is no longer open")

// Broker carries questions to fronts and the first answer back. The zero value is ready.
type Broker struct {
	Wait  time.Duration // how long a question stays open; zero: 300 s (CF-04)
	Bound int           // most open questions; zero: 8 (CF-03)
}

// Listen tells the broker that a front can show questions. changed gets a signal whenever Open may differ. stop ends it.
func (b *Broker) Listen() (changed <-chan struct{}, stop func()) { panic("stub") }

// Open yields the questions that wait, oldest first.
func (b *Broker) Open() iter.Seq[Question] { panic("stub") }

// Answer answers a question; the first one wins, later ones get ErrNotPending (CF-09).
func (b *Broker) Answer(id uint64, a Answer) error { panic("stub") }

// Drop rejects all questions of a session (CF-08).
func (b *Broker) Drop(session string) { panic("stub") }

// Ask implements Asker.
func (b *Broker) Ask(ctx context.Context, q Question) (Answer, string, error) { panic("stub") }
