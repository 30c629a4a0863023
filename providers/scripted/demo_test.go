package scripted

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// paperPhone answers tool calls with the words real tools use, from a few pages on paper.
type paperPhone struct {
	stack  []string // pages, the top one last; "home" is the launcher
	on     map[string]bool
	stuck  map[string]bool // switches that do not move
	bright int
	notes  []string
	typed  string
	calc   string
	result string
	offset map[string]int // rows scrolled away, per page
	deny   map[string]string
	blind  bool // no element list
	calls  []string
}

func newPaperPhone() *paperPhone {
	return &paperPhone{stack: []string{"home"}, on: map[string]bool{"Wi-Fi": true}, stuck: map[string]bool{}, bright: 40, offset: map[string]int{}, deny: map[string]string{}}
}

// rows of the settings pages: "name|detail", "switch name", "slider name".
var paperPages = map[string][]string{
	"Settings":             {"field Search settings", "Network & internet|Mobile, Wi-Fi, hotspot", "Connected devices|Bluetooth, pairing", "Apps", "Battery|84%", "Storage", "Sound & vibration", "Display|Dark theme", "System", "About phone"},
	"Network & internet":   {"Internet|HomeNet", "switch Airplane mode"},
	"Internet":             {"switch Wi-Fi", "switch Mobile data", "switch Turn on Wi-Fi automatically"},
	"Connected devices":    {"Bluetooth|Off", "switch NFC"},
	"Bluetooth":            {"switch Use Bluetooth", "Pair new device"},
	"Display":              {"Brightness level|40%", "switch Adaptive brightness", "Screen timeout|1 minute", "switch Dark theme"},
	"Brightness level":     {"slider Brightness level"},
	"Sound & vibration":    {"slider Media volume"},
	"About phone":          {"Model|Pixel 8", "Android version|14", "Build number|AP2A"},
	"Results for Tap tone": {"field Search settings", "Tap tone|Sound & vibration"},
	"Tap tone":             {"switch Tap tone"},
}

const paperRows = 8 // that fit on the screen

func (f *paperPhone) page() string { return f.stack[len(f.stack)-1] }

// lines are the element lines of the page in front, by id.
func (f *paperPhone) lines() []string {
	var out []string
	add := func(format string, a ...any) { out = append(out, fmt.Sprintf(format, a...)) }
	page := f.page()
	y := func() int { return 300 + 200*len(out) }
	switch page {
	case "home":
		add(`e1 item "Settings" @100,%d`, y())
	case "Notes":
		for _, n := range f.notes {
			add(`e%d item "Untitled" "%s" @540,%d`, 100+len(out), strings.ReplaceAll(n, `"`, `\"`), y())
		}
		add(`e50 button "New note" @948,2205`)
	case "Edit note":
		add(`e60 field "Title" = "" @540,300`)
		add(`e61 field "Note" = "%s" focused @540,600`, strings.ReplaceAll(f.typed, `"`, `\"`))
		add(`e62 button "Save" @1000,100`)
	case "Calculator":
		add(`text "%s" @900,400`, f.calc)
		add(`text "%s" @900,600`, f.result)
		for i, k := range []string{"AC", "÷", "7", "8", "9", "×", "4", "5", "6", "−", "1", "2", "3", "+", "0", ".", "="} {
			add(`e%d button "%s" @%d,%d`, 200+i, k, 100+i, 1000+i)
		}
	default:
		add(`e9 list #recycler_view @540,1273`)
		add(` text "%s" @206,150`, page)
		rows := paperPages[page]
		for i := f.offset[page]; i < len(rows) && i < f.offset[page]+paperRows; i++ {
			name, detail, _ := strings.Cut(rows[i], "|")
			id := 1000 + i
			switch {
			case strings.HasPrefix(name, "switch "):
				add(` e%d switch "%s" %s @540,%d`, id, name[7:], map[bool]string{true: "on", false: "off"}[f.on[name[7:]]], y())
			case strings.HasPrefix(name, "slider "):
				if name == "slider Brightness level" {
					add(` text "%d%%" @163,%d`, f.bright, y()-80)
				}
				add(` e%d slider "%s" @540,%d`, id, name[7:], y())
			case strings.HasPrefix(name, "field "):
				add(` e%d field #search = "%s" @540,%d`, id, name[6:], y())
			case detail != "":
				add(` e%d item "%s" "%s" @540,%d`, id, name, detail, y())
			default:
				add(` e%d item "%s" @540,%d`, id, name, y())
			}
		}
	}
	return out
}

func (f *paperPhone) screen() string {
	if f.blind {
		return "<screen size=\"1080x2400\">\nno element list: the screen never stood still\n</screen>"
	}
	pkg := map[string]string{"home": "com.example.launcher", "Notes": "com.example.notes", "Edit note": "com.example.notes", "Calculator": "com.example.calculator"}[f.page()]
	if pkg == "" {
		pkg = "com.android.settings"
	}
	return "<screen size=\"1080x2400\">\nscreen of " + pkg + ", 1080×2400\n" + strings.Join(f.lines(), "\n") + "\n</screen>"
}

// do answers one call.
func (f *paperPhone) do(name string, args map[string]any) string {
	f.calls = append(f.calls, name)
	if why, ok := f.deny[name]; ok {
		return why
	}
	str := func(k string) string { s, _ := args[k].(string); return s }
	acted := func(what string) string { return what + ".\nDelivered, and the screen changed.\n" + f.screen() }
	switch name {
	case "open_app":
		page := map[string]string{"settings": "Settings", "notes": "Notes", "calculator": "Calculator"}[strings.ToLower(str("app"))]
		if page == "" {
			return `open_app: no app fits "` + str("app") + `". There are: Calculator, Notes, Settings`
		}
		f.stack = append(f.stack, page)
		return acted("Opened " + page)
	case "ui_dump":
		return f.screen()
	case "ua_press":
		if str("key") == "back" && len(f.stack) > 1 {
			f.stack = f.stack[:len(f.stack)-1]
		}
		return acted("Pressed " + str("key"))
	case "ua_swipe":
		from, _ := args["y1"].(float64)
		to, _ := args["y2"].(float64)
		most := max(0, len(paperPages[f.page()])-paperRows)
		if f.offset[f.page()]++; from < to {
			f.offset[f.page()] -= 2
		}
		f.offset[f.page()] = min(most, max(0, f.offset[f.page()]))
		return acted("Swiped")
	case "ua_type":
		return f.typeText(str("text"), acted)
	case "ua_tap":
		return f.tap(str("element"), args, acted)
	case "get_foreground_app":
		return "In front: com.example.notes, activity x."
	case "device_info":
		return "phone: Google Pixel 8\nsystem: Android 14 (API 34), arm64\nbattery: 84 %, charging"
	case "take_screenshot":
		return "Picture of the screen, 1080×2400 pixels, saved as shot.png."
	}
	return name + ": unknown tool"
}

func (f *paperPhone) typeText(text string, acted func(string) string) string {
	if f.page() == "Edit note" {
		f.typed = text
	} else if page := "Results for " + text; paperPages[page] != nil {
		f.stack = append(f.stack, page)
	} else if f.page() == "Settings" {
		f.stack = append(f.stack, "No results")
	}
	return fmt.Sprintf("The field holds %q.\n", text) + acted("Typed")
}

func (f *paperPhone) tap(id string, args map[string]any, acted func(string) string) string {
	if id == "" {
		x, _ := args["x"].(float64)
		f.bright = min(100, max(0, int((x-60)/9.6)))
		return acted("Tapped")
	}
	for _, l := range f.lines() {
		it, _ := parseItem(strings.TrimSpace(l))
		if it.id != id {
			continue
		}
		switch {
		case it.toggle():
			f.on[it.name] = f.on[it.name] != !f.stuck[it.name]
		case it.name == "New note":
			f.stack, f.typed = append(f.stack, "Edit note"), ""
		case it.name == "Save":
			f.notes, f.stack = append(f.notes, f.typed), f.stack[:len(f.stack)-1]
		case f.page() == "Calculator":
			f.key(it.name)
		case paperPages[it.name] != nil:
			f.stack = append(f.stack, it.name)
		}
		return acted("Tapped " + it.name)
	}
	return "not done: there is no element " + id
}

func (f *paperPhone) key(k string) {
	switch k {
	case "AC":
		f.calc, f.result = "", ""
	case "=":
		f.result = map[string]string{"12×34": "408", "7÷2": "3.5", "1+1": "11"}[f.calc]
	default:
		f.calc += k
	}
}

var paperTools = func() []requestTool {
	var out []requestTool
	for _, n := range []string{"open_app", "ui_dump", "ua_tap", "ua_press", "ua_swipe", "ua_type", "ua_scroll_to", "device_info", "take_screenshot"} {
		var t requestTool
		t.Function.Name = n
		t.Function.Parameters = json.RawMessage(`{"type":"object","properties":{"element":{},"x":{},"y":{}}}`)
		out = append(out, t)
	}
	return out
}()

func raw1(s string) json.RawMessage { b, _ := json.Marshal(s); return b }

// carryOut runs a goal on a paper phone and returns the last answer and the number of calls.
func carryOut(t *testing.T, f *paperPhone, goal string, tools []requestTool) (string, int) {
	t.Helper()
	q := &request{Model: "demo", Tools: tools, Messages: []requestMessage{{Role: "user", Content: raw1(goal)}}}
	for n := 0; n <= maxSteps+1; n++ {
		p := newPilot(q)
		answer := p.fly()
		if p.next == nil {
			return answer, n
		}
		if again := newPilot(q); again.fly() != answer || *again.next != *p.next {
			t.Fatalf("the same conversation gives another call: %+v, %+v", again.next, p.next)
		}
		var args map[string]any
		if err := json.Unmarshal([]byte(p.next.args), &args); err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprintf("call_%d", n)
		call := requestCall{ID: id}
		call.Function.Name, call.Function.Arguments = p.next.name, p.next.args
		q.Messages = append(q.Messages,
			requestMessage{Role: "assistant", Content: raw1(p.next.say), ToolCalls: []requestCall{call}},
			requestMessage{Role: "tool", ToolCallID: id, Content: raw1(f.do(p.next.name, args))})
	}
	t.Fatalf("%q never ends", goal)
	return "", 0
}

func TestDemoCarriesGoalsOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		goal, answer string
		ok           func(f *paperPhone) bool
	}{
		{"turn Wi-Fi off and switch on the dark theme", "DONE: Wi-Fi is off now; Dark theme is on now.", func(f *paperPhone) bool { return !f.on["Wi-Fi"] && f.on["Dark theme"] }},
		{"Turn on Bluetooth.", "DONE: Bluetooth is on now.", func(f *paperPhone) bool { return f.on["Use Bluetooth"] }},
		{"please turn on wifi", "DONE: Wi-Fi was already on.", func(f *paperPhone) bool { return f.on["Wi-Fi"] }},
		{"enable NFC, airplane mode and bluetooth", "DONE: NFC is on now; Airplane mode is on now; Bluetooth is on now.", func(f *paperPhone) bool { return f.on["NFC"] && f.on["Airplane mode"] }},
		{"is airplane mode on?", "DONE: Airplane mode is off.", nil},
		{"turn on the Tap tone", "DONE: Tap tone is on now.", func(f *paperPhone) bool { return f.on["Tap tone"] }},
		{"set the brightness to 30%", "DONE: brightness is at ", func(f *paperPhone) bool { return f.bright >= 28 && f.bright <= 32 }},
		{"set brightness to 100 percent", "DONE: brightness is at ", func(f *paperPhone) bool { return f.bright >= 98 }},
		{"write a note saying buy milk, eggs and call mom", "DONE: the note “buy milk, eggs and call mom” is saved", func(f *paperPhone) bool { return f.notes[0] == "buy milk, eggs and call mom" }},
		{`write a note saying "it's 100% fun, and then?" then turn on Bluetooth`, "DONE: the note “it's 100% fun, and then?” is saved; the list of notes shows it; Bluetooth is on now.", func(f *paperPhone) bool { return f.on["Use Bluetooth"] }},
		{"what is 12*34 on the calculator", "DONE: the calculator shows 12*34 = 408.", nil},
		{"calculate 7 divided by 2", "DONE: the calculator shows 7/2 = 3.5.", nil},
		{"open the app Notes", "DONE: Notes is open", func(f *paperPhone) bool { return f.page() == "Notes" }},
		{"tell me the Android version", "DONE: the Android version is 14.", nil},
		{"what's the battery level of this phone?", "DONE: the battery is at 84 %, charging.", nil},
		{"what is the build number", "DONE: the build number is AP2A.", nil},
		{"take a screenshot and go home", "DONE: a screenshot was taken", nil},
		{"open settings, tap Display", "DONE: settings is open (the screen is of com.android.settings); “Display” was tapped; the screen shows “Display” now.", nil},
		{"open the display settings", "DONE: the page Display is open.", nil},
	} {
		t.Run(c.goal, func(t *testing.T) {
			f := newPaperPhone()
			answer, steps := carryOut(t, f, c.goal, paperTools)
			if !strings.HasPrefix(answer, c.answer) || c.ok != nil && !c.ok(f) || steps > 30 {
				t.Errorf("%d steps (%s), got %s\nwant %s", steps, strings.Join(f.calls, " "), answer, c.answer)
			}
		})
	}
}

// What was not done, or not seen to be done, is never called done.
func TestDemoFailsHonestly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, goal, answer string
		set                func(f *paperPhone)
		tools              []requestTool
	}{
		{"unknown verb", "make coffee", "FAILED: I do not know how to do this: make coffee\nNothing was done on the phone.", nil, paperTools},
		{"half a goal is not begun", "turn on Bluetooth and book a table", "FAILED: I do not know how to do this: book a table", nil, paperTools},
		{"no goal", " ", "FAILED: there is no goal", nil, paperTools},
		{"a pronoun", "turn it off", "FAILED: I do not know how to do this: turn it off", nil, paperTools},
		{"a switch that does not move", "turn off Wi-Fi", "FAILED: I tapped “Wi-Fi”, but it still shows on", func(f *paperPhone) { f.stuck["Wi-Fi"] = true }, paperTools},
		{"an unknown setting", "turn on teleportation", `FAILED: the settings know nothing called "teleportation"`, nil, paperTools},
		{"a missing app", "open Foo", `FAILED: Foo cannot be opened: open_app: no app fits "Foo"`, nil, paperTools},
		{"a denied tool", "turn off Wi-Fi", "FAILED: Settings cannot be opened: rejected by the user", func(f *paperPhone) { f.deny["open_app"] = "rejected by the user" }, paperTools},
		{"a denied tap", "turn off Wi-Fi", "FAILED: ua_tap did not work: denied: this mode only looks", func(f *paperPhone) { f.deny["ua_tap"] = "denied: this mode only looks" }, paperTools},
		{"no tools", "turn off Wi-Fi", "FAILED: I need the tool open_app for this, and it is not offered", nil, nil},
		{"an unreadable screen", "turn off Wi-Fi", "FAILED: the screen cannot be read", func(f *paperPhone) { f.blind = true }, paperTools},
		{"a slider without a value", "set the media volume to 30%", "FAILED: the screen does not show the value of “Media volume”", nil, paperTools},
		{"a wrong result", "what is 1+1", "FAILED: the calculator shows no result that can be right for 1+1", nil, paperTools},
		{"text that did not arrive", "write a note saying hello", "FAILED: the text did not arrive as it was sent", func(f *paperPhone) {
			f.deny["ua_type"] = "The field holds \"hel\", which is not what was sent.\n" + f.screen()
		}, paperTools},
		{"after something was done", "open Notes then turn on teleportation", "FAILED: the settings know nothing called \"teleportation\"\nBefore that: Notes is open", nil, paperTools},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newPaperPhone()
			if c.set != nil {
				c.set(f)
			}
			answer, _ := carryOut(t, f, c.goal, c.tools)
			if !strings.HasPrefix(answer, c.answer) {
				t.Errorf("got %s\nwant %s", answer, c.answer)
			}
			if strings.HasPrefix(c.answer, "FAILED: I do not know") && len(f.calls) > 0 {
				t.Errorf("the phone was touched: %v", f.calls)
			}
		})
	}
}

func TestClauses(t *testing.T) {
	t.Parallel()
	for goal, want := range map[string]string{
		"turn Wi-Fi off and switch on the dark theme":     "turn Wi-Fi off | switch on the dark theme",
		"turn on Wi-Fi, Bluetooth and NFC":                "turn on Wi-Fi, Bluetooth and NFC",
		"Open Notes, then take a screenshot. Go home!":    "Open Notes | take a screenshot | Go home",
		"write a note saying a, b and c then go home":     "write a note saying a, b and c | go home",
		"write a note saying call mom and buy milk":       "write a note saying call mom and buy milk",
		`type "one, and then go home" and press enter`:    `type "one, and then go home" | press enter`,
		"type one and two":                                "type one and two",
		`type "one" then press enter`:                     `type "one" | press enter`,
		"Can you please turn on Bluetooth for me?":        "turn on Bluetooth for me?",
		"turn on wifi\nopen Settings":                     "turn on wifi | open Settings",
		"open the app Clock and then set an alarm please": "open the app Clock | set an alarm",
	} {
		if got := strings.Join(clauses(goal), " | "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", goal, got, want)
		}
	}
}

func TestParseScreen(t *testing.T) {
	t.Parallel()
	s := parseScreen("[note]\nTapped.\nDelivered, and the screen changed.\n- \"Wi-Fi\": off → on\n<screen size=\"1080x2400\">\nscreen \"Network\" of com.android.settings, 1080×2400\n" +
		"e48213 list @540,1300\n e39211 switch \"Wi-Fi\" \"HomeNet\" on @540,620\n e17730 field \"Search\" = \"say \\\"hi\\\"\" focused [0,100][1080,260]\n text \"About phone\" @540,2260\n… 23 more here\n e5 button \"OK\" disabled @1,2\n</screen>\nNext: x")
	if s == nil || s.title != "Network" || s.pkg != "com.android.settings" || s.w != 1080 || s.h != 2400 || len(s.items) != 5 {
		t.Fatalf("got %+v", s)
	}
	wifi, field, ok := s.items[1], s.items[2], s.items[4]
	if wifi.id != "e39211" || wifi.name != "Wi-Fi" || !wifi.on || wifi.off || wifi.y != 620 || wifi.details[0] != "HomeNet" {
		t.Errorf("wifi %+v", wifi)
	}
	if field.value != `say "hi"` || field.name != "Search" || !field.focused || field.x != 540 || field.y != 180 {
		t.Errorf("field %+v", field)
	}
	if !ok.disabled || tappable(ok) {
		t.Errorf("ok %+v", ok)
	}
	for _, in := range []string{"", "denied", "<screen size=\"1x1\">", "<screen size=\"1x1\">\nno element list: x\n</screen>"} {
		if s := parseScreen(in); s != nil {
			t.Errorf("%q: got %+v", in, s)
		}
	}
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"12*34": "408", "1+2*3": "7", "10-4-3": "3", "8/4/2": "1", "-5+2": "-3", "1.5+2.25-4": "-1/4", "2*3-4*5": "-14"} {
		if got := evaluate(in); got == nil || got.RatString() != want {
			t.Errorf("%s = %v, want %s", in, got, want)
		}
	}
	if evaluate("1/0") != nil {
		t.Error("1/0 has a value")
	}
}

func FuzzParseScreen(f *testing.F) {
	f.Add("<screen size=\"1080x2400\">\nscreen of a, 1×1\n e1 switch \"a\" on @1,2\n</screen>")
	f.Add("<screen size=\"\">\nscreen\n\" = \"\n e1 field = \"\\\"\n")
	f.Fuzz(func(t *testing.T, in string) {
		if s := parseScreen(in); s != nil {
			s.named(tappable, "a")
			s.result(nil)
		}
	})
}

func FuzzParseGoal(f *testing.F) {
	f.Add("turn Wi-Fi off and switch on the dark theme")
	f.Add(`type "a“, then`)
	f.Fuzz(func(t *testing.T, goal string) {
		if tasks, err := parseGoal(goal); err == nil && len(tasks) == 0 {
			t.Errorf("%q: neither tasks nor an error", goal)
		}
	})
}
