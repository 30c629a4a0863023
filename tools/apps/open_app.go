package apps

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

//go:embed open_app.md
var openAppText string

type openAppParams struct {
	App string `json:"app" max:"300" desc:"name of the app, or part of it, or its package"`
}

// OpenApp is the tool open_app (T-01): it resolves what was asked for among the installed apps, opens the best one, and checks
// what is in front afterwards (F-082, F-083). When the best ones fit equally well it asks instead of guessing.
func OpenApp(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "open_app", Description: openAppText, Acts: true, Timeout: 60 * time.Second}
	return tools.New(spec, func(ctx context.Context, p openAppParams) (tools.Result, error) {
		apps, err := of(v)
		if err != nil {
			return tools.FailErr("open_app", err), nil
		}
		all, err := apps.Apps(ctx, false)
		if err != nil {
			return tools.FailErr("open_app", err), nil
		}
		hits := match(all, p.App)
		if bad := choose(hits, all, p.App); bad != nil {
			return *bad, nil
		}
		app := hits[0].app
		r := v.Act(ctx, tools.Action{Done: "Opened " + name(app), Do: func(ctx context.Context) error { return apps.Launch(ctx, app.Package) }})
		if len(hits) > 1 && r.Status == tools.OK {
			r.Notes = append(r.Notes, "also fitting: "+names(rest(hits), 8))
		}
		return confirm(ctx, v, app, r), nil
	})
}

// choose is nil when the first hit is the one to open, else the answer that asks for more.
func choose(hits []hit, all []phone.App, asked string) *tools.Result {
	if len(hits) == 0 {
		r := tools.Failf(tools.CodeNotFound, "Use one of the names, or list_installed_apps with a filter; the app may have to be installed first.",
			"open_app: no app fits %q. There are: %s", asked, names(all, 20))
		return &r
	}
	if hits[0].app.Disabled {
		r := tools.Failf("disabled", "Enable it with manage_app first, if the user wants that.", "open_app: %s is disabled", name(hits[0].app))
		return &r
	}
	var tied []phone.App
	for _, h := range hits {
		if h.rank == hits[0].rank {
			tied = append(tied, h.app)
		}
	}
	if len(tied) == 1 {
		return nil
	}
	r := tools.Failf(tools.CodeAmbiguous, "Call open_app again with the package of the one that is meant; ask the user if it is not clear.",
		"open_app: %d apps fit %q equally well: %s", len(tied), asked, names(tied, 10))
	return &r
}

func rest(hits []hit) []phone.App {
	var out []phone.App
	for _, h := range hits[1:] {
		out = append(out, h.app)
	}
	return out
}

// confirm says when another app than the one opened is in front.
func confirm(ctx context.Context, v *tools.View, app phone.App, r tools.Result) tools.Result {
	if r.Status != tools.OK {
		return r
	}
	front := r.Effect.Front
	if w, ok := v.Phone().(phone.Windows); ok {
		if act, err := w.Foreground(ctx); err == nil {
			front = act.Package
			r.Effect.Front = front
		}
	}
	if front != "" && front != app.Package {
		r.Notes = append(r.Notes, fmt.Sprintf("in front is %s, not %s: a dialog may have come up, or the app opens another one", front, app.Package))
	}
	return r
}
