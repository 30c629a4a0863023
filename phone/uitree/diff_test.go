package uitree

import (
	"fmt"
	"image"
	"slices"
	"testing"
)

func TestDiff(t *testing.T) {
	bar := func(title string) string {
		return node("Toolbar", "", image.Rect(0, 0, 1080, 200), "", node("TextView", title, image.Rect(200, 50, 800, 150), ""))
	}
	field := func(content string, attrs string) string {
		return node("EditText", content, image.Rect(0, 200, 1080, 300), `hint="Name" clickable="true" `+attrs)
	}
	base := screen(bar("Settings"), list(row(300, "Wi-Fi", "Off", "off"), row(450, "Sound", "", "")))
	dialog := node("LinearLayout", "", image.Rect(100, 900, 980, 1400), "",
		node("TextView", "Sure?", image.Rect(120, 920, 900, 1000), ""), node("Button", "Yes", image.Rect(600, 1200, 900, 1300), `clickable="true"`))
	tests := []struct {
		name, before, after string
		want                []string
	}{
		{"nothing", base, base, nil},
		{"a switch", base, screen(bar("Settings"), list(row(300, "Wi-Fi", "HomeNet", "on"), row(450, "Sound", "", ""))),
			[]string{`"Wi-Fi": "Off" → "HomeNet"`, `"Wi-Fi": off → on`}},
		{"another screen", base, screen(bar("Wi-Fi"), list(row(300, "Use Wi-Fi", "", "off"))),
			[]string{`screen: "Settings" → "Wi-Fi"`, `appeared: switch "Use Wi-Fi"`}},
		{"something appears", base, screen(bar("Settings"), list(row(300, "Wi-Fi", "Off", "off"), row(450, "Sound", "", "")), dialog),
			[]string{`appeared: "Sure?", button "Yes"`}},
		{"something goes", screen(bar("Settings"), list(row(300, "Wi-Fi", "Off", "off"), row(450, "Sound", "", "")), dialog), base,
			[]string{`gone: "Sure?", button "Yes"`}},
		{"typed", screen(field("", `focused="true"`)), screen(field("Ann", `focused="true"`)), []string{`field "Name": nothing → "Ann"`}},
		{"focus", screen(field("", "")), screen(field("", `focused="true"`)), []string{`"Name": has the focus now`}},
		{"disabled", screen(field("", "")), screen(field("", `enabled="false"`)), []string{`"Name": enabled → disabled`}},
		{"a button takes another word", screen(node("Button", "Start", image.Rect(0, 0, 100, 100), `clickable="true"`)), screen(node("Button", "Stop", image.Rect(0, 0, 100, 100), `clickable="true"`)),
			[]string{`button: "Start" → "Stop"`}},
		{"scrolled", screen(list(row(300, "A", "", ""), row(450, "B", "", ""), row(600, "C", "", ""), row(750, "D", "", ""))),
			screen(list(row(300, "C", "", ""), row(450, "D", "", ""), row(600, "E", "", ""))),
			[]string{`content moved up by 300`, `appeared: item "E"`, `gone: item "A", item "B"`}},
		{"scrolled by a whole page", screen(list(row(300, "A", "", "off"), row(450, "B", "", ""), row(600, "C", "", ""))), screen(list(row(300, "D", "", "on"), row(450, "E", "", ""), row(600, "F", "", ""))),
			[]string{`appeared: switch "D", item "E", item "F"`, `gone: switch "A", item "B", item "C"`}},
		{"one id, two pages", screen(bar("Wi-Fi"), node("TextView", "Wi-Fi is off", image.Rect(0, 300, 1080, 400), `resource-id="com.example:id/state"`)),
			screen(bar("Bluetooth"), node("TextView", "Bluetooth is on", image.Rect(0, 300, 1080, 400), `resource-id="com.example:id/state"`)),
			[]string{`screen: "Wi-Fi" → "Bluetooth"`, `appeared: "Bluetooth is on"`}},
		{"a tab bar stays", screen(bar("Home"), node("TextView", "News", image.Rect(0, 300, 1080, 400), ""), node("Button", "Me", image.Rect(0, 2300, 500, 2400), `clickable="true"`)),
			screen(bar("Me too"), node("TextView", "Ann", image.Rect(0, 300, 1080, 400), ""), node("Button", "Me", image.Rect(0, 2300, 500, 2400), `clickable="true" selected="true"`)),
			[]string{`screen: "Home" → "Me too"`, `"Me": selected`, `appeared: "Ann"`}},
		{"a counter in the title", screen(bar("Inbox (3)"), node("TextView", "Three", image.Rect(0, 300, 1080, 400), `resource-id="com.example:id/state"`)),
			screen(bar("Inbox (2)"), node("TextView", "Two", image.Rect(0, 300, 1080, 400), `resource-id="com.example:id/state"`)),
			[]string{`screen: "Inbox (3)" → "Inbox (2)"`, `text: "Three" → "Two"`}},
		{"password shows its length only", screen(field("abc", `password="true"`)), screen(field("abcd", `password="true"`)), []string{`field "Name": "•••" → "••••"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Diff(view(t, tt.before), view(t, tt.after)); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestDiffIsBounded(t *testing.T) {
	var on, off []string
	for i := range 60 {
		on = append(on, row(300+150*i%2000, fmt.Sprint("Row ", i), "", "on"))
		off = append(off, row(300+150*i%2000, fmt.Sprint("Row ", i), "", "off"))
	}
	d := Diff(view(t, screen(list(off...))), view(t, screen(list(on...))))
	if len(d) != 20 || d[19] != "41 more changes" {
		t.Errorf("%d lines, last %q", len(d), d[len(d)-1])
	}
	if Diff(nil, view(t, screen())) != nil {
		t.Error("a diff with nothing is not nil")
	}
}
