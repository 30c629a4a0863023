package view

import (
	"image"
	"strings"
	"sync"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
)

// Line metrics are the same for every font, so that a line does not jump when a CJK or emoji character comes in.
const (
	ascentEm  = 0.98
	descentEm = 0.27
)

// engine shapes text and draws glyphs. One lock guards the fonts, the shaper and both caches.
type engine struct {
	mu      sync.Mutex
	book    *fontBook
	shaper  shaping.HarfbuzzShaper
	split   shaping.Segmenter
	wrapper shaping.LineWrapper
	texts   generations[textSpec, *Text]
	paras   generations[paraKey, para]
	masks   generations[glyphKey, *glyphMask]
	icons   generations[iconKey, *image.Alpha]
}

func newEngine() *engine {
	e := &engine{book: newFontBook(fontDirs)}
	e.texts.limit = 1500
	e.paras.limit = 3000
	e.masks.limit = 4000
	e.icons.limit = 400
	return e
}

// generations is a cache of two halves: what was not used while the newer half filled up is dropped.
type generations[K comparable, V any] struct {
	limit    int
	new, old map[K]V
}

func (g *generations[K, V]) get(k K) (V, bool) {
	if v, ok := g.new[k]; ok {
		return v, true
	}
	v, ok := g.old[k]
	if ok {
		g.put(k, v)
	}
	return v, ok
}

func (g *generations[K, V]) put(k K, v V) {
	if g.new == nil || len(g.new) >= g.limit {
		g.old, g.new = g.new, make(map[K]V, 64)
	}
	g.new[k] = v
}

func (e *engine) layout(s textSpec) *Text {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t, ok := e.texts.get(s); ok {
		return t
	}
	t := e.compute(s)
	e.texts.put(s, t)
	return t
}

// compute breaks the text into paragraphs and those into lines.
func (e *engine) compute(s textSpec) *Text {
	t := &Text{}
	base := 0
	paras := strings.Split(s.text, "\n")
	for i, p := range paras {
		runes := []rune(p)
		for k, r := range runes {
			if r < ' ' {
				runes[k] = ' '
			}
		}
		left := 0
		if s.lines > 0 {
			if left = s.lines - len(t.lines); left <= 0 {
				break
			}
		}
		k := paraKey{s, left, left > 0 && i < len(paras)-1}
		k.spec.text, k.spec.lines, k.spec.align, k.spec.fill, k.spec.lead = p, 0, Start, false, 0
		done, ok := e.paras.get(k)
		if !ok {
			done = e.paragraph(s, runes, left, k.more)
			e.paras.put(k, done)
		}
		t.cut = t.cut || done.cut
		for _, l := range done.lines {
			l.start, l.end = l.start+base, l.end+base
			t.lines = append(t.lines, l)
		}
		base += len(runes) + 1
	}
	t.runes = base - 1
	e.place(t, s)
	return t
}

// paraKey is what the lines of one paragraph depend on: a text of many paragraphs that changes in one keeps the others.
type paraKey struct {
	spec textSpec
	left int  // lines it may have; zero means as many as needed
	more bool // paragraphs follow
}

// para is one paragraph in lines, counted from its own start.
type para struct {
	lines []textLine
	cut   bool
}

// paragraph breaks one paragraph into lines, at most left of them when left is not zero.
func (e *engine) paragraph(s textSpec, runes []rune, left int, more bool) para {
	if len(runes) == 0 {
		return para{lines: []textLine{{stops: []fixed.Int26_6{0}}}}
	}
	dir := paragraphDir(runes)
	outs := e.shape(s, runes, dir)
	cfg := shaping.WrapConfig{Direction: dir, DisableTrailingWhitespaceTrim: true}
	if left > 0 {
		cfg.TruncateAfterLines = left
		cfg.TextContinues = more
		cfg.Truncator = e.shape(s, []rune{'…'}, dir)[0]
	}
	lines, truncated := e.wrapper.WrapParagraph(cfg, s.width, runes, shaping.NewSliceIterator(outs))
	p := para{cut: truncated > 0}
	for i, l := range lines {
		p.lines = append(p.lines, e.line(l, dir, p.cut && i == len(lines)-1))
	}
	return p
}

func (e *engine) shape(s textSpec, runes []rune, dir di.Direction) []shaping.Output {
	in := shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: dir, Size: fixed.Int26_6(s.px * 64), Language: language.NewLanguage("en"),
	}
	ins := e.split.Split(in, &chooser{book: e.book, bold: s.bold, forced: forcedEmoji(runes)})
	outs := make([]shaping.Output, len(ins))
	for i, in := range ins {
		outs[i] = e.shaper.Shape(in)
		if f := e.book.faceOf(in.Face); f.bitmap {
			narrowSpaces(&outs[i], runes)
		}
	}
	return outs
}

// narrowSpaces gives the blanks that a run of emoji takes along the width they have in text.
func narrowSpaces(out *shaping.Output, runes []rune) {
	for i := range out.Glyphs {
		g := &out.Glyphs[i]
		if runes[g.TextIndex()] == ' ' {
			g.Advance = fixed.Int26_6(float64(out.Size) * 0.26)
		}
	}
	out.RecomputeAdvance()
}

// chooser is the fontmap of one piece of text.
type chooser struct {
	book   *fontBook
	bold   bool
	forced map[rune]bool
}

func (c *chooser) ResolveFace(r rune) *font.Face {
	return c.book.pick(r, c.bold, c.forced[r] || emojiByDefault(r)).Face
}

// paragraphDir is the direction of the first strong character (UAX #9, P2).
func paragraphDir(runes []rune) di.Direction {
	for _, r := range runes {
		p, _ := bidi.LookupRune(r)
		switch p.Class() {
		case bidi.L:
			return di.DirectionLTR
		case bidi.R, bidi.AL:
			return di.DirectionRTL
		}
	}
	return di.DirectionLTR
}

// line turns a wrapped line into glyphs at places and caret stops. cut tells that its last run is the truncation mark.
func (e *engine) line(l shaping.Line, dir di.Direction, cut bool) textLine {
	out := textLine{}
	first, last := 1<<30, 0
	for i, run := range l {
		if cut && i == len(l)-1 && len(l) > 1 {
			continue
		}
		first = min(first, run.Runes.Offset)
		last = max(last, run.Runes.Offset+run.Runes.Count)
	}
	out.start, out.end = first, last
	out.stops = make([]fixed.Int26_6, last-first+1)
	order := make([]int, len(l))
	for i, run := range l {
		order[run.VisualIndex] = i
	}
	var x fixed.Int26_6
	for _, i := range order {
		run := l[i]
		mark := cut && i == len(l)-1
		face := e.book.faceOf(run.Face)
		from := x
		for k, g := range run.Glyphs {
			out.glyphs = append(out.glyphs, glyphAt{face, uint32(g.GlyphID), x + g.XOffset, -g.YOffset})
			x += g.Advance
			lastOfCluster := k == len(run.Glyphs)-1 || run.Glyphs[k+1].TextIndex() != g.TextIndex()
			if mark || !lastOfCluster {
				continue
			}
			rtl := run.Direction.Progression() == di.TowardTopLeft
			spread(out.stops, g.TextIndex()-first, g.RunesCount(), from, x, rtl)
			from = x
		}
	}
	end := x
	if dir == di.DirectionRTL {
		end = 0
	}
	out.stops[len(out.stops)-1] = end
	out.width = x.Ceil()
	return out
}

// spread sets the caret stops of the n runes of a cluster that covers from…to.
func spread(stops []fixed.Int26_6, at, n int, from, to fixed.Int26_6, rtl bool) {
	for i := range n {
		if at+i < 0 || at+i >= len(stops) {
			return
		}
		part := fixed.Int26_6(int(to-from) * i / max(n, 1))
		if rtl {
			stops[at+i] = to - part
		} else {
			stops[at+i] = from + part
		}
	}
}

// place gives the lines their position.
func (e *engine) place(t *Text, s textSpec) {
	lead := s.lead
	if lead == 0 {
		lead = 1
	}
	step := (ascentEm + descentEm) * s.px * lead
	for i := range t.lines {
		t.W = max(t.W, t.lines[i].width)
	}
	box := t.W
	if s.fill && s.width < noWrap {
		box = s.width
		t.W = box
	}
	for i := range t.lines {
		l := &t.lines[i]
		l.top = int(float64(i)*step + 0.5)
		l.bottom = int(float64(i+1)*step + 0.5)
		l.baseline = int(float64(i)*step + step/2 + (ascentEm-descentEm)/2*s.px + 0.5)
		switch s.align {
		case Center:
			l.x = (box - l.width) / 2
		case End:
			l.x = box - l.width
		default:
			if len(l.stops) > 1 && l.stops[len(l.stops)-1] < l.stops[0] {
				l.x = box - l.width // a right-to-left line
			}
		}
		t.H = l.bottom
	}
}

// faceOf finds our record of a face that the shaper used.
func (b *fontBook) faceOf(f *font.Face) *face {
	if known, ok := b.byFace[f]; ok {
		return known
	}
	return b.regular
}
