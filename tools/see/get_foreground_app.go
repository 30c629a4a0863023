package see

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed get_foreground_app.md
var foregroundAppText string

// ForegroundApp is the tool get_foreground_app (T-30). Phones that cannot tell are asked for their element list instead.
func ForegroundApp(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "get_foreground_app", Description: foregroundAppText, ReadOnly: true},
		func(ctx context.Context, _ struct{}) (tools.Result, error) {
			act, err := foreground(ctx, v)
			if err != nil {
				return tools.FailErr("get_foreground_app", err), nil
			}
			text := "In front: " + act.Package
			if act.Class != "" {
				text += ", activity " + act.Class
			}
			if act.Window != "" {
				text += fmt.Sprintf(", window %q", tools.Untag(act.Window))
			}
			if act.Secure {
				text += "; it forbids screenshots"
			}
			data, _ := json.Marshal(act)
			return tools.Result{Text: text + ".", Data: data}, nil
		})
}

// foreground is what is in front: from the window list, else from the element list.
func foreground(ctx context.Context, v *tools.View) (phone.Activity, error) {
	if w, ok := v.Phone().(phone.Windows); ok {
		return w.Foreground(ctx)
	}
	s, err := v.Look(ctx)
	if err != nil {
		return phone.Activity{}, err
	}
	if s.Tree == nil {
		return phone.Activity{}, s.NoTree
	}
	return phone.Activity{Package: s.Tree.Package, Window: s.Tree.Title}, nil
}
