package view

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode"

	"github.com/go-text/typesetting/font"
	ot "github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// Where systems keep fonts. Only Noto's files (and DejaVu's, for a few symbols) are used from there.
var fontDirs = []string{
	"/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts/Supplemental", `C:\Windows\Fonts`,
}

// fontBook finds the face for a character. It must be used under the engine's lock, as faces are not safe for concurrent use.
type fontBook struct {
	files   map[string]string // base name → path
	faces   map[string]*face  // base name → loaded face, nil when it cannot be used
	byRune  map[runeKey]*face
	byFace  map[*font.Face]*face
	regular *face
	bold    *face
}

type runeKey struct {
	r    rune
	bold bool
}

// face is a loaded font with a small number to key caches with.
type face struct {
	*font.Face
	id     int
	bitmap bool // colour bitmaps (emoji)
}

const bitmapPpem = 109 // the one strike of Noto Color Emoji

// newFontBook looks for fonts in the folders.
func newFontBook(dirs []string) *fontBook {
	b := &fontBook{files: map[string]string{}, faces: map[string]*face{}, byRune: map[runeKey]*face{}, byFace: map[*font.Face]*face{}}
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil // an unreadable folder holds no fonts for us
			}
			name := d.Name()
			if strings.HasPrefix(name, "Noto") || strings.HasPrefix(name, "DejaVu") {
				if _, ok := b.files[name]; !ok {
					b.files[name] = p
				}
			}
			return nil
		})
	}
	b.regular = b.first("NotoSans-Regular.ttf")
	if b.regular == nil {
		b.regular = b.parse("goregular", bytes.NewReader(goregular.TTF), 0)
	}
	b.bold = b.first("NotoSans-Bold.ttf")
	if b.bold == nil {
		b.bold = b.parse("gobold", bytes.NewReader(gobold.TTF), 0)
	}
	return b
}

// first loads the first of the named files that can be used.
func (b *fontBook) first(names ...string) *face {
	for _, n := range names {
		if f := b.load(n); f != nil {
			return f
		}
	}
	return nil
}

func (b *fontBook) load(name string) *face {
	if f, ok := b.faces[name]; ok {
		return f
	}
	b.faces[name] = nil
	path, ok := b.files[name]
	if !ok {
		return nil
	}
	data, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer data.Close()
	index := 0
	if strings.HasSuffix(name, ".ttc") && strings.Contains(name, "CJK") {
		index = 2 // simplified Chinese
	}
	return b.parse(name, data, index)
}

func (b *fontBook) parse(name string, data ot.Resource, index int) *face {
	loaders, err := ot.NewLoaders(data)
	if err != nil || len(loaders) == 0 {
		return nil
	}
	if index >= len(loaders) {
		index = 0
	}
	ft, err := font.NewFont(loaders[index])
	if err != nil {
		return nil
	}
	f := &face{Face: font.NewFace(ft), id: len(b.faces) + 1}
	if len(ft.BitmapSizes()) > 0 {
		f.bitmap = true
		f.SetPpem(bitmapPpem, bitmapPpem)
	}
	b.faces[name] = f
	b.byFace[f.Face] = f
	return f
}

// pick returns the face that draws r; emoji asks for the colour font first.
func (b *fontBook) pick(r rune, bold, emoji bool) *face {
	if emoji {
		if f := b.emoji(); f != nil && f.has(r) {
			return f
		}
	}
	base := b.regular
	if bold {
		base = b.bold
	}
	if base.has(r) {
		return base
	}
	k := runeKey{r, bold}
	if f, ok := b.byRune[k]; ok {
		return f
	}
	f := b.search(r, bold)
	if f == nil {
		f = base
	}
	b.byRune[k] = f
	return f
}

func (b *fontBook) emoji() *face { return b.load("NotoColorEmoji.ttf") }

// search looks through the fonts that may hold r, the likeliest first.
func (b *fontBook) search(r rune, bold bool) *face {
	var names []string
	add := func(stem string) {
		if bold {
			names = append(names, stem+"-Bold.ttf", stem+"-Bold.ttc")
		}
		names = append(names, stem+"-Regular.ttf", stem+"-Regular.ttc")
	}
	switch script := scriptName(r); script {
	case "Han", "Hiragana", "Katakana", "Hangul", "Bopomofo":
		add("NotoSansCJK")
	case "", "Common", "Inherited":
	default:
		add("NotoSans" + script)
		add("NotoSerif" + script)
	}
	add("NotoSansSymbols")
	add("NotoSansSymbols2")
	add("NotoSansMath")
	names = append(names, "NotoColorEmoji.ttf")
	add("NotoSansCJK")
	names = append(names, "DejaVuSans.ttf")
	for _, n := range names {
		if f := b.load(n); f != nil && f.has(r) {
			return f
		}
	}
	return nil
}

func (f *face) has(r rune) bool {
	_, ok := f.NominalGlyph(r)
	return ok
}

// scriptName is the Unicode script of r as Noto spells it in file names.
func scriptName(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return strings.ReplaceAll(name, "_", "")
		}
	}
	return ""
}

// sharedEngine is the one text engine of the process: fonts and glyphs are the same for every phone.
var sharedEngine = sync.OnceValue(newEngine)
