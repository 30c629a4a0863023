package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/phone/sim/control"
	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/providers/scripted"
)

// simOptions is what `sim` was told.
type simOptions struct {
	serve.Options

	connect, dark          bool
	snapshot, lock, locale string
	faults, appFiles       []string
}

func (p *program) simCmd() *cobra.Command {
	var o simOptions
	c := p.command(spec{use: "sim [--count N] [--port P]", key: "sim",
		example: "handset sim --port 5601 &\nadb connect 127.0.0.1:5601\nhandset sim --count 2 --connect\nhandset sim --emulator --lock pin:1234 --fault \"popup after=20s count=1\"",
		exits:   []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) {
			f.IntVar(&o.Count, "count", 1, p.txt.T("flag.sim.count"))
			f.IntVar(&o.Port, "port", 0, p.txt.T("flag.sim.port"))
			f.StringVar(&o.Profile, "profile", "", p.txt.T("flag.sim.profile"))
			f.Int64Var(&o.Seed, "seed", 1, p.txt.T("flag.sim.seed"))
			f.BoolVar(&o.connect, "connect", false, p.txt.T("flag.sim.connect"))
			f.BoolVar(&o.Emulator, "emulator", false, p.txt.T("flag.sim.emulator"))
			f.StringVar(&o.snapshot, "snapshot", "", p.txt.T("flag.sim.snapshot"))
			f.StringVar(&o.lock, "lock", "", p.txt.T("flag.sim.lock"))
			f.StringVar(&o.locale, "locale", "", p.txt.T("flag.sim.locale"))
			f.BoolVar(&o.dark, "dark", false, p.txt.T("flag.sim.dark"))
			f.StringArrayVar(&o.appFiles, "app", nil, p.txt.T("flag.sim.app"))
			f.StringArrayVar(&o.faults, "fault", nil, p.txt.T("flag.sim.fault"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.Count < 1 || o.Count > 200:
				return p.usage("usage.range", "--count", o.Count, "1…200")
			case o.Port < 0 || o.Port > 65535:
				return p.usage("usage.range", "--port", o.Port, "0…65535")
			case o.Emulator && o.Port%2 != 0:
				return p.usage("usage.sim_even", o.Port)
			}
			return p.sim(cmd.Context(), o)
		}})
	c.AddCommand(p.simListCmd(), p.simStateCmd(), p.simFaultCmd(), p.simClockCmd(), p.simSnapshotCmd(), p.simRecordCmd(), p.simTouchCmd(), p.simSheetCmd())
	return c
}

// sim serves until it is interrupted, which is its proper end, or until the last phone was killed through its console.
func (p *program) sim(ctx context.Context, o simOptions) error {
	var err error
	if o.Prepare, err = p.prepare(o); err != nil {
		return err
	}
	if o.Apps, err = p.simApps(o.appFiles); err != nil {
		return err
	}
	if o.Emulator {
		if o.ConsoleToken, err = consoleToken(p.env("HOME")); err != nil {
			return err
		}
	}
	rack, err := serve.Start(ctx, o.Options)
	if errors.Is(err, world.ErrNoProfile) {
		return p.usage("usage.one_of", "--profile", o.Profile, strings.Join(world.ProfileNames(), ", "))
	}
	if err != nil {
		return err
	}
	defer rack.Close()
	ctl, err := control.Serve(p.simDir(), rack)
	if err != nil {
		return err
	}
	defer ctl.Close()
	if err := p.announce(ctx, rack, o); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-rack.Done():
	}
	return nil
}

// announce prints the phones and makes the adb server know them, when that was asked for.
func (p *program) announce(ctx context.Context, rack *serve.Rack, o simOptions) error {
	if o.Emulator {
		c, err := p.app.ADB(ctx)
		if err != nil {
			return err
		}
		if err := rack.Announce(ctx, c.Network, c.Addr); err != nil {
			return err
		}
	}
	for _, s := range rack.Phones() {
		if o.connect && !o.Emulator {
			if _, err := p.app.Connect(ctx, s.Addr); err != nil {
				return err
			}
		}
		if p.cfg.JSON {
			doc := map[string]any{"type": "phone", "addr": s.Addr, "serial": s.Serial}
			if s.Console != "" {
				doc["console"] = s.Console
			}
			p.line(doc)
		} else {
			fmt.Fprintln(p.Out, s.Serial)
		}
	}
	switch {
	case o.Emulator:
		p.say("sim.emulator", rack.Phones()[0].Serial)
	case o.connect:
		p.say("sim.connected")
	default:
		p.say("sim.serving", rack.Phones()[0].Addr)
	}
	return nil
}

func (p *program) modelServerCmd() *cobra.Command {
	addr, speed := "", 1.0
	return p.command(spec{use: "model-server [--addr HOST:PORT]", key: "model_server",
		example: "handset model-server --addr 127.0.0.1:8765 &\nOPENAI_BASE_URL=http://127.0.0.1:8765/v1 handset run \"turn on Wi-Fi\" --model demo",
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&addr, "addr", "127.0.0.1:8765", p.txt.T("flag.model_server.addr"))
			f.Float64Var(&speed, "speed", 1, p.txt.T("flag.model_server.speed"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			if speed <= 0 {
				return p.usage("usage.range", "--speed", fmt.Sprint(speed), "> 0")
			}
			server := &scripted.Server{Speed: speed}
			base, err := server.Start(cmd.Context(), addr)
			if err != nil {
				return err
			}
			defer server.Close()
			fmt.Fprintln(p.Out, base)
			p.say("model_server.serving", base)
			<-cmd.Context().Done()
			return nil
		}})
}
