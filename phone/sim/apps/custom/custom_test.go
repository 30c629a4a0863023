package custom_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/apps/custom"
	"github.com/handset-agent/handset/phone/sim/world"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a phone with an app of a file on it.
type rig struct {
	*world.World
	p *sim.Phone
	t *testing.T
}

func with(t *testing.T, d world.AppDef, size image.Point, f func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		prof := world.Pixel()
		if size != (image.Point{}) {
			prof.Size = size
		}
		p := sim.New(sim.Options{Profile: prof, Seed: 3, Apps: append(apps.All(), d)})
		defer p.Close()
		r := &rig{p.World(), p, t}
		r.open(d.Package)
		f(r)
	})
}

func (r *rig) open(pkg string) {
	r.t.Helper()
	p, _ := r.Package(pkg)
	if _, err := r.Start(world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Component: p.Launcher, Flags: world.FlagClearTask}); err != nil {
		r.t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
}

type node struct {
	Attrs []xml.Attr `xml:",any,attr"`
	Kids  []node     `xml:"node"`
}

func (n *node) get(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) each(f func(*node)) {
	f(n)
	for i := range n.Kids {
		n.Kids[i].each(f)
	}
}

func (n *node) box() (b image.Rectangle) {
	fmt.Sscanf(n.get("bounds"), "[%d,%d][%d,%d]", &b.Min.X, &b.Min.Y, &b.Max.X, &b.Max.Y)
	return b
}

func (r *rig) tree() *node {
	r.t.Helper()
	b, err := r.DumpTree(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	var root node
	if err := xml.Unmarshal(b, &root); err != nil {
		r.t.Fatal(err)
	}
	return &root
}

func (r *rig) seek(what string) (found *node) {
	r.tree().each(func(n *node) {
		if found == nil && (n.get("text") == what || n.get("content-desc") == what || strings.HasSuffix(n.get("resource-id"), ":id/"+what)) {
			found = n
		}
	})
	return found
}

func (r *rig) see(what string) *node {
	r.t.Helper()
	n := r.seek(what)
	if n == nil {
		r.t.Fatalf("no %q on the screen", what)
	}
	return n
}

func (r *rig) tap(what string) {
	r.t.Helper()
	b := r.see(what).box()
	at := b.Min.Add(b.Size().Div(2))
	r.Touch(0, world.TouchDown, at, 1)
	time.Sleep(50 * time.Millisecond)
	r.Touch(0, world.TouchUp, at, 0)
	time.Sleep(500 * time.Millisecond)
}

func TestAppOfAFile(t *testing.T) {
	t.Parallel()
	d, err := custom.Load("testdata/visit.yaml")
	if err != nil {
		t.Fatal(err)
	}
	with(t, d, image.Point{}, func(r *rig) {
		r.tap("enter")
		r.see("Visits so far: 0") // it only asks for the name
		r.tap("name")
		for _, c := range "Ada" {
			r.Type(c)
		}
		r.Key(4, 0, true)
		r.Key(4, 0, false)
		time.Sleep(time.Second)
		r.see("Please agree first")
		r.tap("rules")
		if r.seek("warning") != nil {
			t.Error("the warning stays")
		}
		r.tap("enter")
		r.see("Hello Ada")
		r.see("You are visitor number 1.")
		saved, err := r.Save()
		if err != nil {
			t.Fatal(err)
		}
		r.tap("forget")
		r.see("Visits so far: 1")
		r.see("Please agree first")
		if _, err := r.p.Shell(r.t.Context(), "pm", "clear", d.Package); err != nil {
			t.Fatal(err)
		}
		r.open(d.Package)
		r.see("Visits so far: 0")
		if err := r.Load(saved); err != nil {
			t.Fatal(err)
		}
		r.open(d.Package)
		r.see("Visits so far: 1")
	})
}

func TestCapturedScreenLeadsOn(t *testing.T) {
	t.Parallel()
	d, err := custom.Load("testdata/visit.yaml")
	if err != nil {
		t.Fatal(err)
	}
	with(t, d, image.Point{}, func(r *rig) {
		r.tap("window")
		n := r.see("sign_in")
		if n.get("package") != "com.example.real" || n.get("class") != "android.widget.Button" || n.box() != image.Rect(60, 1200, 1020, 1350) {
			t.Errorf("the button is %+v", n.Attrs)
		}
		m, _ := r.Screen()
		if c := m.RGBAAt(540, 1275); c.R != 0x2f || c.G != 0x6f {
			t.Errorf("the picture's button is %v", c)
		}
		r.tap("sign_in")
		r.see("Leave")
		r.Key(4, 0, true)
		r.Key(4, 0, false)
		time.Sleep(time.Second)
		r.tap("Close")
		r.see("Welcome")
	})
}

// TestHierarchiesComeBack loads captured hierarchies and compares their nodes with what the phone then dumps.
func TestHierarchiesComeBack(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../../../../../shared/data/hierarchies/*.xml")
	if len(files) == 0 {
		t.Skip("no captured hierarchies here")
	}
	tried := 0
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), "<node ") || !strings.Contains(string(b), " checkable=") || !strings.Contains(string(b), " package=") {
			continue // another source's elements
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			var want node
			if err := xml.Unmarshal(b[strings.Index(string(b), "<hierarchy"):], &want); err != nil {
				t.Skip(err)
			}
			var size image.Point
			want.each(func(n *node) { size.X, size.Y = max(size.X, n.box().Max.X), max(size.Y, n.box().Max.Y) })
			app := filepath.Join(t.TempDir(), "app.json")
			abs, _ := filepath.Abs(f)
			rel, _ := filepath.Rel(filepath.Dir(app), abs)
			if err := os.WriteFile(app, fmt.Appendf(nil, `{"package": "com.example.shot", "label": "Shot", "start": "a", "screens": {"a": {"capture": %q}}}`, rel), 0o600); err != nil {
				t.Fatal(err)
			}
			d, err := custom.Load(app)
			if err != nil {
				t.Fatal(err)
			}
			tried++
			with(t, d, size, func(r *rig) {
				got, want := flat(r.tree()), flat(&want)
				if extra := len(got) - len(want); extra > 0 {
					got = got[extra:] // the frames of the window itself
				}
				for i, w := range want {
					if at(got, i) != w {
						r.t.Fatalf("node %d of %d, %d:\n got %s\nwant %s", i, len(want), len(got), at(got, i), w)
					}
				}
			})
		})
	}
	if tried == 0 {
		t.Error("no file could be used")
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

// flat lists the nodes that can be seen, but for what a phone does not keep of them.
func flat(root *node) []string {
	var out []string
	root.each(func(n *node) {
		if b := n.box(); !b.Empty() {
			out = append(out, fmt.Sprintf("%s %q %q %s %s %s %v", n.get("class"), n.get("text"), n.get("content-desc"), n.get("resource-id"), n.get("package"), n.get("scrollable")+n.get("checkable")+n.get("checked")+n.get("clickable")+n.get("enabled")+n.get("password")+n.get("selected"), b))
		}
	})
	return out
}

func TestBadFilesSayLineAndReason(t *testing.T) {
	t.Parallel()
	const head = "package: com.example.a\nlabel: A\nstart: x\nstate: {n: 0}\nscreens:\n  x:\n"
	for name, c := range map[string][2]string{
		"not yaml":         {"package: [", "line 1"},
		"empty":            {"", "the file is empty"},
		"unknown key":      {"package: com.example.a\nlable: A\n", `line 2: unknown key "lable"`},
		"bad package":      {"package: a b\n", "line 1: \"a b\" is no package name"},
		"no screens":       {"package: com.example.a\nlabel: A\nstart: x\n", `"screens" is missing`},
		"no start":         {"package: com.example.a\nlabel: A\nstart: y\nscreens: {x: {elements: []}}\n", `line 3: there is no screen "y"`},
		"go nowhere":       {head + "    elements:\n      - button: B\n        do:\n          - go: z\n", `line 10: there is no screen "z"`},
		"no variable":      {head + "    elements:\n      - field: m\n", `line 8: there is no variable "m"`},
		"two kinds":        {head + "    elements:\n      - {text: a, button: b}\n", "line 8: an element is one thing: text or button"},
		"no kind":          {head + "    elements:\n      - {id: a}\n", "line 8: an element needs one of"},
		"bad number":       {head + "    elements:\n      - {text: a, size: big}\n", "line 8: a number from 6 to 96"},
		"bad flag":         {head + "    elements:\n      - {text: a, bold: maybe}\n", "line 8: true or false"},
		"bad condition":    {head + "    elements:\n      - {text: a, when: q == 1}\n", "line 8: the condition"},
		"no picture":       {head + "    elements:\n      - image: none.png\n", "line 8: open"},
		"no capture":       {head + "    capture: none.xml\n", "line 7: read"},
		"picture alone":    {head + "    picture: none.png\n    elements: []\n", `"picture" and "on" belong`},
		"capture and text": {head + "    capture: none.xml\n    title: T\n", "leaves no room"},
		"endless":          {head + "    elements:\n      - &e {row: [*e]}\n", "line 8: more than"},
		"json":             {"{\"package\": \"com.example.a\",\n \"screens\": 4}", "line 2: a mapping"},
	} {
		t.Run(name, func(t *testing.T) {
			f := filepath.Join(t.TempDir(), "app.yaml")
			if err := os.WriteFile(f, []byte(c[0]), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := custom.Load(f)
			if !errors.Is(err, custom.ErrFile) || !strings.Contains(err.Error(), c[1]) || !strings.Contains(err.Error(), f) {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := custom.Load("testdata/none.yaml"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}
