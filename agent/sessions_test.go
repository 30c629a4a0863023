package agent_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/agent/feed"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// named is a phone that is only a name.
type named struct {
	phone.Phone
	serial, identity string
}

func (n named) Info() phone.Info { return phone.Info{Serial: n.serial, Identity: n.identity} }

// until reads a session's events until stop says so.
func until(ctx context.Context, s *agent.Sessions, session string, stop func(agent.Event) bool) []agent.Event {
	var out []agent.Event
	for e, err := range s.Subscribe(ctx, session, 0) {
		if err != nil {
			break
		}
		if out = append(out, e); stop(e) {
			break
		}
	}
	return out
}

func isLast(e agent.Event) bool { return e.Last() }

// TestOneTurnAConversation_AG10_EL04: of many that start at once one wins, and the conversation is free once its last event shows.
func TestOneTurnAConversation_AG10_EL04(t *testing.T) {
	t.Parallel()
	k := &kit{}
	hold := make(chan struct{})
	k.on = func(string) { <-hold }
	s := agent.NewSessions(&agent.Runner{Provider: &script{answers: []answer{calls("good"), say("a"), say("b")}}, Store: new(agent.Memory), Gate: allow}, new(feed.Feed))
	turn := agent.Turn{Session: "s", Text: "go", Mode: tools.Max, Tools: k.registry(t)}
	var wg sync.WaitGroup
	var mu sync.Mutex
	won, busy := 0, 0
	for range 8 {
		wg.Go(func() {
			_, err := s.Send(t.Context(), turn)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won++
			} else if errors.Is(err, agent.ErrBusy) {
				busy++
			}
		})
	}
	wg.Wait()
	if won != 1 || busy != 7 || !slices.Equal(s.Running(), []string{"s"}) {
		t.Errorf("%d won, %d were told it is busy; running %q", won, busy, s.Running())
	}
	close(hold)
	until(t.Context(), s, "s", isLast)
	if _, err := s.Send(t.Context(), turn); err != nil {
		t.Errorf("after the last event: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Send(t.Context(), turn); !errors.Is(err, agent.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestOneTurnAPhone_AG10: a second conversation waits for the phone, says for whom, and goes on when it is free. The same phone
// over another transport is the same phone; another phone is not.
func TestOneTurnAPhone_AG10(t *testing.T) {
	t.Parallel()
	k := &kit{}
	hold := make(chan struct{})
	k.on = func(string) { <-hold }
	reg := k.registry(t)
	p := &byText{}
	s := agent.NewSessions(&agent.Runner{Provider: p, Store: new(agent.Memory), Gate: allow}, new(feed.Feed))
	defer s.Close()
	send := func(session, serial, identity, text string) {
		t.Helper()
		if _, err := s.Send(t.Context(), agent.Turn{Session: session, Text: text, Mode: tools.Max, Tools: reg, Phone: named{serial: serial, identity: identity}}); err != nil {
			t.Fatal(err)
		}
	}
	send("first", "usb", "ID1", "act")
	until(t.Context(), s, "first", func(e agent.Event) bool { return e.Kind == agent.ToolStarted })
	send("second", "10.0.0.2:5555", "ID1", "talk")
	send("other", "usb2", "ID2", "talk")
	waiting := until(t.Context(), s, "second", func(e agent.Event) bool { return e.Kind == agent.Waiting })
	if text := waiting[len(waiting)-1].Text; !strings.Contains(text, "used by first") {
		t.Errorf("waiting says %q", text)
	}
	if e := until(t.Context(), s, "other", isLast); e[len(e)-1].Kind != agent.Completed {
		t.Error("another phone had to wait")
	}
	if slices.ContainsFunc(until(t.Context(), s, "second", func(e agent.Event) bool { return true }), isLast) {
		t.Error("two turns drove one phone")
	}
	close(hold)
	if e := until(t.Context(), s, "second", isLast); e[len(e)-1].Kind != agent.Completed {
		t.Errorf("ended %s", e[len(e)-1].Kind)
	}
}

// byText is a provider that calls a tool once when it is told to act.
type byText struct{ script }

func (b *byText) Stream(ctx context.Context, req *providers.Request) iter.Seq2[providers.Event, error] {
	a := say("done")
	if last := req.Messages[len(req.Messages)-1]; last.Role == providers.User && last.Text == "act" {
		a = calls("good")
	}
	return func(yield func(providers.Event, error) bool) { b.play(ctx, a, yield) }
}

// TestStopWhileWaitingForThePhone: a turn that never got the phone ends stopped, and touches nothing.
func TestStopWhileWaitingForThePhone(t *testing.T) {
	t.Parallel()
	k := &kit{}
	store := new(agent.Memory)
	s := agent.NewSessions(&agent.Runner{Provider: &byText{}, Store: store, Gate: allow}, new(feed.Feed))
	defer s.Close()
	hold := make(chan struct{})
	k.on = func(string) { <-hold }
	reg := k.registry(t)
	ph := named{serial: "a"}
	for _, session := range []string{"first", "second"} {
		if _, err := s.Send(t.Context(), agent.Turn{Session: session, Text: "act", Mode: tools.Max, Tools: reg, Phone: ph}); err != nil {
			t.Fatal(err)
		}
		until(t.Context(), s, session, func(e agent.Event) bool { return e.Kind == agent.ToolStarted || e.Kind == agent.Waiting })
	}
	if !s.Stop(t.Context(), "second") {
		t.Error("there was nothing to stop")
	}
	e := until(t.Context(), s, "second", isLast)
	if last := e[len(e)-1]; last.Kind != agent.Stopped || !errors.Is(last.Err, agent.ErrStoppedByUser) {
		t.Errorf("%s %v", last.Kind, last.Err)
	}
	if h, _ := store.History(t.Context(), "second"); len(h) != 0 {
		t.Errorf("something was stored:\n%s", outline(h))
	}
	close(hold)
	until(t.Context(), s, "first", isLast)
	if s.Stop(t.Context(), "first") {
		t.Error("a turn that has ended was stopped")
	}
}

// TestCloseStopsAll: Close ends turns in the middle and leaves sound conversations.
func TestCloseStopsAll_EL14(t *testing.T) {
	t.Parallel()
	store := new(agent.Memory)
	s := agent.NewSessions(&agent.Runner{Provider: &script{answers: slices.Repeat([]answer{calls("slow", "good")}, 4)}, Store: store, Gate: allow}, new(feed.Feed))
	for i := range 4 {
		session := fmt.Sprint(i)
		if _, err := s.Send(t.Context(), agent.Turn{Session: session, Text: "go", Mode: tools.Max, Tools: (&kit{}).registry(t)}); err != nil {
			t.Fatal(err)
		}
		until(t.Context(), s, session, func(e agent.Event) bool { return e.Kind == agent.ToolStarted })
	}
	start := time.Now()
	s.Close()
	if took := time.Since(start); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
	for i := range 4 {
		checkStored(t, store, fmt.Sprint(i))
	}
}

func TestLeases(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l agent.Leases
		ctx := t.Context()
		release, err := l.Acquire(ctx, "p", agent.Holder{Name: "a"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		var wg sync.WaitGroup
		join := func(h agent.Holder, within context.Context) {
			wg.Go(func() {
				r, err := l.Acquire(within, "p", h, func(agent.Holder) {})
				if err != nil {
					order = append(order, h.Name+" left")
					return
				}
				order = append(order, h.Name)
				r()
				r() // giving back twice is once
			})
			synctest.Wait()
		}
		join(agent.Holder{Name: "auto", Background: true}, ctx)
		join(agent.Holder{Name: "b"}, ctx)
		leaving, cancel := context.WithCancel(ctx)
		join(agent.Holder{Name: "c"}, leaving)
		join(agent.Holder{Name: "d"}, ctx)
		cancel()
		synctest.Wait()
		release()
		wg.Wait()
		if got := strings.Join(order, ", "); got != "c left, b, d, auto" {
			t.Errorf("order %q: people first, then automations, each in turn", got)
		}
		if r, err := l.Acquire(ctx, "p", agent.Holder{}, func(agent.Holder) { t.Error("the phone was not given back") }); err == nil {
			r()
		}
	})
}
