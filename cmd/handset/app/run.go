package app

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/agent/feed"
	"github.com/handset-agent/handset/agent/gate"
	"github.com/handset-agent/handset/providers/openai"
	"github.com/handset-agent/handset/tools"
)

// RunOptions say what one headless run is to do.
type RunOptions struct {
	Goal    string
	Mode    tools.Mode
	Model   string
	Session string // a conversation to go on with; empty: a new one
	Limits  agent.Limits
	Asker   gate.Asker // answers confirmations
	Saver   tools.Saver
}

// verdictRule makes the end of a headless run readable for a program (see SaysFailed).
const verdictRule = "Nobody reads along while you work, and nobody can answer questions. When you have finished, write a final answer " +
	"without tool calls whose first line begins with DONE: or FAILED: and says in one sentence what was reached or why it was not. " +
	"Say DONE only for what you have seen on the screen or in a tool's result."

// Run carries out one goal on the configured phone and yields the events of the turn; the last one is Event.Last. When ctx ends
// the turn is stopped, and its last event still comes.
func (a *App) Run(ctx context.Context, o RunOptions) (iter.Seq[agent.Event], error) {
	turn, err := a.turn(ctx, o)
	if err != nil {
		return nil, err
	}
	store, err := a.Store(ctx)
	if err != nil {
		return nil, err
	}
	if o.Session != "" {
		history, err := store.History(ctx, o.Session)
		if err != nil {
			return nil, err
		}
		if len(history) == 0 {
			return nil, &NoConversationError{o.Session}
		}
	}
	a.Log.DebugContext(ctx, "model", "name", o.Model, "service", a.Config.BaseURL, "conversation", turn.Session)
	provider := openai.New(openai.Options{BaseURL: a.Config.BaseURL, Key: a.Config.Key})
	sessions := agent.NewSessions(&agent.Runner{
		Provider: provider, Store: store, Runs: store, Record: store,
		Gate: func(t agent.Turn, asked func(tools.Ask)) tools.Gate {
			return gate.New(o.Asker, gate.Options{Session: t.Session, Run: t.Run, Asked: asked})
		},
	}, new(feed.Feed))
	if _, err := sessions.Send(ctx, turn); err != nil {
		provider.Close()
		return nil, err
	}
	return func(yield func(agent.Event) bool) {
		defer provider.Close()
		defer sessions.Close()
		follow(ctx, sessions, turn.Session, yield)
	}, nil
}

// stopTime bounds the wait for a stopped turn to put its affairs in order.
const stopTime = 5 * time.Second

// follow yields the turn's events until its last one, and stops it when ctx ends.
func follow(ctx context.Context, sessions *agent.Sessions, session string, yield func(agent.Event) bool) {
	reading, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		bound, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer cancel()
		sessions.Stop(bound, session)
	})
	defer func() {
		if !stop() {
			<-stopped
		}
	}()
	for e, err := range sessions.Subscribe(reading, session, 0) {
		if err != nil || !yield(e) || e.Last() {
			return
		}
	}
}

// turn binds a run to the phone.
func (a *App) turn(ctx context.Context, o RunOptions) (agent.Turn, error) {
	p, err := a.Phone(ctx)
	if err != nil {
		return agent.Turn{}, err
	}
	registry, err := a.Registry(tools.NewView(p, tools.ViewOptions{}), o.Saver)
	if err != nil {
		return agent.Turn{}, err
	}
	if o.Session == "" {
		o.Session = agent.NewID("conv")
	}
	return agent.Turn{
		Session: o.Session, Text: o.Goal, Mode: o.Mode, Model: o.Model, Limits: o.Limits,
		Phone: p, Tools: registry, Probe: probe(p), Seeing: true, Facts: []string{verdictRule},
	}, nil
}

// SaysFailed reports whether a final answer says that the goal was not reached.
func SaysFailed(answer string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(answer), "\n")
	first = strings.TrimLeft(first, "*#_ ")
	return strings.HasPrefix(strings.ToUpper(first), "FAILED")
}
