package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// invalidLimit is how many calls in a row with unusable arguments a tool takes before it refuses (F-086).
const invalidLimit = 3

// Heal makes the arguments of a call fit the tool's schema where what was meant is plain (AH-01…04), and answers a call that
// cannot be repaired with what is wrong and the right shape, without running anything. Each repair is told to the model in a
// note. The tool behind it gets an object whose keys are all known and whose values have the schema's types and ranges.
// Three unusable calls in a row of one tool make every further unusable one a denial.
func Heal() Guard {
	h := &healer{invalid: map[string]int{}}
	return func(t Tool) Tool {
		spec := t.Spec()
		schema, err := ParseSchema(spec.Schema)
		return guarded{t, func(ctx context.Context, c Call) (Result, error) {
			if err != nil {
				return Result{}, fmt.Errorf("tool %s: %w", spec.Name, err)
			}
			src := string(c.Args)
			if len(c.Args) == 0 {
				src = c.Raw
			}
			args, notes, problem := Repair(src, schema, spec.Repair)
			if problem != "" {
				return h.refuse(spec.Name, schema, notes, problem), nil
			}
			h.fine(spec.Name)
			c.Args = args
			r, err := t.Call(ctx, c)
			r.Notes = append(notes, r.Notes...)
			return r, err
		}}
	}
}

type healer struct {
	mu      sync.Mutex
	invalid map[string]int
}

func (h *healer) fine(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.invalid[name] = 0
}

func (h *healer) refuse(name string, s *Schema, notes []string, problem string) Result {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.invalid[name]++
	r := Result{Status: Failed, Code: CodeBadArguments, Notes: notes,
		Text: "Nothing was done: " + problem, Next: fmt.Sprintf("Call %s with %s.", name, s.shape())}
	if h.invalid[name] > invalidLimit {
		r.Status = Denied
		r.Text = fmt.Sprintf("Nothing was done, for the %dth time in a row: %s", h.invalid[name], problem)
		r.Next += " If that is not possible, use another tool or tell the user."
	}
	return r
}

// Repair reads the arguments of a call from text and makes them fit s. own is the tool's own repair, or nil. notes tells what
// was repaired; problem is not empty when the arguments cannot be used.
func Repair(text string, s *Schema, own func(map[string]any) []string) (args json.RawMessage, notes []string, problem string) {
	obj, note, problem := object(text)
	if problem != "" {
		return nil, nil, problem
	}
	if note != "" {
		notes = append(notes, note)
	}
	if own != nil {
		notes = append(notes, own(obj)...)
	}
	if !s.Open {
		notes = append(notes, dropTalk(obj, s)...)
		notes = append(notes, repairKeys(obj, s)...)
	}
	for _, p := range s.Props {
		v, ok := obj[p.Name]
		if !ok {
			continue
		}
		if v == nil && !p.Required && !p.Schema.allows("null") {
			delete(obj, p.Name)
			continue
		}
		if fixed, note := repairValue(v, p.Schema); note != "" {
			obj[p.Name] = fixed
			notes = append(notes, fmt.Sprintf("%q %s", p.Name, note))
		}
	}
	if len(notes) > 0 {
		notes = []string{"arguments repaired: " + strings.Join(notes, "; ")}
	}
	if wrong := s.Check(obj); len(wrong) > 0 {
		return nil, notes, strings.Join(wrong, "; ") + "."
	}
	args = jsonOf(obj)
	if args == nil {
		return nil, notes, "the arguments cannot be written as JSON."
	}
	return args, notes, ""
}
