package agent_test

import (
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

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

// TestAnotherModel: what only the model that wrote it understands does not go to another one; text and calls do (model-providers §8).
func TestAnotherModel_TR04(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), new(agent.Memory)
	for _, m := range []providers.Message{
		{Role: providers.Assistant, Text: "theirs", Model: "a", Reasoning: "hm", Opaque: []byte(`{}`), Calls: []providers.ToolCall{{ID: "1", Name: "look", Args: "{}", Extra: []byte(`{}`)}}},
		{Role: providers.Assistant, Text: "ours", Model: "b", Reasoning: "hm", Opaque: []byte(`{}`)},
	} {
		if err := store.Append(ctx, "s", m); err != nil {
			t.Fatal(err)
		}
	}
	p := &script{answers: []answer{say("x")}}
	if _, err := watch(ctx, &agent.Runner{Provider: p, Store: store}, agent.Turn{Session: "s", Text: "go", Model: "b", Effort: "high"}); err != nil {
		t.Fatal(err)
	}
	req := p.requests()[0]
	theirs, ours := req.Messages[0], req.Messages[2]
	if theirs.Text != "theirs" || theirs.Reasoning != "" || theirs.Opaque != nil || len(theirs.Calls) != 1 || theirs.Calls[0].Extra != nil {
		t.Errorf("of another model: %+v", theirs)
	}
	if ours.Reasoning != "hm" || ours.Opaque == nil {
		t.Errorf("of the same model: %+v", ours)
	}
	if req.Effort != "" {
		t.Error("deep reasoning is for max mode (AG-08)")
	}
	if h, _ := store.History(ctx, "s"); h[0].Opaque == nil || h[0].Calls[0].Extra == nil {
		t.Error("the stored messages were changed")
	}
}
