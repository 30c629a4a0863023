package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools/apps"
)

// FindApp is the installed app that a label, a part of one, or a package means, ranked as open_app does (F-082). Apps with a
// launcher icon come before packages without one. When several fit equally well it is a *ManyAppsError, when none does
// phone.ErrNoSuchApp.
func (a *App) FindApp(ctx context.Context, name string) (phone.App, error) {
	d, err := a.Phone(ctx)
	if err != nil {
		return phone.App{}, err
	}
	all, err := d.Apps(ctx, true)
	if err != nil {
		return phone.App{}, err
	}
	var launchable []phone.App
	for _, app := range all {
		if app.Package == name {
			return app, nil
		}
		if app.Activity != "" {
			launchable = append(launchable, app)
		}
	}
	best := apps.Match(launchable, name)
	if len(best) == 0 {
		best = apps.Match(all, name)
	}
	switch len(best) {
	case 0:
		return phone.App{}, fmt.Errorf("%w: %q", phone.ErrNoSuchApp, name)
	case 1:
		return best[0], nil
	}
	return phone.App{}, &ManyAppsError{Name: name, Apps: best}
}

// Named reports whether name is the whole label or the package of a, in any case: what takes something away wants no less.
func Named(a phone.App, name string) bool {
	return strings.EqualFold(a.Label, strings.TrimSpace(name)) || a.Package == name
}
