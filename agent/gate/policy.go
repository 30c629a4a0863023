package gate

import (
	"context"
	"slices"
)

// Policy answers without a person (CF-10): questions are rejected, but for tools that Allow names ("*" names all). Risky calls
// are rejected unless Risky is set as well.
type Policy struct {
	Allow []string
	Risky bool
}

// Ask implements Asker.
func (p Policy) Ask(_ context.Context, q Question) (Answer, string, error) {
	named := slices.Contains(p.Allow, "*") || slices.Contains(p.Allow, q.Ask.Spec.Name)
	switch {
	case !named:
		return Reject, "This run has nobody to confirm calls, and the call is not on its list of allowed tools.", nil
	case q.Ask.Risk != "" && !p.Risky:
		return Reject, "This run has nobody to confirm risky calls (" + q.Ask.Risk + ").", nil
	}
	return Allow, "", nil
}
