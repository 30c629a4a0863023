package apps

import (
	"image"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

const browserPackage = "com.android.chrome"

// Browser shows pages of a small network that lies inside the phone.
func Browser() world.AppDef {
	return world.AppDef{
		Package: browserPackage, Label: "Browser", Labels: map[string]string{"zh": "浏览器"}, Version: "131.0.6778.135", VersionCode: 677813533, System: true, Icon: iconWeb, Color: view.RGB(0x3b78c4),
		Permissions: []world.Permission{{Name: "android.permission.INTERNET"}, {Name: "android.permission.ACCESS_FINE_LOCATION", Runtime: true}},
		Data:        func() any { return &browserData{} },
		Activities: []world.ActivityDef{
			{Class: "com.google.android.apps.chrome.Main", Launcher: true, SingleTask: true, Actions: []string{world.ActionView, "android.intent.action.WEB_SEARCH"}, Schemes: []string{"http", "https"}, Screen: func() world.Screen { return &browser{} }},
		},
	}
}

// browserData is the tabs and what was visited.
type browserData struct {
	Tabs      []browserTab
	At        int // tab that shows
	Bookmarks []webLink
	Visits    []webLink // the newest first
	Next      int
}

type webLink struct{ URL, Title string }

// browserTab is one tab: the pages gone through, and where in them it is. A tab without pages shows the start page.
type browserTab struct {
	ID     int
	Pages  []webRequest
	At     int
	Values map[string]string // of the page's form fields
	Loaded time.Time         // when the page is there
}

const (
	mostTabs   = 20
	mostVisits = 100
	loadTime   = 350 * time.Millisecond
)

func (d *browserData) tab() *browserTab {
	if len(d.Tabs) == 0 {
		d.open()
	}
	d.At = min(max(d.At, 0), len(d.Tabs)-1)
	return &d.Tabs[d.At]
}

func (d *browserData) open() {
	d.Next++
	d.Tabs = append(d.Tabs, browserTab{ID: d.Next})
	if len(d.Tabs) > mostTabs {
		d.Tabs = d.Tabs[1:]
	}
	d.At = len(d.Tabs) - 1
}

func (d *browserData) close(i int) {
	d.Tabs = slices.Delete(d.Tabs, i, i+1)
	if d.At >= i {
		d.At = max(0, d.At-1)
	}
}

// request is the page of a tab, false for the start page.
func (t *browserTab) request() (webRequest, bool) {
	if t.At < 1 || t.At > len(t.Pages) {
		return webRequest{}, false
	}
	return t.Pages[t.At-1], true
}

// goTo loads a page in the tab that shows.
func (d *browserData) goTo(c *world.Ctx, r webRequest) {
	if r.URL == "" {
		return
	}
	t := d.tab()
	t.Pages = append(t.Pages[:t.At], r)
	t.At = len(t.Pages)
	d.load(c)
}

// load begins to load the page that a tab is at.
func (d *browserData) load(c *world.Ctx) {
	t := d.tab()
	t.Values, t.Loaded = nil, c.Now().Add(loadTime)
	r, ok := t.request()
	if !ok {
		return
	}
	if p := fetch(c, r); p.failed == "" {
		d.Visits = slices.DeleteFunc(d.Visits, func(v webLink) bool { return v.URL == r.URL })
		d.Visits = slices.Insert(d.Visits, 0, webLink{r.URL, p.title})
		d.Visits = d.Visits[:min(len(d.Visits), mostVisits)]
	}
}

// browser is the window: the address bar, and under it a page, the tabs, or a list.
type browser struct {
	typing bool
	typed  string
	list   string // "tabs", "bookmarks", "history"; empty for the page
	taken  string // the intent that was obeyed last
}

// Resume goes where an intent says.
func (s *browser) Resume(c *world.Ctx) {
	d := world.Data[browserData](c)
	d.tab()
	in := c.Intent()
	to := in.Data
	if in.Action == "android.intent.action.WEB_SEARCH" {
		to = c.Extra("query")
	}
	if to == "" || s.taken == to {
		return
	}
	s.taken, s.list, s.typing = to, "", false
	if d.tab().At > 0 {
		d.open()
	}
	d.goTo(c, webRequest{URL: addressOf(to)})
}

func (s *browser) Build(c *world.Ctx) *view.Node {
	d := world.Data[browserData](c)
	if len(d.Tabs) == 0 {
		return column()
	}
	var body *view.Node
	switch {
	case s.typing:
		body = s.suggestions(c, d)
	case s.list == "tabs":
		return s.tabGrid(c, d)
	case s.list != "":
		return s.links(c, d)
	default:
		body = s.content(c, d)
	}
	return column(s.bar(c, d), fill(body))
}

// bar is the address bar.
func (s *browser) bar(c *world.Ctx, d *browserData) *view.Node {
	t := c.Theme()
	text := s.typed
	r, onPage := d.tab().request()
	if !s.typing {
		text = strings.TrimSuffix(strings.TrimPrefix(r.URL, "https://"), "/")
	}
	field := c.Field("url_bar", text, tr(c, "Search or type web address"), func(v string) { s.typing, s.typed = true, v })
	field.Weight, field.W, field.Corner, field.MinH, field.AlignY, field.Style.Size = 1, 0, 24, 46, view.Center, 15
	field.Edit.Action, field.Edit.Do = "go", func() { s.enter(c, d, s.typed) }
	if !s.typing {
		was := text
		field.Edit.Change = func(v string) { s.typing, s.typed = true, typedInto(was, v) }
	}
	row := &view.Node{ID: "toolbar", Class: "FrameLayout", Dir: view.Row, W: view.Match, H: 58, AlignY: view.Center, Gap: 2, Pad: view.Sides(8, 0), Fill: t.Surface}
	if s.typing {
		return row.Add(view.IconButton(t, "cancel_button", tr(c, "Cancel"), view.IconBack, func() { s.leave(c) }), field, view.IconButton(t, "delete_button", tr(c, "Clear"), view.IconClose, func() { s.typed = "" }))
	}
	row.Add(view.IconButton(t, "home_button", tr(c, "Home page"), view.IconHome, func() { d.tab().At = 0; d.load(c) }), field)
	count := &view.Node{Class: "ImageButton", ID: "tab_switcher_button", Desc: trf(c, "%d open tabs, tap to switch tabs", len(d.Tabs)), W: 44, H: 44, Corner: 22, AlignX: view.Center, AlignY: view.Center, OnClick: func() { s.list = "tabs" }, Children: []*view.Node{
		{Decor: true, Text: strconv.Itoa(len(d.Tabs)), W: 24, H: 24, Corner: 6, Line: t.OnSurface, LineW: 2, AlignX: view.Center, Pad: view.Edges{Top: 3}, Style: view.TextStyle{Size: 12, Bold: true, Color: t.OnSurface, Align: view.Center}},
	}}
	return row.Add(count, view.IconButton(t, "menu_button", tr(c, "More options"), view.IconMore, func() { s.menu(c, d, r, onPage) }))
}

// typedInto is what was typed when the address that showed is replaced, as a tap into it selects it all.
func typedInto(was, now string) string {
	if rest, ok := strings.CutPrefix(now, was); ok && rest != "" {
		return rest
	}
	return now
}

func (s *browser) enter(c *world.Ctx, d *browserData, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	s.leave(c)
	d.goTo(c, webRequest{URL: addressOf(text)})
}

func (s *browser) leave(c *world.Ctx) {
	s.typing, s.typed = false, ""
	c.HideKeyboard()
}

func (s *browser) menu(c *world.Ctx, d *browserData, r webRequest, onPage bool) {
	marked := slices.ContainsFunc(d.Bookmarks, func(b webLink) bool { return b.URL == r.URL })
	mark := "Add bookmark"
	if marked {
		mark = "Remove bookmark"
	}
	items := []string{"New tab", "Bookmarks", "History"}
	do := []func(){d.open, func() { s.list = "bookmarks" }, func() { s.list = "history" }}
	if onPage {
		items = append(items, mark, "Reload", "Forward")
		do = append(do, func() {
			if marked {
				d.Bookmarks = slices.DeleteFunc(d.Bookmarks, func(b webLink) bool { return b.URL == r.URL })
			} else {
				d.Bookmarks = append(d.Bookmarks, webLink{r.URL, fetch(c, r).title})
			}
		}, func() { d.load(c) }, func() {
			if t := d.tab(); t.At < len(t.Pages) {
				t.At++
				d.load(c)
			}
		})
	}
	menu(c, items, do...)
}

// Back leaves what is open, then goes a page back.
func (s *browser) Back(c *world.Ctx) bool {
	t := world.Data[browserData](c).tab()
	switch {
	case s.typing:
		s.leave(c)
	case s.list != "":
		s.list = ""
	case t.At > 0:
		t.At--
		world.Data[browserData](c).load(c)
	default:
		return false
	}
	return true
}

// content is the page of the tab that shows.
func (s *browser) content(c *world.Ctx, d *browserData) *view.Node {
	t := c.Theme()
	x := d.tab()
	r, ok := x.request()
	if !ok {
		return s.start(c, d)
	}
	holder := &view.Node{ID: "compositor_view_holder", Class: "FrameLayout", Dir: view.Stack}
	if left := x.Loaded.Sub(c.Now()); left > 0 {
		c.Refresh(left, false)
		bar := &view.Node{ID: "toolbar_progress_bar", Class: "ProgressBar", W: view.Match, H: 3, Paint: func(p *view.Painter, r image.Rectangle) {
			p.Fill(r, t.OutlineFaint)
			r.Max.X = r.Min.X + r.Dx()*2/3
			p.Fill(r, t.Primary)
		}}
		return holder.Add(&view.Node{Class: "android.webkit.WebView", W: view.Match, H: view.Match}, bar)
	}
	return holder.Add((&pageView{c: c, d: d, t: x, visit: func(r webRequest) { c.HideKeyboard(); d.goTo(c, r) }}).view(fetch(c, r)))
}

// shortcuts are on the start page.
var shortcuts = []webLink{{"https://news.example/", "News"}, {"https://wiki.example/", "Encyclopedia"}, {"https://forms.example/", "Sign up"}, {"https://maps.example/", "Map"}}

func (s *browser) start(c *world.Ctx, d *browserData) *view.Node {
	t := c.Theme()
	grid := &view.Node{ID: "mv_tiles", Dir: view.Row, W: view.Match, Margin: view.Edges{Top: 24}}
	for _, l := range shortcuts {
		grid.Add(&view.Node{ID: "tile", Key: l.URL, Class: "FrameLayout", Weight: 1, AlignX: view.Center, Gap: 8, Pad: view.Sides(4, 10), Corner: 16, OnClick: func() { d.goTo(c, webRequest{URL: l.URL}) }, Children: []*view.Node{
			avatar(l.Title, 52), {ID: "tile_title", Text: tr(c, l.Title), Style: view.TextStyle{Size: 13, Color: t.OnSurface, Lines: 1}},
		}})
	}
	box := &view.Node{ID: "search_box", Class: "LinearLayout", Dir: view.Row, W: view.Match, H: 56, Corner: 28, Fill: t.SurfaceHigh, AlignY: view.Center, Gap: 12, Pad: view.Sides(18, 0), OnClick: func() { s.typing = true }, Children: []*view.Node{
		{Decor: true, Icon: view.IconSearch, Tint: t.OnSurfaceFaint}, {ID: "search_box_text", Text: tr(c, "Search or type web address"), Style: view.TextStyle{Size: 16, Color: t.OnSurfaceFaint}},
	}}
	return &view.Node{Scroll: view.Vertical, AlignX: view.Center, Pad: view.Sides(20, 36), Gap: 22, Children: []*view.Node{
		{Decor: true, Icon: iconWeb, IconDp: 76, Tint: t.Primary}, {ID: "start_title", Text: c.Label(), Style: view.TextStyle{Size: 30, Bold: true, Color: t.OnSurface}}, box, grid,
	}}
}

// suggestions are what the typed text may mean.
func (s *browser) suggestions(c *world.Ctx, d *browserData) *view.Node {
	t := c.Theme()
	list := c.List("omnibox_results_container")
	row := func(key string, icon *view.Icon, title, sub string, to string) {
		n := item(key, func() { s.enter(c, d, to) }, &view.Node{Decor: true, Icon: icon, Tint: t.OnSurfaceFaint}, lines(t, "line_1", title, sub))
		n.Children[1].Children[len(n.Children[1].Children)-1].Style.Color = t.OnSurfaceFaint
		list.Add(n)
	}
	if strings.TrimSpace(s.typed) != "" {
		row("typed", view.IconSearch, s.typed, addressOf(s.typed), s.typed)
	}
	seen := map[string]bool{}
	for _, l := range slices.Concat(d.Visits, d.Bookmarks, shortcuts) {
		if !seen[l.URL] && has(l.Title+" "+l.URL, s.typed) && len(seen) < 8 {
			seen[l.URL] = true
			row(l.URL, view.IconGlobe, l.Title, l.URL, l.URL)
		}
	}
	return list
}

func (s *browser) tabGrid(c *world.Ctx, d *browserData) *view.Node {
	t := c.Theme()
	list := c.List("tab_list_view")
	list.Pad, list.Gap = view.Sides(16, 8), 12
	for i := range d.Tabs {
		x := &d.Tabs[i]
		title := tr(c, "New tab")
		sub := ""
		if r, ok := x.request(); ok {
			title, sub = fetch(c, r).title, r.URL
		}
		row := item("tab"+strconv.Itoa(x.ID), func() { d.At, s.list = i, "" }, lines(t, "tab_title", title, sub), view.IconButton(t, "action_button", trf(c, "Close %s", title), view.IconClose, func() { d.close(i) }))
		row.ID, row.Fill, row.Corner, row.MinH = "tab", t.SurfaceHigh, 18, 76
		if row.Selected = i == d.At; row.Selected {
			row.Line, row.LineW = t.Primary, 2
		}
		list.Add(row)
	}
	count := tr(c, "1 tab")
	if n := len(d.Tabs); n != 1 {
		count = trf(c, "%d tabs", n)
	}
	head := &view.Node{ID: "toolbar", Class: "FrameLayout", Dir: view.Row, W: view.Match, H: 58, AlignY: view.Center, AlignX: view.Spread, Pad: view.Sides(8, 0), Children: []*view.Node{
		view.IconButton(t, "new_tab_button", tr(c, "New tab"), view.IconAdd, func() { d.open(); s.list = "" }),
		{ID: "tab_count", Text: count, Style: view.TextStyle{Size: 18, Bold: true, Color: t.OnSurface}},
		view.IconButton(t, "done_button", tr(c, "Done"), view.IconCheck, func() { d.tab(); s.list = "" }),
	}}
	return column(head, fill(list))
}

func (s *browser) links(c *world.Ctx, d *browserData) *view.Node {
	t := c.Theme()
	from, title := d.Bookmarks, tr(c, "Bookmarks")
	if s.list == "history" {
		from, title = d.Visits, tr(c, "History")
	}
	list := c.List(s.list)
	for _, l := range from {
		list.Add(item(l.URL, func() { s.list = ""; d.goTo(c, webRequest{URL: l.URL}) }, avatar(l.Title, 36), lines(t, "title", l.Title, l.URL)))
	}
	if len(from) == 0 {
		list.Add(nothing(t, view.IconGlobe, tr(c, "Nothing here")))
	}
	head := &view.Node{ID: "toolbar", Class: "FrameLayout", Dir: view.Row, W: view.Match, H: 58, AlignY: view.Center, Pad: view.Sides(4, 0), Children: []*view.Node{
		view.IconButton(t, "", tr(c, "Navigate up"), view.IconBack, func() { s.list = "" }), {ID: "toolbar_title", Text: title, Weight: 1, Margin: view.Sides(8, 0), Style: view.TextStyle{Size: 20, Color: t.OnSurface}},
	}}
	if s.list == "history" && len(from) > 0 {
		head.Add(c.TextButton("clear_history", tr(c, "Clear"), func() { d.Visits = nil }))
	}
	return column(head, fill(list))
}

// resolve makes a link absolute.
func resolve(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	u, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return u.String()
}
