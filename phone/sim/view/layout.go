package view

import (
	"image"
	"math"
)

// Metrics turn dp and sp into pixels.
type Metrics struct {
	Density   float64 // pixels a dp
	FontScale float64
	RTL       bool // what starts on the left starts on the right
	Bold      bool // all text is bold
}

// Px is v dp in pixels, rounded to the nearest.
func (m Metrics) Px(v float64) int { return int(math.Round(v * m.Density)) }

// endless stands for an unbounded length in measuring.
const endless = 1 << 24

// measured remembers a node's size for the space it was last offered.
type measured struct {
	availW, availH, w, h int
}

// layouter measures and places one tree.
type layouter struct {
	m      Metrics
	scroll func(key string) *scrollState // of the scrolling node with the key
}

func (l *layouter) edges(e Edges) (left, top, right, bottom int) {
	return l.m.Px(e.Left), l.m.Px(e.Top), l.m.Px(e.Right), l.m.Px(e.Bottom)
}

// measure returns the size of n, without its margin, in a space of availW by availH (endless when unbounded).
func (l *layouter) measure(n *Node, availW, availH int) (w, h int) {
	for _, s := range n.sizes {
		if s.availW == availW && s.availH == availH {
			return s.w, s.h
		}
	}
	w, h = l.size(n, availW, availH)
	if len(n.sizes) > 3 {
		n.sizes = n.sizes[:0]
	}
	n.sizes = append(n.sizes, measured{availW, availH, w, h})
	return w, h
}

func (l *layouter) size(n *Node, availW, availH int) (w, h int) {
	pl, pt, pr, pb := l.edges(n.Pad)
	fixedW, okW := l.fixed(n.W, availW)
	fixedH, okH := l.fixed(n.H, availH)
	innerW, innerH := availW, availH
	if okW {
		innerW = fixedW
	}
	if n.MaxW > 0 {
		innerW = min(innerW, l.m.Px(n.MaxW))
	}
	if okH {
		innerH = fixedH
	}
	innerW, innerH = shrink(innerW, pl+pr), shrink(innerH, pt+pb)
	cw, ch := l.content(n, innerW, innerH)
	w, h = cw+pl+pr, ch+pt+pb
	if okW {
		w = fixedW
	}
	if okH {
		h = fixedH
	}
	w = max(w, l.m.Px(n.MinW))
	h = max(h, l.m.Px(n.MinH))
	if n.MaxW > 0 {
		w = min(w, l.m.Px(n.MaxW))
	}
	return min(w, availW), min(h, availH)
}

// fixed is the length a node asks for, when it does.
func (l *layouter) fixed(v float64, avail int) (int, bool) {
	switch {
	case v > 0:
		return l.m.Px(v), true
	case v == Match && avail < endless:
		return avail, true
	}
	return 0, false
}

func shrink(v, by int) int {
	if v >= endless {
		return v
	}
	return max(0, v-by)
}

// content is the size of what is inside the padding.
func (l *layouter) content(n *Node, w, h int) (int, int) {
	cw, ch := 0, 0
	if n.Text != "" || n.Edit != nil {
		t := l.layoutNodeText(n, w)
		cw, ch = t.W, t.H
	}
	if n.Icon != nil {
		d := l.m.Px(n.iconDp())
		cw, ch = max(cw, d), max(ch, d)
	}
	if len(n.Children) == 0 {
		return cw, ch
	}
	if n.Scroll == Vertical {
		h = endless
	}
	if n.Scroll == Horizontal {
		w = endless
	}
	var kw, kh int
	switch n.Dir {
	case Stack:
		kw, kh = l.stackSize(n, w, h)
	case Row:
		_, kw, kh = l.along(n, w, h, true)
	default:
		_, kh, kw = l.along(n, w, h, false)
	}
	return max(cw, kw), max(ch, kh)
}

func (n *Node) iconDp() float64 {
	if n.IconDp > 0 {
		return n.IconDp
	}
	return 24
}

func (l *layouter) layoutNodeText(n *Node, w int) *Text {
	s := n.textSpec(l.m)
	s.width = noWrap
	if n.Edit == nil || n.Edit.Multiline {
		s.width = min(w, noWrap)
	}
	n.text = layoutText(s)
	return n.text
}

// textSpec says how the node's text is set, but for the width.
func (n *Node) textSpec(m Metrics) textSpec {
	px := n.Style.Size
	if px == 0 {
		px = 14
	}
	s := textSpec{
		text: n.shown(), px: math.Round(px*m.Density*m.FontScale*4) / 4, bold: n.Style.Bold || m.Bold, lines: n.Style.Lines,
		align: n.Style.Align, lead: n.Style.Lead, rtl: n.rtl,
	}
	return s
}

func (l *layouter) stackSize(n *Node, w, h int) (int, int) {
	kw, kh := 0, 0
	for _, c := range n.Children {
		if c.Hidden {
			continue
		}
		ml, mt, mr, mb := l.edges(c.Margin)
		cw, ch := l.measure(c, shrink(w, ml+mr), shrink(h, mt+mb))
		kw, kh = max(kw, cw+ml+mr), max(kh, ch+mt+mb)
	}
	return kw, kh
}

// along measures the children of a row (or column): their lengths along the axis, the sum with margins and gaps, and the
// greatest extent across it. Children with a weight share what the others leave when the length is bounded.
func (l *layouter) along(n *Node, w, h int, row bool) (lens []int, sum, across int) {
	lens = make([]int, len(n.Children))
	total := h
	if row {
		total = w
	}
	gap, shown, weights := l.m.Px(n.Gap), 0, 0.0
	for i, c := range n.Children {
		if c.Hidden {
			continue
		}
		if shown > 0 {
			sum += gap
		}
		shown++
		if c.Weight > 0 && total < endless {
			weights += c.Weight
			sum += l.marginAlong(c, row)
			continue
		}
		var ext int
		lens[i], ext = l.child(c, w, h, shrink(total, sum+l.marginAlong(c, row)), row)
		sum += lens[i] + l.marginAlong(c, row)
		across = max(across, ext)
	}
	if weights == 0 {
		return lens, sum, across
	}
	left := max(0, total-sum)
	for i, c := range n.Children {
		if c.Hidden || c.Weight == 0 {
			continue
		}
		share := int(float64(left) * c.Weight / weights)
		left -= share
		weights -= c.Weight
		_, ext := l.child(c, w, h, share, row)
		lens[i] = share
		sum += share
		across = max(across, ext)
	}
	return lens, sum, across
}

// child measures one child of a row or column that has length left along the axis.
func (l *layouter) child(c *Node, w, h, length int, row bool) (along, across int) {
	ml, mt, mr, mb := l.edges(c.Margin)
	if row {
		cw, ch := l.measure(c, length, shrink(h, mt+mb))
		return cw, ch + mt + mb
	}
	cw, ch := l.measure(c, shrink(w, ml+mr), length)
	return ch, cw + ml + mr
}

func (l *layouter) marginAlong(c *Node, row bool) int {
	ml, mt, mr, mb := l.edges(c.Margin)
	if row {
		return ml + mr
	}
	return mt + mb
}

// place gives n its frame and places what is in it.
func (l *layouter) place(n *Node, frame, clip image.Rectangle) {
	if n.OffX != 0 || n.OffY != 0 {
		frame = frame.Add(image.Pt(l.m.Px(n.OffX), l.m.Px(n.OffY)))
	}
	if !n.At.Empty() {
		frame = n.At
	}
	n.frame, n.clip = frame, clip
	n.rtl = l.m.RTL && !n.LTR && (n.up == nil || n.up.rtl)
	inner := l.inner(n)
	if n.Text != "" || n.Edit != nil {
		l.placeText(n, inner)
	}
	if len(n.Children) == 0 {
		return
	}
	if n.At.Empty() {
		clip = clip.Intersect(frame)
	}
	origin := inner.Min
	w, h := inner.Dx(), inner.Dy()
	if n.Scroll != NoScroll {
		clip = clip.Intersect(frame)
		w, h, origin = l.scrolled(n, inner)
	}
	switch n.Dir {
	case Stack:
		l.placeStack(n, origin, w, h, clip)
	case Row:
		l.placeAlong(n, origin, w, h, clip, true)
	default:
		l.placeAlong(n, origin, w, h, clip, false)
	}
}

func (l *layouter) inner(n *Node) image.Rectangle {
	pl, pt, pr, pb := l.edges(n.Pad)
	if n.rtl {
		pl, pr = pr, pl
	}
	r := n.frame
	return image.Rect(r.Min.X+pl, r.Min.Y+pt, max(r.Min.X+pl, r.Max.X-pr), max(r.Min.Y+pt, r.Max.Y-pb))
}

// placeText lays the text out once more for the final width, so that it can be aligned in it.
func (l *layouter) placeText(n *Node, inner image.Rectangle) {
	s := n.textSpec(l.m)
	s.width, s.fill = inner.Dx(), true
	if n.Edit != nil && !n.Edit.Multiline {
		s.width, s.fill = noWrap, false
	}
	n.text = layoutText(s)
}

// scrolled returns the extent of a scrolling node's content and where it starts, and notes how far it can scroll.
func (l *layouter) scrolled(n *Node, inner image.Rectangle) (w, h int, origin image.Point) {
	w, h, origin = inner.Dx(), inner.Dy(), inner.Min
	st := l.scroll(n.key)
	st.rtl = n.rtl && n.Scroll != Vertical
	from := func(w int) int { // where the content begins that is scrolled so far
		if n.rtl {
			return inner.Max.X - w + st.clamped()
		}
		return inner.Min.X - st.clamped()
	}
	switch n.Scroll {
	case Vertical:
		_, h = l.content(n, w, endless)
		h = max(h, inner.Dy())
		st.view = inner.Dy()
		st.grow(h-inner.Dy(), n.FromEnd)
		origin.Y -= st.clamped()
	case Horizontal:
		w, _ = l.content(n, endless, h)
		w = max(w, inner.Dx())
		st.view, st.limit = inner.Dx(), w-inner.Dx()
		origin.X = from(w)
	case Paged:
		pages := max(1, len(n.Children))
		w = inner.Dx() * pages
		st.view, st.limit, st.page = inner.Dx(), w-inner.Dx(), inner.Dx()
		origin.X = from(w)
	}
	return w, h, origin
}

func (l *layouter) placeStack(n *Node, origin image.Point, w, h int, clip image.Rectangle) {
	for _, c := range n.Children {
		if c.Hidden {
			continue
		}
		ml, mt, mr, mb := l.edges(c.Margin)
		aw, ah := max(0, w-ml-mr), max(0, h-mt-mb)
		cw, ch := l.measure(c, aw, ah)
		ax, ay := n.AlignX, n.AlignY
		if c.Self {
			ax, ay = c.SelfX, c.SelfY
		}
		p := origin.Add(image.Pt(ml+shift(ax, aw-cw), mt+shift(ay, ah-ch)))
		l.place(c, mirrored(n, image.Rectangle{Min: p, Max: p.Add(image.Pt(cw, ch))}, origin.X, w), clip)
	}
}

// mirrored is the frame of a child of n that lies in a space w wide from x, on the other side where n runs from right to left.
func mirrored(n *Node, r image.Rectangle, x, w int) image.Rectangle {
	if !n.rtl {
		return r
	}
	return flip(r, x, x+w)
}

// flip mirrors r between the edges from and to.
func flip(r image.Rectangle, from, to int) image.Rectangle {
	r.Min.X, r.Max.X = from+to-r.Max.X, from+to-r.Min.X
	return r
}

func shift(a Align, room int) int {
	switch a {
	case Center:
		return room / 2
	case End:
		return room
	}
	return 0
}

func (l *layouter) placeAlong(n *Node, origin image.Point, w, h int, clip image.Rectangle, row bool) {
	lens, sum, _ := l.along(n, w, h, row)
	total, main, cross := h, n.AlignY, n.AlignX
	if row {
		total, main, cross = w, n.AlignX, n.AlignY
	}
	gap := l.m.Px(n.Gap)
	at, room := 0, max(0, total-sum)
	shown := 0
	for _, c := range n.Children {
		if !c.Hidden {
			shown++
		}
	}
	switch {
	case main == Spread && shown > 1:
		gap += room / (shown - 1)
	default:
		at = shift(main, room)
	}
	for i, c := range n.Children {
		if c.Hidden {
			continue
		}
		ca := cross
		if c.Self {
			ca = c.SelfX
			if row {
				ca = c.SelfY
			}
		}
		ml, mt, mr, mb := l.edges(c.Margin)
		var r image.Rectangle
		if row {
			ah := max(0, h-mt-mb)
			_, ch := l.measure(c, lens[i], ah)
			p := origin.Add(image.Pt(at+ml, mt+shift(ca, ah-ch)))
			r = image.Rectangle{Min: p, Max: p.Add(image.Pt(lens[i], ch))}
			at += ml + lens[i] + mr + gap
		} else {
			aw := max(0, w-ml-mr)
			cw, _ := l.measure(c, aw, lens[i])
			p := origin.Add(image.Pt(ml+shift(ca, aw-cw), at+mt))
			r = image.Rectangle{Min: p, Max: p.Add(image.Pt(cw, lens[i]))}
			at += mt + lens[i] + mb + gap
		}
		l.place(c, mirrored(n, r, origin.X, w), clip)
	}
}
