package act

import (
	"encoding/json"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/internal/fake"
)

func form(text string) (*fake.Phone, *fake.Element) {
	f := &fake.Element{ID: "a:id/name", Text: text, Class: "android.widget.EditText", Bounds: image.Rect(0, 400, 1080, 500), Clickable: true, Focused: true}
	return fake.New(f, button("OK", 600, nil)), f
}

// TestType_T26: what the field holds afterwards is read back and told.
func TestType_T26(t *testing.T) {
	t.Parallel()
	hard := `it's 100% "fun" ~ #1 & 你好 🙂`
	quoted, _ := json.Marshal(hard)
	for _, c := range []struct {
		name, old, args string
		setup           func(p *fake.Phone, f *fake.Element)
		status          tools.Status
		holds, words    string
	}{
		{name: "into an empty field", args: `{"text":` + string(quoted) + `}`, status: tools.OK, holds: hard, words: "The field holds"},
		{name: "replaces", old: "old", args: `{"text":"new"}`, status: tools.OK, holds: "new", words: `The field holds "new".`},
		{name: "appends", old: "old ", args: `{"text":"new","mode":"append"}`, status: tools.OK, holds: "old new", words: `The field holds "old new".`},
		{name: "clears", old: "old", args: `{"text":""}`, status: tools.OK, holds: "", words: `The field holds ""`},
		{name: "clears a field with a hint", old: "old", args: `{"text":""}`, setup: func(p *fake.Phone, f *fake.Element) { f.Hint = "Search" }, status: tools.OK, holds: "", words: `most likely the hint`},
		{name: "clears an empty field that shows its hint", args: `{"text":""}`, setup: func(p *fake.Phone, f *fake.Element) { f.Hint = "Search" }, status: tools.OK, holds: "", words: `most likely the hint`},
		{name: "clears it and presses enter", old: "old", args: `{"text":"","submit":true}`, setup: func(p *fake.Phone, f *fake.Element) { f.Hint = "Search" }, status: tools.OK, holds: "", words: `most likely the hint`},
		{name: "replaces a hint", args: `{"text":"cats"}`, setup: func(p *fake.Phone, f *fake.Element) { f.Hint = "Search" }, status: tools.OK, holds: "cats", words: `The field holds "cats".`},
		{name: "a field that keeps its beginning", old: "+49 1", args: `{"text":""}`, setup: func(p *fake.Phone, f *fake.Element) {
			p.OnKey = func(_ *fake.Phone, k phone.Key) {
				if k.Code == phone.KeyDel {
					f.Text = "+49 "
				}
			}
		}, status: tools.OK, holds: "+49 ", words: `"+49 " now`},
		{name: "a field that groups digits", args: `{"text":"5551234"}`, setup: func(p *fake.Phone, f *fake.Element) {
			p.OnText = func(_ *fake.Phone, s string) error { f.Text = "555-1234"; return nil }
		}, status: tools.OK, holds: "555-1234", words: "it formats what is typed"},
		{name: "a field that loses signs", args: `{"text":"a&b"}`, setup: func(p *fake.Phone, f *fake.Element) {
			p.OnText = func(_ *fake.Phone, s string) error { f.Text = "ab"; return nil }
		}, status: tools.Failed, holds: "ab", words: "not what was sent"},
		{name: "a field with a limit", args: `{"text":"abcdef"}`, setup: func(p *fake.Phone, f *fake.Element) {
			p.OnText = func(_ *fake.Phone, s string) error { f.Text = s[:3]; return nil }
		}, status: tools.Failed, holds: "abc", words: "not what was sent"},
		{name: "a field that knows no select-all", old: "old", args: `{"text":"new"}`, setup: func(p *fake.Phone, f *fake.Element) {
			p.OnKey = func(_ *fake.Phone, k phone.Key) {
				if k.Code == phone.KeyDel && f.Text != "" {
					f.Text = f.Text[:len(f.Text)-1]
				}
			}
		}, status: tools.OK, holds: "new", words: `The field holds "new".`},
		{name: "what the phone cannot type", args: `{"text":"x"}`, setup: func(p *fake.Phone, f *fake.Element) {
			p.OnText = func(*fake.Phone, string) error { return &phone.TextError{Part: "x", Why: "no paste"} }
		}, status: tools.Failed, words: "no paste"},
		{name: "nothing has the focus", args: `{"text":"x"}`, setup: func(p *fake.Phone, f *fake.Element) { f.Focused = false }, status: tools.Failed, words: "no text field has the focus"},
		{name: "no element list: typed, and said", args: `{"text":"x"}`, setup: func(p *fake.Phone, f *fake.Element) { p.NoTree = &phone.TreeError{Reason: phone.NoIdleState} }, status: tools.OK, holds: "x", words: "could not be read back"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, f := form(c.old)
			if c.setup != nil {
				c.setup(p, f)
			}
			r := fake.Use(t, Type(tools.NewView(p, tools.ViewOptions{})), c.args)
			if r.Status != c.status || f.Text != c.holds || !strings.Contains(r.ForModel(), c.words) {
				t.Errorf("%s %s, field %q, %q\n%s", r.Status, r.Code, f.Text, p.Log(), r.ForModel())
			}
		})
	}
}

// TestTypeSubmit_T26: enter is only pressed when the field holds what was sent.
func TestTypeSubmit_T26(t *testing.T) {
	t.Parallel()
	enter := fmt.Sprintf("key %d meta 0", phone.KeyEnter)
	p, _ := form("")
	if r := fake.Use(t, Type(tools.NewView(p, tools.ViewOptions{})), `{"text":"cats","submit":true}`); r.Status != tools.OK || !slices.Contains(p.Log(), enter) {
		t.Errorf("%s %q", r.Text, p.Log())
	}
	p, f := form("")
	p.OnText = func(_ *fake.Phone, s string) error { f.Text = "dogs"; return nil }
	if r := fake.Use(t, Type(tools.NewView(p, tools.ViewOptions{})), `{"text":"cats","submit":true}`); r.Code != tools.CodeText || slices.Contains(p.Log(), enter) {
		t.Errorf("%s %s %q", r.Code, r.Text, p.Log())
	}
}

// TestPasswordStaysHidden_T26_SE13: neither the result nor the record shows it.
func TestPasswordStaysHidden_T26_SE13(t *testing.T) {
	t.Parallel()
	p, f := form("")
	f.Password = true
	r := fake.Use(t, Type(tools.NewView(p, tools.ViewOptions{})), `{"text":"hunter2"}`)
	all, _ := json.Marshal(r)
	if r.Status != tools.OK || !r.Secret || f.Text != "hunter2" || strings.Contains(string(all)+r.ForModel(), "hunter2") {
		t.Errorf("%s secret %t field %q\n%s", r.Status, r.Secret, f.Text, r.ForModel())
	}
}

func TestTypeFocusesElement_T26(t *testing.T) {
	t.Parallel()
	p, f := form("")
	f.Focused = false
	v := tools.NewView(p, tools.ViewOptions{})
	r := fake.Use(t, Type(v), `{"text":"x","element":"a:id/name"}`)
	if r.Status != tools.OK || f.Text != "x" {
		t.Errorf("%s %q", r.Text, p.Log())
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sent, holds string
		want        bool
	}{
		{"a", "a", true}, {"5551234", "555-1234", true}, {"+49 170", "+49170", true}, {"hello", "Hello", true}, {"", "", true},
		{"a&b", "ab", false}, {"hello", "HELLO", false}, {"123", "124", false}, {"a1", "a-1", false}, {"x", "", false}, {"", "x", false}, {"你好", "你", false},
	} {
		if got := matches(c.sent, c.holds); got != c.want {
			t.Errorf("sent %q, holds %q: %t", c.sent, c.holds, got)
		}
	}
}
