package act

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_swipe.md
var swipeText string

type swipeParams struct {
	X1       float64 `json:"x1" desc:"start, from the left"`
	Y1       float64 `json:"y1" desc:"start, from the top"`
	X2       float64 `json:"x2" desc:"end, from the left"`
	Y2       float64 `json:"y2" desc:"end, from the top"`
	Duration int     `json:"duration_ms" default:"300" min:"50" max:"5000" desc:"how long the movement takes; short ones fling"`
}

// Swipe is the tool ua_swipe (T-29).
func Swipe(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_swipe", Description: v.Fill(swipeText), Acts: true, Timeout: gestureTime, Repair: twoPoints.repair}
	return tools.New(spec, func(ctx context.Context, p swipeParams) (tools.Result, error) {
		from, to, err := twoAims(ctx, v, p.X1, p.Y1, p.X2, p.Y2)
		if err != nil {
			return missed(ctx, v, "ua_swipe", err), nil
		}
		done := fmt.Sprintf("Swiped from (%d,%d) to (%d,%d) in %d ms", from.At.X, from.At.Y, to.At.X, to.At.Y, p.Duration)
		return v.Act(ctx, gesture(v, from, done, phone.Swipe(from.On, from.At, to.At, ms(p.Duration)))), nil
	})
}

// twoAims are the ends of a movement. Only what lies under its start is checked for having changed.
func twoAims(ctx context.Context, v *tools.View, x1, y1, x2, y2 float64) (from, to tools.Aim, err error) {
	if from, err = v.AimAt(ctx, x1, y1); err != nil {
		return from, to, err
	}
	at, err := v.Point(x2, y2)
	return from, tools.Aim{At: at, On: from.On}, err
}
