package scripted

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// callOf is one call an agent scenario makes.
type callOf struct{ name, args string }

// calls is an answer that says something and calls tools.
func calls(q *request, say string, cs ...callOf) *tape {
	var d []string
	if say != "" {
		d = append(d, textDelta(say))
	}
	for i, c := range cs {
		id := fmt.Sprintf("call_%d_%d", len(q.Messages), i)
		d = append(d, frag(fmt.Sprintf(`"index":%d,"id":%q,"type":"function","function":{"name":%s,"arguments":""}`, i, id, quote(c.name))))
		for _, p := range pieces(c.args, 12) {
			d = append(d, frag(fmt.Sprintf(`"index":%d,"function":{"arguments":%s}`, i, quote(p))))
		}
	}
	return with("tool_calls", d...)
}

// say is an answer of text alone, a word at a time.
func say(text string) *tape {
	var d []string
	for _, w := range strings.SplitAfter(text, " ") {
		d = append(d, textDelta(w))
	}
	return with("stop", d...)
}

// looks are tools that change nothing and need no arguments, the usual ones first.
func look(q *request) callOf {
	for _, name := range []string{"get_foreground_app", "get_time", "ui_dump", "device_info", "take_screenshot"} {
		if q.has(name) {
			return callOf{name, "{}"}
		}
	}
	if len(q.Tools) > 0 {
		return callOf{q.Tools[0].Function.Name, "{}"}
	}
	return callOf{"get_time", "{}"}
}

// rounds calls a tool n times, one after another, then tells what the last one said.
func rounds(n int) func(*request) *tape {
	return func(q *request) *tape {
		if done := q.rounds(); done < n {
			return calls(q, fmt.Sprintf("Round %d of %d.", done+1, n), varied(q, done))
		}
		r := q.results()
		return say(fmt.Sprintf("Done after %d rounds. The last result was: %s", n, shorten(r[len(r)-1])))
	}
}

// varied is a call that changes nothing and is not the same twice in a row, so that no guard takes it for a loop.
func varied(q *request, n int) callOf {
	if n%2 == 1 && q.standIn(needs["wait"]) == "wait" {
		return callOf{"wait", fmt.Sprintf(`{"seconds":0.%d}`, 1+n/2%9)}
	}
	return look(q)
}

// once makes one call, then tells what it said.
func onceCall(sayFirst string, make func(q *request) callOf) func(*request) *tape {
	return func(q *request) *tape {
		if r := q.results(); len(r) > 0 {
			return say("The tool said: " + shorten(r[len(r)-1]))
		}
		return calls(q, sayFirst, make(q))
	}
}

func fixed(name, args string) func(*request) callOf {
	return func(*request) callOf { return callOf{name, args} }
}

func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + " …"
	}
	return s
}

// agentScenes talk with an agent: what they do depends on how often tools have answered since the last user message (TS-02).
var agentScenes = []scene{
	{"say", "answers in words, without tools", func(q *request) *tape {
		goal, _ := q.turn()
		return say("You said: " + shorten(goal))
	}},
	{"think_then_say", "thinks, then answers", deltas("stop", `{"reasoning_content":"The user greets me. "}`, `{"reasoning_content":"I greet back."}`, textDelta("Hello!"))},
	{"one_tool", "calls one tool, then tells its result", rounds(1)},
	{"multi_round", "calls tools in three rounds", rounds(3)},
	{"rounds_13", "calls tools in 13 rounds", rounds(13)},
	{"rounds_51", "calls tools in 51 rounds", rounds(51)},
	{"endless", "never stops calling tools", func(q *request) *tape {
		c := []callOf{look(q), {"get_time", "{}"}, {"wait", `{"seconds":1}`}}
		return calls(q, "", c[q.rounds()%len(c)])
	}},
	{"endless_same", "calls the same tool with the same arguments for ever", func(q *request) *tape { return calls(q, "", look(q)) }},
	{"parallel_tools", "three calls in one answer", func(q *request) *tape {
		if r := q.results(); len(r) > 0 {
			return say(fmt.Sprintf("%d results came back.", len(r)))
		}
		return calls(q, "Three at once.", callOf{"get_time", "{}"}, callOf{"get_foreground_app", "{}"}, callOf{"ui_dump", "{}"})
	}},
	{"identical_calls", "the same call twice in one answer", func(q *request) *tape {
		if r := q.results(); len(r) > 0 {
			return say(fmt.Sprintf("%d results came back.", len(r)))
		}
		return calls(q, "", look(q), look(q))
	}},
	{"unknown_tool", "calls a tool that does not exist", onceCall("", fixed("teleport", `{"to":"Mars"}`))},
	{"bad_args", "arguments that are no JSON", onceCall("", fixed("ua_tap_text", `{"text": "Settings", "nth": `))},
	{"bad_args_always", "the same broken arguments again and again", func(q *request) *tape { return calls(q, "", callOf{"ua_tap_text", `{"text": "Settings", `}) }},
	{"double_encoded", "arguments encoded twice", onceCall("", fixed("wait", `"{\"seconds\": 1}"`))},
	{"prose_args", "arguments with words round them", onceCall("", fixed("wait", `Sure! Here are the arguments: {"seconds": 1} Good luck.`))},
	{"wrong_typed", "a number as text", onceCall("", fixed("wait", `{"seconds": "1"}`))},
	{"misspelt_args", "a key with a letter too many", onceCall("", fixed("wait", `{"secondss": 1}`))},
	{"missing_args", "a required argument left out", onceCall("", fixed("wait", `{}`))},
	{"bad_value", "an argument out of range", onceCall("", fixed("ua_tap", `{"x": 99999, "y": -5}`))},
	{"same_failing_call", "the same failing call up to eight times", func(q *request) *tape {
		if n := q.rounds(); n >= 8 {
			return say("I give up.")
		}
		return calls(q, "", callOf{"ua_tap_text", `{"text": "no such label anywhere"}`})
	}},
	{"shell", "a shell command of a risky kind (it harms nothing)", onceCall("I clean up.", fixed("run_shell", `{"command": "rm -rf /sdcard/handset-no-such-folder"}`))},
	{"shell_safe", "a harmless shell command", onceCall("", fixed("run_shell", `{"command": "getprop ro.build.version.release"}`))},
	{"tap_loop", "taps the middle of the screen, ten times", func(q *request) *tape {
		if n := q.rounds(); n < 10 {
			return calls(q, "Tap "+strconv.Itoa(n+1)+".", callOf{"ua_tap", `{"x": 500, "y": 500}`})
		}
		return say("Ten taps.")
	}},
	{"long_wait", "waits for ten minutes", onceCall("", fixed("wait", `{"seconds": 600}`))},
	{"tool_then_stall", "one tool, then silence", func(q *request) *tape {
		if q.rounds() == 0 {
			return calls(q, "", look(q))
		}
		return half().ends(open)
	}},
	{"tool_then_disconnect", "one tool, then the stream breaks", func(q *request) *tape {
		if q.rounds() == 0 {
			return calls(q, "", look(q))
		}
		return half().ends(aborted)
	}},
	{"tool_then_error", "one tool, then a server error for good", func(q *request) *tape {
		if q.rounds() == 0 {
			return calls(q, "", look(q))
		}
		return failing(500, `{"error":{"message":"The server had an error."}}`)()
	}},
	{"slow_think", "three seconds between the words of its thinking", func(*request) *tape {
		t := stream(event(chunk(roleDelta, "")))
		for _, w := range []string{"Let ", "me ", "think ", "about ", "this."} {
			t.after(3*time.Second, event(chunk(`{"reasoning_content":`+quote(w)+`}`, "")))
		}
		return t.add(event(chunk(textDelta("I have thought."), ""))).add(tail("stop")...)
	}},
	{"echo_system", "repeats the system text", func(q *request) *tape {
		for _, m := range q.Messages {
			if m.Role == "system" {
				return with("stop", textDelta(m.text()))
			}
		}
		return say("There is no system text.")
	}},
	{"echo_tools", "lists the tools of the request", func(q *request) *tape {
		var names []string
		for _, t := range q.Tools {
			names = append(names, t.Function.Name)
		}
		return say(fmt.Sprintf("%d tools: %s", len(names), strings.Join(names, ", ")))
	}},
	{"count_pictures", "tells how many pictures the request holds", func(q *request) *tape {
		n := 0
		for _, m := range q.Messages {
			n += m.pictures()
		}
		return say(fmt.Sprintf("I see %d pictures.", n))
	}},
	{"title", "a short title, for title requests", func(*request) *tape { return say("Phone settings") }},
	{"summary", "a short summary, for compression requests", func(*request) *tape {
		return say("The user asked for changes on the phone; they were made and checked.")
	}},
}
