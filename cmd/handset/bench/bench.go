// Package bench measures handset against the obvious alternative on this machine, both in the same run, so that the results are
// ratios and not the machine's speed. Everything but the video part runs against a simulated phone through a real adb server.
package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/serve"
)

// Ratio is one measured figure and the target it is held to.
type Ratio struct {
	Name    string  `json:"name"`
	Got     float64 `json:"got"`
	Want    float64 `json:"want"`
	AtLeast bool    `json:"at_least"` // Got must be at least Want; else at most
	Unit    string  `json:"unit"`     // "×", "ms", "MB", "bytes", "of 1"
	Note    string  `json:"note,omitempty"`
}

// OK reports whether the target is met.
func (r Ratio) OK() bool {
	if r.AtLeast {
		return r.Got >= r.Want
	}
	return r.Got <= r.Want
}

// Options of a measurement.
type Options struct {
	Binary string // the handset program, for its start-up time and the memory of a session; empty: the running one
	ADB    string // the adb program to compare with; empty: found as the adb client finds it
}

// Run measures everything and reports each figure as it is known.
func Run(ctx context.Context, o Options, report func(Ratio)) error {
	if o.Binary == "" {
		var err error
		if o.Binary, err = os.Executable(); err != nil {
			return err
		}
	}
	for _, part := range []func(context.Context, Options, func(Ratio)) error{phoneRatios, agentOverhead, processFigures, videoRatios, idleFigures, rackFigures} {
		if err := part(ctx, o, report); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// rig is a simulated phone behind a real adb server, and a device session on it.
type rig struct {
	server *adb.PrivateServer
	rack   *serve.Rack
	sim    *sim.Phone
	device *device.Device
	addr   string
	adb    string // the adb program
}

func newRig(ctx context.Context, o Options) (_ *rig, err error) {
	r := &rig{}
	if r.adb, err = adbProgram(o); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.close())
		}
	}()
	if r.rack, err = serve.Start(ctx, serve.Options{}); err != nil {
		return nil, err
	}
	r.sim, r.addr = r.rack.Phones()[0].Phone, r.rack.Phones()[0].Addr
	if r.server, err = app.StartADBServer(ctx, os.Getenv); err != nil {
		return nil, err
	}
	c := &adb.Client{Network: "tcp", Addr: r.server.Addr}
	if _, err = c.Connect(ctx, r.addr); err != nil {
		return nil, err
	}
	r.device, err = device.Open(ctx, c, r.addr, device.Options{})
	return r, err
}

// adbProgram is the adb program to compare with.
func adbProgram(o Options) (string, error) {
	if o.ADB != "" {
		return o.ADB, nil
	}
	return adb.FindBinary(os.Getenv)
}

func (r *rig) close() error {
	var errs []error
	if r.device != nil {
		errs = append(errs, r.device.Close())
	}
	if r.server != nil {
		errs = append(errs, r.server.Close())
	}
	if r.rack != nil {
		errs = append(errs, r.rack.Close())
	}
	return errors.Join(errs...)
}

// medians times two things n times each, by turns so that a busy machine slows both, after one run that is not counted.
func medians(ctx context.Context, n int, a, b func() error) (timeA, timeB time.Duration, err error) {
	var times [2][]time.Duration
	for i := range n + 1 {
		for k, do := range []func() error{a, b} {
			if err := ctx.Err(); err != nil {
				return 0, 0, err
			}
			start := time.Now()
			if err := do(); err != nil {
				return 0, 0, err
			}
			if i > 0 {
				times[k] = append(times[k], time.Since(start))
			}
		}
	}
	return middle(times[0]), middle(times[1]), nil
}

func middle(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// versus is how many times faster fast is than slow.
func versus(name string, slow, fast time.Duration, want float64) Ratio {
	return Ratio{Name: name, Got: float64(slow) / float64(fast), Want: want, AtLeast: true, Unit: "×",
		Note: fmt.Sprintf("%.1f ms against %.1f ms", ms(fast), ms(slow))}
}
