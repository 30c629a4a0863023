package tools

import (
	"context"
	"fmt"
	"sync"
)

// breakAfter failures in a row of one tool open the breaker for the rest of the run.
const breakAfter = 3

// Breaker denies a tool that failed three times in a row within one run (AH-07). Failed and timed-out results count, a success
// starts over, and what never ran (denied, rejected, cancelled) leaves the count alone.
func Breaker() Guard {
	b := &breaker{fails: map[string]int{}, last: map[string]string{}}
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			name := t.Spec().Name
			if r, open := b.open(name); open {
				return r, nil
			}
			r, err := t.Call(ctx, c)
			if err == nil {
				b.count(name, r)
			}
			return r, err
		}}
	}
}

type breaker struct {
	mu    sync.Mutex
	fails map[string]int
	last  map[string]string // what the tool said last, for the guidance
}

func (b *breaker) open(name string) (Result, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fails[name] < breakAfter {
		return Result{}, false
	}
	return Result{Status: Denied, Code: CodeBroken,
		Text: fmt.Sprintf("%s failed %d times in a row and is switched off for this run. It last said: %s", name, breakAfter, b.last[name]),
		Next: "Use another tool or another way. If there is none, tell the user what failed."}, true
}

func (b *breaker) count(name string, r Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch r.Status {
	case OK:
		b.fails[name] = 0
	case Failed, Timeout:
		b.fails[name]++
		b.last[name] = clip(r.Text, 300)
	}
}
