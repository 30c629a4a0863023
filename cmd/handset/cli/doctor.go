package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/cmd/handset/app"
)

func (p *program) doctorCmd() *cobra.Command {
	return p.command(spec{use: "doctor", key: "doctor", example: "handset doctor\nhandset -s 127.0.0.1:5555 doctor --json",
		exits: []int{ExitNoPhone, ExitNotAllowed},
		run: func(cmd *cobra.Command, _ []string) error {
			failed, err := p.app.Doctor(cmd.Context(), p.showCheck)
			if err == nil && failed {
				err = errors.New(p.txt.T("doctor.failed"))
			}
			return err
		}})
}

func (p *program) showCheck(c app.Check) {
	if p.cfg.JSON {
		p.line(struct {
			Type string `json:"type"`
			app.Check
		}{"check", c})
		return
	}
	took := ""
	if c.State != app.CheckSkipped {
		took = short(c.Took)
	}
	fmt.Fprintf(p.Out, "%-8s %-20s %8s  %s\n", p.txt.T("doctor.state_"+string(c.State)), c.Name, took, c.Detail)
	if c.Fix != "" {
		fmt.Fprintf(p.Out, "%-8s %-20s %8s  → %s\n", "", "", "", c.Fix)
	}
}
