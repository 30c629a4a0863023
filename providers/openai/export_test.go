package openai

import "github.com/handset-agent/handset/providers"

// RequestBody is the body p would send first.
func RequestBody(p *Provider, r *providers.Request) string {
	return string(p.requestBody(r, ask{quirks: p.known(r.Model), images: p.o.Limits.Images}, p.endpoint))
}
