package agent

import (
	"errors"
	"fmt"

	"github.com/handset-agent/handset/providers"
)

// Conditions that end a turn or keep it from starting.
var (
	// ErrRoundLimit: the model asked for tools in more rounds than the turn may have. See *LimitError.
	ErrRoundLimit = errors.New("round limit reached")
	// ErrBudget: the turn used more tokens than it may. See *LimitError.
	ErrBudget = errors.New("token budget spent")
	// ErrBusy: the conversation has a turn running.
	ErrBusy = errors.New("the conversation is busy with another turn")
	// ErrStuck: the model repeated refused calls until there was no hope.
	ErrStuck = errors.New("stuck: the model keeps repeating calls that do not help")
	// ErrStoppedByUser: a person chose to stop the whole task when asked about a call.
	ErrStoppedByUser = errors.New("stopped by the user")
	// ErrPhone: the phone is gone, as a tool or its watcher found. errors.Is also finds phone.ErrGone.
	ErrPhone = errors.New("the phone was lost")
	// ErrClosed: the sessions were closed.
	ErrClosed = errors.New("closed")
	// ErrRefused: the model declined to answer. See *AnswerError.
	ErrRefused = errors.New("the model refused")
	// ErrCutShort: the last answer reached the output limit before it was whole. See *AnswerError.
	ErrCutShort = errors.New("the answer was cut off at the model's output limit")
	// ErrFiltered: the provider's content filter withheld the last answer or its end. See *AnswerError.
	ErrFiltered = errors.New("the answer was withheld by the provider's content filter")
)

// AnswerError is a last answer that is no whole one: the turn ended, but not because its work was done. It is ErrRefused,
// ErrCutShort or ErrFiltered.
type AnswerError struct {
	Finish providers.Finish
	Kind   error
	Text   string // what there is of the answer, also in the last AnswerDone
}

func (e *AnswerError) Error() string { return e.Kind.Error() }
func (e *AnswerError) Unwrap() error { return e.Kind }

// unfinished tells whether an answer that ended like this is no whole one (PR-15).
func unfinished(f providers.Finish, text string) error {
	kind := map[providers.Finish]error{
		providers.FinishRefused: ErrRefused, providers.FinishLength: ErrCutShort, providers.FinishFiltered: ErrFiltered,
	}[f]
	if kind == nil {
		return nil
	}
	return &AnswerError{Finish: f, Kind: kind, Text: text}
}

// LimitError says which limit ended a turn; it is ErrRoundLimit or ErrBudget.
type LimitError struct {
	Kind  error // ErrRoundLimit or ErrBudget
	Limit int   // rounds or tokens
}

func (e *LimitError) Error() string {
	if e.Kind == ErrBudget {
		return fmt.Sprintf("stopped after %d tokens: %v", e.Limit, e.Kind)
	}
	return fmt.Sprintf("stopped after %d rounds of tool calls: %v", e.Limit, e.Kind)
}

func (e *LimitError) Unwrap() error { return e.Kind }
