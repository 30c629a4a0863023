package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/providers/scripted"
)

func (p *program) simCmd() *cobra.Command {
	var o serve.Options
	connect := false
	return p.command(spec{use: "sim [--count N] [--port P]", key: "sim",
		example: "handset sim --port 5601 &\nadb connect 127.0.0.1:5601\nhandset sim --count 2 --connect",
		exits:   []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) {
			f.IntVar(&o.Count, "count", 1, p.txt.T("flag.sim.count"))
			f.IntVar(&o.Port, "port", 0, p.txt.T("flag.sim.port"))
			f.StringVar(&o.Profile, "profile", "", p.txt.T("flag.sim.profile"))
			f.Int64Var(&o.Seed, "seed", 1, p.txt.T("flag.sim.seed"))
			f.BoolVar(&connect, "connect", false, p.txt.T("flag.sim.connect"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.Count < 1 || o.Count > 200:
				return p.usage("usage.range", "--count", o.Count, "1…200")
			case o.Port < 0 || o.Port > 65535:
				return p.usage("usage.range", "--port", o.Port, "0…65535")
			}
			return p.sim(cmd.Context(), o, connect)
		}})
}

// sim serves until it is interrupted, which is its proper end.
func (p *program) sim(ctx context.Context, o serve.Options, connect bool) error {
	rack, err := serve.Start(ctx, o)
	if errors.Is(err, world.ErrNoProfile) {
		return p.usage("usage.one_of", "--profile", o.Profile, strings.Join(world.ProfileNames(), ", "))
	}
	if err != nil {
		return err
	}
	defer rack.Close()
	for _, s := range rack.Phones() {
		if connect {
			if _, err := p.app.Connect(ctx, s.Addr); err != nil {
				return err
			}
		}
		if p.cfg.JSON {
			p.line(map[string]any{"type": "phone", "addr": s.Addr, "serial": s.Addr})
		} else {
			fmt.Fprintln(p.Out, s.Addr)
		}
	}
	if connect {
		p.say("sim.connected")
	} else {
		p.say("sim.serving", rack.Phones()[0].Addr)
	}
	<-ctx.Done()
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
