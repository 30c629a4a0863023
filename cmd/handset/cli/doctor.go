package cli

import (
	"fmt"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/spf13/cobra"

	"github.com/handset-agent/handset/cmd/handset/app"
)

func (p *program) doctorCmd() *cobra.Command {
	return p.command(spec{use: "doctor", key: "doctor", example: "handset doctor\nhandset -s 127.0.0.1:5555 doctor --json",
		exits: []int{ExitNoPhone, ExitNotAllowed},
		run: func(cmd *cobra.Command, _ []string) error {
			failed, err := p.app.Doctor(cmd.Context(), p.showCheck)
			if err == nil && failed {
				err = p.failed("doctor.failed")
			}
			return err
		}})
}

// checkDoc is a check as programs see it.
type checkDoc struct {
	Type   string         `json:"type"`
	Name   string         `json:"name"`
	State  app.CheckState `json:"state"`
	Took   int64          `json:"took_ns"`
	Detail string         `json:"detail,omitempty"` // what was seen, or what went wrong
	Fix    string         `json:"fix,omitempty"`
	Cause  string         `json:"cause,omitempty"`
}

// checkText is what the catalogue says of a check.
func (p *program) checkText(c app.Check) (detail, fix string) {
	if c.Err != nil {
		return p.explain(problemOf(c.Err))
	}
	if c.Said == "" {
		return "", ""
	}
	detail = p.txt.T("doctor."+c.Said, p.words(c.Facts)...)
	if p.txt.Has("next." + c.Said) {
		fix = p.txt.T("next." + c.Said)
	}
	return detail, fix
}

func (p *program) showCheck(c app.Check) {
	detail, fix := p.checkText(c)
	if p.cfg.JSON {
		d := checkDoc{Type: "check", Name: strings.ReplaceAll(c.Name, "_", " "), State: c.State, Took: c.Took.Nanoseconds(), Detail: detail, Fix: fix}
		if c.Err != nil {
			d.Cause = c.Err.Error()
		}
		p.line(d)
		return
	}
	took := ""
	if c.State != app.CheckSkipped {
		took = short(c.Took)
	}
	head := fmt.Sprintf("%s %s %8s  ", runewidth.FillRight(p.txt.T("doctor.state_"+string(c.State)), 7),
		runewidth.FillRight(p.txt.T("doctor.name."+c.Name), 16), took)
	p.wrapped(head, detail)
	if fix != "" {
		p.wrapped(strings.Repeat(" ", 8)+"→ ", fix)
	}
}
