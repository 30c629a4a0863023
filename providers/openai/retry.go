package openai

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/handset-agent/handset/providers"
)

const firstPause = 500 * time.Millisecond

// pause is the wait before retry n (from 1): what the server asked for plus up to a tenth, or else 0.5 s, 1 s, 2 s … plus up to a
// quarter.
func (p *Provider) pause(asked time.Duration, n int) time.Duration {
	if asked > 0 {
		return asked + time.Duration(p.jitter()*float64(asked)/10)
	}
	d := firstPause << min(n-1, 10)
	return d + time.Duration(p.jitter()*float64(d)/4)
}

func (p *Provider) now() time.Time {
	if p.o.Now != nil {
		return p.o.Now()
	}
	return time.Now()
}

func (p *Provider) jitter() float64 {
	if p.o.Jitter != nil {
		return p.o.Jitter()
	}
	return rand.Float64()
}

// sleep waits for d or the end of ctx.
func (p *Provider) sleep(ctx context.Context, d time.Duration) error {
	if p.o.Sleep != nil {
		return p.o.Sleep(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// holdBack makes other requests of this endpoint wait too.
func (p *Provider) holdBack(d time.Duration) {
	until := p.now().Add(d)
	p.mu.Lock()
	defer p.mu.Unlock()
	if until.After(p.notBefore) {
		p.notBefore = until
	}
}

func (p *Provider) heldBack() time.Duration {
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.notBefore.Sub(now)
}

// awaitModel polls a local server until its model is loaded (E4), for at most LoadWait over the whole stream.
func (s *stream) awaitModel(e *providers.Error) error {
	now := s.p.now()
	if s.loadUntil.IsZero() {
		s.loadUntil = now.Add(s.p.o.LoadWait)
	}
	for n := 1; ; n++ {
		d := min(firstPause<<min(n, 3), 4*time.Second)
		if now.Add(d).After(s.loadUntil) {
			e.Message = fmt.Sprintf("%s (waited %s)", e.Message, s.p.o.LoadWait)
			return s.p.seal(e, s.attempts)
		}
		if err := s.wait(e, d, "the model is loading"); err != nil {
			return err
		}
		now = s.p.now()
		if !s.p.loadingStill(s.ctx) {
			return nil
		}
	}
}

// loadingStill asks llama-server's health address. A server without one is not waited for: the request itself will tell.
func (p *Provider) loadingStill(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	u := *p.base
	u.Path, u.RawQuery = strings.TrimSuffix(u.Path, "/v1")+"/health", ""
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return false
	}
	resp, err := p.client.Do(r)
	if err != nil {
		return true
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, 4096)
	return resp.StatusCode == http.StatusServiceUnavailable
}
