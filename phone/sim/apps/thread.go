package apps

import (
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// thread is one conversation. What is typed is kept as a draft until it is sent.
type thread struct{}

// number is whom the conversation is with: the intent's address, or that of the thread it names.
func (s *thread) number(c *world.Ctx) string {
	if n := c.Extra("to"); n != "" {
		return n
	}
	if _, n, ok := strings.Cut(c.Intent().Data, ":"); ok {
		n, _, _ = strings.Cut(n, "?")
		return strings.NewReplacer("%2B", "+", "%20", " ").Replace(n)
	}
	for _, r := range c.Content().Query(world.TableSMS, nil) {
		if strconv.FormatInt(r.Int("thread_id"), 10) == c.Extra("thread") {
			return r.Text("address")
		}
	}
	return ""
}

func (s *thread) rows(c *world.Ctx) []world.Row {
	number := s.number(c)
	return c.Content().Query(world.TableSMS, func(r world.Row) bool { return world.SameNumber(r.Text("address"), number) })
}

// Resume marks what is there as read, and takes the text an intent brings.
func (s *thread) Resume(c *world.Ctx) {
	if rows := s.rows(c); len(rows) > 0 {
		c.MarkRead(rows[0].Int("thread_id"))
	}
	if b := c.Extra("sms_body"); b != "" && s.draft(c) == "" {
		s.keep(c, b)
	}
}

func (s *thread) draft(c *world.Ctx) string {
	return world.Data[messageDrafts](c).Drafts[world.Digits(s.number(c))]
}

func (s *thread) keep(c *world.Ctx, text string) {
	d := world.Data[messageDrafts](c).Drafts
	if text == "" {
		delete(d, world.Digits(s.number(c)))
		return
	}
	d[world.Digits(s.number(c))] = text
}

func (s *thread) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	number := s.number(c)
	name := nameFor(c, number)
	list := &view.Node{Class: "androidx.recyclerview.widget.RecyclerView", ID: "android:id/list", Scroll: view.Vertical, FromEnd: true, Pad: view.Sides(12, 8), Gap: 4}
	rows := s.rows(c)
	var day time.Time
	for _, r := range rows {
		at := time.UnixMilli(r.Int("date")).In(c.Now().Location())
		if !sameDay(at, day) {
			day = at
			list.Add(&view.Node{ID: "message_header", Text: weekText(c, at.Weekday(), false) + " " + dayText(c, at) + " · " + clockText(c, at), W: view.Match, Margin: view.Sides(0, 10), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint, Align: view.Center}})
		}
		list.Add(s.bubble(c, r, at))
	}
	if len(rows) == 0 {
		list.Add(nothing(t, iconMessage, trf(c, "Texting with %s (SMS/MMS)", name)))
	}
	return c.Page(name, column(fill(list), s.compose(c)),
		view.IconButton(t, "action_call", tr(c, "Call"), iconCall, func() { call(c, number) }),
		view.IconButton(t, "action_more", tr(c, "More options"), view.IconMore, func() {
			menu(c, []string{"Delete", "Copy number"}, func() {
				ask(c, "Delete this conversation?", "This is permanent and can't be undone", "Delete", func() {
					c.Content().Delete(world.TableSMS, func(r world.Row) bool { return world.SameNumber(r.Text("address"), number) })
					c.Finish()
				})
			}, func() { c.Copy(number) })
		}))
}

// bubble is one message: mine at the right, theirs at the left.
func (s *thread) bubble(c *world.Ctx, r world.Row, at time.Time) *view.Node {
	t := c.Theme()
	w, _ := c.Size()
	fill, ink, side := t.SurfaceHigh, t.OnSurface, view.Start
	if r.Int("type") == world.SMSSent {
		fill, ink, side = t.Primary, t.OnPrimary, view.End
	}
	text := &view.Node{ID: "message_text", Text: r.Text("body"), MaxW: w * 0.74, Fill: fill, Corner: 20, Pad: view.Sides(16, 10), Style: view.TextStyle{Size: 16, Color: ink}}
	text.OnLongClick = func() {
		c.ShowDialog(world.Dialog{Items: []string{tr(c, "Copy text"), tr(c, "Delete")}, Chosen: -1, OnItem: func(i int) {
			if i == 0 {
				c.Copy(r.Text("body"))
				c.Toast(tr(c, "Copied"))
			} else {
				c.Content().Delete(world.TableSMS, is(r.ID()))
			}
		}})
	}
	who := nameFor(c, r.Text("address"))
	if side == view.End {
		who = tr(c, "You")
	}
	return &view.Node{Class: "FrameLayout", Key: strconv.FormatInt(r.ID(), 10), Desc: who + ": " + r.Text("body") + " " + clockText(c, at), W: view.Match, AlignX: side, Children: []*view.Node{text}}
}

// compose is the line at the bottom that a message is written in.
func (s *thread) compose(c *world.Ctx) *view.Node {
	t := c.Theme()
	draft := s.draft(c)
	f := c.Field("compose_message_text", draft, tr(c, "Text message"), func(v string) { s.keep(c, v) })
	f.Corner, f.Weight, f.W = 26, 1, 0
	f.Edit.Multiline, f.Edit.AutoFocus = true, c.Extra("reply") != ""
	empty := strings.TrimSpace(draft) == ""
	ink := t.Primary
	if empty {
		ink = t.Outline
	}
	send := view.IconButton(t, "send_message_button_icon", tr(c, "Send message"), iconSend, func() {
		if strings.TrimSpace(draft) == "" {
			return
		}
		c.SendSMS(s.number(c), draft)
		s.keep(c, "")
	})
	send.Tint, send.Disabled = ink, empty
	return &view.Node{ID: "compose_message_view", Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 4, Pad: view.Edges{Left: 12, Right: 4, Top: 6, Bottom: 8}, Children: []*view.Node{f, send}}
}
