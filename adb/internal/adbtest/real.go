//go:build unix

package adbtest

import (
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Real is a real adb server on a private port with a private HOME.
type Real struct {
	Addr string
	Port string
	Home string

	binary string
	cmd    *exec.Cmd
	exited chan struct{}
}

// StartReal runs Debian's adb server until the test ends; without the program the test is skipped with a notice.
func StartReal(t testing.TB) *Real {
	binary, err := exec.LookPath("adb")
	if err != nil {
		t.Skip("NOTICE: the adb program is not installed; tests with a real adb server are skipped")
	}
	r := &Real{Port: FreePort(t), Home: t.TempDir(), binary: binary, exited: make(chan struct{})}
	r.Addr = "127.0.0.1:" + r.Port
	r.cmd = exec.Command(binary, "-L", "tcp:localhost:"+r.Port, "nodaemon", "server")
	r.cmd.Env = r.env()
	var log strings.Builder
	r.cmd.Stderr = &log
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		r.cmd.Wait()
		close(r.exited)
	}()
	t.Cleanup(func() {
		r.cmd.Process.Kill()
		<-r.exited
		if t.Failed() {
			t.Logf("adb server: %s", log.String())
		}
	})
	Eventually(t, "the adb server to listen", func() bool {
		c, err := net.Dial("tcp", r.Addr)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	return r
}

// Alive reports whether the server process is still the one that was started.
func (r *Real) Alive() bool {
	select {
	case <-r.exited:
		return false
	default:
		return true
	}
}

// env is our own environment without a word about adb, and with the private server's.
func (r *Real) env() []string {
	own := slices.DeleteFunc(os.Environ(), func(kv string) bool {
		return strings.HasPrefix(kv, "ADB_") || strings.HasPrefix(kv, "ANDROID_")
	})
	return append(own, "HOME="+r.Home, "ANDROID_ADB_SERVER_PORT="+r.Port, "ADB_LOCAL_TRANSPORT_MAX_PORT=5554", "ADB_USB=0", "ADB_MDNS=0")
}

// Command runs the adb program against the server.
func (r *Real) Command(args ...string) *exec.Cmd {
	cmd := exec.Command(r.binary, args...)
	cmd.Env = r.env()
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// Run runs the adb program and returns its output and exit status.
func (r *Real) Run(t testing.TB, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	cmd := r.Command(args...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	timer := time.AfterFunc(60*time.Second, func() { cmd.Process.Kill() })
	defer timer.Stop()
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatalf("adb %q: %v", args, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// FreePort finds a port nobody listens on, away from adb's own.
func FreePort(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// Eventually polls until ok, at most 30 s.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatalf("waited 30 s for %s", what)
		}
		time.Sleep(2 * time.Millisecond)
	}
}
