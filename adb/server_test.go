package adb_test

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

func TestVersion_F001(t *testing.T) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		if v, err := c.Version(soon(t)); err != nil || v != 41 {
			t.Errorf("got %d, %v", v, err)
		}
		if err := c.Ensure(soon(t)); err != nil {
			t.Errorf("Ensure with a server: %v", err)
		}
	})
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	c := &adb.Client{Addr: "127.0.0.1:" + adbtest.FreePort(t)}
	_, err := c.Devices(soon(t))
	if !errors.Is(err, adb.ErrNoServer) || !strings.Contains(err.Error(), c.Addr) {
		t.Errorf("got %v", err)
	}
	c = &adb.Client{Network: "unix", Addr: filepath.Join(t.TempDir(), "nosuch")}
	if _, err := c.Devices(soon(t)); !errors.Is(err, adb.ErrNoServer) {
		t.Errorf("unix socket: got %v", err)
	}
}

// silent is a server that accepts connections and says nothing.
func silent(t *testing.T) *adb.Client {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) // the kernel accepts for it
	return &adb.Client{Addr: l.Addr().String(), Timeout: 50 * time.Millisecond}
}

func TestSilentServer_F018(t *testing.T) {
	t.Parallel()
	c := silent(t)
	d := c.Device("x")
	for name, call := range map[string]func() error{
		"devices":  func() error { _, err := c.Devices(t.Context()); return err },
		"ensure":   func() error { return c.Ensure(t.Context()) },
		"shell":    func() error { _, err := d.Shell(t.Context(), "true"); return err },
		"stat":     func() error { _, err := d.Stat(t.Context(), "/"); return err },
		"forward":  func() error { _, err := d.Forward(t.Context(), "tcp:0", "tcp:1"); return err },
		"wait-for": func() error { return d.WaitFor(t.Context(), "device") },
		"track": func() error {
			for _, err := range c.Track(t.Context()) {
				return err
			}
			return nil
		},
	} {
		err := call()
		if !errors.Is(err, adb.ErrTimeout) || !strings.Contains(err.Error(), "adb server at "+c.Addr+" is not answering") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestCancel_F013(t *testing.T) {
	t.Parallel()
	c := silent(t)
	c.Timeout = time.Hour
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	start := time.Now()
	if _, err := c.Connect(ctx, "127.0.0.1:1"); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 2*time.Second {
		t.Errorf("got %v after %v", err, time.Since(start))
	}
	why := errors.New("a key was pressed")
	withCause, stop := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { stop(why) })
	if _, err := c.Devices(withCause); !errors.Is(err, context.Canceled) || !errors.Is(err, why) {
		t.Errorf("got %v, want the cause too", err)
	}
}

func TestConnect_F014(t *testing.T) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		p := adbtest.NewPhone().Start(t)
		for range 2 { // the second time it is connected already
			if serial, err := c.Connect(soon(t), p.Addr); err != nil || serial != p.Addr {
				t.Fatalf("got %q, %v", serial, err)
			}
		}
		info, err := c.Resolve(soon(t), p.Addr)
		if err != nil || info.Serial != p.Addr || info.Product != "simprod" || info.Model != "Sim_Phone" || info.Device != "simdev" || info.TransportID == 0 {
			t.Errorf("resolved %+v, %v", info, err)
		}
		if err := c.Disconnect(soon(t), p.Addr); err != nil {
			t.Error(err)
		}
		if _, err := c.Resolve(soon(t), p.Addr); !is[*adb.NoDeviceError](err) {
			t.Errorf("after disconnect: %v", err)
		}
		if err := c.Disconnect(soon(t), p.Addr); !is[*adb.NoDeviceError](err) {
			t.Errorf("a second disconnect: %v", err)
		}
		_, err = c.Connect(soon(t), "127.0.0.1:"+adbtest.FreePort(t))
		if e, ok := errors.AsType[*adb.ConnectError](err); !ok || e.Reason != adb.ConnectRefused {
			t.Errorf("nobody there: %v", err)
		}
	})
}

// foreign skips a test that needs to be alone: adb servers before version 30 take whatever listens at port 5555 for an emulator,
// in spite of ADB_LOCAL_TRANSPORT_MAX_PORT.
func foreign(t *testing.T, err error) {
	t.Helper()
	if e, ok := errors.AsType[*adb.ManyDevicesError](err); ok {
		for _, info := range e.Devices {
			if info.Serial == "emulator-5554" {
				t.Skip("NOTICE: something listens at port 5555, so the adb server lists a phone that is not this test's")
			}
		}
	}
}

func is[E error](err error) bool { _, ok := errors.AsType[E](err); return ok }

func TestReconnectOffline_F012(t *testing.T) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		d, _ := connect(t, c)
		if err := c.ReconnectOffline(soon(t)); err != nil {
			t.Fatal(err)
		}
		if out, err := d.Shell(soon(t), "echo on"); err != nil || string(out.Stdout) != "on\n" {
			t.Errorf("a phone that was not offline: %q, %v", out.Stdout, err)
		}
	})
}

func TestTwoPhones_DV03(t *testing.T) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		a, _ := connect(t, c)
		b, pb := connect(t, c)
		_, err := c.Resolve(soon(t), "")
		if !is[*adb.ManyDevicesError](err) || !strings.Contains(err.Error(), a.Serial()) || !strings.Contains(err.Error(), b.Serial()) {
			t.Errorf("got %v", err)
		}
		pb.Stop()
		adbtest.Eventually(t, "the second phone to be offline", func() bool {
			_, err := c.Resolve(soon(t), b.Serial())
			return isState(err, adb.StateOffline)
		})
		_, err = b.Shell(soon(t), "true")
		if e, ok := errors.AsType[*adb.StateError](err); !ok || e.State != adb.StateOffline || e.Serial != b.Serial() {
			t.Errorf("the stopped phone: %v", err)
		}
		if out, err := a.Shell(soon(t), "echo on"); err != nil || string(out.Stdout) != "on\n" {
			t.Errorf("the other phone: %q, %v", out.Stdout, err)
		}
		info, err := c.Resolve(soon(t), "")
		foreign(t, err)
		if err != nil || info.Serial != a.Serial() {
			t.Errorf("the only usable one: %+v, %v", info, err)
		}
	})
}

func TestTrack_DV05(t *testing.T) {
	onServers(t, func(t *testing.T, c *adb.Client) {
		ctx, cancel := context.WithCancel(soon(t))
		defer cancel()
		p := adbtest.NewPhone()
		var seen []string
		for list, err := range c.Track(ctx) {
			if err != nil {
				if !errors.Is(err, context.Canceled) || len(seen) != 3 {
					t.Errorf("ended with %v after %q", err, seen)
				}
				return
			}
			state := "none"
			for _, info := range list {
				if info.Serial == p.Addr && p.Addr != "" {
					state = string(info.State)
				}
			}
			if len(seen) > 0 && seen[len(seen)-1] == state || state == "offline" && len(seen) == 1 {
				continue // repeats, and the moment before the phone's banner
			}
			seen = append(seen, state)
			switch len(seen) {
			case 1:
				p.Start(t)
				go c.Connect(ctx, p.Addr)
			case 2:
				go p.Stop()
			case 3:
				cancel()
			}
			if want := []string{"none", "device", "offline"}[len(seen)-1]; state != want {
				t.Fatalf("saw %q, want %q", state, want)
			}
		}
	})
}

func TestWaitFor(t *testing.T) {
	withPhone(t, func(t *testing.T, d *adb.Device, p *adbtest.Phone) {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if err := d.WaitFor(ctx, "disconnect"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		go p.Stop()
		if err := d.WaitFor(soon(t), "disconnect"); err != nil {
			t.Errorf("got %v", err)
		}
	})
}

func TestUnauthorizedPhone_DV02(t *testing.T) {
	t.Parallel()
	c := &adb.Client{Addr: adbtest.StartReal(t).Addr}
	good, _ := connect(t, c)
	locked := adbtest.NewPhone()
	locked.Faults = unauthorized
	locked.Start(t)
	if _, err := c.Connect(soon(t), locked.Addr); !isState(err, adb.StateUnauthorized) {
		t.Errorf("connect: %v", err)
	}
	if _, err := c.Resolve(soon(t), locked.Addr); !isState(err, adb.StateUnauthorized) {
		t.Errorf("resolve: %v", err)
	}
	if _, err := c.Device(locked.Addr).Shell(soon(t), "true"); !isState(err, adb.StateUnauthorized) {
		t.Errorf("shell: %v", err)
	}
	info, err := c.Resolve(soon(t), "")
	foreign(t, err)
	if err != nil || info.Serial != good.Serial() {
		t.Errorf("the usable phone F-005: %+v, %v", info, err)
	}
}

func isState(err error, state adb.State) bool {
	e, ok := errors.AsType[*adb.StateError](err)
	return ok && e.State == state && e.Next() != ""
}

func TestEnsure_StartsAServer_DV01(t *testing.T) {
	t.Parallel()
	binary, err := exec.LookPath("adb")
	if err != nil {
		t.Skip("NOTICE: the adb program is not installed")
	}
	home := t.TempDir()
	port := adbtest.FreePort(t)
	env := func(name string) string {
		return map[string]string{"HOME": home, "ADB_LOCAL_TRANSPORT_MAX_PORT": "5554", "PATH": filepath.Dir(binary), "ANDROID_ADB_SERVER_PORT": port}[name]
	}
	c := &adb.Client{Env: env}
	if _, err := c.Version(soon(t)); !errors.Is(err, adb.ErrNoServer) {
		t.Fatalf("before: %v", err)
	}
	var starts sync.WaitGroup
	for range 3 { // programs that start at once share the one server that comes up
		starts.Go(func() {
			if err := c.Ensure(soon(t)); err != nil {
				t.Error(err)
			}
		})
	}
	starts.Wait()
	t.Cleanup(func() { // this one is ours to end
		cmd := exec.Command(binary, "-P", port, "kill-server")
		cmd.Env = append(os.Environ(), "HOME="+home, "ADB_SERVER_SOCKET=")
		cmd.Run()
	})
	if v, err := c.Version(soon(t)); err != nil || v == 0 {
		t.Errorf("after: %d, %v", v, err)
	}
}

func TestEnsure_WithoutTheProgram_F015(t *testing.T) {
	t.Parallel()
	c := &adb.Client{Addr: "127.0.0.1:" + adbtest.FreePort(t), Env: func(string) string { return "" }, Binary: filepath.Join(t.TempDir(), "adb")}
	if err := c.Ensure(soon(t)); !errors.Is(err, adb.ErrNoServer) {
		t.Errorf("a program that is not there: %v", err)
	}
	c = &adb.Client{Addr: "192.0.2.1:5037", Timeout: 50 * time.Millisecond, Binary: "/bin/false"}
	if err := c.Ensure(soon(t)); !errors.Is(err, adb.ErrNoServer) || strings.Contains(err.Error(), "/bin/false") {
		t.Errorf("a server elsewhere is never started: %v", err)
	}
	c = &adb.Client{Addr: "127.0.0.1:" + adbtest.FreePort(t), Binary: "/bin/false"}
	if err := c.Ensure(soon(t)); !errors.Is(err, adb.ErrNoServer) || !strings.Contains(err.Error(), "/bin/false") {
		t.Errorf("a program that fails: %v", err)
	}
}
