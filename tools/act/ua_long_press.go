package act

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_long_press.md
var longPressText string

type longPressParams struct {
	Element  string   `json:"element,omitempty" max:"200" desc:"element id from ui_dump or the last result"`
	X        *float64 `json:"x" desc:"where to press, from the left"`
	Y        *float64 `json:"y" desc:"where to press, from the top"`
	Duration int      `json:"duration_ms" default:"800" min:"300" max:"5000" desc:"how long to hold"`
}

// LongPress is the tool ua_long_press (T-75).
func LongPress(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_long_press", Description: v.Fill(longPressText), Acts: true, Timeout: gestureTime, Repair: onePoint.repair}
	return tools.New(spec, func(ctx context.Context, p longPressParams) (tools.Result, error) {
		a, err := aim(ctx, v, p.Element, p.X, p.Y)
		if err != nil {
			return missed(ctx, v, "ua_long_press", err), nil
		}
		done := fmt.Sprintf("Held %s for %d ms", a, p.Duration)
		return v.Act(ctx, gesture(v, a, done, phone.LongPress(a.On, a.At, ms(p.Duration)))), nil
	})
}
