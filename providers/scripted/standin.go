package scripted

import (
	"encoding/json"
	"fmt"
	"regexp"
)

// word is a tool as the scenes of tool calls name it. What is played names a tool of the request instead.
var word = regexp.MustCompile(`\b(tap|wait|home)\b`)

// need is what a tool must be to stand in for a word of the scenes.
type need struct {
	purpose string   // for people
	names   []string // the usual ones first
	args    []string // that the scene gives it
}

var needs = map[string]need{
	"tap":  {"taps at x and y", []string{"tap", "ua_tap", "click", "mobile_tap"}, []string{"x", "y"}},
	"wait": {"waits for seconds", []string{"wait", "sleep"}, []string{"seconds"}},
	"home": {"needs no arguments", []string{"home", "get_foreground_app", "get_time", "ui_dump", "device_info"}, nil},
}

// offering makes scenes call the tools that a request offers, and say what came of them once they have answered. A request that offers
// nothing fit is told so.
func offering(group []scene) []scene {
	out := make([]scene, len(group))
	for i, s := range group {
		out[i] = scene{s.name, s.about, func(q *request) *tape {
			if r := q.results(); len(r) > 0 {
				return say(fmt.Sprintf("%d result(s) came back. The last: %s", len(r), shorten(r[len(r)-1])))
			}
			return withTools(q, s.play(q))
		}}
	}
	return out
}

// withTools puts the names of offered tools in the place of the words.
func withTools(q *request, t *tape) *tape {
	missing := ""
	for i := range t.steps {
		t.steps[i].bytes = word.ReplaceAllStringFunc(t.steps[i].bytes, func(w string) string {
			name := q.standIn(needs[w])
			if name == "" {
				missing = needs[w].purpose
			}
			return name
		})
	}
	if missing != "" {
		return say("FAILED: this scenario calls a tool that " + missing + ", and the request offers none.")
	}
	return t
}

// standIn is the first offered tool that takes the arguments of n and requires no others, or "".
func (q *request) standIn(n need) string {
	for _, name := range n.names {
		for _, t := range q.Tools {
			if t.Function.Name == name && takes(t.Function.Parameters, n.args) {
				return name
			}
		}
	}
	return ""
}

func takes(schema json.RawMessage, args []string) bool {
	var s struct {
		Properties map[string]json.RawMessage
		Required   []string
	}
	if len(schema) > 0 && json.Unmarshal(schema, &s) != nil {
		return false
	}
	given := map[string]bool{}
	for _, a := range args {
		if _, ok := s.Properties[a]; !ok {
			return false
		}
		given[a] = true
	}
	for _, r := range s.Required {
		if !given[r] {
			return false
		}
	}
	return true
}
