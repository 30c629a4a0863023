package act

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/tools"
	"github.com/handset-agent/handset/tools/internal/fake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func button(text string, y int, do func(p *fake.Phone)) *fake.Element {
	return &fake.Element{ID: "a:id/" + strings.ToLower(strings.ReplaceAll(text, " ", "_")), Text: text, Class: "android.widget.Button", Bounds: image.Rect(0, y, 1080, y+100), Clickable: true, OnTap: do}
}

// label finds the element id that a model would use.
func label(t *testing.T, v *tools.View, text string) string {
	t.Helper()
	s, err := v.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v.Show(s)
	for _, e := range s.Tree.Elements {
		if e.Caption() == text {
			return e.Label
		}
	}
	t.Fatalf("no element %q in\n%s", text, s.Words(3000))
	return ""
}

// TestTap_T28: by element and by point, in every form a model writes a point.
func TestTap_T28(t *testing.T) {
	t.Parallel()
	for _, args := range []string{`{"x":540,"y":450}`, `{"x":"540","y":"450"}`, `{"point":[540,450]}`, `{"x":[540,450]}`, `{"coordinate":"540,450"}`, `{"point":{"x":540,"y":450}}`,
		`{"bbox":[440,400,640,500]}`, `{"position":"(540, 450)"}`, `{"box":"[440,400,640,500]"}`, `{"X":540.2,"Y":450.9}`, `{"element":"LABEL"}`, `{"element":"a:id/ok"}`} {
		tapped := 0
		p := fake.New(button("OK", 400, func(p *fake.Phone) { tapped++; p.Elements[0].Text = "Done" }))
		v := tools.NewView(p, tools.ViewOptions{})
		r := fake.Use(t, Tap(v), strings.ReplaceAll(args, "LABEL", label(t, v, "OK")))
		if r.Status != tools.OK || tapped != 1 || !r.Effect.Visible || r.Frame == nil {
			t.Errorf("%s: %s %s, tapped %d times", args, r.Code, r.Text, tapped)
		}
	}
}

func TestTapRefusals_T28(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, args, code, text string }{
		{"outside_OutOfBounds", `{"x":2000,"y":5}`, tools.CodeOutOfBounds, "x must be 0…1079 and y 0…2399"},
		{"no target", `{}`, tools.CodeBadArguments, "no target"},
		{"half a target", `{"x":5}`, tools.CodeBadArguments, "no target"},
		{"an element that is gone", `{"element":"e99999"}`, tools.CodeNotFound, "OK"},
	} {
		p := fake.New(button("OK", 400, nil))
		r := fake.Use(t, Tap(tools.NewView(p, tools.ViewOptions{})), c.args)
		if r.Status != tools.Failed || r.Code != c.code || !strings.Contains(r.Text, c.text) || len(p.Log()) > 0 {
			t.Errorf("%s: %s %q, sent %q", c.name, r.Code, r.Text, p.Log())
		}
	}
}

// TestLostWebTap_F079: a web element that did not react is tapped once more, another one is not, and neither is one that moved.
func TestLostWebTap_F079(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		web  bool
		lost int
		want int
	}{{"web, first tap lost", true, 1, 2}, {"web, never reacts", true, 9, 2}, {"web, reacts", true, 0, 1}, {"native, never reacts", false, 9, 1}} {
		taps := 0
		b := button("Next", 400, nil)
		b.OnTap = func(*fake.Phone) {
			if taps++; taps > c.lost {
				b.Text = "Page 2"
			}
		}
		p := fake.New(b)
		var ph phone.Phone = p
		if c.web {
			ph = webPhone{p}
		}
		v := tools.NewView(ph, tools.ViewOptions{})
		r := fake.Use(t, Tap(v), `{"element":"`+label(t, v, "Next")+`"}`)
		again := strings.Contains(strings.Join(r.Notes, " "), "tapped once more")
		if taps != c.want || again != (c.want == 2) || r.Effect.Visible != (taps > c.lost) {
			t.Errorf("%s: %d taps, told %t, visible %t", c.name, taps, again, r.Effect.Visible)
		}
	}
}

// webPhone shows its elements inside a web view.
type webPhone struct{ *fake.Phone }

func (w webPhone) DumpTree(ctx context.Context) (phone.Dump, error) {
	d, err := w.Phone.DumpTree(ctx)
	d.XML = []byte(strings.Replace(string(d.XML), "android.widget.FrameLayout", "android.webkit.WebView", 1))
	return d, err
}

func TestTapText_T62(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ args, tapped, note string }{
		{`{"text":"save"}`, "Save", "2 more on the screen"},
		{`{"text":"save","nth":2}`, "Save as", ""},
		{`{"text":"Save as","exact":true}`, "Save as", ""},
		{`{"text":"cancel"}`, "Cancel", ""},
	} {
		var tapped string
		on := func(name string) func(*fake.Phone) { return func(*fake.Phone) { tapped = name } }
		p := fake.New(&fake.Element{Text: "Saved files", Bounds: image.Rect(0, 0, 1080, 90)}, button("Save", 400, on("Save")), button("Save as", 600, on("Save as")), button("Cancel", 800, on("Cancel")))
		r := fake.Use(t, TapText(tools.NewView(p, tools.ViewOptions{})), c.args)
		if r.Status != tools.OK || tapped != c.tapped || !strings.Contains(strings.Join(r.Notes, " "), c.note) {
			t.Errorf("%s: %s, tapped %q, notes %q", c.args, r.Text, tapped, r.Notes)
		}
	}
	p := fake.New(button("Save", 400, nil))
	if r := fake.Use(t, TapText(tools.NewView(p, tools.ViewOptions{})), `{"text":"delete"}`); r.Code != tools.CodeNotFound || r.Next == "" || len(p.Log()) > 0 {
		t.Errorf("%s %s", r.Code, r.Text)
	}
}

func TestGestures_T29_T75(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		tool func(*tools.View) tools.Tool
		args string
		want string
	}{
		{"swipe", Swipe, `{"x1":540,"y1":1800,"x2":540,"y2":600}`, "gesture 1 (540,1800)→(540,600) 300ms"},
		{"swipe with points", Swipe, `{"start":[540,1800],"end":[540,600],"duration_ms":"50"}`, "gesture 1 (540,1800)→(540,600) 50ms"},
		{"long press", LongPress, `{"x":10,"y":20,"duration_ms":1000}`, "gesture 1 (10,20)→(10,20) 1s"},
		{"drag", Drag, `{"x1":10,"y1":20,"x2":500,"y2":600}`, "gesture 1 (10,20)→(500,600) 1.2s"},
		{"pinch out in the middle", Pinch, `{"scale":2}`, "gesture 2"},
	} {
		p := fake.New(button("OK", 400, nil))
		r := fake.Use(t, c.tool(tools.NewView(p, tools.ViewOptions{})), c.args)
		if log := p.Log(); r.Status != tools.OK || len(log) != 1 || !strings.HasPrefix(log[0], c.want) {
			t.Errorf("%s: %s %s, sent %q, want %q", c.name, r.Code, r.Text, log, c.want)
		}
	}
	for _, c := range []struct {
		tool func(*tools.View) tools.Tool
		args string
		want string
	}{
		{Swipe, `{"x1":1,"y1":1,"x2":2,"y2":2,"duration_ms":9000}`, "from 50 to 5000"}, // AH-05
		{LongPress, `{"x":1,"y":1,"duration_ms":1}`, "from 300 to 5000"},
		{Pinch, `{"scale":0}`, "from 0.1 to 10"},
		{Pinch, `{"scale":2,"x":3,"y":3}`, "no room"},
		{Swipe, `{"x1":1,"y1":1,"x2":5000,"y2":2}`, "outside the screen"},
	} {
		p := fake.New()
		if r := fake.Use(t, c.tool(tools.NewView(p, tools.ViewOptions{})), c.args); r.Status != tools.Failed || !strings.Contains(r.Text, c.want) || len(p.Log()) > 0 {
			t.Errorf("%s: %s %q, sent %q", c.args, r.Code, r.Text, p.Log())
		}
	}
}

// TestSpread keeps both fingers on the screen wherever there is room.
func TestSpread(t *testing.T) {
	t.Parallel()
	size := image.Pt(1080, 2400)
	for _, at := range []image.Point{{540, 1200}, {100, 100}, {1000, 2300}, {60, 1200}} {
		for _, scale := range []float64{0.2, 0.5, 0.9, 1.1, 2, 5} {
			from, to, err := spread(at, size, scale)
			if err != nil {
				continue
			}
			if g := phone.Pinch(size, at, from, to, ms(500)); g.Check() != nil || (from < to) != (scale > 1) {
				t.Errorf("at %v scale %v: from %d to %d, %v", at, scale, from, to, g.Check())
			}
		}
	}
}

// list is a page of rows that scrolls.
func list(rows int) *fake.Phone {
	p := fake.New()
	top := 0
	show := func(p *fake.Phone) {
		p.Elements = []*fake.Element{{ID: "a:id/list", Class: "androidx.recyclerview.widget.RecyclerView", Bounds: image.Rect(0, 200, 1080, 2400), Scrollable: true}}
		for i := range 10 {
			if n := top + i; n < rows {
				p.Elements = append(p.Elements, button(fmt.Sprint("Row ", n), 200+i*220, nil))
			}
		}
	}
	show(p)
	p.OnSwipe = func(p *fake.Phone, from, to image.Point) {
		top = min(max(0, top+(from.Y-to.Y)/220), max(0, rows-10))
		show(p)
	}
	return p
}

func TestScrollTo_T75(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, args string
		status     tools.Status
		swipes     int
		words      string
	}{
		{"there already", `{"text":"Row 3"}`, tools.OK, 0, "Found after 0 swipes"},
		{"further down", `{"text":"Row 27"}`, tools.OK, 3, "Found after"},
		{"not there: the end of the page", `{"text":"Row 99"}`, tools.Failed, 6, "does not move any further"},
		{"not there: the limit", `{"text":"Row 99","max_swipes":2}`, tools.Failed, 2, "most swipes"},
		{"wrong way", `{"text":"Row 27","direction":"up"}`, tools.Failed, 1, "does not move"},
		{"a list that is not there", `{"text":"Row 27","element":"e12"}`, tools.Failed, 0, "nothing on the screen"},
	} {
		p := list(40)
		v := tools.NewView(p, tools.ViewOptions{})
		r := fake.Use(t, ScrollTo(v), c.args)
		if n := len(p.Log()); r.Status != c.status || n > c.swipes+1 || c.swipes > 0 && n == 0 || !strings.Contains(r.Text, c.words) {
			t.Errorf("%s: %s after %d swipes: %.200s", c.name, r.Status, n, r.Text)
		}
		if r.Status == tools.OK && r.Effect.Delivered != (c.swipes > 0) {
			t.Errorf("%s: effect %+v", c.name, r.Effect)
		}
	}
}

func FuzzReadPoint(f *testing.F) {
	for _, s := range []string{`[1,2]`, `"1,2"`, `{"x":1,"y":2}`, `{"point":[1,2]}`, `"<point>1 2</point>"`, `[1,2,3,4]`, `[[[[1]]]]`, `["NaN","Inf"]`, `"1e999,2"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var v any
		if json.Unmarshal([]byte(s), &v) != nil {
			return
		}
		args := map[string]any{"point": v}
		if notes := onePoint.repair(args); len(notes) == 0 {
			return
		}
		b, err := json.Marshal(args)
		if err != nil {
			t.Fatalf("%s became %v: %v", s, args, err)
		}
		var p tapParams
		if err := json.Unmarshal(b, &p); err != nil || p.X == nil || p.Y == nil {
			t.Errorf("%s became %s: %v", s, b, err)
		}
	})
}
