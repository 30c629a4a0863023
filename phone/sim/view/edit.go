package view

import (
	"image"
	"strings"
	"unicode/utf8"
)

// editState is the focus and the caret of the focused field. Positions are in runes.
type editState struct {
	key    string // of the focused field, empty when none is
	caret  int
	anchor int // other end of the selection; equal to caret when nothing is selected
	shift  int // pixels by which a single-line text is moved to keep the caret in view
	auto   bool

	composed int // runes before the caret that a keyboard still composes
}

// Clipboard is what cut, copy and paste work on.
type Clipboard interface {
	Copy(text string)
	Paste() string
}

// shown is the text as it is drawn: a password as dots, the hint when a field is empty.
func (n *Node) shown() string {
	if n.Edit != nil && n.Text == "" {
		return n.Hint
	}
	if n.Password {
		return strings.Repeat("•", utf8.RuneCountInString(n.Text))
	}
	return n.Text
}

// Focused is the text field that has the focus, nil when none has.
func (s *Surface) Focused() *Node {
	if s.edit.key == "" {
		return nil
	}
	n := s.index[s.edit.key]
	if n == nil || n.Edit == nil || n.Disabled {
		return nil
	}
	return n
}

// Blur takes the focus away from a text field.
func (s *Surface) Blur() {
	if s.edit.key != "" {
		s.edit.key = ""
		s.Changed = true
	}
}

// Selection returns the selected runes' range in the focused field.
func (s *Surface) Selection() (from, to int) {
	return min(s.edit.caret, s.edit.anchor), max(s.edit.caret, s.edit.anchor)
}

// focus gives n the focus with the caret at i.
func (s *Surface) focus(n *Node, i int) {
	if s.edit.key != n.key {
		s.edit.shift = 0
	}
	s.edit.key, s.edit.caret, s.edit.anchor, s.edit.composed = n.key, i, i, 0
	s.reveal = true
	s.Changed = true
	if s.OnKeyboard != nil {
		s.OnKeyboard()
	}
}

// focusAtFirst gives the field that asks for it the focus when the window first shows it.
func (s *Surface) focusAtFirst() {
	if s.edit.auto || s.edit.key != "" {
		return
	}
	n := s.root.Find(func(n *Node) bool { return n.Edit != nil && n.Edit.AutoFocus && !n.Disabled })
	if n == nil {
		return
	}
	s.edit.auto = true
	s.focus(n, utf8.RuneCountInString(n.Text))
}

// FocusNext moves the focus to the next text field, around at the end, and reports whether there is another one.
func (s *Surface) FocusNext(back bool) bool {
	var all []*Node
	at := -1
	s.root.Find(func(n *Node) bool {
		if n.Edit != nil && !n.Disabled {
			if n.key == s.edit.key {
				at = len(all)
			}
			all = append(all, n)
		}
		return false
	})
	if len(all) == 0 || len(all) == 1 && at == 0 {
		return false
	}
	next := at + 1
	if back {
		next = at + len(all) - 1
	}
	n := all[next%len(all)]
	s.focus(n, utf8.RuneCountInString(n.Text))
	return true
}

// textOrigin is where the text of n begins, display pixels.
func (s *Surface) textOrigin(n *Node) image.Point {
	l := layouter{m: s.m}
	box := l.inner(n)
	p := box.Min
	if n.text != nil && (n.Edit == nil || !n.Edit.Multiline) {
		p.Y += shift(n.AlignY, box.Dy()-n.text.H)
	}
	if n.rtl && n.text != nil && n.Edit != nil && !n.Edit.Multiline {
		p.X += max(0, box.Dx()-n.text.W-s.m.Px(2))
	}
	if n.Edit != nil && n.key == s.edit.key {
		p.X -= s.edit.shift
	}
	return p
}

func (s *Surface) tapEdit(n *Node, p image.Point) {
	i := 0
	if n.Text != "" && n.text != nil {
		o := s.textOrigin(n)
		i = snap([]rune(n.Text), n.text.at(p.X-o.X, p.Y-o.Y))
	}
	s.focus(n, i)
}

// longPressEdit selects the word under the finger.
func (s *Surface) longPressEdit(n *Node, p image.Point) {
	if n.Text == "" {
		s.focus(n, 0)
		return
	}
	o := s.textOrigin(n)
	from, to := wordAt([]rune(n.Text), n.text.at(p.X-o.X, p.Y-o.Y))
	s.focus(n, to)
	s.edit.anchor = from
}

// snap moves a position to the nearest one between two graphemes.
func snap(text []rune, i int) int {
	best := 0
	for _, g := range graphemes(text) {
		if abs(g-i) < abs(best-i) {
			best = g
		}
	}
	return best
}

func abs(v int) int {
	if v < 0 {
		return -v
	}
	return v
}

// Compose puts text, which a keyboard still composes and may put another one in place of, before the caret. It is underlined.
func (s *Surface) Compose(text string) {
	n := s.Focused()
	if n == nil {
		return
	}
	_, to := s.clampSelection(n)
	s.replace(n, max(0, to-s.edit.composed), to, text)
	s.edit.composed = utf8.RuneCountInString(text)
}

// EndCompose lets the composed text stand as it is.
func (s *Surface) EndCompose() { s.edit.composed = 0 }

// Commit types text into the focused field in place of the selection and reports whether there was a field to take it.
func (s *Surface) Commit(text string) bool {
	n := s.Focused()
	if n == nil {
		return false
	}
	if !n.Edit.Multiline {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", " "), "\n", " ")
	}
	from, to := s.clampSelection(n)
	s.replace(n, from, to, text)
	return true
}

func (s *Surface) clampSelection(n *Node) (from, to int) {
	count := utf8.RuneCountInString(n.Text)
	s.edit.caret, s.edit.anchor = min(s.edit.caret, count), min(s.edit.anchor, count)
	return s.Selection()
}

// replace puts text in place of the runes from…to and the caret behind it.
func (s *Surface) replace(n *Node, from, to int, text string) {
	old := []rune(n.Text)
	in := []rune(text)
	if most := n.Edit.MaxLen; most > 0 {
		in = in[:max(0, min(len(in), most-(len(old)-(to-from))))]
	}
	out := make([]rune, 0, len(old)+len(in))
	out = append(append(append(out, old[:from]...), in...), old[to:]...)
	s.edit.caret = from + len(in)
	s.edit.anchor = s.edit.caret
	s.reveal = true
	s.Changed = true
	n.Text = string(out)
	if n.Edit.Change != nil {
		n.Edit.Change(n.Text)
	}
}

// SetSelection selects the runes from…to of the focused field.
func (s *Surface) SetSelection(from, to int) {
	if n := s.Focused(); n != nil {
		s.edit.anchor, s.edit.caret = from, to
		s.clampSelection(n)
		s.reveal, s.Changed = true, true
	}
}

// revealCaret scrolls so that the caret can be seen, after it moved.
func (s *Surface) revealCaret() bool {
	if !s.reveal {
		return false
	}
	s.reveal = false
	n := s.Focused()
	if n == nil || n.text == nil {
		return false
	}
	x, top, bottom := n.text.caret(s.edit.caret)
	if n.Text == "" {
		x, top, bottom = n.text.caret(0)
	}
	if !n.Edit.Multiline {
		l := layouter{m: s.m}
		w := l.inner(n).Dx() - s.m.Px(2)
		s.edit.shift = min(s.edit.shift, max(0, x))
		s.edit.shift = max(s.edit.shift, x-w)
	}
	o := s.textOrigin(n)
	return s.show(n, image.Rect(o.X, o.Y+top, o.X+1, o.Y+bottom))
}
