package world

import (
	"image"
	"strings"
	"unicode"

	"github.com/handset-agent/handset/phone/sim/view"
)

type keyPage uint8

const (
	pageLetters keyPage = iota
	pageSymbols
	pageMore
)

type shiftState uint8

const (
	shiftOff shiftState = iota
	shiftOnce
	shiftLock
)

// keyRows are the keys of each page; the last row of keys is the same on all.
var keyRows = map[keyPage][3]string{
	pageLetters: {"q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"},
	pageSymbols: {"1 2 3 4 5 6 7 8 9 0", "@ # $ _ & - + ( ) /", "* \" ' : ; ! ?"},
	pageMore:    {"~ ` | • √ π ÷ × § ∆", "£ ¥ € ¢ ^ ° = { } \\", "% © ® ™ ✓ [ ]"},
}

const keyboardDp = 252.0

// keyboardFrame is where the keys are while the keyboard shows, over the navigation bar's height.
func (w *World) keyboardFrame() image.Rectangle {
	if !w.imeShown() {
		return image.Rectangle{}
	}
	m, full := w.metrics(), w.bounds()
	h := min(m.Px(keyboardDp), full.Dy()*55/100) + w.navHeight()
	if w.composing() {
		h += m.Px(stripDp)
	}
	full.Min.Y = full.Max.Y - h
	return full
}

// keyboard is the tree of the input method's window: it covers the screen, the keys its lower part.
func (w *World) keyboard() *view.Node {
	t := w.theme()
	m := w.metrics()
	h := float64(w.keyboardFrame().Dy()) / m.Density
	keys := &view.Node{
		ID: "keyboard_holder", W: view.Match, H: h, Pad: view.Edges{Left: 3, Right: 3, Top: 6, Bottom: w.navDp() + 2}, Gap: 0, Fill: keyboardFill(t),
		OnClick: func() {}, NoPress: true,
	}
	if w.composing() {
		keys.Add(w.candidates(t))
	}
	rows := keyRows[w.ime.page]
	for i, r := range rows {
		keys.Add(w.keyRow(t, i, strings.Fields(r)))
	}
	keys.Add(w.bottomRow(t))
	return &view.Node{W: view.Match, H: view.Match, AlignY: view.End, LTR: true, Children: []*view.Node{keys}}
}

func keyboardFill(t view.Theme) view.Color {
	if t.Dark {
		return view.RGB(0x1d2127)
	}
	return view.RGB(0xe6e9f0)
}

func (w *World) keyRow(t view.Theme, i int, chars []string) *view.Node {
	row := &view.Node{Dir: view.Row, W: view.Match, Weight: 1}
	if i == 1 && len(chars) == 9 {
		row.Pad = view.Sides(18, 0)
	}
	if i == 2 {
		row.Add(w.leftKey(t))
	}
	for _, c := range chars {
		if w.ime.page == pageLetters && w.ime.shift != shiftOff {
			c = strings.ToUpper(c)
		}
		row.Add(w.charKey(t, c))
	}
	if i == 2 {
		del := w.key(t, "key_pos_del", "Delete", "", view.IconBackspace, 1.5, false)
		del.OnPress = func(down bool) {
			if down {
				w.imeKey(67)
			}
		}
		row.Add(del)
	}
	return row
}

// leftKey is shift on the letters, and the other page of symbols on those.
func (w *World) leftKey(t view.Theme) *view.Node {
	switch w.ime.page {
	case pageLetters:
		icon := view.IconShift
		if w.ime.shift != shiftOff {
			icon = view.IconShiftOn
		}
		n := w.key(t, "key_pos_shift", "Shift", "", icon, 1.5, false)
		n.Selected = w.ime.shift != shiftOff
		n.OnClick = func() {
			switch w.ime.shift {
			case shiftOff:
				w.ime.shift = shiftOnce
			case shiftOnce:
				w.ime.shift = shiftLock
			default:
				w.ime.shift = shiftOff
			}
			w.changed()
		}
		return n
	case pageSymbols:
		return w.pageKey(t, "=\\<", "More symbols", pageMore, 1.5)
	}
	return w.pageKey(t, "?123", "Symbols", pageSymbols, 1.5)
}

func (w *World) pageKey(t view.Theme, label, desc string, to keyPage, weight float64) *view.Node {
	n := w.key(t, "key_pos_"+strings.ToLower(strings.ReplaceAll(desc, " ", "_")), desc, label, nil, weight, false)
	n.OnClick = func() {
		w.ime.page = to
		w.changed()
	}
	return n
}

func (w *World) bottomRow(t view.Theme) *view.Node {
	page := w.pageKey(t, "?123", "Symbols", pageSymbols, 1.5)
	if w.ime.page != pageLetters {
		page = w.pageKey(t, "ABC", "Letters", pageLetters, 1.5)
	}
	language := "English"
	if w.composing() {
		language = "拼音"
	}
	space := w.key(t, "key_pos_space", "Space", language, nil, 5, true)
	space.OnClick = func() { w.commit(" ") }
	space.OnLongClick = w.chooseIME
	enter := w.key(t, "key_pos_ime_action", "Enter", "", view.IconEnter, 1.5, false)
	if _, n := w.served(); n != nil && !n.Edit.Multiline {
		enter.Desc, enter.Icon = "Done", view.IconCheck
		switch n.Edit.Action {
		case "search":
			enter.Desc, enter.Icon = "Search", view.IconSearch
		case "next":
			enter.Desc, enter.Icon = "Next", view.IconArrow
		case "go", "send":
			enter.Desc, enter.Icon = "Go", view.IconArrow
		}
	}
	enter.OnClick = func() { w.enterKey() }
	enter.Paint = keyLook(t, enter, t.Primary, 20)
	enter.Tint = t.OnPrimary
	return &view.Node{Dir: view.Row, W: view.Match, Weight: 1, Children: []*view.Node{
		page, w.charKey(t, ","), space, w.charKey(t, "."), enter,
	}}
}

func (w *World) charKey(t view.Theme, c string) *view.Node {
	n := w.key(t, "key_pos_"+c, c, c, nil, 1, true)
	n.OnClick = func() { w.commit(c) }
	return n
}

// key is one key: the space round what is drawn belongs to it, so that no touch falls between keys.
func (w *World) key(t view.Theme, id, desc, label string, icon *view.Icon, weight float64, plain bool) *view.Node {
	n := &view.Node{Class: "Key", Key: id, ID: id, Desc: desc, Weight: weight, H: view.Match, Icon: icon, Tint: t.OnSurface, NoPress: true}
	n.Class = "android.inputmethodservice.Key"
	fill := view.Mix(keyboardFill(t), t.Outline, 0.22)
	if plain {
		fill = view.RGB(0xffffff)
		if t.Dark {
			fill = view.RGB(0x353b44)
		}
	}
	n.Paint = func(p *view.Painter, r image.Rectangle) {
		keyLook(t, n, fill, 6)(p, r)
		size := 20.0
		if len([]rune(label)) > 1 {
			size = 14
		}
		p.Text(label, view.TextStyle{Size: size / w.fontScale(), Color: t.OnSurface}, r, view.Center, view.Center)
	}
	return n
}

func keyLook(t view.Theme, n *view.Node, fill view.Color, corner float64) func(p *view.Painter, r image.Rectangle) {
	return func(p *view.Painter, r image.Rectangle) {
		box := image.Rect(r.Min.X+p.Px(3), r.Min.Y+p.Px(5), r.Max.X-p.Px(3), r.Max.Y-p.Px(5))
		c := fill
		if p.Pressed() {
			c = view.Mix(fill, t.OnSurface, 0.22)
		}
		p.Round(box, corner, c)
	}
}

// commit types text from the keyboard into the served field.
func (w *World) commit(text string) {
	f, n := w.served()
	if n == nil {
		return
	}
	if r := []rune(text); len(r) == 1 && w.composeRune(r[0]) {
		return
	}
	f.surface.Commit(text)
	f.surface.Changed = false
	if w.ime.shift == shiftOnce {
		w.ime.shift = shiftOff
	}
	w.changed()
	w.autoShift()
}

// imeKey sends an editing key from the keyboard.
func (w *World) imeKey(code int) {
	if code == 67 && w.composeBack() {
		return
	}
	if f, n := w.served(); n != nil {
		f.surface.Key(code, 0, clipboard{w})
		f.surface.Changed = false
		w.changed()
		w.autoShift()
	}
}

// enterKey is the action key: a line break, or the field's action and with it the end of typing.
func (w *World) enterKey() {
	f, n := w.served()
	if n == nil {
		return
	}
	if w.composeRune('\n') {
		return
	}
	closes := !n.Edit.Multiline && n.Edit.Action != "next"
	f.surface.Key(66, 0, clipboard{w})
	f.surface.Changed = false
	if closes {
		w.hideIME()
	}
	w.changed()
	w.autoShift()
}

// autoShift turns shift on at the start of a sentence in a field of several lines.
func (w *World) autoShift() {
	f, n := w.served()
	if n == nil || w.ime.shift == shiftLock || w.ime.page != pageLetters {
		return
	}
	w.ime.shift = shiftOff
	if !n.Edit.Multiline || n.Password || w.composing() {
		return
	}
	text := []rune(n.Text)
	at, _ := f.surface.Selection()
	at = min(at, len(text))
	for at > 0 && text[at-1] == ' ' {
		at--
	}
	spaced := at < len(text) && text[at] == ' '
	if at == 0 || text[at-1] == '\n' || spaced && strings.ContainsRune(".!?", text[at-1]) && unicode.IsPunct(text[at-1]) {
		w.ime.shift = shiftOnce
	}
}
