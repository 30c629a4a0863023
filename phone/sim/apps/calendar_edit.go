package apps

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// eventEditor makes an event or changes one.
type eventEditor struct {
	begun bool
	e     event
}

// Resume takes the event or the day that the intent names.
func (s *eventEditor) Resume(c *world.Ctx) {
	if s.begun {
		return
	}
	s.begun = true
	all := events(c)
	if i := slices.IndexFunc(all, func(e event) bool { return strconv.FormatInt(e.id, 10) == c.Extra("id") }); i >= 0 {
		s.e = all[i]
		return
	}
	day, err := time.ParseInLocation(time.DateOnly, c.Extra("day"), c.Now().Location())
	if err != nil {
		day = c.Now()
	}
	start := atTime(day, min(23, c.Now().Hour()+1), 0)
	if ms, ok := c.Intent().Extras["beginTime"].(int64); ok {
		start = time.UnixMilli(ms).In(c.Now().Location())
	}
	s.e = event{title: c.Extra("title"), place: c.Extra("eventLocation"), start: start, end: start.Add(time.Hour), minutes: 10}
}

func (s *eventEditor) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	title := &view.Node{
		ID: "title_edit_text", Text: s.e.title, Hint: tr(c, "Add title"), W: view.Match, Pad: view.Sides(24, 14), Tint: t.Primary, Style: view.TextStyle{Size: 26, Color: t.OnSurface},
		Edit: &view.Edit{Action: "next", AutoFocus: s.e.id == 0 && s.e.title == "", Change: func(v string) { s.e.title = v }},
	}
	sw := view.SwitchLook(t, s.e.allDay)
	sw.ID = "all_day_switch"
	row := func(id, label, value string, icon *view.Icon, click func()) *view.Node {
		n := item(id, click, &view.Node{Icon: icon, Tint: t.OnSurfaceFaint, Decor: true}, &view.Node{Text: label, Weight: 1, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}, &view.Node{ID: id, Text: value, Style: view.TextStyle{Size: 16, Color: t.Primary}})
		n.Pad.Left, n.Pad.Right = 24, 24
		return n
	}
	allDay := item("all_day", func() { s.e.allDay = !s.e.allDay }, &view.Node{Icon: view.IconClock, Tint: t.OnSurfaceFaint, Decor: true}, &view.Node{Text: tr(c, "All-day"), Weight: 1, Style: view.TextStyle{Size: 16, Color: t.OnSurface}}, sw)
	allDay.Pad.Left, allDay.Pad.Right = 24, 24
	place := c.Field("location_edit_text", s.e.place, tr(c, "Add location"), func(v string) { s.e.place = v })
	place.Margin = view.Sides(20, 10)
	from := row("start_time", tr(c, "From"), clockText(c, s.e.start), view.IconForward, func() {
		pickTime(c, s.e.start.Hour(), s.e.start.Minute(), func(h, m int) { s.move(atTime(s.e.start, h, m)) })
	})
	to := row("end_time", tr(c, "To"), clockText(c, s.e.end), iconPrevious, func() {
		pickTime(c, s.e.end.Hour(), s.e.end.Minute(), func(h, m int) {
			if s.e.end = atTime(s.e.start, h, m); s.e.end.Before(s.e.start) {
				s.e.end = s.e.end.AddDate(0, 0, 1)
			}
		})
	})
	from.Hidden, to.Hidden = s.e.allDay, s.e.allDay
	body := &view.Node{ID: "scroll", Scroll: view.Vertical, Children: []*view.Node{
		title, view.Divider(t), allDay, s.dayRow(c), from, to, view.Divider(t), place, row("reminder", tr(c, "Reminder"), s.reminderText(c), view.IconBell, func() { s.pickReminder(c) }),
	}}
	save := c.Button("save", tr(c, "Save"), func() { s.save(c) })
	save.Margin = view.Edges{Right: 12}
	return c.Page("", body, save)
}

// move gives the event another beginning and keeps its length.
func (s *eventEditor) move(start time.Time) {
	s.e.end = start.Add(s.e.end.Sub(s.e.start))
	s.e.start = start
}

// dayRow is the day with arrows to the days beside it.
func (s *eventEditor) dayRow(c *world.Ctx) *view.Node {
	t := c.Theme()
	n := item("date", nil, &view.Node{Icon: iconCalendar, Tint: t.OnSurfaceFaint, Decor: true},
		&view.Node{ID: "start_date", Text: weekText(c, s.e.start.Weekday(), true) + " " + dayText(c, s.e.start), Weight: 1, Style: view.TextStyle{Size: 16, Color: t.OnSurface}},
		view.IconButton(t, "day_before", tr(c, "Previous day"), iconPrevious, func() { s.move(s.e.start.AddDate(0, 0, -1)) }),
		view.IconButton(t, "day_after", tr(c, "Next day"), view.IconForward, func() { s.move(s.e.start.AddDate(0, 0, 1)) }))
	n.Pad.Left = 24
	return n
}

var reminderMinutes = []int64{-1, 0, 10, 30, 60}

func (s *eventEditor) reminderText(c *world.Ctx) string { return reminderText(c, s.e.minutes) }

func reminderText(c *world.Ctx, minutes int64) string {
	switch minutes {
	case -1:
		return tr(c, "No notification")
	case 0:
		return tr(c, "At time of event")
	}
	return trf(c, "%d minutes before", int(minutes))
}

func (s *eventEditor) pickReminder(c *world.Ctx) {
	var items []string
	for _, m := range reminderMinutes {
		items = append(items, reminderText(c, m))
	}
	c.ShowDialog(world.Dialog{Title: tr(c, "Reminder"), Items: items, Chosen: slices.Index(reminderMinutes, s.e.minutes), Cancel: tr(c, "Cancel"), OnItem: func(i int) { s.e.minutes = reminderMinutes[i] }})
}

func (s *eventEditor) save(c *world.Ctx) {
	c.HideKeyboard()
	e := s.e
	if e.title = strings.TrimSpace(e.title); e.title == "" {
		e.title = tr(c, "(No title)")
	}
	if e.allDay {
		e.start = time.Date(e.start.Year(), e.start.Month(), e.start.Day(), 0, 0, 0, 0, time.UTC)
		e.end = e.start.AddDate(0, 0, 1)
	}
	row := world.Row{"title": e.title, "eventLocation": strings.TrimSpace(e.place), "dtstart": e.start.UnixMilli(), "dtend": e.end.UnixMilli(), "allDay": e.allDay, "hasAlarm": e.minutes >= 0}
	t := c.Content()
	if e.id == 0 {
		row["calendar_id"], row["deleted"], row["eventTimezone"] = int64(1), 0, c.Now().Location().String()
		e.id = t.Insert(world.TableEvents, row)
	} else {
		t.Update(world.TableEvents, is(e.id), row)
	}
	t.Delete(world.TableReminders, func(r world.Row) bool { return r.Int("event_id") == e.id })
	if e.minutes >= 0 {
		t.Insert(world.TableReminders, world.Row{"event_id": e.id, "minutes": e.minutes, "method": 1})
	}
	c.Toast(tr(c, "Event saved"))
	c.Finish()
}
