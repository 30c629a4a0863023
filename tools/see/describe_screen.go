package see

import (
	"context"
	_ "embed"

	"github.com/handset-agent/handset/tools"
)

//go:embed describe_screen.md
var describeScreenText string

// DescribeScreen is the tool describe_screen (T-73): picture and element list in one result. One of the two is enough.
func DescribeScreen(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "describe_screen", Description: describeScreenText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			s, err := v.Look(ctx)
			if err != nil {
				return tools.FailErr("describe_screen", err), nil
			}
			v.Show(s)
			if s.Frame == nil && s.Tree == nil {
				r := tools.FailErr("describe_screen", s.NoPicture)
				r.Text += "; " + s.NoTree.Error()
				return r, nil
			}
			r := tools.Result{Text: s.Words(v.MaxText()), Frame: s.Frame}
			if s.Frame != nil {
				if r.Image, err = v.Picture(s.Frame, tools.Crop{}); err != nil {
					r.Notes = append(r.Notes, err.Error())
				}
			}
			return r, nil
		})
}
