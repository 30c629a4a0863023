package openai

import (
	"regexp"
	"strings"

	"github.com/handset-agent/handset/providers"
)

var (
	paramWords  = regexp.MustCompile(`(?i)(unrecogni[sz]ed|unknown|unsupported|unexpected|extra|additional) (request )?(parameter|argument|field|propert|key|input)|invalid parameter|extra inputs are not permitted`)
	imageWords  = regexp.MustCompile(`(?i)image|picture|vision|multi-?modal|content type 'image`)
	blindWords  = regexp.MustCompile(`(?i)(not|n't|no|only) (support|accept|process|handle|take|available)?[a-z ]*(image|vision|multi-?modal|picture)|image[a-z _]* (input )?(is|are) not (supported|enabled|allowed)|does not have vision|text[- ]only`)
	newMaxField = regexp.MustCompile(`(?i)max_completion_tokens`)
)

// adapt learns from a refusal what to leave out or say differently, and reports whether asking again with it makes sense. Each thing
// is changed at most once, so a server that refuses everything is not asked for ever.
func (a *ask) adapt(e *providers.Error, req *providers.Request, body string) bool {
	if e.Kind == providers.ToolsRefused {
		if len(req.Tools) == 0 || a.quirks.TextTools {
			return false
		}
		a.quirks.TextTools = true
		return true
	}
	if e.Kind != providers.BadRequest || e.Status == 0 {
		return false
	}
	said := strings.ToLower(e.Message)
	q := &a.quirks
	switch {
	case strings.Contains(said, "stream_options") || strings.Contains(said, "include_usage"):
		if q.NoStreamOptions || a.plain {
			return false
		}
		q.NoStreamOptions = true
	case strings.Contains(said, "max_tokens") && newMaxField.MatchString(said) && strings.Contains(body, `"max_tokens"`) && !a.flipped:
		q.MaxCompletionTokens, a.flipped = true, true
	case newMaxField.MatchString(said) && strings.Contains(body, `"max_completion_tokens"`) && !a.flipped:
		q.MaxCompletionTokens, a.flipped = false, true
	case strings.Contains(said, "temperature") && strings.Contains(body, `"temperature"`):
		q.NoTemperature = true
	case req.Effort != "" && !q.NoEffort && namesEffort(said):
		q.NoEffort = true
	case a.images > 0 && strings.Contains(body, `"image_url"`) && imageWords.MatchString(said):
		return a.dropImages(said)
	case paramWords.MatchString(said) && !q.NoStreamOptions && !a.plain: // the first field to doubt when none is named
		q.NoStreamOptions = true
	default:
		return false
	}
	return true
}

// dropImages goes on after a picture was refused (F-049): first with the newest picture alone, then with none. Only a model that says
// it takes no pictures is remembered as blind.
func (a *ask) dropImages(said string) bool {
	switch {
	case blindWords.MatchString(said):
		a.quirks.NoImages = true
		a.images = 0
	case a.images > 1:
		a.images = 1
	default:
		a.images = 0
	}
	return true
}

func namesEffort(said string) bool {
	for _, f := range effortFields {
		if strings.Contains(said, f) {
			return true
		}
	}
	return false
}

// known is what is known of a model before a request.
func (p *Provider) known(model string) Quirks {
	p.mu.Lock()
	defer p.mu.Unlock()
	q, ok := p.models[model]
	if !ok {
		q = p.o.Quirks
	}
	q.NoStreamOptions = q.NoStreamOptions || p.noStreamOptions
	return q
}

// remember keeps what a refusal taught, once the request that followed from it was taken.
func (p *Provider) remember(model string, q Quirks) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.noStreamOptions = p.noStreamOptions || q.NoStreamOptions
	p.models[model] = q
}
