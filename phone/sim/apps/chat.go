package apps

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

const chatPackage = "com.example.chat"

// Chat talks with people of many scripts, who answer by themselves after a while.
func Chat() world.AppDef {
	return world.AppDef{
		Package: chatPackage, Label: "Chat", Labels: map[string]string{"zh": "聊天"}, Version: "11.2.0", VersionCode: 11200, Icon: iconChat, Color: view.RGB(0x2c8a5f),
		Permissions: []world.Permission{
			{Name: "android.permission.INTERNET"}, {Name: "android.permission.POST_NOTIFICATIONS", Runtime: true, Granted: true}, {Name: "android.permission.READ_MEDIA_IMAGES", Runtime: true, Granted: true},
		},
		Data: func() any { return &chatData{} },
		Activities: []world.ActivityDef{
			{Class: ".MainActivity", Launcher: true, Screen: func() world.Screen { return &talks{} }},
			{Class: ".TalkActivity", Screen: func() world.Screen { return &talk{} }},
			{Class: ".PictureActivity", Private: true, Screen: func() world.Screen { return &talkPicture{} }},
		},
		Due: replyDue, OnDue: reply,
	}
}

// friend is somebody to talk with; each answers in turn what the list has.
type friend struct {
	id, name string
	first    []string // how the talk began, the friend's lines; one that starts with "me:" is ours, "scene:" a picture
	answers  []string
}

var friends = []friend{
	{"alice", "Alice Example", []string{"Hey! Are we still on for Saturday?", "me:Yes, 10 o'clock at the station", "Perfect, see you there 👍"}, []string{"Sounds good!", "Ha, that made my day 😄", "Let me check and come back to you.", "scene:4", "Talk later!"}},
	{"fang", "王芳", []string{"周末去爬山吗？", "me:好啊，几点出发？", "早上八点，地铁站见。", "scene:2"}, []string{"好的，没问题！", "哈哈哈😂", "我看看时间再告诉你。", "明天见～"}},
	{"ahmad", "أحمد", []string{"مرحبا، كيف حالك؟", "me:بخير، شكرا!", "هل نلتقي غدا الساعة 5؟"}, []string{"ممتاز، إلى اللقاء", "شكرا جزيلا 🌷", "سأتصل بك لاحقا"}},
	{"dana", "דנה לוי", []string{"שלום! קיבלת את התמונות?", "scene:7"}, []string{"תודה רבה!", "נדבר מחר 🙂"}},
	{"tanaka", "田中さくら", []string{"お疲れさまです。資料を送りました。", "me:ありがとうございます！"}, []string{"承知しました。", "よろしくお願いします🙇", "また連絡します。"}},
	{"minji", "김민지", []string{"오늘 저녁 뭐 먹을래?", "me:비빔밥 어때요?"}, []string{"좋아요! 🍚", "조금 있다가 봐요", "ㅋㅋㅋ"}},
	{"hike", "Weekend hike 🏔️🥾", []string{"Who brings the map? 🗺️", "me:I do 🙋", "👏👏👏 👨‍👩‍👧‍👦 🇨🇭"}, []string{"🎉🎉", "Don't forget water 💧", "See you at 8:00 ⏰"}},
}

func friendBy(id string) (friend, bool) {
	i := slices.IndexFunc(friends, func(f friend) bool { return f.id == id })
	if i < 0 {
		return friend{}, false
	}
	return friends[i], true
}

// chatData is the talks.
type chatData struct {
	Begun bool
	Talks map[string]*talkData
}

type talkData struct {
	Lines    []line
	Draft    string
	Unread   int
	Answered int       // answers given so far
	ReplyAt  time.Time // when the next one comes; zero for none
}

// line is one message of a talk.
type line struct {
	At    time.Time
	Mine  bool
	Text  string
	Scene int64 // of a picture
}

func (d *chatData) begin(now time.Time) {
	if d.Begun {
		return
	}
	*d = chatData{Begun: true, Talks: map[string]*talkData{}}
	for i, f := range friends {
		t := &talkData{}
		at := now.Add(-time.Duration(i*i*5+i*3+1)*time.Hour - time.Duration(len(f.first))*4*time.Minute)
		for _, s := range f.first {
			at = at.Add(4 * time.Minute)
			t.Lines = append(t.Lines, lineOf(s, at))
		}
		if !t.Lines[len(t.Lines)-1].Mine && i < 4 {
			t.Unread = 1
		}
		d.Talks[f.id] = t
	}
}

func lineOf(s string, at time.Time) line {
	l := line{At: at}
	if rest, ok := strings.CutPrefix(s, "me:"); ok {
		l.Mine, s = true, rest
	}
	if rest, ok := strings.CutPrefix(s, "scene:"); ok {
		l.Scene, _ = strconv.ParseInt(rest, 10, 64)
		return l
	}
	l.Text = s
	return l
}

// replyDue is when the next friend answers.
func replyDue(c *world.Ctx) time.Time {
	var at time.Time
	for _, t := range world.Data[chatData](c).Talks {
		if !t.ReplyAt.IsZero() && (at.IsZero() || t.ReplyAt.Before(at)) {
			at = t.ReplyAt
		}
	}
	return at
}

// reply writes the answers whose time has come.
func reply(c *world.Ctx) {
	for i, f := range friends {
		t := world.Data[chatData](c).Talks[f.id]
		if t == nil || t.ReplyAt.IsZero() || t.ReplyAt.After(c.Now()) {
			continue
		}
		l := lineOf(f.answers[t.Answered%len(f.answers)], c.Now())
		t.Answered++
		t.ReplyAt = time.Time{}
		t.Lines = append(t.Lines, l)
		if c.Showing() == chatPackage+"/"+f.id {
			continue
		}
		t.Unread++
		c.Post(world.Notification{
			ID: i + 1, Channel: "messages", ChannelName: tr(c, "Messages"), Title: f.name, Text: preview(c, l), Importance: 4, Category: "msg", When: c.Now(),
			Open: world.Intent{Component: world.Component{Package: chatPackage, Class: chatPackage + ".TalkActivity"}, Flags: world.FlagNewTask, Extras: map[string]any{"talk": f.id}},
		})
	}
}

// preview is a message in one line.
func preview(c *world.Ctx, l line) string {
	s := l.Text
	if l.Scene > 0 {
		s = "📷 " + tr(c, "Picture")
	}
	if l.Mine {
		s = tr(c, "You: ") + s
	}
	return s
}

// talks lists the conversations.
type talks struct{ query string }

func (s *talks) Resume(c *world.Ctx) { world.Data[chatData](c).begin(c.Now()) }

func (s *talks) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	d := world.Data[chatData](c)
	list := c.List("conversations")
	shown := slices.DeleteFunc(slices.Clone(friends), func(f friend) bool {
		x := d.Talks[f.id]
		return x == nil || !has(f.name+" "+x.last().Text, s.query)
	})
	slices.SortStableFunc(shown, func(a, b friend) int { return d.Talks[b.id].last().At.Compare(d.Talks[a.id].last().At) })
	for _, f := range shown {
		list.Add(talkRow(c, f, d.Talks[f.id]))
	}
	if len(shown) == 0 {
		list.Add(nothing(t, iconChat, tr(c, "No conversations found")))
	}
	title := view.Label(c.Label(), 28, t.OnSurface)
	title.ID, title.Margin = "toolbar_title", view.Edges{Left: 20, Top: 14, Bottom: 2}
	return column(title, searchField(c, "search", s.query, tr(c, "Search conversations"), func(v string) { s.query = v }), fill(list))
}

func (t *talkData) last() line {
	if len(t.Lines) == 0 {
		return line{}
	}
	return t.Lines[len(t.Lines)-1]
}

func talkRow(c *world.Ctx, f friend, x *talkData) *view.Node {
	t := c.Theme()
	snippet := preview(c, x.last())
	if x.Draft != "" {
		snippet = tr(c, "Draft: ") + x.Draft
	}
	two := lines(t, "talk_name", f.name, snippet)
	two.Children[1].ID = "talk_snippet"
	right := &view.Node{AlignX: view.End, Gap: 4, Children: []*view.Node{{ID: "talk_time", Text: whenText(c, x.last().At), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}}}}
	if x.Unread > 0 {
		two.Children[0].Style.Bold = true
		right.Add(&view.Node{ID: "unread_count", Text: strconv.Itoa(x.Unread), Fill: t.Primary, Corner: 10, Pad: view.Sides(7, 2), Style: view.TextStyle{Size: 12, Bold: true, Color: t.OnPrimary}})
	}
	n := item(f.id, func() {
		c.HideKeyboard()
		c.Open(".TalkActivity", "talk", f.id)
	}, avatar(f.name, 46), two, right)
	n.ID, n.MinH = "conversation", 76
	n.OnLongClick = func() {
		menu(c, []string{"Mark as read", "Clear conversation"}, func() { x.Unread = 0 }, func() {
			ask(c, "Clear this conversation?", "The messages are gone from this phone.", "Clear", func() { x.Lines, x.Unread = nil, 0 })
		})
	}
	return n
}

// talk is one conversation.
type talk struct{}

func (s *talk) Resume(c *world.Ctx) {
	d := world.Data[chatData](c)
	d.begin(c.Now())
	if x := d.Talks[c.Extra("talk")]; x != nil {
		x.Unread = 0
	}
	for i, f := range friends {
		if f.id == c.Extra("talk") {
			c.CancelNote(i+1, "")
		}
	}
}

// Showing is what a reply that arrives needs no notification for.
func (s *talk) Showing(c *world.Ctx) string { return chatPackage + "/" + c.Extra("talk") }

func (s *talk) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	f, ok := friendBy(c.Extra("talk"))
	x := world.Data[chatData](c).Talks[f.id]
	if !ok || x == nil {
		return c.Page(tr(c, "Chat"), column(nothing(t, iconChat, tr(c, "This conversation is gone"))))
	}
	list := &view.Node{Class: "androidx.recyclerview.widget.RecyclerView", ID: "messages", W: view.Match, Scroll: view.Vertical, FromEnd: true, Gap: 6, Pad: view.Sides(12, 10)}
	for i, l := range x.Lines {
		if i == 0 || !sameDay(x.Lines[i-1].At, l.At) {
			list.Add(&view.Node{Key: "day" + strconv.Itoa(i), W: view.Match, AlignX: view.Center, Children: []*view.Node{{ID: "day", Text: whenDay(c, l.At), Style: view.TextStyle{Size: 12, Color: t.OnSurfaceFaint}}}})
		}
		list.Add(s.bubble(c, x, i))
	}
	if !x.ReplyAt.IsZero() {
		list.Add(&view.Node{ID: "typing", Text: trf(c, "%s is typing…", f.name), Style: view.TextStyle{Size: 13, Color: t.OnSurfaceFaint}})
	}
	head := &view.Node{ID: "toolbar", Class: "ViewGroup", Dir: view.Row, W: view.Match, H: 60, AlignY: view.Center, Gap: 10, Pad: view.Sides(4, 0), Children: []*view.Node{
		view.IconButton(t, "", tr(c, "Navigate up"), view.IconBack, c.Back), avatar(f.name, 38), {ID: "toolbar_title", Text: f.name, Weight: 1, Style: view.TextStyle{Size: 18, Bold: true, Color: t.OnSurface, Lines: 1}},
	}}
	return column(head, fill(list), s.compose(c, f, x))
}

func whenDay(c *world.Ctx, t time.Time) string {
	if t = t.In(c.Now().Location()); sameDay(t, c.Now()) {
		return tr(c, "Today")
	}
	return weekText(c, t.Weekday(), false) + " " + dayText(c, t)
}

func (s *talk) bubble(c *world.Ctx, x *talkData, i int) *view.Node {
	t := c.Theme()
	l := x.Lines[i]
	w, _ := c.Size()
	ink, ground, side := t.OnSurface, t.SurfaceHigh, view.Start
	corners := [4]float64{4, 18, 18, 18}
	if l.Mine {
		ink, ground, side, corners = t.OnContainer, t.Container, view.End, [4]float64{18, 4, 18, 18}
	}
	clock := &view.Node{ID: "message_time", Text: clockText(c, l.At.In(c.Now().Location())), Style: view.TextStyle{Size: 11, Color: view.Fade(ink, 0.65)}}
	var n *view.Node
	if l.Scene > 0 {
		const pw, ph = 220, 165
		n = &view.Node{ID: "message_image", Class: "ImageView", Desc: tr(c, "Picture"), W: pw, H: ph, Picture: cachedScene(l.Scene, c.Px(pw), c.Px(ph)), OnClick: func() { c.Open(".PictureActivity", "scene", strconv.FormatInt(l.Scene, 10)) }}
	} else {
		n = &view.Node{ID: "message", MaxW: w * 0.76, Fill: ground, Corners: corners, Pad: view.Sides(14, 9), Gap: 2, AlignX: view.End, Children: []*view.Node{{ID: "message_text", Text: l.Text, Style: view.TextStyle{Size: 16, Color: ink}}, clock}}
		n.OnLongClick = func() {
			menu(c, []string{"Copy", "Delete"}, func() { c.Copy(l.Text); c.Toast(tr(c, "Copied")) }, func() { x.Lines = slices.Delete(x.Lines, i, i+1) })
		}
	}
	return &view.Node{Class: "FrameLayout", Key: "line" + strconv.Itoa(i), W: view.Match, AlignX: side, Children: []*view.Node{n}}
}

// chatPause is how long a friend takes to answer.
const chatPause = 4 * time.Second

func (s *talk) send(c *world.Ctx, x *talkData, l line) {
	l.At, l.Mine = c.Now(), true
	x.Lines = append(x.Lines, l)
	if x.ReplyAt.IsZero() {
		x.ReplyAt = c.Now().Add(chatPause + time.Duration(c.Random(3000))*time.Millisecond)
	}
}

func (s *talk) compose(c *world.Ctx, f friend, x *talkData) *view.Node {
	t := c.Theme()
	field := c.Field("message_input", x.Draft, trf(c, "Message %s", f.name), func(v string) { x.Draft = v })
	field.Corner, field.Weight, field.W, field.Edit.Multiline, field.MinH = 26, 1, 0, true, 50
	attach := view.IconButton(t, "attach", tr(c, "Attach a picture"), iconImage, func() { s.attach(c, x) })
	send := view.IconButton(t, "send", tr(c, "Send"), iconSend, func() {
		if text := strings.TrimSpace(x.Draft); text != "" {
			s.send(c, x, line{Text: text})
			x.Draft = ""
		}
	})
	if send.Tint = t.Primary; strings.TrimSpace(x.Draft) == "" {
		send.Disabled, send.Tint = true, t.Outline
	}
	return &view.Node{ID: "compose", Dir: view.Row, W: view.Match, AlignY: view.Center, Gap: 2, Pad: view.Edges{Left: 4, Right: 4, Top: 6, Bottom: 8}, Children: []*view.Node{attach, field, send}}
}

// attach offers the pictures of the phone on a sheet.
func (s *talk) attach(c *world.Ctx, x *talkData) {
	rows := pictures(c, "Camera")
	c.HideKeyboard()
	c.ShowDialog(world.Dialog{Sheet: true, Title: tr(c, "Send a picture"), Cancel: tr(c, "Cancel"), Items: firstNames(c, rows, 4), Chosen: -1, OnItem: func(i int) {
		s.send(c, x, line{Scene: sceneOf(rows[i])})
	}})
}

func firstNames(c *world.Ctx, rows []world.Row, n int) []string {
	var out []string
	for _, r := range rows[:min(n, len(rows))] {
		out = append(out, describe(c, r))
	}
	return out
}

// talkPicture is a picture of a talk, large.
type talkPicture struct{}

func (s *talkPicture) Build(c *world.Ctx) *view.Node {
	n, _ := strconv.ParseInt(c.Extra("scene"), 10, 64)
	w, _ := c.Size()
	body := &view.Node{AlignX: view.Center, AlignY: view.Center, Children: []*view.Node{{ID: "picture", Class: "ImageView", Desc: tr(c, "Picture"), W: w, H: w * 0.75, Picture: cachedScene(n, c.Px(w), c.Px(w*0.75))}}}
	return c.Page(tr(c, "Picture"), body)
}
