package openai

import (
	"encoding/json"
	"regexp"
	"strings"
)

// textCall is a call a model wrote into its text (T19).
type textCall struct{ name, args string }

// opener is how such a call may begin. A fence is ordinary in an answer too, so it holds the text back only until it closes.
type opener struct {
	mark  string
	fence bool
	parse func(body string, known func(string) bool) (calls []textCall, rest string, ok bool)
}

// openers are tried in this order at each place.
var openers = []opener{
	{mark: "<tool_call>", parse: tagged("</tool_call>")},
	{mark: "<function_call>", parse: tagged("</function_call>")},
	{mark: "<function=", parse: functionTag},
	{mark: "<|tool_call>", parse: gemmaCall},
	{mark: "<|tool_calls_section_begin|>", parse: kimiSection},
	{mark: "<|tool_call_begin|>", parse: kimiCalls},
	{mark: "<｜tool▁calls▁begin｜>", parse: deepseekSection},
	{mark: "<｜tool▁call▁begin｜>", parse: deepseekCalls},
	{mark: "[TOOL_CALLS]", parse: afterMark},
	{mark: "```", fence: true, parse: fenced},
}

// findCalls takes all calls of known tools out of a text and returns what else it says. A block that names an unknown tool, or is
// broken, stays text.
func findCalls(s string, known func(string) bool) (calls []textCall, rest string) {
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") && !strings.HasPrefix(t, "[TOOL_CALLS]") {
		if c, after, ok := jsonCalls(t, known); ok {
			return c, strings.TrimSpace(after)
		}
	}
	var out strings.Builder
	for s != "" {
		i, op := firstOpener(s)
		if i < 0 {
			break
		}
		out.WriteString(s[:i])
		body := s[i+len(op.mark):]
		if c, after, ok := op.parse(body, known); ok {
			calls = append(calls, c...)
			s = after
			continue
		}
		out.WriteString(op.mark)
		s = body
	}
	out.WriteString(s)
	if len(calls) == 0 {
		return nil, out.String()
	}
	return calls, strings.TrimSpace(out.String())
}

func firstOpener(s string) (int, opener) {
	at, found := -1, opener{}
	for _, op := range openers {
		if i := strings.Index(s, op.mark); i >= 0 && (at < 0 || i < at) {
			at, found = i, op
		}
	}
	return at, found
}

// tagged reads what stands between a tag and its end; the end may be missing, since generation can stop there.
func tagged(shut string) func(string, func(string) bool) ([]textCall, string, bool) {
	return func(body string, known func(string) bool) ([]textCall, string, bool) {
		inner, rest, _ := strings.Cut(body, shut)
		if t := strings.TrimSpace(inner); strings.HasPrefix(t, "<function=") {
			c, _, ok := functionTag(t[len("<function="):], known)
			return c, rest, ok
		}
		if c, _, ok := jsonCalls(inner, known); ok {
			return c, rest, true
		}
		c, ok := keyTags(inner, known)
		return c, rest, ok
	}
}

var parameterTag = regexp.MustCompile(`(?s)<parameter=([\w.-]+)>\n?(.*?)\n?</parameter>`)

// functionTag reads `NAME>…</function>` with a JSON object or parameter tags inside.
func functionTag(body string, known func(string) bool) ([]textCall, string, bool) {
	name, body, ok := strings.Cut(body, ">")
	name = strings.Trim(strings.TrimSpace(name), `"'`)
	if !ok || !known(name) {
		return nil, "", false
	}
	inner, rest, _ := strings.Cut(body, "</function>")
	rest = strings.TrimPrefix(strings.TrimLeft(rest, " \r\n"), "</tool_call>")
	if strings.HasPrefix(strings.TrimSpace(inner), "{") {
		v, _, ok := firstJSON(inner)
		return []textCall{{name, v}}, rest, ok
	}
	args := map[string]any{}
	for _, m := range parameterTag.FindAllStringSubmatch(inner, -1) {
		args[m[1]] = plainValue(m[2])
	}
	return []textCall{{name, encode(args)}}, rest, true
}

var argTags = regexp.MustCompile(`(?s)<arg_key>\s*(.*?)\s*</arg_key>\s*<arg_value>\n?(.*?)\n?</arg_value>`)

// keyTags reads GLM's form: the name, then a key and a value tag for each argument.
func keyTags(inner string, known func(string) bool) ([]textCall, bool) {
	name, _, _ := strings.Cut(inner, "<arg_key>")
	name = strings.TrimSpace(name)
	if !known(name) {
		return nil, false
	}
	args := map[string]any{}
	for _, m := range argTags.FindAllStringSubmatch(inner, -1) {
		args[m[1]] = plainValue(m[2])
	}
	return []textCall{{name, encode(args)}}, true
}

var bareKey = regexp.MustCompile(`([{,]\s*)([A-Za-z_]\w*)\s*:`)

// gemmaCall reads `call:NAME{key:<|"|>text<|"|>,n:1}<tool_call|>`.
func gemmaCall(body string, known func(string) bool) ([]textCall, string, bool) {
	inner, rest, _ := strings.Cut(body, "<tool_call|>")
	inner, ok := strings.CutPrefix(strings.TrimSpace(inner), "call:")
	i := strings.IndexByte(inner, '{')
	if !ok || i < 0 || !known(strings.TrimSpace(inner[:i])) {
		return nil, "", false
	}
	name, args := strings.TrimSpace(inner[:i]), inner[i:]
	if !json.Valid([]byte(args)) {
		var b strings.Builder
		for n, piece := range strings.Split(args, `<|"|>`) { // every second piece is a string
			if n%2 == 1 {
				b.WriteString(encode(piece))
			} else {
				b.WriteString(bareKey.ReplaceAllString(piece, `$1"$2":`))
			}
		}
		args = b.String()
	}
	return []textCall{{name, args}}, rest, true
}

func kimiSection(body string, known func(string) bool) ([]textCall, string, bool) {
	inner, rest, _ := strings.Cut(body, "<|tool_calls_section_end|>")
	_, inner, ok := strings.Cut(inner, "<|tool_call_begin|>")
	if !ok {
		return nil, "", false
	}
	c, _, ok := kimiCalls(inner, known)
	return c, rest, ok
}

// kimiCalls reads `functions.NAME:0<|tool_call_argument_begin|>{…}<|tool_call_end|>`, and more calls after it.
func kimiCalls(body string, known func(string) bool) (calls []textCall, rest string, ok bool) {
	for {
		head, after, cut := strings.Cut(body, "<|tool_call_argument_begin|>")
		args, tail, _ := strings.Cut(after, "<|tool_call_end|>")
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(head), "functions."), ":")
		if !cut || !known(name) {
			return nil, "", false
		}
		calls = append(calls, textCall{name, strings.TrimSpace(args)})
		next, more := strings.CutPrefix(strings.TrimSpace(tail), "<|tool_call_begin|>")
		if !more {
			return calls, tail, true
		}
		body = next
	}
}

func deepseekSection(body string, known func(string) bool) ([]textCall, string, bool) {
	inner, rest, _ := strings.Cut(body, "<｜tool▁calls▁end｜>")
	_, inner, ok := strings.Cut(inner, "<｜tool▁call▁begin｜>")
	if !ok {
		return nil, "", false
	}
	c, _, ok := deepseekCalls(inner, known)
	return c, rest, ok
}

// deepseekCalls reads `NAME<｜tool▁sep｜>{…}<｜tool▁call▁end｜>` or the older `function<｜tool▁sep｜>NAME`, fence, object, fence.
func deepseekCalls(body string, known func(string) bool) (calls []textCall, rest string, ok bool) {
	for {
		block, tail, _ := strings.Cut(body, "<｜tool▁call▁end｜>")
		head, args, cut := strings.Cut(block, "<｜tool▁sep｜>")
		name := strings.TrimSpace(head)
		if name == "function" {
			name, args, _ = strings.Cut(args, "\n")
			name = strings.TrimSpace(name)
		}
		v, _, isJSON := firstJSON(args)
		if !cut || !known(name) || !isJSON {
			return nil, "", false
		}
		calls = append(calls, textCall{name, v})
		next, more := strings.CutPrefix(strings.TrimSpace(tail), "<｜tool▁call▁begin｜>")
		if !more {
			return calls, tail, true
		}
		body = next
	}
}

func afterMark(body string, known func(string) bool) ([]textCall, string, bool) {
	return jsonCalls(body, known)
}

// fenced reads a fence whose whole body is calls.
func fenced(body string, known func(string) bool) ([]textCall, string, bool) {
	label, inner, ok := strings.Cut(body, "\n")
	if !ok || strings.ContainsAny(strings.TrimSpace(label), " {") {
		return nil, "", false
	}
	inner, rest, _ := strings.Cut(inner, "```")
	calls, after, ok := jsonCalls(inner, known)
	if !ok || strings.TrimSpace(after) != "" {
		return nil, "", false
	}
	return calls, rest, true
}

// jsonCalls reads one or more JSON values at the start of s, each a call or a list of calls; at least one, and all of known tools.
func jsonCalls(s string, known func(string) bool) (calls []textCall, rest string, ok bool) {
	for {
		t := strings.TrimLeft(s, " \t\r\n,;")
		if !strings.HasPrefix(t, "{") && !strings.HasPrefix(t, "[") {
			return calls, s, len(calls) > 0
		}
		v, after, isJSON := firstJSON(t)
		if !isJSON {
			return calls, s, len(calls) > 0
		}
		c, good := callsOf([]byte(v), known)
		if !good {
			return calls, s, len(calls) > 0
		}
		calls, s = append(calls, c...), after
	}
}

// callsOf reads the shapes of a call: {name, arguments}, {function: …}, {tool_call: …}, {tool_calls: […]}, and a list of them.
func callsOf(raw json.RawMessage, known func(string) bool) ([]textCall, bool) {
	if l := list(raw); l != nil {
		var all []textCall
		for _, r := range l {
			c, ok := callsOf(r, known)
			if !ok {
				return nil, false
			}
			all = append(all, c...)
		}
		return all, len(all) > 0
	}
	m := fields(raw)
	for _, key := range []string{"tool_call", "tool_calls", "function_call"} {
		if given(m[key]) {
			return callsOf(m[key], known)
		}
	}
	if fields(m["function"]) != nil {
		return callsOf(m["function"], known)
	}
	name := text(m["name"])
	if name == "" {
		name = text(m["function"])
	}
	if !known(name) {
		return nil, false
	}
	for _, key := range []string{"arguments", "parameters", "args", "input"} {
		if given(m[key]) {
			return []textCall{{name, unwrap(argText(m[key]))}}, true
		}
	}
	return []textCall{{name, "{}"}}, true
}

// firstJSON is the first JSON object or array in s, and what follows it.
func firstJSON(s string) (value, rest string, ok bool) {
	i := strings.IndexAny(s, "{[")
	if i < 0 {
		return "", "", false
	}
	dec := json.NewDecoder(strings.NewReader(s[i:]))
	var raw json.RawMessage
	if dec.Decode(&raw) != nil {
		return "", "", false
	}
	return string(raw), s[i+int(dec.InputOffset()):], true
}

// plainValue reads a parameter written without JSON: a number, a truth value, an object, or else the text itself.
func plainValue(s string) any {
	t := strings.TrimSpace(s)
	if t != "" && t[0] != '"' && json.Valid([]byte(t)) {
		return json.RawMessage(t)
	}
	return s
}
