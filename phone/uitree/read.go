package uitree

import (
	"context"
	"errors"

	"github.com/handset-agent/handset/phone"
)

// ErrNoFocus: no text field has the focus, so there is nothing to read back.
var ErrNoFocus = errors.New("no text field has the focus")

// ErrHidden: the focused field is a password field; its content cannot be read back.
var ErrHidden = errors.New("the focused field hides what it holds")

// Read dumps and parses the hierarchy of p. Failures are *phone.TreeError or those of the connection.
func Read(ctx context.Context, p phone.Tree) (*Tree, error) {
	d, err := p.DumpTree(ctx)
	if err != nil {
		return nil, err
	}
	return Parse(d.XML)
}

// ReadFocused reads back what the focused text field holds, exactly. ErrNoFocus and ErrHidden say why it cannot. On phones whose
// dump has no hint attribute an empty field gives its hint, because Android shows the hint as the field's text.
func ReadFocused(ctx context.Context, p phone.Tree) (string, error) {
	t, err := Read(ctx, p)
	if err != nil {
		return "", err
	}
	e := Prune(t, Options{}).Focused()
	switch {
	case e == nil:
		return "", ErrNoFocus
	case e.Password:
		return "", ErrHidden
	}
	return e.Value, nil
}
