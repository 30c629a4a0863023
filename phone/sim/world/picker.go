package world

import (
	"strconv"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// PickDate asks for a day in the system's calendar dialog, beginning with the one given. done gets the day that was chosen, at
// midnight in the phone's time zone; it is not called when the dialog is cancelled.
func (c *Ctx) PickDate(day time.Time, done func(day time.Time)) {
	p := &datePicker{c: c, chosen: day, month: time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, day.Location())}
	c.ShowDialog(Dialog{Body: p.body, OK: c.w.tr("OK"), Cancel: c.w.tr("Cancel"), OnOK: func() {
		y, m, d := p.chosen.Date()
		done(time.Date(y, m, d, 0, 0, 0, 0, c.w.zone))
	}})
}

// datePicker is the calendar of one month with a chosen day.
type datePicker struct {
	c             *Ctx
	chosen, month time.Time
}

func (p *datePicker) turn(months int) func() {
	return func() {
		p.month = p.month.AddDate(0, months, 0)
		p.c.Changed()
	}
}

func (p *datePicker) body() *view.Node {
	t := p.c.Theme()
	year := view.Label(strconv.Itoa(p.chosen.Year()), 14, t.OnSurfaceFaint)
	year.ID = "android:id/date_picker_header_year"
	head := view.Label(p.chosen.Format("Mon, Jan 2"), 28, t.OnSurface)
	head.ID = "android:id/date_picker_header_date"
	title := view.Label(p.month.Format("January 2006"), 15, t.OnSurface)
	title.Weight, title.Style.Align = 1, view.Center
	bar := view.Rows(
		view.IconButton(t, "android:id/prev", "Previous month", view.IconBack, p.turn(-1)), title,
		view.IconButton(t, "android:id/next", "Next month", view.IconForward, p.turn(1)),
	)
	bar.W = view.Match
	out := &view.Node{Class: "android.widget.DatePicker", ID: "android:id/datePicker", W: view.Match, Gap: 2, Children: []*view.Node{year, head, bar}}
	names := &view.Node{Dir: view.Row, W: view.Match, Decor: true}
	for _, d := range []string{"S", "M", "T", "W", "T", "F", "S"} {
		n := view.Label(d, 12, t.OnSurfaceFaint)
		n.Weight, n.Style.Align = 1, view.Center
		names.Add(n)
	}
	grid := &view.Node{Class: "android.view.View", ID: "android:id/month_view", W: view.Match, Desc: p.month.Format("January 2006")}
	day := p.month.AddDate(0, 0, -int(p.month.Weekday()))
	for day.Month() == p.month.Month() || day.Before(p.month) {
		row := &view.Node{Dir: view.Row, W: view.Match, H: 40}
		for range 7 {
			row.Add(p.day(t, day))
			day = day.AddDate(0, 0, 1)
		}
		grid.Add(row)
	}
	return out.Add(names, grid)
}

// day is one cell, empty outside the month.
func (p *datePicker) day(t view.Theme, day time.Time) *view.Node {
	if day.Month() != p.month.Month() {
		return &view.Node{Weight: 1, H: view.Match, Decor: true}
	}
	on := day.YearDay() == p.chosen.YearDay() && day.Year() == p.chosen.Year()
	n := &view.Node{
		Class: "android.view.View", Key: day.Format(time.DateOnly), Text: strconv.Itoa(day.Day()), Desc: day.Format("02 January 2006"), Weight: 1, H: view.Match,
		AlignX: view.Center, AlignY: view.Center, Corner: 20, Checkable: true, Checked: on,
		Style: view.TextStyle{Size: 14, Color: t.OnSurface, Align: view.Center, Lines: 1},
		OnClick: func() {
			p.chosen = day
			p.c.Changed()
		},
	}
	if on {
		n.Fill, n.Style.Color = t.Primary, t.OnPrimary
	}
	return n
}
