package act

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_tap_text.md
var tapTextText string

type tapTextParams struct {
	Text  string `json:"text" max:"500" desc:"text or description of the element, or part of it"`
	Nth   int    `json:"nth" default:"1" min:"1" max:"100" desc:"which one of several, from the best match on"`
	Exact bool   `json:"exact" default:"false" desc:"true: the whole text, in the same case"`
}

// TapText is the tool ua_tap_text (T-62).
func TapText(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_tap_text", Description: tapTextText, Acts: true, Timeout: gestureTime}
	return tools.New(spec, func(ctx context.Context, p tapTextParams) (tools.Result, error) {
		q := uitree.Query{Text: p.Text, Exact: p.Exact, Nth: p.Nth}
		a, err := v.AimFind(ctx, q)
		if err != nil {
			return missed(ctx, v, "ua_tap_text", err), nil
		}
		others := len(a.Screen.Tree.Locate(q)) - 1
		r := tap(ctx, v, a)
		if others > 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%d more on the screen fit %q; nth chooses another one", others, p.Text))
		}
		return r, nil
	})
}
