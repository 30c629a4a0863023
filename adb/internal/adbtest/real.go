//go:build unix

package adbtest

import (
	"context"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
)

// Real is a real adb server on a private port with a private HOME.
type Real struct{ *adb.PrivateServer }

// StartReal runs Debian's adb server until the test ends; without the program the test is skipped with a notice.
func StartReal(t testing.TB) *Real {
	if _, err := exec.LookPath("adb"); err != nil {
		t.Skip("NOTICE: the adb program is not installed; tests with a real adb server are skipped")
	}
	s, err := adb.StartPrivateServer(context.Background(), os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &Real{s}
}

// runTime bounds one run of the adb program.
const runTime = 60 * time.Second

// Run runs the adb program and returns its output and exit status.
func (r *Real) Run(t testing.TB, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), runTime)
	defer cancel()
	cmd := r.Command(ctx, args...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
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
