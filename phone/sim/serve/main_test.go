package serve

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/scrcpy/screend"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if host.server != nil {
		_ = host.server.Close()
	}
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// host is one adb server for all tests of the package.
var host struct {
	once   sync.Once
	server *adb.PrivateServer
	err    error
}

// client runs adb against the private server and one phone.
type client struct {
	t      *testing.T
	serial string
}

// connect serves one phone and connects the private adb server to it.
func connect(t *testing.T, o Options) (client, Served) {
	t.Helper()
	host.once.Do(func() { host.server, host.err = adb.StartPrivateServer(context.Background(), os.Getenv) })
	if host.err != nil {
		t.Skip("no adb server: ", host.err)
	}
	r := rack(t, o)
	s := r.Phones()[0]
	c := client{t: t, serial: s.Addr}
	out, _, _ := c.raw(nil, "connect", s.Addr)
	if !strings.Contains(out, "connected to "+s.Addr) {
		t.Fatalf("adb connect: %q", out)
	}
	t.Cleanup(func() { _, _, _ = c.raw(nil, "disconnect", s.Addr) })
	return c, s
}

func rack(t *testing.T, o Options) *Rack {
	t.Helper()
	if o.IdleWindow == 0 {
		o.IdleWindow = 50 * time.Millisecond
	}
	o.Timing = screend.Timing{Listen: -1, Meta: -1, PowerOn: -1}
	r, err := Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// raw runs adb without choosing a phone.
func (c client) raw(stdin []byte, args ...string) (stdout, stderr string, status int) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := host.server.Command(ctx, args...)
	var out, errw bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &errw
	err := cmd.Run()
	if ctx.Err() != nil {
		c.t.Fatalf("adb %q took too long\nstdout %q\nstderr %q", args, out.String(), errw.String())
	}
	if err != nil && cmd.ProcessState == nil {
		c.t.Fatal(err)
	}
	return out.String(), errw.String(), cmd.ProcessState.ExitCode()
}

// adb runs a command on the phone and fails the test when it fails.
func (c client) adb(args ...string) string {
	c.t.Helper()
	out, errs, status := c.raw(nil, append([]string{"-s", c.serial}, args...)...)
	if status != 0 {
		c.t.Fatalf("adb %q: exit %d\nstdout %q\nstderr %q", args, status, out, errs)
	}
	return out
}

func temp(t *testing.T, name string, data []byte) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(p, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}
