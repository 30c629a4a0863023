package world

import (
	"fmt"
	"image"

	"github.com/handset-agent/handset/phone/sim/view"
)

// clockText is the time as the status bar shows it.
func (w *World) clockText() string {
	if w.get("system", "time_12_24", "12") == "24" {
		return w.wall().Format("15:04")
	}
	return w.wall().Format("3:04")
}

// barInk is the colour of what stands on the bars, by what is under them.
func (w *World) barInk() view.Color {
	white, dark := view.RGB(0xffffff), view.RGB(0x24272b)
	if w.shade.open() || w.guard.showing || w.night() {
		return white
	}
	if !w.wallpaperShown() {
		return dark
	}
	if a := w.front(); a != nil {
		if l, ok := a.screen.(LightTopper); ok && l.LightTop(&Ctx{w, a}) {
			return dark
		}
	}
	return white
}

func (w *World) statusBar() *view.Node {
	ink := w.barInk()
	left := view.Rows(&view.Node{
		ID: "clock", Text: w.clockText(), Desc: w.clockText(), Style: view.TextStyle{Size: 14 / w.fontScale(), Bold: true, Color: ink, Lines: 1},
	})
	if w.guard.showing {
		left = view.Rows(&view.Node{ID: "keyguard_carrier_text", Text: "Fi Network", Style: view.TextStyle{Size: 14 / w.fontScale(), Color: ink, Lines: 1}})
	}
	left.Gap = 6
	for _, i := range w.noteIcons() {
		left.Add(&view.Node{Icon: i, IconDp: 15, Tint: ink})
	}
	bar := &view.Node{
		ID: "status_bar_contents", Dir: view.Row, W: view.Match, H: view.Match, AlignX: view.Spread, AlignY: view.Center, Pad: view.Sides(20, 0),
		Children: []*view.Node{left, w.statusIcons(ink)}, OnDrag: w.pullShade,
	}
	if w.shade.shown() {
		bar.Children = nil // the shade has them
	}
	return bar
}

// noteIcons are the small icons of what is posted.
func (w *World) noteIcons() []*view.Icon {
	var out []*view.Icon
	for _, n := range w.notes {
		if len(out) == 3 {
			break
		}
		if n.Tag != "charging" {
			icon, _ := w.noteIcon(n)
			out = append(out, icon)
		}
	}
	return out
}

// statusIcons are the system's icons at the right.
func (w *World) statusIcons(ink view.Color) *view.Node {
	row := view.Rows()
	row.ID, row.Gap = "system_icons", 4
	add := func(id, desc string, i *view.Icon) {
		row.Add(&view.Node{ID: id, Desc: desc, Icon: i, IconDp: 16, Tint: ink})
	}
	if w.getInt("global", "zen_mode", 0) != 0 {
		add("zen", "Do Not Disturb on.", view.IconBlock)
	}
	if w.sound.ringer == "VIBRATE" || w.sound.ringer == "SILENT" {
		add("volume", "Ringer "+w.sound.ringer, view.IconBell)
	}
	if w.isOn("global", "bluetooth_on") {
		add("bluetooth", "Bluetooth on.", view.IconBluetooth)
	}
	if w.isOn("global", "airplane_mode_on") {
		add("airplane", "Airplane mode", view.IconAirplane)
	}
	if w.isOn("global", "wifi_on") {
		add("wifi_signal", "Wi-Fi signal full.", view.IconWifiFull)
	}
	if !w.isOn("global", "airplane_mode_on") {
		icon := view.IconCell
		if !w.isOn("global", "mobile_data") {
			icon = view.IconCellNone
		}
		add("mobile_signal", "Phone signal full.", icon)
	}
	row.Add(w.batteryIcon(ink))
	if w.isOn("system", "status_bar_show_battery_percent") {
		row.Add(view.Label(fmt.Sprintf("%d%%", w.battery.now.Level), 13/w.fontScale(), ink))
	}
	return row
}

func (w *World) batteryIcon(ink view.Color) *view.Node {
	b := w.battery.now
	desc := fmt.Sprintf("Battery %d percent.", b.Level)
	if b.Powered() {
		desc = fmt.Sprintf("Battery charging, %d percent.", b.Level)
	}
	return &view.Node{ID: "battery", Desc: desc, W: 10, H: 16, Class: "LinearLayout", Paint: func(p *view.Painter, r image.Rectangle) {
		head := p.Px(2)
		p.Round(image.Rect(r.Min.X+r.Dx()/3, r.Min.Y, r.Max.X-r.Dx()/3, r.Min.Y+head+1), 1, ink)
		body := r
		body.Min.Y += head
		p.Round(body, 2, view.Fade(ink, 0.35))
		full := body
		full.Min.Y = full.Max.Y - full.Dy()*b.Level/100
		c := ink
		if b.Level <= 20 && !b.Powered() {
			c = view.RGB(0xe05a4e)
		}
		p.Round(full, 2, c)
		if b.Powered() {
			d := body.Dx()
			cy := (body.Min.Y + body.Max.Y) / 2
			back := view.RGB(0x202328)
			if ink.R < 128 {
				back = view.RGB(0xffffff)
			}
			p.Icon(bolt, image.Rect(body.Min.X, cy-d/2, body.Max.X, cy-d/2+d), back)
		}
	}}
}

var bolt = view.NewIcon("bolt", "f M15 1 L5 13.5 L11 13.5 L9 23 L19 10 L13 10 Z")
