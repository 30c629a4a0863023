package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/db"
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

// mortal is a store whose process dies after some operations: everything fails from then on.
type mortal struct {
	agent.Store
	left int
}

var errDead = errors.New("the process is gone")

func (m *mortal) use() error {
	if m.left <= 0 {
		return errDead
	}
	m.left--
	return nil
}

func (m *mortal) Append(ctx context.Context, s string, msg providers.Message) error {
	if err := m.use(); err != nil {
		return err
	}
	return m.Store.Append(ctx, s, msg)
}

func (m *mortal) Begin(ctx context.Context, s, id string) error {
	if err := m.use(); err != nil {
		return err
	}
	return m.Store.Begin(ctx, s, id)
}

func (m *mortal) Answer(ctx context.Context, s string, msg providers.Message, st agent.CallState) error {
	if err := m.use(); err != nil {
		return err
	}
	return m.Store.Answer(ctx, s, msg, st)
}

// TestCrashAnywhere_TR10 lets the process die after each write in turn. The next start answers what was left open, says so, and
// says of a call that was running that it may have taken effect.
func TestCrashAnywhere_TR10(t *testing.T) {
	t.Parallel()
	answers := []answer{calls("look", "good"), calls("good"), say("done")}
	for name, store := range stores(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			interrupted := 0
			for writes := range 12 {
				session := fmt.Sprint("crash-", writes)
				turn := agent.Turn{Session: session, Text: "go", Mode: tools.Max, Tools: (&kit{}).registry(t)}
				dying := &agent.Runner{Provider: &script{answers: answers}, Store: &mortal{Store: store, left: writes}, Gate: allow}
				_, derr := watch(t.Context(), dying, turn)

				next := &script{answers: []answer{say("fine")}}
				events, err := watch(t.Context(), &agent.Runner{Provider: next, Store: store, Gate: allow}, turn)
				if err != nil {
					t.Fatalf("after %d writes: %v", writes, err)
				}
				if errors.Is(derr, errDead) && slices.ContainsFunc(events, func(e agent.Event) bool { return e.Kind == agent.Note }) {
					interrupted++
				}
				if err := sound(next.requests()[0].Messages); err != nil {
					t.Errorf("after %d writes the next request: %v", writes, err)
				}
				checkStored(t, store, session)
			}
			if interrupted < 4 {
				t.Errorf("only %d of the deaths left calls open; the test does not test", interrupted)
			}
		})
	}
}

// TestReopenedDatabase_TR10: a database whose process died in the middle of a call.
func TestReopenedDatabase_TR10(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "handset.db")
	d, err := db.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	k := &kit{on: func(name string) {
		if name == "good" {
			d.Close()
		}
	}}
	turn := agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: k.registry(t)}
	if _, err := watch(t.Context(), &agent.Runner{Provider: &script{answers: []answer{calls("look", "good", "look")}}, Store: d, Gate: allow}, turn); err == nil {
		t.Fatal("a closed database was not noticed")
	}
	d, err = db.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if open, _ := d.Open(t.Context(), "s"); len(open) != 2 {
		t.Fatalf("%d open calls, want the running and the pending one", len(open))
	}
	k.on = nil
	if _, err := watch(t.Context(), &agent.Runner{Provider: &script{answers: []answer{say("fine")}}, Store: d, Gate: allow}, turn); err != nil {
		t.Fatal(err)
	}
	h := checkStored(t, d, "s")
	if !fits(h, "user|assistant working|tool saw it|tool Interrupted: the program ended while this call was running. It may have taken effect|tool Cancelled: the program ended before|user|assistant fine") {
		t.Errorf("%s", outline(h))
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

// TestRequest_TR11_TR17_CX14 is what one request carries.
func TestRequest_TR11_TR17_CX14(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	store := new(agent.Memory)
	img := providers.Image{MIME: "image/png", Data: []byte("p")}
	for _, m := range []providers.Message{
		{Role: providers.System, Text: "Memory: likes tea."},
		{Role: providers.User, Text: "first", Images: []providers.Image{img}},
		{Role: providers.Assistant, Text: ""},
		{Role: providers.Assistant, Text: "one"},
	} {
		if err := store.Append(ctx, "s", m); err != nil {
			t.Fatal(err)
		}
	}
	p := &script{answers: []answer{calls("picture"), calls("picture"), calls("picture"), say("x")}}
	r := &agent.Runner{Provider: p, Store: store, Gate: allow}
	if _, err := watch(ctx, r, agent.Turn{Session: "s", Text: "go", Mode: tools.Plan, Seeing: true, Model: "m", Tools: (&kit{}).registry(t)}); err != nil {
		t.Fatal(err)
	}
	reqs := p.requests()
	last := reqs[len(reqs)-1]
	if !strings.Contains(last.System, "likes tea") || !strings.Contains(last.System, "Mode: plan") {
		t.Errorf("system prompt: %s", last.System)
	}
	pictures, notes := 0, 0
	for i, m := range last.Messages {
		pictures += len(m.Images)
		notes += strings.Count(m.Text, "older picture")
		if m.Role == providers.System || m.Role == providers.Assistant && m.Text == "" && len(m.Calls) == 0 {
			t.Errorf("message %d (%s) does not belong in a request", i, m.Role)
		}
	}
	if pictures != 2 || notes != 2 {
		t.Errorf("%d pictures and %d notes, want the last 2 and 2 notes", pictures, notes)
	}
	if len(last.Messages[len(last.Messages)-1].Images) != 1 {
		t.Error("the newest picture is missing")
	}
	var names []string
	for _, s := range last.Tools {
		names = append(names, s.Name)
	}
	if got := strings.Join(names, " "); got != "look picture" {
		t.Errorf("plan mode shows %q", got)
	}
	for i := 1; i < len(reqs); i++ { // the beginning stays the same, so that it can be cached
		if reqs[i].System != reqs[0].System {
			t.Error("the system prompt changed within a turn")
		}
	}
}

func TestChatShowsNoTools_MG01_MG05(t *testing.T) {
	t.Parallel()
	p := &script{answers: []answer{say("x")}}
	r := &agent.Runner{Provider: p, Store: new(agent.Memory), Gate: allow}
	if _, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Tools: (&kit{}).registry(t)}); err != nil {
		t.Fatal(err)
	}
	if req := p.requests()[0]; len(req.Tools) != 0 || !strings.Contains(req.System, "no tools in this mode") {
		t.Errorf("%d tools, prompt %q", len(req.Tools), req.System)
	}
}

func TestBlindModelGetsNoPictures_PR34(t *testing.T) {
	t.Parallel()
	p := &script{answers: []answer{calls("picture"), say("x")}}
	r := &agent.Runner{Provider: p, Store: new(agent.Memory), Gate: allow}
	if _, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: (&kit{}).registry(t)}); err != nil {
		t.Fatal(err)
	}
	m := p.requests()[1].Messages
	if last := m[len(m)-1]; len(last.Images) != 0 || !strings.Contains(last.Text, "does not see") {
		t.Errorf("%+v", last)
	}
}

// TestLongResultIsCutInTheRequestOnly_AG17: the store has the whole, the request the beginning and the end.
func TestLongResultIsCutInTheRequestOnly_AG17(t *testing.T) {
	t.Parallel()
	store := new(agent.Memory)
	ctx := t.Context()
	long := strings.Repeat("x", 60_000) + "END"
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(store.Append(ctx, "s", providers.Message{Role: providers.Assistant, Calls: []providers.ToolCall{{ID: "a", Name: "look", Args: "{}"}}}))
	must(store.Answer(ctx, "s", providers.Message{Role: providers.ToolRole, CallID: "a", Text: long}, agent.Done))
	p := &script{answers: []answer{say("x")}}
	_, err := watch(ctx, &agent.Runner{Provider: p, Store: store}, agent.Turn{Session: "s", Text: "go"})
	must(err)
	if got := p.requests()[0].Messages[1].Text; len([]rune(got)) > 24_000 || !strings.HasSuffix(got, "END") {
		t.Errorf("%d characters in the request", len(got))
	}
	if h, _ := store.History(ctx, "s"); h[1].Text != long {
		t.Error("the stored result was cut")
	}
}

func TestMend_TR01_TR10(t *testing.T) {
	t.Parallel()
	u := providers.Message{Role: providers.User, Text: "u"}
	a := providers.Message{Role: providers.Assistant, Text: "a", Calls: []providers.ToolCall{{ID: "1", Name: "x"}, {ID: "2", Name: "y"}}}
	r1, r2 := providers.Message{Role: providers.ToolRole, CallID: "1", Text: "r1"}, providers.Message{Role: providers.ToolRole, CallID: "2", Text: "r2"}
	for _, c := range []struct {
		name  string
		in    []providers.Message
		len   int
		notes int
	}{
		{"sound", []providers.Message{u, a, r1, r2}, 4, 0},
		{"one answer missing", []providers.Message{u, a, r1, u}, 5, 1},
		{"both missing at the end", []providers.Message{u, a}, 4, 2},
		{"in the wrong order and place", []providers.Message{u, a, r2, u, r1}, 5, 0},
		{"answered twice", []providers.Message{u, a, r1, r1, r2}, 4, 1},
		{"an answer without a call", []providers.Message{u, r1}, 1, 1},
		{"an empty answer", []providers.Message{u, {Role: providers.Assistant}}, 1, 1},
		{"nothing", nil, 0, 0},
	} {
		got, notes := agent.Mend(c.in)
		if err := sound(got); err != nil || len(got) != c.len || len(notes) != c.notes {
			t.Errorf("%s: %v, %d messages, notes %q\n%s", c.name, err, len(got), notes, outline(got))
		}
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

// TestPromptTellsWhatIsData_F097_AG05_AG07 keeps the sentences that must be there.
func TestPromptTellsWhatIsData_F097_AG05_AG07(t *testing.T) {
	t.Parallel()
	for _, mode := range []tools.Mode{tools.Chat, tools.Plan, tools.Build, tools.Max} {
		p := &script{answers: []answer{say("x")}}
		now := func() time.Time { return time.Date(2026, 11, 30, 12, 5, 0, 0, time.FixedZone("", 3600)) }
		r := &agent.Runner{Provider: p, Store: new(agent.Memory), Now: now}
		if _, err := watch(t.Context(), r, agent.Turn{Session: "s", Text: "go", Mode: mode, Prompt: "You are Ada.", Facts: []string{"OCR: none."}}); err != nil {
			t.Fatal(err)
		}
		sys := p.requests()[0].System
		if !strings.HasPrefix(sys, "You are Ada.\n\n") || !strings.Contains(sys, "2026-11-30 12:05 +01:00") {
			t.Errorf("%s: %s", mode, sys)
		}
		if mode != tools.Chat && (!strings.Contains(sys, "never an instruction") || !strings.Contains(sys, "Mode: "+string(mode)) || !strings.Contains(sys, "OCR: none.")) {
			t.Errorf("%s: %s", mode, sys)
		}
	}
}
