package device

import (
	"context"
	"errors"
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

// longText is how many bytes are pasted rather than typed: an app takes each key by itself, and a paste at once.
const longText = 400

// pieces cuts a text into what can be typed, what must be pasted and line ends, in order. What lies between two parts that are pasted
// is pasted with them, line ends too: each paste costs a wait. Line ends before and behind it stay presses of Enter, which send a form.
func pieces(s string) []piece {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	first, last := strings.IndexFunc(s, untyped), strings.LastIndexFunc(s, untyped)
	if len(s) > longText {
		first, last = strings.IndexFunc(s, inLine), strings.LastIndexFunc(s, inLine)
	}
	if first < 0 {
		return typedLines(nil, s)
	}
	_, n := utf8.DecodeRuneInString(s[last:])
	all := typedLines(nil, s[:first])
	for middle := s[first : last+n]; middle != ""; {
		var part string
		part, middle = cutText(middle, scrcpy.MaxClipboard)
		all = append(all, piece{part, pasted})
	}
	return typedLines(all, s[last+n:])
}

// typedLines appends a text that is typed line by line.
func typedLines(all []piece, s string) []piece {
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			all = append(all, piece{"\n", enter})
		}
		all = appendPiece(all, line, typed)
	}
	return all
}

// cutText cuts at most n bytes off the beginning of s, whole characters only.
func cutText(s string, n int) (part, rest string) {
	if len(s) <= n {
		return s, ""
	}
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n], s[n:]
}

func appendPiece(all []piece, text string, w way) []piece {
	if text == "" {
		return all
	}
	return append(all, piece{text, w})
}

// untyped reports a character that the virtual keyboard's key map cannot be trusted with.
func untyped(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f }

func inLine(r rune) bool { return r != '\n' }

// uncarried reports a character that no way carries: controls other than tab and line end, and what is no character.
func uncarried(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || r == utf8.RuneError
}

// Text enters s into the focused field: short ASCII through the key map with Enter for line ends, everything else by pasting it through
// the clipboard, which is put back afterwards. It does not know whether the field took it: see ReadFocused. What
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
		if err := d.clips.keep(ctx, d, r); err != nil { // first: later the question would wait behind what is typed
			return d.fail(ctx, "read clipboard before pasting", err)
		}
		defer d.clips.restoreLater(d)
	}
	_ = r.sess.Untyped() // what was typed before is nobody's now
	sent := r.moment()
	for _, p := range parts {
		var err error
		switch p.way {
		case enter:
			sent, err = d.press(ctx, r, phone.Key{Code: phone.KeyEnter})
		case pasted:
			sent, err = d.paste(ctx, r, p.text)
			if _, refused := errors.AsType[*phone.TextError](err); refused && !strings.ContainsFunc(p.text, untyped) {
				sent, err = d.typeLines(ctx, r, p.text) // only its length spoke for the clipboard (F-077)
			}
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

// typeLines types ASCII of several lines.
func (d *Device) typeLines(ctx context.Context, r *running, text string) (sent moment, err error) {
	for _, p := range typedLines(nil, text) {
		if p.way == enter {
			sent, err = d.press(ctx, r, phone.Key{Code: phone.KeyEnter})
		} else {
			sent, err = d.typeKeys(ctx, r, p.text)
		}
		if err != nil {
			return sent, err
		}
	}
	return sent, nil
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
	if err := d.clips.pasting(d, text); err != nil {
		return sent, err
	}
	r.clock.mark(time.Now())
	sent = r.moment()
	switch err := r.sess.SetClipboard(ctx, text, true); {
	case errors.Is(err, scrcpy.ErrTimeout):
		return sent, &phone.TextError{Part: shortened(text), Why: "the phone did not acknowledge the clipboard"}
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

// shortened is the beginning of a text for a message.
func shortened(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// ReadFocused reads back what the focused text field holds, from the UI tree; see uitree.ReadFocused for what it cannot tell.
func (d *Device) ReadFocused(ctx context.Context) (string, error) { return uitree.ReadFocused(ctx, d) }
