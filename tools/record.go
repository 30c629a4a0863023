package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"
)

// Step is one call within a run, as it is recorded.
type Step struct {
	Run, Session string
	N            int // 1, 2, 3 … within the run
	Call         Call
	Started      time.Time
}

// Recorder keeps the steps of runs.
type Recorder interface {
	// StepStarted is called before anything else happens. An error ends the call: what cannot be recorded is not done.
	StepStarted(ctx context.Context, s Step) error
	// StepFinished is called once for every started step, also after a cancellation; ctx is then a fresh one with a bound. The
	// arguments in s replace those of StepStarted: they are gone when they turned out to hold a secret.
	StepFinished(ctx context.Context, s Step, r Result) error
}

// recordTime bounds the last write of a step.
const recordTime = 2 * time.Second

// Record tells rec of every call and of what came of it. It also puts the time a call took into its result. The numbering of
// steps is the state of this guard. A nil rec records nothing.
func Record(rec Recorder, run, session string, now func() time.Time) Guard {
	if now == nil {
		now = time.Now
	}
	var n atomic.Int64
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			s := Step{Run: run, Session: session, N: int(n.Add(1)), Call: c, Started: now()}
			if rec != nil {
				if err := rec.StepStarted(ctx, s); err != nil {
					return Result{}, fmt.Errorf("record step %d (%s): %w", s.N, c.Name, err)
				}
			}
			r, err := t.Call(ctx, c)
			r.Took = now().Sub(s.Started)
			if rec == nil {
				return r, err
			}
			seen := r
			if err != nil {
				seen = Result{Status: Failed, Code: CodeInternal, Text: err.Error(), Took: r.Took}
			}
			if r.Secret {
				s.Call.Args, s.Call.Raw = json.RawMessage(`{"hidden":true}`), ""
			}
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
			defer cancel()
			if rerr := rec.StepFinished(last, s, seen); rerr != nil && err == nil {
				err = fmt.Errorf("record step %d (%s): %w", s.N, c.Name, rerr)
			}
			return r, err
		}}
	}
}
