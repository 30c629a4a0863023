package serve

import (
	"fmt"
	"image"
	"time"

	"github.com/handset-agent/handset/phone/sim/world"
	"github.com/handset-agent/handset/scrcpy/screend"
)

// source is the world as the scrcpy server sees it.
type source struct{ w *world.World }

var (
	_ screend.Source   = source{}
	_ screend.Settings = source{}
)

func (s source) Screen() (*image.RGBA, uint64)    { return s.w.Screen() }
func (s source) Watch() (<-chan struct{}, func()) { return s.w.Watch() }
func (s source) Awake() bool                      { return s.w.Display().On }
func (s source) Secure() bool                     { return s.w.Display().Secure }

func (s source) Displays() []screend.Display {
	d := s.w.Display()
	return []screend.Display{{ID: 0, Size: d.Size, Rotation: d.Rotation}}
}

// Touch moves a finger. A mouse is a finger while its main button is down; hovering changes nothing on this phone.
func (s source) Touch(t screend.Touch) {
	var a world.TouchAction
	switch t.Action {
	case screend.Down:
		a = world.TouchDown
	case screend.Up:
		a = world.TouchUp
	case screend.Move:
		a = world.TouchMove
	case screend.Cancel:
		a = world.TouchCancel
	default:
		return
	}
	const primary = 1
	if t.Mouse && a == world.TouchDown && t.Buttons&primary == 0 {
		return
	}
	s.w.Touch(t.Slot, a, t.At, t.Pressure)
}

func (s source) Key(k screend.Key)       { s.w.Key(k.Code, k.Meta, k.Down) }
func (s source) Type(r rune) bool        { return s.w.Type(r) }
func (s source) Scroll(t screend.Scroll) { s.w.Scroll(t.At, t.H, t.V) }

func (s source) Clipboard() (string, bool)                 { return s.w.Clipboard() }
func (s source) SetClipboard(text string)                  { s.w.SetClipboard(text) }
func (s source) WatchClipboard() (<-chan struct{}, func()) { return s.w.WatchClipboard() }

func (s source) Info() screend.Info {
	return screend.Info{
		Manufacturer: s.w.Prop("ro.product.manufacturer"), Brand: s.w.Prop("ro.product.brand"), Model: s.w.Prop("ro.product.model"),
		Release: s.w.Prop("ro.build.version.release"),
	}
}

func (s source) ExpandNotifications()  { s.w.ExpandNotifications() }
func (s source) ExpandSettings()       { s.w.ExpandSettings() }
func (s source) CollapsePanels()       { s.w.Collapse() }
func (s source) Rotate()               { s.w.Rotate() }
func (s source) SetPanel(on bool)      { s.w.SetPanel(on) }
func (s source) Uptime() time.Duration { return s.w.Uptime() }

func (s source) Apps() []screend.App {
	var out []screend.App
	for _, p := range s.w.Packages() {
		if p.Launcher.Package != "" && p.Enabled() {
			out = append(out, screend.App{Label: p.Label, Package: p.Name, System: p.System})
		}
	}
	return out
}

func (s source) StartApp(pkg string, stop bool) error {
	p, ok := s.w.Package(pkg)
	if !ok || p.Launcher.Package == "" {
		return fmt.Errorf("start %s: no launcher activity", pkg)
	}
	_, err := s.w.Start(world.Intent{
		Action: world.ActionMain, Categories: []string{world.CategoryLauncher}, Component: p.Launcher, Flags: world.FlagNewTask, Stop: stop,
	})
	return err
}

// OpenHardKeyboardSettings opens the settings: this phone has no page of its own for them.
func (s source) OpenHardKeyboardSettings() {
	_, _ = s.w.Start(world.Intent{Action: "android.settings.HARD_KEYBOARD_SETTINGS", Flags: world.FlagNewTask})
}

func (s source) Setting(namespace, key string) string {
	v, _ := s.w.Settings().Get(namespace, key)
	return v
}

func (s source) PutSetting(namespace, key, value string) { s.w.Settings().Put(namespace, key, value) }
