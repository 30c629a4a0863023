package apps

import (
	"fmt"
	"image"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// worldCities are the cities that can be added.
var worldCities = []string{"America/New_York", "America/Los_Angeles", "America/Sao_Paulo", "Europe/London", "Europe/Paris", "Africa/Cairo", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney"}

// cityName is what a time zone's city is called.
func cityName(c *world.Ctx, zone string) string {
	return tr(c, strings.ReplaceAll(path.Base(zone), "_", " "))
}

// cities is the time here and elsewhere.
func (s *clock) cities(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[clockData](c)
	now := c.Now()
	list := c.List("cities")
	list.Pad, list.Gap = view.Edges{Left: 16, Right: 16, Bottom: 100}, 10
	list.Add(&view.Node{W: view.Match, AlignX: view.Center, Pad: view.Sides(0, 28), Gap: 6, Children: []*view.Node{
		{ID: "digital_clock", Text: clockText(c, now), Style: view.TextStyle{Size: 64, Color: t.Primary}},
		{ID: "date", Text: weekText(c, now.Weekday(), false) + " " + dayText(c, now), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}},
	}})
	for _, z := range d.Cities {
		loc, err := time.LoadLocation(z)
		if err != nil {
			continue
		}
		_, here := now.Zone()
		_, there := now.In(loc).Zone()
		hours := float64(there-here) / 3600
		away := trf(c, "%+g hours", hours)
		n := item(z, nil, lines(t, "city_name", cityName(c, z), away), &view.Node{ID: "city_time", Text: clockText(c, now.In(loc)), Style: view.TextStyle{Size: 28, Color: t.OnSurface}})
		n.Fill, n.Corner, n.MinH = t.Surface, 20, 84
		n.OnLongClick = func() {
			ask(c, "Remove city?", cityName(c, z), "Remove", func() {
				d.Cities = slices.DeleteFunc(d.Cities, func(x string) bool { return x == z })
			})
		}
		list.Add(n)
	}
	add := fab(t, "fab", tr(c, "Cities"), view.IconAdd, func() {
		var zones, names []string
		for _, z := range worldCities {
			if !slices.Contains(d.Cities, z) {
				zones, names = append(zones, z), append(names, cityName(c, z))
			}
		}
		c.ShowDialog(world.Dialog{Title: tr(c, "Cities"), Items: names, Chosen: -1, Cancel: tr(c, "Cancel"), OnItem: func(i int) { d.Cities = append(d.Cities, zones[i]) }})
	})
	add.SelfX = view.Center
	return over(list, add)
}

// timer counts down; without one its length is typed.
func (s *clock) timer(c *world.Ctx) *view.Node {
	d := world.Data[clockData](c)
	if d.Timer.Length == 0 {
		return s.timerPad(c, d)
	}
	t := c.Theme()
	left := d.Timer.left(c.Now())
	if d.Timer.Running {
		c.Refresh(left%time.Second+time.Millisecond, false)
	}
	frac := float64(left) / float64(d.Timer.Length)
	dial := &view.Node{ID: "timer_dial", Class: "FrameLayout", Dir: view.Stack, W: 260, H: 260, AlignX: view.Center, AlignY: view.Center, Paint: dialPaint(t, frac), Children: []*view.Node{
		{ID: "timer_text", Class: "TextView", Text: spanText((left + time.Second - 1).Truncate(time.Second)), Style: view.TextStyle{Size: 48, Color: t.OnSurface}},
	}}
	main, icon, word := func() { d.Timer.start(c.Now()) }, iconPlay, "Start"
	if d.Timer.Running {
		main, icon, word = func() { d.Timer.pause(c.Now()) }, iconPause, "Pause"
	}
	row := &view.Node{Dir: view.Row, W: view.Match, Pad: view.Sides(24, 8), Children: []*view.Node{
		round(t, "reset", tr(c, "Reset"), view.IconReset, false, func() { d.Timer.Running, d.Timer.Left = false, d.Timer.Length }),
		round(t, "play_pause", tr(c, word), icon, true, main),
		round(t, "add_one_min", tr(c, "Add 1 min"), view.IconAdd, false, func() {
			d.Timer.Length += time.Minute
			d.Timer.Left += time.Minute
			d.Timer.End = d.Timer.End.Add(time.Minute)
		}),
		round(t, "delete", tr(c, "Delete"), view.IconDelete, false, func() { d.Timer, s.typed = timer{}, "" }),
	}}
	return &view.Node{AlignX: view.Center, AlignY: view.Center, Gap: 28, Scroll: view.Vertical, Pad: view.Sides(0, 24), Children: []*view.Node{dial, row}}
}

// dialPaint draws a ring of which a fraction is full.
func dialPaint(t view.Theme, frac float64) func(p *view.Painter, r image.Rectangle) {
	return func(p *view.Painter, r image.Rectangle) {
		p.Ring(r, 130, 8, t.OutlineFaint)
		mid, rad := r.Min.Add(r.Size().Div(2)), float64(r.Dx()/2-p.Px(4))
		for i := range int(frac * 120) {
			a := float64(i)/120*2*math.Pi - math.Pi/2
			x, y, k := mid.X+int(rad*math.Cos(a)), mid.Y+int(rad*math.Sin(a)), p.Px(4)
			p.Round(image.Rect(x-k, y-k, x+k, y+k), 4, t.Primary)
		}
	}
}

// typedSpan reads digits as hours, minutes and seconds from the right.
func typedSpan(digits string) time.Duration {
	n, _ := strconv.Atoi(digits)
	return time.Duration(n/10000)*time.Hour + time.Duration(n/100%100)*time.Minute + time.Duration(n%100)*time.Second
}

func (s *clock) timerPad(c *world.Ctx, d *clockData) *view.Node {
	t := c.Theme()
	six := fmt.Sprintf("%06s", s.typed)
	shown := &view.Node{ID: "timer_setup_time", Text: six[:2] + tr(c, "h") + " " + six[2:4] + tr(c, "m") + " " + six[4:] + tr(c, "s"), W: view.Match, Style: view.TextStyle{Size: 40, Color: t.OnSurface, Align: view.Center}}
	pad := &view.Node{W: view.Match, Gap: 10, Pad: view.Sides(40, 12)}
	height := 64.0
	if c.Landscape() {
		height = 40
	}
	for _, line := range [][]string{{"1", "2", "3"}, {"4", "5", "6"}, {"7", "8", "9"}, {"00", "0", "⌫"}} {
		row := &view.Node{Dir: view.Row, W: view.Match, Gap: 12}
		for _, k := range line {
			b := &view.Node{Class: "Button", ID: "timer_setup_digit_" + k, Text: k, Weight: 1, H: height, Corner: height / 2, Fill: t.SurfaceHigh, AlignY: view.Center, Style: view.TextStyle{Size: 24, Color: t.OnSurface, Align: view.Center}}
			b.OnClick = func() {
				if len(s.typed)+len(k) <= 6 && (s.typed != "" || strings.Trim(k, "0") != "") {
					s.typed += k
				}
			}
			if k == "⌫" {
				b.ID, b.Desc, b.OnClick = "timer_setup_delete", tr(c, "Delete"), func() { s.typed = s.typed[:max(0, len(s.typed)-1)] }
			}
			row.Add(b)
		}
		pad.Add(row)
	}
	start := fab(t, "play_pause", tr(c, "Start"), iconPlay, func() {
		n := typedSpan(s.typed)
		d.Timer = timer{Length: n, Left: n}
		d.Timer.start(c.Now())
		s.typed = ""
	})
	start.SelfX, start.SelfY, start.Hidden = view.Center, view.Start, s.typed == ""
	return &view.Node{Scroll: view.Vertical, Pad: view.Sides(0, 20), Children: []*view.Node{shown, pad, start}}
}

// stopwatch runs, counts laps and stops.
func (s *clock) stopwatch(c *world.Ctx) *view.Node {
	t := c.Theme()
	w := &world.Data[clockData](c).Watch
	run := w.shown(c.Now())
	if w.Running {
		c.Refresh(100*time.Millisecond, false)
	}
	text := fmt.Sprintf("%s.%02d", spanText(run), run.Milliseconds()/10%100)
	dial := &view.Node{ID: "stopwatch_circle", Class: "FrameLayout", Dir: view.Stack, W: 260, H: 260, AlignX: view.Center, AlignY: view.Center, Paint: dialPaint(t, float64(run%time.Minute)/float64(time.Minute)), Children: []*view.Node{
		{ID: "stopwatch_time_text", Class: "TextView", Text: text, Style: view.TextStyle{Size: 42, Color: t.OnSurface}},
	}}
	icon, word := iconPlay, "Start"
	if w.Running {
		icon, word = iconPause, "Pause"
	}
	row := &view.Node{Dir: view.Row, W: view.Match, Pad: view.Sides(48, 8), Children: []*view.Node{
		round(t, "reset", tr(c, "Reset"), view.IconReset, false, func() { *w = stopwatch{} }), round(t, "play_pause", tr(c, word), icon, true, func() { w.flip(c.Now()) }),
		round(t, "lap", tr(c, "Lap"), iconFlag, false, func() {
			if w.Running {
				w.Laps = append(w.Laps, w.shown(c.Now()))
			}
		}),
	}}
	laps := view.Col()
	laps.ID, laps.W, laps.Pad = "laps_list", view.Match, view.Sides(48, 8)
	for i := len(w.Laps) - 1; i >= 0; i-- {
		lap := w.Laps[i]
		if i > 0 {
			lap -= w.Laps[i-1]
		}
		laps.Add(&view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Pad: view.Sides(0, 6), Children: []*view.Node{
			{ID: "lap_number", Text: fmt.Sprintf("# %d", i+1), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}}, {ID: "lap_time", Text: fmt.Sprintf("%s.%02d", spanText(lap), lap.Milliseconds()/10%100), Style: view.TextStyle{Size: 16, Color: t.OnSurface}},
		}})
	}
	return &view.Node{AlignX: view.Center, Gap: 24, Scroll: view.Vertical, Pad: view.Sides(0, 24), Children: []*view.Node{dial, row, laps}}
}
