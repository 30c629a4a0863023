package act

import (
	"context"
	_ "embed"
	"fmt"
	"image"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_pinch.md
var pinchText string

type pinchParams struct {
	Scale    float64  `json:"scale" min:"0.1" max:"10" desc:"above 1 zooms in, below 1 zooms out"`
	X        *float64 `json:"x" desc:"centre, from the left"`
	Y        *float64 `json:"y" desc:"centre, from the top"`
	Duration int      `json:"duration_ms" default:"500" min:"100" max:"5000" desc:"how long the movement takes"`
}

// Pinch is the tool ua_pinch (T-75).
func Pinch(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_pinch", Description: v.Fill(pinchText), Acts: true, Timeout: gestureTime, Repair: onePoint.repair}
	return tools.New(spec, func(ctx context.Context, p pinchParams) (tools.Result, error) {
		a, err := centre(ctx, v, p.X, p.Y)
		if err != nil {
			return missed(ctx, v, "ua_pinch", err), nil
		}
		from, to, err := spread(a.At, a.On, p.Scale)
		if err != nil {
			return tools.Failf(tools.CodeOutOfBounds, "Use a centre further from the edge of the screen.", "ua_pinch: %v", err), nil
		}
		done := fmt.Sprintf("Pinched at (%d,%d), fingers from %d to %d pixels apart", a.At.X, a.At.Y, from, to)
		return v.Act(ctx, gesture(v, a, done, phone.Pinch(a.On, a.At, from, to, ms(p.Duration)))), nil
	})
}

// centre is the aim at x and y, or at the middle of the screen without them.
func centre(ctx context.Context, v *tools.View, x, y *float64) (tools.Aim, error) {
	if x != nil && y != nil {
		return v.AimAt(ctx, *x, *y)
	}
	s, err := v.Glance(ctx)
	if err != nil {
		return tools.Aim{}, err
	}
	return tools.Aim{At: s.Size.Div(2), On: s.Size, Screen: s}, nil
}

// spread chooses how far apart the fingers are, so that both stay on the screen and as much room as possible is used.
func spread(at, size image.Point, scale float64) (from, to int, err error) {
	// The fingers move on a diagonal: each is off the centre by dist/2/√2 on both axes.
	room := min(at.X, at.Y, size.X-1-at.X, size.Y-1-at.Y)
	far := min(int(float64(room)*2.8), min(size.X, size.Y))
	near := float64(far) / max(scale, 1/scale)
	if far < 60 || near < 8 {
		return 0, 0, fmt.Errorf("there is no room for two fingers round (%d,%d)", at.X, at.Y)
	}
	if scale >= 1 {
		return int(near), far, nil
	}
	return far, int(near), nil
}
