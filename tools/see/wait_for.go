package see

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed wait_for.md
var waitForText string

type waitForParams struct {
	Text    string `json:"text,omitempty" max:"500" desc:"part of a text that should appear"`
	Gone    string `json:"gone,omitempty" max:"500" desc:"part of a text that should disappear"`
	App     string `json:"app,omitempty" max:"300" desc:"package, or part of it, that should come to the front"`
	Screen  string `json:"screen,omitempty" enum:"on,off,unlocked" desc:"state of the display and lock screen to wait for"`
	Idle    bool   `json:"idle,omitempty" desc:"true: wait until the screen stands still"`
	Timeout int    `json:"timeout_seconds" default:"15" min:"1" max:"120" desc:"longest wait"`
}

// WaitFor is the tool wait_for (T-74). It looks again whenever the picture changed, at the latest after a second.
func WaitFor(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "wait_for", Description: waitForText, ReadOnly: true, Timeout: 130 * time.Second}
	return tools.New(spec, func(ctx context.Context, p waitForParams) (tools.Result, error) {
		what, met := condition(v, p)
		if met == nil {
			return tools.Failf(tools.CodeBadArguments, "Give exactly one of text, gone, app, screen or idle.", "wait_for needs one thing to wait for"), nil
		}
		start := time.Now()
		within, cancel := context.WithTimeout(ctx, time.Duration(p.Timeout)*time.Second)
		defer cancel()
		s, err := until(within, v, met)
		switch {
		case err == nil:
			v.Show(s)
			return tools.Result{Frame: s.Frame, Text: fmt.Sprintf("%s after %.1f s.\n%s", what, time.Since(start).Seconds(), s.Words(v.MaxText()))}, nil
		case ctx.Err() != nil || within.Err() == nil:
			return tools.FailErr("wait_for", err), nil
		}
		return gaveUp(ctx, v, p), nil
	})
}

// condition makes one test of the parameters, nil when they do not name exactly one thing.
func condition(v *tools.View, p waitForParams) (what string, met func(context.Context, *tools.Screen) bool) {
	has := func(s *tools.Screen, text string) bool { return len(s.Tree.Locate(uitree.Query{Text: text})) > 0 }
	n := 0
	if p.Text != "" {
		n, what = n+1, fmt.Sprintf("%q is on the screen", p.Text)
		met = func(_ context.Context, s *tools.Screen) bool { return s.Tree != nil && has(s, p.Text) }
	}
	if p.Gone != "" {
		n, what = n+1, fmt.Sprintf("%q is no longer on the screen", p.Gone)
		met = func(_ context.Context, s *tools.Screen) bool { return s.Tree != nil && !has(s, p.Gone) }
	}
	if p.App != "" {
		n, what = n+1, fmt.Sprintf("%s is in front", p.App)
		met = func(_ context.Context, s *tools.Screen) bool { return strings.Contains(s.Front, p.App) }
	}
	if p.Screen != "" {
		n, what = n+1, fmt.Sprintf("The display is %s", p.Screen)
		met = func(ctx context.Context, _ *tools.Screen) bool { return inState(ctx, v.Phone(), p.Screen) }
	}
	if p.Idle {
		n, what = n+1, "The screen stands still"
		met = func(_ context.Context, s *tools.Screen) bool { return s.Still() }
	}
	if n != 1 {
		return "", nil
	}
	return what, met
}

// inState asks for the wake state; a phone that cannot tell is in none.
func inState(ctx context.Context, p phone.Phone, want string) bool {
	power, ok := p.(phone.Power)
	if !ok {
		return false
	}
	s, err := power.PowerState(ctx)
	switch {
	case err != nil:
		return false
	case want == "off":
		return !s.On
	case want == "unlocked":
		return s.On && !s.Locked
	}
	return s.On
}

// until looks, and looks again after each change of the picture or after a second, until met.
func until(ctx context.Context, v *tools.View, met func(context.Context, *tools.Screen) bool) (*tools.Screen, error) {
	for {
		s, err := v.Look(ctx)
		if err != nil {
			return nil, err
		}
		if met(ctx, s) {
			return s, nil
		}
		start := time.Now()
		_, changed, err := v.Phone().Settled(ctx, phone.Settle{After: s.Seq(), First: time.Second, Quiet: 150 * time.Millisecond, Max: time.Second})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && changed || time.Since(start) >= 500*time.Millisecond {
			continue
		}
		select { // without pictures there is nothing to wait on
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// gaveUp is the answer after the whole wait, with the screen as it is.
func gaveUp(ctx context.Context, v *tools.View, p waitForParams) tools.Result {
	r := tools.Result{Status: tools.Timeout, Code: tools.CodeTimedOut, Text: fmt.Sprintf("It did not happen within %d s.", p.Timeout),
		Next: "Look at what is on the screen instead, and decide whether to wait on, go back, or try another way."}
	if s, err := v.Look(ctx); err == nil {
		v.Show(s)
		r.Frame = s.Frame
		r.Text += "\n" + s.Words(v.MaxText())
	}
	return r
}
