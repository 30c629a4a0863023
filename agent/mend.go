package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/handset-agent/handset/providers"
)

// load reads the conversation and answers the calls that an earlier end left open (TR-10). What the program did is told in
// notes.
func (x *run) load(ctx context.Context) error {
	open, err := x.Store.Open(ctx, x.t.Session)
	if err != nil {
		return fmt.Errorf("load conversation: %w", err)
	}
	for _, c := range open {
		m := providers.Message{Role: providers.ToolRole, CallID: c.Call.ID, ToolName: c.Call.Name, Failed: true, Text: leftOpen(c.State)}
		err := x.Store.Answer(ctx, x.t.Session, m, leftState(c.State))
		if err != nil && !errors.Is(err, ErrAnswered) {
			return fmt.Errorf("answer interrupted call %s: %w", c.Call.Name, err)
		}
		x.emit(Event{Kind: Note, Text: "an interrupted call of " + c.Call.Name + " was answered"})
	}
	h, err := x.Store.History(ctx, x.t.Session)
	if err != nil {
		return fmt.Errorf("load conversation: %w", err)
	}
	fixed, notes := Mend(h)
	for _, n := range notes {
		x.emit(Event{Kind: Note, Text: n})
	}
	x.history = fixed
	return nil
}

// leftOpen is the answer to a call that has none, by how far it came.
func leftOpen(s CallState) string {
	if s == Running {
		return "Interrupted: the program ended while this call was running. It may have taken effect: look before you repeat it."
	}
	return "Cancelled: the program ended before this call was carried out."
}

func leftState(s CallState) CallState {
	if s == Running {
		return CallFailed
	}
	return Rejected
}

// Mend makes a conversation fit to be sent (TR-01, TR-11): every call of an assistant message is directly followed by exactly one
// answer, answers without a call and second answers are left out, and assistant messages that say and call nothing are left out.
// It returns the messages and, in words, what it had to do; a sound conversation comes back as it was.
func Mend(in []providers.Message) (out []providers.Message, notes []string) {
	answers := map[string]providers.Message{}
	for _, m := range in {
		if m.Role != providers.ToolRole {
			continue
		}
		if _, twice := answers[m.CallID]; twice {
			notes = append(notes, "a second answer to a call of "+m.ToolName+" was left out")
			continue
		}
		answers[m.CallID] = m
	}
	used := map[string]bool{}
	for _, m := range in {
		switch {
		case m.Role == providers.ToolRole:
			continue
		case m.Role == providers.Assistant && m.Text == "" && len(m.Calls) == 0:
			notes = append(notes, "an empty answer was left out")
			continue
		}
		out = append(out, m)
		for _, c := range m.Calls {
			a, ok := answers[c.ID]
			if !ok || used[c.ID] {
				notes = append(notes, "a call of "+c.Name+" had no answer and got one")
				a = providers.Message{Role: providers.ToolRole, CallID: c.ID, ToolName: c.Name, Failed: true, Text: leftOpen(Running)}
			}
			used[c.ID] = true
			out = append(out, a)
		}
	}
	for _, m := range in {
		if m.Role == providers.ToolRole && !used[m.CallID] {
			notes = append(notes, "an answer to a call of "+m.ToolName+" that does not exist was left out")
			used[m.CallID] = true
		}
	}
	return out, slices.Clip(notes)
}
