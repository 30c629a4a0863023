package uitree

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
)

func TestLocate_T62_T63(t *testing.T) {
	v := view(t, screen(
		node("TextView", "Wi-Fi", image.Rect(0, 0, 1080, 100), `resource-id="com.example:id/heading"`),
		list(
			row(300, "Wi-Fi preferences", "Turns on by itself", ""),
			row(450, "Wi-Fi", "HomeNet", "on"),
			row(600, "Ｗｉ\u2011Ｆｉ calling", "", ""),
			row(750, "无线局域网", "已连接", ""),
			row(900, "Straße", "Don’t disturb", ""),
			node("Button", "ok", image.Rect(0, 1100, 100, 1200), `clickable="true"`),
			node("Button", "OK", image.Rect(200, 1100, 300, 1200), `clickable="true" resource-id="com.example:id/confirm"`),
		)))
	ok := find(t, v, "ok")
	tests := []struct {
		name string
		q    Query
		want []string // names of the targets
	}{
		{"tappable whole, tappable beginning, then the heading", Query{Text: "wi-fi"}, []string{"Wi-Fi", "Wi-Fi preferences", "Ｗｉ\u2011Ｆｉ calling", "Wi-Fi"}},
		{"tappable only", Query{Text: "wi-fi", Tappable: true}, []string{"Wi-Fi", "Wi-Fi preferences", "Ｗｉ\u2011Ｆｉ calling"}},
		{"exact", Query{Text: "OK", Exact: true}, []string{"OK"}},
		{"any case", Query{Text: "Ok"}, []string{"ok", "OK"}},
		{"part in CJK", Query{Text: "局域"}, []string{"无线局域网"}},
		{"case folding beyond ASCII", Query{Text: "STRASSE"}, []string{"Straße"}},
		{"quotes and blanks", Query{Text: "don't  DISTURB"}, []string{"Straße"}},
		{"text of a child counts for its row", Query{Text: "homenet"}, []string{"Wi-Fi"}},
		{"full resource id", Query{ID: "com.example:id/confirm"}, []string{"OK"}},
		{"short resource id", Query{ID: "confirm"}, []string{"OK"}},
		{"resource id with type", Query{ID: "id/confirm"}, []string{"OK"}},
		{"label", Query{ID: ok.Label}, []string{"ok"}},
		{"id and text", Query{ID: "title", Text: "straße"}, []string{"Straße"}},
		{"only blanks", Query{Text: " "}, nil},
		{"nothing asked", Query{}, nil},
		{"not there", Query{Text: "Bluetooth"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, m := range v.Locate(tt.q) {
				got = append(got, m.Target.Name)
				if !m.Point.In(m.Target.Bounds) {
					t.Errorf("point %v outside %v", m.Point, m.Target.Bounds)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestFindNth(t *testing.T) {
	var kids []string
	for i := range 3 {
		kids = append(kids, node("Button", "Add", image.Rect(0, 300+100*i, 100, 400+100*i), `clickable="true"`))
	}
	v := view(t, screen(kids...))
	for nth, y := range map[int]int{0: 350, 1: 350, 2: 450, 3: 550} {
		m, err := v.Find(Query{Text: "add", Nth: nth})
		if err != nil || m.Point.Y != y {
			t.Errorf("nth %d: %v, %v; want y %d", nth, m.Point, err, y)
		}
	}
	_, err := v.Find(Query{Text: "add", Nth: 4})
	if nf, ok := errors.AsType[*NotFoundError](err); !ok || nf.Matches != 3 || !strings.Contains(err.Error(), "only 3") {
		t.Errorf("nth 4: %v", err)
	}
}

func TestNotFoundNamesWhatIsNear(t *testing.T) {
	v := view(t, screen(list(row(300, "Network & internet", "", ""), row(450, "Sound", "", ""))))
	_, err := v.Find(Query{Text: "networks"})
	if nf, ok := errors.AsType[*NotFoundError](err); !ok || !slices.Equal(nf.Near, []string{`"Network & internet"`}) {
		t.Errorf("near: %v", err)
	}
}

func TestTextOnATappableGroundIsTappedItself(t *testing.T) {
	var kids []string
	for i := range 5 {
		kids = append(kids, node("TextView", fmt.Sprint("marker ", i), image.Rect(100*i, 500, 100*i+50, 600), ""))
	}
	v := view(t, screen(node("FrameLayout", "", image.Rect(0, 0, 1080, 2400), `clickable="true" content-desc="Map"`, kids...)))
	m, err := v.Find(Query{Text: "marker 3"})
	if err != nil || m.Point != image.Pt(325, 550) || m.Target.Name != "Map" {
		t.Errorf("%v %v %v", m.Point, m.Target, err)
	}
}
