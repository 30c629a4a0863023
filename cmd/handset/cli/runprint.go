package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/tools"
)

// runPrinter shows a run to a person, one line a step and what changed below it.
type runPrinter struct {
	p     *program
	out   io.Writer
	steps int
	wait  *waiting // nil: waits are not told
}

func (r *runPrinter) event(e agent.Event, picture string) {
	if e.Droppable() {
		return
	}
	r.p.talking.mu.Lock()
	defer r.p.talking.mu.Unlock()
	switch e.Kind {
	case agent.RoundStarted:
		r.wait.begin("run.waiting_model")
		return
	case agent.ToolStarted:
		r.wait.begin("run.waiting_phone")
		return
	}
	r.wait.clear()
	if e.Kind == agent.ConfirmAsked {
		select {
		case r.p.talking.reached <- struct{}{}:
		default:
		}
	}
	r.print(e, picture)
}

// print shows an event that a person wants to see.
func (r *runPrinter) print(e agent.Event, picture string) {
	switch e.Kind {
	case agent.Waiting, agent.RetryNote, agent.Note:
		fmt.Fprintln(r.out, "  "+e.Text)
	case agent.AnswerDone:
		if e.Message != nil && len(e.Message.Calls) > 0 && strings.TrimSpace(e.Message.Text) != "" {
			fmt.Fprintln(r.out, "  “"+clip(e.Message.Text, 110)+"”")
		}
	case agent.ToolFinished:
		r.step(e, picture)
	}
}

func (r *runPrinter) step(e agent.Event, picture string) {
	r.steps++
	txt, res := r.p.txt, e.Result
	fmt.Fprintf(r.out, "%2d. %s %s\n", r.steps, e.Call.Name, clip(string(e.Call.Args), 90))
	facts := []string{string(res.Status)}
	if res.Effect != nil {
		facts = append(facts, txt.T("run.delivered", r.p.yesNo(res.Effect.Delivered)), txt.T("run.visible", r.p.yesNo(res.Effect.Visible)))
	}
	facts = append(facts, short(res.Took))
	if picture != "" {
		facts = append(facts, filepath.Base(picture))
	}
	fmt.Fprintln(r.out, "    "+strings.Join(facts, " · "))
	if res.Status != tools.OK {
		fmt.Fprintln(r.out, "    "+clip(res.Text, 110))
	}
	if res.Effect != nil {
		for _, line := range res.Effect.Changed[:min(4, len(res.Effect.Changed))] {
			fmt.Fprintln(r.out, "      "+clip(line, 106))
		}
	}
}
