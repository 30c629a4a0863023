package sim

import (
	"context"
	"image"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/phone/uitree"
)

// step is one event of a gesture.
type step struct {
	finger int
	action world.TouchAction
	at     image.Point
	t      time.Duration
}

// steps puts the touches of all fingers in order of time.
func steps(g phone.Gesture) []step {
	var out []step
	for f, touches := range g.Fingers {
		for i, t := range touches {
			a := world.TouchMove
			if i == 0 {
				a = world.TouchDown
			}
			out = append(out, step{f, a, t.At, t.T})
		}
		last := touches[len(touches)-1]
		out = append(out, step{f, world.TouchUp, last.At, last.T})
	}
	slices.SortStableFunc(out, func(a, b step) int { return int(a.t - b.t) })
	return out
}

// Gesture plays g in real time. Ending ctx takes all fingers away.
func (p *Phone) Gesture(ctx context.Context, g phone.Gesture) error {
	if err := g.Check(); err != nil {
		return err
	}
	p.fingers.Lock()
	defer p.fingers.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	d := p.w.Display()
	if err := g.Stale(phone.Pose{Size: d.Size, Rotation: d.Rotation}); err != nil {
		return err
	}
	begin := time.Now()
	down := map[int]image.Point{}
	for _, s := range steps(g) {
		if err := pause(ctx, s.t-time.Since(begin)); err != nil {
			for f, at := range down {
				p.w.Touch(f, world.TouchCancel, at, 0)
			}
			return err
		}
		pressure := 1.0
		down[s.finger] = s.at
		if s.action == world.TouchUp {
			pressure = 0
			delete(down, s.finger)
		}
		p.w.Touch(s.finger, s.action, s.at, pressure)
	}
	return nil
}

// pause waits for d, or gives ctx's cause.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Key presses and releases a key.
func (p *Phone) Key(ctx context.Context, k phone.Key) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.w.Key(k.Code, k.Meta, true)
	err := pause(ctx, k.Hold)
	p.w.Key(k.Code, k.Meta, false)
	return err
}

// uncarried reports a character that no way carries.
func uncarried(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r == 0x7f || r == utf8.RuneError
}

// typed reports a character that is entered through the key map; the others are pasted.
func typed(r rune) bool { return r >= ' ' && r < 0x7f && world.CanType(r) }

// Text enters s: ASCII through the key map, the rest of a line through the clipboard, which is put back, and each line end by the
// Enter key. What cannot be carried gives a *phone.TextError before anything is typed.
func (p *Phone) Text(ctx context.Context, s string) error {
	if at := strings.IndexFunc(s, uncarried); at >= 0 {
		_, n := utf8.DecodeRuneInString(s[at:])
		return &phone.TextError{Part: s[at : at+n], Why: "it holds control characters or is not valid UTF-8"}
	}
	for i, line := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if i > 0 {
			if err := p.Key(ctx, phone.Key{Code: phone.KeyEnter}); err != nil {
				return err
			}
		}
		p.line(line)
	}
	return nil
}

// line types a line; from its first to its last character that the key map lacks it is pasted.
func (p *Phone) line(s string) {
	other := func(r rune) bool { return !typed(r) }
	first := strings.IndexFunc(s, other)
	if first < 0 {
		p.keys(s)
		return
	}
	last := strings.LastIndexFunc(s, other)
	_, n := utf8.DecodeRuneInString(s[last:])
	p.keys(s[:first])
	p.insert(s[first : last+n])
	p.keys(s[last+n:])
}

func (p *Phone) keys(s string) {
	for _, r := range s {
		p.w.Type(r)
	}
}

// insert pastes s and puts the clipboard back.
func (p *Phone) insert(s string) {
	p.paste.Lock()
	defer p.paste.Unlock()
	old, had := p.w.Clipboard()
	p.w.SetClipboard(s)
	p.w.Key(phone.KeyPaste, 0, true)
	p.w.Key(phone.KeyPaste, 0, false)
	if had {
		p.w.SetClipboard(old)
	} else {
		p.w.SetClipboard("")
	}
}

// ReadFocused reads back what the focused text field holds.
func (p *Phone) ReadFocused(ctx context.Context) (string, error) { return uitree.ReadFocused(ctx, p) }
