package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stub is a tool of a function.
type stub struct {
	spec Spec
	do   func(ctx context.Context, c Call) (Result, error)
}

func (s stub) Spec() Spec {
	if s.spec.Schema == nil {
		s.spec.Schema = json.RawMessage(`{"type":"object","properties":{"x":{"type":"integer"}},"additionalProperties":false}`)
	}
	return s.spec
}

func (s stub) Call(ctx context.Context, c Call) (Result, error) { return s.do(ctx, c) }

func ok(text string) func(context.Context, Call) (Result, error) {
	return func(context.Context, Call) (Result, error) { return Result{Status: OK, Text: text}, nil }
}

func failing(code string) func(context.Context, Call) (Result, error) {
	return func(context.Context, Call) (Result, error) {
		return Result{Status: Failed, Code: code, Text: "no"}, nil
	}
}

// gateFunc is a gate of a function.
type gateFunc func(ctx context.Context, a Ask) (Verdict, string, error)

func (g gateFunc) Decide(ctx context.Context, a Ask) (Verdict, string, error) { return g(ctx, a) }

var allowAll = gateFunc(func(context.Context, Ask) (Verdict, string, error) { return Allow, "", nil })

// guardedTool wraps one tool in the whole chain.
func guardedTool(t *testing.T, run Run, tool Tool) Tool {
	t.Helper()
	r, err := NewRegistry(tool)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := Guarded(r, run).Lookup(tool.Spec().Name)
	return g
}

func call(t *testing.T, tool Tool, args string) Result {
	t.Helper()
	r, err := tool.Call(t.Context(), Call{ID: "c", Name: tool.Spec().Name, Raw: args})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// journal is a recorder that writes down the order of things.
type journal struct {
	lines []string
	fail  error
}

func (j *journal) note(format string, a ...any) { j.lines = append(j.lines, fmt.Sprintf(format, a...)) }

func (j *journal) StepStarted(_ context.Context, s Step) error {
	j.note("started %d %s", s.N, s.Call.Name)
	return j.fail
}

func (j *journal) StepFinished(_ context.Context, s Step, r Result) error {
	j.note("finished %d %s %d", s.N, r.Status, utf8.RuneCountInString(r.ForModel()))
	return nil
}

// TestChainOrder shows each guard standing where it should: the record holds the repaired, cut result; the gate sees healed
// arguments; the probe comes after the gate; the tool has the deadline.
func TestChainOrder(t *testing.T) {
	t.Parallel()
	j := &journal{}
	run := Run{Record: j, Mode: Max,
		Gate: gateFunc(func(_ context.Context, a Ask) (Verdict, string, error) {
			j.note("gate %s", a.Call.Args)
			return Allow, "", nil
		}),
		Probe: func(context.Context) error { j.note("probe"); return nil },
	}
	tool := guardedTool(t, run, stub{spec: Spec{Name: "t", Budget: 400}, do: func(ctx context.Context, c Call) (Result, error) {
		_, deadline := ctx.Deadline()
		j.note("tool %s deadline %t", c.Args, deadline)
		return Result{Status: OK, Text: strings.Repeat("x", 5000)}, nil
	}})
	r := call(t, tool, `{"X":"7"}`)
	want := []string{"started 1 t", `gate {"x":7}`, "probe", `tool {"x":7} deadline true`, "finished 1 ok 400"}
	if !slices.Equal(j.lines, want) {
		t.Errorf("order\n%s\nwant\n%s", strings.Join(j.lines, "\n"), strings.Join(want, "\n"))
	}
	if len(r.Notes) != 1 || !strings.Contains(r.ForModel(), "left out") {
		t.Errorf("notes %q, text %q", r.Notes, r.ForModel())
	}
}

// TestChainStops: nobody is asked about a call that would be refused anyway, and a refused call reaches nothing behind it.
func TestChainStops(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, args string
		verdict    Verdict
		probe      error
		status     Status
		code       string
		reached    string
	}{
		{"bad arguments are not asked about", `{"x":"many"}`, Allow, nil, Failed, CodeBadArguments, ""},
		{"denied", `{}`, Deny, nil, Denied, CodePolicy, "gate"},
		{"rejected", `{}`, Reject, nil, Rejected, CodeRejected, "gate"},
		{"stopped at the question", `{}`, Stop, nil, Cancelled, CodeStopped, "gate"},
		{"phone gone after the answer_MG11", `{}`, Allow, errors.New("no transport"), Failed, CodePhoneGone, "gate probe"},
		{"allowed", `{}`, Allow, nil, OK, "", "gate probe tool"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var reached []string
			run := Run{Gate: gateFunc(func(context.Context, Ask) (Verdict, string, error) {
				reached = append(reached, "gate")
				return c.verdict, "", nil
			}), Probe: func(context.Context) error { reached = append(reached, "probe"); return c.probe }}
			tool := guardedTool(t, run, stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
				reached = append(reached, "tool")
				return Result{Status: OK}, nil
			}})
			r := call(t, tool, c.args)
			if got := strings.Join(reached, " "); got != c.reached || r.Status != c.status || r.Code != c.code {
				t.Errorf("reached %q, status %s, code %s; want %q, %s, %s", got, r.Status, r.Code, c.reached, c.status, c.code)
			}
			if r.Status != OK && r.Status != Cancelled && r.Next == "" {
				t.Error("a refused call must say what to try next")
			}
		})
	}
}

func TestNoGateDenies_MG06(t *testing.T) {
	t.Parallel()
	tool := guardedTool(t, Run{}, stub{spec: Spec{Name: "t"}, do: ok("ran")})
	if r := call(t, tool, `{}`); r.Status != Denied {
		t.Errorf("without a gate: %s, want denied", r.Status)
	}
}

func TestGateSeesRisk_MG10(t *testing.T) {
	t.Parallel()
	var got string
	g := gateFunc(func(_ context.Context, a Ask) (Verdict, string, error) { got = a.Risk; return Deny, "", nil })
	tool := guardedTool(t, Run{Gate: g}, stub{spec: Spec{Name: "t", Risk: func(args json.RawMessage) string { return "risk of " + string(args) }}, do: ok("")})
	call(t, tool, `{"x":"3"}`)
	if got != `risk of {"x":3}` {
		t.Errorf("risk %q: it must be judged on healed arguments", got)
	}
}

func TestBreaker_AH07_EL17(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		seq  []Status // what the tool answers, call by call
		want []Status
	}{
		{"denied on the fourth", []Status{Failed, Failed, Failed, OK, OK}, []Status{Failed, Failed, Failed, Denied, Denied}},
		{"timeouts count", []Status{Timeout, Failed, Timeout, OK}, []Status{Timeout, Failed, Timeout, Denied}},
		{"a success starts over", []Status{Failed, Failed, OK, Failed, Failed, OK}, []Status{Failed, Failed, OK, Failed, Failed, OK}},
		{"what never ran does not count", []Status{Failed, Rejected, Failed, Cancelled, Denied, OK}, []Status{Failed, Rejected, Failed, Cancelled, Denied, OK}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			i := 0
			tool := Chain(stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
				return Result{Status: c.seq[i], Text: fmt.Sprint(i)}, nil
			}}, Breaker())
			for i = range c.seq {
				if r := call(t, tool, `{}`); r.Status != c.want[i] {
					t.Fatalf("call %d: %s, want %s", i+1, r.Status, c.want[i])
				}
			}
		})
	}
}

func TestBreakerIsPerToolAndRun_AH07(t *testing.T) {
	t.Parallel()
	good := stub{spec: Spec{Name: "good"}, do: ok("fine")}
	bad := stub{spec: Spec{Name: "bad"}, do: failing("x")}
	r, _ := NewRegistry(good, bad)
	run := Guarded(r, Run{Gate: allowAll})
	a, _ := run.Lookup("bad")
	for i := range 4 {
		call(t, a, fmt.Sprintf(`{"x":%d}`, i))
	}
	if g, _ := run.Lookup("good"); call(t, g, `{}`).Status != OK {
		t.Error("one tool's breaker stopped another tool")
	}
	if b, _ := Guarded(r, Run{Gate: allowAll}).Lookup("bad"); call(t, b, `{}`).Code != "x" {
		t.Error("the breaker lived on into the next run")
	}
}

func TestLoopGuard_AH08_F087(t *testing.T) {
	t.Parallel()
	ran := 0
	tool := Chain(stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
		ran++
		return Result{Status: OK, Text: "same"}, nil
	}}, Heal(), LoopGuard())
	for i, want := range []struct {
		status Status
		note   bool
	}{{OK, false}, {OK, false}, {OK, true}, {OK, true}, {Denied, false}, {Denied, false}} {
		r := call(t, tool, []string{`{"x":1}`, `{ "x" : "1" }`}[i%2]) // equal once healed
		repeats := strings.Contains(strings.Join(r.Notes, " "), "identical call")
		if r.Status != want.status || repeats != want.note {
			t.Errorf("call %d: %s, notice %t; want %+v", i+1, r.Status, repeats, want)
		}
	}
	if ran != 4 {
		t.Errorf("ran %d times, want 4", ran)
	}
	if r := call(t, tool, `{"x":2}`); r.Status != OK {
		t.Errorf("another call after it: %s", r.Status)
	}
	if r := call(t, tool, `{"x":1}`); r.Status != OK {
		t.Errorf("the first call, later: %s, want ok because the row was broken", r.Status)
	}
}

func TestLoopGuardOtherResult_AH08(t *testing.T) {
	t.Parallel()
	n := 0
	tool := Chain(stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
		n++
		return Result{Status: OK, Text: fmt.Sprint("page ", n)}, nil
	}}, LoopGuard())
	for range 10 {
		if r := call(t, tool, `{}`); r.Status != OK || len(r.Notes) > 0 {
			t.Fatalf("a call whose result differs each time: %s %q", r.Status, r.Notes)
		}
	}
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	a, b := stub{spec: Spec{Name: "ua_tap"}}, stub{spec: Spec{Name: "ui_dump", ReadOnly: true}}
	if _, err := NewRegistry(a, b, a); err == nil {
		t.Error("two tools of one name were taken")
	}
	r, err := NewRegistry(a, nil, b)
	if err != nil || r.Len() != 2 {
		t.Fatal(err)
	}
	for mode, want := range map[Mode]string{Chat: "", Plan: "ui_dump", Build: "ua_tap ui_dump", Max: "ua_tap ui_dump"} { // MG-01…04
		var names []string
		for _, s := range r.Shown(mode) {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s shows %q, want %q", mode, got, want)
		}
	}
	res := r.Unknown("tap")
	if res.Status != Denied || res.Code != CodeUnknownTool || !strings.Contains(res.Next, "ua_tap") {
		t.Errorf("%+v", res)
	}
}
