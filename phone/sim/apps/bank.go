package apps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

const bankPackage = "com.example.bank"

// Bank keeps money behind a PIN, in windows that no capture shows.
func Bank() world.AppDef {
	return world.AppDef{
		Package: bankPackage, Label: "Bank", Labels: map[string]string{"zh": "银行"}, Version: "5.11.0", VersionCode: 51100, Icon: iconBank, Color: view.RGB(0x0f5c4c),
		Permissions: []world.Permission{{Name: "android.permission.POST_NOTIFICATIONS", Runtime: true, Granted: true}, {Name: "android.permission.USE_BIOMETRIC"}},
		Data:        newBank,
		Activities: []world.ActivityDef{
			{Class: ".PinActivity", Launcher: true, Secure: true, Screen: func() world.Screen { return &pinPad{} }},
			{Class: ".AccountsActivity", Private: true, Secure: true, Screen: func() world.Screen { return &accounts{} }},
			{Class: ".TransferActivity", Private: true, Secure: true, Screen: func() world.Screen { return &transfer{} }},
			{Class: ".ReceiptActivity", Private: true, Secure: true, Screen: func() world.Screen { return &receipt{} }},
		},
	}
}

// BankPIN opens the bank of a new phone.
const BankPIN = "2580"

// bankData is the accounts and who may see them.
type bankData struct {
	PIN      string
	Wrong    int
	Closed   time.Time // no more tries before
	Checking int64     // cents
	Savings  int64
	Moves    []move // the newest first
}

// move is money that came or went.
type move struct {
	At     time.Time
	Who    string
	Note   string
	Cents  int64 // negative when it went
	Number int
}

func newBank() any {
	return &bankData{PIN: BankPIN, Checking: 248375, Savings: 1200000}
}

// history is the moves, with those from before the app was set up.
func (d *bankData) history(c *world.Ctx) []move {
	day := startOfDay(c.Now())
	old := []move{
		{At: day.AddDate(0, 0, -1).Add(18 * time.Hour), Who: tr(c, "Corner Grocery"), Cents: -4260, Number: 4},
		{At: day.AddDate(0, 0, -3).Add(9 * time.Hour), Who: tr(c, "Example Works Inc."), Note: tr(c, "Salary"), Cents: 315000, Number: 3},
		{At: day.AddDate(0, 0, -4).Add(7 * time.Hour), Who: tr(c, "City Transport"), Cents: -1900, Number: 2},
		{At: day.AddDate(0, 0, -8).Add(12 * time.Hour), Who: tr(c, "House rent"), Cents: -92000, Number: 1},
	}
	return append(slices.Clone(d.Moves), old...)
}

// money is an amount of cents.
func money(cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	whole := strconv.FormatInt(cents/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s$%s.%02d", sign, whole, cents%100)
}

// cents reads an amount as people write it, false when it is none.
func cents(s string) (int64, bool) {
	whole, part, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(s, "$")), ".")
	if len(part) > 2 || len(whole) > 9 || whole == "" {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+(part + "00")[:2], 10, 63)
	return int64(n), err == nil
}

const (
	pinLength = 4
	pinTries  = 5
	pinPause  = 30 * time.Second
)

// pinPad asks for the PIN.
type pinPad struct{ typed string }

func (s *pinPad) Resume(*world.Ctx) { s.typed = "" }

func (s *pinPad) press(c *world.Ctx, digit string) {
	d := world.Data[bankData](c)
	if c.Now().Before(d.Closed) || len(s.typed) >= pinLength {
		return
	}
	if s.typed += digit; len(s.typed) < pinLength {
		return
	}
	ok := s.typed == d.PIN
	s.typed = ""
	switch {
	case ok:
		d.Wrong = 0
		c.Open(".AccountsActivity")
	case d.Wrong+1 >= pinTries:
		d.Wrong, d.Closed = 0, c.Now().Add(pinPause)
	default:
		d.Wrong++
	}
}

// Key takes the digits of a keyboard.
func (s *pinPad) Key(c *world.Ctx, code, _ int) bool {
	switch {
	case code >= 7 && code <= 16:
		s.press(c, strconv.Itoa(code-7))
	case code == 67 && s.typed != "":
		s.typed = s.typed[:len(s.typed)-1]
	default:
		return false
	}
	return true
}

func (s *pinPad) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[bankData](c)
	say, ink := tr(c, "Enter your 4-digit PIN"), t.OnSurfaceFaint
	if wait := d.Closed.Sub(c.Now()); wait > 0 {
		say, ink = trf(c, "Too many wrong PINs. Try again in %d s", int(wait/time.Second)+1), t.Error
		c.Refresh(time.Second, false)
	} else if d.Wrong > 0 {
		say, ink = trf(c, "Wrong PIN. %d tries left", pinTries-d.Wrong), t.Error
	}
	dots := &view.Node{ID: "pin_dots", Class: "LinearLayout", Desc: trf(c, "%d of 4 digits entered", len(s.typed)), Dir: view.Row, Gap: 18}
	for i := range pinLength {
		n := &view.Node{Decor: true, W: 16, H: 16, Corner: 8, Line: t.Outline, LineW: 2}
		if i < len(s.typed) {
			n.Fill, n.LineW = t.Primary, 0
		}
		dots.Add(n)
	}
	pad := &view.Node{ID: "pin_pad", Gap: 14, AlignX: view.Center}
	for _, keys := range []string{"123", "456", "789", " 0<"} {
		row := &view.Node{Dir: view.Row, Gap: 26}
		for _, k := range keys {
			row.Add(s.key(c, string(k)))
		}
		pad.Add(row)
	}
	return &view.Node{W: view.Match, H: view.Match, Fill: t.Background, Children: []*view.Node{{Scroll: view.Vertical, W: view.Match, H: view.Match, AlignX: view.Center, Gap: 26, Pad: view.Sides(16, 40), Children: []*view.Node{
		{Decor: true, W: 76, H: 76, Corner: 38, Fill: view.RGB(0x0f5c4c), Icon: iconBank, IconDp: 40, Tint: view.RGB(0xffffff)},
		{ID: "title", Text: tr(c, "Example Bank"), Style: view.TextStyle{Size: 24, Bold: true, Color: t.OnSurface}},
		{ID: "message", Text: say, Style: view.TextStyle{Size: 15, Color: ink}}, dots, pad,
		{ID: "hint", Text: tr(c, "Demo account: the PIN is 2580"), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}},
	}}}}
}

func (s *pinPad) key(c *world.Ctx, k string) *view.Node {
	t := c.Theme()
	n := &view.Node{Class: "Button", W: 76, H: 66, Corner: 33, AlignX: view.Center, AlignY: view.Center, Style: view.TextStyle{Size: 26, Color: t.OnSurface, Align: view.Center}}
	switch k {
	case " ":
		n.Decor = true
	case "<":
		n.Class, n.ID, n.Desc, n.Icon, n.Tint = "ImageButton", "key_delete", tr(c, "Delete"), view.IconBackspace, t.OnSurface
		n.OnClick = func() { s.typed = s.typed[:max(0, len(s.typed)-1)] }
	default:
		n.ID, n.Text, n.Fill = "key_"+k, k, t.SurfaceHigh
		n.OnClick = func() { s.press(c, k) }
	}
	return n
}

// accounts is the balances and what moved them.
type accounts struct{}

func (s *accounts) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[bankData](c)
	card := func(id, name, number string, cents int64, fill uint32) *view.Node {
		white := view.RGB(0xffffff)
		return &view.Node{ID: id, Class: "ViewGroup", W: view.Match, Corner: 20, Fill: view.RGB(fill), Pad: view.All(20), Gap: 6, Children: []*view.Node{
			{Dir: view.Row, W: view.Match, AlignX: view.Spread, Children: []*view.Node{{ID: "account_name", Text: tr(c, name), Style: view.TextStyle{Size: 15, Color: white}}, {ID: "account_number", Text: number, Style: view.TextStyle{Size: 13, Color: view.Fade(white, 0.8)}}}},
			{ID: "balance", Text: money(cents), Style: view.TextStyle{Size: 30, Bold: true, Color: white}},
		}}
	}
	list := c.List("accounts", card("checking", "Everyday account", "•• 4471", d.Checking, 0x0f5c4c), card("savings", "Savings", "•• 9026", d.Savings, 0x3a4a7d))
	list.Pad, list.Gap = view.Sides(16, 8), 12
	list.Add(&view.Node{Dir: view.Row, W: view.Match, Gap: 12, Children: []*view.Node{
		round(t, "transfer", tr(c, "Transfer"), iconSend, true, func() { c.Open(".TransferActivity") }),
		round(t, "to_savings", tr(c, "Save $100"), view.IconAdd, false, func() { s.save(c, d) }),
		round(t, "lock", tr(c, "Lock"), view.IconLock, false, c.Finish),
	}})
	list.Add(&view.Node{ID: "header", Text: tr(c, "Activity"), Style: view.TextStyle{Size: 16, Bold: true, Color: t.OnSurface}, Margin: view.Edges{Top: 8}})
	for _, m := range d.history(c) {
		list.Add(moveRow(c, m))
	}
	return c.Page(tr(c, "Example Bank"), list)
}

func (s *accounts) save(c *world.Ctx, d *bankData) {
	const amount = 10000
	if d.Checking < amount {
		c.Toast(tr(c, "Not enough money"))
		return
	}
	ask(c, "Move $100.00 to savings?", "The money is there at once.", "Move", func() {
		d.Checking -= amount
		d.Savings += amount
		d.Moves = slices.Insert(d.Moves, 0, move{At: c.Now(), Who: tr(c, "Savings"), Cents: -amount, Number: len(d.Moves) + 5})
	})
}

func moveRow(c *world.Ctx, m move) *view.Node {
	t := c.Theme()
	ink := t.OnSurface
	if m.Cents > 0 {
		ink = view.Mix(view.RGB(0x1e8e4e), t.OnSurface, 0.2)
	}
	sub := whenText(c, m.At)
	if m.Note != "" {
		sub += " · " + m.Note
	}
	n := item("move"+strconv.Itoa(m.Number), nil, avatar(m.Who, 40), lines(t, "move_name", m.Who, sub), &view.Node{ID: "move_amount", Text: money(m.Cents), Style: view.TextStyle{Size: 16, Bold: true, Color: ink}})
	n.Pad = view.Sides(0, 6)
	return n
}

// payees are whom money was sent to before.
var payees = []struct{ name, account string }{{"Alice Example", "EX00 1111 2222"}, {"Bob Sample", "EX00 3333 4444"}, {"Example Energy", "EX00 5555 6666"}}

// transfer sends money: to whom, how much, and once more to be sure.
type transfer struct {
	to           int // index in payees, from 1; zero for none
	amount, note string
	wrong        string
}

func (s *transfer) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[bankData](c)
	who := &view.Node{ID: "payees", Dir: view.Row, W: view.Match, Gap: 8}
	for i, p := range payees {
		n := &view.Node{Class: "RadioButton", ID: "payee_" + strconv.Itoa(i+1), Desc: p.name, Checkable: true, Checked: s.to == i+1, Weight: 1, AlignX: view.Center, Gap: 6, Corner: 16, Pad: view.Sides(4, 12), Line: t.OutlineFaint, LineW: 1, OnClick: func() { s.to = i + 1 }}
		if s.to == i+1 {
			n.Fill, n.Line, n.LineW = t.Container, t.Primary, 2
		}
		who.Add(n.Add(avatar(p.name, 40), &view.Node{Text: p.name, Style: view.TextStyle{Size: 13, Color: t.OnSurface, Lines: 1}}))
	}
	amount := c.Field("amount", s.amount, tr(c, "Amount"), func(v string) { s.amount, s.wrong = v, "" })
	amount.Edit.Number, amount.Edit.Action = true, "next"
	note := c.Field("note", s.note, tr(c, "Note (optional)"), func(v string) { s.note = v })
	send := c.Button("continue_button", tr(c, "Continue"), func() { s.check(c, d) })
	send.W, send.H, send.Corner = view.Match, 50, 25
	body := &view.Node{Scroll: view.Vertical, Gap: 14, Pad: view.Sides(16, 12), Children: []*view.Node{
		{ID: "available", Text: trf(c, "Available: %s", money(d.Checking)), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint}}, who, amount, note,
	}}
	if s.wrong != "" {
		body.Add(&view.Node{ID: "error", Text: s.wrong, Style: view.TextStyle{Size: 14, Color: t.Error}})
	}
	return c.Page(tr(c, "Transfer"), body.Add(send))
}

func (s *transfer) check(c *world.Ctx, d *bankData) {
	n, ok := cents(s.amount)
	switch {
	case s.to == 0:
		s.wrong = tr(c, "Choose who gets the money")
	case !ok || n == 0:
		s.wrong = tr(c, "Enter an amount such as 25.00")
	case n > d.Checking:
		s.wrong = tr(c, "Not enough money")
	default:
		c.HideKeyboard()
		p := payees[s.to-1]
		c.ShowDialog(world.Dialog{
			Title: trf(c, "Send %s?", money(n)), Message: trf(c, "To %s, account %s. A transfer cannot be taken back.", p.name, p.account),
			OK: tr(c, "Send"), Cancel: tr(c, "Cancel"), OnOK: func() { s.send(c, d, n) },
		})
	}
}

func (s *transfer) send(c *world.Ctx, d *bankData, n int64) {
	m := move{At: c.Now(), Who: payees[s.to-1].name, Note: strings.TrimSpace(s.note), Cents: -n, Number: len(d.Moves) + 5}
	d.Checking -= n
	d.Moves = slices.Insert(d.Moves, 0, m)
	c.Post(world.Notification{ID: m.Number, Channel: "transfers", ChannelName: tr(c, "Transfers"), Title: tr(c, "Transfer sent"), Text: money(n) + " · " + m.Who})
	c.Finish()
	c.Open(".ReceiptActivity")
}

// receipt tells that money went.
type receipt struct{}

func (s *receipt) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[bankData](c)
	if len(d.Moves) == 0 {
		return c.Page(tr(c, "Transfer sent"), column())
	}
	m := d.Moves[0]
	done := c.Button("done_button", tr(c, "Done"), c.Finish)
	body := &view.Node{AlignX: view.Center, Gap: 14, Pad: view.Sides(24, 64), Children: []*view.Node{
		{Decor: true, W: 84, H: 84, Corner: 42, Fill: t.Primary, Icon: view.IconCheck, IconDp: 48, Tint: t.OnPrimary},
		{ID: "receipt_amount", Text: money(-m.Cents), Style: view.TextStyle{Size: 34, Bold: true, Color: t.OnSurface}},
		{ID: "receipt_to", Text: trf(c, "sent to %s", m.Who), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}},
		{ID: "receipt_number", Text: trf(c, "Reference %06d", m.Number), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint}}, view.Space(1, 12), done,
	}}
	return c.Page(tr(c, "Transfer sent"), body)
}
