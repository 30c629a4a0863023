package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/phone"
)

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
		panic("assignment to entry in nil map")
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
