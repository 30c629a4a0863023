package adb_test

import (
	"context"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// onServers runs a test against the small server of adbtest and against a real adb server.
func onServers(t *testing.T, f func(t *testing.T, c *adb.Client)) {
	t.Parallel()
	t.Run("small server", func(t *testing.T) {
		t.Parallel()
		f(t, &adb.Client{Addr: adbtest.StartServer(t).Addr})
	})
	t.Run("adb server", func(t *testing.T) {
		t.Parallel()
		f(t, &adb.Client{Addr: adbtest.StartReal(t).Addr})
	})
}

// withPhone connects a new phone; change may alter it before it starts.
func withPhone(t *testing.T, f func(t *testing.T, d *adb.Device, p *adbtest.Phone), change ...func(*adbtest.Phone)) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		d, p := connect(t, c, change...)
		f(t, d, p)
	})
}

func connect(t *testing.T, c *adb.Client, change ...func(*adbtest.Phone)) (*adb.Device, *adbtest.Phone) {
	t.Helper()
	p := adbtest.NewPhone()
	for _, ch := range change {
		ch(p)
	}
	p.Start(t)
	serial, err := c.Connect(t.Context(), p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	if serial != p.Addr {
		t.Fatalf("connected as %q, want %q", serial, p.Addr)
	}
	d := c.Device(serial)
	if err := d.WaitFor(soon(t), "device"); err != nil {
		t.Fatal(err)
	}
	return d, p
}

// soon is a context of 30 s: enough on a busy machine.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}
