package app

import (
	"strings"

	"github.com/handset-agent/handset/tools"
)

// ToolError is a tool's result that is not OK, for a front that ends with it.
type ToolError struct {
	Tool   string
	Result tools.Result
}

func (e *ToolError) Error() string { return firstOf(e.Result.Text) }

func (e *ToolError) Unwrap() error { return e.Result.Err }

// firstOf is the first line of a result's text: what happened. The screen, which is for models, stands below it.
func firstOf(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return brief(line, 300)
}

// SortResult turns a result that is not OK into a Problem. What is advised is for people: a result's own next step is for models.
func SortResult(tool string, r tools.Result) Problem {
	err := &ToolError{tool, r}
	p := Problem{Kind: KindFailed, Cause: err.Error()}
	if r.Err != nil {
		p = Sort(r.Err)
		p.Cause = err.Error()
	}
	switch {
	case r.Status == tools.Denied && r.Code == tools.CodeUnknownTool, r.Code == tools.CodeBadArguments, r.Code == tools.CodeOutOfBounds,
		r.Code == tools.CodeAmbiguous:
		p.Kind = KindUsage
	case r.Status == tools.Denied, r.Status == tools.Rejected, r.Code == tools.CodeStopped:
		p.Kind = KindNotAllowed
	case r.Code == tools.CodePhoneGone:
		p.Kind = KindNoPhone
	}
	if p.Key != "" {
		return p
	}
	if p.Key = toolKeys[r.Code]; p.Key == "" {
		p.Key = "tool_failed"
	}
	if p.Key == "tool_unknown" { // the names that are like it help people too
		p.Args = []any{tool, brief(r.Next, 200)}
	} else if strings.HasPrefix(p.Key, "tool_") {
		p.Args = []any{p.Cause}
	}
	return p
}

// toolKeys are the codes of results with a sentence of their own; those of tool_… take the result's first line.
var toolKeys = map[string]string{
	tools.CodeBadArguments: "tool_arguments", tools.CodeUnknownTool: "tool_unknown", tools.CodeNotFound: "tool_not_found",
	tools.CodeAmbiguous: "tool_ambiguous", tools.CodeText: "tool_text", tools.CodePolicy: "tool_policy", tools.CodeRejected: "tool_rejected",
	tools.CodeUnanswered: "tool_unanswered", tools.CodeStopped: "stopped_by_user", tools.CodeTimedOut: "tool_timed_out",
	"no_focus": "no_focus", "locked": "still_locked", "still_off": "still_off", "disabled": "app_disabled",
}
