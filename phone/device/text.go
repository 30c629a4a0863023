package device

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	return d.enterAll(ctx, r, pieces(s))
}

// enterAll enters the parts of a text one after the other.
func (d *Device) enterAll(ctx context.Context, r *running, parts []piece) error {
	if r.pipe != nil {
		r.pipe.Touch()
	}
	if slices.ContainsFunc(parts, func(p piece) bool { return p.way == pasted }) {
		if err := d.clips.keep(ctx, r); err != nil { // first: later the question would wait behind what is typed
			return d.fail(ctx, "read clipboard before pasting", err)
		}
		defer d.clips.restoreLater(d)
	}
	sent := r.moment()
	for _, p := range parts {
		var err error
		switch p.way {
		case enter:
			sent, err = d.press(ctx, r, phone.Key{Code: phone.KeyEnter})
		case pasted:
			sent, err = d.paste(ctx, r, p.text)
		default:
			sent, err = d.typeKeys(ctx, r, p.text)
		}
		if err != nil {
			d.acted()
			return err
		}
	}
	if _, err := d.delivered(ctx, r, sent); err != nil {
		return err
	}
	return r.untypedError()
}

// typeKeys types ASCII through the key map.
func (d *Device) typeKeys(ctx context.Context, r *running, text string) (sent moment, err error) {
	for text != "" {
		if ctx.Err() != nil {
			return sent, context.Cause(ctx)
		}
		n := min(len(text), scrcpy.MaxText)
		r.clock.mark(time.Now())
		sent = r.moment()
		if err := r.sess.Text(text[:n]); err != nil {
			return sent, d.fail(ctx, "type", err)
		}
		text = text[n:]
	}
	return sent, nil
}

// paste pastes text through the clipboard and waits until the field had time to take it.
func (d *Device) paste(ctx context.Context, r *running, text string) (sent moment, err error) {
	if len(text) > scrcpy.MaxClipboard {
		return sent, &phone.TextError{Part: string([]rune(text)[:20]) + "…", Why: fmt.Sprintf("one line of %d bytes is longer than the clipboard carries (%d)", len(text), scrcpy.MaxClipboard)}
	}
	r.clock.mark(time.Now())
	sent = r.moment()
	switch err := r.sess.SetClipboard(ctx, text, true); {
	case errors.Is(err, scrcpy.ErrTimeout):
		return sent, &phone.TextError{Part: text, Why: "the phone did not acknowledge the clipboard"}
	case err != nil:
		return sent, d.fail(ctx, "paste", err)
	}
	// The paste key is handled by the app some time after the acknowledgement; a clipboard changed too early would be pasted.
	if r.pipe == nil {
		return sent, pause(ctx, touchPatience)
	}
	acked := time.Now()
	err = r.awaitEffect(ctx, &act{at: sent.at, acked: acked, took: acked.Sub(sent.at), r: r, picture: sent.picture, patience: touchPatience})
	if errors.Is(err, errBehind) {
		err = nil // long enough for any app
	}
	return sent, d.fail(ctx, "paste", err)
}

// ReadFocused reads back what the focused text field holds, from the UI tree; see uitree.ReadFocused for what it cannot tell.
func (d *Device) ReadFocused(ctx context.Context) (string, error) { return uitree.ReadFocused(ctx, d) }
