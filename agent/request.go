package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/handset-agent/handset/providers"
	"github.com/handset-agent/handset/tools"
)

const (
	// keepPictures is how many of the newest pictures a request carries.
	keepPictures = 2
	// maxToolText is the most characters of one tool result in a request; the whole is in the store.
	maxToolText = 24_000
)

// request puts together what one answer is made from. What is stored is never changed by it.
func (x *run) request() *providers.Request {
	msgs, system := split(x.history, x.system)
	r := &providers.Request{
		Model: x.t.Model, System: system, Messages: foreign(lighten(msgs, x.t.Seeing), x.t.Model), Tools: specs(x.t.Tools, x.t.Mode),
		MaxTokens: x.t.MaxTokens, Temperature: x.t.Temperature,
	}
	if x.t.Mode == tools.Max { // AG-08
		r.Effort = x.t.Effort
	}
	return r
}

// foreign takes out of a copied list what only the model that wrote it understands (model-providers §8): reasoning and the opaque
// data of answers that another model gave. Text, calls and results stay.
func foreign(msgs []providers.Message, model string) []providers.Message {
	for i := range msgs {
		m := &msgs[i]
		if m.Role != providers.Assistant || m.Model == "" || m.Model == model {
			continue
		}
		m.Reasoning, m.Opaque = "", nil
		m.Calls = slices.Clone(m.Calls)
		for k := range m.Calls {
			m.Calls[k].Extra = nil
		}
	}
	return msgs
}

// specs are the tools a mode shows, in the registry's order, which never changes within a turn.
func specs(r *tools.Registry, m tools.Mode) []providers.ToolSpec {
	if r == nil {
		return nil
	}
	var out []providers.ToolSpec
	for _, s := range r.Shown(m) {
		out = append(out, providers.ToolSpec{Name: s.Name, Description: s.Description, Schema: s.Schema})
	}
	return out
}

// split joins all system messages behind the prompt (TR-17) and leaves the others, mended.
func split(history []providers.Message, prompt string) (msgs []providers.Message, system string) {
	parts := []string{prompt}
	for _, m := range history {
		if m.Role == providers.System {
			parts = append(parts, m.Text)
			continue
		}
		msgs = append(msgs, m)
	}
	msgs, _ = Mend(msgs)
	return msgs, strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n")
}

// lighten is a copy of msgs that carries only the newest pictures, none for a model that does not see, and no tool result that
// is too long.
func lighten(msgs []providers.Message, seeing bool) []providers.Message {
	out := slices.Clone(msgs)
	room := keepPictures
	if !seeing {
		room = 0
	}
	for i := len(out) - 1; i >= 0; i-- {
		m := &out[i]
		if m.Role == providers.ToolRole {
			m.Text = tools.HeadTail(m.Text, maxToolText)
		}
		if len(m.Images) == 0 {
			continue
		}
		keep := min(room, len(m.Images))
		room -= keep
		if gone := len(m.Images) - keep; gone > 0 {
			m.Text = strings.TrimLeft(fmt.Sprintf("%s\n[%d older picture(s) left out]", m.Text, gone), "\n")
			if !seeing {
				m.Text = strings.Replace(m.Text, "older picture(s) left out", "picture(s) left out: this model does not see pictures", 1)
			}
		}
		m.Images = m.Images[len(m.Images)-keep:]
	}
	return out
}
