package device_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/device"
	"github.com/handset-agent/handset/phone/uitree"
)

// newNote brings an empty text field to the front and gives it the focus.
func newNote(t *testing.T, d *device.Device) {
	t.Helper()
	if err := d.Launch(t.Context(), "com.example.notes"); err != nil {
		t.Fatal(err)
	}
	for _, what := range []uitree.Query{{Text: "New note", Tappable: true}, {ID: "edit_text"}} {
		f, _, err := d.Settled(t.Context(), phone.Settle{})
		if err != nil {
			t.Fatal(err)
		}
		tree, err := uitree.Read(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		m, err := uitree.Prune(tree, uitree.Options{}).Find(what)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Gesture(t.Context(), phone.Tap(f.Size, m.Point).AimedAt(f)); err != nil {
			t.Fatal(err)
		}
	}
}

func emptyField(t *testing.T, d *device.Device) {
	t.Helper()
	for _, k := range []phone.Key{{Code: phone.KeyA, Meta: phone.MetaCtrl}, {Code: phone.KeyDel}} {
		if err := d.Key(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
}

// alphabets are what people write with; a string of a run is joined of pieces of them.
var alphabets = map[string][]string{
	"ascii":     strings.Split("abcXYZ019 .,;:!?\"'`~@#$%^&*()-_=+[]{}\\|/<>", ""),
	"hazards":   {"%s", "~", "#x", " #x", "$HOME", "`id`", "$(id)", "'", "\"", "\\n", "!", "&&", ";", "|", "--", "%", " "},
	"cjk":       {"你好", "世界", "日本語", "한국어", "，", "。", "　"},
	"emoji":     {"🙂", "👨\u200d👩\u200d👧", "🏳️\u200d🌈", "👍🏽", "🇩🇪", "❤️", "1️⃣"},
	"combining": {"e\u0301", "n\u0303", "a\u0308\u0301", "क्षि", "ไทย"},
	"rtl":       {"שלום", "مرحبا", "عالم 123", "\u200f"},
	"lines":     {"\n", "one\ntwo", "\n\n", "\t"},
}

// Any string that a person can type arrives exactly, and the clipboard is as before.
func TestAnyTextArrives_F065_F071_F074_F076_F077(t *testing.T) {
	t.Parallel()
	c := startADB(t)
	_, phones := servePhones(t, c, 1)
	d := openWire(t, c, phones[0].Addr, device.Options{})
	newNote(t, d)
	const mine = "what was copied before"
	if err := d.SetClipboard(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	var printable strings.Builder
	for r := ' '; r < 0x7f; r++ {
		printable.WriteRune(r)
	}
	texts := map[string]string{
		"printable ASCII": printable.String(),
		"5000 characters": strings.Repeat("0123456789", 500),
		"2000 mixed":      mixed(rand.New(rand.NewPCG(1, 2)), 2000),
		"forty lines":     strings.Repeat("line ü 你\n", 40) + "end",
		"lines of ASCII":  "one\ntwo\n\nfour",
	}
	for name := range alphabets {
		texts["only "+name] = strings.Join(alphabets[name], "") + "."
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	for i := range 6 {
		texts["random "+string(rune('a'+i))] = mixed(rnd, 5+rnd.IntN(60))
	}
	for name, want := range texts {
		began := time.Now()
		if err := d.Text(t.Context(), want); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		took := time.Since(began)
		got, err := d.ReadFocused(t.Context())
		for end := time.Now().Add(3 * time.Second); err == nil && got != want && time.Now().Before(end); {
			got, err = d.ReadFocused(t.Context()) // a busy phone shows the last keys late
		}
		if err != nil || got != want {
			t.Errorf("%s: %d bytes came as %d: %.80q for %.80q, %v", name, len(want), len(got), got, want, err)
		}
		if took > 5*time.Second {
			t.Errorf("%s: %d characters took %v", name, len([]rune(want)), took)
		}
		t.Logf("%s: %d characters in %v", name, len([]rune(want)), took.Round(time.Millisecond))
		emptyField(t, d)
	}
	if got, err := d.Clipboard(t.Context()); err != nil || got != mine {
		t.Errorf("the clipboard holds %q, %v afterwards", got, err)
	}
}

// mixed joins n characters or a few more of all alphabets.
func mixed(rnd *rand.Rand, n int) string {
	names := []string{"ascii", "hazards", "cjk", "emoji", "combining", "rtl", "lines"}
	var b strings.Builder
	for count := 0; count < n; {
		a := alphabets[names[rnd.IntN(len(names))]]
		part := a[rnd.IntN(len(a))]
		b.WriteString(part)
		count += len([]rune(part))
	}
	return b.String() + "."
}
