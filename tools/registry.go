package tools

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Registry is a fixed, ordered set of tools with unique names. The order never changes within a run, so that the list a model
// is shown stays the same and can be cached.
type Registry struct {
	list  []Tool
	names map[string]int
}

// NewRegistry collects tools in the order given. Two tools of one name, or a tool without a name, are an error. Nil tools are
// passed over, so a tool that needs what is not there can be left out where the list is written.
func NewRegistry(list ...Tool) (*Registry, error) {
	r := &Registry{names: make(map[string]int, len(list))}
	for _, t := range list {
		if t == nil {
			continue
		}
		name := t.Spec().Name
		if name == "" {
			return nil, fmt.Errorf("register tool %d: no name", len(r.list))
		}
		if _, dup := r.names[name]; dup {
			return nil, fmt.Errorf("register tool %s: the name is taken", name)
		}
		r.names[name] = len(r.list)
		r.list = append(r.list, t)
	}
	return r, nil
}

// Len is the number of tools.
func (r *Registry) Len() int { return len(r.list) }

// All yields the tools in order.
func (r *Registry) All() iter.Seq[Tool] { return slices.Values(r.list) }

// Names lists the names in order.
func (r *Registry) Names() []string {
	names := make([]string, len(r.list))
	for i, t := range r.list {
		names[i] = t.Spec().Name
	}
	return names
}

// Lookup finds a tool by its exact name.
func (r *Registry) Lookup(name string) (Tool, bool) {
	if i, ok := r.names[name]; ok {
		return r.list[i], true
	}
	return nil, false
}

// Shown lists what a model is told of in a mode: nothing in chat (MG-01), what is read-only in plan (MG-02), else everything.
func (r *Registry) Shown(m Mode) []Spec {
	if m == Chat {
		return nil
	}
	var out []Spec
	for _, t := range r.list {
		if s := t.Spec(); m != Plan || s.ReadOnly {
			out = append(out, s)
		}
	}
	return out
}

// Unknown is the answer to a call of a tool that does not exist (AG-16): denied, with the nearest names.
func (r *Registry) Unknown(name string) Result {
	res := Result{Status: Denied, Code: CodeUnknownTool, Text: fmt.Sprintf("There is no tool named %q.", name)}
	if near := r.near(name); len(near) > 0 {
		res.Next = "Did you mean " + strings.Join(near, " or ") + "?"
	} else {
		res.Next = "The tools are: " + strings.Join(r.Names(), ", ") + "."
	}
	return res
}

// near lists up to three names that look like name.
func (r *Registry) near(name string) []string {
	type hit struct {
		name string
		d    int
	}
	var hits []hit
	low := strings.ToLower(name)
	for _, n := range r.Names() {
		d := editDistance(low, n, 4)
		if len(low) >= 3 && (strings.Contains(n, low) || strings.Contains(low, n)) {
			d = min(d, 1)
		}
		if d <= 3 {
			hits = append(hits, hit{n, d})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return a.d - b.d })
	var out []string
	for _, h := range hits[:min(3, len(hits))] {
		out = append(out, h.name)
	}
	return out
}

// editDistance is the number of single-character insertions, removals and replacements between a and b (Levenshtein), or
// limit when it is not less than that.
func editDistance(a, b string, limit int) int {
	ra, rb := []rune(a), []rune(b)
	if d := len(ra) - len(rb); d >= limit || -d >= limit {
		return limit
	}
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, ca := range ra {
		diag := row[0]
		row[0] = i + 1
		for j, cb := range rb {
			cost := diag
			if ca != cb {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, diag+1)
		}
	}
	return min(limit, row[len(rb)])
}
