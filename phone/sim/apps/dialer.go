package apps

import (
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Dialer is the telephone: favourites, the call log, people, the keypad, and the screen of a call.
func Dialer() world.AppDef {
	return world.AppDef{
		Package: world.DialerPackage, Label: "Phone", Labels: map[string]string{"zh": "电话"}, Version: "124.0.602462151", VersionCode: 12400602, System: true,
		Icon: iconCall, Color: view.RGB(0x2f7fe0),
		Permissions: []world.Permission{
			{Name: "android.permission.CALL_PHONE", Runtime: true, Granted: true}, {Name: "android.permission.READ_CALL_LOG", Runtime: true, Granted: true},
			{Name: "android.permission.READ_CONTACTS", Runtime: true, Granted: true},
		},
		Shortcuts: []world.Shortcut{{Label: "Keypad", Intent: world.Intent{Action: "android.intent.action.DIAL", Data: "tel:"}}},
		Activities: []world.ActivityDef{
			{
				Class: ".extensions.GoogleDialtactsActivity", Launcher: true, Actions: []string{"android.intent.action.DIAL", "android.intent.action.CALL_BUTTON", "android.intent.action.CALL"},
				Schemes: []string{"tel"}, Screen: func() world.Screen { return &dialer{part: 1} },
			},
			{Class: "com.android.incallui.InCallActivity", Actions: []string{world.ActionInCall}, Affinity: "com.android.incallui", OverLock: true, SingleTask: true, Screen: func() world.Screen { return &inCall{} }},
		},
		Due: callDue, OnDue: func(c *world.Ctx) { c.AnswerCall() }, OnAction: callAction,
	}
}

// pickUpAfter is how long the called one takes to answer.
const pickUpAfter = 4 * time.Second

func callDue(c *world.Ctx) time.Time {
	if k := c.Call(); k.Dialing {
		return k.Since.Add(pickUpAfter)
	}
	return time.Time{}
}

func callAction(c *world.Ctx, n world.Notification, button int) {
	switch {
	case n.Category == "missed_call":
		c.CancelNote(n.ID, n.Tag)
		c.CloseShade()
		rows := c.Content().Query(world.TableCalls, func(r world.Row) bool { return r.Int("type") == world.CallMiss })
		if len(rows) == 0 {
			return
		}
		if number := rows[len(rows)-1].Text("number"); button == 0 {
			call(c, number)
		} else {
			write(c, number)
		}
	case c.Call().Phase == world.CallRinging && button == 1:
		c.AnswerCall()
		c.CloseShade()
	default:
		c.HangUp()
	}
}

// call calls a number, as every app with a telephone button does.
func call(c *world.Ctx, number string) {
	switch {
	case c.SettingOn("global", "airplane_mode_on"):
		c.ShowDialog(world.Dialog{Message: tr(c, "To place a call, first turn off airplane mode."), OK: tr(c, "OK")})
	case !c.PlaceCall(number):
		c.Toast(tr(c, "Call not sent"))
	}
}

// dialer is the app's main screen.
type dialer struct {
	part   int // 0 favourites, 1 recents, 2 contacts
	pad    bool
	digits string
	query  string
	taken  string // the intent whose number was taken
}

var dialerTabs = []tab{{"tab_favorites", "Favorites", view.IconStar}, {"tab_recents", "Recents", view.IconClock}, {"tab_contacts", "Contacts", view.IconPerson}}

// Resume takes the number of a tel: intent.
func (d *dialer) Resume(c *world.Ctx) {
	i := c.Intent()
	number := strings.ReplaceAll(strings.TrimPrefix(i.Data, "tel:"), "%23", "#")
	if i.Data == "" || d.taken == i.Action+i.Data {
		return
	}
	d.taken = i.Action + i.Data
	if i.Action == "android.intent.action.CALL" {
		call(c, number)
		return
	}
	d.pad, d.digits = true, number
}

// Back closes the keypad or the search.
func (d *dialer) Back(c *world.Ctx) bool {
	switch {
	case d.pad:
		d.pad = false
	case d.query != "":
		d.query = ""
		c.HideKeyboard()
	default:
		return false
	}
	return true
}

func (d *dialer) Build(c *world.Ctx) *view.Node {
	if d.pad {
		return d.keypad(c)
	}
	t := c.Theme()
	list := c.List("recycler_view")
	list.Pad.Bottom = 96
	switch {
	case d.query != "":
		d.people(c, list, func(p contact) bool { return has(p.name+" "+world.Digits(p.number), d.query) })
	case d.part == 0:
		d.favourites(c, list)
	case d.part == 1:
		d.log(c, list)
	default:
		d.people(c, list, func(contact) bool { return true })
	}
	search := searchField(c, "search_action_bar", d.query, tr(c, "Search contacts and places"), func(s string) { d.query = s })
	pad := fab(t, "dialpad_fab", tr(c, "key pad"), iconKeypad, func() { c.HideKeyboard(); d.pad = true })
	return column(search, fill(over(list, pad)), tabs(c, dialerTabs, d.part, func(i int) { d.part, d.query = i, "" }))
}

func (d *dialer) favourites(c *world.Ctx, list *view.Node) {
	row := &view.Node{Dir: view.Row, W: view.Match, Pad: view.Sides(8, 16)}
	for _, p := range contacts(c) {
		if !p.starred || p.number == "" {
			continue
		}
		row.Add(&view.Node{
			ID: "favorite_tile", Key: p.name, Desc: p.name, Weight: 1, AlignX: view.Center, Gap: 8, Pad: view.Sides(4, 10), Corner: 20, OnClick: func() { call(c, p.number) },
			Children: []*view.Node{avatar(p.name, 72), {ID: "name", Text: p.name, Style: view.TextStyle{Size: 14, Color: c.Theme().OnSurface, Lines: 1}}},
		})
	}
	if len(row.Children) == 0 {
		list.Add(nothing(c.Theme(), view.IconStar, tr(c, "No one is on your speed dial yet")))
		return
	}
	list.Add(row)
}

func (d *dialer) people(c *world.Ctx, list *view.Node, want func(contact) bool) {
	t := c.Theme()
	for _, p := range contacts(c) {
		if p.number != "" && want(p) {
			list.Add(item(p.name, func() { call(c, p.number) }, avatar(p.name, 40), lines(t, "name", p.name, p.number)))
		}
	}
	if len(list.Children) == 0 {
		list.Add(nothing(t, view.IconPerson, tr(c, "No contacts found")))
	}
}

// log lists the calls, the last one first, by days.
func (d *dialer) log(c *world.Ctx, list *view.Node) {
	t := c.Theme()
	rows := c.Content().Query(world.TableCalls, nil)
	last := ""
	for i := len(rows) - 1; i >= 0; i-- {
		r := rows[i]
		at := time.UnixMilli(r.Int("date")).In(c.Now().Location())
		day := tr(c, "Older")
		switch ago := startOfDay(c.Now()).Sub(startOfDay(at)).Hours(); {
		case ago < 1:
			day = tr(c, "Today")
		case ago < 26:
			day = tr(c, "Yesterday")
		}
		if day != last {
			list.Add(section(t, day))
			last = day
		}
		list.Add(d.logRow(c, r, at))
	}
	if len(rows) == 0 {
		list.Add(nothing(t, iconCall, tr(c, "Your call history is empty")))
	}
}

func (d *dialer) logRow(c *world.Ctx, r world.Row, at time.Time) *view.Node {
	t := c.Theme()
	number := r.Text("number")
	name := number
	if p, ok := contactByNumber(c, number); ok {
		name = p.name
	}
	icon, word, ink := iconInbound, "Incoming call", t.OnSurface
	switch r.Int("type") {
	case world.CallOut:
		icon, word = iconOutbound, "Outgoing call"
	case world.CallMiss:
		icon, word, ink = iconMissed, "Missed call", t.Error
	case world.CallNo:
		icon, word = view.IconBlock, "Declined call"
	}
	two := lines(t, "primary_text", name, "")
	two.Children[0].Style.Color = ink
	two.Add(&view.Node{Dir: view.Row, Gap: 6, AlignY: view.Center, Children: []*view.Node{
		{Icon: icon, IconDp: 14, W: 16, H: 16, Tint: ink, Desc: tr(c, word)}, {ID: "secondary_text", Text: tr(c, "Mobile") + " · " + whenText(c, at), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint, Lines: 1}},
	}})
	n := item(strconv.FormatInt(r.ID(), 10), func() { d.logMenu(c, r, name) }, avatar(name, 40), two, view.IconButton(t, "call_button", trf(c, "Call %s", name), iconCall, func() { call(c, number) }))
	n.OnLongClick = func() { d.logMenu(c, r, name) }
	return n
}

// logMenu is what can be done with a call of the log.
func (d *dialer) logMenu(c *world.Ctx, r world.Row, name string) {
	number := r.Text("number")
	items := []string{tr(c, "Message"), tr(c, "Copy number"), tr(c, "Add to contacts"), tr(c, "Delete")}
	c.ShowDialog(world.Dialog{Title: name, Message: number + " · " + spanText(time.Duration(r.Int("duration"))*time.Second), Items: items, Chosen: -1, Cancel: tr(c, "Cancel"), OnItem: func(i int) {
		switch i {
		case 0:
			write(c, number)
		case 1:
			c.Copy(number)
			c.Toast(tr(c, "Copied"))
		case 2:
			c.Start(world.Intent{Action: "android.intent.action.INSERT", Type: "vnd.android.cursor.dir/contact", Flags: world.FlagNewTask, Extras: map[string]any{"phone": number}})
		case 3:
			c.Content().Delete(world.TableCalls, is(r.ID()))
		}
	}})
}

// keys are the keys of a telephone with the letters under them.
var keys = [][2]string{{"1", ""}, {"2", "ABC"}, {"3", "DEF"}, {"4", "GHI"}, {"5", "JKL"}, {"6", "MNO"}, {"7", "PQRS"}, {"8", "TUV"}, {"9", "WXYZ"}, {"*", ""}, {"0", "+"}, {"#", ""}}

// keyNames are the resource names of the keys.
var keyNames = map[string]string{"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "*": "star", "0": "zero", "#": "pound"}

// padOf is a telephone's keypad.
func padOf(t view.Theme, press func(string), height float64) *view.Node {
	pad := &view.Node{ID: "dialpad", W: view.Match, LTR: true, Gap: 8, Pad: view.Sides(24, 8)}
	for i := 0; i < len(keys); i += 3 {
		row := &view.Node{Dir: view.Row, W: view.Match, Gap: 12}
		for _, k := range keys[i : i+3] {
			b := &view.Node{
				Class: "FrameLayout", ID: keyNames[k[0]], Desc: strings.Trim(k[0]+","+k[1], ","), Weight: 1, H: height, Corner: height / 2, Fill: t.SurfaceHigh, AlignX: view.Center, AlignY: view.Center, Dir: view.Column,
				OnClick: func() { press(k[0]) }, Children: []*view.Node{{ID: "dialpad_key_number", Text: k[0], Style: view.TextStyle{Size: 26, Color: t.OnSurface}}},
			}
			if k[1] != "" {
				b.Add(&view.Node{ID: "dialpad_key_letters", Text: k[1], Style: view.TextStyle{Size: 11, Color: t.OnSurfaceFaint}})
			}
			if k[0] == "0" {
				b.OnLongClick = func() { press("+") }
			}
			row.Add(b)
		}
		pad.Add(row)
	}
	return pad
}

func (d *dialer) keypad(c *world.Ctx) *view.Node {
	t := c.Theme()
	list := c.List("recycler_view")
	if d.digits != "" {
		d.people(c, list, func(p contact) bool { return strings.Contains(world.Digits(p.number), world.Digits(d.digits)) })
	}
	if c.Landscape() {
		list.Hidden = true
	}
	digits := &view.Node{ID: "digits", Class: "EditText", Text: d.digits, Weight: 1, Style: view.TextStyle{Size: 32, Color: t.OnSurface, Lines: 1, Align: view.Center}}
	del := view.IconButton(t, "deleteButton", tr(c, "backspace"), view.IconBackspace, func() { d.digits = d.digits[:max(0, len(d.digits)-1)] })
	del.OnLongClick = func() { d.digits = "" }
	top := &view.Node{Dir: view.Row, W: view.Match, H: 64, AlignY: view.Center, Pad: view.Sides(8, 0), Children: []*view.Node{view.IconButton(t, "dialpad_back", tr(c, "Close keypad"), view.IconDown, func() { d.pad = false }), digits, del}}
	height := 60.0
	if c.Landscape() {
		height = 40
	}
	dial := &view.Node{
		Class: "Button", ID: "dialpad_voice_call_button", Desc: tr(c, "dial"), Dir: view.Row, Gap: 10, H: 56, Corner: 28, Fill: view.RGB(0x1f8a4c), AlignX: view.Center, AlignY: view.Center, Pad: view.Sides(36, 0),
		Margin: view.Sides(0, 10), Self: true, SelfX: view.Center, OnClick: func() { d.dial(c) },
		Children: []*view.Node{{Decor: true, Icon: iconCall, Tint: view.RGB(0xffffff)}, {Decor: true, Text: tr(c, "Call"), Style: view.TextStyle{Size: 16, Bold: true, Color: view.RGB(0xffffff)}}},
	}
	return column(fill(list), top, padOf(t, func(k string) { d.digits += k }, height), dial)
}

// dial calls the number; secret codes show what they ask for.
func (d *dialer) dial(c *world.Ctx) {
	switch d.digits {
	case "":
		rows := c.Content().Query(world.TableCalls, func(r world.Row) bool { return r.Int("type") == world.CallOut })
		if len(rows) > 0 {
			d.digits = rows[len(rows)-1].Text("number")
		}
	case "*#06#":
		c.ShowDialog(world.Dialog{Title: "IMEI", Message: "004999010640000", OK: tr(c, "OK")})
		d.digits = ""
	default:
		call(c, d.digits)
		d.digits, d.pad = "", false
	}
}
