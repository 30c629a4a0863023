package tools

import (
	"context"
	"time"
)

// Run is what the guards of one run share. Guarded makes the per-run state (counters, last calls) from it, so nothing carries
// over from one run to the next.
type Run struct {
	ID      string
	Session string
	Mode    Mode
	Gate    Gate                        // nil denies every call: authority is never assumed
	Record  Recorder                    // nil: nothing is recorded
	Probe   func(context.Context) error // is the phone still there? nil: not asked
	Now     func() time.Time            // nil: time.Now
}

// Guarded wraps every tool of r in the whole chain, outermost first:
//
//	Record → Budget → Heal → LoopGuard → Breaker → Gate → Recheck → Limit → tool
//
// so that what is recorded is what the model is told, a call is only judged once its arguments are sound, nobody is asked about
// a call that would be refused anyway, and the phone is checked after the person has answered. The state is shared by all tools
// of the result and must not be shared between runs.
func Guarded(r *Registry, run Run) *Registry {
	chain := []Guard{
		Record(run.Record, run.ID, run.Session, run.Now),
		Budget(),
		Heal(),
		LoopGuard(),
		Breaker(),
		GateKeeper(run.Gate, run.Mode),
		Recheck(run.Probe),
		Limit(),
	}
	out := &Registry{names: r.names, list: make([]Tool, len(r.list))}
	for i, t := range r.list {
		out.list[i] = Chain(t, chain...)
	}
	return out
}

// guarded is a tool with one policy round its Call.
type guarded struct {
	Tool
	call func(ctx context.Context, c Call) (Result, error)
}

func (g guarded) Call(ctx context.Context, c Call) (Result, error) { return g.call(ctx, c) }
