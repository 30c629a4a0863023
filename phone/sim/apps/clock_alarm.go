package apps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// alarms is the list of alarms.
func (s *clock) alarms(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[clockData](c)
	list := c.List("alarm_recycler_view")
	list.Pad, list.Gap = view.Edges{Left: 16, Right: 16, Bottom: 100}, 12
	for i := range d.Alarms {
		list.Add(s.alarmCard(c, d, &d.Alarms[i]))
	}
	if len(d.Alarms) == 0 {
		list.Add(nothing(t, iconAlarm, tr(c, "No Alarms")))
	}
	add := fab(t, "fab", tr(c, "Add alarm"), view.IconAdd, func() {
		pickTime(c, 7, 0, func(h, m int) {
			d.add(h, m)
			d.tell(c)
			c.Toast(trf(c, "Alarm set for %s", clockText(c, atTime(c.Now(), h, m))))
		})
	})
	add.SelfX = view.Center
	return over(list, add)
}

func (s *clock) alarmCard(c *world.Ctx, d *clockData, a *alarm) *view.Node {
	t := c.Theme()
	id := a.ID
	ink, fill := t.OnSurfaceFaint, t.Surface
	if a.On {
		ink, fill = t.OnContainer, view.Mix(t.Surface, t.Container, 0.7)
	}
	sw := view.SwitchLook(t, a.On)
	sw.ID, sw.Desc = "onoff", trf(c, "%s alarm", clockText(c, atTime(c.Now(), a.Hour, a.Minute)))
	sw.OnClick = func() { a.set(c.Now(), !a.On); d.tell(c) }
	head := &view.Node{Dir: view.Row, W: view.Match, AlignY: view.Center, Children: []*view.Node{
		{ID: "digital_clock", Text: clockText(c, atTime(c.Now(), a.Hour, a.Minute)), Weight: 1, Style: view.TextStyle{Size: 40, Color: ink}, OnClick: func() {
			pickTime(c, a.Hour, a.Minute, func(h, m int) {
				if x := d.find(id); x != nil {
					x.Hour, x.Minute = h, m
					x.set(c.Now(), true)
					d.tell(c)
				}
			})
		}}, sw,
	}}
	card := &view.Node{ID: "alarm_card", Key: strconv.Itoa(id), W: view.Match, Fill: fill, Corner: 24, Pad: view.Sides(20, 14), Gap: 8}
	if a.Label != "" {
		card.Add(&view.Node{ID: "label", Text: a.Label, Style: view.TextStyle{Size: 14, Color: ink}})
	}
	return card.Add(head, &view.Node{ID: "days_of_week", Text: daysText(c, a), Style: view.TextStyle{Size: 14, Color: ink}}, s.dayButtons(c, d, a), s.alarmFoot(c, d, a, ink))
}

func (s *clock) dayButtons(c *world.Ctx, d *clockData, a *alarm) *view.Node {
	t := c.Theme()
	row := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread}
	for i := range 7 {
		day := time.Weekday(i)
		letter := []rune(weekText(c, day, true))[:1]
		b := &view.Node{
			Class: "CheckBox", ID: "day_button_" + strconv.Itoa(i), Text: string(letter), Desc: weekText(c, day, false), Checkable: true, Checked: a.Days[i], W: 34, H: 34, Corner: 17, AlignX: view.Center, AlignY: view.Center,
			Line: t.Outline, LineW: 1, Style: view.TextStyle{Size: 13, Bold: true, Color: t.OnSurface, Align: view.Center}, OnClick: func() { a.Days[i] = !a.Days[i]; a.Since = c.Now(); d.tell(c) },
		}
		if a.Days[i] {
			b.Fill, b.LineW, b.Style.Color = t.Primary, 0, t.OnPrimary
		}
		row.Add(b)
	}
	return row
}

func (s *clock) alarmFoot(c *world.Ctx, d *clockData, a *alarm, ink view.Color) *view.Node {
	id := a.ID
	label := c.TextButton("edit_label", tr(c, "Label"), func() {
		text := a.Label
		c.ShowDialog(world.Dialog{Title: tr(c, "Label"), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"), Body: func() *view.Node {
			f := c.Field("label_edit", text, tr(c, "Label"), func(v string) { text = v })
			f.Edit.AutoFocus = true
			return view.Col(framed(c, f))
		}, OnOK: func() {
			if x := d.find(id); x != nil {
				x.Label = strings.TrimSpace(text)
			}
		}})
	})
	del := c.TextButton("delete", tr(c, "Delete"), func() {
		d.Alarms = slices.DeleteFunc(d.Alarms, func(x alarm) bool { return x.ID == id })
		d.tell(c)
		c.Toast(tr(c, "Alarm deleted"))
	})
	label.Style.Color, del.Style.Color = ink, ink
	label.Pad, del.Pad = view.Edges{Right: 12}, view.Sides(12, 0)
	return &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Children: []*view.Node{label, del}}
}

// daysText tells when an alarm rings.
func daysText(c *world.Ctx, a *alarm) string {
	switch a.Days {
	case [7]bool{}:
		switch {
		case !a.On:
			return tr(c, "Not scheduled")
		case sameDay(a.next(c.Now()), c.Now()):
			return tr(c, "Today")
		}
		return tr(c, "Tomorrow")
	case [7]bool{true, true, true, true, true, true, true}:
		return tr(c, "Every day")
	}
	var names []string
	for i, on := range a.Days {
		if on {
			names = append(names, weekText(c, time.Weekday(i), true))
		}
	}
	return strings.Join(names, ", ")
}

// pickTime asks for a time of day with two fields, as the text mode of Android's time picker.
func pickTime(c *world.Ctx, hour, minute int, done func(hour, minute int)) {
	h, m := fmt.Sprintf("%02d", hour), fmt.Sprintf("%02d", minute)
	field := func(id, desc string, to *string) *view.Node {
		f := c.Field(id, *to, "", func(v string) { *to = v })
		f.W, f.Weight, f.Desc, f.Style.Size, f.Style.Align = 0, 1, desc, 32, view.Center
		f.Edit.Number, f.Edit.MaxLen = true, 2
		return framed(c, f)
	}
	c.ShowDialog(world.Dialog{
		Title: tr(c, "Select time"), OK: tr(c, "OK"), Cancel: tr(c, "Cancel"),
		Body: func() *view.Node {
			return &view.Node{W: view.Match, Dir: view.Row, AlignY: view.Center, Gap: 10, Children: []*view.Node{
				field("material_hour_text_input", tr(c, "Hour"), &h), {Text: ":", Style: view.TextStyle{Size: 32, Color: c.Theme().OnSurface}}, field("material_minute_text_input", tr(c, "Minute"), &m),
			}}
		},
		OnOK: func() {
			a, errA := strconv.Atoi(h)
			b, errB := strconv.Atoi(m)
			if errA != nil || errB != nil || a > 23 || b > 59 || a < 0 || b < 0 {
				c.Toast(tr(c, "Enter a valid time"))
				return
			}
			done(a, b)
		},
	})
}

// ringing is the screen of an alarm or the timer that rings.
type ringing struct{}

// Back does not silence an alarm.
func (r *ringing) Back(c *world.Ctx) bool { return world.Data[clockData](c).Ringing != 0 }

func (r *ringing) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[clockData](c)
	title := tr(c, "Timer")
	if a := d.find(d.Ringing); a != nil {
		if title = a.Label; title == "" {
			title = tr(c, "Alarm")
		}
	}
	snooze := c.TextButton("snooze", tr(c, "Snooze"), func() { stopRinging(c, true) })
	snooze.H, snooze.Corner, snooze.Line, snooze.LineW, snooze.Pad, snooze.Hidden = 64, 32, t.Outline, 1, view.Sides(32, 0), d.Ringing == timerRings
	stop := c.Button("dismiss", tr(c, "Stop"), func() { stopRinging(c, false) })
	stop.H, stop.Corner, stop.Pad = 64, 32, view.Sides(40, 0)
	icon := &view.Node{Icon: iconAlarm, IconDp: 96, W: 128, H: 128, Tint: t.Primary, Decor: true}
	return &view.Node{W: view.Match, H: view.Match, AlignX: view.Center, AlignY: view.Center, Gap: 20, Pad: view.All(24), Fill: view.Mix(t.Background, t.Container, 0.4), Children: []*view.Node{
		icon, {ID: "digital_clock", Text: clockText(c, c.Now()), Style: view.TextStyle{Size: 56, Color: t.OnSurface}}, {ID: "title", Text: title, Style: view.TextStyle{Size: 22, Color: t.OnSurface}},
		{Dir: view.Row, Gap: 24, Margin: view.Edges{Top: 32}, Children: []*view.Node{snooze, stop}},
	}}
}
