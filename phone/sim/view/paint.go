package view

import (
	"image"
	"time"
)

// Painter records what a node draws. Rectangles are in display pixels.
type Painter struct {
	s    *Surface
	out  *List
	node *Node
	clip image.Rectangle
	flip bool // mirrored in the node
}

// Ops appends the surface's picture to out.
func (s *Surface) Ops(out *List, now time.Time) {
	if s.root == nil {
		return
	}
	s.now = now
	s.moving = false
	s.paint(out, s.root)
}

func (s *Surface) paint(out *List, n *Node) {
	if n.Hidden {
		return
	}
	p := &Painter{s: s, out: out, node: n, clip: n.clip}
	if !n.frame.Overlaps(n.clip) {
		return // children never reach out of their parent
	}
	p.background(n)
	if n.Paint != nil {
		p.flip = n.rtl && n.Mirror
		n.Paint(p, n.frame)
		p.flip = false
	}
	if n.Picture != nil {
		p.Image(n.Picture, n.frame, false)
	}
	if n.Icon != nil {
		p.iconOf(n)
	}
	if n.text != nil {
		p.textOf(n)
	}
	for _, c := range n.Children {
		s.paint(out, c)
	}
	p.pressLook(n)
}

func (p *Painter) radii(n *Node) [4]float32 {
	if n.Corner != 0 {
		c := float32(n.Corner * p.s.m.Density)
		return [4]float32{c, c, c, c}
	}
	var out [4]float32
	for i, c := range n.Corners {
		out[i] = float32(c * p.s.m.Density)
	}
	return out
}

func (p *Painter) background(n *Node) {
	if n.Shadow > 0 {
		p.add(Op{
			kind: opShadow, rect: n.frame.Add(image.Pt(0, p.s.m.Px(n.Shadow/3))), color: Color{A: 70},
			radii: p.radii(n), width: float32(n.Shadow * p.s.m.Density),
		})
	}
	if n.Fill.A > 0 {
		p.add(Op{kind: opFill, rect: n.frame, color: n.Fill, radii: p.radii(n)})
	}
	if n.Line.A > 0 && n.LineW > 0 {
		p.add(Op{kind: opRing, rect: n.frame, color: n.Line, radii: p.radii(n), width: float32(n.LineW * p.s.m.Density)})
	}
}

// pressLook lays a veil over a pressed node, which fades when the finger leaves.
func (p *Painter) pressLook(n *Node) {
	if n.NoPress || !n.clickable() && n.OnLongClick == nil {
		return
	}
	target := 0.0
	if p.s.touch.press == n.key {
		target = 1
	}
	length := pressFadeOut
	if target == 1 {
		length = 0
	}
	f := p.s.animate(n.key, "press", target, length)
	if f == 0 {
		return
	}
	c := n.Ripple
	if c.A == 0 {
		c = Color{R: 128, G: 128, B: 128, A: 56}
	}
	p.add(Op{kind: opFill, rect: n.frame, color: Fade(c, f), radii: p.radii(n)})
}

func (p *Painter) add(o Op) {
	o.clip = p.clip
	if p.flip {
		f := p.node.frame
		o.rect = flip(o.rect, f.Min.X, f.Max.X)
	}
	if o.bounds().Empty() {
		return
	}
	p.out.Ops = append(p.out.Ops, o)
}

func (p *Painter) iconOf(n *Node) {
	d := p.s.m.Px(n.iconDp())
	l := layouter{m: p.s.m}
	box := l.inner(n)
	at := image.Pt(box.Min.X+(box.Dx()-d)/2, box.Min.Y+(box.Dy()-d)/2)
	i := n.Icon
	if n.rtl {
		i = i.turned()
	}
	p.Icon(i, image.Rectangle{Min: at, Max: at.Add(image.Pt(d, d))}, n.Tint)
}

func (p *Painter) textOf(n *Node) {
	s := p.s
	at := s.textOrigin(n)
	if n.Edit != nil {
		was := p.clip
		p.clip = p.clip.Intersect(n.frame)
		defer func() { p.clip = was }()
		p.selection(n, at)
	}
	c := n.Style.Color
	if n.Edit != nil && n.Text == "" {
		c = Fade(c, 0.6)
	}
	spec := n.textSpec(s.m)
	p.lines(n.text, at, c, float32(spec.px))
	if n.Edit != nil {
		p.composed(n, at)
		p.caret(n, at)
	}
}

func (p *Painter) selection(n *Node, at image.Point) {
	from, to := p.s.Selection()
	if n.key != p.s.edit.key || from == to || n.Text == "" {
		return
	}
	for _, b := range n.text.span(from, to) {
		p.Fill(image.Rect(b[0], b[1], b[2], b[3]).Add(at), Fade(n.Tint, 0.35))
	}
}

// composed underlines what a keyboard still composes.
func (p *Painter) composed(n *Node, at image.Point) {
	e := &p.s.edit
	if n.key != e.key || e.composed == 0 || n.Text == "" {
		return
	}
	for _, b := range n.text.span(max(0, e.caret-e.composed), e.caret) {
		p.Fill(image.Rect(b[0], b[3]-p.Px(2), b[2], b[3]-p.Px(1)).Add(at), n.Style.Color)
	}
}

func (p *Painter) caret(n *Node, at image.Point) {
	if n.key != p.s.edit.key || p.s.edit.caret != p.s.edit.anchor {
		return
	}
	i := p.s.edit.caret
	if n.Text == "" {
		i = 0
	}
	x, top, bottom := n.text.caret(i)
	w := max(2, p.s.m.Px(2))
	p.Fill(image.Rect(at.X+x, at.Y+top, at.X+x+w, at.Y+bottom), n.Tint)
}

// Px is v dp in pixels.
func (p *Painter) Px(v float64) int { return p.s.m.Px(v) }

// Fill covers r with a colour.
func (p *Painter) Fill(r image.Rectangle, c Color) { p.Round(r, 0, c) }

// Round fills a rectangle whose corners have the radius in dp.
func (p *Painter) Round(r image.Rectangle, radius float64, c Color) {
	q := float32(radius * p.s.m.Density)
	p.add(Op{kind: opFill, rect: r, color: c, radii: [4]float32{q, q, q, q}})
}

// Ring draws the outline of such a rectangle, width dp inwards.
func (p *Painter) Ring(r image.Rectangle, radius, width float64, c Color) {
	q := float32(radius * p.s.m.Density)
	p.add(Op{kind: opRing, rect: r, color: c, radii: [4]float32{q, q, q, q}, width: float32(width * p.s.m.Density)})
}

// Gradient fills r with colours that change from top to bottom.
func (p *Painter) Gradient(r image.Rectangle, top, bottom Color) {
	p.add(Op{kind: opGradient, rect: r, color: top, color2: bottom})
}

// Icon draws an icon in one colour; r should be square.
func (p *Painter) Icon(i *Icon, r image.Rectangle, c Color) {
	if i == nil || r.Empty() {
		return
	}
	p.add(Op{kind: opMask, rect: r, color: c, mask: i.mask(r.Dx())})
}

// Image draws a picture scaled to r. solid says that it has no transparent pixel. The picture must never change.
func (p *Painter) Image(m *image.RGBA, r image.Rectangle, solid bool) {
	p.add(Op{kind: opImage, rect: r, img: m, solid: solid})
}

// Text draws a text within r, placed by the alignments, on one line per line break.
func (p *Painter) Text(text string, st TextStyle, r image.Rectangle, ax, ay Align) {
	n := Node{Text: text, Style: st}
	spec := n.textSpec(p.s.m)
	spec.width = noWrap
	t := layoutText(spec)
	at := r.Min.Add(image.Pt(shift(ax, r.Dx()-t.W), shift(ay, r.Dy()-t.H)))
	p.lines(t, at, st.Color, float32(spec.px))
}

// lines draws a laid-out text with its top left corner at a point.
func (p *Painter) lines(t *Text, at image.Point, c Color, px float32) {
	for i := range t.lines {
		l := &t.lines[i]
		if l.run == nil {
			continue
		}
		p.add(Op{
			kind: opText, rect: image.Rect(at.X+l.x, at.Y+l.top, at.X+l.x+l.width, at.Y+l.bottom), color: c, line: l.run, base: l.baseline - l.top,
			width: px,
		})
	}
}

// Animate returns the present value of a number of the node that follows target within length; the first target is taken at once.
func (p *Painter) Animate(name string, target float64, length time.Duration) float64 {
	return p.s.animate(p.node.key, name, target, length)
}

// Pressed reports whether a finger presses the node.
func (p *Painter) Pressed() bool { return p.s.touch.press == p.node.key }

// Blend gives every op from first on a layer of its own, laid over what is below with the alpha, and moves it by off.
func (l *List) Blend(first int, layer uint8, alpha float64, off image.Point) {
	a := uint8(min(1, max(0, alpha))*255 + 0.5)
	for i := first; i < len(l.Ops); i++ {
		o := &l.Ops[i]
		o.layer, o.alpha = layer, a
		o.rect = o.rect.Add(off)
		o.clip = o.clip.Add(off)
	}
}
