package view

import (
	"image"
	"time"
)

// Col is a column of children.
func Col(children ...*Node) *Node { return &Node{Children: children} }

// Rows is a row of children, centred across.
func Rows(children ...*Node) *Node { return &Node{Dir: Row, AlignY: Center, Children: children} }

// Layers is a stack of children.
func Layers(children ...*Node) *Node { return &Node{Dir: Stack, Children: children} }

// Space is an empty piece of w by h dp that is no node of the dump.
func Space(w, h float64) *Node { return &Node{W: w, H: h, Decor: true} }

// Spring takes up the room its siblings leave.
func Spring() *Node { return &Node{Weight: 1, Decor: true} }

// Label is a text.
func Label(text string, size float64, c Color) *Node {
	return &Node{Text: text, Style: TextStyle{Size: size, Color: c}}
}

// SwitchLook is a Material switch; give it an ID and, when it can be clicked by itself, OnClick.
func SwitchLook(t Theme, on bool) *Node {
	n := &Node{Class: "Switch", W: 52, H: 32, Checkable: true, Checked: on, Mirror: true}
	n.Paint = func(p *Painter, r image.Rectangle) { paintSwitch(p, t, r, on, n.Disabled) }
	return n
}

func paintSwitch(p *Painter, t Theme, r image.Rectangle, on, disabled bool) {
	target := 0.0
	if on {
		target = 1
	}
	f := p.Animate("thumb", target, 180*time.Millisecond)
	track, thumb := Mix(t.SurfaceHigh, t.Primary, f), Mix(t.Outline, t.OnPrimary, f)
	line := Mix(t.Outline, t.Primary, f)
	if disabled {
		track, thumb, line = Fade(track, 0.4), Fade(thumb, 0.5), Fade(line, 0.4)
	}
	p.Round(r, 16, track)
	p.Ring(r, 16, 2, line)
	d := p.Px(16 + 8*f)
	cx := r.Min.X + p.Px(16) + int(f*float64(p.Px(20)))
	cy := (r.Min.Y + r.Max.Y) / 2
	box := image.Rect(cx-d/2, cy-d/2, cx-d/2+d, cy-d/2+d)
	p.Round(box, 16, thumb)
	if f > 0.9 {
		s := p.Px(16)
		p.Icon(IconCheck, image.Rect(cx-s/2, cy-s/2, cx-s/2+s, cy-s/2+s), t.Primary)
	}
}

// RadioLook is a radio button.
func RadioLook(t Theme, on bool) *Node {
	return &Node{Class: "RadioButton", W: 24, H: 24, Checkable: true, Checked: on, Paint: func(p *Painter, r image.Rectangle) {
		c := t.OnSurfaceFaint
		if on {
			c = t.Primary
		}
		box := r.Inset(p.Px(2))
		p.Ring(box, 10, 2, c)
		if on {
			p.Round(r.Inset(p.Px(7)), 5, c)
		}
	}}
}

// CheckLook is a check box.
func CheckLook(t Theme, on bool) *Node {
	return &Node{Class: "CheckBox", W: 24, H: 24, Checkable: true, Checked: on, Paint: func(p *Painter, r image.Rectangle) {
		box := r.Inset(p.Px(3))
		if !on {
			p.Ring(box, 2, 2, t.OnSurfaceFaint)
			return
		}
		p.Round(box, 2, t.Primary)
		p.Icon(IconCheck, box, t.OnPrimary)
	}}
}

// SliderLook is a slider; value in 0…max.
func SliderLook(t Theme, value, most int, change func(v int, done bool)) *Node {
	n := &Node{W: Match, H: 48, Pad: Sides(16, 0), Mirror: true, Slide: &Slide{Value: value, Max: most, Change: change}}
	n.Paint = func(p *Painter, r image.Rectangle) {
		left, right := r.Min.X+p.Px(16), r.Max.X-p.Px(16)
		cy := (r.Min.Y + r.Max.Y) / 2
		x := left + (right-left)*value/max(1, most)
		h, k := p.Px(2), p.Px(10)
		on := t.Primary
		if n.Disabled {
			on = t.Outline
		}
		p.Round(image.Rect(left, cy-h, right, cy+h), 2, t.OutlineFaint)
		p.Round(image.Rect(left, cy-h, x, cy+h), 2, on)
		if p.Pressed() {
			k = p.Px(13)
		}
		p.Round(image.Rect(x-k, cy-k, x+k, cy+k), 13, on)
	}
	return n
}

// ButtonLook is a pill-shaped button; filled or only its text.
func ButtonLook(t Theme, id, text string, filled bool, click func()) *Node {
	n := &Node{
		Class: "Button", ID: id, Text: text, H: 40, Pad: Sides(24, 0), Corner: 20, AlignY: Center, OnClick: click,
		Style: TextStyle{Size: 14, Bold: true, Color: t.Primary, Lines: 1, Align: Center},
	}
	if filled {
		n.Fill, n.Style.Color = t.Primary, t.OnPrimary
	} else {
		n.Pad = Sides(12, 0)
	}
	return n
}

// IconButton is a round button of 48 dp with an icon.
func IconButton(t Theme, id, desc string, i *Icon, click func()) *Node {
	return &Node{Class: "ImageButton", ID: id, Desc: desc, W: 48, H: 48, Corner: 24, Icon: i, Tint: t.OnSurface, OnClick: click}
}

// Divider is a thin line.
func Divider(t Theme) *Node { return &Node{W: Match, H: 1, Fill: t.OutlineFaint, Decor: true} }
