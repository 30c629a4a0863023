package apps

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed list_installed_apps.md
var listText string

type listParams struct {
	Filter string `json:"filter,omitempty" max:"200" desc:"part of the name or package"`
	Limit  int    `json:"limit" default:"30" min:"1" max:"100" desc:"most apps to list"`
	All    bool   `json:"all" default:"false" desc:"true: also packages that cannot be opened, such as services"`
}

// ListInstalledApps is the tool list_installed_apps (T-49).
func ListInstalledApps(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "list_installed_apps", Description: listText, ReadOnly: true},
		func(ctx context.Context, p listParams) (tools.Result, error) {
			apps, err := of(v)
			if err != nil {
				return tools.FailErr("list_installed_apps", err), nil
			}
			all, err := apps.Apps(ctx, p.All)
			if err != nil {
				return tools.FailErr("list_installed_apps", err), nil
			}
			kept := filter(all, p.Filter)
			shown := kept[:min(p.Limit, len(kept))]
			data, _ := json.Marshal(map[string]any{"total": len(kept), "apps": shown})
			return tools.Result{Text: table(shown, len(kept), p.Filter), Data: data}, nil
		})
}

func filter(all []phone.App, part string) []phone.App {
	want := uitree.Fold(part)
	var out []phone.App
	for _, a := range all {
		if want == "" || strings.Contains(uitree.Fold(a.Label), want) || strings.Contains(strings.ToLower(a.Package), want) {
			out = append(out, a)
		}
	}
	return out
}

func table(shown []phone.App, total int, part string) string {
	var b strings.Builder
	switch {
	case total == 0 && part != "":
		return fmt.Sprintf("No app fits %q.", part)
	case total == len(shown):
		fmt.Fprintf(&b, "%d apps:\n", total)
	default:
		fmt.Fprintf(&b, "%d of %d apps (use filter or limit for the others):\n", len(shown), total)
	}
	for _, a := range shown {
		b.WriteString("- " + tools.Untag(name(a)))
		if a.Version != "" {
			b.WriteString(" " + a.Version)
		}
		if a.System {
			b.WriteString(" system")
		}
		if a.Disabled {
			b.WriteString(" disabled")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
