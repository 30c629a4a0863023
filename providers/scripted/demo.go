package scripted

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// demoPace is the pause between two words of the demo model.
const demoPace = 5 * time.Millisecond

// demo is the model "demo": it plans the goal of the last user message and plays the next call, or the answer that ends the turn. The
// first line of that answer begins with "DONE: " or "FAILED: ".
//
// It keeps no state. Each request holds the whole conversation, so the plan is run again from its start with the results that are
// recorded, up to the first call that has none: that call is what comes next.
func demo(q *request) *tape {
	p := newPilot(q)
	answer := p.fly()
	if p.next == nil {
		return demoTape(q, answer, nil)
	}
	return demoTape(q, p.next.say, p.next)
}

// newPilot reads the goal, the tools on offer, and what they returned so far.
func newPilot(q *request) *pilot {
	p := &pilot{tools: map[string]json.RawMessage{}}
	for _, t := range q.Tools {
		p.tools[t.Function.Name] = t.Function.Parameters
	}
	goal, rest := q.turn()
	p.goal = goal
	results := map[string]string{}
	for _, m := range rest {
		if m.Role == "tool" {
			results[m.ToolCallID] = m.text()
		}
	}
	for _, m := range rest {
		for _, c := range m.ToolCalls {
			p.past = append(p.past, results[c.ID])
		}
	}
	return p
}

// fly carries the goal out as far as the recorded results reach and returns the last answer, or "" with p.next set.
func (p *pilot) fly() string {
	tasks, err := parseGoal(p.goal)
	if err != nil {
		return "FAILED: " + err.Error() + "\nNothing was done on the phone. " + abilities
	}
	var done []string
	for _, t := range tasks {
		report, err := t(p)
		var no cannot
		switch {
		case errors.Is(err, errNext):
			return ""
		case errors.As(err, &no):
			answer := "FAILED: " + no.Error()
			if len(done) > 0 {
				answer += "\nBefore that: " + strings.Join(done, "; ") + "."
			}
			return answer
		}
		done = append(done, report)
	}
	return "DONE: " + strings.Join(done, "; ") + "."
}

// abilities tells what demo can do, for goals it does not understand.
const abilities = "I am a small scripted model, not a language model. I can switch settings on and off, set the brightness, open apps, write notes, " +
	"use the calculator, tap, type and scroll by the words on the screen, press keys, take a screenshot, and tell the Android version, the battery and the time."

// demoTape streams words and at most one call, and counts tokens as words.
func demoTape(q *request, say string, call *nextCall) *tape {
	t := stream(event(chunk(roleDelta, "")))
	words := strings.SplitAfter(say, " ")
	for _, w := range words {
		if w != "" {
			t.after(demoPace, event(chunk(textDelta(w), "")))
		}
	}
	finish, out := "stop", len(words)
	if call != nil {
		finish = "tool_calls"
		out += len(strings.Fields(call.args)) + 1
		id := fmt.Sprintf("call_demo_%d", len(q.Messages))
		t.after(demoPace, event(chunk(frag(fmt.Sprintf(`"index":0,"id":%q,"type":"function","function":{"name":%s,"arguments":""}`, id, quote(call.name))), "")))
		for _, piece := range pieces(call.args, 16) {
			t.after(demoPace, event(chunk(frag(`"index":0,"function":{"arguments":`+quote(piece)+`}`), "")))
		}
	}
	in := 0
	for _, m := range q.Messages {
		in += len(strings.Fields(m.text())) + 1
	}
	for _, tool := range q.Tools {
		in += len(strings.Fields(string(tool.Function.Parameters))) + 1
	}
	t.add(event(chunk("{}", finish)))
	if q.StreamOptions != nil && q.StreamOptions.IncludeUsage {
		t.add(event(usageChunk(fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d}`, in, out, in+out))))
	}
	return t.add(doneMark)
}
