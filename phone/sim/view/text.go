package view

import (
	"sort"

	"github.com/go-text/typesetting/segmenter"
	"golang.org/x/image/math/fixed"
)

// Text is laid-out text. It never changes and may be shared.
type Text struct {
	W, H  int // pixels
	lines []textLine
	runes int  // in the source
	cut   bool // ends in …
}

type textLine struct {
	run        *glyphRun
	start, end int             // runes of the source, without the line break
	stops      []fixed.Int26_6 // caret position before each rune of the line, and after the last one; relative to x
	x          int             // left edge, pixels
	width      int
	top        int
	baseline   int
	bottom     int
}

// glyphRun is the glyphs of one line. Lines that draw the same share one, so that drawing operations of a long text that changed in
// one place differ in one line.
type glyphRun struct{ glyphs []glyphAt }

type glyphAt struct {
	face *face
	gid  uint32
	x, y fixed.Int26_6 // relative to the line's left edge and baseline, y down
}

// textSpec is what layout depends on; it keys the cache.
type textSpec struct {
	text  string
	px    float64 // size in pixels
	bold  bool
	width int // to wrap in; noWrap for one endless line a paragraph
	lines int
	align Align
	lead  float64
	rtl   bool // lines start on the right
	fill  bool // the text takes the whole width, so that Align matters
}

const noWrap = 1 << 20

// layoutText lays text out, from the cache when it was laid out before.
func layoutText(s textSpec) *Text { return sharedEngine().layout(s) }

// caret is where a caret before rune i stands, relative to the text's top left corner.
func (t *Text) caret(i int) (x, top, bottom int) {
	if len(t.lines) == 0 {
		return 0, 0, t.H
	}
	l := t.lineOf(i)
	k := min(max(i-l.start, 0), len(l.stops)-1)
	return l.x + l.stops[k].Round(), l.top, l.bottom
}

func (t *Text) lineIndex(i int) int {
	n := sort.Search(len(t.lines), func(k int) bool { return t.lines[k].start > i })
	return max(0, n-1)
}

func (t *Text) lineOf(i int) *textLine { return &t.lines[t.lineIndex(i)] }

// at returns the caret position nearest to a point relative to the text's top left corner.
func (t *Text) at(x, y int) int {
	if len(t.lines) == 0 {
		return 0
	}
	k := 0
	for k < len(t.lines)-1 && y >= t.lines[k].bottom {
		k++
	}
	l := &t.lines[k]
	best, dist := l.start, 1<<30
	for i, s := range l.stops {
		d := l.x + s.Round() - x
		if d < 0 {
			d = -d
		}
		if d < dist {
			best, dist = l.start+i, d
		}
	}
	return best
}

// span returns the boxes that cover the runes from…to, relative to the text's top left corner.
func (t *Text) span(from, to int) [][4]int {
	var out [][4]int
	for i := range t.lines {
		l := &t.lines[i]
		a, b := max(from, l.start), min(to, l.end)
		if a >= b && !(from <= l.end && to > l.end && a <= l.end) {
			continue
		}
		x0, x1 := l.x+l.stops[a-l.start].Round(), l.x+l.stops[max(a, b)-l.start].Round()
		if x0 > x1 {
			x0, x1 = x1, x0
		}
		if x0 == x1 {
			x1 += 8 // a selected line break
		}
		out = append(out, [4]int{x0, l.top, x1, l.bottom})
	}
	return out
}

// graphemes returns the caret positions of text: the rune indexes where what a reader takes for one character begins, and the end.
func graphemes(text []rune) []int {
	var seg segmenter.Segmenter
	seg.Init(text)
	it := seg.GraphemeIterator()
	out := make([]int, 0, len(text)+1)
	for it.Next() {
		out = append(out, it.Grapheme().Offset)
	}
	return append(out, len(text))
}

// wordAt returns the rune range of the word at i, for selecting by a long press.
func wordAt(text []rune, i int) (from, to int) {
	var seg segmenter.Segmenter
	seg.Init(text)
	it := seg.WordIterator()
	for it.Next() {
		w := it.Word()
		if i >= w.Offset && i <= w.Offset+len(w.Text) {
			return w.Offset, w.Offset + len(w.Text)
		}
	}
	return i, i
}
