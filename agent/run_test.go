package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// TestEnds is every way a turn can end. After each the stored conversation is sound (TR-01) and the error is the right one.
func TestEnds(t *testing.T) {
	t.Parallel()
	broke := &providers.Error{Kind: providers.BadStream, Message: "cut"}
	for _, c := range []struct {
		name    string
		answers []answer
		gate    gate
		mode    tools.Mode
		limits  agent.Limits
		last    agent.Kind
		is      error
		ran     string
		stored  string // outline, in short: roles and tool texts' beginnings
	}{
		{name: "text only", answers: []answer{say("hello")}, last: agent.Completed, stored: "user|assistant hello"},
		{name: "tools, then text_AG02", answers: []answer{calls("good"), say("done")}, last: agent.Completed, ran: "good", stored: "user|assistant working|tool did it|assistant done"},
		{name: "several calls in order_AG04", answers: []answer{calls("good", "look", "bad"), say("done")}, last: agent.Completed, ran: "good look bad", stored: "user|assistant working|tool did it|tool saw it|tool no|assistant done"},
		{name: "unknown tool_AG16", answers: []answer{calls("god"), say("ok")}, last: agent.Completed, stored: "user|assistant working|tool There is no tool|assistant ok"},
		{name: "arguments that are no JSON_ER04", answers: []answer{{calls: []providers.ToolCall{{ID: "a", Name: "good", Args: `{"n": 1`}}}, say("ok")}, last: agent.Completed, stored: "user|assistant |tool Nothing was done|assistant ok"},
		{name: "a panic_AG16", answers: []answer{calls("boom", "good"), say("ok")}, last: agent.Completed, ran: "boom good", stored: "user|assistant working|tool The tool boom broke|tool did it|assistant ok"},
		{name: "denied in plan mode_MG02", answers: []answer{calls("good"), say("ok")}, gate: gate{"good": tools.Deny}, mode: tools.Plan, last: agent.Completed, stored: "user|assistant working|tool This call is not allowed|assistant ok"},
		{name: "rejected, and the run goes on", answers: []answer{calls("good", "look"), say("ok")}, gate: gate{"good": tools.Reject}, last: agent.Completed, ran: "look", stored: "user|assistant working|tool The user rejected|tool saw it|assistant ok"},
		{name: "stopped at a question_CF05_TR08_EL22", answers: []answer{calls("look", "good", "look"), say("never")}, gate: gate{"good": tools.Stop}, last: agent.Stopped, is: agent.ErrStoppedByUser, ran: "look", stored: "user|assistant working|tool saw it|tool The user stopped|tool Not carried out"},
		{name: "phone lost_ER12", answers: []answer{calls("look", "gone", "good"), say("never")}, last: agent.Failed, is: phone.ErrGone, ran: "look gone", stored: "user|assistant working|tool saw it|tool gone|tool Not carried out"},
		{name: "the harness broke", answers: []answer{calls("broken", "good"), say("never")}, last: agent.Failed, ran: "broken", stored: "user|assistant working|tool The program could not|tool Not carried out"},
		{name: "the stream broke, text is kept_TR09", answers: []answer{{text: "half an ans", err: broke}}, last: agent.Failed, is: broke, stored: "user|assistant half an ans"},
		{name: "the stream broke without text_EL10", answers: []answer{{err: broke}}, last: agent.Failed, is: broke, stored: "user"},
		{name: "an empty answer is a failure_TR09", answers: []answer{say("")}, last: agent.Failed, stored: "user"},
		{name: "a refusal_PR15", answers: []answer{{text: "I won't", finish: providers.FinishRefused}}, last: agent.Failed, is: agent.ErrRefused, stored: "user|assistant I won't"},
		{name: "cut by length_PR15", answers: []answer{calls("look"), {text: "so far", finish: providers.FinishLength}}, last: agent.Failed, is: agent.ErrCutShort, ran: "look", stored: "user|assistant working|tool saw it|assistant so far"},
		{name: "filtered in the middle_PR15", answers: []answer{{text: "so far", finish: providers.FinishFiltered}}, last: agent.Failed, is: agent.ErrFiltered, stored: "user|assistant so far"},
		{name: "filtered from the start_PR15_TR09", answers: []answer{{finish: providers.FinishFiltered}}, last: agent.Failed, is: agent.ErrFiltered, stored: "user"},
		{name: "cut by length behind a whole call", answers: []answer{{text: "w", calls: calls("look").calls, finish: providers.FinishLength}, say("ok")}, last: agent.Completed, ran: "look", stored: "user|assistant w|tool saw it|assistant ok"},
		{name: "an end nobody knows_PR15", answers: []answer{{text: "hm", finish: providers.FinishUnknown}}, last: agent.Completed, stored: "user|assistant hm"},
		{name: "round limit_AG03", answers: slices.Repeat([]answer{calls("look", "good")}, 5), limits: agent.Limits{Rounds: 2}, last: agent.Failed, is: agent.ErrRoundLimit, ran: "look good look good",
			stored: "user|assistant working|tool saw it|tool did it|assistant working|tool saw it|tool did it"},
		{name: "token budget", answers: []answer{{text: "w", calls: calls("look").calls, usage: providers.Usage{Input: 900, Output: 200}}, say("never")}, limits: agent.Limits{Tokens: 1000}, last: agent.Failed, is: agent.ErrBudget, ran: "look", stored: "user|assistant w|tool saw it"},
		{name: "stuck_F087", answers: slices.Repeat([]answer{calls("nonsense")}, 9), last: agent.Failed, is: agent.ErrStuck,
			stored: "user|assistant working|tool There is no tool|assistant working|tool There is no tool|assistant working|tool There is no tool"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := &kit{}
			store := new(agent.Memory)
			r := &agent.Runner{Provider: &script{answers: c.answers}, Store: store, Gate: func(agent.Turn, func(tools.Ask)) tools.Gate { return c.gate }}
			mode := c.mode
			if mode == "" {
				mode = tools.Max
			}
			events, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: mode, Tools: k.registry(t), Limits: c.limits})
			last := events[len(events)-1]
			if last.Kind != c.last || c.is != nil && !errors.Is(err, c.is) || (err == nil) != (c.last == agent.Completed) {
				t.Errorf("ended %s with %v, want %s with %v", last.Kind, err, c.last, c.is)
			}
			for _, e := range events[:len(events)-1] {
				if e.Last() {
					t.Errorf("%s before the end", e.Kind)
				}
			}
			if got := strings.Join(k.log(), " "); got != c.ran {
				t.Errorf("ran %q, want %q", got, c.ran)
			}
			h := checkStored(t, store, "s")
			if !fits(h, c.stored) {
				t.Errorf("stored\n%swant %s", outline(h), c.stored)
			}
		})
	}
}

// fits compares a conversation with "role beginning|role beginning".
func fits(h []providers.Message, want string) bool {
	parts := strings.Split(want, "|")
	if len(parts) != len(h) {
		return false
	}
	for i, p := range parts {
		role, text, _ := strings.Cut(p, " ")
		if string(h[i].Role) != role || !strings.HasPrefix(h[i].Text, text) {
			return false
		}
	}
	return true
}

// TestRoundLimits_AG03: 12 rounds, 50 in max mode, never more than 200.
func TestRoundLimits_AG03(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode tools.Mode
		set  int
		want int
	}{{tools.Plan, 0, 12}, {tools.Build, 0, 12}, {tools.Max, 0, 50}, {tools.Max, 3, 3}, {tools.Max, 1000, agent.RoundCeiling}} {
		t.Run(fmt.Sprint(c.mode, c.set), func(t *testing.T) {
			t.Parallel()
			p := &script{}
			for i := range 300 {
				p.answers = append(p.answers, answer{calls: []providers.ToolCall{{Name: "look", Args: fmt.Sprintf(`{"n":%d}`, i)}}})
			}
			k := &kit{}
			r := &agent.Runner{Provider: p, Store: new(agent.Memory), Gate: allow}
			_, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: c.mode, Tools: k.registry(t), Limits: agent.Limits{Rounds: c.set}})
			var limit *agent.LimitError
			if !errors.As(err, &limit) || limit.Limit != c.want || len(p.requests()) != c.want || len(k.log()) != c.want {
				t.Errorf("%v after %d requests and %d calls, want %d", err, len(p.requests()), len(k.log()), c.want)
			}
		})
	}
}

// TestStoredBeforeItRuns_TR02_TR06: the answer is stored with its calls pending before a tool runs, and the one that runs is
// marked so.
func TestStoredBeforeItRuns_TR02_TR06(t *testing.T) {
	t.Parallel()
	store := new(agent.Memory)
	var states []agent.CallState
	k := &kit{}
	k.on = func(name string) {
		open, _ := store.Open(context.Background(), "s")
		for _, o := range open {
			states = append(states, o.State)
		}
	}
	r := &agent.Runner{Provider: &script{answers: []answer{calls("look", "good"), say("x")}}, Store: store, Gate: allow}
	if _, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: k.registry(t)}); err != nil {
		t.Fatal(err)
	}
	if want := []agent.CallState{agent.Running, agent.Pending, agent.Running}; !slices.Equal(states, want) {
		t.Errorf("states while tools ran %v, want %v", states, want)
	}
	for status, want := range map[tools.Status]agent.CallState{tools.OK: agent.Done, tools.Failed: agent.CallFailed, tools.Timeout: agent.CallFailed,
		tools.Denied: agent.Denied, tools.Rejected: agent.Rejected, tools.Cancelled: agent.Rejected} {
		if got := agent.StateOf(status); got != want {
			t.Errorf("%s ends as %s, want %s", status, got, want)
		}
	}
}

// TestCallIDsAreOurs_TR05_EL23: servers repeat ids; ours are unique over answers and conversations, theirs go back to them.
func TestCallIDsAreOurs_TR05_EL23(t *testing.T) {
	t.Parallel()
	for name, store := range stores(t) {
		seen := map[string]bool{}
		for _, session := range []string{"a", "b"} {
			r := &agent.Runner{Provider: &script{answers: []answer{calls("look"), calls("look", "good"), say("x")}}, Store: store, Gate: allow}
			if _, err := watch(t.Context(), r, agent.Turn{Session: session, Text: "go", Mode: tools.Max, Tools: (&kit{}).registry(t)}); err != nil {
				t.Fatal(name, err)
			}
			for _, m := range checkStored(t, store, session) {
				for _, c := range m.Calls {
					if seen[c.ID] || !strings.HasPrefix(c.ProviderID, "call_") {
						t.Errorf("%s: call %q (theirs %q) is not unique", name, c.ID, c.ProviderID)
					}
					seen[c.ID] = true
				}
			}
		}
	}
}

// TestIdenticalCalls: the same call twice in one answer is carried out once and both are answered (model-providers T21).
func TestIdenticalCalls(t *testing.T) {
	t.Parallel()
	same := providers.ToolCall{ID: "x", Name: "good", Args: `{"n":1}`}
	k := &kit{}
	store := new(agent.Memory)
	r := &agent.Runner{Provider: &script{answers: []answer{{calls: []providers.ToolCall{same, same}}, say("x")}}, Store: store, Gate: allow}
	if _, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: k.registry(t)}); err != nil {
		t.Fatal(err)
	}
	h := checkStored(t, store, "s")
	if len(k.log()) != 1 || !strings.Contains(h[3].Text, "carried out once") {
		t.Errorf("ran %q\n%s", k.log(), outline(h))
	}
}

// TestConfirmEvent_CF01: a question to a person is an event while the call waits for it.
func TestConfirmEvent_CF01(t *testing.T) {
	t.Parallel()
	answered := make(chan struct{})
	r := &agent.Runner{Provider: &script{answers: []answer{calls("good"), say("x")}}, Store: new(agent.Memory),
		Gate: func(_ agent.Turn, asked func(tools.Ask)) tools.Gate { return waitingGate{asked, answered} }}
	var order []agent.Kind
	for ev := range r.Run(t.Context(), agent.Turn{Session: "s", Text: "go", Mode: tools.Build, Tools: (&kit{}).registry(t)}) {
		if ev.Kind == agent.ToolStarted || ev.Kind == agent.ConfirmAsked || ev.Kind == agent.ToolFinished {
			order = append(order, ev.Kind)
		}
		if ev.Kind == agent.ConfirmAsked {
			if ev.Call == nil || ev.Call.Name != "good" || ev.Risk != "test" {
				t.Errorf("%+v", ev)
			}
			close(answered)
		}
	}
	if want := []agent.Kind{agent.ToolStarted, agent.ConfirmAsked, agent.ToolFinished}; !slices.Equal(order, want) {
		t.Errorf("%v, want %v", order, want)
	}
}

type waitingGate struct {
	asked    func(tools.Ask)
	answered chan struct{}
}

func (g waitingGate) Decide(ctx context.Context, a tools.Ask) (tools.Verdict, string, error) {
	a.Risk = "test"
	g.asked(a)
	select {
	case <-g.answered:
		return tools.Allow, "", nil
	case <-ctx.Done():
		return tools.Reject, "", ctx.Err()
	}
}

func TestNothingBeforeAReader_AG01(t *testing.T) {
	t.Parallel()
	p := &script{}
	store := new(agent.Memory)
	seq := (&agent.Runner{Provider: p, Store: store}).Run(t.Context(), agent.Turn{Session: "s", Text: "go"})
	if h, _ := store.History(t.Context(), "s"); len(p.requests()) != 0 || len(h) != 0 {
		t.Error("work was done before anybody read")
	}
	for range seq {
	}
	if len(p.requests()) != 1 {
		t.Error("reading did not start it")
	}
}

func TestEventJSON(t *testing.T) {
	t.Parallel()
	e := agent.Event{Kind: agent.ToolFinished, Session: "s", Run: "r", Call: &tools.Call{ID: "c", Name: "ua_tap", Args: json.RawMessage(`{"x":1}`)},
		Result: &tools.Result{Status: tools.OK, Text: "Tapped", Took: time.Second}, Err: errors.New("why")}
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"type":"tool_finished"`, `"tool":"ua_tap"`, `"args":{"x":1}`, `"status":"ok"`, `"error":"why"`, `"took_ns":1000000000`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s lacks %s", b, want)
		}
	}
}
