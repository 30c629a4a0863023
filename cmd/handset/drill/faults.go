package drill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
)

// trouble switches one or two faults on: some at once, some in the middle of the flow, some for good, some passing.
func (s *stage) trouble(_ context.Context, dice *rand.Rand, from []fault.Name) error {
	if len(from) == 0 {
		from = fault.All()
	}
	from = slices.Clone(from)
	for range 1 + dice.IntN(min(2, len(from))) {
		at := dice.IntN(len(from))
		name := from[at]
		from = slices.Delete(from, at, at+1)
		r := fault.Rule{}
		if dice.IntN(3) > 0 {
			r.After = time.Duration(dice.IntN(25)) * 100 * time.Millisecond
		}
		switch dice.IntN(4) {
		case 0:
			r.Count = 1 + dice.IntN(3)
		case 1:
			r.For = time.Duration(500+100*dice.IntN(40)) * time.Millisecond
		case 2:
			r.Probability = float64(2+dice.IntN(6)) / 10
		}
		if err := s.world().Faults().On(name, r); err != nil {
			return err
		}
		if len(from) == 0 {
			break
		}
	}
	return nil
}

// struck tells which faults were on, and how often they struck in all.
func (s *stage) struck() (rules []string, hits int) {
	for _, f := range s.world().Faults().List() {
		text := string(f.Name)
		if r := f.Rule.String(); r != "" {
			text += " " + r
		}
		rules = append(rules, fmt.Sprintf("%s ×%d", text, f.Hits))
		hits += f.Hits
		if f.Hits == 0 && f.Active && (f.Name == fault.LinkOffline || f.Name == fault.LinkUnauthorized) {
			hits++ // a state that holds, rather than an occasion that is counted
		}
	}
	return rules, hits
}
