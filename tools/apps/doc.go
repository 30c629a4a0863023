// Package apps holds the tools for installed apps: list, open, stop and manage them.
package apps

import (
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
)

// Tools lists the family on one view.
func Tools(v *tools.View) []tools.Tool {
	return []tools.Tool{OpenApp(v), ListInstalledApps(v), ManageApp(v)}
}

// of is the phone's ability to manage apps.
func of(v *tools.View) (phone.Apps, error) {
	a, ok := v.Phone().(phone.Apps)
	if !ok {
		return nil, phone.ErrUnsupported
	}
	return a, nil
}
