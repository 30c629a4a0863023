package view

import (
	"image"
	"math"
	"strconv"
	"time"
)

// Tabs is a row of tabs, one of them chosen.
func Tabs(t Theme, id string, names []string, chosen int, pick func(i int)) *Node {
	bar := &Node{Class: "HorizontalScrollView", ID: id, W: Match, H: 48}
	row := &Node{Dir: Row, W: Match, H: Match}
	for i, name := range names {
		ink := t.OnSurfaceFaint
		if i == chosen {
			ink = t.Primary
		}
		tab := &Node{
			Class: "LinearLayout", Key: "tab" + strconv.Itoa(i), Desc: name, Weight: 1, H: Match, AlignX: Center, AlignY: Center, Selected: i == chosen, Focusable: true,
			OnClick:  func() { pick(i) },
			Children: []*Node{{Text: name, Style: TextStyle{Size: 14, Bold: true, Color: ink, Lines: 1}}},
		}
		if i == chosen {
			tab.Paint = func(p *Painter, r image.Rectangle) {
				p.Round(image.Rect(r.Min.X+p.Px(20), r.Max.Y-p.Px(3), r.Max.X-p.Px(20), r.Max.Y), 2, t.Primary)
			}
		}
		row.Add(tab)
	}
	return bar.Add(row)
}

// Dropdown is a Spinner that shows its value; click opens the list.
func Dropdown(t Theme, id, value string, click func()) *Node {
	return &Node{
		Class: "Spinner", ID: id, Dir: Row, MinH: 48, AlignY: Center, Gap: 8, Pad: Sides(12, 0), Corner: 8, OnClick: click, Focusable: true,
		Children: []*Node{
			{ID: "android:id/text1", Text: value, Weight: 1, Style: TextStyle{Size: 16, Color: t.OnSurface, Lines: 1}},
			{Icon: IconDown, IconDp: 18, Tint: t.OnSurfaceFaint, Decor: true},
		},
	}
}

// Chip is a small pill that can be on.
func Chip(t Theme, id, text string, on bool, click func()) *Node {
	n := &Node{
		Class: "CheckBox", ID: id, Text: text, H: 32, Pad: Sides(14, 0), Corner: 8, AlignY: Center, OnClick: click, Checkable: true, Checked: on, Focusable: true,
		Style: TextStyle{Size: 14, Color: t.OnSurface, Lines: 1}, Line: t.Outline, LineW: 1,
	}
	if on {
		n.Fill, n.Style.Color, n.LineW = t.Container, t.OnContainer, 0
	}
	return n
}

// ProgressBar is a bar that is full to the part f in 0…1.
func ProgressBar(t Theme, id string, f float64) *Node {
	return &Node{Class: "ProgressBar", ID: id, W: Match, H: 4, Paint: func(p *Painter, r image.Rectangle) {
		p.Round(r, 2, t.SurfaceHigh)
		r.Max.X = r.Min.X + int(float64(r.Dx())*min(1, max(0, f)))
		p.Round(r, 2, t.Primary)
	}}
}

// Loading is a wheel that turns for ever: while it shows the screen is never idle.
func Loading(t Theme, id string) *Node {
	return &Node{Class: "ProgressBar", ID: id, W: 48, H: 48, Paint: func(p *Painter, r image.Rectangle) {
		turn := p.Turn(time.Second)
		c, radius := r.Min.Add(r.Size().Div(2)), float64(r.Dx())*0.36
		const dots = 10
		for i := range dots {
			a := 2 * math.Pi * (turn + float64(i)/dots)
			at := c.Add(image.Pt(int(radius*math.Cos(a)), int(radius*math.Sin(a))))
			d := p.Px(1.5 + 2*float64(i)/dots)
			p.Round(image.Rect(at.X-d, at.Y-d, at.X+d, at.Y+d), 8, Fade(t.Primary, 0.2+0.8*float64(i)/dots))
		}
	}}
}

// Turn is a number in 0…1 that goes round once in a period, for what moves for ever. Without animations it stands still.
func (p *Painter) Turn(period time.Duration) float64 {
	if p.s.AnimScale == 0 || period <= 0 {
		return 0
	}
	p.s.moving = true
	return float64(p.s.now.UnixNano()%int64(period)) / float64(period)
}
