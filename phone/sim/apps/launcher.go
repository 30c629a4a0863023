package apps

import (
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

// Launcher is the home screen with its drawer and the overview of recent tasks.
func Launcher() world.AppDef {
	return world.AppDef{
		Package: "com.google.android.apps.nexuslauncher", Label: "Pixel Launcher", Version: "14", VersionCode: 34, System: true,
		Icon: view.IconHome, Color: view.RGB(0x4a6fa5),
		Activities: []world.ActivityDef{{
			Class: ".NexusLauncherActivity", Home: true, Wallpaper: true, SingleTask: true, Screen: func() world.Screen { return &launcher{} },
		}},
	}
}

// launcher is what the home screen shows.
type launcher struct {
	drawer   bool
	overview bool
	query    string
}

const drawerTime = 220 * time.Millisecond

// dock are the packages that stand in the dock when they are installed.
var dock = map[string]bool{
	"com.google.android.dialer": true, "com.google.android.apps.messaging": true, "com.android.chrome": true, cameraPackage: true,
}

var (
	homeInk   = view.RGB(0xffffff)
	homeFaint = view.Color{R: 255, G: 255, B: 255, A: 215}
)

func (l *launcher) Build(c *world.Ctx) *view.Node {
	root := &view.Node{ID: "drag_layer", Dir: view.Stack, W: view.Match, H: view.Match}
	if l.overview {
		return root.Add(l.tasks(c))
	}
	open := c.Animate("drawer", b2f(l.drawer), drawerTime)
	if open < 1 {
		root.Add(l.home(c))
	}
	if open > 0 {
		root.Add(l.apps(c, open))
	}
	return root
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Back closes the drawer or the overview.
func (l *launcher) Back(c *world.Ctx) bool {
	l.close(c)
	return true
}

// Home does the same.
func (l *launcher) Home(c *world.Ctx) { l.close(c) }

// Overview opens the overview, or closes it when toggle is set and it is open.
func (l *launcher) Overview(c *world.Ctx, toggle bool) {
	l.drawer = false
	l.overview = !(toggle && l.overview)
}

// LightTop tells that the drawer is light in the light theme.
func (l *launcher) LightTop(c *world.Ctx) bool { return l.drawer && !c.Night() }

func (l *launcher) close(c *world.Ctx) {
	l.drawer, l.overview, l.query = false, false, ""
	c.HideKeyboard()
}

// Resume leaves the overview when the home screen comes back by itself.
func (l *launcher) Resume(c *world.Ctx) { l.overview = false }

func (l *launcher) home(c *world.Ctx) *view.Node {
	in := c.Insets()
	n := &view.Node{
		ID: "workspace", Class: "ScrollView", W: view.Match, H: view.Match, Pad: view.Edges{Left: 16, Right: 16, Top: in.Top + 8, Bottom: in.Bottom + 6},
		OnDrag: func(d view.Drag) { l.swipe(c, d) }, OnLongClick: func() { c.Toast(tr(c, "Long press an app for more")) }, NoPress: true,
	}
	day := dayText(c, c.Now()) + " " + weekText(c, c.Now().Weekday(), false)
	if !chinese(c) {
		day = c.Now().Format("Mon, Jan 2")
	}
	date := view.Label(day, 20, homeInk)
	date.ID, date.Desc = "smartspace_content", day
	n.Add(&view.Node{ID: "smartspace_container", W: view.Match, Pad: view.Sides(12, 14), Children: []*view.Node{date}})
	var page, hot []world.AppIcon
	for _, a := range c.Apps() {
		if dock[a.Package] {
			hot = append(hot, a)
		} else {
			page = append(page, a)
		}
	}
	n.Add(l.pages(c, page)...)
	if len(hot) > 0 {
		n.Add(&view.Node{ID: "hotseat", W: view.Match, Margin: view.Edges{Top: 8}, Children: []*view.Node{l.grid(c, hot, columns(c), homeInk, "hotseat_icon")}})
	}
	return n.Add(l.searchBar(c))
}

// pages are the home screen's pages, side by side, each filled from the bottom.
func (l *launcher) pages(c *world.Ctx, icons []world.AppIcon) []*view.Node {
	w, h := c.Size()
	most := columns(c) * min(4, max(1, int((h-300)/104)))
	if len(icons) <= most {
		return []*view.Node{view.Spring(), l.grid(c, icons, columns(c), homeInk, "workspace_icon")}
	}
	strip := &view.Node{ID: "page_strip", Class: "androidx.viewpager.widget.ViewPager", Dir: view.Row, W: view.Match, Weight: 1, Scroll: view.Paged}
	dots := &view.Node{ID: "page_indicator", Class: "View", Dir: view.Row, W: view.Match, AlignX: view.Center, Gap: 7, Pad: view.Sides(0, 8)}
	for i := 0; i < len(icons); i += most {
		cell := &view.Node{Class: "ViewGroup", W: w - 32, H: view.Match, Children: []*view.Node{view.Spring(), l.grid(c, icons[i:min(i+most, len(icons))], columns(c), homeInk, "workspace_icon")}}
		strip.Add(cell)
		dots.Add(&view.Node{Decor: true, W: 6, H: 6, Corner: 3, Fill: view.Fade(homeInk, 0.75)})
	}
	return []*view.Node{strip, dots}
}

func columns(c *world.Ctx) int {
	if c.Landscape() {
		return 6
	}
	return 4
}

// searchBar opens the drawer with its search field.
func (l *launcher) searchBar(c *world.Ctx) *view.Node {
	t := c.Theme()
	return &view.Node{
		ID: "search_container_hotseat", Desc: tr(c, "Search"), Dir: view.Row, W: view.Match, H: 52, Corner: 26, Fill: view.Fade(t.Surface, 0.94), Gap: 14,
		Pad: view.Sides(18, 0), AlignY: view.Center, Margin: view.Edges{Left: 4, Right: 4, Top: 16},
		OnClick: func() { l.drawer = true },
		Children: []*view.Node{
			{Icon: view.IconSearch, IconDp: 20, Tint: t.OnSurfaceFaint},
			{ID: "input", Text: tr(c, "Search apps"), Style: view.TextStyle{Size: 15, Color: t.OnSurfaceFaint}},
		},
	}
}

// swipe opens the drawer upwards and the notifications downwards.
func (l *launcher) swipe(c *world.Ctx, d view.Drag) {
	if d.Phase != view.DragEnd {
		return
	}
	switch dy := d.At.Y - d.Start.Y; {
	case dy < -120 || d.VY < -1200:
		l.drawer = true
	case dy > 120 || d.VY > 1200:
		c.ExpandNotifications()
	}
}

// grid is the apps in rows.
func (l *launcher) grid(c *world.Ctx, apps []world.AppIcon, cols int, ink view.Color, key string) *view.Node {
	g := view.Col()
	g.W, g.Gap = view.Match, 12
	for i := 0; i < len(apps); i += cols {
		row := &view.Node{Class: "ViewGroup", Dir: view.Row, W: view.Match}
		for k := i; k < i+cols; k++ {
			if k < len(apps) {
				row.Add(l.icon(c, apps[k], ink, key))
			} else {
				row.Add(view.Spring())
			}
		}
		g.Add(row)
	}
	return g
}

// icon is one app: the picture is drawn by the text view itself, as launchers do.
func (l *launcher) icon(c *world.Ctx, a world.AppIcon, ink view.Color, key string) *view.Node {
	pic := &view.Node{Decor: true, W: 58, H: 58, Corner: 29, Fill: a.Color, Icon: a.Icon, IconDp: 32, Tint: view.RGB(0xffffff), Shadow: 1.5}
	label := &view.Node{Decor: true, Text: a.Label, W: view.Match, Style: view.TextStyle{Size: 13, Color: ink, Lines: 1, Align: view.Center}}
	return &view.Node{
		Class: "TextView", ID: "icon", Key: key + a.Package, Spoken: a.Label, Desc: a.Label, Weight: 1, H: 92, Corner: 16, Gap: 8, AlignX: view.Center, AlignY: view.Center,
		Pad: view.Sides(2, 2), OnClick: func() { l.open(c, a.Package) }, OnLongClick: func() { l.menu(c, a) }, Children: []*view.Node{pic, label},
	}
}

func (l *launcher) open(c *world.Ctx, pkg string) {
	if !c.OpenApp(pkg) {
		c.Toast(tr(c, "App isn't installed"))
	}
	l.drawer, l.query = false, ""
}

// menu is what a long press on an icon offers.
func (l *launcher) menu(c *world.Ctx, a world.AppIcon) {
	var items []string
	var do []func()
	add := func(label string, f func()) { items, do = append(items, tr(c, label)), append(do, f) }
	for _, x := range a.Shortcuts {
		add(x.Label, func() {
			in := x.Intent
			in.Package, in.Flags = a.Package, in.Flags|world.FlagNewTask
			c.Start(in)
		})
	}
	add("App info", func() {
		c.Start(world.Intent{Action: "android.settings.APPLICATION_DETAILS_SETTINGS", Data: "package:" + a.Package, Flags: world.FlagNewTask})
	})
	if p, ok := c.Package(a.Package); ok && !p.System {
		add("Uninstall", func() {
			ask(c, a.Label, "Do you want to uninstall this app?", "OK", func() {
				if c.Uninstall(a.Package) == nil {
					c.Toast(trf(c, "Uninstalled %s", a.Label))
				}
			})
		})
	}
	c.ShowDialog(world.Dialog{Title: a.Label, Items: items, Chosen: -1, Cancel: tr(c, "Cancel"), OnItem: func(i int) { do[i]() }})
}

// apps is the drawer, open being how far it is up.
func (l *launcher) apps(c *world.Ctx, open float64) *view.Node {
	t := c.Theme()
	in := c.Insets()
	_, h := c.Size()
	var found []world.AppIcon
	for _, a := range c.Apps() {
		if strings.Contains(strings.ToLower(a.Label), strings.ToLower(l.query)) {
			found = append(found, a)
		}
	}
	search := c.Field("fallback_search_view", l.query, tr(c, "Search apps"), func(s string) { l.query = s })
	search.Fill, search.Corner, search.MinH = t.Surface, 26, 48
	search.Edit.Action = "search"
	search.Edit.Do = func() {
		if len(found) == 1 {
			l.open(c, found[0].Package)
		}
	}
	list := c.List("apps_list_view", l.grid(c, found, columns(c), t.OnSurface, "app_"))
	list.H, list.Weight, list.Pad = 0, 1, view.Sides(0, 12)
	if len(found) == 0 {
		list.Add(&view.Node{Text: trf(c, "No apps found matching \"%s\"", l.query), W: view.Match, Style: view.TextStyle{Size: 15, Color: t.OnSurfaceFaint, Align: view.Center}, Pad: view.All(24)})
	}
	return &view.Node{
		ID: "apps_view", Class: "RelativeLayout", W: view.Match, H: view.Match, Fill: view.Fade(t.Background, min(1, 0.3+open)), OffY: (1 - open) * h,
		Pad: view.Edges{Left: 16, Right: 16, Top: in.Top + 12, Bottom: in.Bottom}, OnDrag: func(d view.Drag) {
			if d.Phase == view.DragEnd && (d.At.Y-d.Start.Y > 160 || d.VY > 1500) {
				l.close(c)
			}
		},
		Children: []*view.Node{search, list},
	}
}
