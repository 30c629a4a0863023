package tools

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
)

const (
	repeatNotice = 3 // the same call with the same result for the third time: say so
	repeatDenied = 5 // for the fifth time: refuse
)

// LoopGuard notices a model that goes in circles (AH-08): the third time in a row that the same tool with the same arguments
// gave the same result the result says so, and the fifth time the call is denied. Any other call or result starts over.
func LoopGuard() Guard {
	l := &loopGuard{}
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			if n := l.before(c); n >= repeatDenied-1 {
				return Result{Status: Denied, Code: CodeRepeated,
					Text: fmt.Sprintf("%s was called %d times in a row with the same arguments and the same result; it will not be called like this again.", c.Name, n),
					Next: "Stop and think again: look at the screen, try another way, or tell the user what is in the way."}, nil
			}
			r, err := t.Call(ctx, c)
			if err != nil {
				return r, err
			}
			if n := l.after(c, r); n >= repeatNotice {
				r.Notes = append(r.Notes, fmt.Sprintf("this is the %s identical call in a row with an identical result: repeating it will not help", ordinal(n)))
			}
			return r, nil
		}}
	}
}

type loopGuard struct {
	mu           sync.Mutex
	call, result [sha256.Size]byte
	n            int
}

// before is how often c came in a row with one result.
func (l *loopGuard) before(c Call) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if callSign(c) != l.call {
		return 0
	}
	return l.n
}

// after counts a finished call.
func (l *loopGuard) after(c Call, r Result) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	call, result := callSign(c), sha256.Sum256([]byte(string(r.Status)+"\x00"+r.Code+"\x00"+r.Text))
	if call != l.call || result != l.result {
		l.call, l.result, l.n = call, result, 0
	}
	l.n++
	return l.n
}

// callSign is equal for calls of one tool with equal arguments; healed arguments have their keys in order.
func callSign(c Call) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(c.Name+"\x00"), c.Args...))
}

func ordinal(n int) string {
	switch n {
	case 3:
		return "third"
	case 4:
		return "fourth"
	}
	return fmt.Sprintf("%dth", n)
}
