package db

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

func openAt(t *testing.T, path string) *DB {
	t.Helper()
	d, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func openNew(t *testing.T) *DB { return openAt(t, filepath.Join(t.TempDir(), "data", "handset.db")) }

func asks(ids ...string) providers.Message {
	m := providers.Message{Role: providers.Assistant, Text: "on it", Reasoning: "hm", Opaque: []byte(`{"sig":"x"}`), Model: "m"}
	for _, id := range ids {
		m.Calls = append(m.Calls, providers.ToolCall{ID: id, ProviderID: "p" + id, Name: "ua_tap", Args: `{"x":1`, Extra: []byte(`[1]`)})
	}
	return m
}

func answer(id string) providers.Message {
	return providers.Message{Role: providers.ToolRole, CallID: id, ToolName: "ua_tap", Text: "tapped " + id,
		Images: []providers.Image{{MIME: "image/png", Data: []byte{1, 2, 3}}}}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestRoundTrip_TR03: a conversation comes back as it was stored, answers directly behind the message that asked, in call order.
func TestRoundTrip_TR03(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "handset.db")
	d, ctx := openAt(t, path), t.Context()
	user := providers.Message{Role: providers.User, Text: "tap 你好 🙂", Images: []providers.Image{{MIME: "image/jpeg", Data: []byte("jpg")}}}
	must(t, d.Append(ctx, "s", user))
	must(t, d.Append(ctx, "s", asks("a", "b")))
	must(t, d.Begin(ctx, "s", "a"))
	must(t, d.Answer(ctx, "s", answer("b"), agent.Done))
	must(t, d.Append(ctx, "other", providers.Message{Role: providers.User, Text: "elsewhere"}))
	must(t, d.Answer(ctx, "s", answer("a"), agent.CallFailed))
	last := providers.Message{Role: providers.Assistant, Text: "done", Incomplete: true}
	must(t, d.Append(ctx, "s", last))
	must(t, d.Close())

	got, err := openAt(t, path).History(ctx, "s")
	must(t, err)
	want := []providers.Message{user, asks("a", "b"), answer("a"), answer("b"), last}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// TestCallStates_TR02_TR05: ids are unique everywhere, an answer comes once, open calls are listed.
func TestCallStates_TR02_TR05(t *testing.T) {
	t.Parallel()
	d, ctx := openNew(t), t.Context()
	must(t, d.Append(ctx, "s", asks("a", "b")))
	if err := d.Append(ctx, "t", asks("c", "a")); !errors.Is(err, agent.ErrCallExists) {
		t.Errorf("a call id of another conversation: %v, want ErrCallExists", err)
	}
	if h, _ := d.History(ctx, "t"); len(h) != 0 {
		t.Errorf("the refused message was stored: %+v", h)
	}
	must(t, d.Begin(ctx, "s", "a"))
	open, err := d.Open(ctx, "s")
	must(t, err)
	if len(open) != 2 || open[0].State != agent.Running || open[1].State != agent.Pending {
		t.Errorf("open calls %+v", open)
	}
	must(t, d.Answer(ctx, "s", answer("a"), agent.Done))
	for name, err := range map[string]error{
		"a second answer":                d.Answer(ctx, "s", answer("a"), agent.Done),
		"a begin after the answer":       d.Begin(ctx, "s", "a"),
		"an answer in another session":   d.Answer(ctx, "t", answer("b"), agent.Done),
		"a begin of a call never stored": d.Begin(ctx, "s", "zz"),
	} {
		want := agent.ErrAnswered
		if strings.Contains(name, "another") || strings.Contains(name, "never") {
			want = agent.ErrNoCall
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if h, _ := d.History(ctx, "s"); len(h) != 2 {
		t.Errorf("refused answers were stored: %d messages", len(h))
	}
}

// TestOneRunPerConversation_AG10: a second live run is refused; one whose process died is marked interrupted.
func TestOneRunPerConversation_AG10(t *testing.T) {
	t.Parallel()
	d, ctx := openNew(t), t.Context()
	r := agent.RunInfo{ID: "r1", Session: "s", Mode: tools.Max, Status: agent.Started, Started: time.UnixMilli(1)}
	must(t, d.BeginRun(ctx, r))
	second := r
	second.ID = "r2"
	if err := d.BeginRun(ctx, second); !errors.Is(err, agent.ErrBusy) {
		t.Fatalf("second run: %v, want ErrBusy", err)
	}
	host, _ := os.Hostname()
	must(t, d.g.Model(&run{}).Where("id = ?", "r1").Update("owner", host+"/999999999").Error)
	must(t, d.BeginRun(ctx, second))
	var old run
	must(t, d.g.First(&old, "id = ?", "r1").Error)
	if old.Status != interrupted || old.FinishedAt == nil {
		t.Errorf("the dead run is %+v", old)
	}
	second.Status, second.Finished, second.Rounds = agent.Completed, time.UnixMilli(9), 3
	must(t, d.EndRun(ctx, second))
	third := r
	third.ID = "r3"
	must(t, d.BeginRun(ctx, third))
}

func TestSteps(t *testing.T) {
	t.Parallel()
	d, ctx := openNew(t), t.Context()
	s := tools.Step{Run: "r", N: 1, Call: tools.Call{ID: "c", Name: "ua_tap", Raw: "{x}"}, Started: time.UnixMilli(5)}
	must(t, d.StepStarted(ctx, s))
	must(t, d.StepFinished(ctx, s, tools.Result{Status: tools.OK, Text: "ok", Took: 3 * time.Millisecond, Effect: &tools.Effect{Delivered: true}}))
	var got step
	must(t, d.g.First(&got, "run_id = ?", "r").Error)
	if got.Status != "ok" || got.TookUS != 3000 || got.Args != "{x}" || !strings.Contains(got.Effect, `"delivered":true`) {
		t.Errorf("got %+v", got)
	}
}

// TestDamaged_ST06: a damaged file is kept aside and a new one begun; nothing is deleted.
func TestDamaged_ST06(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		damage func(data []byte) []byte
	}{
		{"not a database", func([]byte) []byte {
			return []byte("this is no database at all, it is a letter to a friend, and a long one\n")
		}},
		{"pages overwritten", func(b []byte) []byte { copy(b[4096:], make([]byte, 3*4096)); return b }},
		{"cut short", func(b []byte) []byte { return b[:len(b)/2] }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "handset.db")
			d, err := Open(t.Context(), path)
			must(t, err)
			must(t, d.Append(t.Context(), "s", providers.Message{Role: providers.User, Text: strings.Repeat("words ", 4000)}))
			must(t, d.Close())
			data, err := os.ReadFile(path)
			must(t, err)
			broken := c.damage(data)
			must(t, os.WriteFile(path, broken, 0o600))

			again := openAt(t, path)
			if again.Damaged() == nil || !strings.Contains(again.Damaged().Kept, ".corrupt-") {
				t.Errorf("damage told: %v", again.Damaged())
			}
			kept, _ := filepath.Glob(path + ".corrupt-*")
			if len(kept) == 0 {
				t.Fatal("the damaged file was not kept")
			}
			if got, _ := os.ReadFile(kept[0]); string(got) != string(broken) {
				t.Errorf("the kept file has %d bytes, want the %d that were there", len(got), len(broken))
			}
			must(t, again.Append(t.Context(), "s", providers.Message{Role: providers.User, Text: "new"}))
			if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
				t.Errorf("the new file: %v, %v; want mode 0600", info.Mode(), err)
			}
		})
	}
}

func TestNewerSchema_ST04(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "handset.db")
	d, err := Open(t.Context(), path)
	must(t, err)
	must(t, d.g.Exec("INSERT INTO schema_migrations VALUES (999, 0)").Error)
	must(t, d.Close())
	var newer *NewerError
	if _, err := Open(t.Context(), path); !errors.As(err, &newer) || newer.Have != 999 {
		t.Errorf("got %v, want a *NewerError of 999", err)
	}
	if kept, _ := filepath.Glob(path + ".corrupt-*"); len(kept) != 0 {
		t.Errorf("a newer database was moved aside: %v", kept)
	}
}

func TestModes_FileAndFolder(t *testing.T) {
	t.Parallel()
	d := openNew(t)
	for path, want := range map[string]os.FileMode{d.path: 0o600, filepath.Dir(d.path): 0o700 | os.ModeDir} {
		info, err := os.Stat(path)
		must(t, err)
		if info.Mode() != want {
			t.Errorf("%s has mode %v, want %v", path, info.Mode(), want)
		}
	}
}

func TestNoFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	_, err := Open(t.Context(), filepath.Join(file, "handset.db"))
	if err == nil || !strings.Contains(err.Error(), "not a directory") || strings.Count(err.Error(), file) != 1 {
		t.Errorf("got %v, want one line that names the path once and the reason", err)
	}
}

// TestTwoWriters: two handles on one file, as two processes have, both get their writes in.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "handset.db")
	a, b := openAt(t, path), openAt(t, path)
	var wait sync.WaitGroup
	for _, d := range []*DB{a, b} {
		wait.Go(func() {
			for range 25 {
				if err := d.Append(context.Background(), "s", providers.Message{Role: providers.User, Text: "x"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if h, err := a.History(t.Context(), "s"); err != nil || len(h) != 50 {
		t.Errorf("%d messages, error %v; want 50", len(h), err)
	}
}
