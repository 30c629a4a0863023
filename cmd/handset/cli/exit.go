package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/handset-agent/handset/cmd/handset/app"
)

// Exit codes, the same for every command. Anything a script does not know is a failure.
const (
	ExitOK          = 0
	ExitFailed      = 1   // it was tried and did not work
	ExitUsage       = 2   // the command line is wrong
	ExitNoPhone     = 3   // no such phone, or not usable now
	ExitNotAllowed  = 4   // denied by the gate, or not authorised on the phone
	ExitProvider    = 5   // the model's provider refused or cannot be reached
	ExitLimit       = 6   // step or budget limit
	ExitInterrupted = 130 // Ctrl-C
)

// usageError is a command line that is wrong.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// usage is a usage error in the catalogue's words.
func (p *program) usage(key string, args ...any) error { return &usageError{p.txt.T(key, args...)} }

// exitError ends a command with a code of its own.
type exitError struct {
	code  int
	err   error
	quiet bool // everything a person needs has been said
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

var codes = map[app.Kind]int{
	app.KindFailed: ExitFailed, app.KindNoPhone: ExitNoPhone, app.KindNotAllowed: ExitNotAllowed,
	app.KindProvider: ExitProvider, app.KindLimit: ExitLimit, app.KindInterrupted: ExitInterrupted,
}

// finish says what went wrong and returns the exit code.
func (p *program) finish(ctx context.Context, err error) int {
	if err == nil {
		return ExitOK
	}
	code, message, next := p.sort(ctx, err)
	if p.flags.JSON {
		p.line(map[string]any{"type": "exit_error", "code": code, "message": message, "next": next})
		return code
	}
	var own *exitError
	if errors.As(err, &own) && own.quiet && code == own.code {
		return code
	}
	fmt.Fprintf(p.Err, "handset: %s\n", message)
	if next != "" {
		fmt.Fprintf(p.Err, "%s\n", next)
	}
	return code
}

func (p *program) sort(ctx context.Context, err error) (code int, message, next string) {
	var u *usageError
	if errors.As(err, &u) {
		return ExitUsage, u.text, ""
	}
	problem := app.Sort(err)
	code, message, next = codes[problem.Kind], problem.Message, problem.Next
	var own *exitError
	switch {
	case ctx.Err() != nil:
		code, message, next = ExitInterrupted, p.txt.T("say.interrupted"), ""
	case errors.As(err, &own):
		code = own.code
	}
	if next == "" && code == ExitNoPhone {
		next = p.txt.T("next.devices")
	}
	return code, message, next
}
