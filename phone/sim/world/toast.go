package world

import (
	"image"
	"time"

	"github.com/handset-agent/handset/phone/sim/view"
)

const toastTime = 2 * time.Second

// toast is a short message at the bottom of the screen.
type toast struct {
	pkg   string
	text  string
	until time.Time
}

// toast queues a message; they show one after another.
func (w *World) toast(pkg, text string) {
	from := w.t
	if n := len(w.toasts); n > 0 {
		from = w.toasts[n-1].until
	}
	w.toasts = append(w.toasts, toast{pkg, text, from.Add(toastTime)})
	w.changed()
}

// Toasts lists the texts of the toasts that show or wait, the one that shows first.
func (w *World) Toasts() []string {
	w.enter()
	defer w.leave()
	var out []string
	for _, t := range w.toasts {
		out = append(out, t.text)
	}
	return out
}

func (w *World) toastTree() *view.Node {
	t := w.theme()
	fill, ink := view.RGB(0xe8eaf0), view.RGB(0x1b1c20)
	if t.Dark {
		fill, ink = view.RGB(0x3a3f47), view.RGB(0xe6e8ee)
	}
	up := w.navDp() + 64
	if w.imeShown() {
		up = float64(w.keyboardFrame().Dy())/w.metrics().Density + 24
	}
	return &view.Node{Dir: view.Stack, W: view.Match, H: view.Match, AlignX: view.Center, AlignY: view.End, Children: []*view.Node{{
		ID: "android:id/message", Text: w.toasts[0].text, Fill: fill, Corner: 24, Shadow: 3, Pad: view.Sides(20, 12), MaxW: 320,
		Margin: view.Edges{Left: 24, Right: 24, Bottom: up}, Style: view.TextStyle{Size: 14, Color: ink},
	}}}
}

// volumeFrame is where the volume panel stands.
func (w *World) volumeFrame() image.Rectangle {
	m, full := w.metrics(), w.bounds()
	h := min(full.Dy()-m.Px(96), m.Px(300))
	x1, y0 := full.Max.X-m.Px(12), full.Min.Y+(full.Dy()-h)/3
	return image.Rect(x1-m.Px(56), y0, x1, y0+h)
}

// volumeTree is the panel that the volume keys bring up.
func (w *World) volumeTree() *view.Node {
	t := w.theme()
	v := w.sound.volumes[StreamMusic]
	level := v.Now
	if v.Muted {
		level = 0
	}
	bar := &view.Node{
		Class: "SeekBar", ID: "volume_row_slider", Desc: "Media volume", W: view.Match, Weight: 1, Margin: view.Sides(8, 8),
		Paint: func(p *view.Painter, r image.Rectangle) {
			f := p.Animate("level", float64(level)/float64(v.Max), 100*time.Millisecond)
			p.Round(r, 20, t.SurfaceHigh)
			fill := r
			fill.Min.Y = r.Max.Y - max(r.Dx(), int(f*float64(r.Dy())))
			p.Round(fill, 20, t.Primary)
			s := p.Px(22)
			p.Icon(view.IconVolume, image.Rect((r.Min.X+r.Max.X-s)/2, r.Max.Y-s-p.Px(10), (r.Min.X+r.Max.X+s)/2, r.Max.Y-p.Px(10)), t.OnPrimary)
		},
	}
	return &view.Node{W: view.Match, H: view.Match, Fill: t.Surface, Corner: 28, Shadow: 6, Children: []*view.Node{
		bar,
		view.IconButton(t, "settings", "Sound settings", view.IconSettings, func() {
			w.sound.panelUntil = time.Time{}
			w.start(Intent{Action: "android.settings.SOUND_SETTINGS", Flags: FlagNewTask}, nil)
		}),
	}}
}
