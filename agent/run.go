package agent

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// lastTime bounds the writes that must happen although the turn's context has ended.
const lastTime = 2 * time.Second

// errLeft is the cause of the end when the reader of the events left the loop.
var errLeft = errors.New("nobody reads the events any more")

// Run carries out one turn (AG-01, AG-02). Nothing happens before the first iteration. The sequence ends with one event for
// which [Event.Last] is true; only a Failed or Stopped one comes with an error: for Stopped the cause of the context's end or
// ErrStoppedByUser, for Failed a *LimitError, an *AnswerError, a *providers.Error, ErrBusy, ErrStuck, ErrPhone, or an error of the store,
// wrapped.
//
// Leaving the loop early stops the turn like the end of ctx does. In both cases the store is valid when Run returns, within a
// second.
func (r *Runner) Run(ctx context.Context, t Turn) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		x := r.newRun(t, func(e Event) bool { return yield(e, e.Err) }, cancel)
		unwatch := x.watch(ctx)
		err := x.begin(ctx)
		if err == nil {
			err = x.loop(ctx)
		}
		unwatch()
		x.end(ctx, err)
	}
}

// run is one turn in progress. All of it is used by the goroutine that iterates, but for asked.
type run struct {
	*Runner
	t      Turn
	yield  func(Event) bool
	cancel context.CancelCauseFunc
	left   bool // the reader has left: nothing is yielded any more

	tools   *tools.Registry // guarded, for this turn only
	asked   chan tools.Ask  // from the gate: a person is being asked
	system  string
	history []providers.Message
	info    RunInfo
	begun   bool             // info is in the run log
	answer  string           // the model's last text
	finish  providers.Finish // why its last answer ended
	futile  int              // calls in a row that the guards refused as hopeless
}

func (r *Runner) newRun(t Turn, yield func(Event) bool, cancel context.CancelCauseFunc) *run {
	if t.Run == "" {
		t.Run = NewID("run")
	}
	if t.Mode == "" {
		t.Mode = tools.Chat
	}
	x := &run{Runner: r, t: t, yield: yield, cancel: cancel, asked: make(chan tools.Ask)}
	x.info = RunInfo{ID: t.Run, Session: t.Session, Mode: t.Mode, Model: t.Model, Goal: t.Text, Status: Started, Started: r.now()}
	if t.Phone != nil {
		x.info.Serial = t.Phone.Info().Serial
	}
	return x
}

// begin claims the conversation, repairs what an earlier end left open, and stores what the user asked.
func (x *run) begin(ctx context.Context) error {
	if x.Runs != nil {
		if err := x.Runs.BeginRun(ctx, x.info); err != nil {
			return fmt.Errorf("begin turn: %w", err)
		}
		x.begun = true
	}
	x.emit(Event{Kind: Started, Mode: x.t.Mode, Model: x.t.Model, Text: x.t.Text})
	if err := x.load(ctx); err != nil {
		return err
	}
	x.guard(ctx)
	x.system = systemPrompt(x.t, x.now())
	return x.store(ctx, providers.Message{Role: providers.User, Text: x.t.Text, Images: x.t.Images})
}

// guard puts the guards of this turn round the tools.
func (x *run) guard(ctx context.Context) {
	bare := x.t.Tools
	if bare == nil {
		bare, _ = tools.NewRegistry()
	}
	var gate tools.Gate
	if x.Gate != nil {
		gate = x.Gate(x.t, func(a tools.Ask) {
			select {
			case x.asked <- a:
			case <-ctx.Done():
			}
		})
	}
	x.tools = tools.Guarded(bare, tools.Run{ID: x.t.Run, Session: x.t.Session, Mode: x.t.Mode, Gate: gate, Record: x.Record, Probe: x.t.Probe, Now: x.Now})
}

// loop asks and acts until the model calls nothing more.
func (x *run) loop(ctx context.Context) error {
	for {
		if err := x.within(ctx); err != nil {
			return err
		}
		x.info.Rounds++
		x.emit(Event{Kind: RoundStarted})
		answer, err := x.ask(ctx)
		if err != nil {
			return err
		}
		if len(answer.Calls) == 0 {
			x.answer = answer.Text
			if err := unfinished(x.finish, answer.Text); err != nil {
				return err
			}
			return x.stillThere(ctx)
		}
		if err := x.act(ctx, answer.Calls); err != nil {
			return err
		}
	}
}

// within reports the limit that keeps the next round from being asked (AG-03).
func (x *run) within(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if n := x.t.Limits.rounds(x.t.Mode); x.info.Rounds >= n {
		return &LimitError{Kind: ErrRoundLimit, Limit: n}
	}
	if n := x.t.Limits.Tokens; n > 0 && x.info.Usage.Input+x.info.Usage.Output >= n {
		return &LimitError{Kind: ErrBudget, Limit: n}
	}
	return nil
}

// end writes how the turn ended and tells it.
func (x *run) end(ctx context.Context, err error) {
	e := Event{Kind: Completed, Text: x.answer, Finish: x.finish}
	switch {
	case err == nil:
	case errors.Is(err, ErrStoppedByUser):
		e = Event{Kind: Stopped, Text: "stopped by the user", Err: ErrStoppedByUser}
	case ctx.Err() != nil && errors.Is(context.Cause(ctx), ErrPhone):
		e = Event{Kind: Failed, Text: context.Cause(ctx).Error(), Err: context.Cause(ctx)}
	case ctx.Err() != nil && isContextErr(err):
		e = Event{Kind: Stopped, Text: "stopped", Err: context.Cause(ctx)}
	default:
		e = Event{Kind: Failed, Text: err.Error(), Err: err}
		if errors.As(err, new(*AnswerError)) {
			e.Finish = x.finish
		}
	}
	x.info.Status, x.info.Finished = e.Kind, x.now()
	if e.Err != nil {
		x.info.Error = e.Err.Error()
	}
	if x.begun {
		last, cancel := detached(ctx)
		defer cancel()
		if lerr := x.Runs.EndRun(last, x.info); lerr != nil && e.Kind == Completed {
			e = Event{Kind: Failed, Err: fmt.Errorf("end turn: %w", lerr), Text: lerr.Error()}
		}
	}
	total := x.info.Usage
	e.Total = &total
	x.emit(e)
}

// emit fills in what all events have and hands e to the reader. When the reader has left the turn is stopped.
func (x *run) emit(e Event) {
	if x.left {
		return
	}
	e.Session, e.Run, e.At, e.Round = x.t.Session, x.t.Run, x.now(), x.info.Rounds
	if !x.yield(e) {
		x.left = true
		x.cancel(errLeft)
	}
}

// store appends a message to the conversation, in the store first. It outlives a stop: what was said is kept.
func (x *run) store(ctx context.Context, m providers.Message) error {
	last, cancel := detached(ctx)
	defer cancel()
	if err := x.Store.Append(last, x.t.Session, m); err != nil {
		return fmt.Errorf("store %s message: %w", m.Role, err)
	}
	x.history = append(x.history, m)
	return nil
}

// detached is a context for last writes: it does not end with ctx, but soon.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), lastTime)
}

func isContextErr(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
