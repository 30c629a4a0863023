package serve

import (
	"fmt"
	"image"
	"slices"
	"sync/atomic"

	"github.com/handset-agent/handset/phone/sim"
	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/scrcpy/screend"
)

// phoneSource is the whole phone as the scrcpy server sees it.
type phoneSource struct {
	source
	d *device
}

var (
	_ screend.Cameras   = phoneSource{}
	_ screend.Displayer = phoneSource{}
)

// Cameras are those of a phone of the middle class; the front one is smaller.
func (p phoneSource) Cameras() []screend.Camera {
	wide := []image.Point{{X: 1920, Y: 1080}, {X: 1440, Y: 1080}, {X: 1280, Y: 960}, {X: 1280, Y: 720}, {X: 1088, Y: 1088}, {X: 640, Y: 480}, {X: 640, Y: 360}, {X: 320, Y: 240}}
	return []screend.Camera{
		{ID: "0", Facing: "back", Array: image.Pt(4080, 3072), FPS: []int{15, 24, 30}, Sizes: wide},
		{ID: "1", Facing: "front", Array: image.Pt(3648, 2736), FPS: []int{15, 24, 30}, Sizes: wide[2:]},
	}
}

// Density is that of the display.
func (p phoneSource) Density() int { return p.w.Display().Density }

// sdk is the phone's API level.
func sdk(w *world.World) int { return w.Profile().SDK }

// encoders are those that a phone of its age has. The low-end one has H.264 alone.
func encoders(w *world.World) []screend.Encoder {
	list := screend.StockEncoders()
	if w.Profile().Name == "low-end" {
		return list
	}
	if sdk(w) >= 29 {
		list = slices.Insert(list, 2, screend.Encoder{Codec: "h265", Name: "c2.android.hevc.encoder", Kind: "sw"})
	}
	if sdk(w) >= 34 {
		list = slices.Insert(list, 3, screend.Encoder{Codec: "av1", Name: "c2.android.av1.encoder", Kind: "sw"})
	}
	return list
}

// firstVirtual is the number of the first virtual display; the ones before are the system's own.
const firstVirtual = 2

// NewDisplay makes a virtual display: a screen of its own, with the apps, settings and data that the phone has at this moment. What
// apps change on it stays on it.
func (p phoneSource) NewDisplay(size image.Point, density int) (screend.VirtualDisplay, error) {
	state, err := p.w.Save()
	if err != nil {
		return screend.VirtualDisplay{}, fmt.Errorf("virtual display: %w", err)
	}
	profile := p.w.Profile()
	profile.Size, profile.Density, profile.Panels = size, density, nil
	second := sim.New(sim.Options{Profile: profile, Apps: p.d.apps, Serial: p.d.serial})
	w := second.World()
	if err := w.Load(state); err != nil {
		_ = second.Close()
		return screend.VirtualDisplay{}, fmt.Errorf("virtual display: %w", err)
	}
	w.SetForcedSize(size)
	w.SetForcedDensity(density)
	w.SetLock(world.LockNone, "")
	w.FreezeRotation(0)
	for _, t := range w.Tasks() {
		w.RemoveTask(t.ID)
	}
	if !w.Display().On {
		const wakeup = 224
		w.Key(wakeup, 0, true)
		w.Key(wakeup, 0, false)
	}
	w.DismissKeyguard()
	d := &virtual{source: source{w}, main: p.source}
	return screend.VirtualDisplay{
		ID: firstVirtual + int(p.d.virtuals.Add(1)) - 1, Source: d, Empty: func() bool { return !d.used.Load() }, Close: func() { _ = second.Close() },
	}, nil
}

// virtual is a virtual display; what there is one of in a phone is the phone's.
type virtual struct {
	source
	main source
	used atomic.Bool
}

// StartApp puts an app on the display.
func (v *virtual) StartApp(pkg string, stop bool) error {
	if err := v.source.StartApp(pkg, stop); err != nil {
		return err
	}
	v.used.Store(true)
	return nil
}

func (v *virtual) Clipboard() (string, bool)                 { return v.main.Clipboard() }
func (v *virtual) SetClipboard(text string)                  { v.main.SetClipboard(text) }
func (v *virtual) WatchClipboard() (<-chan struct{}, func()) { return v.main.WatchClipboard() }
func (v *virtual) SetPanel(on bool)                          { v.main.SetPanel(on) }
