// Package act holds the tools that touch the phone: taps, swipes, keys, text and the clipboard. Each returns what was delivered,
// what visibly changed, and the settled screen.
package act

import (
	"context"
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

// Tools lists the family on one view.
func Tools(v *tools.View) []tools.Tool {
	return []tools.Tool{
		Tap(v), TapText(v), LongPress(v), Swipe(v), Drag(v), Pinch(v), ScrollTo(v),
		Type(v), Press(v), WakeScreen(v), SetClipboard(v), GetClipboard(v),
	}
}

// gestureTime bounds tools that make one gesture and look at what it did: 5 s for the gesture (DV-32), the rest for the look.
const gestureTime = 30 * time.Second

// aim is the target of a tool that takes an element id or a point.
func aim(ctx context.Context, v *tools.View, id string, x, y *float64) (tools.Aim, error) {
	switch {
	case id != "":
		return v.AimFind(ctx, uitree.Query{ID: id})
	case x != nil && y != nil:
		return v.AimAt(ctx, *x, *y)
	}
	return tools.Aim{}, errNoTarget
}

var errNoTarget = fmt.Errorf("no target: give x and y, or an element id from ui_dump")

// missed is the result when an aim could not be taken.
func missed(ctx context.Context, v *tools.View, op string, err error) tools.Result {
	if err == errNoTarget {
		return tools.Failf(tools.CodeBadArguments, "Give x and y, or element.", "%s: %v", op, err)
	}
	return v.Refused(ctx, op, err)
}

// gesture is an action that plays one gesture at an aim.
func gesture(v *tools.View, a tools.Aim, done string, g phone.Gesture) tools.Action {
	return tools.Action{Done: done, Before: a.Screen, Do: func(ctx context.Context) error {
		if f := aimedAt(a, g); f != nil {
			g = g.AimedAt(f)
		}
		return v.Phone().Gesture(ctx, g)
	}}
}

// aimedAt is the picture that g was aimed at, nil when there was none.
func aimedAt(a tools.Aim, g phone.Gesture) *phone.Frame {
	if a.Screen == nil || a.Screen.Frame == nil || a.Screen.Frame.Size != g.On {
		return nil
	}
	return a.Screen.Frame
}

// ms is a duration of n milliseconds.
func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// clampPoint moves p inside a screen of the given size.
func clampPoint(p, size image.Point) image.Point {
	return image.Pt(min(max(p.X, 0), size.X-1), min(max(p.Y, 0), size.Y-1))
}
