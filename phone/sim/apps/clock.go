package apps

import (
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Clock has alarms that ring, the time in other cities, a timer and a stopwatch.
func Clock() world.AppDef {
	return world.AppDef{
		Package: "com.google.android.deskclock", Label: "Clock", Labels: map[string]string{"zh": "时钟"}, Version: "7.8 (624190243)", VersionCode: 72001070, System: true,
		Icon: view.IconClock, Color: view.RGB(0x3a56b0), Data: func() any { return newClockData() },
		Shortcuts: []world.Shortcut{{Label: "Timer", Intent: world.Intent{Action: "android.intent.action.SHOW_TIMERS"}}},
		Activities: []world.ActivityDef{
			{
				Class: "com.android.deskclock.DeskClock", Launcher: true, Actions: []string{"android.intent.action.SHOW_ALARMS", "android.intent.action.SHOW_TIMERS", "android.intent.action.SET_ALARM", "android.intent.action.SET_TIMER"},
				Screen: func() world.Screen { return &clock{} },
			},
			{Class: "com.android.deskclock.alarms.AlarmActivity", Actions: []string{actionRing}, Affinity: "com.android.deskclock.alarms", OverLock: true, SingleTask: true, Screen: func() world.Screen { return &ringing{} }},
		},
		Due: clockDue, OnDue: clockRing, OnAction: func(c *world.Ctx, n world.Notification, button int) { stopRinging(c, button == 0 && n.Tag == "alarm") },
	}
}

// clock is the app's main screen with its four parts.
type clock struct {
	part  int
	typed string // digits of a new timer
	taken bool   // the intent was obeyed
}

var clockTabs = []tab{{"tab_menu_alarm", "Alarm", iconAlarm}, {"tab_menu_clock", "Clock", view.IconClock}, {"tab_menu_timer", "Timer", iconTimer}, {"tab_menu_stopwatch", "Stopwatch", iconWatch}}

// Resume obeys the intents that set alarms and timers.
func (s *clock) Resume(c *world.Ctx) {
	i := c.Intent()
	if s.taken {
		return
	}
	s.taken = true
	d := world.Data[clockData](c)
	switch i.Action {
	case "android.intent.action.SHOW_TIMERS":
		s.part = 2
	case "android.intent.action.SET_ALARM":
		hour, ok := extraInt(i, "android.intent.extra.alarm.HOUR")
		if minute, _ := extraInt(i, "android.intent.extra.alarm.MINUTES"); ok && hour < 24 && minute < 60 {
			label, _ := i.Extras["android.intent.extra.alarm.MESSAGE"].(string)
			d.add(hour, minute).Label = label
			d.tell(c)
			c.Toast(trf(c, "Alarm set for %s", clockText(c, atTime(c.Now(), hour, minute))))
		}
	case "android.intent.action.SET_TIMER":
		s.part = 2
		if n, ok := extraInt(i, "android.intent.extra.alarm.LENGTH"); ok && n > 0 {
			d.Timer = timer{Length: time.Duration(n) * time.Second, Left: time.Duration(n) * time.Second}
			d.Timer.start(c.Now())
		}
	}
}

func extraInt(i world.Intent, key string) (int, bool) {
	switch v := i.Extras[key].(type) {
	case int:
		return v, v >= 0
	case int64:
		return int(v), v >= 0
	}
	return 0, false
}

func (s *clock) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	title := &view.Node{ID: "action_bar_title", Text: tr(c, clockTabs[s.part].label), Style: view.TextStyle{Size: 24, Color: t.OnSurface}, Margin: view.Edges{Left: 20, Top: 14, Bottom: 10}}
	parts := []func(*world.Ctx) *view.Node{s.alarms, s.cities, s.timer, s.stopwatch}
	return column(title, fill(parts[s.part](c)), tabs(c, clockTabs, s.part, func(i int) { s.part = i }))
}
