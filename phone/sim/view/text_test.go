package view

import (
	"strings"
	"testing"
)

func spec(text string, width int) textSpec { return textSpec{text: text, px: 20, width: width} }

func TestTextCaretStops(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"abc", "你好世界", "a🙂b", "fi ffi", "é e\u0301", "tab\there", "x\ny\n\nz", "", "\n"} {
		l := layoutText(spec(text, noWrap))
		runes := []rune(text)
		last := -1
		for i := range len(runes) + 1 {
			x, top, bottom := l.caret(i)
			if top >= bottom {
				t.Errorf("%q: caret %d from %d to %d", text, i, top, bottom)
			}
			if i > 0 && runes[i-1] == '\n' {
				last = -1
			}
			if x < last {
				t.Errorf("%q: caret %d at %d, left of the one before at %d", text, i, x, last)
			}
			last = x
		}
	}
}

func TestTextRightToLeft(t *testing.T) {
	t.Parallel()
	s := spec("שלום", 300)
	s.fill = true
	l := layoutText(s)
	first, _, _ := l.caret(0)
	end, _, _ := l.caret(4)
	if first != 300 || end >= first {
		t.Errorf("Hebrew begins at %d and ends at %d of 300: it should run from the right edge to the left", first, end)
	}
}

func TestTextWrapKeepsEveryRune(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("some words 你好 and an endlesslylongwordthatdoesnotfitanywhere ", 6) + "\n\nlast"
	l := layoutText(spec(text, 120))
	runes := []rune(text)
	at := 0
	for _, line := range l.lines {
		if line.start < at {
			t.Fatalf("line begins at %d, before %d", line.start, at)
		}
		for ; at < line.start; at++ {
			if runes[at] != '\n' {
				t.Fatalf("rune %d %q is on no line", at, runes[at])
			}
		}
		at = line.end
		if line.width > 130 {
			t.Errorf("a line of %d pixels in 120", line.width)
		}
	}
	if at != len(runes) {
		t.Errorf("lines end at %d of %d", at, len(runes))
	}
}

func TestTextIsCut(t *testing.T) {
	t.Parallel()
	s := spec(strings.Repeat("word ", 50), 100)
	s.lines = 2
	if l := layoutText(s); len(l.lines) != 2 || !l.cut {
		t.Errorf("%d lines, cut %v", len(l.lines), l.cut)
	}
	s = spec("one\ntwo\nthree", 100)
	s.lines = 2
	if l := layoutText(s); len(l.lines) != 2 {
		t.Errorf("%d lines of three paragraphs, want two", len(l.lines))
	}
}

func TestGraphemes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"abc": 4, "👩‍💻": 2, "🇩🇪🇫🇷": 3, "e\u0301x": 3, "": 1, "👍🏽": 2, "1️⃣": 2} {
		if got := len(graphemes([]rune(text))); got != want {
			t.Errorf("%q has %d caret positions, want %d", text, got, want)
		}
	}
}

// TestTextDrawsAnything draws scripts of the world: none may come out empty, emoji must be in colour where there is a font.
func TestTextDrawsAnything(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Settings", "设置", "設定", "설정", "Настройки", "הגדרות", "الإعدادات", "सेटिंग", "การตั้งค่า", "∑√≈", "🙂", "❤️", "1️⃣", "\U0001fbff"} {
		s := laid(t, &Node{W: Match, H: Match, Fill: RGB(0xffffff), Children: []*Node{{Text: text, Style: TextStyle{Size: 40, Color: RGB(0)}}}})
		m := picture(s, begin)
		ink, colours := 0, 0
		for i := 0; i < len(m.Pix); i += 4 {
			p := m.Pix[i : i+3]
			if p[0] < 128 || p[1] < 128 || p[2] < 128 {
				ink++
			}
			if d := int(p[0]) - int(p[2]); d > 60 || d < -60 {
				colours++
			}
		}
		if ink < 50 {
			t.Errorf("%q draws %d dark pixels", text, ink)
		}
		if strings.HasPrefix(text, "🙂") && sharedEngine().book.emoji() != nil && colours < 200 {
			t.Errorf("%q has %d coloured pixels", text, colours)
		}
	}
}

func TestTextSelectionBoxes(t *testing.T) {
	t.Parallel()
	l := layoutText(spec("one\ntwo\nthree", noWrap))
	if got := len(l.span(1, 10)); got != 3 {
		t.Errorf("a selection over three lines has %d boxes", got)
	}
	b := l.span(4, 7)
	if len(b) != 1 || b[0][1] != l.lines[1].top || b[0][0] != 0 {
		t.Errorf("the second line's box is %v", b)
	}
}

func TestTextAtIsTheInverseOfCaret(t *testing.T) {
	t.Parallel()
	text := "several words that wrap over lines"
	l := layoutText(spec(text, 130))
	for i := range len(text) + 1 {
		x, top, bottom := l.caret(i)
		got := l.at(x, (top+bottom)/2)
		if gx, gt, _ := l.caret(got); gx != x || gt != top {
			t.Errorf("caret %d at %d,%d reads back as %d at %d,%d", i, x, top, got, gx, gt)
		}
	}
}

func TestFontsFallBackToGo(t *testing.T) {
	t.Parallel()
	b := newFontBook(nil)
	for _, bold := range []bool{false, true} {
		if f := b.pick('A', bold, false); f == nil || !f.has('A') {
			t.Errorf("no font for A, bold %v, on a system without fonts", bold)
		}
	}
	if f := b.pick('你', false, false); f != b.regular {
		t.Error("a character that no font has is drawn by the first one")
	}
}
