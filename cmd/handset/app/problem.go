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
	KindNoPhone     Kind = "no_phone"    // no such phone, not usable now, or lost on the way
	KindNotAllowed  Kind = "not_allowed" // denied by the gate, or not authorised on the phone
	KindProvider    Kind = "provider"    // the model's provider refused or cannot be reached
	KindLimit       Kind = "limit"       // step or budget limit
	KindInterrupted Kind = "interrupted"
)

// Problem is an error made ready for a person: one line, and the next step where there is one.
type Problem struct {
	Kind    Kind
	Message string
	Next    string
}

// Sort turns any error of the program into a Problem.
func Sort(err error) Problem {
	p := Problem{Kind: kind(err), Message: err.Error()}
	var adviser interface{ Next() string }
	if errors.As(err, &adviser) {
		p.Next = adviser.Next()
	}
	var provider *providers.Error
	switch {
	case p.Next != "":
	case errors.As(err, &provider):
		p.Next = providerAdvice(provider)
	default:
		p.Next = advice(err)
	}
	return p
}

func kind(err error) Kind {
	var (
		state    *adb.StateError
		none     *adb.NoDeviceError
		many     *adb.ManyDevicesError
		provider *providers.Error
	)
	switch {
	case errors.Is(err, context.Canceled):
		return KindInterrupted
	case errors.As(err, &state):
		if state.State == adb.StateUnauthorized || state.State == adb.StateNoPermissions {
			return KindNotAllowed
		}
		return KindNoPhone
	case errors.As(err, &none), errors.As(err, &many), errors.Is(err, phone.ErrGone), errors.Is(err, adb.ErrNoServer),
		errors.Is(err, adb.ErrNoBinary), errors.Is(err, adb.ErrConnectionLost), errors.Is(err, adb.ErrTimeout),
		errors.Is(err, adb.ErrRefused):
		return KindNoPhone
	case errors.As(err, &provider):
		return KindProvider
	case errors.Is(err, agent.ErrRoundLimit), errors.Is(err, agent.ErrBudget):
		return KindLimit
	}
	return KindFailed
}

// advice is the next step for errors that carry none themselves.
func advice(err error) string {
	switch {
	case errors.Is(err, adb.ErrNoBinary):
		return "Install the adb program (Debian, Ubuntu: apt install adb; macOS: brew install --cask android-platform-tools), or name a running server with --adb-server."
	case errors.Is(err, adb.ErrNoServer):
		return "Start one with: adb start-server. Another address is named with --adb-server, ADB_SERVER_SOCKET or ANDROID_ADB_SERVER_PORT."
	case errors.Is(err, adb.ErrRefused):
		return "The phone is listed but takes no commands; it may be going away or restarting. Look at handset devices, and reconnect it."
	case errors.Is(err, adb.ErrTimeout):
		return "Something listens there but does not answer as an adb server does; check the address, or restart that server yourself."
	case errors.Is(err, phone.ErrInjectionRefused):
		return "Switch on \"USB debugging (Security settings)\" in the phone's developer options, and restart the phone if it still refuses."
	}
	return ""
}

func providerAdvice(e *providers.Error) string {
	switch e.Kind {
	case providers.Auth:
		return "Check OPENAI_API_KEY: it must be a key of the service at OPENAI_BASE_URL."
	case providers.NoSuchModel:
		return "Name a model of that service with --model."
	case providers.Unreachable:
		return "Check OPENAI_BASE_URL and the network."
	case providers.NotAPI:
		return "OPENAI_BASE_URL points at a web page; it usually ends in /v1."
	case providers.QuotaSpent:
		return "The quota of this key is spent; see the service's billing page."
	}
	return ""
}
