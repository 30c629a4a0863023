package apps

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// letterPage is one letter.
type letterPage struct{}

func (s *letterPage) Resume(c *world.Ctx) {
	d := world.Data[mailData](c)
	d.begin(c)
	if l := d.find(c.Extra("letter")); l != nil {
		l.Read = true
		c.CancelNote(l.ID, "")
	}
}

func (s *letterPage) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[mailData](c)
	l := d.find(c.Extra("letter"))
	if l == nil {
		return c.Page(tr(c, "Mail"), column(nothing(t, iconMail, tr(c, "This letter is gone"))))
	}
	to := func(folder, toast string) func() {
		return func() {
			l.Folder = folder
			c.Toast(tr(c, toast))
			c.Finish()
		}
	}
	write := func(mode string) func() { return func() { c.Open(".ComposeActivity", mode, strconv.Itoa(l.ID)) } }
	body := &view.Node{ID: "conversation", Scroll: view.Vertical, Pad: view.Sides(20, 8), Gap: 14, Children: []*view.Node{
		{ID: "subject", Text: l.Subject, Style: view.TextStyle{Size: 24, Color: t.OnSurface}},
		{Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 12, Children: []*view.Node{avatar(sender(l.From), 42), lines(t, "sender", sender(l.From), address(l.From)), {ID: "date", Text: whenText(c, l.At), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}}}},
		{ID: "recipient", Text: trf(c, "To: %s", l.To), Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint}}, view.Divider(t),
		{ID: "body", Text: l.Body, W: view.Match, Style: view.TextStyle{Size: 16, Color: t.OnSurface, Lead: 1.2}},
	}}
	if l.File != "" {
		body.Add(&view.Node{ID: "attachment", Class: "ViewGroup", Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 12, Corner: 14, Line: t.OutlineFaint, LineW: 1, Pad: view.Sides(14, 12), OnClick: func() { c.Open(".AttachmentActivity", "letter", strconv.Itoa(l.ID)) }, Children: []*view.Node{
			{Decor: true, Icon: iconClip, Tint: t.OnSurfaceFaint}, lines(t, "attachment_name", l.File, tr(c, "Tap to open")),
		}})
	}
	body.Add(&view.Node{Dir: view.Row, W: view.Match, Gap: 12, Margin: view.Edges{Top: 8}, Children: []*view.Node{c.Button("reply", tr(c, "Reply"), write("reply")), c.TextButton("forward", tr(c, "Forward"), write("forward"))}})
	return c.Page("", body, view.IconButton(t, "archive", tr(c, "Archive"), iconArchive, to("archive", "Archived")), view.IconButton(t, "delete", tr(c, "Delete"), view.IconDelete, to("bin", "Moved to bin")),
		view.IconButton(t, "mark_unread", tr(c, "Mark as unread"), iconMail, func() { l.Read = false; c.Finish() }))
}

// letterEditor writes a letter. What is not sent is kept as a draft.
type letterEditor struct {
	begun             bool
	draft             string
	to, subject, text string
	file              string
	scene             int64
	done              bool
}

// Resume fills in what is answered, passed on, or asked for from outside.
func (s *letterEditor) Resume(c *world.Ctx) {
	d := world.Data[mailData](c)
	if d.begin(c); s.begun {
		return
	}
	s.begun = true
	s.draft = c.Extra("draft")
	if l := d.find(s.draft); l != nil {
		s.to, s.subject, s.text, s.file, s.scene = l.To, l.Subject, l.Body, l.File, l.Scene
	}
	quote := func(l *letter) string { return "\n\n> " + strings.ReplaceAll(l.Body, "\n", "\n> ") }
	if l := d.find(c.Extra("reply")); l != nil {
		s.to, s.subject, s.text = address(l.From), "Re: "+strings.TrimPrefix(l.Subject, "Re: "), quote(l)
	}
	if l := d.find(c.Extra("forward")); l != nil {
		s.subject, s.text, s.file, s.scene = "Fwd: "+l.Subject, quote(l), l.File, l.Scene
	}
	if u, err := url.Parse(c.Intent().Data); err == nil && u.Scheme == "mailto" {
		s.to, s.subject, s.text = u.Opaque, u.Query().Get("subject"), u.Query().Get("body")
	}
	if v := c.Extra("android.intent.extra.SUBJECT"); v != "" {
		s.subject = v
	}
	if v := c.Extra("android.intent.extra.TEXT"); v != "" {
		s.text = v
	}
}

func (s *letterEditor) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	line := func(id, value, hint string, change func(string)) *view.Node {
		f := c.Field(id, value, tr(c, hint), change)
		f.Fill, f.Corner, f.Pad = view.Color{}, 0, view.Sides(4, 14)
		f.Edit.Action = "next"
		return f
	}
	to := line("to", s.to, "Recipient", func(v string) { s.to = v })
	to.Edit.AutoFocus = s.to == ""
	text := line("body", s.text, "Compose email", func(v string) { s.text = v })
	text.Edit.Multiline, text.MinH, text.Edit.AutoFocus = true, 300, s.to != ""
	body := &view.Node{Scroll: view.Vertical, Pad: view.Sides(16, 0), Children: []*view.Node{to, view.Divider(t), line("subject", s.subject, "Subject", func(v string) { s.subject = v }), view.Divider(t)}}
	if s.file != "" {
		drop := view.IconButton(t, "remove_attachment", tr(c, "Remove attachment"), view.IconClose, func() { s.file, s.scene = "", 0 })
		body.Add(&view.Node{ID: "attachment", Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 8, Children: []*view.Node{{Decor: true, Icon: iconClip, Tint: t.OnSurfaceFaint}, {ID: "attachment_name", Text: s.file, Weight: 1, Style: view.TextStyle{Size: 15, Color: t.OnSurface, Lines: 1}}, drop}})
	}
	body.Add(text)
	attach := view.IconButton(t, "attach", tr(c, "Attach file"), iconClip, func() { s.attach(c) })
	send := view.IconButton(t, "send", tr(c, "Send"), iconSend, func() { s.send(c) })
	return c.Page(tr(c, "Compose"), body, attach, send)
}

func (s *letterEditor) attach(c *world.Ctx) {
	rows := pictures(c, "Camera")
	c.HideKeyboard()
	c.ShowDialog(world.Dialog{Sheet: true, Title: tr(c, "Attach file"), Cancel: tr(c, "Cancel"), Items: firstNames(c, rows, 4), Chosen: -1, OnItem: func(i int) {
		s.file, s.scene = rows[i].Text("_display_name"), sceneOf(rows[i])
	}})
}

func (s *letterEditor) send(c *world.Ctx) {
	if !strings.Contains(s.to, "@") {
		c.ShowDialog(world.Dialog{Title: tr(c, "Add a recipient"), Message: tr(c, "Enter an e-mail address of the recipient."), OK: tr(c, "OK")})
		return
	}
	s.store(c, "sent")
	s.done = true
	c.HideKeyboard()
	c.Toast(tr(c, "Sent"))
	c.Finish()
}

// store keeps the letter in a folder, in place of the draft it came from.
func (s *letterEditor) store(c *world.Ctx, folder string) {
	d := world.Data[mailData](c)
	l := letter{From: "me@example.com", To: strings.TrimSpace(s.to), Subject: s.subject, Body: s.text, At: c.Now(), Read: true, Folder: folder, File: s.file, Scene: s.scene}
	if old := d.find(s.draft); old != nil {
		l.ID = old.ID
		*old = l
		return
	}
	d.add(l)
}

// Back keeps a draft of what was written.
func (s *letterEditor) Back(c *world.Ctx) bool {
	if !s.done && strings.TrimSpace(s.to+s.subject+s.text) != "" {
		s.store(c, "drafts")
		c.Toast(tr(c, "Draft saved"))
	}
	return false
}

// attachment is what is attached to a letter: a picture or a text.
type attachment struct{}

func (s *attachment) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	l := world.Data[mailData](c).find(c.Extra("letter"))
	if l == nil {
		return c.Page(tr(c, "Attachment"), column())
	}
	w, _ := c.Size()
	if l.Scene > 0 {
		return c.Page(l.File, column(&view.Node{ID: "attachment_image", Class: "ImageView", Desc: l.File, W: w, H: w * 0.75, Picture: cachedScene(l.Scene, c.Px(w), c.Px(w*0.75)), Margin: view.Edges{Top: 40}}))
	}
	return c.Page(l.File, &view.Node{Scroll: view.Vertical, Pad: view.All(20), Children: []*view.Node{{ID: "attachment_text", Text: l.Subject + "\n\n" + l.Body, W: view.Match, Style: view.TextStyle{Size: 15, Color: t.OnSurface, Lead: 1.2}}}})
}
