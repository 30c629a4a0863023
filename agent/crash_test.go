package agent_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/db"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

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
