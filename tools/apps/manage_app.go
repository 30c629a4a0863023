package apps

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed manage_app.md
var manageText string

type manageParams struct {
	Action  string `json:"action" enum:"force_stop,disable,enable,clear_data,uninstall" desc:"what to do"`
	Package string `json:"package" max:"300" desc:"exact package name, such as com.example.notes"`
}

// packageName is what a package name may look like (T-34).
var packageName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$`)

// ManageApp is the tool manage_app (T-34). Disabling, clearing and uninstalling are risk class "app removal" (MG-10).
func ManageApp(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "manage_app", Description: manageText, Risk: manageRisk, Timeout: 90 * time.Second}
	return tools.New(spec, func(ctx context.Context, p manageParams) (tools.Result, error) {
		if !packageName.MatchString(p.Package) {
			return tools.Failf(tools.CodeBadArguments, "Look the exact package up with list_installed_apps.", "manage_app: %q is no package name", p.Package), nil
		}
		apps, err := of(v)
		if err != nil {
			return tools.FailErr("manage_app", err), nil
		}
		if err := manage(ctx, apps, p); err != nil {
			r := tools.FailErr(fmt.Sprintf("manage_app %s %s", p.Action, p.Package), err)
			if r.Next == "" {
				r.Next = "The phone refused: system apps and apps managed by a policy are protected. Tell the user."
			}
			return r, nil
		}
		return tools.Result{Text: fmt.Sprintf("Done: %s %s.", p.Action, p.Package)}, nil
	})
}

func manageRisk(args json.RawMessage) string {
	var p manageParams
	if err := json.Unmarshal(args, &p); err != nil {
		return "app removal"
	}
	switch p.Action {
	case "force_stop", "enable":
		return ""
	}
	return "app removal"
}

func manage(ctx context.Context, apps phone.Apps, p manageParams) error {
	switch p.Action {
	case "force_stop":
		return apps.Stop(ctx, p.Package)
	case "disable":
		return apps.SetEnabled(ctx, p.Package, false)
	case "enable":
		return apps.SetEnabled(ctx, p.Package, true)
	case "clear_data":
		return apps.ClearData(ctx, p.Package)
	}
	return apps.Uninstall(ctx, p.Package)
}
