package world

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/view"
)

// guardTree is the lock screen, or the PIN pad over it.
func (w *World) guardTree() *view.Node {
	if w.guard.bouncer {
		return w.pinPad()
	}
	white := view.RGB(0xffffff)
	clock := view.Label(w.clockText(), 82, white)
	clock.ID, clock.Desc = "lockscreen_clock_view", w.clockText()
	date := view.Label(w.dateText(), 17, white)
	date.ID = "keyguard_slice_view"
	lock := &view.Node{ID: "lock_icon_view", Desc: "Locked", Icon: view.IconLock, IconDp: 22, Tint: white, Margin: view.Edges{Bottom: 12}}
	hint := view.Label(w.tr("Swipe up to open"), 14, white)
	hint.ID = "keyguard_indication_text"
	notes := &view.Node{W: view.Match, MaxW: 480, Gap: 4, Margin: view.Edges{Top: 24}}
	if w.isOn("secure", "lock_screen_show_notifications") {
		for i, n := range w.notes {
			if i < 3 {
				notes.Add(w.noteCard(n))
			}
		}
	}
	return &view.Node{
		ID: "keyguard_root_view", Class: "FrameLayout", W: view.Match, H: view.Match, AlignX: view.Center, OnDrag: w.swipeGuard,
		Pad:      view.Edges{Left: 16, Right: 16, Top: statusDp + 40, Bottom: w.navDp() + 28},
		Children: []*view.Node{lock, date, clock, notes, view.Spring(), hint},
		Paint: func(p *view.Painter, r image.Rectangle) {
			p.Gradient(r, view.Color{A: 90}, view.Color{A: 20})
		},
	}
}

// swipeGuard opens the lock screen by a swipe up.
func (w *World) swipeGuard(d view.Drag) {
	if d.Phase != view.DragEnd {
		return
	}
	m := w.metrics()
	if up := d.Start.Y - d.At.Y; up > m.Px(100) || up > m.Px(30) && d.VY < -float64(m.Px(500)) {
		w.dismissGuard()
	}
}

func (w *World) pinPad() *view.Node {
	msg := w.tr("Enter PIN")
	switch n := w.lockedOut(); {
	case n > 0:
		msg = fmt.Sprintf(w.tr("Too many attempts. Try again in %d seconds."), n)
	case w.guard.wrong:
		msg = w.tr("Wrong PIN")
	}
	title := view.Label(msg, 18, shadeInk)
	title.ID = "bouncer_message_area"
	dots := &view.Node{
		ID: "pinEntry", Class: "EditText", Text: strings.Repeat("•", len(w.guard.entry)), Desc: "PIN area", Password: false, H: 44, MinW: 160,
		Style: view.TextStyle{Size: 28, Color: shadeInk, Align: view.Center, Lines: 1}, Focusable: true,
	}
	pad := &view.Node{ID: "keyguard_pin_view", Gap: 12, Margin: view.Edges{Top: 24}}
	size := 76.0
	if w.panel.size().X > w.panel.size().Y {
		size = 52
		pad.Gap, pad.Margin.Top = 6, 6
	}
	for r := range 3 {
		row := &view.Node{Dir: view.Row, LTR: true, Gap: 18}
		for k := range 3 {
			row.Add(w.pinKey(r*3+k+1, size))
		}
		pad.Add(row)
	}
	del := w.padKey("delete_button", "Delete", view.IconBackspace, size, func() { w.guardKey(phone.KeyDel) })
	enter := w.padKey("key_enter", "Enter", view.IconArrow, size, func() { w.guardKey(phone.KeyEnter) })
	pad.Add(&view.Node{Dir: view.Row, LTR: true, Gap: 18, Children: []*view.Node{del, w.pinKey(0, size), enter}})
	return &view.Node{
		ID: "keyguard_bouncer_container", Class: "FrameLayout", W: view.Match, H: view.Match, AlignX: view.Center, AlignY: view.Center,
		Fill: view.Fade(view.RGB(0x0b0d11), 0.9), Children: []*view.Node{title, dots, pad},
	}
}

func (w *World) pinKey(d int, size float64) *view.Node {
	s := strconv.Itoa(d)
	return &view.Node{
		Class: "android.view.ViewGroup", ID: "key" + s, Desc: s, W: size, H: size, Corner: size / 2, Fill: tileOff, AlignX: view.Center, AlignY: view.Center,
		OnClick:  func() { w.guardKey(key0 + d) },
		Children: []*view.Node{{ID: "digit_text", Text: s, Style: view.TextStyle{Size: 26, Color: shadeInk}}},
	}
}

func (w *World) padKey(id, desc string, i *view.Icon, size float64, click func()) *view.Node {
	return &view.Node{Class: "ImageButton", ID: id, Desc: desc, W: size, H: size, Corner: size / 2, Icon: i, Tint: shadeInk, OnClick: click}
}

// guardKey types on the PIN pad.
func (w *World) guardKey(code int) {
	w.changed()
	g := &w.guard
	switch r := runeOf(code, 0); {
	case w.lockedOut() > 0:
	case r >= '0' && r <= '9' && len(g.entry) < 16:
		g.entry += string(r)
		g.wrong = false
	case code == phone.KeyDel && g.entry != "":
		g.entry = g.entry[:len(g.entry)-1]
	case code == phone.KeyEnter || code == keyPadEnter:
		w.tryPIN()
	}
}
