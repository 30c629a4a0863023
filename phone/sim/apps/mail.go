package apps

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

const mailPackage = "com.example.mail"

// Mail reads, answers, writes, finds and archives letters; new ones come by themselves.
func Mail() world.AppDef {
	return world.AppDef{
		Package: mailPackage, Label: "Mail", Labels: map[string]string{"zh": "邮件"}, Version: "4.8.3", VersionCode: 4830, Icon: iconMail, Color: view.RGB(0x2f6fb0),
		Permissions: []world.Permission{{Name: "android.permission.INTERNET"}, {Name: "android.permission.POST_NOTIFICATIONS", Runtime: true, Granted: true}},
		Data:        func() any { return &mailData{} },
		Activities: []world.ActivityDef{
			{Class: ".InboxActivity", Launcher: true, Screen: func() world.Screen { return &mailbox{} }},
			{Class: ".LetterActivity", Screen: func() world.Screen { return &letterPage{} }},
			{Class: ".ComposeActivity", Actions: []string{"android.intent.action.SENDTO", "android.intent.action.SEND"}, Schemes: []string{"mailto"}, MIMETypes: []string{"text/plain"}, Screen: func() world.Screen { return &letterEditor{} }},
			{Class: ".AttachmentActivity", Private: true, Screen: func() world.Screen { return &attachment{} }},
		},
		Due: mailDue, OnDue: mailArrives,
	}
}

// mailData is the letters.
type mailData struct {
	Begun   bool
	Letters []letter // the newest first
	Next    int
	Arrives time.Time // when the next one comes
	Came    int       // that came by themselves
}

type letter struct {
	ID            int
	Folder        string // inbox, archive, sent, drafts, bin
	From, To      string
	Subject, Body string
	At            time.Time
	Read, Star    bool
	File          string // name of what is attached
	Scene         int64  // of an attached picture
}

func (d *mailData) find(id string) *letter {
	for i := range d.Letters {
		if strconv.Itoa(d.Letters[i].ID) == id {
			return &d.Letters[i]
		}
	}
	return nil
}

// add puts a letter on top and returns it.
func (d *mailData) add(l letter) *letter {
	d.Next++
	l.ID = d.Next
	d.Letters = slices.Insert(d.Letters, 0, l)
	return &d.Letters[0]
}

func (d *mailData) begin(c *world.Ctx) {
	if d.Begun {
		return
	}
	*d = mailData{Begun: true, Arrives: c.Now().Add(10 * time.Minute)}
	for i, l := range []letter{
		{From: "Library <desk@library.example>", Subject: "Your books are due", Body: "Two books are due next Friday: One-pot cooking, and World atlas.\n\nRenew them at the desk or online.", Read: true},
		{From: "田中さくら <sakura@example.jp>", Subject: "会議の資料", Body: "お疲れさまです。\n\n明日の会議の資料を添付します。ご確認ください。\n\n田中", Read: true, File: "資料.txt"},
		{From: "Example Energy <bills@energy.example>", Subject: "Your bill for last month", Body: "Amount due: $64.20\nDue date: the 28th\n\nThank you for paying on time.", Read: true, File: "bill.txt"},
		{From: "王芳 <fang@example.cn>", Subject: "周末的照片", Body: "照片在附件里，天气真好！\n\n下次再一起去。", File: "weekend.jpg", Scene: 4},
		{From: "Bob Sample <bob@example.com>", Subject: "Re: Project review", Body: "I read the draft. Two remarks:\n\n1. The second chart needs a legend.\n2. Can we move the review to 10:30?\n\nBob"},
		{From: "Alice Example <alice@example.com>", Subject: "Saturday", Body: "Hi!\n\nThe train leaves at 10:04 from platform 6. I have the tickets.\n\nAlice", Star: true},
	} {
		l.Folder, l.To, l.At = "inbox", "me@example.com", c.Now().Add(-time.Duration((5-i)*(5-i)*9+(5-i)*4+1)*time.Hour)
		d.add(l)
	}
}

// mailDue is when the next letter comes.
func mailDue(c *world.Ctx) time.Time { return world.Data[mailData](c).Arrives }

// mailArrives puts a new letter into the inbox and says so.
func mailArrives(c *world.Ctx) {
	d := world.Data[mailData](c)
	news := []letter{
		{From: "City Museum <news@museum.example>", Subject: "Open late on Thursdays", Body: "From next week the museum is open until nine on Thursdays."},
		{From: "Alice Example <alice@example.com>", Subject: "One more thing", Body: "Bring a jacket, it will be windy.\n\nAlice"},
		{From: "Example Works <hr@works.example>", Subject: "Holiday calendar", Body: "The calendar of next year's holidays is attached.", File: "holidays.txt"},
	}
	l := news[d.Came%len(news)]
	d.Came++
	d.Arrives = time.Time{}
	if d.Came < len(news) {
		d.Arrives = c.Now().Add(time.Hour)
	}
	l.Folder, l.To, l.At = "inbox", "me@example.com", c.Now()
	got := d.add(l)
	c.Post(world.Notification{
		ID: got.ID, Channel: "mail", ChannelName: tr(c, "Mail"), Title: sender(l.From), Text: l.Subject, Category: "email", When: c.Now(),
		Open: world.Intent{Component: world.Component{Package: mailPackage, Class: mailPackage + ".LetterActivity"}, Flags: world.FlagNewTask, Extras: map[string]any{"letter": strconv.Itoa(got.ID)}},
	})
}

// sender is the name of an address such as "Alice <a@example.com>".
func sender(s string) string {
	name, _, _ := strings.Cut(s, " <")
	return name
}

func address(s string) string {
	if _, a, ok := strings.Cut(s, "<"); ok {
		return strings.TrimSuffix(a, ">")
	}
	return s
}

var folders = []string{"inbox", "starred", "sent", "drafts", "archive", "bin"}

var folderNames = map[string]string{"inbox": "Inbox", "starred": "Starred", "sent": "Sent", "drafts": "Drafts", "archive": "Archive", "bin": "Bin"}

// mailbox is one folder.
type mailbox struct {
	folder, query string
	swiped        int     // letter under the finger
	off           float64 // dp it is moved
	undo          int     // letter that was archived last, offered back
	undoUntil     time.Time
}

func (s *mailbox) Resume(c *world.Ctx) { world.Data[mailData](c).begin(c) }

func (s *mailbox) in(l letter) bool {
	switch s.folder {
	case "":
		return l.Folder == "inbox"
	case "starred":
		return l.Star && l.Folder != "bin"
	}
	return l.Folder == s.folder
}

func (s *mailbox) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[mailData](c)
	name := s.folder
	if name == "" {
		name = "inbox"
	}
	list := c.List("letters")
	list.Pad.Bottom = 90
	unread := 0
	for _, l := range d.Letters {
		if l.Folder == "inbox" && !l.Read {
			unread++
		}
		if s.in(l) && has(l.From+" "+l.To+" "+l.Subject+" "+l.Body, s.query) {
			list.Add(s.row(c, d, l.ID))
		}
	}
	if len(list.Children) == 0 {
		list.Add(nothing(t, iconMail, tr(c, "Nothing here")))
	}
	title := tr(c, folderNames[name])
	if name == "inbox" && unread > 0 {
		title += " (" + strconv.Itoa(unread) + ")"
	}
	head := &view.Node{ID: "toolbar", Class: "ViewGroup", Dir: view.Row, W: view.Match, H: 56, AlignY: view.Center, Pad: view.Sides(4, 0), Children: []*view.Node{
		view.IconButton(t, "folders", tr(c, "Folders"), view.IconMenu, func() { s.choose(c) }), {ID: "toolbar_title", Text: title, Weight: 1, Margin: view.Sides(8, 0), Style: view.TextStyle{Size: 22, Color: t.OnSurface, Lines: 1}},
	}}
	write := fab(t, "compose_button", tr(c, "Compose"), view.IconEdit, func() { c.HideKeyboard(); c.Open(".ComposeActivity") })
	body := over(list, write)
	if s.undo != 0 && c.Now().Before(s.undoUntil) {
		c.Refresh(s.undoUntil.Sub(c.Now()), false)
		body.Add(s.snackbar(c, d))
	}
	return column(head, searchField(c, "search", s.query, tr(c, "Search mail"), func(v string) { s.query = v }), fill(body))
}

// snackbar offers to undo for a while.
func (s *mailbox) snackbar(c *world.Ctx, d *mailData) *view.Node {
	t := c.Theme()
	undo := c.TextButton("snackbar_action", tr(c, "Undo"), func() {
		if l := d.find(strconv.Itoa(s.undo)); l != nil {
			l.Folder = "inbox"
		}
		s.undo = 0
	})
	undo.Style.Color = t.Container
	return &view.Node{ID: "snackbar", Class: "FrameLayout", Dir: view.Row, W: view.Match, H: 52, Corner: 8, Fill: t.OnSurface, AlignY: view.Center, AlignX: view.Spread, Pad: view.Edges{Left: 16, Right: 6}, Margin: view.All(12), Self: true, SelfY: view.End, Children: []*view.Node{
		{ID: "snackbar_text", Text: tr(c, "Archived"), Style: view.TextStyle{Size: 14, Color: t.Surface}}, undo,
	}}
}

func (s *mailbox) choose(c *world.Ctx) {
	items := make([]string, len(folders))
	for i, f := range folders {
		items[i] = tr(c, folderNames[f])
	}
	c.ShowDialog(world.Dialog{Title: tr(c, "Folders"), Items: items, Chosen: max(0, slices.Index(folders, s.folder)), OnItem: func(i int) { s.folder = folders[i] }})
}

// Back goes from a folder back to the inbox.
func (s *mailbox) Back(c *world.Ctx) bool {
	if s.query == "" && (s.folder == "" || s.folder == "inbox") {
		return false
	}
	s.query, s.folder = "", ""
	c.HideKeyboard()
	return true
}

// row is one letter; a swipe to the side archives it.
func (s *mailbox) row(c *world.Ctx, d *mailData, id int) *view.Node {
	t := c.Theme()
	l := d.find(strconv.Itoa(id))
	who := sender(l.From)
	if l.Folder == "sent" || l.Folder == "drafts" {
		who = trf(c, "To: %s", sender(l.To))
	}
	if who == "" {
		who = tr(c, "(no recipient)")
	}
	bold, ink := !l.Read && l.Folder == "inbox", t.OnSurfaceFaint
	if bold {
		ink = t.OnSurface
	}
	subject := l.Subject
	if subject == "" {
		subject = tr(c, "(no subject)")
	}
	text := &view.Node{Weight: 1, Gap: 2, Children: []*view.Node{
		{Dir: view.Row, W: view.Match, Gap: 8, AlignY: view.Center, Children: []*view.Node{{ID: "sender", Text: who, Weight: 1, Style: view.TextStyle{Size: 16, Bold: bold, Color: t.OnSurface, Lines: 1}}, {ID: "date", Text: whenText(c, l.At), Style: view.TextStyle{Size: 12, Color: ink}}}},
		{ID: "subject", Text: subject, Style: view.TextStyle{Size: 14, Bold: bold, Color: ink, Lines: 1}},
		{ID: "snippet", Text: strings.ReplaceAll(l.Body, "\n", " "), Style: view.TextStyle{Size: 14, Color: t.OnSurfaceFaint, Lines: 1}},
	}}
	if l.File != "" {
		text.Add(&view.Node{ID: "attachment_chip", Dir: view.Row, AlignY: view.Center, Gap: 4, Corner: 12, Line: t.OutlineFaint, LineW: 1, Pad: view.Sides(8, 4), Margin: view.Edges{Top: 4}, Children: []*view.Node{{Decor: true, Icon: iconClip, IconDp: 14, Tint: t.OnSurfaceFaint}, {Text: l.File, Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint, Lines: 1}}}})
	}
	icon, desc := iconStarOff, "Add star"
	if l.Star {
		icon, desc = view.IconStar, "Remove star"
	}
	star := view.IconButton(t, "star", tr(c, desc), icon, func() { l.Star = !l.Star })
	star.IconDp, star.Selected, star.W = 20, l.Star, 40
	if star.Tint = t.Outline; l.Star {
		star.Tint = view.RGB(0xe0a32e)
	}
	n := item("letter", func() { s.open(c, l) }, avatar(who, 42), text, star)
	n.ID, n.Fill, n.Gap, n.Pad = "letter", t.Background, 12, view.Edges{Left: 16, Right: 6, Top: 10, Bottom: 10}
	wrap := &view.Node{Class: "FrameLayout", Key: strconv.Itoa(id), Dir: view.Stack, W: view.Match, Children: []*view.Node{n}}
	if l.Folder == "inbox" {
		n.Sideways, n.OnDrag = true, func(g view.Drag) { s.swipe(c, d, l.ID, g) }
	}
	if s.swiped == id && s.off != 0 {
		n.OffX = s.off
		side := view.Start
		if s.off < 0 {
			side = view.End
		}
		n.AlignY = view.Center
		wrap.Fill = view.RGB(0x2e7d4f)
		wrap.Children = []*view.Node{{Decor: true, Icon: iconArchive, Tint: view.RGB(0xffffff), W: 72, H: 72, Self: true, SelfX: side, SelfY: view.Center}, n}
	}
	return wrap
}

func (s *mailbox) swipe(c *world.Ctx, d *mailData, id int, g view.Drag) {
	w, _ := c.Size()
	s.swiped, s.off = id, float64(g.At.X-g.Start.X)/float64(c.Px(1000))*1000
	if g.Phase == view.DragBegin || g.Phase == view.DragMove {
		return
	}
	fast := max(g.VX, -g.VX) > float64(c.Px(800))
	far := max(s.off, -s.off) > w*0.4
	if l := d.find(strconv.Itoa(id)); g.Phase == view.DragEnd && l != nil && (far || fast) {
		l.Folder, l.Read = "archive", true
		s.undo, s.undoUntil = id, c.Now().Add(5*time.Second)
	}
	s.swiped, s.off = 0, 0
}

func (s *mailbox) open(c *world.Ctx, l *letter) {
	c.HideKeyboard()
	if l.Folder == "drafts" {
		c.Open(".ComposeActivity", "draft", strconv.Itoa(l.ID))
		return
	}
	c.Open(".LetterActivity", "letter", strconv.Itoa(l.ID))
}
