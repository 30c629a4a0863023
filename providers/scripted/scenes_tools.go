package scripted

// frag is one fragment of tool_calls, given as the JSON between the braces.
func frag(fields ...string) string {
	s := `{"tool_calls":[`
	for i, f := range fields {
		if i > 0 {
			s += ","
		}
		s += "{" + f + "}"
	}
	return s + "]}"
}

// toolScenes play the ways native calls are written (T1…T22). The call is tap{"x":10,"y":20}; where there are two, the other is
// wait{"seconds":2}; one without arguments is home. See offering for the tools that are really called.
var toolScenes = []scene{
	{"tool_fragments", "one call, its arguments in small pieces", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":""}`),
		frag(`"index":0,"function":{"arguments":"{\"x\""}`), frag(`"index":0,"function":{"arguments":": 10, \"y"}`),
		frag(`"index":0,"function":{"arguments":"\": 20"}`), frag(`"index":0,"function":{"arguments":"}"}`))},
	{"tool_parallel_interleaved", "two calls, their pieces mixed", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":""}`),
		frag(`"index":1,"id":"call_2","type":"function","function":{"name":"wait","arguments":""}`),
		frag(`"index":0,"function":{"arguments":"{\"x\":10,"}`), frag(`"index":1,"function":{"arguments":"{\"sec"}`),
		frag(`"index":0,"function":{"arguments":"\"y\":20}"}`, `"index":1,"function":{"arguments":"onds\":2}"}`))},
	{"tool_missing_index", "two calls without any index", deltas("tool_calls",
		frag(`"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,"}`), frag(`"function":{"arguments":"\"y\":20}"}`),
		frag(`"id":"call_2","type":"function","function":{"name":"wait","arguments":"{\"seconds\":2}"}`))},
	{"tool_all_index0", "two calls, both with index 0", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":0,"id":"call_2","type":"function","function":{"name":"wait","arguments":"{\"seconds\":2}"}`))},
	{"tool_all_index0_pieces", "two calls in pieces, all with index 0", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":""}`), frag(`"index":0,"function":{"arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":0,"id":"call_2","type":"function","function":{"name":"wait","arguments":""}`), frag(`"index":0,"function":{"arguments":"{\"seconds\":2}"}`))},
	{"tool_empty_id_later", "later fragments with an empty id and name", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,"}`),
		frag(`"index":0,"id":"","type":"function","function":{"name":"","arguments":"\"y\":20}"}`))},
	{"tool_null_id_later", "later fragments with null id, name and arguments", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":null}`),
		frag(`"index":0,"id":null,"type":null,"function":{"name":null,"arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":0,"id":null,"function":{"name":null,"arguments":null}`))},
	{"tool_repeat_id_name", "id and name in every fragment", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":"}`),
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"10,\"y\":"}`),
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"20}"}`))},
	{"tool_no_id", "calls without an id", deltas("tool_calls",
		frag(`"index":0,"type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":1,"type":"function","function":{"name":"wait","arguments":"{\"seconds\":2}"}`))},
	{"tool_duplicate_ids", "one id for two calls", deltas("tool_calls",
		frag(`"index":0,"id":"functions.tap:0","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":1,"id":"functions.tap:0","type":"function","function":{"name":"tap","arguments":"{\"x\":30,\"y\":40}"}`))},
	{"tool_name_ids", "the name as the id, no index, two calls of one name", deltas("stop",
		frag(`"id":"tap","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"id":"tap","type":"function","function":{"name":"tap","arguments":"{\"x\":30,\"y\":40}"}`))},
	{"tool_args_object", "arguments as an object instead of text", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":{"x":10,"y":20}}`))},
	{"tool_double_encoded", "arguments encoded twice", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"\"{\\\"x\\\":10,"}`),
		frag(`"index":0,"function":{"arguments":"\\\"y\\\":20}\""}`))},
	{"tool_empty_args", "no arguments at all", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"home","arguments":""}`))},
	{"tool_null_args", "null as arguments", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"home","arguments":null}`))},
	{"tool_args_twice", "the arguments two times", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":0,"function":{"arguments":"{\"x\":10,\"y\":20}"}`))},
	{"tool_args_cumulative", "each fragment repeats all before it", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{"}`),
		frag(`"index":0,"function":{"arguments":"{\"x\":10"}`), frag(`"index":0,"function":{"arguments":"{\"x\":10,\"y\":20}"}`))},
	{"tool_args_invalid", "arguments that are no JSON", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{x: 10, y: 20"}`))},
	{"tool_unknown", "a tool nobody offered", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"teleport","arguments":"{}"}`))},
	{"tool_identical", "the same call three times", deltas("tool_calls",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":1,"id":"call_2","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		frag(`"index":2,"id":"call_3","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`))},
	{"tool_finish_stop", "finish reason stop although there is a call", deltas("stop",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`))},
	{"tool_with_finish_same_chunk", "call, finish reason and counts in one chunk", raw(
		`{"id":"chatcmpl-1","object":"chat.completion.chunk","model":"scripted","choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}}]},"finish_reason":"tool_calls"}],"usage":` + usageJSON + `}`)},
	{"tool_truncated_length", "a call cut off at the token limit", deltas("length",
		frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\": 1"}`))},
	{"tool_finish_no_call", "finish reason tool_calls and no call; the plain answer has one", func(q *request) *tape {
		if !q.Stream {
			return jsonTools()
		}
		return with("tool_calls")
	}},
	{"legacy_function_call", "the old function_call field", deltas("function_call",
		`{"function_call":{"name":"tap","arguments":""}}`, `{"function_call":{"arguments":"{\"x\":10,"}}`, `{"function_call":{"arguments":"\"y\":20}"}}`)},
	{"gemini_extra_content", "a thought signature on the call", deltas("stop",
		frag(`"id":"function-call-1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"},"extra_content":{"google":{"thought_signature":"c2ln"}}`))},
	{"gemini_extra_delta", "a thought signature in a delta of its own", deltas("stop",
		frag(`"id":"function-call-1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`),
		`{"extra_content":{"google":{"thought_signature":"c2ln"}}}`)},
}

// textToolScenes play calls that are written into the text (T19).
var textToolScenes = []scene{
	{"tool_in_text", "a call between tags in the text", deltas("stop", textDelta("I do it. <tool"),
		textDelta("_call>\n{\"name\": \"tap\", \"argu"), textDelta("ments\": {\"x\": 10, \"y\": 20}}\n</tool_call>"))},
	{"tool_in_text_two", "two calls between tags", deltas("stop",
		textDelta(`<tool_call>{"name":"tap","arguments":{"x":10,"y":20}}</tool_call>`+"\n"+`<tool_call>{"name":"wait","arguments":{"seconds":2}}</tool_call>`))},
	{"tool_in_fence", "a call in a fenced block", deltas("stop", textDelta("I do it.\n``"), textDelta("`json\n{\"name\": \"tap\", \"arguments\": {\"x\": 10, \"y\": 20}}\n```"))},
	{"tool_function_tag", "a call in a function tag", deltas("stop", textDelta("<function=tap><parameter=x>10</parameter>"), textDelta("<parameter=y>20</parameter></function>"))},
	{"tool_gemma", "a call in Gemma's marks", deltas("stop", textDelta("<|tool_call>call:tap{x:10,y:20}<tool_call|>"))},
	{"tool_kimi_section", "calls in Kimi's section marks", deltas("stop", textDelta("<|tool_calls_section_begin|><|tool_call_begin|>functions.tap:0<|tool_call_argument_begin|>"),
		textDelta(`{"x":10,"y":20}<|tool_call_end|><|tool_calls_section_end|>`))},
	{"tool_deepseek_section", "calls in DeepSeek's section marks", deltas("stop", textDelta("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>tap\n```json\n"),
		textDelta("{\"x\":10,\"y\":20}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"))},
	{"tool_bare_json", "an answer that is a bare object with name and arguments", deltas("stop", textDelta(`{"name": "tap", `), textDelta(`"parameters": {"x": 10, "y": 20}}`))},
	{"tool_json_array", "an answer that is a list of calls", deltas("stop",
		textDelta(`[{"function":"tap","arguments":{"x":10,"y":20}},{"name":"wait","arguments":{"seconds":2}}]`))},
	{"tool_text_unknown", "a call in the text to a tool nobody offered", deltas("stop", textDelta(`<tool_call>{"name":"teleport","arguments":{}}</tool_call>`))},
	{"code_in_fence", "a fenced block that is no call", deltas("stop", textDelta("Look:\n```json\n{\"a\": 1}\n`"), textDelta("``\nThat is all."))},
}

// usageScenes play the ways counts are written (U1…U6).
var usageScenes = []scene{
	{"usage_every_chunk", "counts in each chunk", raw(
		withUsage(chunk(textDelta("Hello, "), ""), `{"prompt_tokens":11,"completion_tokens":1}`),
		withUsage(chunk(textDelta("world."), ""), `{"prompt_tokens":11,"completion_tokens":2}`),
		withUsage(chunk("{}", "stop"), usageJSON))},
	{"usage_null", "null counts until the last chunk", raw(
		withUsage(chunk(textDelta("Hello, world."), ""), "null"), withUsage(chunk("{}", "stop"), "null"), usageChunk(usageJSON))},
	{"usage_in_choice", "counts inside the choice", raw(
		chunk(textDelta("Hello, world."), ""),
		`{"id":"chatcmpl-1","choices":[{"index":0,"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":11,"completion_tokens":3,"cached_tokens":8}}]}`)},
	{"usage_deepseek_cache", "DeepSeek's counts of cached tokens", raw(
		chunk(textDelta("Hello, world."), ""),
		withUsage(chunk("{}", "stop"), `{"prompt_tokens":11,"completion_tokens":3,"prompt_cache_hit_tokens":8,"prompt_cache_miss_tokens":3,"completion_tokens_details":{"reasoning_tokens":2}}`))},
	{"usage_openai_details", "details of cached, written and reasoning tokens", raw(
		chunk(textDelta("Hello, world."), ""), chunk("{}", "stop"),
		usageChunk(`{"prompt_tokens":11,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":8,"cache_write_tokens":3},"completion_tokens_details":{"reasoning_tokens":2}}`))},
	{"usage_none", "no counts at all", raw(chunk(textDelta("Hello, world."), ""), chunk("{}", "stop"))},
}

// withUsage puts counts into a chunk.
func withUsage(chunk, usage string) string { return chunk[:len(chunk)-1] + `,"usage":` + usage + "}" }
