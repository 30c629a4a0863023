package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/handset-agent/handset/cmd/handset/drill"
	"github.com/handset-agent/handset/phone/sim/fault"
)

func (p *program) drillCmd() *cobra.Command {
	o := drill.Options{}
	var names []string
	return p.command(spec{use: "drill [--runs N] [--seed N]", key: "drill",
		example: "handset drill --runs 200 --seed 7\nhandset drill --runs 24 --flow note --fault popup --fault link.drop",
		flags: func(f *pflag.FlagSet) {
			f.IntVar(&o.Runs, "runs", 24, p.txt.T("flag.drill.runs"))
			f.Int64Var(&o.Seed, "seed", 1, p.txt.T("flag.drill.seed"))
			f.IntVar(&o.Parallel, "parallel", 0, p.txt.T("flag.drill.parallel"))
			f.DurationVar(&o.Limit, "limit", 5*time.Minute, p.txt.T("flag.drill.limit"))
			f.StringVar(&o.Flow, "flow", "", p.txt.T("flag.drill.flow", strings.Join(drill.Flows(), ", ")))
			f.StringArrayVar(&names, "fault", nil, p.txt.T("flag.drill.fault"))
		},
		run: func(cmd *cobra.Command, _ []string) error {
			switch {
			case o.Runs < 1 || o.Runs > 100_000:
				return p.usage("usage.range", "--runs", o.Runs, "1…100000")
			case o.Parallel < 0 || o.Parallel > 64:
				return p.usage("usage.range", "--parallel", o.Parallel, "0…64")
			case o.Limit < time.Second:
				return p.usage("usage.range", "--limit", o.Limit, "≥ 1s")
			}
			for _, n := range names {
				name, _, err := fault.Parse(n)
				if err != nil {
					return p.usage("usage.fault", n, err)
				}
				o.Faults = append(o.Faults, name)
			}
			o.Config = p.cfg
			return p.drill(cmd, o)
		}})
}

func (p *program) drill(cmd *cobra.Command, o drill.Options) error {
	sum, err := drill.Run(cmd.Context(), o, p.showVerdict)
	if err != nil {
		return err
	}
	if p.cfg.JSON {
		p.line(struct {
			Type string `json:"type"`
			drill.Summary
		}{"summary", sum})
	} else {
		fmt.Fprintln(p.Out, p.txt.T("drill.summary", sum.Runs, sum.Recovered, sum.Clean, sum.Calm, sum.Wrong))
	}
	if sum.Wrong > 0 {
		return p.failed("drill.wrong", sum.Wrong)
	}
	return nil
}

func (p *program) showVerdict(v drill.Verdict) {
	if p.cfg.JSON {
		p.line(struct {
			Type string `json:"type"`
			drill.Verdict
		}{"run", v})
		return
	}
	fmt.Fprintf(p.Out, "%4d  %-9s %-11s %6s  %s\n", v.Run, p.txt.T("drill.is."+string(v.Outcome)), v.Flow, v.Took.Round(100*time.Millisecond), strings.Join(v.Faults, "; "))
	if v.Reason != "" {
		p.wrapped("      ", clip(v.Reason, 400))
	}
}
