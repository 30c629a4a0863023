package apps

import (
	"fmt"
	"slices"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// actionRing starts the screen of what rings.
const actionRing = "com.android.deskclock.action.RING"

// clockData is what the clock keeps.
type clockData struct {
	Next    int
	Alarms  []alarm
	Ringing int // the alarm that rings, timerRings for the timer, 0 for none
	Cities  []string
	Timer   timer
	Watch   stopwatch
}

const timerRings = -1

// alarm is one alarm; without days it rings once and switches itself off.
type alarm struct {
	ID, Hour, Minute int
	Label            string
	On               bool
	Days             [7]bool // from Sunday on
	Since            time.Time
	Snoozed          time.Time // rings again then
}

// timer counts down to End while it runs, and has Left to go while it does not.
type timer struct {
	Length, Left time.Duration
	End          time.Time
	Running      bool
}

// stopwatch has run Total, and since Start while it runs.
type stopwatch struct {
	Running bool
	Start   time.Time
	Total   time.Duration
	Laps    []time.Duration
}

func newClockData() *clockData {
	weekdays := [7]bool{false, true, true, true, true, true, false}
	return &clockData{
		Next: 2, Alarms: []alarm{{ID: 1, Hour: 8, Minute: 30, Days: weekdays}, {ID: 2, Hour: 9, Minute: 0, Days: [7]bool{0: true, 6: true}}},
		Cities: []string{"Europe/London", "Asia/Shanghai", "Asia/Tokyo"},
	}
}

// add makes an alarm that is on.
func (d *clockData) add(hour, minute int) *alarm {
	d.Next++
	d.Alarms = append(d.Alarms, alarm{ID: d.Next, Hour: hour, Minute: minute, On: true})
	slices.SortStableFunc(d.Alarms, func(a, b alarm) int { return (a.Hour-b.Hour)*60 + a.Minute - b.Minute })
	return d.find(d.Next)
}

func (d *clockData) find(id int) *alarm {
	for i := range d.Alarms {
		if d.Alarms[i].ID == id {
			return &d.Alarms[i]
		}
	}
	return nil
}

// atTime is a time of day of the day of t.
func atTime(t time.Time, hour, minute int) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), hour, minute, 0, 0, t.Location())
}

// next is when the alarm rings next after now, zero when it does not.
func (a *alarm) next(now time.Time) time.Time {
	if !a.On {
		return time.Time{}
	}
	if !a.Snoozed.IsZero() {
		return a.Snoozed
	}
	from := now
	if !a.Since.IsZero() {
		from = a.Since
	}
	for day := range 8 {
		at := atTime(from, a.Hour, a.Minute).AddDate(0, 0, day)
		if at.After(from) && (a.Days == [7]bool{} || a.Days[at.Weekday()]) {
			return at
		}
	}
	return time.Time{}
}

// set switches the alarm on or off.
func (a *alarm) set(now time.Time, on bool) {
	a.On, a.Since, a.Snoozed = on, now, time.Time{}
}

// soonest is the alarm that rings next.
func (d *clockData) soonest(now time.Time) (*alarm, time.Time) {
	var first *alarm
	var at time.Time
	for i := range d.Alarms {
		if n := d.Alarms[i].next(now); !n.IsZero() && (first == nil || n.Before(at)) {
			first, at = &d.Alarms[i], n
		}
	}
	return first, at
}

// tell writes when the next alarm rings to where the system reads it.
func (d *clockData) tell(c *world.Ctx) {
	for i := range d.Alarms {
		if d.Alarms[i].Since.IsZero() {
			d.Alarms[i].Since = c.Now()
		}
	}
	text := ""
	if _, at := d.soonest(c.Now()); !at.IsZero() {
		text = at.Format("Mon 3:04 PM")
	}
	c.PutSetting("system", "next_alarm_formatted", text)
}

// clockDue is when something rings next.
func clockDue(c *world.Ctx) time.Time {
	d := world.Data[clockData](c)
	_, at := d.soonest(c.Now())
	if d.Timer.Running && (at.IsZero() || d.Timer.End.Before(at)) {
		at = d.Timer.End
	}
	return at
}

// clockRing rings what is due.
func clockRing(c *world.Ctx) {
	d := world.Data[clockData](c)
	now := c.Now()
	if d.Timer.Running && !d.Timer.End.After(now) {
		d.Timer.Running, d.Timer.Left = false, 0
		ring(c, timerRings, "Timer", tr(c, "Time's up"))
		return
	}
	a, at := d.soonest(now)
	if a == nil || at.After(now) {
		return
	}
	a.Since, a.Snoozed = now, time.Time{}
	if a.Days == [7]bool{} {
		a.On = false
	}
	title := a.Label
	if title == "" {
		title = tr(c, "Alarm")
	}
	ring(c, a.ID, title, clockText(c, now))
	d.tell(c)
}

func ring(c *world.Ctx, id int, title, text string) {
	world.Data[clockData](c).Ringing = id
	n := world.Notification{ID: 5, Tag: "alarm", Channel: "Firing", ChannelName: tr(c, "Firing alarms & timers"), Importance: 4, Category: "alarm", Ongoing: true, Title: tr(c, title), Text: text, Actions: []string{tr(c, "Snooze"), tr(c, "Stop")}}
	if id == timerRings {
		n.Tag, n.Actions = "timer", []string{tr(c, "Stop")}
	}
	n.Open = world.Intent{Action: actionRing, Flags: world.FlagNewTask}
	c.Post(n)
	c.Log('I', "AlarmClock", fmt.Sprintf("Ringing %d", id))
	c.WakeUp()
	c.Start(n.Open)
}

// snoozeTime is how long an alarm that was put off keeps quiet.
const snoozeTime = 10 * time.Minute

// stopRinging ends what rings, an alarm for good or for a while.
func stopRinging(c *world.Ctx, snooze bool) {
	d := world.Data[clockData](c)
	if a := d.find(d.Ringing); a != nil && snooze {
		a.On, a.Snoozed = true, c.Now().Add(snoozeTime)
		c.Toast(trf(c, "Snoozing for %d minutes", int(snoozeTime.Minutes())))
	}
	if d.Ringing == timerRings {
		d.Timer.Left = d.Timer.Length
	}
	d.Ringing = 0
	c.CancelNote(5, "alarm")
	c.CancelNote(5, "timer")
	d.tell(c)
	c.FinishOthers(actionRing)
}

func (t *timer) start(now time.Time) {
	if t.Left > 0 {
		t.Running, t.End = true, now.Add(t.Left)
	}
}

func (t *timer) pause(now time.Time) { t.Running, t.Left = false, t.left(now) }

func (t *timer) left(now time.Time) time.Duration {
	if t.Running {
		return max(0, t.End.Sub(now))
	}
	return t.Left
}

func (s *stopwatch) shown(now time.Time) time.Duration {
	if s.Running {
		return s.Total + now.Sub(s.Start)
	}
	return s.Total
}

func (s *stopwatch) flip(now time.Time) {
	if s.Running {
		s.Total = s.shown(now)
	}
	s.Running, s.Start = !s.Running, now
}
