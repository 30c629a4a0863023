package providers

import (
	"fmt"
	"time"
)

// Kind sorts provider errors by what the caller can do about them.
type Kind string

// The kinds of provider errors.
const (
	Auth           Kind = "auth"             // 401, 403: the key
	NoSuchModel    Kind = "no_such_model"    // 404 on the model
	RateLimited    Kind = "rate_limited"     // 429 that outlasted the retries; RetryAfter says when
	QuotaSpent     Kind = "quota_spent"      // 429 for billing: never retried
	ContextTooLong Kind = "context_too_long" // 400: shorten the history
	ToolsRefused   Kind = "tools_refused"    // 400: this model takes no tools
	BadRequest     Kind = "bad_request"      // other 4xx
	ServerError    Kind = "server_error"     // 5xx that outlasted the retries
	Unreachable    Kind = "unreachable"      // no connection, DNS, TLS
	NotAPI         Kind = "not_an_api"       // a web page or something else that is no answer
	BadStream      Kind = "bad_stream"       // broke, ended early, malformed, empty
	Stalled        Kind = "stalled"          // nothing arrived for too long
	ModelError     Kind = "model_error"      // an error object inside a good stream
)

// Error is why there is no whole answer.
type Error struct {
	Kind       Kind
	Status     int    // HTTP status, or 0
	Code       string // the provider's own code
	Message    string // the provider's words, at most 2 KB, keys masked
	RequestID  string
	URL        string // without query
	RetryAfter time.Duration
	Attempts   int
	Err        error
}

func (e *Error) Error() string {
	s := string(e.Kind)
	if e.Status != 0 {
		s += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Message != "" {
		s += ": " + e.Message
	} else if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }
