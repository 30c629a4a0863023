package act

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_press.md
var pressText string

type pressParams struct {
	Key   string `json:"key" max:"40" desc:"name of the key, such as home, back, enter, or an Android key code number"`
	Times int    `json:"times" default:"1" min:"1" max:"50" desc:"how often, for keys such as delete or the arrows"`
	Hold  int    `json:"hold_ms,omitempty" min:"0" max:"5000" desc:"how long the key stays down; leave out for a short press"`
}

// Press is the tool ua_press (T-27). The panels are opened by the shell's status bar command.
func Press(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_press", Description: pressText, Acts: true, Timeout: gestureTime}
	return tools.New(spec, func(ctx context.Context, p pressParams) (tools.Result, error) {
		if verb, ok := panels[strings.ReplaceAll(strings.ToLower(p.Key), "-", "_")]; ok {
			return v.Act(ctx, tools.Action{Done: "Opened " + p.Key, Do: func(ctx context.Context) error { return statusBar(ctx, v.Phone(), verb) }}), nil
		}
		key, err := phone.ParseKey(p.Key)
		if err != nil {
			return tools.Failf(tools.CodeBadArguments, "", "ua_press: %v", err), nil
		}
		key.Hold = ms(p.Hold)
		done := "Pressed " + p.Key
		if p.Times > 1 {
			done += fmt.Sprintf(" %d times", p.Times)
		}
		return v.Act(ctx, tools.Action{Done: done, Do: func(ctx context.Context) error {
			for range p.Times {
				if err := v.Phone().Key(ctx, key); err != nil {
					return err
				}
			}
			return nil
		}}), nil
	})
}

// panels are the keys no Android key stands for, with the status bar's word for each.
var panels = map[string]string{"notifications": "expand-notifications", "quick_settings": "expand-settings"}

// statusBar runs "cmd statusbar", which every supported release has.
func statusBar(ctx context.Context, p phone.Phone, verb string) error {
	out, err := p.Shell(ctx, "cmd", "statusbar", verb)
	if err != nil {
		return err
	}
	if out.Exit != 0 {
		return fmt.Errorf("cmd statusbar %s: exit %d: %s", verb, out.Exit, strings.TrimSpace(string(out.Stderr)))
	}
	return nil
}
