package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/cmd/handset/bench"
)

func (p *program) benchCmd() *cobra.Command {
	c := p.command(spec{use: "bench", key: "bench", example: "handset bench\nhandset bench --json",
		run: func(cmd *cobra.Command, _ []string) error {
			missed := 0
			err := bench.Run(cmd.Context(), bench.Options{}, func(r bench.Ratio) {
				if !r.OK() {
					missed++
				}
				p.showRatio(r)
			})
			if err == nil && missed > 0 {
				err = p.failed("bench.missed", missed)
			}
			return err
		}})
	c.AddCommand(p.command(spec{use: "idle", key: "bench.idle", example: "handset bench idle < /dev/null", hidden: true, exits: []int{ExitNoPhone},
		run: func(cmd *cobra.Command, _ []string) error { return p.idle(cmd) }}))
	return c
}

func (p *program) showRatio(r bench.Ratio) {
	if p.cfg.JSON {
		p.line(struct {
			Type string `json:"type"`
			bench.Ratio
			OK bool `json:"ok"`
		}{"ratio", r, r.OK()})
		return
	}
	bound, mark := "≤", p.txt.T("bench.ok")
	if r.AtLeast {
		bound = "≥"
	}
	if !r.OK() {
		mark = p.txt.T("bench.bad")
	}
	fmt.Fprintf(p.Out, "%-6s %8.2f %-5s (%s %g)  %s", mark, r.Got, r.Unit, bound, r.Want, r.Name)
	if r.Note != "" {
		fmt.Fprintf(p.Out, " — %s", r.Note)
	}
	fmt.Fprintln(p.Out)
}

// idle opens a session, takes one picture, says "idle", and waits for the end of stdin, so that its memory can be measured.
func (p *program) idle(cmd *cobra.Command) error {
	d, err := p.app.Phone(cmd.Context())
	if err != nil {
		return err
	}
	if _, err := d.FrameVia(cmd.Context(), "stream"); err != nil {
		return err
	}
	fmt.Fprintln(p.Out, "idle")
	_, err = io.Copy(io.Discard, p.In)
	return err
}
