package scripted

import "strings"

// raw is a stream of whole events, given as the JSON of each, and an end mark.
func raw(events ...string) func(*request) *tape {
	return func(*request) *tape {
		t := stream()
		for _, e := range events {
			t.add(event(e))
		}
		return t.add(doneMark)
	}
}

// deltas is an ordinary stream of these deltas.
func deltas(finish string, d ...string) func(*request) *tape {
	return func(*request) *tape { return with(finish, d...) }
}

const dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// contentScenes play the ways content and reasoning are written (R1…R6, C1…C5).
var contentScenes = []scene{
	{"empty_choices_first", "a first chunk with filter results and no choice", raw(
		`{"id":"","object":"","model":"","choices":[],"prompt_filter_results":[{"prompt_index":0}]}`,
		chunk(roleDelta, ""), chunk(textDelta("Hello, world."), ""), chunk("{}", "stop"), usageChunk(usageJSON))},
	{"choices_null", "a first chunk whose choices are null", raw(
		`{"id":"chatcmpl-1","choices":null}`, chunk(textDelta("Hello, world."), ""), chunk("{}", "stop"), usageChunk(usageJSON))},
	{"delta_null", "the finish reason beside a null delta", raw(
		chunk(textDelta("Hello, world."), ""), chunk("null", "stop"), usageChunk(usageJSON))},
	{"content_parts", "content as a list of parts, thinking among them", deltas("stop",
		`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Let me see."}]}]}`,
		`{"content":[{"type":"text","text":"Hello, "}]}`, `{"content":[{"type":"text","text":"world."}]}`)},
	{"odd_types", "numbers as text, text as numbers", raw(
		`{"id":12345,"object":7,"created":"1700000000.5","model":null,"choices":[{"index":"0","delta":{"role":1,"content":"Hello, world."},"finish_reason":null,"logprobs":"no"}],"system_fingerprint":[]}`,
		`{"id":12345,"created":1.5,"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":"11","completion_tokens":3.0,"total_tokens":"x"}}`)},
	{"final_message", "the whole text again in the last chunk", raw(
		chunk(textDelta("Hello, "), ""), chunk(textDelta("world."), ""),
		`{"id":"chatcmpl-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"Hello, world."}}],"usage":`+usageJSON+`}`)},
	{"images_field", "a picture beside the text", deltas("stop", textDelta("Hello, world."), `{"images":[{"type":"image_url","image_url":{"url":"`+dot+`"}}]}`)},
	{"think_tags", "thinking between tags in the text, the tags cut", deltas("stop",
		textDelta("<th"), textDelta("ink>Let me"), textDelta(" see.</thi"), textDelta("nk>\n\nHello, "), textDelta("world."))},
	{"think_unclosed", "thinking whose tag never closes", deltas("stop", textDelta("<think>Let me"), textDelta(" see."))},
	{"think_later", "a tag that is only spoken about", deltas("stop", textDelta("The tag <think> opens "), textDelta("and </think> closes."))},
	{"reasoning_content", "thinking in reasoning_content", deltas("stop",
		`{"reasoning_content":"Let me "}`, `{"reasoning_content":"see.","content":null}`, textDelta("Hello, world."))},
	{"reasoning_openrouter", "thinking in reasoning and reasoning_details, with a signature", deltas("stop",
		`{"content":"","reasoning":"Let me ","reasoning_details":[{"type":"reasoning.text","text":"Let me ","index":0,"format":"anthropic-claude-v1"}]}`,
		`{"content":"","reasoning":"see.","reasoning_details":[{"type":"reasoning.text","text":"see.","index":0,"format":"anthropic-claude-v1"}]}`,
		`{"content":"","reasoning":null,"reasoning_details":[{"type":"reasoning.text","signature":"c2ln","index":0,"format":"anthropic-claude-v1"}]}`,
		textDelta("Hello, world."))},
	{"reasoning_both", "the same thinking in two fields", deltas("stop",
		`{"reasoning_content":"Let me see.","reasoning":"Let me see."}`, textDelta("Hello, world."))},
	{"answer_in_reasoning", "the answer in the reasoning field, no content", deltas("stop", `{"reasoning_content":"Hello, "}`, `{"reasoning_content":"world."}`)},
	{"refusal", "a refusal in its own field", deltas("stop", `{"refusal":"I will not do that."}`)},
	{"length", "cut off at the token limit", deltas("length", textDelta("Hello, wor"))},
	{"content_filter", "stopped by a filter", deltas("content_filter", textDelta("Hello, "))},
	{"filtered_empty", "stopped by a filter before any text", deltas("content_filter")},
	{"odd_finish", "a finish reason nobody knows", deltas("eos", textDelta("Hello, world."))},
	{"white_space", "deltas of nothing but line breaks", deltas("stop", textDelta("a"), textDelta("\n"), textDelta("\n\n"), textDelta(" b"))},
	{"markdown", "tables, code and lists", deltas("stop", textDelta("# Title\n\n| a | b |\n|---|---|\n| 1 | `x|y` |\n\n"),
		textDelta("```go\nfunc main() {}\n"), textDelta("```\n\n- one\n  - two\n\n> quote **bold _both_**\n"))},
	{"huge_reply", "a text of one megabyte in many deltas", func(*request) *tape {
		d := make([]string, 1024)
		for i := range d {
			d[i] = textDelta(strings.Repeat("0123456789abcde\n", 64))
		}
		return with("stop", d...)
	}},
}
