package openai

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/handset-agent/handset/providers"
)

// Provider is one endpoint. It is safe for use by many goroutines.
type Provider struct {
	o        Options
	key      string
	base     *url.URL
	baseErr  error
	endpoint string // host and path, to tell whose provider data a message holds
	client   *http.Client

	mu              sync.Mutex
	models          map[string]Quirks
	noStreamOptions bool
	notBefore       time.Time // a 429 told all requests of this endpoint to wait until then (F-096)
}

var _ providers.Provider = (*Provider)(nil)

// New makes a Provider. It does no I/O; a base URL that cannot be used is reported by the first call.
func New(o Options) *Provider {
	p := &Provider{o: o.withDefaults(), key: strings.TrimSpace(o.Key), models: map[string]Quirks{}}
	p.base, p.baseErr = Base(o.BaseURL)
	if p.baseErr == nil {
		p.endpoint = p.base.Host + p.base.Path
		if p.base.Hostname() == "api.openai.com" {
			p.o.Quirks.MaxCompletionTokens = true
		}
		if p.o.FirstByte <= 0 {
			p.o.FirstByte = 120 * time.Second
			if local(p.base.Hostname()) {
				p.o.FirstByte = 600 * time.Second
			}
		}
	}
	p.client = p.newClient()
	return p
}

// Stream asks once; see providers.Provider. Retry events come before the first piece of an answer only.
func (p *Provider) Stream(ctx context.Context, req *providers.Request) iter.Seq2[providers.Event, error] {
	return func(yield func(providers.Event, error) bool) {
		s := &stream{p: p, ctx: ctx, req: req, yield: yield, ask: ask{quirks: p.known(req.Model), images: p.o.Limits.Images}}
		s.run()
	}
}

// Learned is what is known of a model of this endpoint so far: Options.Quirks and what refusals added. It may be kept and given
// back as Options.Quirks the next time.
func (p *Provider) Learned(model string) Quirks { return p.known(model) }

// Close lets go of idle connections.
func (p *Provider) Close() { p.client.CloseIdleConnections() }

// fail makes a failure of something that went wrong below. No key is in its message (§7).
func (p *Provider) fail(kind providers.Kind, message string, err error, c class) *failure {
	e := &providers.Error{Kind: kind, Message: message, Err: err}
	if err != nil {
		e.Err = &maskedError{text: p.mask(plainCause(err)), err: err}
		if message == "" {
			e.Message = e.Err.Error()
		}
	}
	return &failure{err: e, class: c}
}

func (p *Provider) mask(s string) string {
	secrets := []string{p.key}
	for _, vs := range p.o.Header {
		secrets = append(secrets, vs...)
	}
	return providers.Mask(s, secrets...)
}

// seal completes an error: where, how often, and with no key in it.
func (p *Provider) seal(e *providers.Error, attempts int) *providers.Error {
	e.Message = providers.Clip(p.mask(e.Message), providers.MaxMessage)
	e.Code = providers.Clip(p.mask(e.Code), 100)
	if p.base != nil {
		e.URL = plain(p.base)
	}
	e.Attempts = attempts
	return e
}

// maskedError keeps a cause for errors.Is without its words.
type maskedError struct {
	text string
	err  error
}

func (e *maskedError) Error() string { return e.text }
func (e *maskedError) Unwrap() error { return e.err }

// plainCause is the cause without the URL that net/http puts before it.
func plainCause(err error) string {
	if ue, ok := errors.AsType[*url.Error](err); ok {
		return ue.Err.Error()
	}
	return err.Error()
}
