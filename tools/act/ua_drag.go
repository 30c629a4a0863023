package act

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_drag.md
var dragText string

type dragParams struct {
	X1       float64 `json:"x1" desc:"where to pick up, from the left"`
	Y1       float64 `json:"y1" desc:"where to pick up, from the top"`
	X2       float64 `json:"x2" desc:"where to drop, from the left"`
	Y2       float64 `json:"y2" desc:"where to drop, from the top"`
	Hold     int     `json:"hold_ms" default:"600" min:"0" max:"3000" desc:"how long to hold before moving; 0 for handles that need none"`
	Duration int     `json:"duration_ms" default:"500" min:"50" max:"5000" desc:"how long the movement takes"`
}

// Drag is the tool ua_drag (T-75).
func Drag(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_drag", Description: v.Fill(dragText), Acts: true, Timeout: gestureTime, Repair: twoPoints.repair}
	return tools.New(spec, func(ctx context.Context, p dragParams) (tools.Result, error) {
		return move(ctx, v, "ua_drag", [4]float64{p.X1, p.Y1, p.X2, p.Y2}, func(from, to tools.Aim) (string, phone.Gesture) {
			return fmt.Sprintf("Dragged from %s to (%d,%d)", from, to.At.X, to.At.Y), phone.Drag(from.On, from.At, to.At, ms(p.Hold), ms(p.Duration))
		}), nil
	})
}
