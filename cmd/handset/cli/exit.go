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

// saidError is a failure whose words come from the catalogue already.
type saidError struct{ text string }

func (e *saidError) Error() string { return e.text }

// failed is a failure in the catalogue's words.
func (p *program) failed(key string, args ...any) error { return &saidError{p.txt.T(key, args...)} }

var codes = map[app.Kind]int{
	app.KindFailed: ExitFailed, app.KindUsage: ExitUsage, app.KindNoPhone: ExitNoPhone, app.KindNotAllowed: ExitNotAllowed,
	app.KindProvider: ExitProvider, app.KindLimit: ExitLimit, app.KindInterrupted: ExitInterrupted,
}

// ending is what a failed command tells.
type ending struct {
	code                 int
	message, next, cause string
}

// finish says what went wrong and returns the exit code.
func (p *program) finish(ctx context.Context, err error) int {
	if err == nil {
		return ExitOK
	}
	e := p.ending(ctx, err)
	if p.flags.JSON {
		doc := map[string]any{"type": "exit_error", "code": e.code, "message": e.message, "next": e.next}
		if e.cause != "" && e.cause != e.message {
			doc["cause"] = e.cause
		}
		p.line(doc)
		return e.code
	}
	var own *exitError
	if errors.As(err, &own) && own.quiet && e.code == own.code {
		return e.code
	}
	fmt.Fprintf(p.Err, "handset: %s\n", e.message)
	if e.next != "" {
		fmt.Fprintf(p.Err, "%s\n", e.next)
	}
	return e.code
}

func (p *program) ending(ctx context.Context, err error) ending {
	var (
		u    *usageError
		said *saidError
		own  *exitError
	)
	if ctx.Err() != nil {
		return ending{code: ExitInterrupted, message: p.txt.T("say.interrupted")}
	}
	if errors.As(err, &u) {
		return ending{code: ExitUsage, message: u.text}
	}
	problem := problemOf(err)
	e := ending{code: codes[problem.Kind], cause: problem.Cause}
	e.message, e.next = p.explain(problem)
	if errors.As(err, &said) {
		e.message, e.next = said.text, ""
	}
	if errors.As(err, &own) {
		e.code = own.code
	}
	if e.next == "" && e.code == ExitNoPhone && !errors.Is(err, errNoSim) {
		e.next = p.txt.T("next.devices")
	}
	return e
}
