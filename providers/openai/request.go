package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/handset-agent/handset/providers"
)

// ask is how one try is sent.
type ask struct {
	quirks  Quirks
	images  int  // newest pictures that are sent
	plain   bool // without a stream (T17)
	flipped bool // the name of the token limit was changed once
}

// requestBody writes the body of a request.
func (p *Provider) requestBody(req *providers.Request, a ask, endpoint string) []byte {
	q := a.quirks
	b := map[string]any{
		"model":    req.Model,
		"messages": wireMessages(req, q, p.o.Limits, endpoint, a.images),
		"stream":   !a.plain,
	}
	if !a.plain && !q.NoStreamOptions {
		b["stream_options"] = map[string]any{"include_usage": true}
	}
	if len(req.Tools) > 0 {
		if q.TextTools {
			b["stop"] = []string{"</tool_call>"}
		} else {
			b["tools"] = wireTools(req.Tools)
		}
	}
	if req.MaxTokens > 0 {
		if q.MaxCompletionTokens {
			b["max_completion_tokens"] = req.MaxTokens
		} else {
			b["max_tokens"] = req.MaxTokens
		}
	}
	if req.Temperature != nil && !q.NoTemperature {
		b["temperature"] = *req.Temperature
	}
	if !q.NoEffort {
		addEffort(b, q.Effort, req.Effort)
	}
	for k, v := range p.o.Body {
		b[k] = v
	}
	return []byte(encode(b))
}

func wireTools(tools []providers.ToolSpec) []any {
	out := make([]any, len(tools))
	for i, t := range tools {
		params := t.Schema
		if len(params) == 0 {
			params = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		out[i] = map[string]any{
			"type":     "function",
			"function": map[string]any{"name": t.Name, "description": t.Description, "parameters": params},
		}
	}
	return out
}

// newRequest makes an HTTP request to path below the base. Accept-Encoding is left to net/http (S13).
func (p *Provider) newRequest(ctx context.Context, method, path string, payload []byte) (*http.Request, *failure) {
	if p.baseErr != nil {
		return nil, &failure{err: &providers.Error{Kind: providers.BadRequest, Message: p.baseErr.Error(), Err: p.baseErr}}
	}
	if strings.ContainsFunc(p.key, func(r rune) bool { return r < ' ' || r > '~' }) {
		return nil, &failure{err: &providers.Error{Kind: providers.Auth, Message: "the key holds a character that no key has (a line break or a letter outside of ASCII?)"}}
	}
	var r io.Reader
	if payload != nil {
		r = bytes.NewReader(payload)
	}
	hr, err := http.NewRequestWithContext(ctx, method, p.at(path).String(), r)
	if err != nil {
		return nil, p.fail(providers.BadRequest, "", err, final)
	}
	for k, v := range p.o.Header {
		hr.Header[http.CanonicalHeaderKey(k)] = v
	}
	hr.Header.Set("User-Agent", p.o.UserAgent)
	if p.key != "" {
		hr.Header.Set("Authorization", "Bearer "+p.key)
	}
	if payload != nil {
		hr.Header.Set("Content-Type", "application/json")
		hr.Header.Set("Accept", "text/event-stream, application/json")
	}
	return hr, nil
}

// at is the URL of path below the base.
func (p *Provider) at(path string) *url.URL {
	u := *p.base
	u.Path = strings.TrimRight(u.Path, "/") + path
	return &u
}
