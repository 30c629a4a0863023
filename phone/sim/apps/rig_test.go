package apps_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/world"
)

// rig is a phone in a bubble of fake time, with hands and eyes.
type rig struct {
	*world.World
	p *sim.Phone
	t *testing.T
}

// onPhone runs f on a phone that has just booted.
func onPhone(t *testing.T, locale string, f func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		prof := world.Pixel()
		prof.Locale = locale
		p := sim.New(sim.Options{Profile: prof, Seed: 3})
		defer p.Close()
		f(&rig{p.World(), p, t})
	})
}

type node struct {
	ID       string `xml:"resource-id,attr"`
	Text     string `xml:"text,attr"`
	Desc     string `xml:"content-desc,attr"`
	Class    string `xml:"class,attr"`
	Password bool   `xml:"password,attr"`
	Bounds   string `xml:"bounds,attr"`
	Checked  bool   `xml:"checked,attr"`
	Scrolls  bool   `xml:"scrollable,attr"`
	Kids     []node `xml:"node"`
}

func (n *node) rect() image.Rectangle {
	var r image.Rectangle
	fmt.Sscanf(n.Bounds, "[%d,%d][%d,%d]", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y)
	return r
}

func (n *node) find(ok func(*node) bool) *node {
	if ok(n) {
		return n
	}
	for i := range n.Kids {
		if f := n.Kids[i].find(ok); f != nil {
			return f
		}
	}
	return nil
}

func (r *rig) tree() *node {
	r.t.Helper()
	b, err := r.DumpTree(context.Background())
	if err != nil {
		r.t.Fatalf("dump: %v", err)
	}
	var root node
	if err := xml.Unmarshal(b, &root); err != nil {
		r.t.Fatalf("dump: %v", err)
	}
	return &root
}

// seek finds what is labelled so, or has the id, or one that ends in "id/…".
func (r *rig) seek(what string) *node {
	r.t.Helper()
	return r.tree().find(func(n *node) bool {
		return n.Text == what || n.Desc == what || n.ID == what || strings.HasPrefix(what, "id/") && strings.HasSuffix(n.ID, ":"+what)
	})
}

func (r *rig) see(what string) *node {
	r.t.Helper()
	n := r.seek(what)
	if n == nil {
		var words []string
		r.tree().find(func(n *node) bool { words = append(words, n.Text+n.Desc); return false })
		r.t.Fatalf("no %q among %q", what, words)
	}
	return n
}

// unseen fails when something is on the screen.
func (r *rig) unseen(what string) {
	r.t.Helper()
	if r.seek(what) != nil {
		r.t.Errorf("%q is still there", what)
	}
}

func (r *rig) at(p image.Point, hold time.Duration) {
	r.Touch(0, world.TouchDown, p, 1)
	time.Sleep(hold)
	r.Touch(0, world.TouchUp, p, 0)
	time.Sleep(400 * time.Millisecond)
}

func (r *rig) tap(whats ...string) {
	r.t.Helper()
	for _, what := range whats {
		b := r.see(what).rect()
		r.at(b.Min.Add(b.Size().Div(2)), 50*time.Millisecond)
	}
}

func (r *rig) long(what string) {
	r.t.Helper()
	b := r.see(what).rect()
	r.at(b.Min.Add(b.Size().Div(2)), 800*time.Millisecond)
}

func (r *rig) key(code int) {
	r.Key(code, 0, true)
	r.Key(code, 0, false)
	time.Sleep(400 * time.Millisecond)
}

// scrollTo scrolls the list down, then up, until something shows whole.
func (r *rig) scrollTo(what string) {
	r.t.Helper()
	for i := range 16 {
		if n := r.seek(what); n != nil && n.rect().Max.Y < 2250 {
			return
		}
		from, to := image.Pt(540, 1800), image.Pt(540, 1100)
		if i > 8 {
			from, to = to, from
		}
		r.Touch(0, world.TouchDown, from, 1)
		for k := 1; k <= 10; k++ {
			time.Sleep(30 * time.Millisecond)
			r.Touch(0, world.TouchMove, from.Add(to.Sub(from).Mul(k).Div(10)), 1)
		}
		time.Sleep(200 * time.Millisecond)
		r.Touch(0, world.TouchUp, to, 0)
		time.Sleep(300 * time.Millisecond)
	}
	r.see(what)
}

func (r *rig) typeText(s string) {
	for _, c := range s {
		r.Type(c)
	}
	time.Sleep(200 * time.Millisecond)
}

func (r *rig) open(pkg string) {
	r.t.Helper()
	p, ok := r.Package(pkg)
	if !ok {
		r.t.Fatalf("no package %s", pkg)
	}
	r.start(world.Intent{Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Component: p.Launcher, Flags: world.FlagClearTask})
}

func (r *rig) start(i world.Intent) {
	r.t.Helper()
	if _, err := r.Start(i); err != nil {
		r.t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
}

// shell runs a command of the phone.
func (r *rig) shell(argv ...string) string {
	r.t.Helper()
	out, err := r.p.Shell(context.Background(), argv...)
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(out.Stdout))
}
