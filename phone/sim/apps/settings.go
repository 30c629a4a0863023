package apps

import (
	"strings"

	"github.com/handset-agent/handset/phone/sim/view"
	"github.com/handset-agent/handset/phone/sim/world"
)

const settingsPackage = "com.android.settings"

// Settings is the system's settings. Its pages are functions in the table pages; its switches are the settings themselves.
func Settings() world.AppDef {
	def := world.AppDef{
		Package: settingsPackage, Label: "Settings", Labels: map[string]string{"zh": "设置"}, Version: "14", VersionCode: 34, System: true, UID: 1000, Icon: view.IconSettings,
		Color: view.RGB(0x4c6178),
		Activities: []world.ActivityDef{
			{Class: ".Settings", Launcher: true, Actions: []string{"android.settings.SETTINGS"}, Screen: func() world.Screen { return &settingsHome{} }},
			{Class: ".SubSettings", Private: true, Screen: func() world.Screen { return &settingsPage{} }},
		},
	}
	for _, e := range entries {
		def.Activities = append(def.Activities, world.ActivityDef{
			Class: ".Settings$" + e.class, Actions: e.actions, Schemes: e.schemes, Screen: func() world.Screen { return &settingsPage{name: e.page} },
		})
	}
	return def
}

// entries are the pages that other apps open by an action.
var entries = []struct {
	class, page string
	actions     []string
	schemes     []string
}{
	{"NetworkDashboardActivity", "network", []string{"android.settings.WIRELESS_SETTINGS", "android.settings.AIRPLANE_MODE_SETTINGS"}, nil},
	{"WifiSettingsActivity", "internet", []string{"android.settings.WIFI_SETTINGS", "android.settings.NETWORK_PROVIDER_SETTINGS"}, nil},
	{"BluetoothSettingsActivity", "bluetooth", []string{"android.settings.BLUETOOTH_SETTINGS"}, nil},
	{"ConnectedDeviceDashboardActivity", "connected", []string{"android.settings.CONNECTED_DEVICES_SETTINGS"}, nil},
	{"DisplaySettingsActivity", "display", []string{"android.settings.DISPLAY_SETTINGS"}, nil},
	{"SoundSettingsActivity", "sound", []string{"android.settings.SOUND_SETTINGS"}, nil},
	{"ZenModeSettingsActivity", "dnd", []string{"android.settings.ZEN_MODE_SETTINGS"}, nil},
	{"NotificationAppListActivity", "notifications", []string{"android.settings.NOTIFICATION_SETTINGS"}, nil},
	{"PowerUsageSummaryActivity", "battery", []string{"android.intent.action.POWER_USAGE_SUMMARY", "android.settings.BATTERY_SAVER_SETTINGS"}, nil},
	{"StorageDashboardActivity", "storage", []string{"android.settings.INTERNAL_STORAGE_SETTINGS"}, nil},
	{"LocationSettingsActivity", "location", []string{"android.settings.LOCATION_SOURCE_SETTINGS"}, nil},
	{"SecurityDashboardActivity", "security", []string{"android.settings.SECURITY_SETTINGS"}, nil},
	{"AccessibilitySettingsActivity", "accessibility", []string{"android.settings.ACCESSIBILITY_SETTINGS"}, nil},
	{"DateTimeSettingsActivity", "datetime", []string{"android.settings.DATE_SETTINGS"}, nil},
	{"LocalePickerActivity", "languages", []string{"android.settings.LOCALE_SETTINGS"}, nil},
	{"PrivacyDashboardActivity", "privacy", []string{"android.settings.PRIVACY_SETTINGS"}, nil},
	{"LanguageAndInputSettingsActivity", "keyboard", []string{"android.settings.INPUT_METHOD_SETTINGS"}, nil},
	{"DevelopmentSettingsDashboardActivity", "developer", []string{"android.settings.APPLICATION_DEVELOPMENT_SETTINGS"}, nil},
	{"MyDeviceInfoActivity", "about", []string{"android.settings.DEVICE_INFO_SETTINGS"}, nil},
	{"ManageApplicationsActivity", "apps", []string{"android.settings.APPLICATION_SETTINGS", "android.settings.MANAGE_APPLICATIONS_SETTINGS"}, nil},
	{"AppInfoDashboardActivity", "app", []string{"android.settings.APPLICATION_DETAILS_SETTINGS"}, []string{"package"}},
}

// settingsHome is the list of all pages.
type settingsHome struct{ query string }

// homeRow is one entry of the home list.
type homeRow struct {
	title, summary, page string
	icon                 *view.Icon
	color                uint32
}

var homeRows = []homeRow{
	{"Network & internet", "Mobile, Wi-Fi, hotspot", "network", view.IconWifi, 0x3a7bd5},
	{"Connected devices", "Bluetooth, pairing", "connected", view.IconDevices, 0x3f8f6b},
	{"Apps", "Recent apps, default apps", "apps", view.IconApps, 0xd07a2d},
	{"Notifications", "Notification history, conversations", "notifications", view.IconBell, 0xc2506b},
	{"Battery", "", "battery", view.IconBattery, 0x3f8f6b},
	{"Storage", "", "storage", view.IconStorage, 0x8457a8},
	{"Sound & vibration", "Volume, haptics, Do Not Disturb", "sound", view.IconVolume, 0x2f8f9a},
	{"Display", "Dark theme, font size, brightness", "display", view.IconSun, 0xd07a2d},
	{"Accessibility", "Display, interaction, audio", "accessibility", view.IconAccess, 0x3a7bd5},
	{"Security & privacy", "App security, device lock, permissions", "security", view.IconShield, 0x3f8f6b},
	{"Location", "", "location", view.IconPin, 0x2f8f9a},
	{"System", "Languages, gestures, time, backup", "system", view.IconInfo, 0x6b7686},
	{"About phone", "", "about", view.IconPhone, 0x6b7686},
}

// summaryOf fills in the summaries that follow the state of the phone.
func (r homeRow) summaryOf(c *world.Ctx) string {
	switch r.page {
	case "battery":
		return batterySummary(c)
	case "storage":
		return "32% used - 87.1 GB free"
	case "location":
		if locationOn(c) {
			return "On - 3 apps have access to location"
		}
		return "Off"
	case "about":
		return c.Setting("global", "device_name", c.Profile().Model)
	}
	return r.summary
}

func (s *settingsHome) Build(c *world.Ctx) *view.Node {
	t := c.Theme()
	title := view.Label(tr(c, "Settings"), 34, t.OnSurface)
	title.ID, title.Margin = "homepage_title", view.Edges{Left: 24, Top: 36, Bottom: 20}
	search := c.Field("search_action_bar_title", s.query, tr(c, "Search settings"), func(q string) { s.query = q })
	search.Fill, search.Corner, search.Margin = t.SurfaceHigh, 26, view.Edges{Left: 16, Right: 16, Bottom: 12}
	search.AlignY, search.Edit.Action, search.Edit.Do = view.Center, "search", func() {}
	list := c.List("recycler_view", title, search)
	list.Pad.Bottom = 24
	if s.query != "" {
		for _, r := range s.results(c) {
			list.Add(r)
		}
		return list
	}
	for _, r := range homeRows {
		list.Add(s.row(c, r))
	}
	return list
}

func (s *settingsHome) row(c *world.Ctx, r homeRow) *view.Node {
	fill, ink := view.RGB(r.color), view.RGB(0xffffff)
	icon := &view.Node{ID: "android:id/icon", W: 40, H: 40, Corner: 20, Fill: fill, Icon: r.icon, IconDp: 22, Tint: ink}
	return &view.Node{
		Dir: view.Row, Key: r.title, W: view.Match, MinH: 76, AlignY: view.Center, Pad: view.Sides(20, 10), Gap: 18,
		OnClick:  func() { openPage(c, r.page) },
		Children: []*view.Node{icon, titles(c, r.title, r.summaryOf(c), true)},
	}
}

// results are the pages and rows whose title holds the query.
func (s *settingsHome) results(c *world.Ctx) []*view.Node {
	var out []*view.Node
	q := strings.ToLower(s.query)
	for _, name := range pageNames() {
		p := pages[name]
		if p.hidden {
			continue
		}
		for _, r := range p.rows(c) {
			if r.title == "" || !strings.Contains(strings.ToLower(r.title+"\n"+tr(c, r.title)), q) {
				continue
			}
			out = append(out, &view.Node{
				Dir: view.Row, Key: name + r.title, W: view.Match, MinH: 64, AlignY: view.Center, Pad: view.Sides(24, 8),
				OnClick: func() { openPage(c, name) }, Children: []*view.Node{titles(c, r.title, p.title, true)},
			})
		}
	}
	if len(out) == 0 {
		out = append(out, &view.Node{ID: "no_results", Text: tr(c, "No results"), W: view.Match, Pad: view.All(24), Style: view.TextStyle{Size: 15, Color: c.Theme().OnSurfaceFaint, Align: view.Center}})
	}
	return out
}

func openPage(c *world.Ctx, page string, extras ...string) {
	c.HideKeyboard()
	c.Open(".SubSettings", append([]string{"page", page}, extras...)...)
}

// settingsPage shows one page of the table.
type settingsPage struct {
	name string
	taps int // on the build number
}

func (s *settingsPage) Build(c *world.Ctx) *view.Node {
	name := s.name
	if name == "" {
		name = c.Extra("page")
	}
	p, ok := pages[name]
	if !ok {
		p = page{title: "Settings", rows: func(*world.Ctx) []row { return nil }}
	}
	list := c.List("recycler_view")
	list.Weight, list.H, list.Pad.Bottom = 1, 0, 24
	for _, r := range p.rows(c) {
		if r.hidden {
			continue
		}
		list.Add(r.node(c, s))
	}
	return &view.Node{ID: "content_parent", Class: "ViewGroup", W: view.Match, H: view.Match, Children: []*view.Node{appBar(c, tr(c, p.title)), list}}
}

// appBar is the tool bar with the large title, which accessibility knows as the description of the bar: the letters are drawn
// by the bar itself.
func appBar(c *world.Ctx, title string) *view.Node {
	t := c.Theme()
	bar := &view.Node{Class: "ViewGroup", ID: "action_bar", Dir: view.Row, W: view.Match, H: 56, AlignY: view.Center, Pad: view.Edges{Left: 8}, Children: []*view.Node{
		c.UpButton(), {Class: "View", Weight: 1, H: view.Match, Margin: view.Edges{Left: 16}},
	}}
	words := view.Label(title, 32, t.OnSurface)
	words.Decor, words.Margin = true, view.Edges{Left: 24, Right: 24, Top: 20, Bottom: 16}
	tools := &view.Node{Class: "FrameLayout", ID: "collapsing_toolbar", Desc: title, W: view.Match, Children: []*view.Node{bar, words}}
	return &view.Node{Class: "LinearLayout", ID: "app_bar", W: view.Match, Children: []*view.Node{tools}}
}

// titles are the two lines of a row.
func titles(c *world.Ctx, title, summary string, on bool) *view.Node {
	t := c.Theme()
	title, summary = tr(c, title), tr(c, summary)
	a := view.Label(title, 18, t.OnSurface)
	a.ID = "android:id/title"
	col := &view.Node{Class: "RelativeLayout", Weight: 1, Gap: 2, Children: []*view.Node{a}}
	if summary != "" {
		b := view.Label(summary, 14, t.OnSurfaceFaint)
		b.ID = "android:id/summary"
		col.Add(b)
	}
	if !on {
		for _, n := range col.Children {
			n.Style.Color = view.Fade(n.Style.Color, 0.4)
			n.Disabled = true
		}
	}
	return col
}
