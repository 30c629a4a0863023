package device

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/handset-agent/handset/tools"
)

//go:embed wait.md
var waitText string

type waitParams struct {
	Seconds float64 `json:"seconds" min:"0.1" max:"3600" desc:"how long"`
}

// Wait is the tool wait (T-70). It ends at once when the run is stopped.
func Wait() tools.Tool {
	spec := tools.Spec{Name: "wait", Description: waitText, ReadOnly: true, Timeout: time.Hour + time.Minute}
	return tools.New(spec, func(ctx context.Context, p waitParams) (tools.Result, error) {
		timer := time.NewTimer(time.Duration(p.Seconds * float64(time.Second)))
		defer timer.Stop()
		start := time.Now()
		select {
		case <-timer.C:
			return tools.Result{Text: fmt.Sprintf("Waited %g s.", p.Seconds)}, nil
		case <-ctx.Done():
			return tools.FailErr(fmt.Sprintf("stopped after %.1f s of waiting", time.Since(start).Seconds()), ctx.Err()), nil
		}
	})
}
