package act

import (
	"context"
	_ "embed"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_tap.md
var tapText string

type tapParams struct {
	Element string   `json:"element,omitempty" max:"200" desc:"element id from ui_dump or the last result, such as e48213, or an Android resource id"`
	X       *float64 `json:"x" desc:"where to tap, from the left"`
	Y       *float64 `json:"y" desc:"where to tap, from the top"`
}

// Tap is the tool ua_tap (T-28): a press of 80 ms on an element or a point.
func Tap(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_tap", Description: v.Fill(tapText), Acts: true, Timeout: gestureTime, Repair: onePoint.repair}
	return tools.New(spec, func(ctx context.Context, p tapParams) (tools.Result, error) {
		a, err := aim(ctx, v, p.Element, p.X, p.Y)
		if err != nil {
			return missed(ctx, v, "ua_tap", err), nil
		}
		return tap(ctx, v, a), nil
	})
}

// tap presses at an aim. The first tap after a page change is often lost in a web view (F-079): when nothing moved and the very
// same web element still lies there, it is tapped once more, and that is said.
func tap(ctx context.Context, v *tools.View, a tools.Aim) tools.Result {
	r := v.Act(ctx, gesture(v, a, "Tapped "+a.String(), phone.Tap(a.On, a.At)))
	if !lostInWeb(v, a, r) {
		return r
	}
	again := v.Act(ctx, gesture(v, tools.Aim{Screen: v.Last()}, "Tapped "+a.String()+" again", phone.Tap(a.On, a.At)))
	again.Notes = append(again.Notes, "the first tap on this web page element had no effect, so it was tapped once more")
	return again
}

// lostInWeb reports whether a tap was delivered without any effect while its web element is still there unchanged.
func lostInWeb(v *tools.View, a tools.Aim, r tools.Result) bool {
	if a.Target == nil || !a.Target.Web || !a.Target.Tappable() || r.Status != tools.OK || r.Effect.Visible || !r.Effect.Settled {
		return false
	}
	now := v.Last()
	if now == nil || now.Tree == nil {
		return false
	}
	m, err := now.Tree.Find(uitree.Query{ID: a.Target.Label})
	return err == nil && m.Target.Bounds == a.Target.Bounds
}
