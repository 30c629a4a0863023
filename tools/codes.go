package tools

import (
	"context"
	"errors"
	"fmt"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// Codes of results that are not OK, for programs. A tool may have codes of its own beside these.
const (
	CodeBadArguments = "bad_arguments"     // the arguments do not fit the schema and could not be repaired
	CodeUnknownTool  = "unknown_tool"      // no tool of that name
	CodeStaleView    = "stale_view"        // the screen is no longer the one the aim was taken on
	CodeOutOfBounds  = "out_of_bounds"     // a point outside the screen
	CodeNotFound     = "not_found"         // no element, app, package … fits
	CodeAmbiguous    = "ambiguous"         // several fit and none is better
	CodeNoPicture    = "no_picture"        // secure window, screen off, locked, capture failed: see the text
	CodeNoTree       = "no_tree"           // the UI hierarchy could not be had
	CodeRefused      = "injection_refused" // the phone's maker refuses injected input
	CodeText         = "text_not_typed"    // the field does not hold what was sent
	CodePhoneGone    = "phone_gone"        // the phone is no longer connected; the run cannot go on
	CodeNotInFront   = "not_in_front"      // the app was started, but something else is in front
	CodeCutOff       = "cut_off"           // the way to the phone broke in the middle; what was being done may have happened
	CodeClipboard    = "clipboard_refused" // the phone does not take a text into its clipboard, or does not give it back
	CodeUnsupported  = "unsupported"       // this phone has no such ability
	CodeTimedOut     = "timed_out"         // the tool's time limit, or what it waited for did not come
	CodeCancelled    = "cancelled"         // the run was stopped
	CodePanic        = "panic"             // a fault in the tool itself
	CodeInternal     = "internal"          // the harness could not do its part
	CodePolicy       = "policy"            // denied by the mode or a policy
	CodeRejected     = "rejected"          // a person said no
	CodeUnanswered   = "unanswered"        // nobody was there to say yes
	CodeStopped      = "stopped_by_user"   // a person ended the whole run at the question
	CodeRepeated     = "repeated"          // the loop guard: same call, same result, too often
	CodeBroken       = "breaker_open"      // the circuit breaker: this tool failed too often in a row
	CodeInterrupted  = "interrupted"       // the program ended while the call was running
)

// Failf is a failed result with a code and the next step to try.
func Failf(code, next, format string, args ...any) Result {
	return Result{Status: Failed, Code: code, Text: fmt.Sprintf(format, args...), Next: next}
}

// FailErr turns an error of the phone into a result a model can act on. What was being done is op, such as "tap (3,4)".
// Errors that nobody foresaw become plain failures: a tool returns a Go error only when the harness broke.
func FailErr(op string, err error) Result {
	r := Result{Status: Failed, Code: "failed", Text: op + ": " + err.Error(), Err: err}
	r.Code, r.Next = advice(err)
	switch {
	case errors.Is(err, context.Canceled):
		r.Status = Cancelled
	case errors.Is(err, context.DeadlineExceeded):
		r.Status = Timeout
	}
	return r
}

// advice sorts an error of the phone into a code and a next step.
func advice(err error) (code, next string) {
	var (
		bounds *phone.OutOfBounds
		noPic  *phone.NotAPicture
		noTree *phone.TreeError
		text   *phone.TextError
		miss   *uitree.NotFoundError
	)
	switch {
	case errors.Is(err, phone.ErrGone):
		return CodePhoneGone, "The phone was unplugged or lost its connection; tell the user."
	case errors.Is(err, phone.ErrStaleView):
		return CodeStaleView, "Look at the screen again and aim anew."
	case errors.As(err, &bounds):
		return CodeOutOfBounds, "Use a point inside the screen, or an element id from ui_dump."
	case errors.Is(err, phone.ErrInjectionRefused):
		return CodeRefused, "The user must switch on \"USB debugging (Security settings)\" in the phone's developer options, and may have to restart the phone."
	case errors.As(err, &noPic):
		return CodeNoPicture, nextForPicture(noPic)
	case errors.As(err, &noTree):
		return CodeNoTree, "Use take_screenshot and aim by coordinates, or try again when the screen stands still."
	case errors.As(err, &miss):
		return CodeNotFound, "Look at the screen with ui_dump, scroll with ua_scroll_to, or use take_screenshot and aim by coordinates."
	case errors.As(err, &text):
		return CodeText, "Type the rest another way, or use set_clipboard and paste."
	case errors.Is(err, phone.ErrNoSuchApp):
		return CodeNotFound, "Use list_installed_apps to see what is installed."
	case errors.Is(err, phone.ErrNotInFront):
		return CodeNotInFront, "Look at the screen: a dialog, the notification shade or the lock screen may be in the way."
	case errors.Is(err, phone.ErrClipboard):
		return CodeClipboard, "Type the text with ua_type."
	case errors.Is(err, phone.ErrCutOff):
		return CodeCutOff, "Look at the screen to see whether it happened, then go on from there."
	case errors.Is(err, phone.ErrUnsupported):
		return CodeUnsupported, "Reach the goal another way."
	case errors.Is(err, context.Canceled):
		return CodeCancelled, ""
	case errors.Is(err, context.DeadlineExceeded):
		return CodeTimedOut, "Try again, or do it in smaller steps."
	}
	return "failed", ""
}

func nextForPicture(e *phone.NotAPicture) string {
	switch e.Reason {
	case phone.Secure:
		return "This app forbids screenshots; ui_dump may still list its elements."
	case phone.ScreenOff:
		return "Use wake_screen first."
	case phone.Locked:
		return "Use wake_screen; a PIN, pattern or password must be entered by the user."
	}
	return "Try again once; if it fails again, use ui_dump."
}
