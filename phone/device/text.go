package device

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/scrcpy"
)

// piece is a part of a text that is entered in one way.
type piece struct {
	text string
	way  way
}

type way int

const (
	typed  way = iota // by the key map
	pasted            // through the clipboard
	enter             // the Enter key
)

// pieces cuts a text into what can be typed, what must be pasted and line ends, in order. ASCII between two parts that are pasted
// is pasted with them: each paste costs a wait.
func pieces(s string) []piece {
	var all []piece
	for i, line := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if i > 0 {
			all = append(all, piece{"\n", enter})
		}
		first := strings.IndexFunc(line, untyped)
		if first < 0 {
			all = appendPiece(all, line, typed)
			continue
		}
		last := strings.LastIndexFunc(line, untyped)
		_, n := utf8.DecodeRuneInString(line[last:])
		all = appendPiece(all, line[:first], typed)
		all = appendPiece(all, line[first:last+n], pasted)
		all = appendPiece(all, line[last+n:], typed)
	}
	return all
}

func appendPiece(all []piece, text string, w way) []piece {
	if text == "" {
		return all
	}
	return append(all, piece{text, w})
}

// untyped reports a character that the virtual keyboard's key map cannot be trusted with.
func untyped(r rune) bool { return r < ' ' || r >= 0x7f }

// uncarried reports a character that no way carries: controls other than tab and line end, and what is no character.
func uncarried(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || r == utf8.RuneError
}

// Text enters s into the focused field: ASCII through the key map, everything else by pasting it through the clipboard, which is put
// back afterwards, and each line end by the Enter key. It does not know whether the field took it: see ReadFocused. What
// cannot be carried gives a *phone.TextError before anything is typed.
func (d *Device) Text(ctx context.Context, s string) error {
	if bad := runOf(s, uncarried); bad != "" {
		return &phone.TextError{Part: bad, Why: "it holds control characters or is not valid UTF-8"}
	}
	release, err := d.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	r, err := d.control(ctx, "type")
	if err != nil {
		return err
	}
	if r == nil {
		return d.shellText(ctx, s)
	}
	began := time.Now()
	for _, p := range pieces(s) {
		if err := d.enter(ctx, r, p); err != nil {
			return err
		}
	}
	if err := d.checkRefusal(ctx, r, began); err != nil {
		return err
	}
	if t, ok := r.sess.Trouble(scrcpy.ErrUntypable); ok && t.At.After(began) {
		return &phone.TextError{Part: s, Why: "the phone's key map lacks one of its characters"}
	}
	return nil
}

func (d *Device) enter(ctx context.Context, r *running, p piece) error {
	switch p.way {
	case enter:
		return d.press(ctx, r, phone.Key{Code: phone.KeyEnter})
	case pasted:
		return d.paste(ctx, r, p.text)
	}
	if r.pipe != nil {
		r.pipe.Touch()
	}
	for text := p.text; text != ""; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := min(len(text), scrcpy.MaxText)
		picture := r.newest()
		r.lag.mark(time.Now())
		err := r.sess.Text(text[:n])
		d.actedOn(r, picture)
		if err != nil {
			return d.fail(ctx, "type", err)
		}
		text = text[n:]
	}
	return nil
}

// paste pastes text through the clipboard and waits until the field had time to take it.
func (d *Device) paste(ctx context.Context, r *running, text string) error {
	if len(text) > scrcpy.MaxClipboard {
		return &phone.TextError{Part: text[:64] + "…", Why: fmt.Sprintf("one line of %d bytes is longer than the clipboard carries (%d)", len(text), scrcpy.MaxClipboard)}
	}
	if err := d.clips.keep(ctx, r); err != nil {
		return d.fail(ctx, "read clipboard before pasting", err)
	}
	picture := r.newest()
	if r.pipe != nil {
		r.pipe.Touch()
	}
	r.lag.mark(time.Now())
	err := r.sess.SetClipboard(ctx, text, true)
	a := d.actedOn(r, picture)
	defer d.clips.restoreLater(d)
	if err != nil {
		if errors.Is(err, scrcpy.ErrTimeout) {
			return &phone.TextError{Part: text, Why: "the phone did not acknowledge the clipboard"}
		}
		return d.fail(ctx, "paste", err)
	}
	// The paste key is handled by the app some time after the acknowledgement; a clipboard changed too early would be pasted.
	if r.pipe != nil {
		if err := r.awaitEffect(ctx, a); err != nil && ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// ReadFocused reads back what the focused text field holds, from the UI tree; see uitree.ReadFocused for what it cannot tell.
func (d *Device) ReadFocused(ctx context.Context) (string, error) { return uitree.ReadFocused(ctx, d) }
