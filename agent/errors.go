package agent

import (
	"errors"
	"fmt"
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
	// ErrPhone: a tool found that the phone is gone. errors.Is also finds phone.ErrGone.
	ErrPhone = errors.New("the phone was lost")
	// ErrClosed: the sessions were closed.
	ErrClosed = errors.New("closed")
)

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
