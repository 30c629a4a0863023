package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

// futileLimit is how many hopeless calls in a row end a turn (F-087).
const futileLimit = 3

// act carries out the calls of one answer, one after another in their order (AG-04), and stores an answer to every one of them:
// also to those that a stop, a lost phone or a broken harness left undone (TR-01, TR-07, TR-08).
func (x *run) act(ctx context.Context, calls []providers.ToolCall) error {
	done := map[string]tools.Result{} // what identical calls of this answer gave
	for i, c := range calls {
		r, err := x.one(ctx, c, done)
		if serr := x.reply(ctx, c, r); err == nil {
			err = serr
		}
		if err == nil {
			err = x.verdict(ctx, r)
		}
		if err != nil {
			x.dismiss(ctx, calls[i+1:])
			return err
		}
	}
	return nil
}

// one carries out a single call. The result is always fit to be stored; an error means that the harness broke.
func (x *run) one(ctx context.Context, c providers.ToolCall, done map[string]tools.Result) (tools.Result, error) {
	call := tools.Call{ID: c.ID, Name: c.Name, Raw: c.Args}
	if json.Valid([]byte(c.Args)) {
		call.Args = json.RawMessage(c.Args)
	}
	if ctx.Err() != nil {
		return undone(ctx), nil
	}
	x.emit(Event{Kind: ToolStarted, Call: &call})
	key := c.Name + "\x00" + c.Args
	if r, twice := done[key]; twice { // model-providers T21
		r.Notes = []string{"this is the same call as before in one answer, so it was carried out once; to repeat an action call it again in the next step"}
		r.Image, r.Took = nil, 0
		return r, nil
	}
	t, known := x.tools.Lookup(c.Name)
	if !known {
		return x.tools.Unknown(c.Name), nil
	}
	last, cancel := detached(ctx)
	err := x.Store.Begin(last, x.t.Session, c.ID)
	cancel()
	if err != nil {
		return undone(ctx), fmt.Errorf("begin call %s: %w", c.Name, err)
	}
	r, err := x.call(ctx, t, call)
	if err != nil {
		return tools.Result{Status: tools.Failed, Code: tools.CodeInternal, Text: "The program could not carry this out: " + err.Error()}, err
	}
	done[key] = r
	return r, nil
}

// call runs the guarded tool beside the event loop, so that a question to a person can be told while the call waits for it.
func (x *run) call(ctx context.Context, t tools.Tool, c tools.Call) (tools.Result, error) {
	type outcome struct {
		r   tools.Result
		err error
	}
	out := make(chan outcome, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				out <- outcome{err: fmt.Errorf("call %s: panic: %v", c.Name, v)}
			}
		}()
		r, err := t.Call(ctx, c)
		out <- outcome{r, err}
	}()
	for {
		select {
		case a := <-x.asked:
			x.emit(Event{Kind: ConfirmAsked, Call: &a.Call, Risk: a.Risk})
		case o := <-out:
			return o.r, o.err
		}
	}
}

// reply stores the answer to a call and tells it. It outlives a stop.
func (x *run) reply(ctx context.Context, c providers.ToolCall, r tools.Result) error {
	m := providers.Message{Role: providers.ToolRole, CallID: c.ID, ToolName: c.Name, Text: r.ForModel(), Failed: r.Status != tools.OK}
	if r.Image != nil && x.t.Seeing {
		m.Images = []providers.Image{{MIME: r.Image.MIME, Data: r.Image.Data}}
	} else if r.Image != nil {
		m.Text += "\n[a picture was taken, but this model does not see pictures]"
	}
	last, cancel := detached(ctx)
	defer cancel()
	state := StateOf(r.Status)
	if r.Status == tools.Cancelled && r.Effect != nil && r.Effect.Delivered {
		state = Done // a stop that came too late is no refusal
	}
	if err := x.Store.Answer(last, x.t.Session, m, state); err != nil {
		return fmt.Errorf("store the result of %s: %w", c.Name, err)
	}
	x.history = append(x.history, m)
	x.emit(Event{Kind: ToolFinished, Call: &tools.Call{ID: c.ID, Name: c.Name, Raw: c.Args, Args: argsOf(c)}, Result: &r})
	return nil
}

func argsOf(c providers.ToolCall) json.RawMessage {
	if json.Valid([]byte(c.Args)) {
		return json.RawMessage(c.Args)
	}
	return nil
}

// dismiss answers the calls that will not be carried out. Errors of the store are let go: the turn ends with one already, and
// what is left open is answered at the next start (TR-10).
func (x *run) dismiss(ctx context.Context, calls []providers.ToolCall) {
	for _, c := range calls {
		_ = x.reply(ctx, c, undone(ctx))
	}
}

// undone is the result of a call that was not carried out because the turn ends.
func undone(ctx context.Context) tools.Result {
	r := tools.Result{Status: tools.Cancelled, Code: tools.CodeCancelled, Text: "Not carried out: the run was stopped."}
	switch {
	case ctx.Err() == nil:
		r.Text = "Not carried out: the run ended before this call."
	case errors.Is(context.Cause(ctx), ErrPhone):
		r.Text = "Not carried out: the phone was lost."
	}
	return r
}

// verdict tells whether the turn can go on after a result.
func (x *run) verdict(ctx context.Context, r tools.Result) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch r.Code {
	case tools.CodeStopped:
		return ErrStoppedByUser
	case tools.CodePhoneGone:
		return fmt.Errorf("%w: %w", ErrPhone, phone.ErrGone)
	}
	switch {
	case r.Status == tools.OK:
		x.futile = 0
	case r.Status == tools.Denied && (r.Code == tools.CodeRepeated || r.Code == tools.CodeBroken || r.Code == tools.CodeBadArguments || r.Code == tools.CodeUnknownTool):
		x.futile++
	}
	if x.futile >= futileLimit {
		return ErrStuck
	}
	return nil
}
