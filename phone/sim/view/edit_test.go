package view

import (
	"image"
	"strings"
	"testing"
	"time"
)

// field is a text field whose program keeps the text.
type field struct {
	text      string
	multiline bool
	maxLen    int
	done      int
	clip      string
}

func (f *field) Copy(s string) { f.clip = s }
func (f *field) Paste() string { return f.clip }

func (f *field) build() *Node {
	return &Node{ID: "f", W: Match, Text: f.text, Hint: "hint", Edit: &Edit{
		Multiline: f.multiline, MaxLen: f.maxLen, AutoFocus: true, Change: func(s string) { f.text = s }, Do: func() { f.done++ },
	}}
}

// typed builds the field and feeds keys; a key below zero is Ctrl with it, above 1000 Shift with it less 1000.
func typed(t *testing.T, f *field, keys ...int) *Surface {
	t.Helper()
	s := NewSurface()
	again := func() {
		s.Layout(&Node{W: Match, H: Match, Children: []*Node{f.build()}}, one, image.Rect(0, 0, 400, 600), begin)
	}
	again()
	for _, k := range keys {
		meta := 0
		if k < 0 {
			k, meta = -k, metaCtrl
		} else if k > 1000 {
			k, meta = k-1000, metaShift
		}
		s.Key(k, meta, f)
		again()
	}
	return s
}

func TestEditKeys(t *testing.T) {
	t.Parallel()
	const shift = 1000
	cases := []struct {
		name       string
		f          field
		keys       []int
		want       string
		from, to   int
		wantedClip string
	}{
		{"delete at the end", field{text: "abc"}, []int{keyDel}, "ab", 2, 2, ""},
		{"delete at the start does nothing", field{text: "abc"}, []int{keyMoveHome, keyDel}, "abc", 0, 0, ""},
		{"forward delete", field{text: "abc"}, []int{keyMoveHome, keyForwardDel}, "bc", 0, 0, ""},
		{"forward delete at the end does nothing", field{text: "abc"}, []int{keyForwardDel}, "abc", 3, 3, ""},
		{"arrows", field{text: "abc"}, []int{keyLeft, keyLeft, keyRight, keyDel}, "ac", 1, 1, ""},
		{"select all and delete", field{text: "abc def"}, []int{-keyA, keyDel}, "", 0, 0, ""},
		{"cut", field{text: "abc"}, []int{-keyA, -keyX}, "", 0, 0, "abc"},
		{"copy keeps the selection", field{text: "abc"}, []int{-keyA, -keyC}, "abc", 0, 3, "abc"},
		{"paste key", field{text: "ab", clip: "XY"}, []int{keyMoveHome, keyPaste}, "XYab", 2, 2, "XY"},
		{"control V over a selection", field{text: "ab", clip: "XY"}, []int{-keyA, -keyV}, "XY", 2, 2, "XY"},
		{"shift selects", field{text: "abc"}, []int{keyLeft + shift, keyLeft + shift, keyDel}, "a", 1, 1, ""},
		{"an arrow leaves a selection at its end", field{text: "abc"}, []int{-keyA, keyRight}, "abc", 3, 3, ""},
		{"an arrow leaves a selection at its start", field{text: "abc"}, []int{-keyA, keyLeft}, "abc", 0, 0, ""},
		{"control arrows go by words", field{text: "one two"}, []int{-keyLeft, keyForwardDel}, "one wo", 4, 4, ""},
		{"control delete takes a word", field{text: "one two"}, []int{-keyDel}, "one ", 4, 4, ""},
		{"an emoji goes as one", field{text: "a👩‍💻"}, []int{keyDel}, "a", 1, 1, ""},
		{"a flag goes as one", field{text: "🇩🇪🇫🇷"}, []int{keyDel}, "🇩🇪", 2, 2, ""},
		{"arrows step over an emoji", field{text: "👍🏽x"}, []int{keyMoveHome, keyRight, keyForwardDel}, "👍🏽", 2, 2, ""},
		{"enter breaks the line", field{text: "ab", multiline: true}, []int{keyLeft, keyEnter}, "a\nb", 2, 2, ""},
		{"home and end are of the line", field{text: "ab\ncd", multiline: true}, []int{keyMoveHome, keyForwardDel}, "ab\nd", 3, 3, ""},
		{"control home is the start of all", field{text: "ab\ncd", multiline: true}, []int{-keyMoveHome, keyForwardDel}, "b\ncd", 0, 0, ""},
		{"up goes to the line above", field{text: "ab\ncd", multiline: true}, []int{keyUp, keyDel}, "a\ncd", 1, 1, ""},
		{"down goes to the line below", field{text: "ab\ncd", multiline: true}, []int{-keyMoveHome, keyDown, keyForwardDel}, "ab\nd", 3, 3, ""},
		{"up from the first line is its start", field{text: "abc"}, []int{keyUp}, "abc", 0, 0, ""},
		{"paste into one line loses breaks", field{clip: "a\nb"}, []int{keyPaste}, "a b", 3, 3, "a\nb"},
		{"paste keeps breaks in several lines", field{clip: "a\nb", multiline: true}, []int{keyPaste}, "a\nb", 3, 3, "a\nb"},
		{"no more than fits", field{text: "abc", clip: "defgh", maxLen: 5}, []int{keyPaste}, "abcde", 5, 5, "defgh"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := c.f
			s := typed(t, &f, c.keys...)
			if f.text != c.want {
				t.Errorf("text %q, want %q", f.text, c.want)
			}
			if from, to := s.Selection(); from != c.from || to != c.to {
				t.Errorf("selection %d…%d, want %d…%d", from, to, c.from, c.to)
			}
			if f.clip != c.wantedClip {
				t.Errorf("clipboard %q, want %q", f.clip, c.wantedClip)
			}
		})
	}
}

func TestEditAction(t *testing.T) {
	t.Parallel()
	f := field{text: "a"}
	typed(t, &f, keyEnter, keyEnter)
	if f.done != 2 || f.text != "a" {
		t.Errorf("done %d times, text %q", f.done, f.text)
	}
}

func TestEditPasswordIsNotCopied(t *testing.T) {
	t.Parallel()
	f := field{text: "secret"}
	n := f.build()
	n.Password = true
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{n}})
	s.Key(keySelectAll, 0, &f)
	if s.Key(keyCopy, 0, &f); f.clip != "" {
		t.Errorf("copied %q out of a password field", f.clip)
	}
	var b strings.Builder
	s.Dump(&b, "p", s.Frame())
	if strings.Contains(b.String(), "secret") || !strings.Contains(b.String(), "••••••") {
		t.Error("the dump must show dots for a password")
	}
}

func TestTapPlacesCaret(t *testing.T) {
	t.Parallel()
	f := field{text: "iiiiiiiiWWWWWWWW"}
	s := typed(t, &f)
	n := s.Focused()
	for i := range 17 {
		x, top, bottom := n.text.caret(i)
		tap(s, image.Pt(x, (top+bottom)/2), begin)
		if got, _ := s.Selection(); got != i {
			t.Errorf("a tap at the place of caret %d gives %d", i, got)
		}
	}
	tap(s, image.Pt(399, 5), begin)
	if got, _ := s.Selection(); got != 16 {
		t.Errorf("a tap behind the text gives %d", got)
	}
}

func TestLongPressSelectsTheWord(t *testing.T) {
	t.Parallel()
	f := field{text: "one two three"}
	s := typed(t, &f)
	x, _, _ := s.Focused().text.caret(5)
	s.Touch(0, Down, image.Pt(x, 8), begin)
	s.Advance(begin.Add(600 * time.Millisecond))
	s.Touch(0, Up, image.Pt(x, 8), begin.Add(700*time.Millisecond))
	if from, to := s.Selection(); from != 4 || to != 7 {
		t.Errorf("selected %d…%d, want the second word", from, to)
	}
}

func TestCaretStaysInView(t *testing.T) {
	t.Parallel()
	f := field{text: strings.Repeat("a long line ", 30)}
	s := typed(t, &f)
	x, _, _ := s.Focused().text.caret(len(f.text))
	if on := x - s.edit.shift; on < 0 || on > 400 {
		t.Errorf("the caret at the end of a long line is drawn at %d of 400", on)
	}

	tall := field{text: strings.Repeat("line\n", 100), multiline: true}
	root := &Node{Scroll: Vertical, W: Match, H: Match, Children: []*Node{tall.build()}}
	s = laid(t, root)
	_, top, bottom := s.Focused().text.caret(len(tall.text))
	y := s.Focused().Frame().Min.Y
	if y+top < 0 || y+bottom > 600 {
		t.Errorf("the caret on the last of 100 lines is drawn at %d…%d of 600", y+top, y+bottom)
	}
}

func TestFocusMoves(t *testing.T) {
	t.Parallel()
	a, b := field{}, field{}
	na, nb := a.build(), b.build()
	nb.ID, nb.Edit.AutoFocus = "g", false
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{na, nb}})
	if s.Focused() != na {
		t.Fatal("the first field did not take the focus")
	}
	s.Key(keyTab, 0, nil)
	if s.Focused() != nb {
		t.Error("TAB did not move the focus on")
	}
	s.Key(keyTab, metaShift, nil)
	if s.Focused() != na {
		t.Error("shift TAB did not move it back")
	}
	s.Commit("x")
	if a.text != "x" || b.text != "" {
		t.Errorf("typed into %q and %q", a.text, b.text)
	}
}
