package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// maxAnswer bounds all text of one answer in bytes; no model writes as much.
const maxAnswer = 64 << 20

// answer collects one answer and tells what is new as it comes.
type answer struct {
	req       *providers.Request
	endpoint  string
	requestID string
	model     string
	emit      func(providers.Event) bool
	schemas   map[string]json.RawMessage

	think  splitter
	filter *callFilter // nil: calls in text are not looked for

	text, reasoning strings.Builder
	field           string
	details         []json.RawMessage
	images          []providers.Image
	calls           assembler
	usage           providers.Usage
	counted         bool
	finish          string
	refused         bool
	notes           []string

	started bool // Start was sent
	shown   bool // something of the answer was sent: nothing may be repeated any more
	came    bool // a piece of an answer came, shown or not
	pieces  bool // a delta came: a whole message after it only repeats it (C5)
	left    bool // the consumer left
	size    int
}

func newAnswer(req *providers.Request, q Quirks, emit func(providers.Event) bool) *answer {
	a := &answer{req: req, emit: emit, schemas: map[string]json.RawMessage{}}
	for _, t := range req.Tools {
		a.schemas[t.Name] = t.Schema
	}
	if (q.TextCalls || q.TextTools) && len(req.Tools) > 0 {
		a.filter = &callFilter{known: func(name string) bool { _, ok := a.schemas[name]; return ok }}
	}
	return a
}

// send hands out one event, after a Start.
func (a *answer) send(ev providers.Event) {
	if !a.started && !a.left {
		a.started = true
		a.left = !a.emit(providers.Event{Kind: providers.Start, RequestID: a.requestID, Model: a.model})
	}
	if !a.left {
		a.left = !a.emit(ev)
	}
	if ev.Kind != providers.UsageReport {
		a.shown = true
	}
}

// take handles a chunk: what is new, then the reason for the end, then the counts (T18).
func (a *answer) take(c chunk) {
	if a.requestID == "" {
		a.requestID = c.id
	}
	if c.model != "" {
		a.model = c.model
	}
	if c.delta != nil && !(c.whole && a.pieces) {
		a.pieces = a.pieces || !c.whole
		a.add(c.delta)
	}
	if c.finish != "" {
		a.finish = c.finish
	}
	if u, ok := parseUsage(c.usage); ok { // U2: replace, never add
		a.counted = true
		if u != a.usage {
			a.usage = u
			a.send(providers.Event{Kind: providers.UsageReport, Usage: u})
		}
	}
}

func (a *answer) add(d *delta) {
	if d.reasoning != "" {
		if a.field == "" {
			a.field = d.field
		}
		a.addReasoning(d.reasoning)
	}
	a.details = addDetails(a.details, d.details)
	if d.text != "" {
		a.came = true
		thought, said := a.think.write(d.text)
		a.addReasoning(thought)
		a.addText(said)
	}
	if d.refusal != "" {
		a.refused = true
		a.addText(d.refusal)
	}
	if len(d.images) > 0 {
		a.came = true
		a.images = append(a.images, d.images...)
	}
	for _, f := range d.calls {
		a.addCall(f)
	}
	if d.extra != nil {
		a.calls.attach(d.extra)
	}
}

func (a *answer) addReasoning(s string) {
	if s == "" {
		return
	}
	a.came = true
	a.size += len(s)
	a.reasoning.WriteString(s)
	a.send(providers.Event{Kind: providers.ReasoningText, Delta: s})
}

func (a *answer) addText(s string) {
	if a.filter != nil {
		s = a.filter.write(s)
	}
	a.show(s)
}

func (a *answer) show(s string) {
	if s == "" {
		return
	}
	a.came = true
	a.size += len(s)
	a.text.WriteString(s)
	a.send(providers.Event{Kind: providers.Text, Delta: s})
}

func (a *answer) addCall(f fragment) {
	a.came = true
	a.size += len(f.args)
	c := a.calls.take(f)
	if c.name == "" {
		return
	}
	ours := providers.ToolCall{ID: c.id, ProviderID: c.providerID, Name: c.name}
	piece := f.args
	if !c.announced {
		c.announced = true
		a.send(providers.Event{Kind: providers.CallStart, Call: ours})
		piece = c.joined() // pieces that came before the name
	}
	if piece != "" {
		a.send(providers.Event{Kind: providers.CallArgs, Call: providers.ToolCall{ID: c.id}, Delta: piece})
	}
}

// done ends a good answer. It returns the event that says so, or what makes it no answer after all.
func (a *answer) done() (providers.Event, *failure) {
	thought, said := a.think.end()
	a.addReasoning(thought)
	a.addText(said)
	calls, nameless := a.calls.finish(a.schemas)
	calls = append(calls, a.endFilter(len(calls) > 0)...)
	if nameless > 0 {
		a.note("%d tool calls without a name were left out", nameless)
	}
	finish := normalFinish(a.finish, len(calls) > 0, a.refused)
	if f := a.check(finish, calls); f != nil {
		return providers.Event{}, f
	}
	if a.text.Len() == 0 && len(calls) == 0 && a.field != "" && finish == providers.FinishStop { // R5
		a.note("the answer came in the reasoning field")
		a.show(a.reasoning.String())
	}
	msg := &providers.Message{
		Role: providers.Assistant, Text: a.text.String(), Reasoning: a.reasoning.String(), Images: a.images, Calls: calls, Model: a.req.Model,
	}
	msg.Opaque = a.opaque(calls)
	if !a.counted { // U6
		a.usage = estimate(a.req, msg)
		a.send(providers.Event{Kind: providers.UsageReport, Usage: a.usage})
	}
	return providers.Event{
		Kind: providers.Done, RequestID: a.requestID, Model: a.model, Answer: msg, Finish: finish, RawFinish: a.finish, Usage: a.usage,
		Note: strings.Join(a.notes, "; "),
	}, nil
}

// endFilter releases held text and gives the calls found in it, unless native calls came (T19).
func (a *answer) endFilter(native bool) []providers.ToolCall {
	if a.filter == nil {
		return nil
	}
	if native {
		a.show(a.filter.held)
		return nil
	}
	found, rest := a.filter.end()
	if a.text.Len() == 0 {
		rest = strings.TrimLeft(rest, "\r\n")
	}
	a.show(rest)
	var calls []providers.ToolCall
	for _, c := range found {
		call := providers.ToolCall{ID: providers.NewCallID(), Name: c.name, Args: c.args}
		a.came = true
		a.send(providers.Event{Kind: providers.CallStart, Call: call})
		a.send(providers.Event{Kind: providers.CallArgs, Call: providers.ToolCall{ID: call.ID}, Delta: c.args})
		calls = append(calls, call)
	}
	if len(calls) > 0 {
		a.note("tool calls were written as text")
	}
	return calls
}

// check finds the answers that say nothing: they must not pass for a finished task.
func (a *answer) check(finish providers.Finish, calls []providers.ToolCall) *failure {
	if len(calls) > 0 || a.text.Len() > 0 || len(a.images) > 0 {
		if finish == providers.FinishTools && len(calls) == 0 { // T17
			return broken(noCalls, "the model announced a tool call and made none")
		}
		return nil
	}
	switch {
	case finish == providers.FinishTools:
		return broken(noCalls, "the model announced a tool call and made none")
	case finish == providers.FinishLength || finish == providers.FinishFiltered || finish == providers.FinishRefused:
		return nil
	case a.reasoning.Len() > 0:
		return nil
	}
	if a.finish != "" {
		return broken(once, fmt.Sprintf("empty answer (finish reason %q)", a.finish))
	}
	return broken(once, "empty answer")
}

// opaque keeps what the provider must get back (§8): where its reasoning goes, details, signatures.
func (a *answer) opaque(calls []providers.ToolCall) json.RawMessage {
	o := opaque{Field: a.field, Details: a.details, Extra: a.calls.pending}
	keep := o.Field != "" || len(o.Details) > 0 || o.Extra != nil
	for _, c := range calls {
		keep = keep || c.Extra != nil || c.ProviderID != ""
	}
	if !keep {
		return nil
	}
	o.Endpoint = a.endpoint
	return o.raw()
}

func (a *answer) note(format string, args ...any) {
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

// normalFinish sorts the provider's word for the end (C4). Without one, the answer itself tells.
func normalFinish(raw string, calls, refused bool) providers.Finish {
	switch raw {
	case "":
		if calls {
			return providers.FinishTools
		}
		if refused {
			return providers.FinishRefused
		}
		return providers.FinishStop
	case "stop":
		if refused {
			return providers.FinishRefused
		}
		return providers.FinishStop
	case "tool_calls", "function_call":
		return providers.FinishTools
	case "length":
		return providers.FinishLength
	case "content_filter":
		return providers.FinishFiltered
	case "refusal":
		return providers.FinishRefused
	}
	return providers.FinishUnknown
}
