package screend

import (
	"context"
	"image"
	"net"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"github.com/handset-agent/handset/scrcpy"
)

// Key codes that the server itself presses or minds.
const (
	keyBack   = 4
	keyWakeup = 224
	keyCut    = 277
	keyCopy   = 278
	keyPaste  = 279
)

// controller is the thread that reads control messages and acts on them, strictly in order (§8).
type controller struct {
	p        *process
	source   Source
	conn     net.Conn
	video    *video
	pointers pointers
	uhid     map[uint16]*hid
	refusal  time.Time // when the refusal of input was last told

	outgoing chan scrcpy.DeviceMessage
	clip     clipState
	helpers  sync.WaitGroup
}

func newController(p *process, conn net.Conn, v *video) *controller {
	return &controller{
		p: p, source: p.source, conn: conn, video: v,
		uhid:     map[uint16]*hid{},
		outgoing: make(chan scrcpy.DeviceMessage, 16),
	}
}

// run reads messages until the client hangs up, sends something unknown, or a message fails; each ends the session.
func (c *controller) run(ctx context.Context) {
	ctx, end := context.WithCancel(ctx)
	defer c.p.log.print(debug, "Controller stopped")
	defer func() {
		for _, h := range c.uhid {
			c.unplug(h)
		}
	}()
	defer c.helpers.Wait()
	defer c.conn.Close() // wakes sendMessages; the session is over in any case
	defer end()
	c.helpers.Go(func() { c.sendMessages(ctx) })
	if c.p.o.autosync {
		c.helpers.Go(func() { c.syncClipboard(ctx) })
	}
	if c.p.o.powerOn && c.p.display == 0 && !c.source.Awake() {
		press(c.source, keyPower)
		if pause(ctx, c.p.timing.PowerOn) != nil {
			return
		}
	}
	for {
		m, err := scrcpy.ReadMessage(c.conn)
		if err != nil {
			return
		}
		if err := c.handle(ctx, m); err != nil {
			c.p.log.exception("Controller error", ioException(err.Error()))
			return
		}
	}
}

// handle acts on one message. An error ends the session.
func (c *controller) handle(ctx context.Context, m scrcpy.Message) error {
	switch m := m.(type) {
	case scrcpy.InjectKey:
		c.key(ctx, m)
	case scrcpy.InjectText:
		c.text(m)
	case scrcpy.InjectTouch:
		c.touch(m)
	case scrcpy.InjectScroll:
		c.scroll(m)
	case scrcpy.BackOrScreenOn:
		c.backOrScreenOn(m)
	case scrcpy.ExpandNotifications:
		c.source.ExpandNotifications()
	case scrcpy.ExpandSettings:
		c.source.ExpandSettings()
	case scrcpy.CollapsePanels:
		c.source.CollapsePanels()
	case scrcpy.GetClipboard:
		c.getClipboard(m)
	case scrcpy.SetClipboard:
		c.setClipboard(m)
	case scrcpy.SetDisplayPower:
		c.setDisplayPower(m)
	case scrcpy.RotateDevice:
		c.rotate()
	case scrcpy.UHIDCreate, scrcpy.UHIDInput, scrcpy.UHIDDestroy:
		return c.handleUHID(m)
	case scrcpy.OpenHardKeyboardSettings:
		c.source.OpenHardKeyboardSettings()
	case scrcpy.StartApp:
		c.helpers.Go(func() { c.startApp(m.Name) })
	case scrcpy.ResetVideo:
		if c.video.conn != nil && c.p.o.videoSource != "camera" {
			c.p.log.print(info, "Video capture reset")
			c.video.requestReset()
		}
	}
	return nil
}

// sendMessages writes device messages, each in one piece.
func (c *controller) sendMessages(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-c.outgoing:
			if _, err := c.conn.Write(m.Append(nil)); err != nil {
				return
			}
		}
	}
}

// tell queues a device message; a full queue drops it.
func (c *controller) tell(m scrcpy.DeviceMessage) {
	select {
	case c.outgoing <- m:
	default:
		c.p.log.printf(warn, "Device message dropped: %d", m.Append(nil)[0])
	}
}

// refusalPause is the least time between two complaints about refused input.
const refusalPause = 3 * time.Second

// denied reports whether the phone refuses injected input, and says so in the log.
func (c *controller) denied() bool {
	if f := c.p.server.faults(); !f.InjectDenied && (f.InjectFails == nil || !f.InjectFails()) {
		return false
	}
	if time.Since(c.refusal) >= refusalPause {
		c.refusal = time.Now()
		c.p.log.print(failure, "Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.")
		c.p.log.print(failure, `Make sure you have enabled "USB debugging (Security Settings)" and then rebooted your device.`)
	}
	return true
}

func (c *controller) key(ctx context.Context, m scrcpy.InjectKey) {
	if c.denied() {
		return
	}
	up := m.Action == scrcpy.KeyUp
	c.source.Key(Key{Code: int(m.Code), Meta: int(m.Meta), Repeat: int(m.Repeat), Down: !up})
	if up && (m.Code == keyPower || m.Code == keyWakeup) && c.p.clean.panelOff.Load() {
		c.helpers.Go(func() {
			if pause(ctx, c.p.timing.PanelOff) == nil && c.p.clean.panelOff.Load() {
				c.source.SetPanel(false)
			}
		})
	}
}

func (c *controller) press(code int) {
	if !c.denied() {
		press(c.source, code)
	}
}

// text types UTF-16 units one by one, so that a character outside the basic plane is two that no key map has.
func (c *controller) text(m scrcpy.InjectText) {
	for _, unit := range utf16.Encode([]rune(strings.ToValidUTF8(m.Text, "\uFFFD"))) {
		if c.denied() {
			return
		}
		if !c.source.Type(rune(unit)) {
			c.p.log.printf(warn, "Could not inject char u+%04x", unit)
		}
	}
}

func (c *controller) backOrScreenOn(m scrcpy.BackOrScreenOn) {
	switch {
	case c.denied():
	case c.source.Awake():
		c.source.Key(Key{Code: keyBack, Down: m.Action == scrcpy.KeyDown})
	case m.Action == scrcpy.KeyDown:
		press(c.source, keyPower)
	}
}

// locate finds a position on the display. With a running capture a position of another size is dropped: it was aimed
// at a picture that is gone.
func (c *controller) locate(p scrcpy.Position) (image.Point, bool) {
	g := c.video.now.Load()
	if g == nil {
		return p.At, true
	}
	if p.On != g.size {
		c.p.log.printf(verbose, "Ignore positional event generated for size %dx%d (current size is %dx%d)", p.On.X, p.On.Y, g.size.X, g.size.Y)
		return image.Point{}, false
	}
	return g.toDevice(p.At), true
}

func (c *controller) touch(m scrcpy.InjectTouch) {
	at, ok := c.locate(m.Position)
	if !ok {
		return
	}
	t, ok := c.pointers.event(m, at)
	if !ok {
		c.p.log.print(warn, "Too many pointers for touch event")
		return
	}
	if !c.denied() {
		c.source.Touch(t)
	}
}

func (c *controller) scroll(m scrcpy.InjectScroll) {
	if at, ok := c.locate(m.Position); ok && !c.denied() {
		c.source.Scroll(Scroll{At: at, H: m.H, V: m.V, Buttons: int(m.Buttons)})
	}
}

func (c *controller) setDisplayPower(m scrcpy.SetDisplayPower) {
	c.source.SetPanel(m.On)
	c.p.clean.panelOff.Store(!m.On)
	c.p.log.print(info, "Device display turned "+map[bool]string{true: "on", false: "off"}[m.On])
}

func (c *controller) rotate() {
	to := "landscape"
	if all := c.source.Displays(); len(all) > 0 && all[0].Rotation%2 != 0 {
		to = "portrait"
	}
	c.p.log.print(info, "Device rotation requested: "+to)
	c.source.Rotate()
}
