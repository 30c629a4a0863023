package view

import (
	"encoding/xml"
	"image"
	"strings"
	"testing"
)

// dumped is one <node> with its attributes in order.
type dumped struct {
	names []string
	attr  map[string]string
	kids  []*dumped
}

// parseDump reads nodes the way a strict parser does.
func parseDump(t *testing.T, s string) []*dumped {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<r>" + s + "</r>"))
	root := &dumped{}
	stack := []*dumped{root}
	for {
		tok, err := d.Token()
		if tok == nil {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, s)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			n := &dumped{attr: map[string]string{}}
			for _, a := range e.Attr {
				n.names = append(n.names, a.Name.Local)
				n.attr[a.Name.Local] = a.Value
			}
			top := stack[len(stack)-1]
			top.kids = append(top.kids, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
	if len(root.kids) != 1 {
		t.Fatalf("no root in %s", s)
	}
	return root.kids[0].kids
}

func dumpOf(t *testing.T, root *Node) []*dumped {
	t.Helper()
	s := laid(t, root)
	var b strings.Builder
	s.Dump(&b, "com.example.app", s.Frame())
	return parseDump(t, b.String())
}

func TestDumpAttributesInOrder(t *testing.T) {
	t.Parallel()
	want := strings.Fields("index text resource-id class package content-desc checkable checked clickable enabled focusable focused " +
		"scrollable long-clickable password selected bounds")
	n := dumpOf(t, &Node{W: Match, H: Match, Children: []*Node{{Text: "x"}, {ID: "b", W: 10, H: 10, OnClick: func() {}}}})[0]
	if got := strings.Join(n.names, " "); got != strings.Join(want, " ") {
		t.Errorf("attributes\n%s\nwant\n%s", got, strings.Join(want, " "))
	}
	if got := n.kids[1].names[0]; got != "NAF" {
		t.Errorf("a button without a label begins with %s, want NAF", got)
	}
}

func TestDumpValues(t *testing.T) {
	t.Parallel()
	click := func() {}
	cases := []struct {
		name string
		node *Node
		want map[string]string
	}{
		{"text", &Node{ID: "title", Text: "Wi-Fi"}, map[string]string{"text": "Wi-Fi", "resource-id": "com.example.app:id/title", "class": "android.widget.TextView", "clickable": "false"}},
		{"full id", &Node{ID: "android:id/title", Text: "x"}, map[string]string{"resource-id": "android:id/title"}},
		{"foreign package", &Node{ID: "x", Text: "x", Package: "p.q"}, map[string]string{"resource-id": "p.q:id/x", "package": "p.q"}},
		{"button", &Node{Class: "Button", Text: "OK", OnClick: click}, map[string]string{"class": "android.widget.Button", "clickable": "true", "focusable": "true", "NAF": ""}},
		{"switch", SwitchLook(Light(), true), map[string]string{"class": "android.widget.Switch", "checkable": "true", "checked": "true", "clickable": "false"}},
		{"icon button", IconButton(Light(), "a", "Delete", IconDelete, click), map[string]string{"content-desc": "Delete", "class": "android.widget.ImageButton", "NAF": ""}},
		{"label inside", &Node{W: 10, H: 10, OnClick: click, Children: []*Node{{Text: "x"}}}, map[string]string{"NAF": ""}},
		{"no label inside", &Node{W: 10, H: 10, OnClick: click, Children: []*Node{{W: 5, H: 5}}}, map[string]string{"NAF": "true"}},
		{"disabled", &Node{Text: "x", Disabled: true, OnClick: click}, map[string]string{"enabled": "false"}},
		{"field with hint", &Node{Hint: "Title", Edit: &Edit{}}, map[string]string{"text": "Title", "class": "android.widget.EditText", "clickable": "true", "long-clickable": "true"}},
		{"password", &Node{Text: "abc", Password: true, Edit: &Edit{}}, map[string]string{"text": "•••", "password": "true"}},
		{"long press", &Node{Text: "x", OnLongClick: click}, map[string]string{"long-clickable": "true", "clickable": "false"}},
		{"scrolls", &Node{Scroll: Vertical, H: 50, W: 50, Children: []*Node{{H: 100, W: 10}}}, map[string]string{"scrollable": "true", "class": "android.widget.ScrollView"}},
		{"has nothing to scroll", &Node{Scroll: Vertical, H: 50, W: 50, Children: []*Node{{H: 10, W: 10}}}, map[string]string{"scrollable": "false"}},
		{"selected", &Node{Text: "x", Selected: true}, map[string]string{"selected": "true"}},
		{"spoken", &Node{Spoken: "Notes", W: 10, H: 10, Children: []*Node{{Text: "drawn", Decor: true}}}, map[string]string{"text": "Notes"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := dumpOf(t, &Node{W: Match, H: Match, Children: []*Node{c.node}})[0].kids[0]
			for k, want := range c.want {
				if got := n.attr[k]; got != want {
					t.Errorf("%s is %q, want %q", k, got, want)
				}
			}
		})
	}
}

func TestDumpEscapes(t *testing.T) {
	t.Parallel()
	text := "a<b>&\"c\"\nd\x01e 🙂é你"
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{{Text: text}}})
	var b strings.Builder
	s.Dump(&b, "p", s.Frame())
	if want := `text="a&lt;b&gt;&amp;&quot;c&quot;&#10;d.e &#128578;é你"`; !strings.Contains(b.String(), want) {
		t.Errorf("no %s in %s", want, b.String())
	}
	if strings.Contains(b.String(), "\n") {
		t.Error("a dump is one line")
	}
	got := parseDump(t, b.String())[0].kids[0].attr["text"]
	if want := strings.ReplaceAll(text, "\x01", "."); got != want {
		t.Errorf("reads back as %q, want %q", got, want)
	}
}

func TestDumpOnlyWhatCanBeSeen(t *testing.T) {
	t.Parallel()
	l := &Node{Scroll: Vertical, W: Match, H: 120}
	for _, text := range []string{"zero", "one", "two", "three"} {
		l.Add(&Node{Text: text, W: Match, H: 50})
	}
	n := dumpOf(t, &Node{W: Match, H: Match, Children: []*Node{l, {Text: "decor", Decor: true}, {Text: "after"}}})[0]
	if len(n.kids) != 2 || n.kids[1].attr["text"] != "after" || n.kids[1].attr["index"] != "1" {
		t.Errorf("decoration is no node and counts as none: %+v", n.kids)
	}
	rows := n.kids[0].kids
	if len(rows) != 3 {
		t.Fatalf("%d rows, want the three that can be seen", len(rows))
	}
	if got := rows[2].attr["bounds"]; got != "[0,100][400,120]" {
		t.Errorf("the row that is cut off has bounds %s", got)
	}
}

func TestDumpBoundsAgreeWithTouch(t *testing.T) {
	t.Parallel()
	hit := ""
	row := func(name string) *Node {
		return &Node{Text: name, W: Match, H: 37, OnClick: func() { hit = name }}
	}
	l := &Node{Scroll: Vertical, W: Match, H: 200, Children: []*Node{row("a"), row("b"), row("c"), row("d"), row("e"), row("f"), row("g")}}
	s := laid(t, &Node{W: Match, H: Match, Children: []*Node{{H: 33}, l}}) // an empty view has no bounds and is not dumped
	s.ScrollBy(image.Pt(10, 100), 0, 25)
	s.Relayout()
	var b strings.Builder
	s.Dump(&b, "p", s.Frame())
	for _, n := range parseDump(t, b.String())[0].kids[0].kids {
		var r image.Rectangle
		if err := scanBounds(n.attr["bounds"], &r); err != nil {
			t.Fatal(err)
		}
		for _, p := range []image.Point{r.Min, {r.Max.X - 1, r.Max.Y - 1}, r.Min.Add(r.Size().Div(2))} {
			hit = ""
			if tap(s, p, begin); hit != n.attr["text"] {
				t.Errorf("%v lies in the bounds %v of %q but touches %q", p, r, n.attr["text"], hit)
			}
		}
	}
}
