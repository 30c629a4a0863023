package world

import (
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

// The shade is dark in both themes, as it lies over a dimmed screen.
var (
	shadeInk   = view.RGB(0xf2f3f7)
	shadeFaint = view.RGB(0xb9bec8)
	tileOff    = view.RGB(0x353a42)
	tileOn     = view.RGB(0xb5d3fb)
	tileInk    = view.RGB(0x10243c)
	noteFill   = view.RGB(0x262a31)
)

// shadeTree is the NotificationShade window: the lock screen, or the shade.
func (w *World) shadeTree() *view.Node {
	if w.guard.showing && !w.shade.shown() {
		return w.guardTree()
	}
	f := min(1, w.shade.pos)
	root := &view.Node{
		Dir: view.Stack, W: view.Match, H: view.Match, Fill: view.Fade(view.RGB(0x0b0d11), 0.99*f), OnDrag: w.dragShade,
		OnClick: func() { w.shadeTo(0) }, NoPress: true, AlignX: view.Center,
	}
	panel := &view.Node{
		ID: "notification_panel", W: view.Match, H: view.Match, MaxW: 520, Pad: view.Edges{Left: 12, Right: 12, Top: statusDp + 8, Bottom: w.navDp()},
		OffY: (f - 1) * 320, Gap: 0,
	}
	if s := w.panel.size(); s.X > s.Y {
		panel.MaxW = 760
	}
	panel.Add(w.shadeHeader(), w.tiles(), w.noteList())
	return root.Add(panel)
}

func (w *World) shadeHeader() *view.Node {
	big := view.Label(w.clockText(), 30, shadeInk)
	big.ID, big.Desc = "clock", w.clockText()
	date := view.Label(w.dateText(), 14, shadeFaint)
	date.ID = "date"
	right := view.Col(w.statusIcons(shadeInk), date)
	right.AlignX, right.Gap = view.End, 4
	return &view.Node{
		ID: "split_shade_status_bar", Dir: view.Row, W: view.Match, AlignX: view.Spread, AlignY: view.End, Pad: view.Sides(8, 6),
		Children: []*view.Node{big, right},
	}
}

// tile is one quick-settings tile.
type tile struct {
	key, label, state string
	icon              *view.Icon
	on                bool
	click             func()
	page              string // settings action that a long press opens
}

func (w *World) tileList() []tile {
	onOff := func(on bool) string {
		if on {
			return w.tr("On")
		}
		return w.tr("Off")
	}
	flip := func(ns, key string) func() {
		return func() { w.putOn(ns, key, !w.isOn(ns, key)) }
	}
	wifi, bt, plane := w.isOn("global", "wifi_on"), w.isOn("global", "bluetooth_on"), w.isOn("global", "airplane_mode_on")
	net := w.tr("Off")
	if wifi {
		net = wifiName
	}
	dnd := w.getInt("global", "zen_mode", 0) != 0
	auto := w.isOn("system", "accelerometer_rotation")
	place, data := w.isOn("secure", "location_mode"), w.isOn("global", "data_saver_on")
	saver, torch := w.isOn("global", "low_power"), w.isOn("secure", "flashlight_enabled")
	return []tile{
		{"internet", "Internet", net, view.IconWifi, wifi, flip("global", "wifi_on"), "android.settings.WIFI_SETTINGS"},
		{"bt", "Bluetooth", onOff(bt), view.IconBluetooth, bt, flip("global", "bluetooth_on"), "android.settings.BLUETOOTH_SETTINGS"},
		{"flashlight", "Flashlight", onOff(torch), view.IconFlash, torch, flip("secure", "flashlight_enabled"), ""},
		{"dnd", "Do Not Disturb", onOff(dnd), view.IconBlock, dnd, flip("global", "zen_mode"), "android.settings.ZEN_MODE_SETTINGS"},
		{"rotation", "Auto-rotate", onOff(auto), view.IconRotate, auto, flip("system", "accelerometer_rotation"), "android.settings.DISPLAY_SETTINGS"},
		{"airplane", "Airplane mode", onOff(plane), view.IconAirplane, plane, flip("global", "airplane_mode_on"), "android.settings.AIRPLANE_MODE_SETTINGS"},
		{"battery", "Battery Saver", onOff(saver), view.IconBattery, saver, flip("global", "low_power"), "android.intent.action.POWER_USAGE_SUMMARY"},
		{"dark", "Dark theme", onOff(w.night()), view.IconMoon, w.night(), func() {
			if w.night() {
				w.put("secure", "ui_night_mode", "1")
			} else {
				w.put("secure", "ui_night_mode", "2")
			}
		}, "android.settings.DISPLAY_SETTINGS"},
		{"location", w.tr("Location"), onOff(place), view.IconPin, place, func() {
			if w.isOn("secure", "location_mode") {
				w.put("secure", "location_mode", "0")
			} else {
				w.put("secure", "location_mode", "3")
			}
		}, "android.settings.LOCATION_SOURCE_SETTINGS"},
		{"saver", w.tr("Data Saver"), onOff(data), view.IconSaver, data, flip("global", "data_saver_on"), "android.settings.DATA_USAGE_SETTINGS"},
	}
}

// wifiName is the network the phone is connected to while Wi-Fi is on.
const wifiName = "HomeNet"

// tiles are the first four tiles and, as the shade goes on to the quick settings, brightness, the other tiles and the foot.
func (w *World) tiles() *view.Node {
	all := w.tileList()
	open := max(0, min(1, w.shade.pos-1))
	out := &view.Node{ID: "quick_settings_panel", W: view.Match, Pad: view.Sides(0, 4), Gap: 0}
	if open > 0 {
		out.Add(w.unfold(open, 56, w.brightness()))
	}
	cols := 2
	if w.panel.size().X > w.panel.size().Y {
		cols = 4
	}
	first := 4
	for i := 0; i < first; i += cols {
		out.Add(w.tileRow(all[i : i+cols]))
	}
	if open > 0 {
		more := view.Col()
		more.W = view.Match
		for i := first; i < len(all); i += cols {
			row := w.tileRow(all[i:min(i+cols, len(all))])
			for range max(0, i+cols-len(all)) {
				row.Add(view.Spring())
			}
			more.Add(row)
		}
		more.Add(w.shadeFoot())
		out.Add(w.unfold(open, float64((len(all)-first+cols-1)/cols)*72+56, more))
	}
	return out
}

// unfold shows the part f of something h dp high.
func (w *World) unfold(f, h float64, n *view.Node) *view.Node {
	if f >= 1 {
		return n
	}
	n.H = h
	return &view.Node{Dir: view.Stack, W: view.Match, H: max(1, f*h), Children: []*view.Node{n}}
}

func (w *World) brightness() *view.Node {
	v := w.getInt("system", "screen_brightness", 102)
	n := &view.Node{
		ID: "slider", Class: "SeekBar", Desc: "Display brightness", W: view.Match, H: 48, Margin: view.Sides(4, 4), Mirror: true,
		Slide: &view.Slide{Value: v, Max: 255, Change: func(v int, done bool) { w.putInt("system", "screen_brightness", max(1, v)) }},
	}
	n.Paint = func(p *view.Painter, r image.Rectangle) {
		p.Round(r, 24, tileOff)
		k := r.Dx() * v / 255
		k = max(k, r.Dy())
		p.Round(image.Rect(r.Min.X, r.Min.Y, r.Min.X+k, r.Max.Y), 24, tileOn)
		s := p.Px(22)
		cy := (r.Min.Y + r.Max.Y) / 2
		x := r.Min.X + k - r.Dy()/2
		p.Icon(view.IconSun, image.Rect(x-s/2, cy-s/2, x-s/2+s, cy-s/2+s), tileInk)
	}
	return n
}

func (w *World) tileRow(list []tile) *view.Node {
	row := &view.Node{Dir: view.Row, W: view.Match, H: 72, Gap: 8, Pad: view.Sides(0, 4), AlignY: view.Center}
	for _, t := range list {
		row.Add(w.tile(t))
	}
	return row
}

func (w *World) tile(t tile) *view.Node {
	fill, ink, faint := tileOff, shadeInk, shadeFaint
	if t.on {
		fill, ink, faint = tileOn, tileInk, view.Fade(tileInk, 0.75)
	}
	label := w.tr(t.label)
	name := view.Label(label, 14, ink)
	name.ID, name.Style.Bold, name.Style.Lines = "tile_label", true, 1
	state := view.Label(t.state, 13, faint)
	state.ID, state.Style.Lines = "app_label", 1
	texts := view.Col(name, state)
	texts.Weight = 1
	n := &view.Node{
		Class: "Switch", Key: "tile_" + t.key, Desc: label, Checkable: true, Checked: t.on, Dir: view.Row, Weight: 1, H: view.Match, Fill: fill, Corner: 24,
		Pad: view.Edges{Left: 16, Right: 8}, Gap: 12, AlignY: view.Center, OnClick: t.click,
		Children: []*view.Node{{ID: "icon", Icon: t.icon, IconDp: 20, Tint: ink}, texts},
	}
	if t.page != "" {
		n.OnLongClick = func() { w.openSettings(t.page) }
	}
	return n
}

// openSettings leaves the shade for a page of the settings.
func (w *World) openSettings(action string) {
	w.start(Intent{Action: action, Flags: FlagNewTask}, nil)
}

func (w *World) shadeFoot() *view.Node {
	round := func(id, desc string, i *view.Icon, click func()) *view.Node {
		return &view.Node{Class: "ImageView", ID: id, Desc: desc, W: 40, H: 40, Corner: 20, Fill: tileOff, Icon: i, IconDp: 20, Tint: shadeInk, OnClick: click}
	}
	build := view.Label(w.prof.Release+" ("+w.prof.BuildID+")", 13, shadeFaint)
	build.ID = "build"
	return &view.Node{
		ID: "qs_footer", Dir: view.Row, W: view.Match, H: 56, AlignY: view.Center, Gap: 10, Pad: view.Sides(8, 0),
		Children: []*view.Node{
			build, view.Spring(),
			round("settings_button_container", "Settings", view.IconSettings, func() { w.openSettings("android.settings.SETTINGS") }),
			round("pm_lite", "Power menu", view.IconReset, func() {
				w.shadeTo(0)
				w.toast("com.android.systemui", w.either("Hold the power button to turn the phone off", "按住电源键即可关机"))
			}),
		},
	}
}

// noteList is the posted notifications.
func (w *World) noteList() *view.Node {
	list := &view.Node{ID: "notification_stack_scroller", Class: "android.view.ViewGroup", W: view.Match, Weight: 1, Scroll: view.Vertical, Gap: 4, Margin: view.Edges{Top: 8}}
	clear := false
	for _, n := range w.notes {
		list.Add(w.noteCard(n))
		clear = clear || !n.Ongoing
	}
	if len(w.notes) == 0 {
		empty := view.Label(w.tr("No notifications"), 14, shadeFaint)
		empty.ID, empty.W, empty.Style.Align, empty.Margin = "no_notifications", view.Match, view.Center, view.All(24)
		list.Add(empty)
	}
	foot := &view.Node{Dir: view.Row, W: view.Match, AlignX: view.Spread, Pad: view.Sides(8, 8)}
	foot.Add(w.shadeButton("manage_text", w.tr("Manage"), func() { w.openSettings("android.settings.NOTIFICATION_SETTINGS") }))
	if clear {
		foot.Add(w.shadeButton("dismiss_text", w.tr("Clear all"), w.clearNotes))
	}
	return list.Add(foot)
}

func (w *World) shadeButton(id, text string, click func()) *view.Node {
	return &view.Node{
		Class: "Button", ID: id, Text: text, Fill: tileOff, Corner: 18, Pad: view.Sides(18, 9), OnClick: click,
		Style: view.TextStyle{Size: 13, Bold: true, Color: shadeInk},
	}
}

func (w *World) clearNotes() {
	for i := len(w.notes) - 1; i >= 0; i-- {
		if !w.notes[i].Ongoing {
			w.dropNote(w.notes[i].Key())
		}
	}
	w.shadeTo(0)
}

func (w *World) noteCard(n *Notification) *view.Node {
	app := n.Package
	icon, color := w.noteIcon(n)
	if p := w.pkgs[n.Package]; p != nil {
		app = p.Label
	}
	name := view.Label(w.tr(app)+" · "+w.past(w.wall().Sub(n.When)), 12, shadeFaint)
	name.ID, name.Style.Lines = "android:id/app_name_text", 1
	title := &view.Node{ID: "android:id/title", Text: n.Title, Style: view.TextStyle{Size: 14, Bold: true, Color: shadeInk, Lines: 1}}
	body := n.Text
	if n.BigText != "" {
		body = n.BigText
	}
	text := &view.Node{ID: "android:id/text", Text: body, Style: view.TextStyle{Size: 14, Color: shadeFaint, Lines: 4}}
	col := &view.Node{Weight: 1, Gap: 2, Children: []*view.Node{name, title, text}}
	for _, l := range n.Lines {
		col.Add(&view.Node{Text: l, Style: view.TextStyle{Size: 14, Color: shadeFaint, Lines: 1}})
	}
	if b := w.noteButtons(n); b != nil {
		col.Add(b)
	}
	card := &view.Node{
		ID: "expandableNotificationRow", Key: n.Key(), Class: "FrameLayout", Dir: view.Row, W: view.Match, Fill: noteFill, Corner: 20, Pad: view.All(16), Gap: 14,
		OnClick:  func() { w.openNote(n) },
		Children: []*view.Node{{ID: "android:id/icon", W: 28, H: 28, Corner: 14, Fill: color, Icon: icon, IconDp: 17, Tint: view.RGB(0xffffff)}, col},
	}
	card.OnDrag = func(d view.Drag) { w.dragNote(n, d) }
	return card
}

// noteIcon is the small picture of a notification and its colour.
func (w *World) noteIcon(n *Notification) (*view.Icon, view.Color) {
	color := view.RGB(0x5f7fae)
	switch p := w.pkgs[n.Package]; {
	case n.Package == "android":
		return view.IconDev, color
	case n.Tag == "charging":
		return view.IconCharge, color
	case p != nil && p.def.Icon != nil:
		return p.def.Icon, p.icon().Color
	}
	return view.IconBell, color
}

// dragNote swipes a notification away, or moves the shade when the drag is a vertical one.
func (w *World) dragNote(n *Notification, d view.Drag) {
	dx, dy := d.At.X-d.Start.X, d.At.Y-d.Start.Y
	if d.Phase == view.DragEnd && !n.Ongoing && abs(dx) > w.bounds().Dx()/4 && abs(dx) > abs(dy) {
		w.dropNote(n.Key())
		w.shade.dragging = false
		return
	}
	if abs(dy) >= abs(dx) || w.shade.dragging {
		w.dragShade(d)
	}
}

// openNote does what a tap on a notification does.
func (w *World) openNote(n *Notification) {
	if !n.Ongoing {
		w.dropNote(n.Key())
	}
	if !w.dismissGuard() {
		return
	}
	in := n.Open
	if in.Action == "" && in.Component == (Component{}) {
		p := w.pkgs[n.Package]
		if p == nil || p.Launcher == (Component{}) {
			w.shadeTo(0)
			return
		}
		in = Intent{Action: ActionMain, Categories: []string{CategoryLauncher}, Component: p.Launcher}
	}
	in.Flags |= FlagNewTask
	w.start(in, nil)
}

// past is how long ago something was, in short.
func (w *World) past(d time.Duration) string {
	n, unit := int(d.Hours()/24), w.either("d", "天")
	switch {
	case d < time.Minute:
		return w.tr("now")
	case d < time.Hour:
		n, unit = int(d.Minutes()), w.either("m", "分钟")
	case d < 24*time.Hour:
		n, unit = int(d.Hours()), w.either("h", "小时")
	}
	return fmt.Sprintf("%d%s", n, unit)
}
