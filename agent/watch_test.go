package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// watched is a phone that tells when it is lost.
type watched struct {
	named
	lost chan error
}

func (w watched) Watch(ctx context.Context) error {
	select {
	case err := <-w.lost:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestPhoneLostMeanwhile_F019: a phone that is lost while nothing is asked of it ends the turn at once: while the model thinks,
// and while a tool waits. The request is given up, no further tool starts, and every call has its answer.
func TestPhoneLostMeanwhile_F019(t *testing.T) {
	t.Parallel()
	gone := fmt.Errorf("watch: %w", phone.ErrGone)
	for _, c := range []struct {
		name    string
		answers []answer
		watch   error
		is      error
		ran     string
		stored  string
	}{
		{"while the model thinks", []answer{calls("look"), {text: "hm", wait: true}}, gone, phone.ErrGone, "look", "user|assistant working|tool saw it|assistant hm"},
		{"before it has said anything", []answer{{wait: true}}, gone, phone.ErrGone, "", "user"},
		{"while a tool waits", []answer{calls("slow", "good"), say("never")}, gone, phone.ErrGone, "slow", "user|assistant working|tool |tool Not carried out: the phone was lost"},
		{"a watcher that breaks says nothing", []answer{calls("look"), say("done")}, errors.New("no list"), nil, "look", "user|assistant working|tool saw it|assistant done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				k, store := &kit{}, new(agent.Memory)
				w := watched{named{serial: "x"}, make(chan error, 1)}
				go func() {
					synctest.Wait() // until the turn waits
					w.lost <- c.watch
				}()
				r := &agent.Runner{Provider: &script{answers: c.answers}, Store: store, Gate: allow}
				began := time.Now()
				events, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: k.registry(t), Phone: w})
				last := events[len(events)-1]
				if c.is != nil && (last.Kind != agent.Failed || !errors.Is(err, agent.ErrPhone) || !errors.Is(err, c.is) || errors.Is(err, context.Canceled)) || c.is == nil && err != nil {
					t.Errorf("ended %s with %v", last.Kind, err)
				}
				if time.Since(began) > time.Second || strings.Join(k.log(), " ") != c.ran {
					t.Errorf("after %s ran %q", time.Since(began), k.log())
				}
				if h := checkStored(t, store, "s"); !fits(h, c.stored) {
					t.Errorf("stored\n%s", outline(h))
				}
			})
		})
	}
}

// TestPhoneLostAtTheEnd_F019: an answer about a phone that has gone does not count as done, but one without any tool does, and
// so does one whose probe only hiccups.
func TestPhoneLostAtTheEnd_F019(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		answers []answer
		probe   error
		want    error
	}{
		{"gone", []answer{calls("look"), say("done")}, phone.ErrGone, phone.ErrGone},
		{"gone, but it was only talk", []answer{say("hello")}, phone.ErrGone, nil},
		{"slow", []answer{calls("look"), say("done")}, errors.New("no answer"), nil},
	} {
		asked := 0
		probe := func(context.Context) error {
			if asked++; asked == 1 && len(c.answers) > 1 { // of the tool
				return nil
			}
			return c.probe
		}
		r := &agent.Runner{Provider: &script{answers: c.answers}, Store: new(agent.Memory), Gate: allow}
		_, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: (&kit{}).registry(t), Probe: probe})
		if !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestFinishIsTold_PR15: the last event and the last answer carry why the model stopped, and an odd end is noted.
func TestFinishIsTold_PR15(t *testing.T) {
	t.Parallel()
	for finish, note := range map[providers.Finish]string{providers.FinishStop: "", providers.FinishLength: "output limit", providers.FinishFiltered: "filter",
		providers.FinishRefused: "refused", providers.FinishUnknown: "says nothing"} {
		r := &agent.Runner{Provider: &script{answers: []answer{{text: "hm", finish: finish}}}, Store: new(agent.Memory), Gate: allow}
		events, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go"})
		last, notes := events[len(events)-1], ""
		for _, e := range events {
			if e.Kind == agent.Note {
				notes += e.Text
			}
			if e.Kind == agent.AnswerDone && e.Finish != finish {
				t.Errorf("%s: the answer says %q", finish, e.Finish)
			}
		}
		if last.Finish != finish || !strings.Contains(notes, note) || note == "" && notes != "" {
			t.Errorf("%s: last %+v, notes %q", finish, last, notes)
		}
		var cut *agent.AnswerError
		if errors.As(err, &cut) && (cut.Finish != finish || cut.Text != "hm") {
			t.Errorf("%s: %+v", finish, cut)
		}
	}
}

// TestModeStaysForTheTurn_MG08: each turn of a conversation has the mode it started with, in every question to the gate and in the
// tools it shows; the next may have another.
func TestModeStaysForTheTurn_MG08(t *testing.T) {
	t.Parallel()
	store := new(agent.Memory)
	for _, mode := range []tools.Mode{tools.Max, tools.Plan, tools.Build} {
		var seen []tools.Mode
		p := &script{answers: []answer{calls("look"), calls("look", "picture"), say("done")}}
		r := &agent.Runner{Provider: p, Store: store, Gate: func(agent.Turn, func(tools.Ask)) tools.Gate { return modeGate{&seen} }}
		if _, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: mode, Tools: (&kit{}).registry(t)}); err != nil {
			t.Fatal(err)
		}
		if len(seen) != 3 || seen[0] != mode || seen[1] != mode || seen[2] != mode {
			t.Errorf("a turn in %s asked for %q", mode, seen)
		}
		for _, req := range p.requests() {
			if acts := strings.Contains(fmt.Sprint(req.Tools), "good"); acts == (mode == tools.Plan) {
				t.Errorf("%s mode shows a tool that acts: %t", mode, acts)
			}
		}
	}
}

// modeGate notes the modes it is asked for.
type modeGate struct{ seen *[]tools.Mode }

func (g modeGate) Decide(_ context.Context, a tools.Ask) (tools.Verdict, string, error) {
	*g.seen = append(*g.seen, a.Mode)
	return tools.Allow, "", nil
}
