package view

import (
	"encoding/binary"
	"hash/maphash"
	"image"
	"slices"
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
	words   generations[wordKey, shaping.Output]
	runs    generations[uint64, *glyphRun]
	masks   generations[glyphKey, *glyphMask]
	icons   generations[iconKey, *image.Alpha]
	seed    maphash.Seed // of the keys of runs
}

func newEngine() *engine {
	e := &engine{book: newFontBook(fontDirs), seed: maphash.MakeSeed()}
	e.texts.limit = 256 << 10 // bytes of text
	e.paras.limit = 256 << 10
	e.words.limit = 256 << 10
	e.runs.limit = 128 << 10 // glyphs
	e.masks.limit = 4 << 20  // pixels
	e.icons.limit = 1 << 20
	return e
}

// entryCost is what an entry of a cache costs besides its contents.
const entryCost = 32

// generations is a cache of two halves: what was not used while the newer half filled up is dropped.
type generations[K comparable, V any] struct {
	limit, size int
	new, old    map[K]entry[V]
}

type entry[V any] struct {
	v    V
	cost int
}

func (g *generations[K, V]) get(k K) (V, bool) {
	if e, ok := g.new[k]; ok {
		return e.v, true
	}
	e, ok := g.old[k]
	if ok {
		g.put(k, e.v, e.cost)
	}
	return e.v, ok
}

// put keeps v, which takes up the cost.
func (g *generations[K, V]) put(k K, v V, cost int) {
	if g.new == nil || g.size >= g.limit {
		g.old, g.new, g.size = g.new, make(map[K]entry[V], 64), 0
	}
	g.new[k] = entry[V]{v, cost}
	g.size += cost + entryCost
}

func (e *engine) layout(s textSpec) *Text {
	e.mu.Lock()
	defer e.mu.Unlock()
	if t, ok := e.texts.get(s); ok {
		return t
	}
	t := e.compute(s)
	e.texts.put(s, t, len(s.text))
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
		k.spec.text, k.spec.lines, k.spec.align, k.spec.fill, k.spec.lead, k.spec.rtl = p, 0, Start, false, 0, false
		done, ok := e.paras.get(k)
		if !ok {
			done = e.paragraph(s, runes, left, k.more)
			e.paras.put(k, done, len(p))
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
	outs := make([]shaping.Output, 0, len(ins))
	for _, in := range ins {
		f := e.book.faceOf(in.Face)
		for _, w := range words(in) {
			k := wordKey{string(runes[w.RunStart:w.RunEnd]), w.RunStart, f.id, w.Size, w.Direction}
			out, ok := e.words.get(k)
			if !ok {
				out = e.shaper.Shape(w)
				if f.bitmap {
					narrowSpaces(&out, runes)
				}
				e.words.put(k, out, 4*(w.RunEnd-w.RunStart))
			}
			outs = append(outs, out)
		}
	}
	return outs
}

// wordKey names a shaped word. Its place in the paragraph belongs to it, as its glyphs tell what they stand for by number.
type wordKey struct {
	text string
	at   int
	face int
	size fixed.Int26_6
	dir  di.Direction
}

// longRun is how long a run must be before it is shaped word by word.
const longRun = 40

// words cuts a long run written from left to right behind its blanks, so that a change shapes one word again and not the
// paragraph; other runs stay whole.
func words(in shaping.Input) []shaping.Input {
	if in.RunEnd-in.RunStart < longRun || in.Direction != di.DirectionLTR {
		return []shaping.Input{in}
	}
	var out []shaping.Input
	from := in.RunStart
	for i := from + 1; i < in.RunEnd; i++ {
		if in.Text[i-1] == ' ' && in.Text[i] != ' ' || ideograph(in.Text[i]) && ideograph(in.Text[i-1]) && i-from >= 8 {
			w := in
			w.RunStart, w.RunEnd = from, i
			out = append(out, w)
			from = i
		}
	}
	w := in
	w.RunStart = from
	return append(out, w)
}

func ideograph(r rune) bool { return r >= 0x4e00 && r <= 0x9fff }

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
	var glyphs []glyphAt
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
			glyphs = append(glyphs, glyphAt{face, uint32(g.GlyphID), x + g.XOffset, -g.YOffset})
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
	out.run = e.intern(glyphs)
	return out
}

// intern returns the one run with these glyphs.
func (e *engine) intern(glyphs []glyphAt) *glyphRun {
	if len(glyphs) == 0 {
		return nil
	}
	var h maphash.Hash
	h.SetSeed(e.seed)
	for _, g := range glyphs {
		var b [16]byte
		binary.LittleEndian.PutUint32(b[:], uint32(g.face.id))
		binary.LittleEndian.PutUint32(b[4:], g.gid)
		binary.LittleEndian.PutUint32(b[8:], uint32(g.x))
		binary.LittleEndian.PutUint32(b[12:], uint32(g.y))
		h.Write(b[:])
	}
	k := h.Sum64()
	if r, ok := e.runs.get(k); ok && slices.Equal(r.glyphs, glyphs) {
		return r
	}
	r := &glyphRun{slices.Clip(glyphs)}
	e.runs.put(k, r, len(glyphs))
	return r
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
			if !s.rtl {
				l.x = box - l.width
			}
		default:
			if s.rtl || len(l.stops) > 1 && l.stops[len(l.stops)-1] < l.stops[0] {
				l.x = box - l.width // a right-to-left line, or one in a page that runs so
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
