package fake

import (
	"testing"

	"github.com/handset-agent/handset/tools"
)

// Use calls a tool as the chain of guards would, with healed arguments. A Go error fails the test: it means that the harness broke.
func Use(t testing.TB, tool tools.Tool, args string) tools.Result {
	t.Helper()
	schema, err := tools.ParseSchema(tool.Spec().Schema)
	if err != nil {
		t.Fatal(err)
	}
	healed, notes, problem := tools.Repair(args, schema, tool.Spec().Repair)
	if problem != "" {
		return tools.Result{Status: tools.Failed, Code: tools.CodeBadArguments, Text: problem}
	}
	r, err := tool.Call(t.Context(), tools.Call{Name: tool.Spec().Name, Args: healed})
	if err != nil {
		t.Fatal(err)
	}
	r.Notes = append(notes, r.Notes...)
	return r
}
