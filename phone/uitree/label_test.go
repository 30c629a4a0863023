package uitree

import (
	"fmt"
	"image"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// Labels mean the same element while it exists, and nothing afterwards (F-062).
func TestLabels_F062(t *testing.T) {
	before := view(t, screen(list(row(300, "Wi-Fi", "HomeNet", "on"), row(450, "Bluetooth", "Off", "off"), row(600, "Sound", "Silent", ""))))
	wifi, bt, sound := find(t, before, "Wi-Fi").Label, find(t, before, "Bluetooth").Label, find(t, before, "Sound").Label
	tests := []struct {
		name  string
		after string
		stay  map[string]string // label → name
		gone  []string
	}{
		{"state and summary change", screen(list(row(300, "Wi-Fi", "Off", "off"), row(450, "Bluetooth", "Pixel Buds", "on"), row(600, "Sound", "50%", ""))),
			map[string]string{wifi: "Wi-Fi", bt: "Bluetooth", sound: "Sound"}, nil},
		{"scrolled", screen(list(row(300, "Bluetooth", "Off", "off"), row(450, "Sound", "Silent", ""), row(600, "Display", "", ""))),
			map[string]string{bt: "Bluetooth", sound: "Sound"}, []string{wifi}},
		{"something comes before", screen(node("TextView", "Offline", image.Rect(0, 0, 100, 50), ""), list(row(300, "Airplane mode", "", "on"), row(450, "Wi-Fi", "Off", "off"))),
			map[string]string{wifi: "Wi-Fi"}, []string{bt, sound}},
		{"another screen", screen(node("Button", "OK", image.Rect(0, 0, 100, 50), `clickable="true"`)), nil, []string{wifi, bt, sound}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := view(t, tt.after)
			for label, name := range tt.stay {
				if e := v.ByLabel(label); e == nil || e.Name != name {
					t.Errorf("%s names %v, want %q", label, e, name)
				}
			}
			for _, label := range tt.gone {
				if e := v.ByLabel(label); e != nil {
					t.Errorf("%s names %q, want nothing", label, e.Name)
				}
			}
		})
	}
}

func TestLabelsOfEquals(t *testing.T) {
	message := func(y int, who string) string {
		return node("LinearLayout", "", image.Rect(0, y, 1080, y+100), "",
			node("TextView", who, image.Rect(0, y, 500, y+100), ""),
			node("ImageButton", "", image.Rect(900, y, 1080, y+100), `clickable="true" content-desc="Delete" resource-id="com.example:id/delete"`))
	}
	before := view(t, screen(list(message(300, "Ann"), message(400, "Bob"), message(500, "Cid"))))
	after := view(t, screen(list(message(300, "Bob"), message(400, "Cid"))))
	var labels []string
	for _, m := range before.Locate(Query{Text: "Delete"}) {
		labels = append(labels, m.Target.Label)
	}
	if len(labels) != 3 {
		t.Fatalf("%d delete buttons", len(labels))
	}
	if e := after.ByLabel(labels[0]); e != nil {
		t.Errorf("the button of the row that went names %v", e.Bounds)
	}
	if e := after.ByLabel(labels[2]); e == nil || e.Bounds.Min.Y != 400 {
		t.Errorf("the button of the last row is lost: %v", e)
	}

	// Nothing tells these apart: when one goes, all their labels turn void rather than wrong.
	twin := func(n int) *View {
		var kids []string
		for i := range n {
			kids = append(kids, node("ImageButton", "", image.Rect(0, 300+i*100, 100, 400+i*100), `clickable="true"`))
		}
		return view(t, screen(list(kids...)))
	}
	three, two := twin(3), twin(2)
	for _, e := range three.Elements[1:] {
		if got := two.ByLabel(e.Label); got != nil {
			t.Errorf("label of one of three equals means one of two: %v", got.Bounds)
		}
	}
}

func TestLabelsTellDialogsApart(t *testing.T) {
	dialog := func(question string) *View {
		return view(t, screen(
			node("TextView", question, image.Rect(0, 0, 500, 100), `resource-id="android:id/message"`),
			node("Button", "OK", image.Rect(0, 200, 100, 300), `resource-id="android:id/button1" clickable="true"`)))
	}
	a, b := dialog("Delete the photo?"), dialog("Pay 100?")
	if label := find(t, a, "OK").Label; b.ByLabel(label) != nil {
		t.Errorf("%s is OK in both dialogs", label)
	}
}

func TestLabelsOfValues(t *testing.T) {
	show := func(number, cart string) *View {
		return view(t, screen(
			node("TextView", number, image.Rect(0, 0, 500, 100), `resource-id="com.example:id/result"`),
			node("Button", cart, image.Rect(0, 200, 100, 300), `resource-id="com.example:id/cart" clickable="true"`)))
	}
	a, b := show("12", "Cart (1)"), show("3,456", "Cart (22)")
	for i, e := range a.Elements {
		if b.ByLabel(e.Label) != b.Elements[i] {
			t.Errorf("%q has another label as %q", e.Name, b.Elements[i].Name)
		}
	}
	if d := Diff(a, b); len(d) != 2 || d[0] != `text: "12" → "3,456"` {
		t.Errorf("diff %q", d)
	}
}

// Two elements that would share a label both get a longer one: when one of them goes, the short one must not come to mean the
// other.
func TestLabelsThatCollide(t *testing.T) {
	var kids []string
	for i := range 1500 {
		kids = append(kids, node("Button", fmt.Sprint("b", i), image.Rect(0, 300+i, 10, 301+i), `clickable="true"`))
	}
	v := view(t, screen(kids...))
	long := map[string]bool{}
	for _, e := range v.Elements {
		if len(e.Label) > 6 {
			long[e.Name] = true
		}
	}
	if len(long) < 2 {
		t.Fatal("no two of 1500 elements collided: the test shows nothing")
	}
	for name := range long {
		alone := view(t, screen(node("Button", name, image.Rect(0, 300, 10, 301), `clickable="true"`)))
		if short := alone.Elements[0].Label; v.ByLabel(short) != nil {
			t.Errorf("%s means %q, although %q would have it too", short, v.ByLabel(short).Name, name)
		}
		if e := alone.ByLabel(find(t, v, name).Label); len(long) < 50 && (e == nil || e.Name != name) {
			t.Errorf("the long label of %q means nothing once it is alone", name)
		}
	}
}

// Within one process a label is never given to another element, even on screens that never met.
func TestLabelsNeverReused(t *testing.T) {
	mem := &Labels{}
	r := rand.New(rand.NewPCG(1, 2))
	owner := map[string]string{}
	form := regexp.MustCompile(`^e[1-9][0-9]{4,}$`)
	long := 0
	for range 60 {
		var kids []string
		for i := range 100 {
			kids = append(kids, node("Button", fmt.Sprintf("b%d", r.IntN(100_000)), image.Rect(0, 300+i, 10, 301+i), `clickable="true"`))
		}
		v := Prune(parse(t, screen(kids...)), Options{Labels: mem})
		for _, e := range v.Elements {
			name := e.Name
			if len(v.Locate(Query{Text: name, Exact: true})) > 1 {
				continue
			}
			if !form.MatchString(e.Label) {
				t.Fatalf("label %q", e.Label)
			}
			if len(e.Label) > 6 {
				long++
			}
			if o, ok := owner[e.Label]; ok && o != name {
				t.Fatalf("%s was %q and is %q", e.Label, o, name)
			}
			owner[e.Label] = name
		}
	}
	if long == 0 {
		t.Error("no two of 6000 elements collided: the test shows nothing")
	}
}

func TestLabelsAreUniqueOnCapturedScreens(t *testing.T) {
	for _, file := range []string{"zillow-map-compose-markers-en.xml", "xiaomi-miui-bilibili-profile-zh-noise.txt", "pixel9-compose-model-list-en.xml"} {
		tree, err := Parse(shared(t, file))
		if err != nil {
			t.Fatal(err)
		}
		v := Prune(tree, Options{})
		seen := map[string]bool{}
		for _, e := range v.Elements {
			if seen[e.Label] || !strings.HasPrefix(e.Label, "e") {
				t.Errorf("%s: label %q twice or empty", file, e.Label)
			}
			seen[e.Label] = true
		}
	}
}
