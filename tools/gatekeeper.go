package tools

import (
	"context"
	"fmt"
)

// GateKeeper asks g before every call (MG-06) and turns its verdict into a result. A nil gate denies.
func GateKeeper(g Gate, mode Mode) Guard {
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			spec := t.Spec()
			if g == nil {
				return Result{Status: Denied, Code: CodePolicy, Text: "No gate is set, so no tool may run."}, nil
			}
			a := Ask{Call: c, Spec: spec, Mode: mode}
			if spec.Risk != nil {
				a.Risk = spec.Risk(c.Args)
			}
			verdict, why, err := g.Decide(ctx, a)
			if ctx.Err() != nil {
				return cancelled(), nil
			}
			if err != nil {
				return Result{}, fmt.Errorf("gate %s: %w", c.Name, err)
			}
			switch verdict {
			case Allow:
				return t.Call(ctx, c)
			case Reject:
				return Result{Status: Rejected, Code: CodeRejected, Text: orElse(why, "The user rejected this call."),
					Next: "Do not repeat it; ask the user what to do instead, or reach the goal another way."}, nil
			case Stop:
				return Result{Status: Cancelled, Code: CodeStopped, Text: orElse(why, "The user stopped the task.")}, nil
			}
			return Result{Status: Denied, Code: CodePolicy, Text: orElse(why, "This call is not allowed."),
				Next: "Do not repeat it; reach the goal another way, or tell the user what would be needed."}, nil
		}}
	}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// cancelled is the result of a call that a stop came before.
func cancelled() Result {
	return Result{Status: Cancelled, Code: CodeCancelled, Text: "Cancelled: the run was stopped."}
}
