package act

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed wake_screen.md
var wakeScreenText string

// WakeScreen is the tool wake_screen (T-76, DV-36).
func WakeScreen(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "wake_screen", Description: wakeScreenText, Acts: true, Timeout: gestureTime}
	return tools.New(spec, func(ctx context.Context, _ struct{}) (tools.Result, error) {
		power, ok := v.Phone().(phone.Power)
		if !ok {
			return v.Act(ctx, tools.Action{Done: "Pressed the wake key", Do: func(ctx context.Context) error {
				return v.Phone().Key(ctx, phone.Key{Code: phone.KeyWakeup})
			}}), nil
		}
		var state phone.PowerState
		r := v.Act(ctx, tools.Action{Done: "Woke the phone", Do: func(ctx context.Context) (err error) {
			state, err = power.Wake(ctx)
			return err
		}})
		if r.Effect != nil && r.Effect.Delivered {
			r.Data, _ = json.Marshal(state)
		}
		if r.Status != tools.OK {
			return r, nil
		}
		switch {
		case !state.On:
			r.Status, r.Code, r.Next = tools.Failed, "still_off", "Try again once; if it stays dark, ask the user to look at the phone."
		case state.Locked && state.Secure:
			r.Status, r.Code, r.Next = tools.Failed, "locked", "Ask the user to unlock the phone by hand: a PIN, pattern or password cannot be passed."
		case state.Locked:
			r.Status, r.Code, r.Next = tools.Failed, "locked", "Swipe up from the bottom of the screen to open the lock screen."
		}
		return r, nil
	})
}
