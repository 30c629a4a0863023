package apps

import (
	"context"
	"encoding/xml"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
)

// Shot is a screen of an app worth looking at, and how a person gets there.
type Shot struct {
	App  string // package
	Name string
	Open world.Intent         // zero: as the app's icon does
	Set  func(w *world.World) // what happens before, nil for nothing
	Taps []string             // what is then tapped: ends of resource ids, texts or descriptions, in any of the phone's languages
	Then func(w *world.World) // what happens last
}

// Screens lists the named screens of all apps.
func Screens() []Shot {
	var out []Shot
	for _, d := range All() {
		for _, s := range slices.Concat(shots[d.Package], moreShots[d.Package]) {
			s.App = d.Package
			out = append(out, s)
		}
	}
	return out
}

// shots are the screens by package; the first is what the app opens with.
var shots = map[string][]Shot{
	"com.google.android.apps.nexuslauncher": {
		{Name: "home", Open: world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryHome}}},
		{Name: "drawer", Open: world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryHome}}, Taps: []string{"id/search_container_hotseat"}},
	},
	settingsPackage: {
		{Name: "home"}, {Name: "network", Open: world.Intent{Action: "android.settings.WIRELESS_SETTINGS"}}, {Name: "internet", Open: world.Intent{Action: "android.settings.WIFI_SETTINGS"}},
		{Name: "display", Open: world.Intent{Action: "android.settings.DISPLAY_SETTINGS"}}, {Name: "sound", Open: world.Intent{Action: "android.settings.SOUND_SETTINGS"}},
		{Name: "accessibility", Open: world.Intent{Action: "android.settings.ACCESSIBILITY_SETTINGS"}}, {Name: "developer", Open: world.Intent{Action: "android.settings.APPLICATION_DEVELOPMENT_SETTINGS"}},
		{Name: "app info", Open: world.Intent{Action: "android.settings.APPLICATION_DETAILS_SETTINGS", Data: "package:" + cameraPackage}},
	},
	"com.google.android.contacts": {{Name: "list"}, {Name: "favourites", Taps: []string{"id/favorites"}}, {Name: "person", Taps: []string{"id/cliv_name_textview"}}, {Name: "editor", Taps: []string{"id/floating_action_button"}}},
	world.DialerPackage: {
		{Name: "recents"}, {Name: "favourites", Taps: []string{"id/tab_favorites"}}, {Name: "keypad", Taps: []string{"id/dialpad_fab", "id/five", "id/five", "id/five"}},
		{Name: "incoming", Then: func(w *world.World) { w.IncomingCall("+15550101") }}, {Name: "in call", Then: func(w *world.World) { w.IncomingCall("+15550101"); w.AnswerCall() }},
	},
	world.MessagingPackage:           {{Name: "threads"}, {Name: "thread", Taps: []string{"id/conversation_name"}}, {Name: "new", Taps: []string{"id/start_chat_fab"}}},
	"com.google.android.deskclock":   {{Name: "alarms"}, {Name: "cities", Taps: []string{"id/tab_menu_clock"}}, {Name: "timer", Taps: []string{"id/tab_menu_timer"}}, {Name: "stopwatch", Taps: []string{"id/tab_menu_stopwatch", "id/play_pause"}}, {Name: "time picker", Taps: []string{"id/fab"}}},
	"com.google.android.calendar":    {{Name: "month"}, {Name: "event", Taps: []string{"id/event_title"}}, {Name: "editor", Taps: []string{"id/floating_action_button"}}},
	"com.google.android.documentsui": {{Name: "storage"}, {Name: "camera folder", Taps: []string{"DCIM", "Camera"}}, {Name: "text", Taps: []string{"Documents", "Packing list.txt"}}},
	"com.google.android.apps.photos": {{Name: "photos"}, {Name: "library", Taps: []string{"id/tab_library"}}, {Name: "picture", Taps: []string{"id/photo"}}},
	cameraPackage:                    {{Name: "permission"}, {Name: "viewfinder", Set: func(w *world.World) { w.SetPermission(cameraPackage, permCamera, true) }}},
	"com.example.notes":              {{Name: "empty"}, {Name: "editor", Taps: []string{"id/fab_add"}}},
	"com.google.android.calculator":  {{Name: "keys"}},
}

// tapWait is how long a screen gets to answer a tap.
const tapWait = 400 * time.Millisecond

// Show brings a phone to the screen.
func (s Shot) Show(ctx context.Context, w *world.World) error {
	if s.Set != nil {
		s.Set(w)
	}
	in := s.Open
	if in.Action == "" {
		p, ok := w.Package(s.App)
		if !ok {
			return fmt.Errorf("show %s: no package %s", s.Name, s.App)
		}
		in = world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Component: p.Launcher, Flags: world.FlagClearTask}
	}
	if _, err := w.Start(in); err != nil {
		return fmt.Errorf("show %s: %w", s.Name, err)
	}
	for _, t := range s.Taps {
		time.Sleep(tapWait)
		at, err := seek(ctx, w, t)
		if err != nil {
			return fmt.Errorf("show %s of %s: %w", s.Name, s.App, err)
		}
		w.Touch(0, world.TouchDown, at, 1)
		time.Sleep(tapWait / 8)
		w.Touch(0, world.TouchUp, at, 0)
	}
	time.Sleep(tapWait)
	if s.Then != nil {
		s.Then(w)
		time.Sleep(tapWait)
	}
	return ctx.Err()
}

// xmlNode is a node of a dump.
type xmlNode struct {
	ID     string    `xml:"resource-id,attr"`
	Text   string    `xml:"text,attr"`
	Desc   string    `xml:"content-desc,attr"`
	Bounds string    `xml:"bounds,attr"`
	Kids   []xmlNode `xml:"node"`
}

// seek finds the middle of the first node with an id that ends so, a text or a description.
func seek(ctx context.Context, w *world.World, what string) (image.Point, error) {
	b, err := w.DumpTree(ctx)
	if err != nil {
		return image.Point{}, err
	}
	var root xmlNode
	if err := xml.Unmarshal(b, &root); err != nil {
		return image.Point{}, fmt.Errorf("read the tree: %w", err)
	}
	n := root.find(what)
	if n == nil {
		return image.Point{}, fmt.Errorf("no %q on the screen", what)
	}
	var r image.Rectangle
	if _, err := fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y); err != nil {
		return image.Point{}, fmt.Errorf("bounds %q: %w", n.Bounds, err)
	}
	return r.Min.Add(r.Size().Div(2)), nil
}

func (n *xmlNode) find(what string) *xmlNode {
	if n.Text == what || n.Desc == what || strings.HasPrefix(what, "id/") && strings.HasSuffix(n.ID, ":"+what) {
		return n
	}
	for i := range n.Kids {
		if f := n.Kids[i].find(what); f != nil {
			return f
		}
	}
	return nil
}
