package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/agent/gate"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/sim/serve"
	"github.com/handset-agent/handset/providers/scripted"
	"github.com/handset-agent/handset/tools"
)

const demoGoal = "turn Bluetooth off, switch on the dark theme and write a note saying: hello from handset"

type demoOptions struct{ goal, model, report string }

func (p *program) demoCmd() *cobra.Command {
	var o demoOptions
	return p.command(spec{use: "demo [--goal TEXT]", key: "demo",
		example: "handset demo\nhandset demo --goal \"turn Wi-Fi off and switch on the dark theme\"",
		exits:   []int{ExitNoPhone, ExitProvider, ExitLimit},
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&o.goal, "goal", demoGoal, p.txt.T("flag.demo.goal"))
			f.StringVar(&o.model, "model", "", p.txt.T("flag.demo.model"))
			f.StringVar(&o.report, "report", "", p.txt.T("flag.run.report"))
		},
		run: func(cmd *cobra.Command, _ []string) error { return p.demo(cmd.Context(), o) }})
}

// demo carries out a goal from end to end with nothing of the user's: a simulated phone, an adb server of its own, the scripted
// model, and a database in the report folder. Everything between them is the real thing.
func (p *program) demo(ctx context.Context, o demoOptions) (err error) {
	if strings.TrimSpace(o.goal) == "" {
		return p.usage("run.no_goal")
	}
	report, err := app.NewReport(o.report, p.cfg.Runs, time.Now())
	if err != nil {
		return err
	}
	defer report.Close()
	stage, err := p.stage(ctx, o, report.Dir)
	if stage != nil {
		defer func() { err = errors.Join(err, stage.close()) }()
	}
	if err != nil {
		return err
	}
	before, err := stage.check(ctx, expectations(o.goal))
	if err != nil {
		return err
	}
	p.demoSay("demo.goal", o.goal)
	p.demoSay("demo.stage", stage.serial, stage.app.Config.Model)
	events, err := stage.app.Run(ctx, app.RunOptions{Goal: o.goal, Mode: tools.Max, Model: stage.app.Config.Model,
		Asker: gate.Policy{Allow: []string{"*"}}, Saver: tools.Dir(report.Dir)})
	if err != nil {
		return err
	}
	err = p.follow(events, report, p.Out)
	if ctx.Err() != nil {
		return err
	}
	after, cerr := stage.check(ctx, expectations(o.goal))
	if cerr != nil {
		return errors.Join(err, cerr)
	}
	return errors.Join(err, p.demoVerdict(before, after))
}

func (p *program) demoSay(key string, args ...any) {
	if !p.cfg.JSON {
		fmt.Fprintln(p.Out, p.txt.T(key, args...))
	}
}

// demoVerdict prints what adb says of the phone before and after, and fails when the goal's end state is not there.
func (p *program) demoVerdict(before, after []checked) error {
	bad := 0
	for i, c := range after {
		ok := c.ok()
		if !ok {
			bad++
		}
		if p.cfg.JSON {
			p.line(map[string]any{"type": "check", "what": c.what, "command": c.command, "before": before[i].got, "after": c.got, "ok": ok})
			continue
		}
		mark := p.txt.T("demo.check_ok")
		if !ok {
			mark = p.txt.T("demo.check_bad")
		}
		fmt.Fprintln(p.Out, p.txt.T("demo.check", mark, c.what, c.command, before[i].got, c.got))
	}
	if bad > 0 {
		return p.failed("demo.not_reached", bad)
	}
	return nil
}

// stage is everything a demo runs on.
type stage struct {
	app    *app.App
	serial string
	closes []func() error // in the order of opening
}

func (s *stage) close() error {
	var errs []error
	for i := len(s.closes) - 1; i >= 0; i-- {
		errs = append(errs, s.closes[i]())
	}
	return errors.Join(errs...)
}

func (p *program) stage(ctx context.Context, o demoOptions, dir string) (*stage, error) {
	s := &stage{}
	rack, err := serve.Start(ctx, serve.Options{})
	if err != nil {
		return s, err
	}
	s.closes = append(s.closes, rack.Close)
	server, err := app.StartADBServer(ctx, p.env)
	if err != nil {
		return s, err
	}
	s.closes = append(s.closes, server.Close)

	cfg := p.cfg
	cfg.ADB, cfg.Data = "tcp:"+server.Addr, filepath.Join(dir, "data")
	if cfg.Model = o.model; o.model == "" {
		model := &scripted.Server{}
		if cfg.BaseURL, err = model.Start(ctx, "127.0.0.1:0"); err != nil {
			return s, err
		}
		s.closes = append(s.closes, model.Close)
		cfg.Model, cfg.Key = "demo", ""
	}
	connect := app.New(cfg, p.app.Log)
	s.serial, err = connect.Connect(ctx, rack.Phones()[0].Addr)
	if err = errors.Join(err, connect.Close()); err != nil {
		return s, err
	}
	cfg.Serial = s.serial
	s.app = app.New(cfg, p.app.Log)
	s.app.Waiting = p.phoneAway
	s.closes = append(s.closes, s.app.Close)
	return s, nil
}
