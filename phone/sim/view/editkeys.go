package view

import (
	"unicode"
	"unicode/utf8"
)

// Key codes that a text field understands (android.view.KeyEvent).
const (
	keyUp         = 19
	keyDown       = 20
	keyLeft       = 21
	keyRight      = 22
	keyA          = 29
	keyC          = 31
	keyV          = 50
	keyX          = 52
	keyTab        = 61
	keyEnter      = 66
	keyDel        = 67
	keyForwardDel = 112
	keyMoveHome   = 122
	keyMoveEnd    = 123
	keyPadEnter   = 160
	keyCut        = 277
	keyCopy       = 278
	keyPaste      = 279

	metaShift = 0x1
	metaCtrl  = 0x1000
)

// Key feeds an editing key to the focused field and reports whether it was used.
func (s *Surface) Key(code, meta int, clip Clipboard) bool {
	n := s.Focused()
	if n == nil {
		return false
	}
	s.clampSelection(n)
	if meta&metaCtrl != 0 {
		if c, ok := ctrlKeys[code]; ok {
			code = c
		}
	}
	switch code {
	case keyDel, keyForwardDel:
		s.delete(n, code == keyForwardDel, meta&metaCtrl != 0)
	case keyLeft, keyRight, keyUp, keyDown, keyMoveHome, keyMoveEnd:
		s.move(n, code, meta)
	case keyEnter, keyPadEnter:
		s.enter(n)
	case keyTab:
		return s.FocusNext(meta&metaShift != 0)
	case keySelectAll:
		s.SetSelection(0, utf8.RuneCountInString(n.Text))
	case keyCopy, keyCut:
		s.copySelection(n, code == keyCut, clip)
	case keyPaste:
		if clip != nil {
			s.Commit(clip.Paste())
		}
	default:
		return false
	}
	return true
}

const keySelectAll = -1

var ctrlKeys = map[int]int{keyA: keySelectAll, keyC: keyCopy, keyX: keyCut, keyV: keyPaste}

func (s *Surface) copySelection(n *Node, cut bool, clip Clipboard) {
	from, to := s.Selection()
	if from == to || clip == nil || n.Password {
		return
	}
	clip.Copy(string([]rune(n.Text)[from:to]))
	if cut {
		s.replace(n, from, to, "")
	}
}

func (s *Surface) enter(n *Node) {
	switch {
	case n.Edit.Multiline:
		s.Commit("\n")
	case n.Edit.Do != nil:
		n.Edit.Do()
		s.Changed = true
	case n.Edit.Action == "next":
		s.FocusNext(false)
	}
}

// delete removes the selection, or the grapheme (with word, the word) before the caret or, when forward, after it.
func (s *Surface) delete(n *Node, forward, word bool) {
	from, to := s.Selection()
	if from == to {
		text := []rune(n.Text)
		if forward {
			to = s.step(text, to, 1, word)
		} else {
			from = s.step(text, from, -1, word)
		}
	}
	if from != to {
		s.replace(n, from, to, "")
	}
}

// step is the position one grapheme, or one word, on from i.
func (s *Surface) step(text []rune, i, by int, word bool) int {
	if word {
		return wordStep(text, i, by)
	}
	from := max(0, i-stepReach)
	for k := i - 1; k >= from; k-- {
		if text[k] == '\n' && k < i-1 {
			from = k + 1
			break
		}
	}
	stops := graphemes(text[from:min(len(text), i+stepReach)])
	if by > 0 {
		for _, g := range stops {
			if from+g > i {
				return from + g
			}
		}
		return len(text)
	}
	for k := len(stops) - 1; k >= 0; k-- {
		if from+stops[k] < i {
			return from + stops[k]
		}
	}
	return 0
}

// stepReach is how many runes round the caret are looked at: no character a reader sees is longer.
const stepReach = 64

func wordStep(text []rune, i, by int) int {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if by > 0 {
		for i < len(text) && !inWord(text[i]) {
			i++
		}
		for i < len(text) && inWord(text[i]) {
			i++
		}
		return i
	}
	for i > 0 && !inWord(text[i-1]) {
		i--
	}
	for i > 0 && inWord(text[i-1]) {
		i--
	}
	return i
}

// move moves the caret; with shift held the selection grows.
func (s *Surface) move(n *Node, code, meta int) {
	text := []rune(n.Text)
	word, extend := meta&metaCtrl != 0, meta&metaShift != 0
	from, to := s.Selection()
	c := s.edit.caret
	switch {
	case code == keyLeft && from != to && !extend:
		c = from
	case code == keyRight && from != to && !extend:
		c = to
	case code == keyLeft:
		c = s.step(text, c, -1, word)
	case code == keyRight:
		c = s.step(text, c, 1, word)
	case word && code == keyMoveHome:
		c = 0
	case word && code == keyMoveEnd:
		c = len(text)
	case n.text == nil || len(n.text.lines) == 0 || n.Text == "":
	default:
		c = moveInLines(n.text, c, code, len(text))
	}
	s.edit.caret = c
	if !extend {
		s.edit.anchor = c
	}
	s.reveal, s.Changed = true, true
}

// moveInLines moves a caret to the ends of its line, or one line up or down.
func moveInLines(t *Text, c, code, end int) int {
	k := t.lineIndex(c)
	l := &t.lines[k]
	switch code {
	case keyMoveHome:
		return l.start
	case keyMoveEnd:
		if k < len(t.lines)-1 && t.lines[k+1].start == l.end && l.end > l.start {
			return l.end - 1 // a soft break: stay on this line
		}
		return l.end
	}
	x, top, bottom := t.caret(c)
	if code == keyUp {
		if k == 0 {
			return 0
		}
		return t.at(x, top-1)
	}
	if k == len(t.lines)-1 {
		return end
	}
	return t.at(x, bottom+1)
}
