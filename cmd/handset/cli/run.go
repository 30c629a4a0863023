package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/cmd/handset/app"
	"github.com/handset-agent/handset/tools"
)

type runOptions struct {
	mode, model, report, session string
	yes                          bool
	rounds, budget               int
}

func (p *program) runCmd() *cobra.Command {
	var o runOptions
	return p.command(spec{use: "run GOAL", key: "run",
		example: "handset run \"turn on Wi-Fi\" --model gpt-5\nhandset -s 127.0.0.1:5555 run \"what is on the screen?\" --mode plan --json",
		exits:   []int{ExitNoPhone, ExitNotAllowed, ExitProvider, ExitLimit}, args: p.atLeast("GOAL"),
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&o.mode, "mode", string(tools.Max), p.txt.T("flag.run.mode"))
			f.StringVar(&o.model, "model", "", p.txt.T("flag.run.model"))
			f.StringVar(&o.report, "report", "", p.txt.T("flag.run.report"))
			f.StringVar(&o.session, "session", "", p.txt.T("flag.run.session"))
			f.BoolVar(&o.yes, "yes", false, p.txt.T("flag.run.yes"))
			f.IntVar(&o.rounds, "max-rounds", 0, p.txt.T("flag.run.max_rounds"))
			f.IntVar(&o.budget, "budget", 0, p.txt.T("flag.run.budget"))
		},
		run: func(cmd *cobra.Command, args []string) error {
			return p.run(cmd.Context(), strings.Join(args, " "), o)
		}})
}

func (p *program) run(ctx context.Context, goal string, o runOptions) error {
	if strings.TrimSpace(goal) == "" {
		return p.usage("run.no_goal")
	}
	mode := tools.Mode(o.mode)
	if mode != tools.Plan && mode != tools.Build && mode != tools.Max && mode != tools.Chat {
		return p.usage("usage.one_of", "--mode", o.mode, "chat, plan, build, max")
	}
	if o.rounds < 0 || o.rounds > agent.RoundCeiling {
		return p.usage("usage.range", "--max-rounds", o.rounds, fmt.Sprintf("1…%d", agent.RoundCeiling))
	}
	if o.budget < 0 {
		return p.usage("usage.range", "--budget", o.budget, "1…")
	}
	if o.model == "" {
		o.model = p.cfg.Model
	}
	if o.model == "" {
		return p.usage("run.no_model")
	}
	report, err := app.NewReport(o.report, p.cfg.Runs, time.Now())
	if err != nil {
		return err
	}
	defer report.Close()
	if !p.cfg.JSON {
		p.talking.reached = make(chan struct{}, 1)
	}
	events, err := p.app.Run(ctx, app.RunOptions{
		Goal: goal, Mode: mode, Model: o.model, Session: o.session, Asker: p.asker(o.yes),
		Limits: agent.Limits{Rounds: o.rounds, Tokens: o.budget}, Saver: tools.Dir(report.Dir),
	})
	if err != nil {
		return err
	}
	return p.follow(events, report, p.Err)
}

// follow prints the events of a run to out (JSON always goes to stdout) and turns its end into the command's.
func (p *program) follow(events iter.Seq[agent.Event], report *app.Report, out io.Writer) error {
	show := &runPrinter{p: p, out: out}
	if !p.cfg.JSON {
		show.wait = p.startWaiting()
		defer show.wait.end()
	}
	var last agent.Event
	for e := range events {
		path, err := report.Add(e)
		if err != nil {
			return err
		}
		if p.cfg.JSON {
			p.line(e)
		} else {
			show.event(e, path)
		}
		last = e
	}
	show.wait.end()
	switch {
	case !report.Told(): // it is removed again
	case p.cfg.JSON:
		p.line(map[string]any{"type": "report", "dir": report.Dir})
	default:
		fmt.Fprintln(out, p.txt.T("run.report", report.Dir))
	}
	return p.runEnd(last)
}

// runEnd is what the last event means for the command: the answer goes to stdout, a failure becomes the error. An answer that is
// no whole one is shown too, as talk.
func (p *program) runEnd(last agent.Event) error {
	switch last.Kind {
	case agent.Completed:
		if !p.cfg.JSON {
			fmt.Fprintln(p.Out, strings.TrimSpace(last.Text))
		}
		if app.SaysFailed(last.Text) {
			return &exitError{code: ExitFailed, err: p.failed("run.failed"), quiet: !p.cfg.JSON}
		}
		return nil
	case agent.Failed, agent.Stopped:
		var part *agent.AnswerError
		if errors.As(last.Err, &part) && !p.cfg.JSON && strings.TrimSpace(part.Text) != "" {
			fmt.Fprintln(p.Err, strings.TrimSpace(part.Text))
		}
		if last.Err != nil {
			return last.Err
		}
		return errors.New(last.Text)
	}
	return p.failed("run.no_end")
}
