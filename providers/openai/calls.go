package openai

import (
	"encoding/json"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// call is one tool call while its pieces come in.
type call struct {
	id         string // ours
	providerID string
	name       string
	index      int
	hasIndex   bool
	pieces     []string
	extra      json.RawMessage
	announced  bool
}

func (c *call) joined() string { return strings.Join(c.pieces, "") }

// whole reports whether the arguments so far are a JSON object, so that a new one must belong to another call.
func (c *call) whole() bool { return fields([]byte(c.joined())) != nil }

// assembler puts the fragments of parallel calls together, one buffer a call (T1, T8).
type assembler struct {
	calls   []*call
	pending json.RawMessage // extra_content that came before any call
}

// take adds a fragment and returns the call it went to.
func (a *assembler) take(f fragment) *call {
	c := a.find(f)
	if c == nil {
		c = &call{id: providers.NewCallID(), index: f.index, hasIndex: f.hasIndex} // T9, T10: the id is always ours
		c.extra, a.pending = a.pending, nil
		a.calls = append(a.calls, c)
	}
	if c.providerID == "" { // T2: fill in what is missing; T3, T4: nothing given means "as before"
		c.providerID = f.id
	}
	if c.name == "" { // T5: never append names
		c.name = f.name
	}
	if f.args != "" {
		c.pieces = append(c.pieces, f.args)
	}
	if f.extra != nil {
		c.extra = f.extra
	}
	return c
}

// find says which call a fragment belongs to; nil starts a new one.
func (a *assembler) find(f fragment) *call {
	if f.hasIndex {
		c := a.at(f.index)
		if c == nil || f.id != "" && c.providerID != "" && f.id != c.providerID || another(c, f) { // T7
			return nil
		}
		return c
	}
	last := a.last()
	if f.id == "" && f.name == "" { // T6
		return last
	}
	if f.id != "" {
		for i := len(a.calls) - 1; i >= 0; i-- {
			if c := a.calls[i]; c.providerID == f.id {
				if another(c, f) { // T10: one id for two calls
					return nil
				}
				return c
			}
		}
		if last != nil && last.providerID == "" && (f.name == "" || f.name == last.name) && !another(last, f) {
			return last
		}
		return nil
	}
	if last == nil || f.name != last.name || another(last, f) {
		return nil
	}
	return last
}

// another reports whether f, addressed like c, must be a call of its own: it names a function, brings an object of its own, and c is
// complete with a different one. The same object again is a repetition (T14).
func another(c *call, f fragment) bool {
	if f.name == "" || !strings.HasPrefix(strings.TrimSpace(f.args), "{") || !c.whole() {
		return false
	}
	if f.name != c.name {
		return true
	}
	_, same := twice(c.joined() + f.args)
	return !same && fields([]byte(f.args)) != nil
}

// at is the newest call with this index.
func (a *assembler) at(index int) *call {
	for i := len(a.calls) - 1; i >= 0; i-- {
		if c := a.calls[i]; c.hasIndex && c.index == index {
			return c
		}
	}
	return nil
}

func (a *assembler) last() *call {
	if len(a.calls) == 0 {
		return nil
	}
	return a.calls[len(a.calls)-1]
}

// attach stores extra_content that came in a delta of its own (T22): with the newest call, or the first to come.
func (a *assembler) attach(extra json.RawMessage) {
	if c := a.last(); c != nil {
		if c.extra == nil {
			c.extra = extra
		}
		return
	}
	a.pending = extra
}

// finish returns the calls that have a name, and how many had none. Arguments that are missing become an empty object where the
// schema asks for nothing (T13).
func (a *assembler) finish(schemas map[string]json.RawMessage) (done []providers.ToolCall, nameless int) {
	for _, c := range a.calls {
		if c.name == "" {
			nameless++
			continue
		}
		args := joinArgs(c.pieces)
		if t := strings.TrimSpace(args); t == "" || t == "null" {
			args = ""
			if s, known := schemas[c.name]; known && needsNothing(s) {
				args = "{}"
			}
		}
		done = append(done, providers.ToolCall{ID: c.id, ProviderID: c.providerID, Name: c.name, Args: args, Extra: c.extra})
	}
	return done, nameless
}
