package apps

import (
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// inCall is the screen of the call under way: ringing, dialling or talking.
type inCall struct {
	pad   bool
	tones string
}

// Back does not leave a call that rings.
func (s *inCall) Back(c *world.Ctx) bool {
	if s.pad {
		s.pad = false
		return true
	}
	return c.Call().Phase == world.CallRinging
}

func (s *inCall) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	k := c.Call()
	name, below := k.Number, ""
	if p, ok := contactByNumber(c, k.Number); ok {
		name, below = p.name, tr(c, "Mobile")+" "+p.number
	}
	if name == "" {
		name = tr(c, "Unknown")
	}
	state := ""
	switch {
	case k.Phase == world.CallRinging:
		state = tr(c, "Incoming call")
	case k.Dialing:
		state = tr(c, "Calling…")
	case k.Held:
		state = tr(c, "On hold")
	case k.Phase == world.CallOffHook:
		state = spanText(c.Now().Sub(k.Since))
		c.Refresh(time.Second-c.Now().Sub(k.Since)%time.Second, true)
	default:
		state = tr(c, "Call ended")
	}
	who := &view.Node{W: view.Match, AlignX: view.Center, Gap: 8, Pad: view.Edges{Top: 48, Left: 24, Right: 24}, Children: []*view.Node{
		{ID: "contactgrid_status_text", Text: state, Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}},
		{ID: "contactgrid_contact_name", Text: name, Style: view.TextStyle{Size: 32, Color: t.OnSurface, Align: view.Center}},
		{ID: "contactgrid_bottom_text", Text: below, Style: view.TextStyle{Size: 15, Color: t.OnSurfaceFaint}, Hidden: below == ""},
	}}
	if c.Landscape() {
		who.Pad.Top = 8
	}
	page := column(who)
	page.Fill = view.Mix(t.Background, t.Container, 0.35)
	if k.Phase == world.CallRinging {
		return page.Add(view.Spring(), avatar2(name), view.Spring(), s.ringing(c))
	}
	if s.pad {
		page.Add(view.Spring(), &view.Node{ID: "dtmf_digits", Text: s.tones, W: view.Match, Style: view.TextStyle{Size: 24, Color: t.OnSurface, Align: view.Center}}, padOf(t, func(d string) { s.tones += d }, 54))
	} else {
		page.Add(view.Spring(), avatar2(name), view.Spring(), s.buttons(c, k))
	}
	end := &view.Node{
		Class: "ImageButton", ID: "incall_end_call", Desc: tr(c, "End call"), W: 96, H: 64, Corner: 32, Fill: view.RGB(0xc5362c), Icon: iconHangUp, IconDp: 30, Tint: view.RGB(0xffffff), Self: true, SelfX: view.Center,
		Margin: view.Sides(0, 24), OnClick: func() { c.HangUp() },
	}
	return page.Add(end)
}

func avatar2(name string) *view.Node {
	n := avatar(name, 128)
	n.Self, n.SelfX = true, view.Center
	return n
}

func (s *inCall) ringing(c *world.Ctx) *view.Node {
	answer := func(id, desc string, icon *view.Icon, color uint32, do func()) *view.Node {
		return &view.Node{Weight: 1, AlignX: view.Center, Gap: 8, Children: []*view.Node{
			{Class: "ImageButton", ID: id, Desc: tr(c, desc), W: 72, H: 72, Corner: 36, Fill: view.RGB(color), Icon: icon, IconDp: 30, Tint: view.RGB(0xffffff), OnClick: do},
			{Text: tr(c, desc), Style: view.TextStyle{Size: 14, Color: c.Theme().OnSurface}},
		}}
	}
	return &view.Node{Dir: view.Row, W: view.Match, Pad: view.Sides(32, 40), Children: []*view.Node{
		answer("incoming_decline", "Decline", iconHangUp, 0xc5362c, func() { c.HangUp() }),
		answer("incoming_answer", "Answer", iconCall, 0x1f8a4c, func() { c.AnswerCall() }),
	}}
}

func (s *inCall) buttons(c *world.Ctx, k world.Call) *view.Node {
	t := c.Theme()
	return &view.Node{Dir: view.Row, W: view.Match, Pad: view.Sides(16, 8), Children: []*view.Node{
		round(t, "incall_keypad", tr(c, "Keypad"), iconKeypad, false, func() { s.pad = true }),
		round(t, "incall_mute", tr(c, "Mute"), iconMicOff, k.Muted, func() { c.ChangeCall(func(k *world.Call) { k.Muted = !k.Muted }) }),
		round(t, "incall_speaker", tr(c, "Speaker"), view.IconVolume, k.Speaker, func() { c.ChangeCall(func(k *world.Call) { k.Speaker = !k.Speaker }) }),
		round(t, "incall_hold", tr(c, "Hold"), iconPause, k.Held, func() { c.ChangeCall(func(k *world.Call) { k.Held = !k.Held }) }),
	}}
}
