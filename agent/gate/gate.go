package gate

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
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
func New(a Asker, o Options) *Gate { return &Gate{asker: a, o: o, allowed: map[string]bool{}} }

// Gate is the tools.Gate of one turn. It is the only reader of a tool's ReadOnly (MG-07).
type Gate struct {
	asker Asker
	o     Options

	mu      sync.Mutex
	allowed map[string]bool // tools that were allowed for the run
}

var questions atomic.Uint64

// Decide implements tools.Gate (MG-06): chat denies everything, plan what is not read-only; build asks about every call, and max
// only about risky ones (MG-10).
func (g *Gate) Decide(ctx context.Context, a tools.Ask) (tools.Verdict, string, error) {
	if slices.Contains(g.o.Lifted, a.Risk) {
		a.Risk = ""
	}
	switch a.Mode {
	case tools.Plan:
		if !a.Spec.ReadOnly {
			return tools.Deny, fmt.Sprintf("Plan mode only looks; %s would change something. Tell the user what you would do, and that build or max mode can do it.", a.Spec.Name), nil
		}
		if a.Risk == "" {
			return tools.Allow, "", nil
		}
	case tools.Build:
		if a.Risk == "" && g.allowedForRun(a.Spec.Name) {
			return tools.Allow, "", nil
		}
	case tools.Max:
		if a.Risk == "" {
			return tools.Allow, "", nil
		}
	default:
		return tools.Deny, "Chat mode has no tools.", nil
	}
	return g.ask(ctx, a)
}

func (g *Gate) ask(ctx context.Context, a tools.Ask) (tools.Verdict, string, error) {
	if g.asker == nil {
		return tools.Reject, "Nobody is there to confirm this call.", nil
	}
	if g.o.Asked != nil {
		g.o.Asked(a)
	}
	answer, why, err := g.asker.Ask(ctx, Question{ID: questions.Add(1), Session: g.o.Session, Run: g.o.Run, Ask: a, At: time.Now()})
	if err != nil {
		return tools.Reject, why, err
	}
	switch answer {
	case AllowForRun:
		g.mu.Lock()
		g.allowed[a.Spec.Name] = true
		g.mu.Unlock()
		return tools.Allow, why, nil
	case Allow:
		return tools.Allow, why, nil
	case Stop:
		return tools.Stop, why, nil
	}
	return tools.Reject, why, nil
}

func (g *Gate) allowedForRun(tool string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.allowed[tool]
}
