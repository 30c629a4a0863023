package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone"
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

func TestLimit_AG15_ER06(t *testing.T) {
	t.Parallel()
	obeys := func(ctx context.Context, _ Call) (Result, error) { <-ctx.Done(); return Result{}, ctx.Err() }
	tells := func(ctx context.Context, _ Call) (Result, error) {
		<-ctx.Done()
		return FailErr("waiting", fmt.Errorf("shell: %w", ctx.Err())), nil
	}
	deaf := func(ctx context.Context, _ Call) (Result, error) {
		time.Sleep(time.Hour)
		return Result{Status: OK}, nil
	}
	for _, c := range []struct {
		name  string
		do    func(context.Context, Call) (Result, error)
		stop  time.Duration // of the run; zero: never
		limit time.Duration
		want  Status
		after time.Duration
	}{
		{"its own limit", obeys, 0, 3 * time.Second, Timeout, 3 * time.Second},
		{"60 s by default", obeys, 0, 0, Timeout, time.Minute},
		{"its own limit, told by the tool", tells, 0, 3 * time.Second, Timeout, 3 * time.Second},
		{"a tool that hangs", deaf, 0, 3 * time.Second, Timeout, 3500 * time.Millisecond},
		{"a stop", obeys, time.Second, 0, Cancelled, time.Second},
		{"a stop, told by the tool", tells, time.Second, 0, Cancelled, time.Second},
		{"a stop of a tool that hangs", deaf, time.Second, 0, Cancelled, 1500 * time.Millisecond},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if c.stop > 0 {
					time.AfterFunc(c.stop, cancel)
				}
				start := time.Now()
				r, err := Chain(stub{spec: Spec{Name: "t", Timeout: c.limit}, do: c.do}, Limit()).Call(ctx, Call{Name: "t"})
				if err != nil || r.Status != c.want || time.Since(start) != c.after {
					t.Errorf("%s, %v after %v; want %s after %v", r.Status, err, time.Since(start), c.want, c.after)
				}
				if r.Text == "" {
					t.Error("no words for the model")
				}
				time.Sleep(2 * time.Hour) // let the deaf tool go
			})
		})
	}
}

func TestLimitKeepsWhatWasDone_F089(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	tool := Chain(stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
		cancel()
		return Result{Status: OK, Text: "tapped", Effect: &Effect{Delivered: true}}, nil
	}}, Limit())
	if r, err := tool.Call(ctx, Call{Name: "t"}); err != nil || r.Status != OK || r.Text != "tapped" {
		t.Errorf("%+v %v: what was done before the stop must be reported as done", r, err)
	}
	if r, _ := tool.Call(ctx, Call{Name: "t"}); r.Status != Cancelled {
		t.Errorf("a call after the stop: %s", r.Status)
	}
}

func TestPanic_AG16_ER05(t *testing.T) {
	t.Parallel()
	tool := guardedTool(t, Run{Gate: allowAll}, stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
		var m map[string]int
		m["x"] = 1
		return Result{}, nil
	}})
	r := call(t, tool, `{}`)
	if r.Status != Failed || r.Code != CodePanic || !strings.Contains(r.Text, "nil map") || strings.Contains(r.ForModel(), ".go:") {
		t.Errorf("%+v: want a failed result without a stack for the model", r)
	}
	if !strings.Contains(string(r.Data), "guards_test.go") {
		t.Error("the record has no stack")
	}
}

func TestHarnessError(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk full")
	tool := guardedTool(t, Run{Gate: allowAll}, stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) { return Result{}, broken }})
	if _, err := tool.Call(t.Context(), Call{Name: "t", Raw: "{}"}); !errors.Is(err, broken) {
		t.Errorf("got %v, want the tool's own error", err)
	}
	ran := false
	tool = guardedTool(t, Run{Gate: allowAll, Record: &journal{fail: broken}}, stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) { ran = true; return Result{}, nil }})
	if _, err := tool.Call(t.Context(), Call{Name: "t", Raw: "{}"}); !errors.Is(err, broken) || ran {
		t.Errorf("error %v, ran %t: what cannot be recorded is not done", err, ran)
	}
}

// kept is a recorder that keeps the last step.
type kept struct {
	step Step
	ctx  error
}

func (k *kept) StepStarted(context.Context, Step) error { return nil }
func (k *kept) StepFinished(ctx context.Context, s Step, _ Result) error {
	k.step, k.ctx = s, ctx.Err()
	return nil
}

func TestRecordHidesSecretsAndOutlivesStop(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	k := &kept{}
	tool := Chain(stub{spec: Spec{Name: "t"}, do: func(context.Context, Call) (Result, error) {
		cancel()
		return Result{Status: OK, Secret: true}, nil
	}}, Record(k, "r", "s", nil))
	if _, err := tool.Call(ctx, Call{Name: "t", Args: json.RawMessage(`{"text":"hunter2"}`), Raw: `{"text":"hunter2"}`}); err != nil {
		t.Fatal(err)
	}
	if s := fmt.Sprint(string(k.step.Call.Args), k.step.Call.Raw); strings.Contains(s, "hunter2") {
		t.Errorf("the record holds %s", s)
	}
	if k.ctx != nil {
		t.Errorf("the last write got an ended context: %v", k.ctx)
	}
}

func TestBudget_AG17(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("行", 20_000) + "END"
	for limit, want := range map[int]int{0: 8000, 500: 500} {
		tool := Chain(stub{spec: Spec{Name: "t", Budget: limit}, do: func(context.Context, Call) (Result, error) {
			return Result{Status: Failed, Text: long, Next: "try again", Notes: []string{"note"}}, nil
		}}, Budget())
		got := call(t, tool, `{}`).ForModel()
		if n := len([]rune(got)); n > want {
			t.Errorf("budget %d: %d characters", limit, n)
		}
		for _, part := range []string{"[note]", "行", "END", "try again", "characters left out"} {
			if !strings.Contains(got, part) {
				t.Errorf("budget %d: %q is missing", limit, part)
			}
		}
	}
}

func TestFailErrCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    error
		status Status
		code   string
	}{
		{phone.ErrGone, Failed, CodePhoneGone},
		{fmt.Errorf("x: %w", phone.ErrStaleView), Failed, CodeStaleView},
		{&phone.OutOfBounds{}, Failed, CodeOutOfBounds},
		{phone.ErrInjectionRefused, Failed, CodeRefused},
		{&phone.NotAPicture{Reason: phone.Secure}, Failed, CodeNoPicture},
		{&phone.TreeError{Reason: phone.NoIdleState}, Failed, CodeNoTree},
		{&phone.TextError{Part: "x"}, Failed, CodeText},
		{phone.ErrNoSuchApp, Failed, CodeNotFound},
		{phone.ErrUnsupported, Failed, CodeUnsupported},
		{context.Canceled, Cancelled, CodeCancelled},
		{context.DeadlineExceeded, Timeout, CodeTimedOut},
	} {
		r := FailErr("do", c.err)
		if r.Status != c.status || r.Code != c.code || r.Next == "" && c.status != Cancelled {
			t.Errorf("%v: %s %s next %q, want %s %s with a next step", c.err, r.Status, r.Code, r.Next, c.status, c.code)
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
