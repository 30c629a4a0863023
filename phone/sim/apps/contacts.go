package apps

import (
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Contacts is the address book: the rows of the contacts provider.
func Contacts() world.AppDef {
	const class = "com.android.contacts.activities."
	return world.AppDef{
		Package: "com.google.android.contacts", Label: "Contacts", Labels: map[string]string{"zh": "通讯录"}, Version: "4.33.41", VersionCode: 4334100, System: true,
		Icon: view.IconPerson, Color: view.RGB(0x2f6fd6),
		Permissions: []world.Permission{{Name: "android.permission.READ_CONTACTS", Runtime: true, Granted: true}, {Name: "android.permission.WRITE_CONTACTS", Runtime: true, Granted: true}},
		Shortcuts:   []world.Shortcut{{Label: "Create contact", Intent: world.Intent{Action: "android.intent.action.INSERT", Type: "vnd.android.cursor.dir/contact"}}},
		Activities: []world.ActivityDef{
			{Class: class + "PeopleActivity", Launcher: true, Screen: func() world.Screen { return &contactList{} }},
			{Class: class + "QuickContactActivity", Private: true, Screen: func() world.Screen { return &contactPage{} }},
			{Class: class + "ContactEditorActivity", Actions: []string{"android.intent.action.INSERT"}, MIMETypes: []string{"vnd.android.cursor.dir/contact"}, Screen: func() world.Screen { return &contactEditor{} }},
		},
	}
}

const (
	contactPageClass   = "com.android.contacts.activities.QuickContactActivity"
	contactEditorClass = "com.android.contacts.activities.ContactEditorActivity"
)

// contactList lists everybody under the first letters, those with a star, or what a search finds.
type contactList struct {
	query   string
	starred bool
}

func (l *contactList) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	list := c.List("list")
	list.Pad.Bottom = 96
	last := ""
	for _, p := range contacts(c) {
		if !has(p.name+" "+p.number+" "+world.Digits(p.number), l.query) || l.starred && !p.starred {
			continue
		}
		if h := initial(p.name); h != last && l.query == "" {
			list.Add(section(t, h))
			last = h
		}
		list.Add(item(strconv.FormatInt(p.id, 10), func() { c.HideKeyboard(); c.Open(contactPageClass, "id", strconv.FormatInt(p.id, 10)) }, avatar(p.name, 40), lines(t, "cliv_name_textview", p.name, "")))
	}
	if len(list.Children) == 0 {
		text := "No contacts"
		if l.query != "" {
			text = "No contacts found"
		}
		list.Add(nothing(t, view.IconPerson, tr(c, text)))
	}
	search := searchField(c, "open_search_bar_text_view", l.query, tr(c, "Search contacts"), func(s string) { l.query = s })
	part := 0
	if l.starred {
		part = 1
	}
	bar := tabs(c, []tab{{"contacts", "Contacts", view.IconPerson}, {"favorites", "Favorites", view.IconStar}}, part, func(i int) { l.starred = i == 1 })
	add := fab(t, "floating_action_button", tr(c, "Create contact"), view.IconAdd, func() { c.Open(contactEditorClass) })
	return column(search, fill(over(list, add)), bar)
}

// Back ends the search.
func (l *contactList) Back(c *world.Ctx) bool {
	if l.query == "" {
		return false
	}
	l.query = ""
	c.HideKeyboard()
	return true
}

// contactPage shows one person.
type contactPage struct{}

func (s *contactPage) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	p, ok := contactByID(c, c.Extra("id"))
	if !ok {
		return c.Page("", column(nothing(t, view.IconPerson, tr(c, "The contact doesn't exist"))))
	}
	id := c.Extra("id")
	name := view.Label(p.name, 28, t.OnSurface)
	name.ID, name.Style.Align = "large_title", view.Center
	head := &view.Node{W: view.Match, AlignX: view.Center, Gap: 16, Pad: view.Sides(24, 16), Children: []*view.Node{avatar(p.name, 120), name}}
	if p.office != "" {
		head.Add(&view.Node{ID: "organization_name", Text: p.office, Style: view.TextStyle{Size: 15, Color: t.OnSurfaceFaint}})
	}
	buttons := &view.Node{Dir: view.Row, W: view.Match, Pad: view.Sides(16, 8)}
	if p.number != "" {
		buttons.Add(round(t, "verb_call", tr(c, "Call"), iconCall, false, func() { call(c, p.number) }), round(t, "verb_text", tr(c, "Text"), iconMessage, false, func() { write(c, p.number) }))
	}
	if p.mail != "" {
		buttons.Add(round(t, "verb_email", tr(c, "Email"), iconMail, false, func() {
			c.Start(world.Intent{Action: "android.intent.action.SENDTO", Data: "mailto:" + p.mail, Flags: world.FlagNewTask})
		}))
	}
	card := &view.Node{W: view.Match, Fill: t.Surface, Corner: 24, Margin: view.Sides(16, 12), Pad: view.Sides(4, 8)}
	card.Add(&view.Node{Text: tr(c, "Contact info"), Style: view.TextStyle{Size: 14, Bold: true, Color: t.OnSurface}, Margin: view.Sides(16, 8)})
	if p.number != "" {
		card.Add(item("phone", func() { call(c, p.number) }, &view.Node{Icon: iconCall, Tint: t.Primary}, lines(t, "header", p.number, tr(c, "Mobile"))))
	}
	if p.mail != "" {
		card.Add(item("mail", func() { c.Copy(p.mail); c.Toast(tr(c, "Copied")) }, &view.Node{Icon: iconMail, Tint: t.Primary}, lines(t, "header", p.mail, tr(c, "Home"))))
	}
	star, desc := iconStarOff, "Add to favorites"
	if p.starred {
		star, desc = view.IconStar, "Remove from favorites"
	}
	body := &view.Node{ID: "scroll", Scroll: view.Vertical, Children: []*view.Node{head, buttons, card}}
	return c.Page("", body,
		view.IconButton(t, "menu_star", tr(c, desc), star, func() { p.starred = !p.starred; p.save(c) }),
		view.IconButton(t, "menu_insert", tr(c, "Edit contact"), view.IconEdit, func() { c.Open(contactEditorClass, "id", id) }),
		view.IconButton(t, "menu_more", tr(c, "More options"), view.IconMore, func() {
			menu(c, []string{"Delete"}, func() {
				ask(c, "Delete contact?", "This contact will be permanently deleted from your device", "Delete", func() {
					c.Content().Delete(world.TableContacts, is(p.id))
					c.Toast(trf(c, "%s deleted", p.name))
					c.Finish()
				})
			})
		}))
}

// contactEditor makes a contact or changes one.
type contactEditor struct {
	begun bool
	p     contact
}

// Resume takes the contact the intent names.
func (e *contactEditor) Resume(c *world.Ctx) {
	if !e.begun {
		e.begun = true
		e.p, _ = contactByID(c, c.Extra("id"))
		if e.p.id == 0 {
			e.p.name, e.p.number, e.p.mail = c.Extra("name"), c.Extra("phone"), c.Extra("email")
		}
	}
}

func (e *contactEditor) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	field := func(id, hint string, icon *view.Icon, to *string) *view.Node {
		f := c.Field(id, *to, tr(c, hint), func(s string) { *to = s })
		f.Weight, f.W, f.Edit.Action = 1, 0, "next"
		return &view.Node{Dir: view.Row, W: view.Match, Gap: 16, AlignY: view.Center, Pad: view.Sides(16, 6), Children: []*view.Node{{Icon: icon, Tint: t.OnSurfaceFaint, Decor: true}, f}}
	}
	name := field("name", "Name", view.IconPerson, &e.p.name)
	name.Children[1].Edit.AutoFocus = e.p.id == 0 && e.p.name == ""
	phone := field("phone", "Phone", iconCall, &e.p.number)
	phone.Children[1].Edit.Number = true
	body := &view.Node{ID: "scroll", Scroll: view.Vertical, Children: []*view.Node{
		{W: view.Match, AlignX: view.Center, Pad: view.Sides(0, 16), Children: []*view.Node{avatar(e.p.name, 96)}},
		name, field("company", "Company", view.IconStorage, &e.p.office), phone, field("email", "Email", iconMail, &e.p.mail),
	}}
	title := "Create contact"
	if e.p.id != 0 {
		title = "Edit contact"
	}
	save := c.Button("toolbar_button", tr(c, "Save"), func() { e.save(c) })
	save.Margin = view.Edges{Right: 12}
	return c.Page(tr(c, title), body, save)
}

func (e *contactEditor) save(c *world.Ctx) {
	c.HideKeyboard()
	for _, s := range []*string{&e.p.name, &e.p.number, &e.p.mail, &e.p.office} {
		*s = strings.TrimSpace(*s)
	}
	if e.p.name == "" {
		e.p.name = e.p.number
	}
	if e.p.name == "" {
		c.Toast(tr(c, "Add info to save as a contact"))
		return
	}
	e.p.save(c)
	c.Toast(trf(c, "%s saved", e.p.name))
	c.Finish()
}
