package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// defaultBudget is how many characters of a result a model is shown at most.
const defaultBudget = 8000

// Budget cuts the text of a result to what its tool is allowed (8000 characters unless the spec says otherwise): the beginning
// and the end stay, and the gap says how much is missing.
func Budget() Guard {
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			r, err := t.Call(ctx, c)
			limit := t.Spec().Budget
			if limit <= 0 {
				limit = defaultBudget
			}
			if n := utf8.RuneCountInString(r.ForModel()); n > limit {
				r.Text = HeadTail(r.Text, max(200, limit-(n-utf8.RuneCountInString(r.Text))))
			}
			return r, err
		}}
	}
}

// HeadTail cuts s to at most limit characters: two thirds from its beginning, the rest from its end, and between them a line
// that tells how many characters are left out.
func HeadTail(s string, limit int) string {
	total := utf8.RuneCountInString(s)
	if total <= limit {
		return s
	}
	mark := fmt.Sprintf("\n… %d characters left out …\n", total)
	room := max(0, limit-utf8.RuneCountInString(mark))
	head := room * 2 / 3
	tail := room - head
	mark = fmt.Sprintf("\n… %d characters left out …\n", total-head-tail)
	r := []rune(s)
	return string(r[:head]) + mark + string(r[total-tail:])
}

// clip cuts s to at most n characters and marks the cut with "…".
func clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	r := []rune(s)
	return string(r[:max(0, n-1)]) + "…"
}

// jsonOf encodes facts for programs; what cannot be encoded is left out.
func jsonOf(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return b
}
