package world

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/handset-agent/handset/phone/sim/view"
)

//go:embed pinyin.txt
var pinyinTable string

// pinyinDict has the candidates of each syllable and of some words.
var pinyinDict = sync.OnceValue(func() map[string][]string {
	dict := map[string][]string{}
	for line := range strings.Lines(pinyinTable) {
		key, words, ok := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case !ok:
		case strings.ContainsAny(key, "aeiou") && len([]rune(words)) > 1 && isWord(key):
			dict[key] = []string{words}
		default:
			for _, r := range words {
				dict[key] = append(dict[key], string(r))
			}
		}
	}
	return dict
})

// isWord reports whether a key of the table is a word of several syllables: no syllable has two groups of vowels.
func isWord(key string) bool {
	groups, in := 0, false
	for _, r := range key {
		v := strings.ContainsRune("aeiouv", r)
		if v && !in {
			groups++
		}
		in = v
	}
	return groups > 1
}

// pinyinCandidates are the readings of typed letters, the likeliest first: a word, else the characters syllable by syllable.
func pinyinCandidates(letters string) []string {
	dict := pinyinDict()
	var out []string
	out = append(out, dict[letters]...)
	if text, n := pinyinSentence(letters); n > 1 {
		out = append(out, text)
	}
	if head := pinyinHead(letters); head != letters {
		out = append(out, dict[head]...)
	}
	return append(out, letters)
}

// pinyinHead is the longest beginning that the table has.
func pinyinHead(letters string) string {
	for n := min(len(letters), 10); n > 0; n-- {
		if len(pinyinDict()[letters[:n]]) > 0 {
			return letters[:n]
		}
	}
	return letters
}

// pinyinSentence reads the letters piece by piece and tells how many pieces it knew; letters it does not know stay.
func pinyinSentence(letters string) (text string, pieces int) {
	for letters != "" {
		head := pinyinHead(letters)
		c := pinyinDict()[head]
		if len(c) == 0 {
			return text + letters, pieces
		}
		text, letters = text+c[0], letters[len(head):]
		pieces++
	}
	return text, pieces
}

// fullWidth are the marks that a Chinese keyboard types in place of those on its keys.
var fullWidth = map[rune]string{
	',': "，", '.': "。", '?': "？", '!': "！", ':': "：", ';': "；", '(': "（", ')': "）", '\\': "、", '$': "￥",
}

// composing reports whether the current keyboard composes what is typed.
func (w *World) composing() bool { return w.get("secure", "default_input_method", "") == pinyinIME }

// composeRune gives a typed character to the keyboard, which may compose it, and reports whether it took it. Injected keys go this
// way too, as they do on a phone; text that a program commits or pastes does not.
func (w *World) composeRune(r rune) bool {
	if !w.composing() || !w.imeShown() || w.ime.page != pageLetters && w.ime.compose == "" {
		return false
	}
	f, n := w.served()
	if n == nil || n.Password || n.Edit.Number {
		return false
	}
	switch c := w.ime.compose; {
	case r >= 'a' && r <= 'z' && len(c) < 40:
		w.setCompose(f, c+string(r))
	case c != "" && r == ' ':
		w.choose(f, pinyinCandidates(c)[0])
	case c != "" && r >= '1' && r <= '9':
		if list := pinyinCandidates(c); int(r-'1') < len(list) {
			w.choose(f, list[r-'1'])
		}
	case c != "" && r == '\n':
		w.choose(f, c)
	case fullWidth[r] != "":
		if c != "" {
			w.choose(f, pinyinCandidates(c)[0])
		}
		w.choose(f, fullWidth[r])
	case c != "":
		w.choose(f, pinyinCandidates(c)[0])
		return false
	default:
		return false
	}
	return true
}

// composeBack takes the last letter of what is composed away and reports whether there was one.
func (w *World) composeBack() bool {
	c := w.ime.compose
	f, n := w.served()
	if c == "" || n == nil {
		return false
	}
	w.setCompose(f, c[:len(c)-1])
	return true
}

func (w *World) setCompose(f *window, letters string) {
	w.ime.compose = letters
	f.surface.Compose(letters)
	f.surface.Changed = false
	w.changed()
}

// choose puts a candidate in place of what is composed. When it stands for a part of the letters the others go on being composed.
func (w *World) choose(f *window, text string) {
	rest := ""
	if head := pinyinHead(w.ime.compose); head != w.ime.compose && len([]rune(text)) == 1 && len(pinyinDict()[head]) > 0 && text != w.ime.compose {
		rest = w.ime.compose[len(head):]
	}
	w.ime.compose = ""
	f.surface.Compose("")
	f.surface.Commit(text)
	if rest != "" && fullWidth[[]rune(rest)[0]] == "" {
		w.setCompose(f, rest)
	}
	f.surface.Changed = false
	w.changed()
}

// endCompose leaves what is composed in the field as it is, as when the keyboard goes away.
func (w *World) endCompose() {
	if w.ime.compose == "" {
		return
	}
	w.ime.compose = ""
	if f, n := w.served(); n != nil {
		f.surface.EndCompose()
	}
}

const stripDp = 44.0

// candidates is the strip over the keys with what the letters may stand for.
func (w *World) candidates(t view.Theme) *view.Node {
	strip := &view.Node{ID: "candidate_strip", Dir: view.Row, W: view.Match, H: stripDp, AlignY: view.Center, Scroll: view.Horizontal}
	if w.ime.compose == "" {
		return strip
	}
	for i, c := range pinyinCandidates(w.ime.compose) {
		strip.Add(&view.Node{
			Class: "TextView", ID: "candidate", Key: "candidate" + c, Text: c, H: view.Match, Pad: view.Sides(14, 8), AlignY: view.Center, Selected: i == 0,
			Style:   view.TextStyle{Size: 18, Color: t.OnSurface, Lines: 1},
			OnClick: func() { w.pick(c) },
		})
	}
	return strip
}

func (w *World) pick(candidate string) {
	if f, n := w.served(); n != nil {
		w.choose(f, candidate)
	}
}
