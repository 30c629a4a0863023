package apps

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Calendar shows the calendar provider's events by month and by day, and reminds of them.
func Calendar() world.AppDef {
	return world.AppDef{
		Package: "com.google.android.calendar", Label: "Calendar", Labels: map[string]string{"zh": "日历"}, Version: "2024.20.0-634587563-release", VersionCode: 2017112014, System: true,
		Icon: iconCalendar, Color: view.RGB(0x2f78c4), Data: func() any { return &calendarData{} },
		Permissions: []world.Permission{{Name: "android.permission.READ_CALENDAR", Runtime: true, Granted: true}, {Name: "android.permission.WRITE_CALENDAR", Runtime: true, Granted: true}},
		Shortcuts:   []world.Shortcut{{Label: "New event", Intent: world.Intent{Action: "android.intent.action.INSERT", Type: "vnd.android.cursor.dir/event"}}},
		Activities: []world.ActivityDef{
			{Class: "com.android.calendar.AllInOneActivity", Launcher: true, Screen: func() world.Screen { return &calendar{} }},
			{Class: "com.android.calendar.event.EventInfoActivity", Private: true, Screen: func() world.Screen { return &eventPage{} }},
			{Class: "com.android.calendar.event.LaunchInfoActivity", Actions: []string{"android.intent.action.INSERT"}, MIMETypes: []string{"vnd.android.cursor.dir/event"}, Screen: func() world.Screen { return &eventEditor{} }},
		},
		Due: remindDue, OnDue: remind,
	}
}

const (
	eventPageClass   = "com.android.calendar.event.EventInfoActivity"
	eventEditorClass = "com.android.calendar.event.LaunchInfoActivity"
)

// calendarData keeps up to when reminders were given.
type calendarData struct{ Reminded time.Time }

// event is one entry of the calendar.
type event struct {
	id           int64
	title, place string
	start, end   time.Time
	allDay       bool
	minutes      int64 // a reminder so long before, -1 for none
}

// events lists the events by their beginning.
func events(c *world.Ctx) []event {
	zone := c.Now().Location()
	ahead := map[int64]int64{}
	for _, r := range c.Content().Query(world.TableReminders, nil) {
		ahead[r.Int("event_id")] = r.Int("minutes")
	}
	var out []event
	for _, r := range c.Content().Query(world.TableEvents, func(r world.Row) bool { return r.Int("deleted") == 0 }) {
		e := event{id: r.ID(), title: r.Text("title"), place: r.Text("eventLocation"), start: time.UnixMilli(r.Int("dtstart")).In(zone), end: time.UnixMilli(r.Int("dtend")).In(zone), allDay: r.Int("allDay") != 0, minutes: -1}
		if e.allDay { // kept as midnight of UTC
			u := e.start.UTC()
			e.start = time.Date(u.Year(), u.Month(), u.Day(), 0, 0, 0, 0, zone)
			e.end = e.start.AddDate(0, 0, 1)
		}
		if m, ok := ahead[e.id]; ok {
			e.minutes = m
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b event) int { return a.start.Compare(b.start) })
	return out
}

// nextReminder is the first reminder after a moment.
func nextReminder(c *world.Ctx, after time.Time) (event, time.Time) {
	var first event
	var at time.Time
	for _, e := range events(c) {
		if e.minutes < 0 {
			continue
		}
		if t := e.start.Add(-time.Duration(e.minutes) * time.Minute); t.After(after) && (at.IsZero() || t.Before(at)) {
			first, at = e, t
		}
	}
	return first, at
}

func remindDue(c *world.Ctx) time.Time {
	d := world.Data[calendarData](c)
	if d.Reminded.IsZero() {
		d.Reminded = c.Now()
	}
	_, at := nextReminder(c, d.Reminded)
	return at
}

func remind(c *world.Ctx) {
	d := world.Data[calendarData](c)
	e, at := nextReminder(c, d.Reminded)
	d.Reminded = at
	text := clockText(c, e.start) + " – " + clockText(c, e.end)
	if e.place != "" {
		text += " · " + e.place
	}
	c.Post(world.Notification{ID: int(e.id), Channel: "reminders", ChannelName: tr(c, "Calendar notifications"), Importance: 4, Category: "event", Title: e.title, Text: text,
		Open: world.Intent{Component: world.Component{Package: "com.google.android.calendar", Class: "com.android.calendar.AllInOneActivity"}, Extras: map[string]any{"day": e.start.Format(time.DateOnly)}}})
}

// calendar is the month over the events of the chosen day.
type calendar struct {
	day   time.Time // chosen
	month time.Time // shown
}

// Resume begins at today, or at the day the intent names.
func (s *calendar) Resume(c *world.Ctx) {
	if d, err := time.ParseInLocation(time.DateOnly, c.Extra("day"), c.Now().Location()); err == nil && s.day.IsZero() {
		s.choose(d)
	}
	if s.day.IsZero() {
		s.choose(c.Now())
	}
}

func (s *calendar) choose(d time.Time) {
	s.day = startOfDay(d)
	s.month = time.Date(d.Year(), d.Month(), 1, 0, 0, 0, 0, d.Location())
}

func (s *calendar) Build(c *world.Ctx) *view.Node {
	if s.day.IsZero() {
		s.Resume(c)
	}
	t := c.Theme()
	all := events(c)
	turn := func(by int) func() { return func() { s.month = s.month.AddDate(0, by, 0) } }
	head := &view.Node{Dir: view.Row, W: view.Match, H: 60, AlignY: view.Center, Pad: view.Edges{Left: 20, Right: 4}, Children: []*view.Node{
		{ID: "date_picker_text_view", Text: monthText(c, s.month), Weight: 1, Style: view.TextStyle{Size: 22, Color: t.OnSurface}},
		view.IconButton(t, "previous_month", tr(c, "Previous month"), iconPrevious, turn(-1)), view.IconButton(t, "next_month", tr(c, "Next month"), view.IconForward, turn(1)),
		view.IconButton(t, "action_today", tr(c, "Jump to Today"), iconCalendar, func() { s.choose(c.Now()) }),
	}}
	grid := s.grid(c, all)
	list := c.List("day_events")
	list.Pad, list.Gap = view.Edges{Left: 16, Right: 16, Bottom: 100}, 8
	list.Add(&view.Node{ID: "day_header", Text: weekText(c, s.day.Weekday(), false) + " " + dayText(c, s.day), Style: view.TextStyle{Size: 16, Bold: true, Color: t.Primary}, Margin: view.Sides(4, 10)})
	for _, e := range all {
		if e.start.Before(s.day.AddDate(0, 0, 1)) && e.end.After(s.day) {
			list.Add(eventCard(c, e))
		}
	}
	if len(list.Children) == 1 {
		list.Add(&view.Node{ID: "nothing_planned", Text: tr(c, "Nothing planned"), Style: view.TextStyle{Size: 15, Color: t.OnSurfaceFaint}, Margin: view.Sides(4, 8)})
	}
	add := fab(t, "floating_action_button", tr(c, "Create new event"), view.IconAdd, func() { c.Open(eventEditorClass, "day", s.day.Format(time.DateOnly)) })
	if c.Landscape() {
		return column(head, fill(&view.Node{Dir: view.Row, Children: []*view.Node{{Weight: 1, H: view.Match, Scroll: view.Vertical, Children: []*view.Node{grid}}, {Weight: 1, H: view.Match, Children: []*view.Node{over(list, add)}}}}))
	}
	return column(head, grid, fill(over(list, add)))
}

// grid is the days of the month; a swipe turns the page.
func (s *calendar) grid(c *world.Ctx, all []event) *view.Node {
	t := c.Theme()
	g := &view.Node{ID: "month_view", Class: "ViewGroup", W: view.Match, Pad: view.Sides(10, 4), OnDrag: func(d view.Drag) {
		if dx := d.At.X - d.Start.X; d.Phase == view.DragEnd && (dx > 200 || dx < -200) {
			s.month = s.month.AddDate(0, -dx/max(dx, -dx), 0)
		}
	}}
	names := &view.Node{Dir: view.Row, W: view.Match}
	for i := range 7 {
		names.Add(&view.Node{Text: string([]rune(weekText(c, time.Weekday(i), true))[:1]), Weight: 1, H: 28, Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint, Align: view.Center}})
	}
	g.Add(names)
	first := s.month.AddDate(0, 0, -int(s.month.Weekday()))
	for week := range 6 {
		row := &view.Node{Dir: view.Row, W: view.Match}
		if week > 3 && first.AddDate(0, 0, week*7).Month() != s.month.Month() {
			break
		}
		for i := range 7 {
			row.Add(s.cell(c, first.AddDate(0, 0, week*7+i), all))
		}
		g.Add(row)
	}
	return g
}

// cell is one day with dots for its events.
func (s *calendar) cell(c *world.Ctx, day time.Time, all []event) *view.Node {
	t := c.Theme()
	n := 0
	for _, e := range all {
		if sameDay(e.start, day) {
			n++
		}
	}
	disc := &view.Node{Decor: true, Text: strconv.Itoa(day.Day()), W: 34, H: 34, Corner: 17, AlignY: view.Center, Style: view.TextStyle{Size: 14, Color: t.OnSurface, Align: view.Center}}
	switch {
	case sameDay(day, c.Now()):
		disc.Fill, disc.Style.Color, disc.Style.Bold = t.Primary, t.OnPrimary, true
	case sameDay(day, s.day):
		disc.Fill, disc.Style.Color = t.Container, t.OnContainer
	case day.Month() != s.month.Month():
		disc.Style.Color = t.Outline
	}
	if sameDay(day, s.day) && sameDay(day, c.Now()) {
		disc.Line, disc.LineW = t.OnContainer, 2
	}
	dots := &view.Node{Decor: true, Dir: view.Row, Gap: 3, H: 6}
	for range min(n, 3) {
		dots.Add(&view.Node{W: 5, H: 5, Corner: 2.5, Fill: t.Primary})
	}
	desc := weekText(c, day.Weekday(), false) + " " + dayText(c, day)
	switch {
	case n == 1:
		desc += ", " + tr(c, "1 event")
	case n > 1:
		desc += ", " + trf(c, "%d events", n)
	}
	return &view.Node{Class: "View", ID: "day", Key: day.Format(time.DateOnly), Desc: desc, Selected: sameDay(day, s.day), Weight: 1, H: 48, AlignX: view.Center, Gap: 2, Pad: view.Edges{Top: 2}, Dir: view.Column, OnClick: func() { s.choose(day) }, Children: []*view.Node{disc, dots}}
}

// eventCard is an event in a list.
func eventCard(c *world.Ctx, e event) *view.Node {
	t := c.Theme()
	when := clockText(c, e.start) + " – " + clockText(c, e.end)
	if e.allDay {
		when = tr(c, "All day")
	}
	if e.place != "" {
		when += " · " + e.place
	}
	n := item(strconv.FormatInt(e.id, 10), func() { c.Open(eventPageClass, "id", strconv.FormatInt(e.id, 10)) }, &view.Node{Decor: true, W: 5, H: 40, Corner: 2.5, Fill: t.Primary}, lines(t, "event_title", e.title, when))
	n.Fill, n.Corner = t.Surface, 16
	return n
}

// eventPage shows one event.
type eventPage struct{}

func (s *eventPage) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	all := events(c)
	i := slices.IndexFunc(all, func(e event) bool { return strconv.FormatInt(e.id, 10) == c.Extra("id") })
	if i < 0 {
		return c.Page("", nothing(t, iconCalendar, tr(c, "The event doesn't exist")))
	}
	e := all[i]
	when := weekText(c, e.start.Weekday(), false) + " " + dayText(c, e.start) + " · " + clockText(c, e.start) + " – " + clockText(c, e.end)
	if e.allDay {
		when = weekText(c, e.start.Weekday(), false) + " " + dayText(c, e.start) + " · " + tr(c, "All day")
	}
	line := func(id, text string, icon *view.Icon) *view.Node {
		return &view.Node{Dir: view.Row, W: view.Match, Gap: 20, AlignY: view.Center, Pad: view.Sides(24, 14), Hidden: text == "", Children: []*view.Node{{Icon: icon, Tint: t.OnSurfaceFaint, Decor: true}, {ID: id, Text: text, Weight: 1, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}}}
	}
	reminder := ""
	if e.minutes >= 0 {
		reminder = trf(c, "%d minutes before", int(e.minutes))
	}
	body := &view.Node{ID: "scroll", Scroll: view.Vertical, Children: []*view.Node{
		{ID: "title", Text: e.title, Style: view.TextStyle{Size: 28, Color: t.OnSurface}, Margin: view.Sides(24, 16)},
		line("when", when, view.IconClock), line("where", e.place, view.IconPin), line("reminder", reminder, view.IconBell), line("calendar", tr(c, "Personal"), iconCalendar),
	}}
	return c.Page("", body,
		view.IconButton(t, "info_action_edit", tr(c, "Edit"), view.IconEdit, func() { c.Open(eventEditorClass, "id", fmt.Sprint(e.id)) }),
		view.IconButton(t, "info_action_delete", tr(c, "Delete"), view.IconDelete, func() {
			ask(c, "Delete this event?", "", "Delete", func() {
				c.Content().Delete(world.TableEvents, is(e.id))
				c.Toast(tr(c, "Event deleted"))
				c.Finish()
			})
		}))
}
