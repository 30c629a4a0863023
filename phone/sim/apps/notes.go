package apps

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Notes keeps notes: a list, an editor, and a search.
func Notes() world.AppDef {
	return world.AppDef{
		Package: "com.example.notes", Label: "Notes", Labels: map[string]string{"zh": "便签"}, Version: "1.4.2", VersionCode: 42, Icon: view.IconNote, Color: view.RGB(0xe0a32e),
		Data: func() any { return &notesData{} },
		Activities: []world.ActivityDef{
			{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return &noteList{} }},
			{Class: ".EditActivity", Private: true, Screen: func() world.Screen { return &noteEditor{} }},
		},
	}
}

// notesData is what survives.
type notesData struct {
	Next  int
	Notes []note
}

type note struct {
	ID          string
	Title, Body string
	Changed     time.Time
}

func (d *notesData) find(id string) *note {
	for i := range d.Notes {
		if d.Notes[i].ID == id {
			return &d.Notes[i]
		}
	}
	return nil
}

func (d *notesData) remove(id string) {
	d.Notes = slices.DeleteFunc(d.Notes, func(n note) bool { return n.ID == id })
}

// noteList is the list of notes, the last changed first.
type noteList struct {
	searching bool
	query     string
}

func (l *noteList) Build(c *world.Ctx) *view.Node {
	d := world.Data[notesData](c)
	t := c.Theme()
	shown := slices.Clone(d.Notes)
	slices.SortStableFunc(shown, func(a, b note) int { return b.Changed.Compare(a.Changed) })
	list := c.List("list")
	list.Pad = view.Edges{Left: 16, Right: 16, Top: 8, Bottom: 96}
	list.Gap = 10
	for _, n := range shown {
		if strings.Contains(strings.ToLower(n.Title+"\n"+n.Body), strings.ToLower(l.query)) {
			list.Add(l.card(c, n))
		}
	}
	if len(list.Children) == 0 {
		text := tr(c, "No notes yet")
		if l.query != "" {
			text = tr(c, "No notes found")
		}
		list.Add(&view.Node{ID: "empty", Text: text, W: view.Match, Pad: view.Sides(0, 120), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint, Align: view.Center}})
	}
	body := &view.Node{Dir: view.Stack, Children: []*view.Node{list, l.addButton(c)}}
	if l.searching {
		return l.searchPage(c, body)
	}
	search := view.IconButton(t, "action_search", tr(c, "Search"), view.IconSearch, func() { l.searching = true })
	return c.Page(c.Label(), body, search)
}

func (l *noteList) searchPage(c *world.Ctx, body *view.Node) *view.Node {
	field := c.Field("search_src_text", l.query, tr(c, "Search notes"), func(s string) { l.query = s })
	field.Weight, field.W, field.Edit.AutoFocus, field.Edit.Action = 1, 0, true, "search"
	bar := view.Rows(view.IconButton(c.Theme(), "", tr(c, "Back"), view.IconBack, func() { l.Back(c) }), field)
	bar.W, bar.H, bar.Pad = view.Match, 64, view.Edges{Left: 4, Right: 16}
	body.W, body.Weight = view.Match, 1
	return &view.Node{W: view.Match, H: view.Match, Children: []*view.Node{bar, body}}
}

// Back leaves the search.
func (l *noteList) Back(c *world.Ctx) bool {
	if !l.searching {
		return false
	}
	l.searching, l.query = false, ""
	c.HideKeyboard()
	return true
}

func (l *noteList) addButton(c *world.Ctx) *view.Node {
	t := c.Theme()
	return &view.Node{
		Class: "ImageButton", ID: "fab_add", Desc: tr(c, "New note"), W: 60, H: 60, Corner: 18, Fill: t.Container, Icon: view.IconAdd, Tint: t.OnContainer, Shadow: 5,
		Self: true, SelfX: view.End, SelfY: view.End, Margin: view.All(20), OnClick: func() { c.Open(".EditActivity") },
	}
}

func (l *noteList) card(c *world.Ctx, n note) *view.Node {
	t := c.Theme()
	title := n.Title
	if title == "" {
		title = tr(c, "Untitled")
	}
	card := &view.Node{
		ID: "note_card", Key: n.ID, W: view.Match, Fill: t.Surface, Corner: 16, Line: t.OutlineFaint, LineW: 1, Pad: view.Sides(18, 14), Gap: 4,
		OnClick:     func() { c.Open(".EditActivity", "id", n.ID) },
		OnLongClick: func() { confirmDelete(c, n.ID, false) },
		Children:    []*view.Node{{ID: "note_title", Text: title, Style: view.TextStyle{Size: 17, Bold: true, Color: t.OnSurface, Lines: 1}}},
	}
	if n.Body != "" {
		card.Add(&view.Node{ID: "note_body", Text: n.Body, Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint, Lines: 3}})
	}
	return card.Add(&view.Node{ID: "note_date", Text: dayText(c, n.Changed), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}})
}

func confirmDelete(c *world.Ctx, id string, leave bool) {
	c.ShowDialog(world.Dialog{Title: tr(c, "Delete note?"), Message: tr(c, "This note will be deleted."), OK: tr(c, "Delete"), Cancel: tr(c, "Cancel"), OnOK: func() {
		world.Data[notesData](c).remove(id)
		c.Toast(tr(c, "Note deleted"))
		if leave {
			c.Finish()
		}
	}})
}

// noteEditor edits one note. It is saved as it is typed; a note left empty is dropped.
type noteEditor struct {
	id    string
	begun bool
}

// Resume takes the note the intent names, or makes a new one.
func (e *noteEditor) Resume(c *world.Ctx) {
	if e.begun {
		return
	}
	e.begun = true
	if e.id = c.Extra("id"); e.id == "" {
		d := world.Data[notesData](c)
		d.Next++
		e.id = "n" + strconv.Itoa(d.Next)
		d.Notes = append(d.Notes, note{ID: e.id, Changed: c.Now()})
	}
}

func (e *noteEditor) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	n := world.Data[notesData](c).find(e.id)
	if n == nil {
		n = &note{}
	}
	title := &view.Node{
		ID: "edit_title", Text: n.Title, Hint: tr(c, "Title"), W: view.Match, Pad: view.Sides(20, 12), Tint: t.Primary,
		Style: view.TextStyle{Size: 24, Bold: true, Color: t.OnSurface}, Edit: &view.Edit{Action: "next", Change: func(s string) { n.Title, n.Changed = s, c.Now() }},
	}
	text := &view.Node{
		ID: "edit_text", Text: n.Body, Hint: tr(c, "Note"), W: view.Match, MinH: 320, Pad: view.Sides(20, 8), Tint: t.Primary,
		Style: view.TextStyle{Size: 17, Color: t.OnSurface, Lead: 1.1},
		Edit:  &view.Edit{Multiline: true, AutoFocus: c.Extra("id") == "", Change: func(s string) { n.Body, n.Changed = s, c.Now() }},
	}
	body := &view.Node{ID: "scroll", Scroll: view.Vertical, Children: []*view.Node{title, text}}
	done := view.IconButton(t, "action_done", tr(c, "Save"), view.IconCheck, func() { e.leave(c) })
	del := view.IconButton(t, "action_delete", tr(c, "Delete"), view.IconDelete, func() { confirmDelete(c, e.id, true) })
	share := view.IconButton(t, "action_copy", tr(c, "Copy"), view.IconCopy, func() {
		c.Copy(strings.TrimSpace(n.Title + "\n" + n.Body))
		c.Toast(tr(c, "Copied to clipboard"))
	})
	return c.Page(tr(c, "Edit note"), body, share, del, done)
}

// Back saves and leaves.
func (e *noteEditor) Back(c *world.Ctx) bool {
	e.leave(c)
	return true
}

func (e *noteEditor) leave(c *world.Ctx) {
	d := world.Data[notesData](c)
	if n := d.find(e.id); n != nil && n.Title == "" && n.Body == "" {
		d.remove(e.id)
	}
	c.HideKeyboard()
	c.Finish()
}
