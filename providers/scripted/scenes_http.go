package scripted

import (
	"net/http"
	"strings"
)

func failing(status int, body string) func() *tape {
	return func() *tape {
		kind := "application/json"
		if strings.HasPrefix(body, "<") {
			kind = "text/html"
		}
		return plain(status, kind, body)
	}
}

const errorPage = "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr>nginx</body></html>"

// httpScenes answer with a status that is no success.
var httpScenes = []scene{
	{"429_retry_after", "429 with Retry-After: 1, then the answer", first(func() *tape {
		return failing(429, `{"error":{"message":"Rate limit reached.","type":"requests","code":"rate_limit_exceeded"}}`)().set("Retry-After", "1")
	})},
	{"429_retry_ms", "429 with Retry-After-Ms: 200, then the answer", first(func() *tape {
		return failing(429, `{"error":{"message":"Rate limit reached."}}`)().set("Retry-After-Ms", "200")
	})},
	{"429_retrydelay", "429 with retryDelay in the body, then the answer", first(failing(429,
		`[{"error":{"code":429,"message":"You exceeded your current quota, please retry in 1.5s.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.5s"}]}}]`))},
	{"429_past_date", "429 with a Retry-After date in the past, then the answer", first(func() *tape {
		return failing(429, `{"error":{"message":"Rate limit reached."}}`)().set("Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT")
	})},
	{"429_always", "429 without a time, always", always(failing(429, `{"error":{"message":"Too many requests."}}`))},
	{"429_quota", "429 for a spent quota", always(failing(429,
		`{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}`))},
	{"429_long", "429 that asks for an hour", always(func() *tape {
		return failing(429, `{"error":{"message":"Daily limit reached."}}`)().set("Retry-After", "3600")
	})},
	{"503_once", "503, then the answer", first(failing(503, `{"error":{"message":"The server is overloaded.","type":"server_error"}}`))},
	{"503_always", "503, always", always(failing(503, `{"error":{"message":"The server is overloaded.","type":"server_error"}}`))},
	{"500_html_once", "500 with a web page, then the answer", first(failing(500, errorPage))},
	{"500_failed_load", "500 because the model cannot be loaded", always(failing(500, `{"error":{"message":"failed to load model: out of memory"}}`))},
	{"loading", "503 while the model loads, until three health checks later", loading},
	{"400_detail", "400 with a list of details", always(failing(400, `{"detail":[{"loc":["body","messages"],"msg":"field required","type":"value_error.missing"},{"msg":"another fault"}]}`))},
	{"400_string", "400 with a bare error text", always(failing(400, `{"error":"messages must not be empty"}`))},
	{"400_array", "400 with the error in a list", always(failing(400, `[{"error":{"code":400,"message":"Request contains an invalid argument.","status":"INVALID_ARGUMENT"}}]`))},
	{"400_context", "400 because the conversation is too long", always(failing(400,
		`{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}}`))},
	{"401", "a wrong key, repeated in the message", func(q *request) *tape {
		return failing(401, `{"error":{"message":"Incorrect API key provided: sk-abcd1234efgh5678. You can find your API key in your account.","type":"invalid_request_error","code":"invalid_api_key"}}`)()
	}},
	{"403", "not permitted", always(failing(403, `{"error":{"message":"Your project has no access to this model."}}`))},
	{"404_page", "404 with a web page", always(failing(404, strings.ReplaceAll(errorPage, "502 Bad Gateway", "404 Not Found")))},
	{"404_model", "404 for a model that does not exist", always(failing(404,
		`{"error":{"message":"The model 404_model does not exist or you do not have access to it.","type":"invalid_request_error","code":"model_not_found"}}`))},
}

// loading answers 503 until three health checks have been made, as llama-server does while it reads its file.
func loading(q *request) *tape {
	s := q.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loaded {
		s.loaded = false
		return stream(hello()...)
	}
	if s.loading == 0 {
		s.loading = 3
	}
	return plain(http.StatusServiceUnavailable, "application/json", `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`)
}

func badRequest(message string) *tape {
	return plain(400, "application/json", `{"error":{"message":`+quote(message)+`,"type":"invalid_request_error"}}`)
}

// refusalScenes refuse one thing of the request and answer when it is left out.
var refusalScenes = []scene{
	{"no_stream_options", "refuses stream_options", func(q *request) *tape {
		if q.StreamOptions != nil {
			return badRequest("Unrecognized request argument supplied: stream_options")
		}
		return stream(append(hello()[:5:5], doneMark)...)
	}},
	{"unknown_parameter", "refuses an unnamed parameter (it means stream_options)", func(q *request) *tape {
		if q.StreamOptions != nil {
			return badRequest("Unknown parameter in request.")
		}
		return stream(hello()...)
	}},
	{"no_max_tokens", "wants max_completion_tokens", func(q *request) *tape {
		if q.MaxTokens != nil {
			return badRequest("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
		}
		return stream(hello()...)
	}},
	{"no_temperature", "takes no temperature but 1", func(q *request) *tape {
		if q.Temperature != nil && *q.Temperature != 1 {
			return badRequest("invalid temperature: only 1 is allowed for this model")
		}
		return stream(hello()...)
	}},
	{"no_tools", "takes no tools; writes calls as text when they are described", func(q *request) *tape {
		if len(q.Tools) > 0 {
			return badRequest("registry/no_tools does not support tools")
		}
		if last := q.Messages[len(q.Messages)-1].text(); strings.Contains(last, "<tool_response") {
			return say("The tool said: " + shorten(last))
		}
		for _, m := range q.Messages {
			if name := described(m); name != "" {
				return with("stop", textDelta(`I do it. <tool_call>{"name": `+quote(name)+`, "arguments": {"x": 10, "y": 20}}`))
			}
		}
		return stream(hello()...)
	}},
	{"no_images", "sees no pictures", func(q *request) *tape {
		for _, m := range q.Messages {
			if m.pictures() > 0 {
				return badRequest("This model does not support image input.")
			}
		}
		return stream(hello()...)
	}},
	{"one_image", "takes one picture a request", func(q *request) *tape {
		n := 0
		for _, m := range q.Messages {
			n += m.pictures()
		}
		if n > 1 {
			return badRequest("At most 1 image(s) may be provided in one request.")
		}
		return stream(hello()...)
	}},
	{"strict", "refuses conversations that break the rules of the dialect", strict},
}

// described is the tool to tap with that a system text describes as one to call in words, or "".
func described(m requestMessage) string {
	text := m.text()
	if m.Role != "system" || !strings.Contains(text, "<tool_call>") {
		return ""
	}
	for _, name := range needs["tap"].names {
		if strings.Contains(text, `"name":`+quote(name)) {
			return name
		}
	}
	return ""
}

// strict checks what many gateways check: pictures only in user messages, each call answered once and at once, unique ids, arguments
// that are objects.
func strict(q *request) *tape {
	open, seen := map[string]bool{}, map[string]bool{}
	for _, m := range q.Messages {
		if m.Role == "tool" {
			if m.pictures() > 0 {
				return badRequest("image_url is only allowed in messages with role user")
			}
			if !open[m.ToolCallID] {
				return badRequest("tool message without a preceding call: " + m.ToolCallID)
			}
			delete(open, m.ToolCallID)
			continue
		}
		if len(open) > 0 {
			return badRequest("an assistant message with tool_calls must be followed by tool messages responding to each tool_call_id")
		}
		for _, c := range m.ToolCalls {
			if seen[c.ID] || c.ID == "" {
				return badRequest("duplicate or empty tool call id: " + c.ID)
			}
			if args := strings.TrimSpace(c.Function.Arguments); !strings.HasPrefix(args, "{") || !strings.HasSuffix(args, "}") {
				return badRequest("arguments must be a JSON object: " + args)
			}
			open[c.ID], seen[c.ID] = true, true
		}
	}
	if len(open) > 0 {
		return badRequest("the last tool calls have no answers")
	}
	return stream(hello()...)
}
