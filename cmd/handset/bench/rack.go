package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/device"
)

const (
	rackPhones = 50
	rackStart  = 2 * time.Minute // limit of the start
	frameTries = 5               // of a first picture, while the machine starts many streams
)

// rackFigures serves many phones from a process of their own and measures that process, and what watching all of them costs us.
func rackFigures(ctx context.Context, o Options, report func(Ratio)) (err error) {
	if runtime.GOOS != "linux" {
		return nil
	}
	server, err := app.StartADBServer(ctx, os.Getenv)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	c := server.Client()
	begin := time.Now()
	r, err := startRack(ctx, o.Binary)
	if err != nil {
		return fmt.Errorf("%d simulated phones: %w", rackPhones, err)
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.listed(ctx, c); err != nil {
		return fmt.Errorf("%d simulated phones: %w", rackPhones, err)
	}
	report(Ratio{Name: fmt.Sprintf("start of %d simulated phones until adb lists them all", rackPhones), Got: time.Since(begin).Seconds(), Want: 30, Unit: "s"})
	if err := r.idle(ctx, report); err != nil {
		return fmt.Errorf("%d simulated phones: %w", rackPhones, err)
	}
	if err := r.watch(ctx, c, report); err != nil {
		return fmt.Errorf("watch %d phones: %w", rackPhones, err)
	}
	return nil
}

// rackProcess is `handset sim` with many phones.
type rackProcess struct {
	cmd   *exec.Cmd
	home  string
	addrs []string
}

func startRack(ctx context.Context, binary string) (_ *rackProcess, err error) {
	r := &rackProcess{}
	if r.home, err = os.MkdirTemp("", "handset-rack"); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, rackStart)
	defer cancel()
	r.cmd = exec.Command(binary, "sim", "--count", strconv.Itoa(rackPhones), "--json", "--home", r.home)
	out, err := r.cmd.StdoutPipe()
	if err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(r.home))
	}
	defer context.AfterFunc(ctx, func() { _ = r.cmd.Process.Kill() })()
	for lines := bufio.NewScanner(out); len(r.addrs) < rackPhones; {
		if !lines.Scan() {
			return nil, errors.Join(errors.New("the phones did not start"), lines.Err(), context.Cause(ctx), r.close())
		}
		var doc struct{ Addr string }
		if err := json.Unmarshal(lines.Bytes(), &doc); err != nil || doc.Addr == "" {
			return nil, errors.Join(fmt.Errorf("%s: %w", lines.Text(), err), r.close())
		}
		r.addrs = append(r.addrs, doc.Addr)
	}
	return r, nil
}

func (r *rackProcess) close() error {
	if err := r.cmd.Process.Signal(syscall.SIGINT); err == nil {
		late := time.AfterFunc(10*time.Second, func() { _ = r.cmd.Process.Kill() })
		defer late.Stop()
	}
	_ = r.cmd.Wait()
	return os.RemoveAll(r.home)
}

// listed connects the adb server to every phone and waits until it lists them all as devices.
func (r *rackProcess) listed(ctx context.Context, c *adb.Client) error {
	for _, addr := range r.addrs {
		if _, err := c.Connect(ctx, addr); err != nil {
			return err
		}
	}
	for limit := time.Now().Add(rackStart); ; {
		list, err := c.Devices(ctx)
		if err != nil {
			return err
		}
		ready := 0
		for _, d := range list {
			if d.State == adb.StateDevice {
				ready++
			}
		}
		if ready >= rackPhones {
			return nil
		}
		if time.Now().After(limit) {
			return fmt.Errorf("only %d are listed", ready)
		}
		if err := rest(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// share is the part of one core that a process takes while nothing happens, in percent.
func share(ctx context.Context, pid int) (float64, error) {
	if err := rest(ctx, 3*time.Second); err != nil {
		return 0, err
	}
	before, err := cpuTimeOf(strconv.Itoa(pid))
	if err != nil {
		return 0, err
	}
	if err := rest(ctx, idleTime); err != nil {
		return 0, err
	}
	after, err := cpuTimeOf(strconv.Itoa(pid))
	return 100 * float64(after-before) / float64(idleTime), err
}

func (r *rackProcess) idle(ctx context.Context, report func(Ratio)) error {
	cpu, err := share(ctx, r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	report(Ratio{Name: fmt.Sprintf("processor time of %d idle phones' process, of one core", rackPhones), Got: cpu, Want: 20, Unit: "%"})
	memory, err := resident(r.cmd.Process.Pid)
	report(Ratio{Name: fmt.Sprintf("memory of %d idle phones' process", rackPhones), Got: memory, Want: 4000, Unit: "MB"})
	return err
}

// watch opens a session and its stream on every phone.
func (r *rackProcess) watch(ctx context.Context, c *adb.Client, report func(Ratio)) (err error) {
	for _, addr := range r.addrs {
		d, err := device.Open(ctx, c, addr, device.Options{})
		if err != nil {
			return err
		}
		defer d.Close()
		for try := 1; ; try++ {
			if _, err = d.FrameVia(ctx, device.Stream); err == nil {
				break
			}
			if try == frameTries || ctx.Err() != nil {
				return fmt.Errorf("%s: %w", addr, err)
			}
		}
	}
	cpu, err := share(ctx, os.Getpid())
	if err != nil {
		return err
	}
	report(Ratio{Name: fmt.Sprintf("processor time to watch %d idle phones, of one core", rackPhones), Got: cpu, Want: 15, Unit: "%"})
	memory, err := resident(os.Getpid())
	report(Ratio{Name: fmt.Sprintf("memory to watch %d idle phones", rackPhones), Got: memory, Want: 1500, Unit: "MB"})
	return err
}
