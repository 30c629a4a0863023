package openai

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/handset-agent/handset/providers"
)

// parseUsage reads the counts of one report under the names that are in use (U5). ok is false when it holds none.
func parseUsage(raw json.RawMessage) (u providers.Usage, ok bool) {
	m := fields(raw)
	if m == nil { // U3
		return u, false
	}
	in, out := fields(m["prompt_tokens_details"]), fields(m["completion_tokens_details"])
	if in == nil {
		in = fields(m["input_tokens_details"])
	}
	if out == nil {
		out = fields(m["output_tokens_details"])
	}
	first := func(to *int, from ...json.RawMessage) {
		for _, r := range from {
			if n, good := count(r); good {
				*to, ok = n, true
				return
			}
		}
	}
	first(&u.Input, m["prompt_tokens"], m["input_tokens"])
	first(&u.Output, m["completion_tokens"], m["output_tokens"])
	first(&u.CachedRead, in["cached_tokens"], m["prompt_cache_hit_tokens"], m["cached_tokens"], m["cache_read_input_tokens"])
	first(&u.CacheWrite, in["cache_write_tokens"], m["cache_write_tokens"], m["cache_creation_input_tokens"])
	first(&u.Reasoning, out["reasoning_tokens"], m["reasoning_tokens"])
	return u, ok
}

// imageTokens is the rough price of a picture for an estimate.
const imageTokens = 1000

// estimate counts tokens by the length of the texts, for servers that report none (U6).
func estimate(req *providers.Request, a *providers.Message) providers.Usage {
	in := tokens(req.System)
	for _, m := range req.Messages {
		in += 4 + tokens(m.Text) + imageTokens*len(m.Images)
		for _, c := range m.Calls {
			in += tokens(c.Name) + tokens(c.Args)
		}
	}
	for _, t := range req.Tools {
		in += tokens(t.Name) + tokens(t.Description) + tokens(string(t.Schema))
	}
	think := tokens(a.Reasoning)
	out := tokens(a.Text) + think
	for _, c := range a.Calls {
		out += tokens(c.Name) + tokens(c.Args)
	}
	return providers.Usage{Input: in, Output: out, Reasoning: think, Estimated: true}
}

// tokens is about a quarter of the bytes of Latin text, and one for each character of scripts that need three bytes or more.
func tokens(s string) int {
	wide := 0
	for _, r := range s {
		if utf8.RuneLen(r) >= 3 {
			wide++
		}
	}
	return (len(s)-3*wide+3)/4 + wide
}
