package view

import (
	"image"
	"strings"
	"testing"
	"time"
)

// styledDump lays n out on a phone's display and returns its dump.
func styledDump(t *testing.T, n *Node, style DumpStyle) (string, *Surface) {
	t.Helper()
	s := NewSurface()
	full := image.Rect(0, 0, 1080, 2400)
	s.Layout(&Node{Dir: Stack, W: Match, H: Match, Children: []*Node{n}}, Metrics{Density: 2.625, FontScale: 1}, full, time.Now())
	var b strings.Builder
	s.DumpAs(&b, "com.example.app", full, style)
	return b.String(), s
}

func TestWebViewWithAndWithoutNodes(t *testing.T) {
	page := func() *Node {
		return WebBlock("main", WebText("Sign in", 24, RGB(0)), WebField(Light(), "user", "", "Name", nil), WebButton(Light(), "go", "Log in", func() {}))
	}
	with, _ := styledDump(t, WebView("webview", "Shop", true, page()), DumpStyle{})
	for _, want := range []string{
		`text="Shop" resource-id="" class="android.webkit.WebView"`, `resource-id="com.example.app:id/webview" class="android.webkit.WebView"`,
		`resource-id="user" class="android.widget.EditText"`, `text="Log in" resource-id="go" class="android.widget.Button"`,
	} {
		if !strings.Contains(with, want) {
			t.Errorf("no %s in %s", want, with)
		}
	}
	without, s := styledDump(t, WebView("webview", "Shop", false, page()), DumpStyle{})
	if strings.Contains(without, "Log in") || strings.Count(without, "android.webkit.WebView") != 1 {
		t.Errorf("nodes of a page that gives none: %s", without)
	}
	if b := s.root.Find(func(n *Node) bool { return n.ID == "go" }); s.HitTest(b.Frame().Min.Add(image.Pt(5, 5))) != b {
		t.Error("a touch does not reach the page's button")
	}
}

func TestCanvasHasOneNode(t *testing.T) {
	out, _ := styledDump(t, Canvas(&Node{Children: []*Node{{Text: "Score 10"}}}), DumpStyle{})
	if strings.Contains(out, "Score") || strings.Count(out, "<node") != 2 {
		t.Errorf("%s", out)
	}
}

func TestDrawingOrderAndHintStandAfterBounds(t *testing.T) {
	field := &Node{Hint: "Name", W: 100, H: 50, Edit: &Edit{}}
	out, _ := styledDump(t, field, DumpStyle{Order: true})
	if !strings.Contains(out, `" drawing-order="1" hint="Name"`) || strings.Index(out, "drawing-order") < strings.Index(out, "bounds") {
		t.Errorf("%s", out)
	}
	if out, _ = styledDump(t, field, DumpStyle{}); strings.Contains(out, "hint=") {
		t.Errorf("the plain dump has it too: %s", out)
	}
}

func TestLoadingNeverStandsStill(t *testing.T) {
	_, s := styledDump(t, Loading(Light(), "wheel"), DumpStyle{})
	var l List
	s.Ops(&l, time.Now())
	if !s.Moving() {
		t.Error("it stands still")
	}
	s.AnimScale = 0
	s.Ops(&l, time.Now())
	if s.Moving() {
		t.Error("it moves with animations off")
	}
}

func TestTabsTellWhichIsChosen(t *testing.T) {
	picked := -1
	bar := Tabs(Light(), "tabs", []string{"Calls", "Contacts"}, 1, func(i int) { picked = i })
	out, s := styledDump(t, bar, DumpStyle{})
	if !strings.Contains(out, `content-desc="Contacts"`) || strings.Count(out, `selected="true"`) != 1 {
		t.Errorf("%s", out)
	}
	first := s.root.Find(func(n *Node) bool { return n.Desc == "Calls" }).Frame()
	now := time.Now()
	s.Touch(0, Down, first.Min.Add(image.Pt(9, 9)), now)
	s.Touch(0, Up, first.Min.Add(image.Pt(9, 9)), now)
	if picked != 0 {
		t.Errorf("picked %d", picked)
	}
}
