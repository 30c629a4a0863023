package uitree_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/uitree"
)

// walker goes through pages of a simulated phone.
type walker struct {
	t      *testing.T
	phone  *sim.Phone
	labels uitree.Labels
}

func newWalker(t *testing.T) *walker {
	t.Helper()
	p := sim.New(sim.Options{})
	t.Cleanup(func() { p.Close() })
	return &walker{t: t, phone: p}
}

func (w *walker) look() *uitree.View {
	w.t.Helper()
	if _, _, err := w.phone.Settled(w.t.Context(), phone.Settle{}); err != nil {
		w.t.Fatal(err)
	}
	d, err := w.phone.DumpTree(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	tree, err := uitree.Parse(d.XML)
	if err != nil {
		w.t.Fatal(err)
	}
	return uitree.Prune(tree, uitree.Options{Labels: &w.labels})
}

func (w *walker) tap(text string) *uitree.View {
	w.t.Helper()
	v := w.look()
	m, err := v.Find(uitree.Query{Text: text, Exact: true})
	if err != nil {
		w.t.Fatal(err)
	}
	at := m.Target.Tap()
	if err := w.phone.Gesture(w.t.Context(), phone.Tap(v.Size, at)); err != nil {
		w.t.Fatal(err)
	}
	return w.look()
}

func (w *walker) back() *uitree.View {
	w.t.Helper()
	if err := w.phone.Key(w.t.Context(), phone.Key{Code: phone.KeyBack}); err != nil {
		w.t.Fatal(err)
	}
	return w.look()
}

// TestPagesOfTheSimulator: each page has its title, and going from one to another reads as a new page, not as changes.
func TestPagesOfTheSimulator(t *testing.T) {
	t.Parallel()
	w := newWalker(t)
	if err := w.phone.Launch(t.Context(), "com.android.settings"); err != nil {
		t.Fatal(err)
	}
	home := w.look()
	pages := []*uitree.View{home}
	for _, name := range []string{"Display", "Battery", "Network & internet"} {
		v := w.tap(name)
		if v.Title != name {
			t.Errorf("the page %s has the title %q", name, v.Title)
		}
		if d := uitree.Diff(home, v); len(d) < 2 || d[0] != `screen: "Settings" → "`+name+`"` || !strings.HasPrefix(d[1], "appeared: ") {
			t.Errorf("to %s: %q", name, d)
		}
		pages = append(pages, v)
		w.back()
	}
	for _, a := range pages {
		for _, b := range pages {
			if a != b {
				noChanges(t, a.Title+" → "+b.Title, uitree.Diff(a, b))
			}
		}
	}
	w.tap("Display")
	before := w.look()
	if d := uitree.Diff(before, w.tap("Dark theme")); !slices.Equal(d[1:], []string{`"Dark theme": off → on`}) || !strings.HasPrefix(d[0], `"Dark theme": "Off`) {
		t.Errorf("a switch: %q", d)
	}
}

// noChanges fails when a diff of two pages tells of anything but the new page and what came and went.
func noChanges(t *testing.T, name string, diff []string) {
	t.Helper()
	for _, line := range diff {
		kind, _, _ := strings.Cut(line, ":")
		switch kind {
		case "app in front", "screen", "screen size", "another screen", "appeared", "gone":
		default:
			t.Errorf("%s: %s", name, line)
		}
	}
	if len(diff) == 0 {
		t.Errorf("%s: nothing is told", name)
	}
}

// TestCapturedPagesAreNotRenamed: no element of one real screen turns into one of another.
func TestCapturedPagesAreNotRenamed(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "data", "hierarchies", "*.[xt]*"))
	views := map[string]*uitree.View{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if tree, err := uitree.Parse(b); err == nil {
			views[strings.TrimSuffix(filepath.Base(f), filepath.Ext(f))] = uitree.Prune(tree, uitree.Options{})
		}
	}
	if len(views) == 0 {
		t.Skip("captured hierarchies are not here")
	}
	for a, va := range views {
		for b, vb := range views {
			// The files with noise hold the same screen again.
			if strings.TrimSuffix(a, "-noise") == strings.TrimSuffix(b, "-noise") {
				if d := uitree.Diff(va, vb); a == b && len(d) > 0 {
					t.Errorf("%s with itself: %q", a, d)
				}
				continue
			}
			noChanges(t, a+" → "+b, uitree.Diff(va, vb))
		}
	}
}

// TestTitlesOfCapturedPages: by the conventions of the tool bars; a screen without one has no title.
func TestTitlesOfCapturedPages(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"appium-source-android4-test-app.xml":      "TestApp",                   // action_bar_title
		"appium-source-settings-date-ja.xml":       "日付と時刻",                     // the description of a collapsing tool bar
		"appium-source-settings-network-en.xml":    "Network & internet",        // a text in action_bar
		"appium-source-app-login-form-en.xml":      "Text2",                     // a text in toolbar, behind the button
		"appium-source-dialog-anr-en.xml":          "Settings isn't responding", // alertTitle
		"xiaomi-miui-developer-options-ru.xml":     "Для разработчиков",
		"zillow-favorites-prefix-line.txt":         "Saved homes",
		"appium-source-settings-home-en.xml":       "", // a search bar is no title
		"android8.1-nexus-launcher-en.xml":         "",
		"appium-source-play-store-games-en-ja.xml": "",
		"pixel9-compose-model-list-en.xml":         "",
	} {
		b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "hierarchies", file))
		if err != nil {
			t.Skip("captured hierarchies are not here")
		}
		tree, err := uitree.Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		if got := uitree.Prune(tree, uitree.Options{}).Title; got != want {
			t.Errorf("%s: title %q, want %q", file, got, want)
		}
	}
}
