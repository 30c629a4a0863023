package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/config"
	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/serve"
)

// TestListing_F004_F005_F017_F021: an offline phone, one that has not been allowed and two that are connected but answer nothing keep
// their rows with their reasons; the good one is listed in full, and all of it takes as long as one phone that hangs.
func TestListing_F004_F005_F017_F021(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("adb"); err != nil {
		t.Skip("no adb program: ", err)
	}
	server, err := adb.StartPrivateServer(t.Context(), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	rack, err := serve.Start(context.Background(), serve.Options{Count: 5, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { rack.Close() })
	c, phones := server.Client(), rack.Phones()
	for _, s := range phones {
		if _, err := c.Connect(t.Context(), s.Addr); err != nil {
			t.Fatal(err)
		}
	}
	for i, n := range []fault.Name{fault.LinkOffline, fault.LinkUnauthorized, fault.ShellSlow, fault.ShellSlow} {
		if err := phones[i].Phone.World().Faults().On(n, fault.Rule{Value: "60s"}); err != nil {
			// the states of a link take no value
			if err = phones[i].Phone.World().Faults().On(n, fault.Rule{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	a := New(config.Config{ADB: "tcp:" + c.Addr, Env: os.Getenv}, slog.New(slog.DiscardHandler))
	rows := map[string]Listed{}
	for end := time.Now().Add(20 * time.Second); ; {
		began := time.Now()
		list, err := a.Phones(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > detailTime+2*time.Second {
			t.Errorf("the list took %v", took)
		}
		for _, l := range list {
			rows[l.Serial] = l
		}
		if rows[phones[0].Addr].State == string(adb.StateOffline) && rows[phones[1].Addr].State == string(adb.StateUnauthorized) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the states did not come: %+v", rows)
		}
	}
	if len(rows) != len(phones) {
		t.Errorf("%d rows of %d phones", len(rows), len(phones))
	}
	for i, want := range []error{nil, nil, adb.ErrTimeout, adb.ErrTimeout, nil} {
		l := rows[phones[i].Addr]
		if l.Usable != (i == 4) || i < 4 && (l.Reason == "" || l.Err == nil) {
			t.Errorf("row %d: %+v", i, l)
		}
		if want != nil && !errors.Is(l.Err, want) {
			t.Errorf("row %d: %v, want %v", i, l.Err, want)
		}
	}
	if good := rows[phones[4].Addr]; good.Model == "" || good.Android == "" || good.Battery == "" {
		t.Errorf("the good phone: %+v", good)
	}
}
