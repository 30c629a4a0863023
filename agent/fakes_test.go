package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script is a provider that plays one answer a request and remembers the requests.
type script struct {
	answers []answer

	mu   sync.Mutex
	seen []*providers.Request
}

// answer is one streamed answer: pieces of text, calls, and an error instead of the end.
type answer struct {
	text   string
	calls  []providers.ToolCall
	err    error
	wait   bool // hold on after the text until the context ends
	usage  providers.Usage
	finish providers.Finish
}

func say(text string) answer { return answer{text: text} }

func calls(names ...string) answer {
	a := answer{text: "working"}
	for i, n := range names {
		// The ids are the same in every answer, as some servers make them (TR-05).
		a.calls = append(a.calls, providers.ToolCall{ID: fmt.Sprintf("call_%d", i), Name: n, Args: fmt.Sprintf(`{"n":%d}`, i)})
	}
	return a
}

func (s *script) Stream(ctx context.Context, req *providers.Request) iter.Seq2[providers.Event, error] {
	return func(yield func(providers.Event, error) bool) {
		s.mu.Lock()
		n := len(s.seen)
		s.seen = append(s.seen, req)
		s.mu.Unlock()
		a := say("nothing left to say")
		if n < len(s.answers) {
			a = s.answers[n]
		}
		s.play(ctx, a, yield)
	}
}

func (s *script) play(ctx context.Context, a answer, yield func(providers.Event, error) bool) {
	if !yield(providers.Event{Kind: providers.Start, Model: "fake-1"}, nil) {
		return
	}
	for _, r := range a.text {
		if ctx.Err() != nil {
			yield(providers.Event{}, ctx.Err())
			return
		}
		if !yield(providers.Event{Kind: providers.Text, Delta: string(r)}, nil) {
			return
		}
	}
	if a.wait {
		<-ctx.Done()
		yield(providers.Event{}, ctx.Err())
		return
	}
	if a.err != nil {
		yield(providers.Event{}, a.err)
		return
	}
	yield(providers.Event{Kind: providers.Done, Usage: a.usage, Finish: a.finish, RawFinish: string(a.finish), Answer: &providers.Message{Role: providers.Assistant, Text: a.text, Calls: a.calls}}, nil)
}

func (s *script) requests() []*providers.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

// kit is a set of tools that count how often they ran.
type kit struct {
	mu  sync.Mutex
	ran []string
	on  func(name string) // called when a tool runs
}

func (k *kit) log() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.ran)
}

type kitTool struct {
	spec tools.Spec
	do   func(ctx context.Context, c tools.Call) (tools.Result, error)
}

func (t kitTool) Spec() tools.Spec { return t.spec }
func (t kitTool) Call(ctx context.Context, c tools.Call) (tools.Result, error) {
	return t.do(ctx, c)
}

var numberSchema = json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false}`)

// registry holds: good, look (read-only), bad (fails), boom (panics), gone (the phone is lost), broken (the harness breaks), slow
// (until the context ends), picture.
func (k *kit) registry(t *testing.T) *tools.Registry {
	t.Helper()
	make := func(name string, readOnly bool, do func(ctx context.Context, c tools.Call) (tools.Result, error)) tools.Tool {
		return kitTool{tools.Spec{Name: name, Description: name, Schema: numberSchema, ReadOnly: readOnly}, func(ctx context.Context, c tools.Call) (tools.Result, error) {
			k.mu.Lock()
			k.ran = append(k.ran, name)
			k.mu.Unlock()
			if k.on != nil {
				k.on(name)
			}
			return do(ctx, c)
		}}
	}
	result := func(r tools.Result) func(context.Context, tools.Call) (tools.Result, error) {
		return func(_ context.Context, c tools.Call) (tools.Result, error) {
			r := r
			r.Text += " " + string(c.Args)
			return r, nil
		}
	}
	r, err := tools.NewRegistry(
		make("good", false, result(tools.Result{Status: tools.OK, Text: "did it"})),
		make("look", true, result(tools.Result{Status: tools.OK, Text: "saw it"})),
		make("bad", false, result(tools.Result{Status: tools.Failed, Code: "nope", Text: "no"})),
		make("boom", false, func(context.Context, tools.Call) (tools.Result, error) { panic("boom") }),
		make("gone", false, result(tools.Result{Status: tools.Failed, Code: tools.CodePhoneGone, Text: "gone"})),
		make("broken", false, func(context.Context, tools.Call) (tools.Result, error) {
			return tools.Result{}, errors.New("disk full")
		}),
		make("slow", false, func(ctx context.Context, _ tools.Call) (tools.Result, error) {
			<-ctx.Done()
			return tools.Result{}, ctx.Err()
		}),
		make("picture", true, result(tools.Result{Status: tools.OK, Text: "shot", Image: &tools.Image{MIME: "image/jpeg", Data: []byte("jpg")}})),
	)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// gate is a gate with one verdict for everything, or by tool.
type gate map[string]tools.Verdict

func (g gate) Decide(_ context.Context, a tools.Ask) (tools.Verdict, string, error) {
	if v, ok := g[a.Spec.Name]; ok {
		return v, "", nil
	}
	return tools.Allow, "", nil
}

func allow(agent.Turn, func(tools.Ask)) tools.Gate { return gate{} }

// sound reports what is wrong with a conversation (TR-01, TR-05, TR-11).
func sound(h []providers.Message) error {
	ids := map[string]bool{}
	for i := 0; i < len(h); i++ {
		m := h[i]
		switch {
		case m.Role == providers.ToolRole:
			return fmt.Errorf("message %d: an answer to %q without its call before it", i, m.CallID)
		case m.Role == providers.Assistant && m.Text == "" && len(m.Calls) == 0:
			return fmt.Errorf("message %d: an empty answer", i)
		}
		for _, c := range m.Calls {
			i++
			switch {
			case ids[c.ID]:
				return fmt.Errorf("call id %q occurs twice", c.ID)
			case i >= len(h) || h[i].Role != providers.ToolRole || h[i].CallID != c.ID:
				return fmt.Errorf("call %q of %s is not answered right behind it", c.ID, c.Name)
			}
			ids[c.ID] = true
		}
	}
	return nil
}

// checkStored fails when the stored conversation is not sound or has open calls.
func checkStored(t *testing.T, s agent.Store, session string) []providers.Message {
	t.Helper()
	h, err := s.History(context.Background(), session)
	if err != nil {
		t.Fatal(err)
	}
	if err := sound(h); err != nil {
		t.Errorf("stored conversation: %v\n%s", err, outline(h))
	}
	if open, err := s.Open(context.Background(), session); err != nil || len(open) > 0 {
		t.Errorf("open calls %v, error %v", open, err)
	}
	return h
}

// outline is a conversation in short.
func outline(h []providers.Message) string {
	s := ""
	for _, m := range h {
		s += fmt.Sprintf("%s %q", m.Role, m.Text)
		for _, c := range m.Calls {
			s += " →" + c.Name
		}
		s += "\n"
	}
	return s
}

// watch runs a turn to its end and returns its events.
func watch(ctx context.Context, r *agent.Runner, turn agent.Turn) (events []agent.Event, err error) {
	for ev, e := range r.Run(ctx, turn) {
		events = append(events, ev)
		if e != nil {
			err = e
		}
	}
	return events, err
}
