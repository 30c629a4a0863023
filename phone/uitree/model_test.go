package uitree

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/handset-agent/handset/phone"
)

func model(t testing.TB, v *View, o ModelOptions) string {
	t.Helper()
	var b strings.Builder
	if err := v.WriteModel(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteModel_T72(t *testing.T) {
	v := view(t, screen(
		node("Toolbar", "", image.Rect(0, 0, 1080, 200), "", node("TextView", "Network", image.Rect(200, 50, 800, 150), "")),
		list(row(300, "Wi-Fi", "HomeNet", "on"), node("EditText", "abc", image.Rect(0, 450, 1080, 600), `focused="true" hint="Search"`))))
	got := model(t, v, ModelOptions{})
	want := fmt.Sprintf(`screen "Network" of com.example, 1080×2400
text "Network" @500,100
%s list #list @540,1350
 %s switch "Wi-Fi" "HomeNet" on @540,375
 %s field "Search" = "abc" focused @540,525
`, v.Elements[1].Label, v.Elements[2].Label, v.Elements[3].Label)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := model(t, v, ModelOptions{Bounds: true}); !strings.Contains(got, `on [0,300][1080,450]`) {
		t.Errorf("with bounds:\n%s", got)
	}
}

func TestWriteModelIsCapped_F063(t *testing.T) {
	var rows []string
	for i := range 200 {
		rows = append(rows, row(300+i*10, fmt.Sprint("Row number ", i), "", ""))
	}
	bottom := node("Button", "Bottom bar", image.Rect(0, 2390, 1080, 2400), `clickable="true"`)
	v := view(t, screen(list(rows...), bottom))
	got := model(t, v, ModelOptions{MaxChars: 1500})
	if n := utf8.RuneCountInString(got); n > 1500 {
		t.Errorf("%d characters", n)
	}
	shown := strings.Count(got, "Row number")
	if !strings.Contains(got, fmt.Sprintf("\n… %d more here\n", 200-shown)) || !strings.Contains(got, "Bottom bar") || shown < 10 {
		t.Errorf("%d rows shown:\n%s", shown, got)
	}
	var tower string
	for i := range 300 {
		tower = node("Button", fmt.Sprint("level ", i), image.Rect(0, 0, 1080, 2400), `clickable="true"`, tower)
	}
	got = model(t, view(t, screen(tower)), ModelOptions{MaxChars: 1000})
	if n := utf8.RuneCountInString(got); n > 1020 || !strings.Contains(got, " more\n") {
		t.Errorf("a tower gives %d characters:\n%s", n, got)
	}
}

func TestCapturedScreensFitAModel_F063(t *testing.T) {
	for _, file := range []string{"zillow-map-compose-markers-en.xml", "xiaomi-miui-bilibili-profile-zh-noise.txt", "appium-source-play-store-games-en-ja.xml"} {
		tree, err := Parse(shared(t, file))
		if err != nil {
			t.Fatal(err)
		}
		got := model(t, Prune(tree, Options{}), ModelOptions{MaxChars: 2000})
		if n := utf8.RuneCountInString(got); n > 2000 {
			t.Errorf("%s: %d characters", file, n)
		}
		if file == "zillow-map-compose-markers-en.xml" && !strings.Contains(got, `"Inbox"`) {
			t.Errorf("the navigation bar was cut instead of the markers:\n%s", got)
		}
	}
}

func TestMarshalJSON(t *testing.T) {
	v := view(t, screen(list(row(300, "Wi-Fi", "HomeNet", "on")), node("EditText", "hunter2", image.Rect(0, 0, 100, 100), `password="true"`)))
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Size     []int
		Elements []struct {
			Role, Value string
			Children    []struct {
				Label, Name string
				Checked     *bool
				Bounds, Tap []int
			}
		}
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	row := got.Elements[0].Children[0]
	if row.Name != "Wi-Fi" || row.Checked == nil || !*row.Checked || fmt.Sprint(row.Bounds, row.Tap) != "[0 300 1080 450] [540 375]" || row.Label == "" {
		t.Errorf("row %+v", row)
	}
	if strings.Contains(string(b), "hunter2") || got.Elements[1].Value != "•••••••" {
		t.Errorf("password in %s", b)
	}
}

type dumper struct {
	xml string
	err error
}

func (d dumper) DumpTree(context.Context) (phone.Dump, error) {
	return phone.Dump{XML: []byte(d.xml)}, d.err
}

func TestReadFocused_F065(t *testing.T) {
	r := image.Rect(0, 0, 100, 100)
	gone := errors.New("gone")
	tests := []struct {
		name string
		in   dumper
		want string
		err  error
	}{
		{"content", dumper{xml: screen(node("EditText", "a&#10;b 🙂", r, `focused="true"`))}, "a\nb 🙂", nil},
		{"empty with hint", dumper{xml: screen(node("EditText", "Search", r, `focused="true" hint="Search"`))}, "", nil},
		{"two focused", dumper{xml: screen(node("View", "", r, `focused="true"`, node("EditText", "in", r, `focused="true"`)))}, "in", nil},
		{"none", dumper{xml: screen(node("EditText", "x", r, ""))}, "", ErrNoFocus},
		{"password", dumper{xml: screen(node("EditText", "x", r, `focused="true" password="true"`))}, "", ErrHidden},
		{"dump failed", dumper{err: gone}, "", gone},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadFocused(t.Context(), tt.in)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("got %q, %v; want %q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestFold(t *testing.T) {
	tests := []struct{ in, want string }{
		{"  Wi‑Fi\u00a0on ", "wi-fi on"},
		{"8:30\u200aAM", "8:30 am"},
		{"ＡＢＣ", "abc"},
		{"“a” ‘b’", `"a" 'b'`},
		{"x\u200by\ufe0f", "xy"},
		{"e\u0301", "é"},
		{"\n\t", ""},
	}
	for _, tt := range tests {
		if got := Fold(tt.in); got != tt.want {
			t.Errorf("Fold(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// big is a hierarchy of about 600 nodes (DV-35).
func big() []byte {
	var rows []string
	for i := range 120 {
		rows = append(rows, row(300+i*10, fmt.Sprint("Einstellung № ", i), "Zusammenfassung &amp; mehr", "on"))
	}
	return []byte(screen(list(rows...)))
}

func BenchmarkParse600(b *testing.B) {
	dump := big()
	b.SetBytes(int64(len(dump)))
	for b.Loop() {
		if _, err := Parse(dump); err != nil {
			b.Fatal(err)
		}
	}
}

// Everything handset itself does with a dump: parse, prune, label, compare with the last one, write.
func BenchmarkLook600(b *testing.B) {
	dump := big()
	t, _ := Parse(dump)
	last := Prune(t, Options{})
	b.ReportMetric(float64(t.Len()), "nodes")
	for b.Loop() {
		t, err := Parse(dump)
		if err != nil {
			b.Fatal(err)
		}
		v := Prune(t, Options{})
		Diff(last, v)
		var s strings.Builder
		if err := v.WriteModel(&s, ModelOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
