package app

import (
	"log/slog"
	"net"
	"os"
	"os/exec"
	"slices"
	"testing"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/config"
)

// TestServers_F001_F002: the server that runs is used as it is, and with two of them each is told with the phones it holds; neither is ended.
func TestServers_F001_F002(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("adb"); err != nil {
		t.Skip("no adb program: ", err)
	}
	var addrs []string
	for range 2 {
		s, err := adb.StartPrivateServer(t.Context(), os.Getenv)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		addrs = append(addrs, s.Client().Addr)
	}
	_, port, err := net.SplitHostPort(addrs[1])
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) string {
		if name == "ANDROID_ADB_SERVER_PORT" {
			return port
		}
		return ""
	}
	a := New(config.Config{ADB: "tcp:" + addrs[0], Env: env}, slog.New(slog.DiscardHandler))
	var rows []Check
	_, _ = a.Doctor(t.Context(), func(c Check) { rows = append(rows, c) }) // there is no phone
	if !slices.ContainsFunc(rows, func(c Check) bool {
		return c.Name == "adb_servers" && slices.Contains(c.Facts, any(addrs[0])) && slices.Contains(c.Facts, any(addrs[1]))
	}) {
		t.Errorf("two servers: %+v", rows)
	}
	for _, addr := range addrs {
		if _, err := (&adb.Client{Addr: addr}).Version(t.Context()); err != nil {
			t.Errorf("%s afterwards: %v", addr, err)
		}
	}
	alone := New(config.Config{ADB: "tcp:" + addrs[1], Env: env}, slog.New(slog.DiscardHandler))
	found, err := alone.Servers(t.Context())
	if err != nil || found[0].Addr != addrs[1] || slices.ContainsFunc(found[1:], func(s HoldsPhones) bool { return s.Addr == addrs[1] }) {
		t.Errorf("one server: %+v, %v", found, err)
	}
}
