package apps

import (
	"slices"
	"strconv"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// page is one page of the settings.
type page struct {
	title  string
	hidden bool // not found by the search
	rows   func(c *world.Ctx) []row
}

// row is one line of a page: what it says and what it does. A title alone is information.
type row struct {
	title, summary string
	icon           *view.Icon
	off            bool // greyed out
	hidden         bool
	category       bool // a heading
	main           bool // the page's main switch, in a tinted bar

	toggle   *bool // a switch, as it stands
	click    func()
	slide    *view.Slide
	selected bool
	radio    bool
	build    bool       // the build number, which makes a developer of whoever taps it seven times
	custom   *view.Node // shown in place of all
}

// link opens another page.
func link(c *world.Ctx, title, summary, page string, icon *view.Icon) row {
	return row{title: title, summary: summary, icon: icon, click: func() { openPage(c, page) }}
}

// toggle is a switch that is a setting of 0 or 1.
func toggle(c *world.Ctx, title, summary, ns, key string) row {
	on := c.SettingOn(ns, key)
	return row{title: title, summary: summary, toggle: &on, click: func() { c.Flip(ns, key) }}
}

// toggleOf is a switch over a setting that holds one of two values; not set, it is off.
func toggleOf(c *world.Ctx, title, summary, ns, key, off, on string) row {
	is := c.Setting(ns, key, off) == on
	return row{title: title, summary: summary, toggle: &is, click: func() {
		v := on
		if is {
			v = off
		}
		c.PutSetting(ns, key, v)
	}}
}

func heading(title string) row { return row{title: title, category: true} }

// option is one value of a choice.
type option struct{ label, value string }

// choice opens a dialog that sets a setting to one of the values.
func choice(c *world.Ctx, title, ns, key, def string, options []option) row {
	now := c.Setting(ns, key, def)
	at := slices.IndexFunc(options, func(o option) bool { return same(o.value, now) })
	r := row{title: title, summary: now}
	if at >= 0 {
		r.summary = options[at].label
	}
	r.click = func() {
		d := world.Dialog{Title: tr(c, title), Chosen: at, Cancel: tr(c, "Cancel"), OnItem: func(i int) { c.PutSetting(ns, key, options[i].value) }}
		for _, o := range options {
			d.Items = append(d.Items, tr(c, o.label))
		}
		c.ShowDialog(d)
	}
	return r
}

// same compares two values as numbers when they are.
func same(a, b string) bool {
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	return a == b || errA == nil && errB == nil && x == y
}

// node is the row as a view.
func (r row) node(c *world.Ctx, s *settingsPage) *view.Node {
	t := c.Theme()
	switch {
	case r.custom != nil:
		return r.custom
	case r.category:
		n := view.Label(tr(c, r.title), 14, t.Primary)
		n.ID, n.Margin, n.Style.Bold = "android:id/title", view.Edges{Left: 24, Right: 24, Top: 20, Bottom: 8}, true
		return n
	case r.main:
		return r.mainSwitch(c)
	case r.slide != nil:
		return r.slider(c)
	}
	n := &view.Node{Dir: view.Row, Key: r.title, W: view.Match, MinH: 72, AlignY: view.Center, Pad: view.Sides(24, 12), Gap: 18, Disabled: r.off}
	if r.icon != nil {
		n.Add(&view.Node{ID: "icon_frame", Children: []*view.Node{{ID: "android:id/icon", Icon: r.icon, Tint: t.OnSurfaceFaint}}})
	}
	if r.radio {
		n.Add(&view.Node{ID: "android:id/widget_frame", Children: []*view.Node{{
			ID: "android:id/checkbox", Class: "RadioButton", Checkable: true, Checked: r.selected, W: 24, H: 24, Paint: view.RadioLook(t, r.selected).Paint,
		}}})
	}
	n.Add(titles(c, r.title, r.summary, !r.off))
	if r.toggle != nil {
		sw := view.SwitchLook(t, *r.toggle)
		sw.ID, sw.Disabled = "android:id/switch_widget", r.off
		n.Add(&view.Node{ID: "android:id/widget_frame", Children: []*view.Node{sw}})
	}
	switch {
	case r.build:
		n.OnClick = func() { s.tapBuild(c) }
	case r.click != nil && !r.off:
		n.OnClick = r.click
	}
	return n
}

func (r row) mainSwitch(c *world.Ctx) *view.Node {
	t := c.Theme()
	sw := view.SwitchLook(t, *r.toggle)
	sw.ID = "android:id/switch_widget"
	fill := t.SurfaceHigh
	if *r.toggle {
		fill = t.Container
	}
	text := view.Label(tr(c, r.title), 18, t.OnSurface)
	text.ID, text.Weight = "switch_text", 1
	return &view.Node{
		ID: "main_switch_bar", Key: r.title, Dir: view.Row, W: view.Match, H: 72, Corner: 28, Fill: fill, AlignY: view.Center, Pad: view.Sides(24, 0),
		Margin: view.Edges{Left: 16, Right: 16, Bottom: 16}, OnClick: r.click, Children: []*view.Node{text, sw},
	}
}

func (r row) slider(c *world.Ctx) *view.Node {
	t := c.Theme()
	bar := view.SliderLook(t, r.slide.Value, r.slide.Max, r.slide.Change)
	bar.ID, bar.Desc = "android:id/seekbar", tr(c, r.title)
	head := &view.Node{Dir: view.Row, AlignY: view.Center, Gap: 18, Pad: view.Sides(24, 0)}
	if r.icon != nil {
		head.Add(&view.Node{ID: "android:id/icon", Icon: r.icon, Tint: t.OnSurfaceFaint})
	}
	head.Add(titles(c, r.title, r.summary, true))
	bar.Margin = view.Edges{Left: 8, Right: 8}
	return &view.Node{Key: r.title, W: view.Match, Pad: view.Sides(0, 8), Children: []*view.Node{head, bar}}
}

// tapBuild counts the taps that switch the developer options on.
func (s *settingsPage) tapBuild(c *world.Ctx) {
	if c.SettingOn("global", "development_settings_enabled") {
		c.Toast("No need, you are already a developer.")
		return
	}
	s.taps++
	switch left := 7 - s.taps; {
	case left == 0:
		c.PutSetting("global", "development_settings_enabled", "1")
		c.Toast("You are now a developer!")
	case left <= 4:
		c.Toast("You are now " + strconv.Itoa(left) + " steps away from being a developer.")
	}
}
