package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
)

// Action is one thing done to the phone.
type Action struct {
	Done   string       // in the past tense, for the result: `Tapped button "OK" at (540,1200)`
	Before *Screen      // the newest look before it, nil: one is taken
	Settle phone.Settle // how to wait for the screen to stand still; zero fields as the view has them
	Do     func(ctx context.Context) error
}

// Act does one thing and finds out what came of it: it waits until the screen stands still, reads the hierarchy, and compares
// both with what was there before. The result holds the settled screen in words, so that a model needs no further look, and an
// Effect that keeps apart what was delivered from what could be seen (F-048). What could not be seen is said, not guessed. The
// new screen counts as seen by the model.
func (v *View) Act(ctx context.Context, a Action) Result {
	before := a.Before
	if before == nil {
		s, err := v.Glance(ctx)
		if err != nil {
			return FailErr(a.Done, err)
		}
		before = v.known(s)
	}
	if err := ctx.Err(); err != nil {
		return FailErr(a.Done, err)
	}
	if err := a.Do(ctx); err != nil {
		return v.Refused(ctx, "not done: "+lowerFirst(a.Done), err)
	}
	return v.after(ctx, a, before)
}

// known is what the model saw last when the picture is still that very one, since its hierarchy then still holds; else s.
func (v *View) known(s *Screen) *Screen {
	if last := v.Last(); last != nil && last.Tree != nil && last.Frame != nil && s.Frame != nil && last.Seq() == s.Seq() {
		return last
	}
	return s
}

// Refused is the result of an action that did not happen. When the aim was stale the screen as it is now comes with it.
func (v *View) Refused(ctx context.Context, op string, err error) Result {
	r := FailErr(op, err)
	r.Effect = &Effect{Changed: []string{}}
	var gone *uitree.NotFoundError
	if !errors.Is(err, phone.ErrStaleView) && !errors.As(err, &gone) {
		return r
	}
	if gone != nil {
		r.Code, r.Next = CodeNotFound, "Choose from the screen above, scroll with ua_scroll_to, or use take_screenshot and aim by coordinates."
	} else {
		r.Next = "Aim again on the screen above."
	}
	s, lerr := v.Look(ctx)
	if lerr != nil {
		return r
	}
	v.Show(s)
	r.Frame = s.Frame
	r.Text += "\nThe screen now:\n" + s.Words(v.opts.MaxText)
	return r
}

// after looks at what a delivered action did.
func (v *View) after(ctx context.Context, a Action, before *Screen) Result {
	set := v.settle(a.Settle)
	set.After = before.Seq()
	start := time.Now()
	f, changed, err := v.phone.Settled(ctx, set)
	still := err == nil && time.Since(start) < set.Max
	if err := fatal(ctx, err); err != nil {
		return unseen(a.Done, err)
	}
	now, err := v.afterLook(ctx, before, f, err, changed)
	if err != nil {
		return unseen(a.Done, err)
	}
	e := &Effect{Delivered: true, Settled: still || now.exact, Front: now.Front, FrameSeq: now.Seq(), Changed: v.changes(before, now)}
	// A list that may be older than the moment before the action tells what changed since, but proves nothing.
	e.Visible = changed && now.Frame != nil || len(e.Changed) > 0 && (before.Tree != nil || now.Frame == nil)
	v.Show(now)
	r := Result{Status: OK, Effect: e, Frame: now.Frame}
	r.Text = a.Done + ".\n" + e.words(now) + now.Words(v.opts.MaxText)
	if now.Tree == nil && now.Frame != nil {
		r.Image, _ = v.Picture(now.Frame, Crop{})
	}
	return r
}

// afterLook completes the settled picture. Where the picture is provably the one the hierarchy before belongs to, that
// hierarchy still holds and is not read again.
func (v *View) afterLook(ctx context.Context, before *Screen, f *phone.Frame, noPicture error, changed bool) (*Screen, error) {
	if noPicture == nil && !changed && before.exact && before.Seq() == f.Seq {
		return before, nil
	}
	s, err := v.complete(ctx, f, noPicture, true)
	if err != nil {
		return nil, err
	}
	if s.Front == "" {
		if w, ok := v.phone.(phone.Windows); ok {
			if act, err := w.Foreground(ctx); err == nil {
				s.Front, s.Title = act.Package, act.Window
			}
		}
	}
	return s, nil
}

// changes compares the hierarchies. When the look before has none, what the model saw last is compared.
func (v *View) changes(before, now *Screen) []string {
	old := before.Tree
	if old == nil {
		if seen := v.Last(); seen != nil {
			old = seen.Tree
		}
	}
	diff := uitree.Diff(old, now.Tree)
	if diff == nil {
		return []string{}
	}
	return diff[:min(20, len(diff))]
}

// settle is s with the view's settings, then the defaults, in its zero fields.
func (v *View) settle(s phone.Settle) phone.Settle {
	for _, f := range []struct{ to, from *time.Duration }{
		{&s.First, &v.opts.Settle.First}, {&s.Quiet, &v.opts.Settle.Quiet}, {&s.Max, &v.opts.Settle.Max},
	} {
		if *f.to == 0 {
			*f.to = *f.from
		}
	}
	return s.WithDefaults()
}

// unseen is the result of an action that was delivered while its effect could not be looked at.
func unseen(done string, err error) Result {
	r := FailErr(done+", but what came of it could not be seen", err)
	if errors.Is(err, context.Canceled) {
		r.Text = done + ". The run was stopped before what came of it could be seen."
	}
	r.Effect = &Effect{Delivered: true, Changed: []string{}}
	return r
}

// words tells the effect to a model.
func (e *Effect) words(now *Screen) string {
	var b strings.Builder
	switch {
	case now.Frame == nil && now.Tree == nil:
		b.WriteString("Delivered. Whether anything changed could not be seen.\n")
	case e.Visible:
		b.WriteString("Delivered, and the screen changed.\n")
	default:
		b.WriteString("Delivered, but nothing on the screen changed: it may have hit nothing that reacts.\n")
	}
	if !e.Settled && now.Frame != nil {
		b.WriteString("The screen is still moving.\n")
	}
	for _, c := range e.Changed {
		b.WriteString("- " + Untag(c) + "\n")
	}
	return b.String()
}

// lowerFirst makes the first letter of an ASCII sentence small.
func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// Words is the screen for a model, at most limit characters: a block of data that says where it comes from. What is missing
// is told with the reason.
func (s *Screen) Words(limit int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<screen size=\"%dx%d\">\n", s.Size.X, s.Size.Y)
	if s.NoPicture != nil {
		b.WriteString(Untag(s.NoPicture.Error()) + "\n")
	}
	if s.Tree != nil {
		var t strings.Builder
		_ = s.Tree.WriteModel(&t, uitree.ModelOptions{MaxChars: limit}) // a strings.Builder never fails
		b.WriteString(strings.TrimRight(Untag(t.String()), "\n") + "\n")
	} else if s.NoTree != nil {
		if s.Front != "" {
			b.WriteString("in front: " + s.Front + "\n")
		}
		b.WriteString("no element list: " + Untag(s.NoTree.Error()) + "\n")
	}
	b.WriteString("</screen>")
	return b.String()
}

// Untag keeps text that came from the phone from ending, or beginning, the block it stands in (F-097).
func Untag(s string) string {
	return strings.NewReplacer("<screen", "‹screen", "</screen", "‹/screen").Replace(s)
}
