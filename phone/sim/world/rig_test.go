package world_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/phone"
	"github.com/handset-agent/handset/phone/sim/apps"
	"github.com/handset-agent/handset/phone/sim/world"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a phone in a bubble of fake time, with hands and eyes.
type rig struct {
	*world.World
	t *testing.T
}

// onPhone runs f on a phone that has just booted.
func onPhone(t *testing.T, f func(r *rig)) { onPhoneWith(t, world.Options{}, f) }

func onPhoneWith(t *testing.T, o world.Options, f func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if o.Apps == nil {
			o.Apps = apps.All()
		}
		w := world.New(o)
		defer w.Close()
		f(&rig{w, t})
	})
}

// node is one node of a dump.
type node struct {
	ID      string `xml:"resource-id,attr"`
	Text    string `xml:"text,attr"`
	Desc    string `xml:"content-desc,attr"`
	Class   string `xml:"class,attr"`
	Package string `xml:"package,attr"`
	Checked bool   `xml:"checked,attr"`
	Focused bool   `xml:"focused,attr"`
	Click   bool   `xml:"clickable,attr"`
	Enabled bool   `xml:"enabled,attr"`
	Bounds  string `xml:"bounds,attr"`
	Kids    []node `xml:"node"`
}

type hierarchy struct {
	Rotation int    `xml:"rotation,attr"`
	Kids     []node `xml:"node"`
}

func (n *node) rect() image.Rectangle {
	var r image.Rectangle
	fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y)
	return r
}

func (n *node) middle() image.Point { r := n.rect(); return r.Min.Add(r.Size().Div(2)) }

// each visits the node and all below it until f says stop.
func (n *node) each(f func(*node) bool) bool {
	if f(n) {
		return true
	}
	for i := range n.Kids {
		if n.Kids[i].each(f) {
			return true
		}
	}
	return false
}

// tree dumps the active window.
func (r *rig) tree() *hierarchy {
	r.t.Helper()
	b, err := r.DumpTree(context.Background())
	if err != nil {
		r.t.Fatalf("dump: %v", err)
	}
	var h hierarchy
	if err := xml.Unmarshal(b, &h); err != nil {
		r.t.Fatalf("dump does not parse: %v\n%s", err, b)
	}
	if len(h.Kids) != 1 {
		r.t.Fatalf("%d roots in %s", len(h.Kids), b)
	}
	return &h
}

// seek finds a node by text, description or the end of its id, nil when there is none.
func (r *rig) seek(what string) *node {
	r.t.Helper()
	h := r.tree()
	var found *node
	h.Kids[0].each(func(n *node) bool {
		if n.Text == what || n.Desc == what || strings.HasSuffix(n.ID, "id/"+what) {
			found = n
			return true
		}
		return false
	})
	return found
}

func (r *rig) see(what string) *node {
	r.t.Helper()
	n := r.seek(what)
	if n == nil {
		b, _ := r.DumpTree(context.Background())
		r.t.Fatalf("no %q on the screen:\n%s", what, b)
	}
	return n
}

func (r *rig) tapAt(p image.Point) {
	r.Touch(0, world.TouchDown, p, 1)
	time.Sleep(60 * time.Millisecond)
	r.Touch(0, world.TouchUp, p, 0)
}

// tap taps what is labelled so.
func (r *rig) tap(what string) {
	r.t.Helper()
	r.tapAt(r.see(what).middle())
	time.Sleep(300 * time.Millisecond)
}

func (r *rig) press(keys ...int) {
	for _, k := range keys {
		r.Key(k, 0, true)
		time.Sleep(20 * time.Millisecond)
		r.Key(k, 0, false)
	}
	time.Sleep(300 * time.Millisecond)
}

func (r *rig) swipe(a, b image.Point, d time.Duration) {
	r.Touch(0, world.TouchDown, a, 1)
	for i := 1; i <= 20; i++ {
		time.Sleep(d / 20)
		r.Touch(0, world.TouchMove, a.Add(b.Sub(a).Mul(i).Div(20)), 1)
	}
	r.Touch(0, world.TouchUp, b, 0)
}

func (r *rig) typeText(s string) {
	r.t.Helper()
	for _, c := range s {
		if !r.Type(c) {
			r.t.Fatalf("cannot type %q", c)
		}
	}
}

func (r *rig) open(action string) {
	r.t.Helper()
	if _, err := r.Start(world.Intent{Action: action}); err != nil {
		r.t.Fatal(err)
	}
	time.Sleep(400 * time.Millisecond)
}

func (r *rig) openApp(pkg string) {
	r.t.Helper()
	p, ok := r.Package(pkg)
	if !ok {
		r.t.Fatalf("no package %s", pkg)
	}
	if _, err := r.Start(world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Component: p.Launcher}); err != nil {
		r.t.Fatal(err)
	}
	time.Sleep(400 * time.Millisecond)
}

func (r *rig) setting(ns, key string) string {
	v, _ := r.Settings().Get(ns, key)
	return v
}

// picture is the number of the settled screen's picture.
func (r *rig) picture() uint64 {
	time.Sleep(2 * time.Second)
	_, seq := r.Screen()
	return seq
}

// front is the component in front.
func (r *rig) front() string {
	a, _ := r.FocusedApp()
	return a.Component.Short()
}

const (
	notesPkg = "com.example.notes"
	calcPkg  = "com.google.android.calculator"
	homeAct  = "com.google.android.apps.nexuslauncher/.NexusLauncherActivity"
	back     = phone.KeyBack
	home     = phone.KeyHome
)
