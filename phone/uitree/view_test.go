package uitree

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
)

// node writes one node; attrs are raw attributes beside class, text and bounds.
func node(class, text string, r image.Rectangle, attrs string, kids ...string) string {
	return fmt.Sprintf(`<node text=%q class="android.widget.%s" package="com.example" bounds="[%d,%d][%d,%d]" %s>%s</node>`,
		text, class, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y, attrs, strings.Join(kids, ""))
}

func screen(kids ...string) string {
	return `<hierarchy rotation="0">` + node("FrameLayout", "", image.Rect(0, 0, 1080, 2400), "", kids...) + `</hierarchy>`
}

// row is a settings row at y: tappable, with title, summary and a switch that is on, off or absent ("").
func row(y int, title, summary, state string) string {
	kids := []string{
		node("TextView", title, image.Rect(200, y+20, 900, y+80), `resource-id="android:id/title"`),
		node("TextView", summary, image.Rect(200, y+80, 900, y+130), `resource-id="android:id/summary"`),
	}
	if state != "" {
		kids = append(kids, node("Switch", "", image.Rect(920, y+40, 1040, y+110),
			fmt.Sprintf(`resource-id="android:id/switch_widget" checkable="true" checked="%t"`, state == "on")))
	}
	return node("LinearLayout", "", image.Rect(0, y, 1080, y+150), `clickable="true"`, kids...)
}

func list(kids ...string) string {
	return node("RecyclerView", "", image.Rect(0, 300, 1080, 2400), `resource-id="com.example:id/list" scrollable="true"`, kids...)
}

func view(t testing.TB, dump string) *View {
	t.Helper()
	return Prune(parse(t, dump), Options{})
}

func find(t testing.TB, v *View, text string) *Element {
	t.Helper()
	m, err := v.Find(Query{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return m.Target
}

func TestPruneRowTakesItsTexts(t *testing.T) {
	v := view(t, screen(list(row(300, "Wi-Fi", "HomeNet", "on"), row(450, "Sound", "", ""))))
	var got []string
	for _, e := range v.Elements {
		got = append(got, fmt.Sprintf("%s %q %q %v", e.Role, e.Name, e.Details, e.State()))
	}
	want := []string{`list "" [] []`, `switch "Wi-Fi" ["HomeNet"] [on]`, `item "Sound" [] []`}
	if !slices.Equal(got, want) {
		t.Errorf("elements\n%q\nwant\n%q", got, want)
	}
	if p := v.Elements[1].Parent; p == nil || p.Role != List {
		t.Errorf("parent of the row is %v", p)
	}
}

func TestPrune(t *testing.T) {
	r := image.Rect(0, 0, 100, 100)
	tests := []struct{ name, in, want string }{
		{"an empty container goes", node("LinearLayout", "", r, ""), ``},
		{"zero bounds go", node("TextView", "a", image.Rectangle{}, ""), ``},
		{"off the screen goes", node("TextView", "a", image.Rect(2000, 0, 2100, 100), ""), ``},
		{"a child of a zero-bounds node stays", node("FrameLayout", "", image.Rectangle{}, "", node("TextView", "a", r, "")), `text "a"`},
		{"not displayed goes", node("TextView", "a", r, `displayed="false"`), ``},
		{"a picture without words goes", node("ImageView", "", r, ""), ``},
		{"a picture with words stays", node("ImageView", "", r, `content-desc="Logo"`), `image "Logo"`},
		{"a child that repeats its parent goes", node("Button", "", r, `content-desc="Send" clickable="true"`, node("TextView", "Send", r, "")), `button "Send"`},
		{"an own button stays in a row", node("LinearLayout", "", r, `clickable="true"`, node("TextView", "Ann", r, ""), node("ImageButton", "", image.Rect(50, 0, 100, 100), `clickable="true" content-desc="Call"`)), `item "Ann"; button "Call"`},
		{"unlabelled is named by id", node("ImageButton", "", r, `clickable="true" resource-id="com.example:id/fab" NAF="true"`), `button #fab`},
		{"field with hint", node("EditText", "Search", r, `hint="Search" clickable="true"`), `field "Search" = ""`},
		{"field with content", node("EditText", "abc", r, `hint="Search"`), `field "Search" = "abc"`},
		{"password", node("EditText", "hunter2", r, `password="true" content-desc="Password"`), `field "Password" = "•••••••" password`},
		{"disabled", node("Button", "Go", r, `enabled="false" clickable="true"`), `button "Go" disabled`},
		{"web nodes stay", node("WebView", "Page", r, "", node("TextView", "in the page", r, "")), `web "Page"; text "in the page"`},
		{"a web view without nodes says so F-059", node("WebView", "", r, ""), `web (web page without nodes: read it from the picture)`},
		{"text on one line, quotes escaped F-097", node("TextView", "a&#10;say &quot;x&quot; \u202Eb", r, ""), `text "a say \"x\" b"`},
		{"a screenful is no name", node("FrameLayout", "", image.Rect(0, 0, 1080, 2400), `clickable="true"`, node("TextView", "1", r, ""), node("TextView", "2", r, ""), node("TextView", "3", r, ""), node("TextView", "4", r, "")), `item; text "1"; text "2"; text "3"; text "4"`},
		{"long press only", node("TextView", "hold", r, `long-clickable="true"`), `item "hold"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := view(t, screen(strings.ReplaceAll(tt.in, `\u202e`, "\u202e")))
			var got []string
			for _, e := range v.Elements {
				line := strings.TrimPrefix(e.line(ModelOptions{}), e.Label+" ")
				got = append(got, line[:strings.LastIndex(line, " @")])
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

// TestWebView_F059: the nodes that a page publishes stay, and a page without any says so instead of passing for an empty screen.
func TestWebView_F059(t *testing.T) {
	page, r := image.Rect(0, 0, 1080, 2000), image.Rect(40, 300, 1000, 400)
	published := view(t, screen(node("WebView", "Page", page, "", node("Button", "Buy", r, `clickable="true"`), node("TextView", "12 pieces", image.Rect(40, 500, 1000, 600), ""))))
	var said []string
	for _, e := range published.Elements {
		said = append(said, e.line(ModelOptions{}))
	}
	if all := strings.Join(said, "\n"); !strings.Contains(all, `button "Buy"`) || !strings.Contains(all, `"12 pieces"`) || strings.Contains(all, "without nodes") {
		t.Errorf("a page with nodes:\n%s", all)
	}
	opaque := view(t, screen(node("WebView", "", page, "")))
	if len(opaque.Elements) != 1 || !strings.Contains(opaque.Elements[0].line(ModelOptions{}), "web page without nodes") {
		t.Errorf("a page without nodes: %+v", opaque.Elements)
	}
}

func TestHitTest(t *testing.T) {
	inner := node("ImageButton", "", image.Rect(400, 300, 700, 450), `clickable="true" content-desc="Call"`)
	rowWithButton := node("LinearLayout", "", image.Rect(0, 300, 1080, 450), `clickable="true"`, node("TextView", "Ann", image.Rect(0, 300, 200, 450), ""), inner)
	below := node("Button", "Below", image.Rect(0, 1000, 1080, 1200), `clickable="true"`)
	above := node("Button", "Above", image.Rect(0, 1000, 540, 1200), `clickable="true"`)
	scrim := node("View", "", image.Rect(0, 1000, 1080, 1200), "")
	v := view(t, screen(rowWithButton, below, above, scrim, node("TextView", "plain", image.Rect(0, 1500, 1080, 1600), "")))
	tests := []struct {
		at   image.Point
		want string
	}{
		{image.Pt(100, 350), "Ann"},
		{image.Pt(500, 350), "Call"},
		{image.Pt(100, 1100), "Above"},
		{image.Pt(900, 1100), "Below"},
		{image.Pt(100, 1550), "plain"},
		{image.Pt(100, 2000), ""},
	}
	for _, tt := range tests {
		got := ""
		if e := v.HitTest(tt.at); e != nil {
			got = e.Name
		}
		if got != tt.want {
			t.Errorf("HitTest(%v) = %q, want %q", tt.at, got, tt.want)
		}
	}
	for _, e := range v.Elements {
		if e.Tappable() && v.HitTest(e.Tap()) != e {
			t.Errorf("a tap at %v for %q reaches %q", e.Tap(), e.Name, v.HitTest(e.Tap()).Name)
		}
	}
}

// Every tap point of every captured screen lies in its element, and reaches it unless something covers all of it.
func TestTapPointsOfCapturedScreens(t *testing.T) {
	for _, file := range []string{"appium-source-clock-alarms-en.xml", "xiaomi-miui-bilibili-profile-zh-noise.txt", "zillow-map-compose-markers-en.xml", "flutter-sign-in-en.xml"} {
		tree, err := Parse(shared(t, file))
		if err != nil {
			t.Fatal(err)
		}
		v := Prune(tree, Options{})
		missed := 0
		for _, e := range v.Elements {
			if p := e.Tap(); !p.In(e.Bounds) {
				t.Errorf("%s: tap %v of %q outside %v", file, p, e.Caption(), e.Bounds)
			} else if e.Tappable() && v.HitTest(p) != e {
				missed++
			}
		}
		if missed > 3 {
			t.Errorf("%s: %d tap points reach another element", file, missed)
		}
	}
}
