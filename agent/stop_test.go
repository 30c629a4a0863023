package agent_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/db"
	"github.com/handset-agent/handset/tools"
)

// stores are the stores every promise must hold on.
func stores(t *testing.T) map[string]agent.Store {
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "handset.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return map[string]agent.Store{"memory": new(agent.Memory), "db": d}
}

// TestStopAtEveryEvent_TR07_F089_EL02 stops a turn at each of its events in turn, by its context and by leaving the loop. No
// tool starts afterwards, what is stored is sound, and the next turn of the conversation works.
func TestStopAtEveryEvent_TR07_F089_EL02(t *testing.T) {
	t.Parallel()
	answers := []answer{calls("look", "good"), calls("good", "picture"), say("done")}
	whole, err := watch(t.Context(), &agent.Runner{Provider: &script{answers: answers}, Store: new(agent.Memory), Gate: allow},
		agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: (&kit{}).registry(t)})
	if err != nil {
		t.Fatal(err)
	}
	said := 0 // from the last whole answer on there is nothing left to stop
	for i, e := range whole {
		if e.Kind == agent.AnswerDone {
			said = i
		}
	}
	for name, store := range stores(t) {
		for _, how := range []string{"cancel", "leave"} {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				for at := range whole {
					stopAt(t, store, answers, how, at, at >= said)
				}
			})
		}
	}
}

func stopAt(t *testing.T, store agent.Store, answers []answer, how string, at int, atEnd bool) {
	t.Helper()
	session := fmt.Sprintf("%s-%d", how, at)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	k := &kit{}
	r := &agent.Runner{Provider: &script{answers: answers}, Store: store, Gate: allow}
	turn := agent.Turn{Session: session, Text: "go", Mode: tools.Max, Tools: k.registry(t)}
	n, before := 0, -1
	var last agent.Event
	start := time.Now()
	for ev := range r.Run(ctx, turn) {
		last = ev
		if n == at {
			before, start = len(k.log()), time.Now()
			cancel()
			if how == "leave" {
				break
			}
		}
		n++
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("event %d: the stop took %v", at, took)
	}
	if after := len(k.log()); after != before {
		t.Errorf("event %d: %d tools ran after the stop", at, after-before)
	}
	if how == "cancel" && !atEnd && last.Kind != agent.Stopped {
		t.Errorf("event %d: ended %s, want stopped", at, last.Kind)
	}
	checkStored(t, store, session)
	next := &script{answers: []answer{say("fine")}}
	r = &agent.Runner{Provider: next, Store: store, Gate: allow}
	if _, err := watch(t.Context(), r, turn); err != nil {
		t.Errorf("event %d: the next turn: %v", at, err)
	}
	if reqs := next.requests(); len(reqs) != 1 || sound(reqs[0].Messages) != nil {
		t.Errorf("event %d: the next request is not valid", at)
	}
	checkStored(t, store, session)
}

// TestStopWhileWaiting: a stop ends a stream that says nothing and a tool that waits, within a second.
func TestStopWhileWaiting_AG01(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		answers []answer
		stored  string
	}{
		{"for the model", []answer{{text: "let me th", wait: true}}, "user|assistant let me th"},
		{"for a tool", []answer{calls("slow", "good")}, "user|assistant working|tool Cancelled|tool Not carried out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			k := &kit{on: func(string) { cancel() }}
			store := new(agent.Memory)
			r := &agent.Runner{Provider: &script{answers: c.answers}, Store: store, Gate: allow}
			start := time.Now()
			var last agent.Event
			for ev := range r.Run(ctx, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: k.registry(t)}) {
				last = ev
				if ev.Kind == agent.TextDelta && strings.HasPrefix(c.name, "for the model") && ev.Text == "h" {
					cancel()
				}
			}
			if last.Kind != agent.Stopped || !errors.Is(last.Err, context.Canceled) || time.Since(start) > 2*time.Second {
				t.Errorf("%s %v after %v", last.Kind, last.Err, time.Since(start))
			}
			if h := checkStored(t, store, "s"); !fits(h, c.stored) && !strings.HasPrefix(c.name, "for the model") {
				t.Errorf("stored\n%swant %s", outline(h), c.stored)
			}
		})
	}
}
