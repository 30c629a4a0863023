package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/phone/sim/control"
	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/phone/sim/world"
)

// simDir is where running simulated phones have their sockets.
func (p *program) simDir() string { return filepath.Join(p.cfg.Data, "sims") }

// errNoSim is that no simulated phone can be chosen; the message tells the next step.
var errNoSim = errors.New("no simulated phone")

// oneSim chooses the simulated phone of -s, or the only one that runs.
func (p *program) oneSim(ctx context.Context) (control.Phone, error) {
	list, err := control.List(ctx, p.simDir())
	if err != nil {
		return control.Phone{}, err
	}
	name := p.flags.Serial
	if name == "" {
		if _, err := control.Choose(list, p.cfg.Serial); err == nil {
			name = p.cfg.Serial // of the environment, when it is one of them
		}
	}
	found, err := control.Choose(list, name)
	var serials []string
	for _, s := range list {
		serials = append(serials, s.Serial)
	}
	switch {
	case errors.Is(err, control.ErrNone):
		err = p.failed("sim.none")
	case errors.Is(err, control.ErrUnknown):
		err = p.failed("sim.unknown", name, strings.Join(serials, ", "))
	case errors.Is(err, control.ErrMany):
		err = p.failed("sim.many", strings.Join(serials, ", "))
	}
	if err != nil {
		return found, &exitError{code: ExitNoPhone, err: errors.Join(errNoSim, err)}
	}
	return found, nil
}

// askSim makes a request of the chosen phone.
func (p *program) askSim(ctx context.Context, r control.Request) (json.RawMessage, error) {
	s, err := p.oneSim(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := s.Call(ctx, r)
	if err != nil {
		return nil, p.failed("sim.refused", s.Serial, err)
	}
	return raw, nil
}

// simDo is a command that makes one request and says that it was done.
func (p *program) simDo(use, key, example string, args cobra.PositionalArgs, request func(args []string) (control.Request, error)) *cobra.Command {
	return p.command(spec{use: use, key: key, example: example, exits: []int{ExitNoPhone}, args: args,
		run: func(cmd *cobra.Command, args []string) error {
			r, err := request(args)
			if err != nil {
				return err
			}
			if _, err := p.askSim(cmd.Context(), r); err != nil {
				return err
			}
			return p.answer(map[string]any{"action": r.Op, "ok": true}, p.txt.T("sim.done"))
		}})
}

func (p *program) simListCmd() *cobra.Command {
	return p.command(spec{use: "list", key: "sim.list", example: "handset sim list",
		run: func(cmd *cobra.Command, _ []string) error {
			list, err := control.List(cmd.Context(), p.simDir())
			if err != nil {
				return err
			}
			if p.cfg.JSON {
				if list == nil {
					list = []control.Phone{}
				}
				return p.document(map[string]any{"phones": list})
			}
			rows := make([][]string, len(list))
			for i, s := range list {
				rows[i] = []string{s.Serial, s.Addr, s.Console, s.Profile, s.Model, "Android " + s.Android, strconv.Itoa(s.PID)}
			}
			if len(rows) == 0 {
				p.say("sim.none")
				return nil
			}
			return p.table(strings.Split(p.txt.T("sim.header"), "|"), rows)
		}})
}

func (p *program) simStateCmd() *cobra.Command {
	get := p.command(spec{use: "get [PATH]", key: "sim.state.get", example: "handset sim state get battery.level\nhandset sim state get settings/global/wifi_on",
		exits: []int{ExitNoPhone}, args: p.between(0, "PATH"),
		run: func(cmd *cobra.Command, args []string) error {
			raw, err := p.askSim(cmd.Context(), control.Request{Op: "state.get", Text: strings.Join(args, "")})
			if err != nil {
				return err
			}
			return p.document(raw)
		}})
	set := p.simDo("set PATH JSON", "sim.state.set", "handset sim state set battery.level 7\nhandset sim state set settings.global.wifi_on 0", p.exactly("PATH", "JSON"),
		func(args []string) (control.Request, error) {
			value := json.RawMessage(args[1])
			if !json.Valid(value) { // a bare word
				value, _ = json.Marshal(args[1])
			}
			return control.Request{Op: "state.set", Text: args[0], Value: value}, nil
		})
	return p.group(spec{use: "state", key: "sim.state", example: "handset sim state get battery"}, get, set)
}

func (p *program) simFaultCmd() *cobra.Command {
	on := p.simDo("on NAME [RULE]", "sim.fault.on", "handset sim fault on dump.never-idle after=5s count=3 p=0.5\nhandset sim fault on link.drop count=1", p.atLeast("NAME"),
		func(args []string) (control.Request, error) {
			text := strings.Join(args, " ")
			if _, _, err := fault.Parse(text); err != nil {
				return control.Request{}, p.usage("usage.sim_fault", err)
			}
			return control.Request{Op: "fault.on", Text: text}, nil
		})
	off := p.simDo("off NAME|all", "sim.fault.off", "handset sim fault off dump.never-idle", p.exactly("NAME"),
		func(args []string) (control.Request, error) {
			return control.Request{Op: "fault.off", Text: args[0]}, nil
		})
	all := false
	list := p.command(spec{use: "list", key: "sim.fault.list", example: "handset sim fault list\nhandset sim fault list --all", exits: []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) { f.BoolVar(&all, "all", false, p.txt.T("flag.sim.fault.all")) },
		run: func(cmd *cobra.Command, _ []string) error {
			if all {
				return p.listFaultNames()
			}
			raw, err := p.askSim(cmd.Context(), control.Request{Op: "fault.list"})
			if err != nil {
				return err
			}
			var on []control.Fault
			if err := json.Unmarshal(raw, &on); err != nil {
				return err
			}
			if p.cfg.JSON {
				return p.document(map[string]any{"faults": on})
			}
			rows := make([][]string, len(on))
			for i, f := range on {
				rows[i] = []string{string(f.Name), f.Rule, strconv.FormatBool(f.Active), strconv.Itoa(f.Hits), strconv.Itoa(f.Asked)}
			}
			return p.table(strings.Split(p.txt.T("sim.fault.header"), "|"), rows)
		}})
	return p.group(spec{use: "fault", key: "sim.fault", example: "handset sim fault on link.offline for=10s"}, on, off, list)
}

// listFaultNames prints every fault that there is.
func (p *program) listFaultNames() error {
	type named struct {
		Name  fault.Name `json:"name"`
		About string     `json:"about"`
	}
	var list []named
	for _, n := range fault.All() {
		list = append(list, named{n, p.txt.T("sim.fault.name." + strings.ReplaceAll(string(n), "-", "_"))})
	}
	if p.cfg.JSON {
		return p.document(map[string]any{"faults": list})
	}
	for _, n := range list {
		p.wrapped(fmt.Sprintf("%-22s", n.Name), n.About)
	}
	return nil
}

func (p *program) simClockCmd() *cobra.Command {
	op := func(use, key, example string, args cobra.PositionalArgs) *cobra.Command {
		name, _, _ := strings.Cut(use, " ")
		return p.command(spec{use: use, key: key, example: example, exits: []int{ExitNoPhone}, args: args,
			run: func(cmd *cobra.Command, args []string) error {
				raw, err := p.askSim(cmd.Context(), control.Request{Op: "clock." + name, Text: strings.Join(args, " ")})
				if err != nil {
					return err
				}
				var c control.Clock
				if err := json.Unmarshal(raw, &c); err != nil {
					return err
				}
				text := "sim.clock.runs"
				if c.Frozen {
					text = "sim.clock.frozen"
				}
				return p.answer(c, p.txt.T(text, c.Now.Format(time.RFC3339), c.Offset))
			}})
	}
	return p.group(spec{use: "clock", key: "sim.clock", example: "handset sim clock set 2026-03-04T05:06:07\nhandset sim clock advance 36h"},
		op("show", "sim.clock.show", "handset sim clock show", nil),
		op("set TIME", "sim.clock.set", "handset sim clock set 2026-03-04T05:06:07", p.atLeast("TIME")),
		op("advance DURATION", "sim.clock.advance", "handset sim clock advance 90m", p.exactly("DURATION")),
		op("freeze", "sim.clock.freeze", "handset sim clock freeze", nil),
		op("run", "sim.clock.run", "handset sim clock run", nil))
}

func (p *program) simSnapshotCmd() *cobra.Command {
	save := p.command(spec{use: "save FILE", key: "sim.snapshot.save", example: "handset sim snapshot save before.json", exits: []int{ExitNoPhone}, args: p.exactly("FILE"),
		run: func(cmd *cobra.Command, args []string) error {
			raw, err := p.askSim(cmd.Context(), control.Request{Op: "snapshot.save"})
			if err != nil {
				return err
			}
			tmp := args[0] + ".part"
			err = os.WriteFile(tmp, raw, 0o600)
			if err == nil {
				err = os.Rename(tmp, args[0])
			}
			if err != nil {
				_ = os.Remove(tmp)
				return app.WriteError(args[0], err)
			}
			return p.answer(map[string]any{"file": args[0], "bytes": len(raw)}, p.txt.T("sim.snapshot.saved", args[0]))
		}})
	load := p.simDo("load FILE", "sim.snapshot.load", "handset sim snapshot load before.json", p.exactly("FILE"),
		func(args []string) (control.Request, error) {
			b, err := os.ReadFile(args[0])
			if err != nil {
				return control.Request{}, app.ReadError(args[0], err)
			}
			if !json.Valid(b) {
				return control.Request{}, p.failed("sim.snapshot.bad", args[0])
			}
			return control.Request{Op: "snapshot.load", Value: b}, nil
		})
	return p.group(spec{use: "snapshot", key: "sim.snapshot", example: "handset sim snapshot save before.json"}, save, load)
}

func (p *program) simRecordCmd() *cobra.Command {
	start := p.simDo("start FILE", "sim.record.start", "handset sim record start did.jsonl", p.exactly("FILE"),
		func(args []string) (control.Request, error) {
			path, err := filepath.Abs(args[0])
			return control.Request{Op: "record.start", Text: path}, err
		})
	stop := p.command(spec{use: "stop", key: "sim.record.stop", example: "handset sim record stop", exits: []int{ExitNoPhone},
		run: func(cmd *cobra.Command, _ []string) error {
			raw, err := p.askSim(cmd.Context(), control.Request{Op: "record.stop"})
			if err != nil {
				return err
			}
			var r control.Recorded
			if err := json.Unmarshal(raw, &r); err != nil {
				return err
			}
			return p.answer(r, p.txt.T("sim.record.stopped", r.Events, r.Path))
		}})
	kind := ""
	show := p.command(spec{use: "show", key: "sim.record.show", example: "handset sim record show --kind command", exits: []int{ExitNoPhone},
		flags: func(f *pflag.FlagSet) { f.StringVar(&kind, "kind", "", p.txt.T("flag.sim.record.kind")) },
		run: func(cmd *cobra.Command, _ []string) error {
			raw, err := p.askSim(cmd.Context(), control.Request{Op: "journal"})
			if err != nil {
				return err
			}
			var list []world.Event
			if err := json.Unmarshal(raw, &list); err != nil {
				return err
			}
			for _, e := range list {
				if kind == "" || kind == e.Kind {
					p.event(e)
				}
			}
			return nil
		}})
	return p.group(spec{use: "record", key: "sim.record", example: "handset sim record start did.jsonl\nhandset sim record show"}, start, stop, show)
}

// event prints one thing that was done to a phone.
func (p *program) event(e world.Event) {
	if p.cfg.JSON {
		p.line(e)
		return
	}
	what := e.Text
	switch e.Kind {
	case "touch", "scroll":
		what = fmt.Sprintf("%s %d,%d", e.Action, e.X, e.Y)
	case "key":
		what = fmt.Sprintf("%s %d", e.Action, e.Key)
	}
	fmt.Fprintf(p.Out, "%s\t%s\t%s\n", e.Time.Format("15:04:05.000"), e.Kind, strings.TrimSpace(what))
}

func (p *program) simTouchCmd() *cobra.Command {
	to, hold := "", time.Duration(0)
	c := p.simDo("touch X Y", "sim.touch", "handset sim touch 540 1200\nhandset sim touch 540 1800 --to 540,600 --time 300ms", p.exactly("X", "Y"),
		func(args []string) (control.Request, error) {
			x, err1 := strconv.Atoi(args[0])
			y, err2 := strconv.Atoi(args[1])
			if err1 != nil || err2 != nil {
				return control.Request{}, p.usage("usage.range", "X Y", strings.Join(args, " "), "540 1200")
			}
			g := control.Touch{From: image.Pt(x, y), To: image.Pt(x, y), Time: hold}
			if to != "" {
				if n, err := fmt.Sscanf(to, "%d,%d", &g.To.X, &g.To.Y); n != 2 || err != nil {
					return control.Request{}, p.usage("usage.range", "--to", to, "540,600")
				}
			}
			value, err := json.Marshal(g)
			return control.Request{Op: "touch", Value: value}, err
		})
	c.Flags().StringVar(&to, "to", "", p.txt.T("flag.sim.touch.to"))
	c.Flags().DurationVar(&hold, "time", 80*time.Millisecond, p.txt.T("flag.sim.touch.time"))
	return c
}
