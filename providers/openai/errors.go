package openai

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/providers"
)

// detail is what the body of an error says, whatever its shape (§7).
type detail struct {
	message, code, kind string
	status              int           // a status inside the body, or 0
	wait                time.Duration // retryDelay, or 0
	page                bool          // it is a web page
}

// parseError reads an error body: {"error":{…}}, {"error":"text"}, {"message":…}, {"detail":…}, a list of one of them, plain text, HTML.
func parseError(body []byte) detail {
	if m := fields(body); m != nil {
		return errorObject(m)
	}
	if l := list(body); len(l) > 0 {
		return parseError(l[0])
	}
	if s := text(body); s != "" && json.Valid(body) {
		return detail{message: s}
	}
	s := string(body)
	if t := strings.TrimSpace(s); strings.HasPrefix(t, "<") {
		return detail{message: stripPage(t), page: true}
	}
	return detail{message: strings.Join(strings.Fields(s), " ")}
}

func errorObject(m map[string]json.RawMessage) detail {
	if inner := fields(m["error"]); inner != nil {
		d := errorObject(inner)
		if d.message == "" {
			d.message = firstText(m, "message", "error_description")
		}
		return d
	}
	d := detail{message: firstText(m, "message", "error", "detail", "error_message", "msg"), code: text(m["code"]), kind: text(m["type"])}
	if l := list(m["detail"]); len(l) > 0 && d.message == "" {
		var all []string
		for _, r := range l {
			if s := firstText(fields(r), "msg", "message"); s != "" {
				all = append(all, s)
			} else if s := text(r); s != "" {
				all = append(all, s)
			}
		}
		d.message = strings.Join(all, "; ")
	}
	if inner := fields(m["metadata"]); inner != nil { // OpenRouter keeps the upstream's words here
		if raw := text(inner["raw"]); raw != "" {
			d.message += ": " + parseError([]byte(raw)).message
		}
	}
	if d.kind == "" {
		d.kind = text(m["status"])
	}
	for _, raw := range []json.RawMessage{m["code"], m["status"]} {
		if n, ok := count(raw); ok && n >= 400 && n <= 599 {
			d.status = n
		}
	}
	for _, r := range list(m["details"]) {
		if w, err := time.ParseDuration(text(fields(r)["retryDelay"])); err == nil && w > 0 {
			d.wait = w
		}
	}
	return d
}

func firstText(m map[string]json.RawMessage, keys ...string) string {
	for _, k := range keys {
		if s := text(m[k]); s != "" {
			return s
		}
	}
	return ""
}

var (
	pageCode = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>`)
	pageTag  = regexp.MustCompile(`(?s)<[^>]*>`)
)

// stripPage is the text of a web page, at most 240 bytes.
func stripPage(s string) string {
	s = pageTag.ReplaceAllString(pageCode.ReplaceAllString(s, " "), " ")
	return providers.Clip(strings.Join(strings.Fields(html.UnescapeString(s)), " "), 240)
}

var (
	quotaWords   = regexp.MustCompile(`(?i)insufficient[_ ](quota|balance|credit|funds)|exceeded your current quota|billing|out of credits|credit balance|payment required|quota exhausted`)
	contextWords = regexp.MustCompile(`(?i)context[_ ]length|context[_ ]window|maximum context|available context|prompt is too long|input is too long|too many (input )?tokens|reduce the length|context size|max(imum)? (input )?tokens? (is|of) \d+.*(prompt|input)`)
	toolWords    = regexp.MustCompile(`(?i)(does not|doesn't|do not|not) support[a-z ]*\b(tools?|tool[- _]?(use|call(s|ing)?)|function[- _]?call(s|ing)?)\b|\btools? (is|are|param) not supported|support tool use|tools param requires|function calling is not (supported|enabled)|enable-auto-tool-choice`)
	modelWords   = regexp.MustCompile(`(?i)\bmodel\b`)
	loadWords    = regexp.MustCompile(`(?i)loading model|model is loading|model.{0,40}(is )?(still )?loading|currently loading`)
	failedLoad   = regexp.MustCompile(`(?i)failed to load|unable to load|error loading model`)
)

// statusFailure sorts an answer whose status is no success. body is at most what was read of it.
func statusFailure(status int, header http.Header, body []byte, now time.Time) *failure {
	d := parseError(body)
	e := &providers.Error{Status: status, Code: d.code, Message: d.message, RequestID: requestID(header), RetryAfter: d.wait}
	if e.Code == "" {
		e.Code = d.kind
	}
	if w, ok := retryAfter(header, now); ok {
		e.RetryAfter = w
	}
	if d.page {
		e.Message = "got a web page instead of an API answer"
		if d.message != "" {
			e.Message += ": " + d.message
		}
	}
	if e.Message == "" {
		e.Message = http.StatusText(status)
	}
	kind, c := sortStatus(status, d, e.RetryAfter)
	e.Kind = kind
	return &failure{err: e, class: c}
}

// sortStatus is the table of §7.
func sortStatus(status int, d detail, wait time.Duration) (providers.Kind, class) {
	said := d.code + " " + d.kind + " " + d.message
	switch {
	case status == http.StatusPaymentRequired, d.code == "insufficient_quota", d.kind == "insufficient_quota":
		return providers.QuotaSpent, final // E2
	case status == http.StatusTooManyRequests:
		if quotaWords.MatchString(said) && wait == 0 {
			return providers.QuotaSpent, final
		}
		return providers.RateLimited, busy // E1
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		if quotaWords.MatchString(said) {
			return providers.QuotaSpent, final
		}
		return providers.Auth, final // E8
	case toolWords.MatchString(said):
		return providers.ToolsRefused, final // E7
	case contextWords.MatchString(said):
		return providers.ContextTooLong, final // E6
	case status == http.StatusNotFound && d.page:
		return providers.NotAPI, final
	case status == http.StatusNotFound, strings.Contains(d.code, "model_not_found"):
		if modelWords.MatchString(said) {
			return providers.NoSuchModel, final // E9
		}
		return providers.BadRequest, final
	case status == http.StatusServiceUnavailable && loadWords.MatchString(said):
		return providers.ServerError, loading // E4
	case status == http.StatusInternalServerError && failedLoad.MatchString(said):
		return providers.ServerError, final // E5
	}
	switch status { // E3
	case 408, 409, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529:
		return providers.ServerError, shaky
	}
	if status >= 500 {
		return providers.ServerError, final
	}
	return providers.BadRequest, final
}

// streamFailure sorts an error object that came in a good stream or with a good status (E10).
func streamFailure(raw []byte) *failure {
	d := parseError(raw)
	e := &providers.Error{Kind: providers.ModelError, Code: d.code, Message: d.message, RetryAfter: d.wait}
	if e.Code == "" {
		e.Code = d.kind
	}
	if e.Message == "" {
		e.Message = providers.Clip(string(raw), 200)
	}
	c := once
	switch kind, by := sortStatus(d.status, d, d.wait); kind {
	case providers.QuotaSpent, providers.ContextTooLong, providers.ToolsRefused, providers.Auth, providers.RateLimited:
		e.Kind, c = kind, by
	case providers.NoSuchModel:
		e.Kind, c = kind, final
	case providers.ServerError:
		c = by
	case providers.BadRequest:
		if d.status != 0 {
			c = final
		}
	}
	return &failure{err: e, class: c}
}

// retryAfter reads how long the server asks to wait. A date in the past means no wait.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms >= 0 {
		return clampWait(ms / 1000), true
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0, false
	}
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return clampWait(s), true
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}

// clampWait makes a duration of seconds, at most a year.
func clampWait(s float64) time.Duration {
	const year = 365 * 24 * 3600
	return time.Duration(min(max(s, 0), year) * float64(time.Second))
}

func requestID(h http.Header) string {
	for _, k := range []string{"X-Request-Id", "Request-Id", "X-Requestid", "Cf-Ray"} {
		if v := h.Get(k); v != "" {
			return v
		}
	}
	return ""
}
