package openai

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/handset-agent/handset/providers"
)

const (
	modelsWait = 15 * time.Second
	maxModels  = 8 << 20
)

// Models lists the ids the endpoint offers, in its order, without repetitions. It waits at most 15 s. Errors are *providers.Error or
// the context's error.
func (p *Provider) Models(ctx context.Context) ([]string, error) {
	call, cancel := context.WithTimeout(ctx, modelsWait)
	defer cancel()
	r, f := p.newRequest(call, http.MethodGet, "/models", nil)
	if f != nil {
		return nil, p.seal(f.err, 0)
	}
	resp, err := p.client.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, p.seal(p.fail(providers.Unreachable, "", err, final).err, 1)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxModels))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case resp.StatusCode != http.StatusOK:
		return nil, p.seal(statusFailure(resp.StatusCode, resp.Header, raw, p.now()).err, 1)
	case err != nil:
		return nil, p.seal(p.fail(providers.BadStream, "", err, final).err, 1)
	}
	ids, ok := modelIDs(raw)
	if !ok {
		return nil, p.seal(&providers.Error{Kind: providers.NotAPI, Message: "the list of models is no list: " + parseError(raw).message}, 1)
	}
	return ids, nil
}

// modelIDs reads {"data":[…]}, {"models":[…]} or a bare list, of objects with an id or a name, or of names.
func modelIDs(raw []byte) (ids []string, ok bool) {
	l := list(raw)
	if m := fields(raw); m != nil {
		if l = list(m["data"]); l == nil {
			l = list(m["models"])
		}
	}
	if l == nil {
		return nil, false
	}
	seen := map[string]bool{}
	for _, r := range l {
		id := text(r)
		if m := fields(r); m != nil {
			id = firstText(m, "id", "name", "model")
		}
		if id != "" && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids, true
}
