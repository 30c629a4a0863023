package gate

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/tools"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// says is an asker with a fixed answer that counts the questions.
type says struct {
	answer Answer
	asked  int
}

func (s *says) Ask(context.Context, Question) (Answer, string, error) {
	s.asked++
	return s.answer, "", nil
}

func ask(mode tools.Mode, readOnly bool, risk string) tools.Ask {
	return tools.Ask{Spec: tools.Spec{Name: "t", ReadOnly: readOnly}, Mode: mode, Risk: risk}
}

// TestModes_MG01_MG02_MG03_MG04_MG06_MG07_MG10 is the whole table of modes; that a tool only looks counts in plan mode alone.
func TestModes_MG01_MG02_MG03_MG04_MG06_MG07_MG10(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		ask    tools.Ask
		lifted []string
		want   tools.Verdict // when the person rejects
		asked  bool
	}{
		{"chat denies what only looks", ask(tools.Chat, true, ""), nil, tools.Deny, false},
		{"chat denies", ask(tools.Chat, false, ""), nil, tools.Deny, false},
		{"plan allows what only looks", ask(tools.Plan, true, ""), nil, tools.Allow, false},
		{"plan denies what acts", ask(tools.Plan, false, ""), nil, tools.Deny, false},
		{"plan asks about a risky look", ask(tools.Plan, true, "delete"), nil, tools.Reject, true},
		{"build asks about everything", ask(tools.Build, true, ""), nil, tools.Reject, true},
		{"build asks about risk", ask(tools.Build, false, "delete"), nil, tools.Reject, true},
		{"max allows", ask(tools.Max, false, ""), nil, tools.Allow, false},
		{"max asks about risk", ask(tools.Max, false, "delete"), nil, tools.Reject, true},
		{"max with the class lifted", ask(tools.Max, false, "delete"), []string{"delete"}, tools.Allow, false},
		{"an unknown mode has no tools", ask("", true, ""), nil, tools.Deny, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			who := &says{answer: Reject}
			got, _, err := New(who, Options{Lifted: c.lifted}).Decide(t.Context(), c.ask)
			if err != nil || got != c.want || (who.asked > 0) != c.asked {
				t.Errorf("verdict %s, asked %d times, error %v; want %s, asked %t", got, who.asked, err, c.want, c.asked)
			}
		})
	}
}

func TestAnswers_CF02(t *testing.T) {
	t.Parallel()
	for answer, want := range map[Answer]tools.Verdict{Allow: tools.Allow, AllowForRun: tools.Allow, Reject: tools.Reject, Stop: tools.Stop, "": tools.Reject} {
		if got, _, _ := New(&says{answer: answer}, Options{}).Decide(t.Context(), ask(tools.Build, false, "")); got != want {
			t.Errorf("answer %q gives %s, want %s", answer, got, want)
		}
	}
	who := &says{answer: AllowForRun}
	g := New(who, Options{})
	for _, risk := range []string{"", "", "delete", "delete"} {
		g.Decide(t.Context(), ask(tools.Build, false, risk))
	}
	if who.asked != 3 {
		t.Errorf("asked %d times, want once for the tool and each time for the risk", who.asked)
	}
	if got, _, _ := New(nil, Options{}).Decide(t.Context(), ask(tools.Build, false, "")); got != tools.Reject {
		t.Errorf("nobody to ask gives %s", got)
	}
}

func TestPolicy_CF10(t *testing.T) {
	t.Parallel()
	q := Question{Ask: ask(tools.Build, false, "")}
	risky := Question{Ask: ask(tools.Max, false, "delete")}
	for _, c := range []struct {
		name string
		p    Policy
		q    Question
		want Answer
	}{
		{"denies by default", Policy{}, q, Reject},
		{"allows what is named", Policy{Allow: []string{"t"}}, q, Allow},
		{"not what is not named", Policy{Allow: []string{"u"}}, q, Reject},
		{"risk needs more", Policy{Allow: []string{"*"}}, risky, Reject},
		{"and may be given", Policy{Allow: []string{"*"}, Risky: true}, risky, Allow},
	} {
		if got, _, _ := c.p.Ask(t.Context(), c.q); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestBroker_CF03_CF04_CF09 runs on a fake clock.
func TestBroker_CF03_CF04_CF09(t *testing.T) {
	t.Parallel()
	t.Run("nobody listens: rejected at once", func(t *testing.T) {
		if a, why, err := new(Broker).Ask(t.Context(), Question{}); a != Reject || why == "" || err != nil {
			t.Errorf("%s %q %v", a, why, err)
		}
	})
	t.Run("no answer in 300 s: rejected", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := new(Broker)
			_, stop := b.Listen()
			defer stop()
			start := time.Now()
			a, _, err := b.Ask(t.Context(), Question{At: start})
			if a != Reject || err != nil || time.Since(start) != 300*time.Second {
				t.Errorf("%s %v after %v", a, err, time.Since(start))
			}
		})
	})
	t.Run("first answer wins, queue is bounded", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := new(Broker)
			changed, stop := b.Listen()
			defer stop()
			got := make(chan Answer, 8)
			for id := range uint64(8) {
				go func() {
					a, _, _ := b.Ask(t.Context(), Question{ID: id + 1, Session: "s", At: time.Now()})
					got <- a
				}()
			}
			synctest.Wait()
			<-changed
			if a, why, _ := b.Ask(t.Context(), Question{ID: 9}); a != Reject || why == "" {
				t.Errorf("the ninth: %s %q", a, why)
			}
			if n := len(slices.Collect(b.Open())); n != 8 {
				t.Errorf("%d open", n)
			}
			if err := b.Answer(3, Allow); err != nil {
				t.Error(err)
			}
			if err := b.Answer(3, Reject); !errors.Is(err, ErrNotPending) {
				t.Errorf("second answer: %v", err)
			}
			if a := <-got; a != Allow {
				t.Errorf("got %s", a)
			}
			b.Drop("s")
			for range 7 {
				if a := <-got; a != Reject {
					t.Errorf("dropped question answered %s", a)
				}
			}
		})
	})
	t.Run("a stop is no answer", func(t *testing.T) {
		b := new(Broker)
		_, stop := b.Listen()
		defer stop()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, _, err := b.Ask(ctx, Question{At: time.Now()}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if n := len(slices.Collect(b.Open())); n != 0 {
			t.Errorf("%d questions left", n)
		}
	})
}

// lookAtQuestion keeps the question it is asked.
type lookAtQuestion struct{ got []Question }

func (l *lookAtQuestion) Ask(_ context.Context, q Question) (Answer, string, error) {
	l.got = append(l.got, q)
	return Allow, "", nil
}

// TestQuestionShowsTheCall_CF06: who is asked sees the tool, its arguments, the mode, the risk, and whose call it is; no two questions
// share an id.
func TestQuestionShowsTheCall_CF06(t *testing.T) {
	t.Parallel()
	who := &lookAtQuestion{}
	g := New(who, Options{Session: "s", Run: "r"})
	a := ask(tools.Build, false, "delete")
	a.Call = tools.Call{ID: "c", Name: "t", Args: []byte(`{"path":"/sdcard"}`)}
	for range 2 {
		if v, _, err := g.Decide(t.Context(), a); err != nil || v != tools.Allow {
			t.Fatal(v, err)
		}
	}
	q := who.got[0]
	if q.Session != "s" || q.Run != "r" || q.Ask.Call.Name != "t" || string(q.Ask.Call.Args) != `{"path":"/sdcard"}` ||
		q.Ask.Mode != tools.Build || q.Ask.Risk != "delete" || q.At.IsZero() || q.ID == who.got[1].ID {
		t.Errorf("%+v", who.got)
	}
}
