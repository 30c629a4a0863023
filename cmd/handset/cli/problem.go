package cli

import (
	"errors"

	"github.com/handset-agent/handset/cmd/handset/app"
)

// problemOf sorts any error a command ended with.
func problemOf(err error) app.Problem {
	var t *app.ToolError
	if errors.As(err, &t) {
		return app.SortResult(t.Tool, t.Result)
	}
	return app.Sort(err)
}

// explain says a problem in the user's language, and the next step where there is one. What no catalogue knows is said in its own
// words.
func (p *program) explain(problem app.Problem) (message, next string) {
	if problem.Key == "" || !p.txt.Has("problem."+problem.Key) {
		return p.txt.T("problem.other", problem.Cause), ""
	}
	message = p.txt.T("problem."+problem.Key, p.words(problem.Args)...)
	if p.txt.Has("next." + problem.Key) {
		next = p.txt.T("next." + problem.Key)
	}
	return message, next
}

// words puts the words among args into the user's language.
func (p *program) words(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		if w, ok := a.(app.Word); ok {
			a = p.txt.T("word." + string(w))
		}
		out[i] = a
	}
	return out
}
