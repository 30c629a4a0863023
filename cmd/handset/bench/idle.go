package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/sim/serve"
)

const (
	idlePhones = 40
	idleTime   = 10 * time.Second
	manyShots  = 1000
)

// idleFigures measures what is spent while nothing happens, and what many pictures leave behind. The figures are read from /proc.
func idleFigures(ctx context.Context, o Options, report func(Ratio)) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	if err := idleCPU(ctx, report); err != nil {
		return fmt.Errorf("idle phones: %w", err)
	}
	if err := growth(ctx, o, report); err != nil {
		return fmt.Errorf("many screenshots: %w", err)
	}
	return nil
}

// idleCPU is the processor time of simulated phones that a real adb server is connected to and nobody uses.
func idleCPU(ctx context.Context, report func(Ratio)) (err error) {
	rack, err := serve.Start(ctx, serve.Options{Count: idlePhones})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rack.Close()) }()
	server, err := app.StartADBServer(ctx, os.Getenv)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	c := &adb.Client{Network: "tcp", Addr: server.Addr}
	for _, s := range rack.Phones() {
		if _, err := c.Connect(ctx, s.Addr); err != nil {
			return err
		}
	}
	if err := rest(ctx, 2*time.Second); err != nil {
		return err
	}
	before, err := cpuTime()
	if err != nil {
		return err
	}
	if err := rest(ctx, idleTime); err != nil {
		return err
	}
	after, err := cpuTime()
	report(Ratio{Name: fmt.Sprintf("processor time of %d idle simulated phones, of one core", idlePhones),
		Got: 100 * float64(after-before) / float64(idleTime), Want: 1, Unit: "%", Note: "over 10 s, connected to an adb server"})
	return err
}

// growth is what a thousand pictures leave behind in the process.
func growth(ctx context.Context, o Options, report func(Ratio)) (err error) {
	r, err := newRig(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	shoot := func(n int) error {
		for range n {
			f, err := r.device.FrameVia(ctx, device.Stream)
			if err == nil {
				err = f.WritePNG(io.Discard)
			}
			if err != nil {
				return err
			}
		}
		debug.FreeOSMemory()
		return nil
	}
	if err := shoot(50); err != nil {
		return err
	}
	goroutines := runtime.NumGoroutine()
	before, err := resident(os.Getpid())
	if err != nil {
		return err
	}
	if err := shoot(manyShots); err != nil {
		return err
	}
	after, err := resident(os.Getpid())
	more := runtime.NumGoroutine() - goroutines
	report(Ratio{Name: fmt.Sprintf("memory kept after %d screenshots", manyShots), Got: after - before, Want: 16, Unit: "MB",
		Note: fmt.Sprintf("%.0f MB before", before)})
	report(Ratio{Name: fmt.Sprintf("goroutines more after %d screenshots", manyShots), Got: float64(more), Want: 0, Unit: ""})
	return err
}

func rest(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// cpuTime is the processor time of this process so far.
func cpuTime() (time.Duration, error) { return cpuTimeOf("self") }

// cpuTimeOf is the processor time of a process so far, from fields 14 and 15 of /proc/PID/stat, which count hundredths of a second.
func cpuTimeOf(pid string) (time.Duration, error) {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	if len(fields) < 13 {
		return 0, fmt.Errorf("short /proc/%s/stat", pid)
	}
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, errors.Join(err1, err2)
}
