package see

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_find_text.md
var findTextText string

const (
	maxFound    = 30
	maxFoundLen = 40
)

type findTextParams struct {
	Text string `json:"text,omitempty" max:"500" desc:"part of the text or description; empty lists everything that can be tapped"`
}

type found struct {
	ID       string `json:"id"`
	Role     string `json:"role"`
	Text     string `json:"text"`
	X        int    `json:"x"`
	Y        int    `json:"y"`
	Tappable bool   `json:"tappable"`
}

// FindText is the tool ua_find_text (T-63): at most 30 elements of 40 characters each.
func FindText(v *tools.View) tools.Tool {
	return tools.New(tools.Spec{Name: "ua_find_text", Description: findTextText, ReadOnly: true},
		func(ctx context.Context, p findTextParams) (tools.Result, error) {
			s, err := v.Look(ctx)
			if err != nil {
				return tools.FailErr("ua_find_text", err), nil
			}
			v.Show(s)
			if s.Tree == nil {
				return tools.FailErr("ua_find_text", s.NoTree), nil
			}
			hits := find(v, s.Tree, p.Text)
			if len(hits) == 0 {
				r := tools.FailErr("ua_find_text", noHit(s.Tree, p.Text))
				r.Code, r.Next = tools.CodeNotFound, "It may be further down (ua_scroll_to), or drawn as a picture (take_screenshot)."
				return r, nil
			}
			return tools.Result{Text: list(hits), Data: dataOf(hits)}, nil
		})
}

// find lists what fits text, or everything that can be tapped.
func find(v *tools.View, t *uitree.View, text string) []found {
	var hits []found
	add := func(e *uitree.Element, words string, tap bool, x, y int) {
		if words == "" {
			words = e.Caption()
		}
		hits = append(hits, found{e.Label, string(e.Role), cut(words), x, y, tap})
	}
	if text == "" {
		for _, e := range t.Elements {
			if e.Tappable() {
				at := v.ToModel(e.Tap())
				add(e, "", true, at.X, at.Y)
			}
		}
		return hits
	}
	for _, m := range t.Locate(uitree.Query{Text: text}) {
		at := v.ToModel(m.Point)
		add(m.Target, m.Text, m.Target.Tappable(), at.X, at.Y)
	}
	return hits
}

func noHit(t *uitree.View, text string) error {
	if text == "" {
		return fmt.Errorf("nothing on the screen can be tapped")
	}
	_, err := t.Find(uitree.Query{Text: text})
	return err
}

func list(hits []found) string {
	var b strings.Builder
	b.WriteString("<screen part=\"found\">\n")
	for i, h := range hits {
		if i == maxFound {
			fmt.Fprintf(&b, "… %d more\n", len(hits)-maxFound)
			break
		}
		fmt.Fprintf(&b, "%s %s %q @%d,%d", h.ID, h.Role, tools.Untag(h.Text), h.X, h.Y)
		if !h.Tappable {
			b.WriteString(" (not tappable)")
		}
		b.WriteByte('\n')
	}
	b.WriteString("</screen>")
	return b.String()
}

func dataOf(hits []found) json.RawMessage {
	data, err := json.Marshal(map[string]any{"found": hits})
	if err != nil {
		return nil
	}
	return data
}

func cut(s string) string {
	r := []rune(s)
	if len(r) > maxFoundLen {
		return string(r[:maxFoundLen-1]) + "…"
	}
	return s
}
