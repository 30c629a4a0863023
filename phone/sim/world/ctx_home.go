package world

import (
	"image"
	"math"

	"golang.org/x/image/draw"

	"github.com/handset-agent/handset/phone/sim/view"
)

// AppIcon is an app as a home screen shows it.
type AppIcon struct {
	Package string
	Label   string
	Icon    *view.Icon
	Color   view.Color
	// Shortcuts are offered by a long press.
	Shortcuts []Shortcut
}

// Apps lists the apps that have an icon, sorted by label.
func (c *Ctx) Apps() []AppIcon {
	var out []AppIcon
	for _, p := range c.w.launchables() {
		out = append(out, p.icon())
	}
	return out
}

func (p *pkg) icon() AppIcon {
	i := AppIcon{Package: p.Name, Label: p.Label, Icon: p.def.Icon, Color: p.def.Color, Shortcuts: p.def.Shortcuts}
	if i.Icon == nil {
		i.Icon = view.IconApps
	}
	if i.Color.A == 0 {
		i.Color = view.RGB(0x5f6f83)
	}
	return i
}

// RecentTask is a task as the overview shows it.
type RecentTask struct {
	ID    int
	App   AppIcon
	Image *image.RGBA // what it last showed, scaled down; nil when it never showed or must not be shown
}

// RecentTasks lists the tasks but the home screen, the last used first.
func (c *Ctx) RecentTasks() []RecentTask {
	var out []RecentTask
	for _, t := range c.w.tasks {
		if a := t.top(); a != nil && !t.home {
			out = append(out, RecentTask{ID: t.id, App: a.pkg.icon(), Image: a.win.thumb})
		}
	}
	return out
}

// ShowTask brings a task to the front.
func (c *Ctx) ShowTask(id int) {
	if t := c.w.taskByID(id); t != nil {
		c.w.toFront(t)
	}
}

// CloseTask removes a task.
func (c *Ctx) CloseTask(id int) {
	if t := c.w.taskByID(id); t != nil && !t.home {
		c.w.dropTask(t)
		c.w.resumeTop()
	}
}

// ExpandNotifications pulls the notification shade down.
func (c *Ctx) ExpandNotifications() {
	c.w.shade.to(1, c.w.t, c.w.animScale("animator_duration_scale"))
	c.w.changed()
}

// thumbEdge is the longer side of a task's small picture.
const thumbEdge = 900

// keepThumb remembers what a window shows, for the overview.
func (w *World) keepThumb(x *window) {
	if x.surface.Root() == nil || x.flags&FlagSecure != 0 || x.act == nil || x.act.task.home {
		return
	}
	var l view.List
	x.surface.Ops(&l, w.t)
	full := image.NewRGBA(x.frame)
	view.Draw(full, l.Ops, x.frame)
	s := x.frame.Size()
	k := float64(thumbEdge) / float64(max(s.X, s.Y))
	small := image.NewRGBA(image.Rect(0, 0, int(float64(s.X)*k), int(float64(s.Y)*k)))
	draw.ApproxBiLinear.Scale(small, small.Rect, full, full.Rect, draw.Src, nil)
	roundCorners(small, int(float64(w.metrics().Px(20))*k))
	x.thumb = small
}

// roundCorners makes the corners of a picture transparent.
func roundCorners(m *image.RGBA, r int) {
	b := m.Rect
	for y := range r {
		for x := range r {
			d := math.Hypot(float64(r-x)-0.5, float64(r-y)-0.5) - float64(r)
			a := min(1, max(0, 0.5-d))
			for _, p := range []image.Point{{b.Min.X + x, b.Min.Y + y}, {b.Max.X - 1 - x, b.Min.Y + y}, {b.Min.X + x, b.Max.Y - 1 - y}, {b.Max.X - 1 - x, b.Max.Y - 1 - y}} {
				i := m.PixOffset(p.X, p.Y)
				for k := range 4 {
					m.Pix[i+k] = uint8(float64(m.Pix[i+k]) * a)
				}
			}
		}
	}
}
