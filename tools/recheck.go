package tools

import (
	"context"
	"errors"
	"fmt"

	"github.com/handset-agent/handset/phone"
)

// Recheck makes sure, after a person has answered and right before the tool runs, that the phone is still there (MG-11). The
// probe must be cheap and bounded; nil asks nothing.
func Recheck(probe func(context.Context) error) Guard {
	if probe == nil {
		return nil
	}
	return func(t Tool) Tool {
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			if err := probe(ctx); err != nil {
				if ctx.Err() != nil {
					return cancelled(), nil
				}
				if !errors.Is(err, phone.ErrGone) {
					err = fmt.Errorf("%w: %w", phone.ErrGone, err)
				}
				return FailErr(c.Name, err), nil
			}
			return t.Call(ctx, c)
		}}
	}
}
