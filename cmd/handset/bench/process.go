package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

// processFigures measures the program as a process: how long the smallest command takes, and what a session that idles keeps.
func processFigures(ctx context.Context, o Options, report func(Ratio)) error {
	version := func(program string) func() error {
		return func() error { return exec.CommandContext(ctx, program, "version").Run() }
	}
	binary, err := adbProgram(o)
	if err != nil {
		return err
	}
	ours, adbs, err := medians(ctx, 15, version(o.Binary), version(binary))
	if err != nil {
		return fmt.Errorf("handset version: %w", err)
	}
	report(Ratio{Name: "handset version, the whole process", Got: ms(ours), Want: 50, Unit: "ms", Note: fmt.Sprintf("adb version: %.1f ms", ms(adbs))})
	if runtime.GOOS != "linux" {
		return nil // resident memory is read from /proc
	}
	rss, err := idleMemory(ctx, o)
	if err != nil {
		return fmt.Errorf("idle session: %w", err)
	}
	report(Ratio{Name: "memory of an idle session", Got: rss, Want: 80, Unit: "MB", Note: "resident set of the process that holds it"})
	return nil
}

// idleMemory runs a second handset that opens a session, takes a picture and idles, and reads its resident set in MB.
func idleMemory(ctx context.Context, o Options) (mb float64, err error) {
	r, err := newRig(ctx, o)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	cmd := exec.CommandContext(ctx, o.Binary, "--adb-server", "tcp:"+r.server.Addr, "-s", r.addr, "bench", "idle")
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return 0, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err == nil && strings.TrimSpace(line) != "idle" {
		err = fmt.Errorf("unexpected answer %q", line)
	}
	if err == nil {
		mb, err = resident(cmd.Process.Pid)
	}
	stdin.Close()
	return mb, errors.Join(err, cmd.Wait())
}

// resident reads the VmRSS of a process, in MB.
func resident(pid int) (float64, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	s := bufio.NewScanner(io.LimitReader(f, 64<<10))
	for s.Scan() {
		if rest, ok := strings.CutPrefix(s.Text(), "VmRSS:"); ok {
			kb, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			return float64(kb) / 1024, err
		}
	}
	return 0, errors.New("no VmRSS in the process's status")
}
