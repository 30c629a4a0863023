package scripted

import (
	"net/http"
	"strings"
	"time"
)

const brokenChunk = `{"error":{"message":"The model crashed.","type":"server_error","code":"internal"}}`

// half is the first half of the ordinary stream, then more.
func half(more ...string) *tape { return stream(append(hello()[:3:3], more...)...) }

// first plays a tape on odd attempts and the ordinary stream on even ones.
func first(bad func() *tape) func(*request) *tape {
	return func(q *request) *tape {
		if q.Attempt%2 == 1 {
			return bad()
		}
		return stream(hello()...)
	}
}

// endScenes play the ways a stream ends, well or not.
var endScenes = []scene{
	{"no_done_with_finish", "a finish reason, then the end without [DONE]", always(func() *tape { return stream(hello()[:5]...) })},
	{"done_no_finish", "[DONE] without a finish reason", always(func() *tape { return half(doneMark) })},
	{"no_done_no_finish", "the stream just ends", always(func() *tape { return half() })},
	{"tool_no_done_no_finish", "the stream just ends after a whole tool call", always(func() *tape {
		return stream(event(chunk(frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,\"y\":20}"}`), "")))
	})},
	{"err_mid_object", "an error object in the middle", always(func() *tape { return half(event(brokenChunk), doneMark) })},
	{"err_mid_string", "an error text in the middle", always(func() *tape { return half(event(`{"error":"The model crashed."}`), doneMark) })},
	{"err_mid_event", "event: error in the middle", always(func() *tape { return half("event: error\n" + event(`{"message":"The model crashed."}`)) })},
	{"err_mid_plain", "an error: line in the middle", always(func() *tape { return half("error: " + brokenChunk + "\n\n") })},
	{"err_mid_bare", "a bare line of JSON in the middle", always(func() *tape { return half(brokenChunk + "\n") })},
	{"err_mid_words", "plain words of a proxy in the middle", always(func() *tape { return half("upstream connect error or disconnect\n") })},
	{"err_mid_choices", "an error beside the choices", always(func() *tape {
		return half(event(withError(chunk("{}", "error"))), doneMark)
	})},
	{"err_finish_error", "finish reason error", always(func() *tape { return half(event(chunk("{}", "error")), doneMark) })},
	{"err_first_200", "an error object as the first event", always(func() *tape { return stream(event(brokenChunk), doneMark) })},
	{"err_first_once", "an error object as the first event, the first time", first(func() *tape { return stream(event(brokenChunk), doneMark) })},
	{"err_json_200", "a plain JSON error with status 200", always(func() *tape { return plain(200, "application/json", brokenChunk) })},
	{"disconnect_mid", "the connection breaks between two events", always(func() *tape { return half().ends(aborted) })},
	{"disconnect_mid_line", "the connection breaks within a line", always(func() *tape {
		return half(hello()[3][:40]).ends(aborted)
	})},
	{"disconnect_mid_tool", "the connection breaks within a tool call", always(func() *tape {
		return stream(event(chunk(frag(`"index":0,"id":"call_1","type":"function","function":{"name":"tap","arguments":"{\"x\":10,"}`), ""))).ends(aborted)
	})},
	{"disconnect_first_once", "the connection breaks before any byte, the first time", first(func() *tape { return stream().ends(refused) })},
	{"disconnect_first", "the connection breaks before any byte, always", always(func() *tape { return stream().ends(refused) })},
	{"stall_mid", "silence after the first words", always(func() *tape { return half().ends(open) })},
	{"stall_first", "silence before the first byte of the answer", always(func() *tape { return stream().ends(open) })},
	{"slow_first", "20 seconds until the first byte", always(func() *tape {
		h := hello()
		return stream().after(20*time.Second, h[0]).add(h[1:]...)
	})},
	{"redirect_307", "a redirect that keeps the request", func(q *request) *tape {
		if strings.Contains(q.Path, "/moved/") {
			return stream(hello()...)
		}
		to := strings.TrimSuffix(q.Path, "/chat/completions") + "/moved/chat/completions"
		return plain(http.StatusTemporaryRedirect, "text/plain", "moved").set("Location", to)
	}},
	{"redirect_302", "a redirect that loses the request", always(func() *tape {
		return plain(http.StatusFound, "text/plain", "moved").set("Location", "/login")
	})},
}

// withError puts an error into a chunk.
func withError(chunk string) string { return chunk[:len(chunk)-1] + "," + brokenChunk[1:] }
