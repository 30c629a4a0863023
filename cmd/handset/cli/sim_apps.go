package cli

import (
	"errors"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/apps/custom"
	"github.com/handset-agent/handset/phone/sim/world"
)

// simApps are the phone's own apps and those of the files, nil when there are no files.
func (p *program) simApps(files []string) ([]world.AppDef, error) {
	if len(files) == 0 {
		return nil, nil
	}
	all := apps.All()
	taken := map[string]bool{}
	for _, d := range all {
		taken[d.Package] = true
	}
	for _, f := range files {
		d, err := custom.Load(f)
		switch {
		case errors.Is(err, custom.ErrFile):
			return nil, p.usage("usage.sim_app", err)
		case err != nil:
			return nil, app.ReadError(f, err)
		case taken[d.Package]:
			return nil, p.usage("usage.sim_app_twice", f, d.Package)
		}
		taken[d.Package] = true
		all = append(all, d)
	}
	return all, nil
}
