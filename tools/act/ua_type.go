package act

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_type.md
var typeText string

type typeParams struct {
	Text    string `json:"text" max:"20000" desc:"what to type; may be empty to clear the field"`
	Element string `json:"element,omitempty" max:"200" desc:"id of the field to focus first; leave out when it has the focus"`
	Mode    string `json:"mode" default:"replace" enum:"replace,append" desc:"replace what the field holds, or add at its end"`
	Submit  bool   `json:"submit" default:"false" desc:"press enter afterwards"`
}

// Type is the tool ua_type (T-26).
func Type(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_type", Description: typeText, Acts: true, Timeout: 90 * time.Second}
	return tools.New(spec, func(ctx context.Context, p typeParams) (tools.Result, error) {
		t := typist{v: v, p: p}
		if bad := t.focus(ctx); bad != nil {
			return *bad, nil
		}
		return t.run(ctx), nil
	})
}

// typist types once.
type typist struct {
	v      *tools.View
	p      typeParams
	before *tools.Screen
	old    string // what the field held, when known
	hidden bool   // a password field
	read   *reading
	hint   bool // what the emptied field shows cannot be deleted: it is its hint
}

// reading is what the field was read back to hold.
type reading struct {
	value string
	err   error
}

// focus makes sure that a text field has the focus; otherwise it returns the result that says so.
func (t *typist) focus(ctx context.Context) *tools.Result {
	if t.p.Element != "" {
		a, err := t.v.AimFind(ctx, uitree.Query{ID: t.p.Element})
		if err != nil {
			r := missed(ctx, t.v, "ua_type", err)
			return &r
		}
		if !a.Target.Focused || a.Target.Role != uitree.Field {
			if r := t.v.Act(ctx, gesture(t.v, a, "Tapped "+a.String(), phone.Tap(a.On, a.At))); r.Status != tools.OK {
				return &r
			}
		}
	}
	s, err := t.v.Fresh(ctx)
	if err != nil {
		r := tools.FailErr("ua_type", err)
		return &r
	}
	t.before = s
	if s.Tree == nil {
		return nil // nothing can be known: type, and say that it could not be read back
	}
	if f := s.Tree.Focused(); f != nil {
		t.old, t.hidden = f.Value, f.Password
		return nil
	}
	if w, ok := t.v.Phone().(phone.Windows); ok {
		if up, err := w.KeyboardShown(ctx); err == nil && up {
			return nil // a field that the hierarchy does not show
		}
	}
	t.v.Show(s)
	r := tools.Failf("no_focus", "Give element with the id of a field, or tap the field first.", "ua_type: no text field has the focus.\n%s", s.Words(t.v.MaxText()))
	return &r
}

func (t *typist) run(ctx context.Context) tools.Result {
	done := "Typed " + characters(utf8.RuneCountInString(t.p.Text))
	if t.p.Submit {
		done += " and pressed enter"
	}
	r := t.v.Act(ctx, tools.Action{Done: done, Before: t.before, Do: t.enter})
	r.Secret = t.hidden
	if r.Status != tools.OK {
		return r
	}
	if t.read == nil {
		t.read = t.fromScreen()
	}
	if t.kept() || t.unclear() {
		return t.clearByKeys(ctx)
	}
	return t.verdict(r)
}

// characters counts them in words.
func characters(n int) string {
	if n == 1 {
		return "1 character"
	}
	return fmt.Sprintf("%d characters", n)
}

// kept reports that the field did not let its content be selected: it holds the old text and the new one.
func (t *typist) kept() bool {
	v := t.read.value
	return t.p.Mode == "replace" && !t.p.Submit && !t.hidden && t.old != "" && t.read.err == nil &&
		(v == t.old+t.p.Text || v == t.p.Text+t.old) && v != t.p.Text
}

// unclear reports that a field that should be empty shows something. Android shows the hint of an empty field as its text, and most
// dumps do not tell which of the two it is; deleting does.
func (t *typist) unclear() bool {
	return t.p.Mode == "replace" && t.p.Text == "" && !t.p.Submit && !t.hidden && t.read.err == nil && t.read.value != ""
}

// clearByKeys empties a field that knows no select-all with the delete key, and types again.
func (t *typist) clearByKeys(ctx context.Context) tools.Result {
	shown := t.read.value
	done := "Deleted " + characters(utf8.RuneCountInString(shown)) + " and typed again"
	if t.p.Text == "" {
		done = "Emptied the field with the delete key"
	}
	r := t.v.Act(ctx, tools.Action{Done: done, Do: func(ctx context.Context) error {
		p := t.v.Phone()
		if err := deleteAll(ctx, p, shown); err != nil || t.p.Text == "" {
			return err
		}
		return p.Text(ctx, t.p.Text)
	}})
	if r.Status != tools.OK {
		return r
	}
	t.read = t.fromScreen()
	t.hint = t.p.Text == "" && t.read.err == nil && t.read.value == shown
	return t.verdict(r)
}

// deleteAll presses the delete key behind the text of the focused field, once for each of its characters, at most 2000 times.
func deleteAll(ctx context.Context, p phone.Phone, text string) error {
	if err := p.Key(ctx, phone.Key{Code: phone.KeyMoveEnd, Meta: phone.MetaCtrl}); err != nil {
		return err
	}
	for range min(utf8.RuneCountInString(text), 2000) {
		if err := p.Key(ctx, phone.Key{Code: phone.KeyDel}); err != nil {
			return err
		}
	}
	return nil
}

// enter makes room, types, and with submit reads back before the key that may take the field away.
func (t *typist) enter(ctx context.Context) error {
	p := t.v.Phone()
	if err := t.makeRoom(ctx, p); err != nil {
		return err
	}
	if t.p.Text != "" {
		if err := p.Text(ctx, t.p.Text); err != nil {
			return err
		}
	}
	if !t.p.Submit {
		return nil
	}
	value, err := readBack(ctx, p)
	if shown := value; err == nil && t.p.Text == "" && t.p.Mode == "replace" && shown != "" && !t.hidden {
		if err := deleteAll(ctx, p, shown); err != nil {
			return err
		}
		value, err = readBack(ctx, p)
		t.hint = err == nil && value == shown
	}
	t.read = &reading{value, err}
	if err == nil && !t.hidden && !matches(t.want(), value) && !t.wasHint(value) && !t.hint {
		return &phone.TextError{Part: t.p.Text, Why: fmt.Sprintf("the field holds %q instead; enter was not pressed", value)}
	}
	return p.Key(ctx, phone.Key{Code: phone.KeyEnter})
}

// makeRoom selects everything, so that typing replaces it, or puts the cursor at the end.
func (t *typist) makeRoom(ctx context.Context, p phone.Phone) error {
	if t.p.Mode == "append" {
		return p.Key(ctx, phone.Key{Code: phone.KeyMoveEnd, Meta: phone.MetaCtrl})
	}
	if t.old == "" && t.before.Tree != nil && t.before.Tree.Focused() != nil {
		return nil
	}
	if err := p.Key(ctx, phone.Key{Code: phone.KeyA, Meta: phone.MetaCtrl}); err != nil {
		return err
	}
	if t.p.Text == "" {
		return p.Key(ctx, phone.Key{Code: phone.KeyDel})
	}
	return nil
}

// want is what the field should hold.
func (t *typist) want() string {
	if t.p.Mode == "append" {
		return t.old + t.p.Text
	}
	return t.p.Text
}

// wasHint reports that the text found in the field before was its hint, which an empty field shows as if it were its text: after
// typing at the end it holds what was typed and nothing else.
func (t *typist) wasHint(value string) bool {
	return t.p.Mode == "append" && t.old != "" && t.p.Text != "" && value == t.p.Text
}

// fromScreen reads the field on the screen that was just looked at, which costs nothing.
func (t *typist) fromScreen() *reading {
	s := t.v.Last()
	if s == nil || s.Tree == nil {
		return &reading{err: errors.New("the screen has no element list")}
	}
	f := s.Tree.Focused()
	if f == nil {
		return &reading{err: uitree.ErrNoFocus}
	}
	return &reading{value: f.Value}
}

// readBack asks the phone what the focused field holds.
func readBack(ctx context.Context, p phone.Phone) (string, error) {
	if r, ok := p.(tools.FieldReader); ok {
		return r.ReadFocused(ctx)
	}
	if r, ok := p.(phone.Tree); ok {
		return uitree.ReadFocused(ctx, r)
	}
	return "", phone.ErrUnsupported
}

// verdict adds what the field holds, and fails when it is not what was sent.
func (t *typist) verdict(r tools.Result) tools.Result {
	value, err := t.read.value, t.read.err
	switch {
	case t.hidden:
		r.Text = "The field is a password field; what it holds stays hidden.\n" + r.Text
	case err != nil:
		r.Notes = append(r.Notes, "what the field holds could not be read back: "+err.Error())
	case value == t.want():
		r.Text = fmt.Sprintf("The field holds %q.\n%s", tools.Untag(head(value, 500)), r.Text)
	case t.hint:
		r.Text = fmt.Sprintf("Everything that can be deleted in the field was; it shows %q now, most likely the hint of an empty field.\n%s", tools.Untag(head(value, 500)), r.Text)
	case t.wasHint(value):
		r.Text = fmt.Sprintf("The field holds %q; what it showed before was only its hint.\n%s", tools.Untag(head(value, 500)), r.Text)
	case matches(t.want(), value):
		r.Text = fmt.Sprintf("The field holds %q: it formats what is typed.\n%s", tools.Untag(head(value, 500)), r.Text)
	default:
		r.Status, r.Code = tools.Failed, tools.CodeText
		r.Text = fmt.Sprintf("The field holds %q, which is not what was sent.\n%s", tools.Untag(head(value, 500)), r.Text)
		r.Next = "Look at the field: it may limit or refuse characters, or another field has the focus. Try again once with element."
	}
	return r
}
