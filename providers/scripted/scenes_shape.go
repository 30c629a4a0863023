package scripted

import (
	"strings"
	"time"
)

// bent is the ordinary stream with its whole text changed by f.
func bent(f func(string) string) func(*request) *tape {
	return func(*request) *tape { return stream(f(strings.Join(hello(), ""))) }
}

// beside puts something between the pieces of the ordinary stream.
func beside(s string) func(*request) *tape {
	return func(*request) *tape {
		h := hello()
		return stream(h[0], s, h[1], s, s, h[2], h[3], s, h[4], h[5], h[6])
	}
}

var helloAnswer = `{"id":"chatcmpl-1","object":"chat.completion","created":1700000000,"model":"scripted","choices":[{"index":0,"message":{"role":"assistant","content":"Hello, world."},"finish_reason":"stop"}],"usage":` + usageJSON + `}`

// shapeScenes play "Hello, world." in every shape of stream that servers send (S1…S17).
var shapeScenes = []scene{
	{"ok", "an ordinary stream: Hello, world.", always(func() *tape { return stream(hello()...) })},
	{"crlf", "CR LF line ends", bent(func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })},
	{"cr_only", "lone CR line ends", bent(func(s string) string { return strings.ReplaceAll(s, "\n", "\r") })},
	{"bom", "a byte order mark first", bent(func(s string) string { return "\xEF\xBB\xBF" + s })},
	{"no_space", "data: without the space", bent(func(s string) string { return strings.ReplaceAll(s, "data: ", "data:") })},
	{"single_newline", "no blank lines between events", bent(func(s string) string { return strings.ReplaceAll(s, "\n\n", "\n") })},
	{"multi_data_lines", "one event on several data lines", bent(func(s string) string {
		return strings.ReplaceAll(s, `,"choices":`, ",\ndata: \"choices\":")
	})},
	{"event_names", "named events with id and retry fields", bent(func(s string) string {
		return "retry: 3000\n" + strings.ReplaceAll(s, "data: ", "event: message\nid: 7\ndata: ")
	})},
	{"heartbeats", "a comment now and then, and silence", always(func() *tape {
		t := stream(": connected\n\n")
		for _, h := range hello() {
			t.after(2*time.Second, ": ping\n\n").after(2*time.Second, h)
		}
		return t
	})},
	{"ka_comment", "comments with one newline", beside(": OPENROUTER PROCESSING\n")},
	{"ka_comment_in_data", "comments inside data lines", beside("data: : keepalive\n\n")},
	{"ka_empty_choices", "keep-alive chunks without choices", beside(event(`{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[]}`))},
	{"ka_empty_delta", "keep-alive chunks with an empty delta", beside(event(chunk("{}", "")))},
	{"ka_ping_event", "event: ping with data: {}", beside("event: ping\ndata: {}\n\n")},
	{"split_utf8", "characters cut between writes: 你好，世界 🙂", always(func() *tape {
		t := stream(event(chunk(roleDelta, "")))
		for _, b := range []byte(event(chunk(textDelta("你好，世界 🙂"), ""))) {
			t.add(string([]byte{b}))
		}
		return t.add(tail("stop")...)
	})},
	{"no_final_blank", "nothing after the last line", bent(func(s string) string { return strings.TrimRight(s, "\n") })},
	{"data_after_done", "more data after [DONE]", bent(func(s string) string { return s + event(chunk(textDelta("NOT THIS"), "")) })},
	{"hang_after_done", "the connection stays open after [DONE]", always(func() *tape { return stream(hello()...).ends(open) })},
	{"hang_after_finish", "the connection stays open after the finish reason, without [DONE]", always(func() *tape {
		return stream(hello()[:5]...).ends(open)
	})},
	{"gzip", "the stream is compressed when the client allows it", always(func() *tape { t := stream(hello()...); t.gzip = true; return t })},
	{"long_line", "one delta of 300 kB", always(func() *tape { return with("stop", textDelta(strings.Repeat("long line ", 30_000))) })},
	{"huge_line", "one delta of 40 MB", always(func() *tape { return with("stop", textDelta(strings.Repeat("0123456789", 4<<20))) })},
	{"sse_as_json_ct", "a stream that calls itself application/json", always(func() *tape {
		return stream(hello()...).set("Content-Type", "application/json")
	})},
	{"sse_as_text_ct", "a stream that calls itself text/plain", always(func() *tape {
		return stream(hello()...).set("Content-Type", "text/plain; charset=utf-8")
	})},
	{"json_200", "one plain JSON answer", always(func() *tape { return plain(200, "application/json", helloAnswer) })},
	offering([]scene{{"json_200_tools", "one plain JSON answer with a tool call", always(jsonTools)}})[0],
	{"html_200", "a web page with status 200", always(func() *tape {
		return plain(200, "text/html", "<!DOCTYPE html>\n<html><head><title>Sign in to the network</title><style>b{}</style></head><body><h1>Welcome</h1><p>Please log in.</p></body></html>")
	})},
	{"empty_200", "status 200 and nothing", always(func() *tape { return stream() })},
	{"only_done", "nothing but [DONE]", always(func() *tape { return stream(doneMark) })},
	{"empty_stop", "finish reason stop without any text", always(func() *tape { return with("stop") })},
	{"malformed_chunk", "broken JSON in the middle", always(func() *tape {
		h := hello()
		return stream(h[0], h[1], "data: {\"id\":\"chatcmpl-1\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"bro\n\n", h[2], h[3], h[4], h[5], h[6])
	})},
	{"slow_trickle", "one letter each second", always(func() *tape {
		t := stream(event(chunk(roleDelta, "")))
		for _, r := range "This answer comes one letter at a time." {
			t.after(time.Second, event(chunk(textDelta(string(r)), "")))
		}
		return t.add(tail("stop")...)
	})},
}

func jsonTools() *tape {
	return plain(200, "application/json", `{"id":"chatcmpl-1","object":"chat.completion","model":"scripted","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\": 10, \"y\": 20}"}}]},"finish_reason":"tool_calls"}],"usage":`+usageJSON+`}`)
}
