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
		return move(ctx, v, "ua_swipe", [4]float64{p.X1, p.Y1, p.X2, p.Y2}, func(from, to tools.Aim) (string, phone.Gesture) {
			done := fmt.Sprintf("Swiped from (%d,%d) to (%d,%d) in %d ms", from.At.X, from.At.Y, to.At.X, to.At.Y, p.Duration)
			return done, phone.Swipe(from.On, from.At, to.At, ms(p.Duration))
		}), nil
	})
}

// move carries out a movement of one finger between two points (x1, y1, x2, y2): make gives what it is called and the gesture. Only
// what lies under its start is checked for having changed.
func move(ctx context.Context, v *tools.View, tool string, at [4]float64, make func(from, to tools.Aim) (string, phone.Gesture)) tools.Result {
	from, err := v.AimAt(ctx, at[0], at[1])
	if err != nil {
		return missed(ctx, v, tool, err)
	}
	end, err := v.Point(at[2], at[3])
	if err != nil {
		return missed(ctx, v, tool, err)
	}
	done, g := make(from, tools.Aim{At: end, On: from.On})
	return v.Act(ctx, gesture(v, from, done, g))
}
