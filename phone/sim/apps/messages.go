package apps

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Messages shows text messages: the rows of the sms provider.
func Messages() world.AppDef {
	return world.AppDef{
		Package: world.MessagingPackage, Label: "Messages", Labels: map[string]string{"zh": "信息"}, Version: "20240514_01_RC00", VersionCode: 20240514, System: true,
		Icon: iconMessage, Color: view.RGB(0x3468c9),
		Permissions: []world.Permission{
			{Name: "android.permission.READ_SMS", Runtime: true, Granted: true}, {Name: "android.permission.SEND_SMS", Runtime: true, Granted: true},
			{Name: "android.permission.POST_NOTIFICATIONS", Runtime: true, Granted: true},
		},
		Data: func() any { return &messageDrafts{Drafts: map[string]string{}} },
		Activities: []world.ActivityDef{
			{Class: ".ui.ConversationListActivity", Launcher: true, Screen: func() world.Screen { return &threadList{} }},
			{Class: ".ui.ConversationActivity", Actions: []string{"android.intent.action.SENDTO"}, Schemes: []string{"sms", "smsto"}, Screen: func() world.Screen { return &thread{} }},
			{Class: ".ui.StartNewConversationActivity", Private: true, Screen: func() world.Screen { return &newThread{} }},
		},
		OnAction: messageAction,
	}
}

const (
	threadClass    = ".ui.ConversationActivity"
	newThreadClass = ".ui.StartNewConversationActivity"
)

// messageDrafts is what was typed and not sent, by number.
type messageDrafts struct{ Drafts map[string]string }

// messageAction is a button of a message's notification: reply, or mark as read.
func messageAction(c *world.Ctx, n world.Notification, button int) {
	if button == 0 {
		c.CloseShade()
		in := n.Open
		in.Extras = map[string]any{"thread": strconv.Itoa(n.ID), "reply": "1"}
		c.Start(in)
		return
	}
	c.MarkRead(int64(n.ID))
}

// write opens the conversation with a number.
func write(c *world.Ctx, number string) {
	c.Start(world.Intent{Action: "android.intent.action.SENDTO", Data: "smsto:" + number, Package: world.MessagingPackage, Flags: world.FlagNewTask})
}

// nameFor is who a number belongs to, the number itself when nobody knows.
func nameFor(c *world.Ctx, number string) string {
	if p, ok := contactByNumber(c, number); ok {
		return p.name
	}
	return number
}

// threadList lists the conversations, the last one first.
type threadList struct{ query string }

func (l *threadList) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	list := c.List("list")
	list.Pad.Bottom = 96
	rows := c.Content().Query(world.TableSMS, nil)
	slices.SortStableFunc(rows, func(a, b world.Row) int { return int(b.Int("date") - a.Int("date")) })
	seen := map[int64]bool{}
	unread := map[int64]int{}
	for _, r := range rows {
		if r.Int("read") == 0 {
			unread[r.Int("thread_id")]++
		}
	}
	for _, r := range rows {
		name := nameFor(c, r.Text("address"))
		if id := r.Int("thread_id"); !seen[id] && has(name+" "+r.Text("address")+" "+r.Text("body"), l.query) {
			seen[id] = true
			list.Add(l.row(c, r, name, unread[id]))
		}
	}
	if len(list.Children) == 0 {
		list.Add(nothing(t, iconMessage, tr(c, "Once you start a new conversation, you'll see it listed here")))
	}
	title := view.Label(c.Label(), 28, t.OnSurface)
	title.ID, title.Margin = "toolbar_title", view.Edges{Left: 20, Top: 16, Bottom: 4}
	search := searchField(c, "zero_state_search_box_auto_complete", l.query, tr(c, "Search messages"), func(s string) { l.query = s })
	add := fab(t, "start_chat_fab", tr(c, "Start chat"), iconMessage, func() { c.HideKeyboard(); c.Open(newThreadClass) })
	return column(title, search, fill(over(list, add)))
}

func (l *threadList) row(c *world.Ctx, r world.Row, name string, unread int) *view.Node {
	t := c.Theme()
	snippet := strings.ReplaceAll(r.Text("body"), "\n", " ")
	if r.Int("type") == world.SMSSent {
		snippet = tr(c, "You: ") + snippet
	}
	if d := world.Data[messageDrafts](c).Drafts[world.Digits(r.Text("address"))]; d != "" {
		snippet = tr(c, "Draft: ") + d
	}
	two := lines(t, "conversation_name", name, snippet)
	two.Children[1].ID = "conversation_snippet"
	right := &view.Node{AlignX: view.End, Gap: 4, Children: []*view.Node{{ID: "conversation_timestamp", Text: whenText(c, time.UnixMilli(r.Int("date"))), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}}}}
	if unread > 0 {
		for _, n := range two.Children {
			n.Style.Bold, n.Style.Color = true, t.OnSurface
		}
		right.Add(&view.Node{ID: "unread_count", Text: strconv.Itoa(unread), Fill: t.Primary, Corner: 10, Pad: view.Sides(7, 2), Style: view.TextStyle{Size: 12, Bold: true, Color: t.OnPrimary}})
	}
	id := r.Int("thread_id")
	n := item(strconv.FormatInt(id, 10), func() {
		c.HideKeyboard()
		c.Open(threadClass, "thread", strconv.FormatInt(id, 10), "to", r.Text("address"))
	}, avatar(name, 44), two, right)
	n.ID, n.MinH = "swipeableContainer", 76
	n.OnLongClick = func() {
		ask(c, "Delete this conversation?", "This is permanent and can't be undone", "Delete", func() {
			c.MarkRead(id)
			c.Content().Delete(world.TableSMS, func(x world.Row) bool { return x.Int("thread_id") == id })
		})
	}
	return n
}

// Back ends the search.
func (l *threadList) Back(c *world.Ctx) bool {
	if l.query == "" {
		return false
	}
	l.query = ""
	c.HideKeyboard()
	return true
}

// newThread asks whom to write to.
type newThread struct{ to string }

func (s *newThread) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	open := func(number string) {
		c.HideKeyboard()
		c.Finish()
		write(c, number)
	}
	to := c.Field("recipient_text_view", s.to, tr(c, "Type a name, phone number, or email"), func(v string) { s.to = v })
	to.Margin, to.Edit.AutoFocus = view.Sides(16, 8), true
	to.Edit.Do = func() {
		if world.Digits(s.to) != "" {
			open(strings.TrimSpace(s.to))
		}
	}
	list := c.List("contact_list")
	if d := world.Digits(s.to); len(d) >= 3 {
		list.Add(item("number", func() { open(strings.TrimSpace(s.to)) }, avatar("", 40), lines(t, "send_to", trf(c, "Send to %s", strings.TrimSpace(s.to)), "")))
	}
	for _, p := range contacts(c) {
		if p.number != "" && has(p.name+" "+p.number+" "+world.Digits(p.number), s.to) {
			list.Add(item(p.name, func() { open(p.number) }, avatar(p.name, 40), lines(t, "contact_name", p.name, p.number)))
		}
	}
	return c.Page(tr(c, "New conversation"), column(to, fill(list)))
}
