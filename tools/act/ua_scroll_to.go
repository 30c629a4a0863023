package act

import (
	"context"
	_ "embed"
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/uitree"
	"github.com/handset-agent/handset/tools"
)

//go:embed ua_scroll_to.md
var scrollToText string

type scrollToParams struct {
	Text      string `json:"text" max:"500" desc:"text or description to look for, or part of it"`
	Direction string `json:"direction" default:"down" enum:"down,up,left,right" desc:"where to look: down shows what is further down"`
	Max       int    `json:"max_swipes" default:"20" min:"1" max:"50" desc:"most swipes"`
	Element   string `json:"element,omitempty" max:"200" desc:"id of the list to scroll, when there are several; leave out for the largest"`
}

// ScrollTo is the tool ua_scroll_to (T-75).
func ScrollTo(v *tools.View) tools.Tool {
	spec := tools.Spec{Name: "ua_scroll_to", Description: scrollToText, Acts: true, Timeout: 3 * time.Minute}
	return tools.New(spec, func(ctx context.Context, p scrollToParams) (tools.Result, error) {
		first, err := v.Look(ctx)
		if err != nil {
			return tools.FailErr("ua_scroll_to", err), nil
		}
		if first.Tree == nil {
			v.Show(first)
			return tools.FailErr("ua_scroll_to", first.NoTree), nil
		}
		s := scroller{v: v, p: p, first: first, now: first}
		end, err := s.run(ctx)
		if err != nil {
			return s.broken(err), nil
		}
		return s.result(end), nil
	})
}

// scroller is one search.
type scroller struct {
	v      *tools.View
	p      scrollToParams
	first  *tools.Screen
	now    *tools.Screen
	swipes int
}

// how a search ended
const (
	found   = "found"
	pageEnd = "the page does not move any further"
	tooMany = "the most swipes were made"
	lost    = "the element list could no longer be read"
)

func (s *scroller) run(ctx context.Context) (end string, err error) {
	for {
		if s.hit() != nil {
			return found, nil
		}
		if s.swipes >= s.p.Max {
			return tooMany, nil
		}
		moved, err := s.swipe(ctx)
		switch {
		case err != nil:
			return "", err
		case s.now.Tree == nil:
			return lost, nil
		case !moved && s.hit() == nil:
			return pageEnd, nil
		}
	}
}

// hit is the element looked for, when it shows.
func (s *scroller) hit() *uitree.Match {
	for _, m := range s.now.Tree.Locate(uitree.Query{Text: s.p.Text}) {
		if m.Point.In(image.Rectangle{Max: s.now.Size}) {
			return &m
		}
	}
	return nil
}

// swipe scrolls once by two thirds of the list and reports whether anything moved.
func (s *scroller) swipe(ctx context.Context) (moved bool, err error) {
	area, err := s.area()
	if err != nil {
		return false, err
	}
	from, to := across(area, s.p.Direction)
	g := phone.Swipe(s.now.Size, clampPoint(from, s.now.Size), clampPoint(to, s.now.Size), 400*time.Millisecond)
	if err := s.v.Phone().Gesture(ctx, g); err != nil {
		return false, err
	}
	s.swipes++
	_, changed, _ := s.v.Phone().Settled(ctx, phone.Settle{After: s.now.Seq()}) // Look tells what is wrong
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	before := s.now
	if s.now, err = s.v.Look(ctx); err != nil {
		s.now = before
		return false, err
	}
	return changed && s.now.Frame != nil || len(uitree.Diff(before.Tree, s.now.Tree)) > 0, nil
}

// area is the list to scroll: the one asked for, else the largest on the screen, else the middle of the screen.
func (s *scroller) area() (image.Rectangle, error) {
	if s.p.Element != "" {
		m, err := s.now.Tree.Find(uitree.Query{ID: s.p.Element})
		if err != nil {
			return image.Rectangle{}, err
		}
		return m.Target.Bounds, nil
	}
	var best image.Rectangle
	for _, e := range s.now.Tree.Elements {
		if e.Scrollable() && e.Bounds.Dx()*e.Bounds.Dy() > best.Dx()*best.Dy() {
			best = e.Bounds
		}
	}
	if best.Dx() < 50 || best.Dy() < 50 {
		best = image.Rectangle{Max: s.now.Size}.Inset(s.now.Size.X / 8)
	}
	return best, nil
}

// across are the ends of a swipe over the middle two thirds of an area, against the direction one looks.
func across(r image.Rectangle, direction string) (from, to image.Point) {
	mid := r.Min.Add(r.Max).Div(2)
	dx, dy := r.Dx()/3, r.Dy()/3
	switch direction {
	case "up":
		return mid.Sub(image.Pt(0, dy)), mid.Add(image.Pt(0, dy))
	case "left":
		return mid.Sub(image.Pt(dx, 0)), mid.Add(image.Pt(dx, 0))
	case "right":
		return mid.Add(image.Pt(dx, 0)), mid.Sub(image.Pt(dx, 0))
	}
	return mid.Add(image.Pt(0, dy)), mid.Sub(image.Pt(0, dy))
}

// result tells how the search ended, with the screen as it is.
func (s *scroller) result(end string) tools.Result {
	s.v.Show(s.now)
	r := tools.Result{Frame: s.now.Frame, Effect: s.effect()}
	screen := s.now.Words(s.v.MaxText())
	if end != found {
		r.Status, r.Code = tools.Failed, tools.CodeNotFound
		r.Text = fmt.Sprintf("%q was not found after %d swipes: %s.\n%s", s.p.Text, s.swipes, end, screen)
		r.Next = "Try the other direction, another word, or another list (element)."
		return r
	}
	m := s.hit()
	r.Text = fmt.Sprintf("Found after %d swipes: %s %s %q.\n%s", s.swipes, m.Target.Role, m.Target.Label, tools.Untag(m.Text), screen)
	return r
}

// broken is the result when the phone did not do its part.
func (s *scroller) broken(err error) tools.Result {
	r := tools.FailErr(fmt.Sprintf("ua_scroll_to, after %d swipes", s.swipes), err)
	r.Effect = s.effect()
	return r
}

func (s *scroller) effect() *tools.Effect {
	e := &tools.Effect{Delivered: s.swipes > 0, Settled: true, Front: s.now.Front, FrameSeq: s.now.Seq(), Changed: uitree.Diff(s.first.Tree, s.now.Tree)}
	if e.Changed == nil {
		e.Changed = []string{}
	}
	e.Visible = s.swipes > 0 && (s.first.Seq() != s.now.Seq() || len(e.Changed) > 0)
	return e
}
