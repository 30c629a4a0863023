package see

import (
	"context"
	_ "embed"
	"encoding/json"

	"github.com/handset-agent/handset/tools"
)

//go:embed ui_dump.md
var uiDumpText string

// UIDump is the tool ui_dump (T-72): the element list in words, at most 6000 characters. Data holds the same list as JSON.
func UIDump(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "ui_dump", Description: uiDumpText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			s, err := v.Look(ctx)
			if err != nil {
				return tools.FailErr("ui_dump", err), nil
			}
			v.Show(s)
			if s.Tree == nil {
				r := tools.FailErr("ui_dump", s.NoTree)
				r.Frame = s.Frame
				return r, nil
			}
			r := tools.Result{Text: s.Words(v.MaxText()), Frame: s.Frame}
			if data, err := json.Marshal(s.Tree); err == nil {
				r.Data = data
			}
			return r, nil
		})
}
