package tools

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

const (
	defaultTimeout = 60 * time.Second
	// stopGrace is how long a tool may take to notice that its time is up or the run was stopped.
	stopGrace = 500 * time.Millisecond
)

// Limit runs the tool within its own time limit (60 s unless the spec says otherwise) and turns what can go wrong inside it
// into results: a panic fails, the limit gives Timeout, a stop gives Cancelled. A tool that does not notice the end of its
// context within half a second is left behind: its late answer is dropped, and everything it could still reach refuses, because
// the phone's methods were given the ended context. Other errors of the tool pass through: the harness broke.
func Limit() Guard {
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			if ctx.Err() != nil {
				return cancelled(), nil
			}
			limit := t.Spec().Timeout
			if limit <= 0 {
				limit = defaultTimeout
			}
			within, cancel := context.WithTimeout(ctx, limit)
			defer cancel()
			done := make(chan outcome, 1)
			go func() { done <- protect(within, t, c) }()
			return settle(ctx, wait(within, done), limit)
		}}
	}
}

type outcome struct {
	r   Result
	err error
}

// wait returns what the tool answered, or the end of its context once the grace is over.
func wait(ctx context.Context, done <-chan outcome) outcome {
	select {
	case o := <-done:
		return o
	case <-ctx.Done():
	}
	grace := time.NewTimer(stopGrace)
	defer grace.Stop()
	select {
	case o := <-done:
		return o
	case <-grace.C:
		return outcome{err: ctx.Err()}
	}
}

// settle names an ended context for what it is. A tool's own answer stands when it came: an action that was carried out before
// the stop must be reported as carried out.
func settle(ctx context.Context, o outcome, limit time.Duration) (Result, error) {
	switch {
	case o.err == nil && o.r.Status != Cancelled && o.r.Status != Timeout:
		return o.r, nil
	case ctx.Err() != nil && (o.err == nil || isContextErr(o.err)):
		if o.err == nil && o.r.Text != "" {
			o.r.Status, o.r.Code = Cancelled, CodeCancelled
			return o.r, nil
		}
		return cancelled(), nil
	case o.err == nil && o.r.Status == Cancelled:
		// The tool's own context ended, not the run's: that is the time limit.
		o.r.Status, o.r.Code = Timeout, CodeTimedOut
		return o.r, nil
	case isContextErr(o.err):
		return Result{Status: Timeout, Code: CodeTimedOut, Text: fmt.Sprintf("The tool did not finish within %s.", limit),
			Next: "Look at the screen: the action may have happened all the same. Then try again, or do it in smaller steps."}, nil
	}
	return o.r, o.err
}

func isContextErr(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// protect turns a panic into a failed result; the stack goes to Data for the record, not to the model.
func protect(ctx context.Context, t Tool, c Call) (o outcome) {
	defer func() {
		if v := recover(); v != nil {
			o = outcome{r: Result{Status: Failed, Code: CodePanic, Text: fmt.Sprintf("The tool %s broke: %v", c.Name, v),
				Next: "Reach the goal another way.", Data: jsonOf(map[string]string{"stack": clip(string(debug.Stack()), 4000)})}}
		}
	}()
	r, err := t.Call(ctx, c)
	return outcome{r, err}
}
