package shell

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open makes a phone whose clock stands still.
func open(t *testing.T, apps ...world.AppDef) *Device {
	t.Helper()
	return start(t, world.Options{Apps: apps}, Options{})
}

// phone makes a phone of a profile with all apps.
func phone(t *testing.T, profile string) *Device {
	t.Helper()
	p, err := world.FindProfile(profile)
	if err != nil {
		t.Fatal(err)
	}
	return start(t, world.Options{Profile: p, Apps: apps.All()}, Options{})
}

func start(t *testing.T, o world.Options, so Options) *Device {
	t.Helper()
	o.Seed, o.Now = 1, func() time.Time { return time.Date(2025, 1, 2, 8, 4, 5, 678e6, time.UTC) }
	w := world.New(o)
	d := New(w, so)
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// sh runs a line and gives what it printed.
func sh(t *testing.T, d *Device, line string, stdin ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errw bytes.Buffer
	in := strings.NewReader(strings.Join(stdin, ""))
	status = d.Run(t.Context(), line, in, &out, &errw)
	return out.String(), errw.String(), status
}
