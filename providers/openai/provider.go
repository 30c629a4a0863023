package openai

import (
	"context"
	"errors"
	"iter"

	"github.com/handset-agent/handset/providers"
)

// Provider is one endpoint. It is safe for use by many goroutines.
type Provider struct{ o Options }

var _ providers.Provider = (*Provider)(nil)

// New makes a Provider. It does no I/O; a base URL that cannot be used is reported by the first call.
func New(o Options) *Provider { return &Provider{o: o.withDefaults()} }

// Stream asks once; see providers.Provider.
func (p *Provider) Stream(ctx context.Context, req *providers.Request) iter.Seq2[providers.Event, error] {
	return func(yield func(providers.Event, error) bool) { yield(providers.Event{}, errors.New("not built")) }
}

// Models lists the ids the endpoint offers, in its order, without repetitions.
func (p *Provider) Models(ctx context.Context) ([]string, error) { return nil, errors.New("not built") }

// Learned is what is known of a model of this endpoint so far: Options.Quirks and what refusals added. It may be kept and given
// back as Options.Quirks the next time.
func (p *Provider) Learned(model string) Quirks { return p.o.Quirks }

// Close lets go of idle connections.
func (p *Provider) Close() {}
