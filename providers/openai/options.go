package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// Options say where the endpoint is and how to treat it. Only BaseURL is needed.
type Options struct {
	// BaseURL is the root of the API, with or without "/v1", "/chat/completions" or a slash at its end.
	BaseURL string
	// Key is the bearer token; empty sends no Authorization header.
	Key string
	// HTTPClient is copied, and its total time limit removed. Nil makes a client with bounded dialling and the proxy of the environment.
	HTTPClient *http.Client
	// Header holds further header fields of each request. They go to the endpoint's own host only.
	Header http.Header
	// UserAgent names the program; empty means "handset".
	UserAgent string
	// Body holds further fields of each request body (routing, sampling, …). They win over the adapter's own.
	Body map[string]json.RawMessage

	// Quirks is what is known of the endpoint before the first request.
	Quirks Quirks
	// Limits bound the pictures of a request.
	Limits Limits

	FirstByte time.Duration // longest silence before the answer's first byte; zero: 120 s, or 600 s for an address on this machine or network
	Idle      time.Duration // longest silence between bytes after that; zero: 90 s
	Tail      time.Duration // longest wait for counts after the answer is complete; zero: 5 s
	LoadWait  time.Duration // longest wait for a local server that is loading its model (E4); zero: 10 min
	MaxEvent  int           // largest event of a stream, and largest plain answer, in bytes; zero: 64 MiB
	Retries   int           // tries after the first; zero: 2, negative: none
	MaxWait   time.Duration // longest Retry-After that is waited for (E1); zero: 60 s

	Now     func() time.Time                                 // nil: time.Now
	Sleep   func(ctx context.Context, d time.Duration) error // nil: a timer; returns the context's error when that ends first
	Jitter  func() float64                                   // 0 ≤ x < 1; nil: random
	OnRetry func(note string, wait time.Duration)            // nil: nobody; called where a Retry event is sent
}

// Quirks are the habits of an endpoint or model. The zero value is the plain dialect; a Provider adds what refusals teach it.
type Quirks struct {
	NoStreamOptions     bool   `json:"no_stream_options,omitempty"`     // does not know stream_options
	MaxCompletionTokens bool   `json:"max_completion_tokens,omitempty"` // wants max_completion_tokens instead of max_tokens
	NoTemperature       bool   `json:"no_temperature,omitempty"`        // takes no temperature but its own
	NoEffort            bool   `json:"no_effort,omitempty"`             // takes no reasoning effort
	NoImages            bool   `json:"no_images,omitempty"`             // sees no pictures: a note is sent instead
	TextTools           bool   `json:"text_tools,omitempty"`            // takes no tools: they are described in the system text (E7)
	TextCalls           bool   `json:"text_calls,omitempty"`            // may write calls into its text (T19); implied by TextTools
	Effort              Effort `json:"effort,omitempty"`                // how reasoning effort is asked for
}

// Effort names the field in which a family of models takes Request.Effort.
type Effort string

// The ways to ask for reasoning effort. "off" and "none" as the request's effort switch thinking off where there is a switch.
const (
	EffortPlain      Effort = ""              // reasoning_effort: "high"
	EffortThinking   Effort = "thinking"      // thinking: {"type": "enabled"} (DeepSeek, GLM, Kimi, Doubao)
	EffortEnable     Effort = "enable"        // enable_thinking: true (Qwen)
	EffortTemplate   Effort = "template"      // chat_template_kwargs: {"enable_thinking": true} (vLLM, llama-server)
	EffortOpenRouter Effort = "openrouter"    // reasoning: {"effort": "high"}
	EffortGoogle     Effort = "google"        // extra_body.google.thinking_config (Gemini's OpenAI endpoint)
	EffortNone       Effort = "not_supported" // never sent
)

// Limits bound what is sent (F-049). A picture over a limit is made smaller before it is sent, and the model is told.
type Limits struct {
	Side   int // longest side of a picture, pixels; zero: 2000
	Bytes  int // largest picture file, bytes; zero: 1 MiB
	Images int // newest pictures of a request that are sent; older ones become a note; zero: 20
}

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, to time.Duration) {
		if *d <= 0 {
			*d = to
		}
	}
	set(&o.Idle, 90*time.Second)
	set(&o.Tail, 5*time.Second)
	set(&o.LoadWait, 10*time.Minute)
	set(&o.MaxWait, 60*time.Second)
	if o.MaxEvent <= 0 {
		o.MaxEvent = 64 << 20
	}
	switch {
	case o.Retries == 0:
		o.Retries = 2
	case o.Retries < 0:
		o.Retries = 0
	}
	if o.UserAgent == "" {
		o.UserAgent = "handset"
	}
	if o.Limits.Side <= 0 {
		o.Limits.Side = 2000
	}
	if o.Limits.Bytes <= 0 {
		o.Limits.Bytes = 1 << 20
	}
	if o.Limits.Images <= 0 {
		o.Limits.Images = 20
	}
	return o
}
