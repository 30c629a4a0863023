package screend

import (
	"fmt"
	"image"

	"github.com/handset-agent/handset/scrcpy"
)

// hid is one device that the client made through /dev/uhid.
type hid struct {
	keyboard, mouse bool

	held    map[byte]bool // usages of the keys that are down
	mods    byte
	locks   byte // lights: 1 Num Lock, 2 Caps Lock, 4 Scroll Lock
	at      image.Point
	placed  bool
	buttons byte
}

// newHID reads of a report descriptor what kind of device it is: the usage that its first application collection is for.
func newHID(descriptor []byte) *hid {
	h := &hid{held: map[byte]bool{}}
	page, usage := 0, 0
	for i := 0; i < len(descriptor); {
		item := descriptor[i]
		n := []int{0, 1, 2, 4}[item&3]
		if i+1+n > len(descriptor) {
			break
		}
		v := 0
		for k := range n {
			v |= int(descriptor[i+1+k]) << (8 * k)
		}
		switch item &^ 3 {
		case 0x04:
			page = v
		case 0x08:
			usage = v
		case 0xa0: // a collection
			const desktop, mouse, keyboard = 1, 2, 6
			h.mouse, h.keyboard = page == desktop && usage == mouse, page == desktop && usage == keyboard
			return h
		}
		i += 1 + n
	}
	return h
}

// mouseSlot is the pointer of UHID mice, beyond those of touch messages.
const mouseSlot = maxPointers

// handleUHID makes, feeds and removes devices (§8.12).
func (c *controller) handleUHID(m scrcpy.Message) error {
	switch m := m.(type) {
	case scrcpy.UHIDCreate:
		if c.p.server.faults().NoUHID {
			return fmt.Errorf("open failed: EACCES (Permission denied)")
		}
		if c.uhid[m.ID] != nil {
			c.p.log.printf(warn, "Duplicate UHID id: %d", m.ID)
		}
		c.uhid[m.ID] = newHID(m.Descriptor)
	case scrcpy.UHIDInput:
		h := c.uhid[m.ID]
		switch {
		case h == nil:
			c.p.log.printf(warn, "Unknown UHID id: %d", m.ID)
		case h.keyboard:
			c.keyboardReport(m.ID, h, m.Report)
		case h.mouse:
			c.mouseReport(h, m.Report)
		}
	case scrcpy.UHIDDestroy:
		h := c.uhid[m.ID]
		if h == nil {
			c.p.log.printf(warn, "Closing unknown UHID device: %d", m.ID)
			return nil
		}
		c.unplug(h)
		delete(c.uhid, m.ID)
	}
	return nil
}

// unplug releases what a device holds.
func (c *controller) unplug(h *hid) {
	if h.keyboard {
		c.keyboardReport(0, h, make([]byte, 8))
	}
	if h.mouse && h.buttons != 0 {
		c.mouseReport(h, make([]byte, 4))
	}
}

// hidModifiers are the bits of the first byte of a keyboard's report: key code and meta state of each.
var hidModifiers = [8]struct{ code, meta int }{
	{113, 0x1000 | 0x2000}, {59, 0x1 | 0x40}, {57, 0x2 | 0x10}, {117, 0x10000 | 0x20000},
	{114, 0x1000 | 0x4000}, {60, 0x1 | 0x80}, {58, 0x2 | 0x20}, {118, 0x10000 | 0x40000},
}

const (
	capsUsage = 0x39
	capsLight = 2
	metaCaps  = 0x100000
)

// keyboardReport is a boot report: modifiers, a reserved byte, up to six keys. What changed since the last one goes down or up. The
// kernel's input reaches the phone whatever the permission to inject.
func (c *controller) keyboardReport(id uint16, h *hid, report []byte) {
	if len(report) < 3 {
		return
	}
	now := map[byte]bool{}
	for _, usage := range report[2:] {
		if usage > 3 { // others are errors
			now[usage] = true
		}
	}
	before := h.mods
	h.mods = report[0]
	for i, mod := range hidModifiers {
		if bit := byte(1) << i; (before^h.mods)&bit != 0 {
			c.source.Key(Key{Code: mod.code, Meta: h.meta(), Down: h.mods&bit != 0})
		}
	}
	for _, usage := range sortedUsages(h.held) {
		if !now[usage] {
			c.source.Key(Key{Code: hidKeys[usage], Meta: h.meta()})
		}
	}
	for _, usage := range report[2:] {
		if !now[usage] || h.held[usage] {
			continue
		}
		h.held[usage] = true
		if usage == capsUsage {
			h.locks ^= capsLight
			c.tell(scrcpy.UHIDOutput{ID: id, Report: []byte{h.locks}})
		}
		c.source.Key(Key{Code: hidKeys[usage], Meta: h.meta(), Down: true})
	}
	h.held = now
}

func (h *hid) meta() int {
	meta := 0
	for i, mod := range hidModifiers {
		if h.mods&(1<<i) != 0 {
			meta |= mod.meta
		}
	}
	if h.locks&capsLight != 0 {
		meta |= metaCaps
	}
	return meta
}

func sortedUsages(set map[byte]bool) []byte {
	var out []byte
	for u := range 256 {
		if set[byte(u)] {
			out = append(out, byte(u))
		}
	}
	return out
}

// mouseReport is buttons, motion right and down, and one or two wheels, a byte each.
func (c *controller) mouseReport(h *hid, report []byte) {
	if len(report) < 3 {
		return
	}
	all := c.source.Displays()
	if len(all) == 0 {
		return
	}
	size := all[0].Size
	if !h.placed {
		h.at, h.placed = size.Div(2), true
	}
	h.at.X = min(max(h.at.X+int(int8(report[1])), 0), size.X-1)
	h.at.Y = min(max(h.at.Y+int(int8(report[2])), 0), size.Y-1)
	before := h.buttons
	h.buttons = report[0] & 0x1f
	t := Touch{Slot: mouseSlot, Mouse: true, At: h.at, Pressure: 1, Buttons: int(h.buttons), Action: HoverMove}
	const primary = 1
	switch was, is := before&primary != 0, h.buttons&primary != 0; {
	case is && !was:
		t.Action, t.Button = Down, primary
	case was && !is:
		t.Action, t.Button, t.Pressure = Up, primary, 0
	case is:
		t.Action = Move
	}
	c.source.Touch(t)
	const back = 8 // Android makes a key of it
	if h.buttons&back != 0 && before&back == 0 {
		press(c.source, keyBack)
	}
	wheel := [2]int8{}
	for i := range wheel {
		if len(report) > 3+i {
			wheel[i] = int8(report[3+i])
		}
	}
	if wheel != [2]int8{} {
		c.source.Scroll(Scroll{At: h.at, V: float64(wheel[0]), H: float64(wheel[1]), Buttons: int(h.buttons)})
	}
}

// hidKeys are the key codes of the usages of page 7.
var hidKeys = hidKeyCodes()

func hidKeyCodes() map[byte]int {
	m := map[byte]int{
		0x27: 7, 0x28: 66, 0x29: 111, 0x2a: 67, 0x2b: 61, 0x2c: 62, 0x2d: 69, 0x2e: 70, 0x2f: 71, 0x30: 72, 0x31: 73, 0x32: 73, 0x33: 74, 0x34: 75,
		0x35: 68, 0x36: 55, 0x37: 56, 0x38: 76, 0x39: 115, 0x46: 120, 0x47: 116, 0x48: 121, 0x49: 124, 0x4a: 122, 0x4b: 92, 0x4c: 112, 0x4d: 123,
		0x4e: 93, 0x4f: 22, 0x50: 21, 0x51: 20, 0x52: 19, 0x53: 143, 0x54: 154, 0x55: 155, 0x56: 156, 0x57: 157, 0x58: 160, 0x62: 144, 0x63: 158,
		0x64: 73, 0x65: 82, 0x66: 26, 0x67: 161, 0x7f: 164, 0x80: 24, 0x81: 25, 0x85: 159,
	}
	for i := range 26 {
		m[byte(0x04+i)] = 29 + i // A
	}
	for i := range 9 {
		m[byte(0x1e+i)] = 8 + i // 1
		m[byte(0x59+i)] = 145 + i
	}
	for i := range 12 {
		m[byte(0x3a+i)] = 131 + i // F1
	}
	return m
}
