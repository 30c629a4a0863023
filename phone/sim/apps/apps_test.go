package apps_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestDefinitionsAreSound(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	homes := 0
	for _, d := range apps.All() {
		if d.Package == "" || d.Label == "" || d.Icon == nil || d.Version == "" || seen[d.Package] {
			t.Errorf("%+v lacks something or is there twice", d)
		}
		seen[d.Package] = true
		classes := map[string]bool{}
		launchers := 0
		for _, a := range d.Activities {
			if a.Screen == nil || classes[a.Class] {
				t.Errorf("%s %s has no screen or is there twice", d.Package, a.Class)
			}
			classes[a.Class] = true
			if a.Launcher {
				launchers++
			}
			if a.Home {
				homes++
			}
		}
		if launchers > 1 {
			t.Errorf("%s has %d icons", d.Package, launchers)
		}
	}
	if homes != 1 {
		t.Errorf("%d home screens", homes)
	}
}

// TestEveryEntryOpens starts every exported activity in both themes and orientations and draws it.
func TestEveryEntryOpens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := world.New(world.Options{Apps: apps.All()})
		defer w.Close()
		w.SetPermission("com.google.android.GoogleCamera", "android.permission.CAMERA", true) // else it asks
		for _, p := range w.Packages() {
			for _, a := range p.Activities {
				if !a.Exported {
					continue
				}
				for i := range 2 {
					w.SetNight([]string{"no", "yes"}[i])
					w.FreezeRotation(i)
					if _, err := w.Start(world.Intent{Component: a.Component}); err != nil {
						t.Errorf("%s: %v", a.Component.Short(), err)
					}
					time.Sleep(time.Second)
					w.Screen()
					xml, err := w.DumpTree(t.Context())
					if err != nil || !strings.Contains(string(xml), `package="`+p.Name+`"`) {
						t.Errorf("%s: %v, %.200s", a.Component.Short(), err, xml)
					}
				}
			}
		}
	})
}

func TestStartErrorsName(t *testing.T) {
	t.Parallel()
	w := world.New(world.Options{Apps: apps.All()})
	defer w.Close()
	_, err := w.Start(world.Intent{Component: world.Component{Package: "com.android.settings", Class: "com.android.settings.SubSettings"}})
	var se *world.StartError
	if !errors.As(err, &se) || se.Reason != world.NotExported || se.UID != 1000 {
		t.Errorf("the settings' own pages are not for others: %v", err)
	}
}
