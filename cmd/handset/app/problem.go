package app

import (
	"context"
	"errors"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/agent"
	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/providers"
)

// Kind sorts what went wrong by what a program can do about it.
type Kind string

// The kinds of problems.
const (
	KindFailed      Kind = "failed"
	KindUsage       Kind = "usage"       // what was asked for cannot be meant
	KindNoPhone     Kind = "no_phone"    // no such phone, not usable now, or lost on the way
	KindNotAllowed  Kind = "not_allowed" // denied by the gate, or not authorised on the phone
	KindProvider    Kind = "provider"    // the model's provider refused or cannot be reached
	KindLimit       Kind = "limit"       // step or budget limit
	KindInterrupted Kind = "interrupted"
)

// Problem is an error made ready for a front: what it means, as the key of a sentence in the catalogue, and the technical words.
type Problem struct {
	Kind  Kind
	Key   string // the catalogue says problem.<Key>, and next.<Key> where there is a next step; empty: Cause is all there is
	Args  []any  // of the sentence; a Word is to be said in the user's language too
	Cause string // the error's own words, in English
}

// Word is an argument of a sentence that the catalogue says as word.<Word>.
type Word string

// Sort turns any error of the program into a Problem.
func Sort(err error) Problem {
	p := Problem{Kind: kind(err), Cause: err.Error()}
	for _, sort := range []func(error) (string, []any){sortUsage, sortProvider, sortAgent, sortADB, sortPhone, sortLocal} {
		if p.Key, p.Args = sort(err); p.Key != "" {
			return p
		}
	}
	return p
}

func kind(err error) Kind {
	var (
		state    *adb.StateError
		none     *adb.NoDeviceError
		many     *adb.ManyDevicesError
		provider *providers.Error
		usage    usageError
		connect  *adb.ConnectError
	)
	switch {
	case errors.Is(err, context.Canceled):
		return KindInterrupted
	case errors.As(err, &usage):
		return KindUsage
	case errors.As(err, &state):
		if state.State == adb.StateUnauthorized || state.State == adb.StateNoPermissions {
			return KindNotAllowed
		}
		return KindNoPhone
	case errors.As(err, &connect):
		return connectKind(connect.Reason)
	case errors.As(err, &none), errors.As(err, &many), errors.Is(err, phone.ErrGone), errors.Is(err, adb.ErrNoServer),
		errors.Is(err, adb.ErrNoBinary), errors.Is(err, adb.ErrConnectionLost), errors.Is(err, adb.ErrTimeout),
		errors.Is(err, adb.ErrRefused):
		return KindNoPhone
	case errors.As(err, &provider):
		return KindProvider
	case errors.Is(err, agent.ErrRoundLimit), errors.Is(err, agent.ErrBudget):
		return KindLimit
	case errors.Is(err, agent.ErrStoppedByUser):
		return KindNotAllowed
	case errors.Is(err, agent.ErrFiltered):
		return KindProvider
	}
	return KindFailed
}

// sortAgent knows the ends of a turn.
func sortAgent(err error) (string, []any) {
	var limit *agent.LimitError
	switch {
	case errors.As(err, &limit) && limit.Kind == agent.ErrBudget:
		return "budget_spent", []any{limit.Limit}
	case errors.As(err, &limit):
		return "round_limit", []any{limit.Limit}
	case errors.Is(err, agent.ErrBusy):
		return "conversation_busy", nil
	case errors.Is(err, agent.ErrStuck):
		return "stuck", nil
	case errors.Is(err, agent.ErrStoppedByUser):
		return "stopped_by_user", nil
	case errors.Is(err, agent.ErrRefused):
		return "model_refused", nil
	case errors.Is(err, agent.ErrCutShort):
		return "answer_cut", nil
	case errors.Is(err, agent.ErrFiltered):
		return "answer_filtered", nil
	}
	return "", nil
}

// sortProvider knows the refusals of a model's provider.
func sortProvider(err error) (string, []any) {
	var e *providers.Error
	if !errors.As(err, &e) {
		return "", nil
	}
	words := e.Message
	if words == "" && e.Err != nil {
		words = e.Err.Error()
	}
	if words == "" {
		words = string(e.Kind)
	}
	limit := 240
	if e.Kind == providers.NoSuchModel { // services like to list all they have
		limit = 120
	}
	return "provider_" + string(e.Kind), []any{brief(words, limit)}
}

// brief is s on one line of at most n characters, cut between words.
func brief(s string, n int) string {
	out := []rune{}
	blank := 0
	for _, r := range s {
		if r == '\n' || r == '\r' || r == '\t' {
			r = ' '
		}
		if r == ' ' && len(out) > 0 && out[len(out)-1] == ' ' {
			continue
		}
		if len(out) == n {
			if blank < n/2 {
				blank = n
			}
			return string(out[:blank]) + " …"
		}
		if r == ' ' {
			blank = len(out)
		}
		out = append(out, r)
	}
	return string(out)
}
