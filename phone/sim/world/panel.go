package world

import (
	"image"
	"time"
)

// RawEvent is one event of an input device as the kernel tells it, linux/input.h.
type RawEvent struct {
	Time   time.Duration // since boot
	Device string        // "/dev/input/event2"
	Type   uint16
	Code   uint16
	Value  int32
}

// The touch panel and the keys as input devices, and the events they make.
const (
	PanelDevice  = "/dev/input/event2"
	VolumeDevice = "/dev/input/event1"
	PowerDevice  = "/dev/input/event0"

	evSyn, evKey, evAbs                         = 0, 1, 3
	synReport                                   = 0
	btnTouch                                    = 0x14a
	absMTSlot, absMTX, absMTY, absMTID, absMTPr = 0x2f, 0x35, 0x36, 0x39, 0x3a
)

// maxRaw is how many events a reader may lag behind before it loses some, as with the kernel's own buffer.
const maxRaw = 1024

// rawState is who reads the input devices.
type rawState struct {
	readers map[chan RawEvent]struct{}
	contact int32 // number of the next contact
}

// RawEvents gives the events of the phone's input devices from now on. Only what a person does to the panel or the keys is among
// them: injected input never passes the kernel. Call stop when done.
func (w *World) RawEvents() (events <-chan RawEvent, stop func()) {
	c := make(chan RawEvent, maxRaw)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.raw.readers == nil {
		w.raw.readers = map[chan RawEvent]struct{}{}
	}
	w.raw.readers[c] = struct{}{}
	return c, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.raw.readers, c)
	}
}

func (w *World) emitRaw(device string, events ...[3]int32) {
	at := w.Uptime()
	for c := range w.raw.readers {
		for _, e := range events {
			select {
			case c <- RawEvent{Time: at, Device: device, Type: uint16(e[0]), Code: uint16(e[1]), Value: e[2]}:
			default: // a reader that sleeps loses events
			}
		}
	}
}

// Press is what a person's finger does to the panel, at p in display pixels of the current orientation: the panel's device tells of
// it, and the screen takes it as it takes any touch.
func (w *World) Press(id int, a TouchAction, p image.Point) {
	w.mu.Lock()
	at := w.onPanel(p)
	events := [][3]int32{{evAbs, absMTSlot, int32(id)}}
	switch a {
	case TouchDown:
		w.raw.contact++
		events = append(events, [3]int32{evAbs, absMTID, w.raw.contact}, [3]int32{evKey, btnTouch, 1}, [3]int32{evAbs, absMTX, int32(at.X)},
			[3]int32{evAbs, absMTY, int32(at.Y)}, [3]int32{evAbs, absMTPr, 0x40})
	case TouchMove:
		events = append(events, [3]int32{evAbs, absMTX, int32(at.X)}, [3]int32{evAbs, absMTY, int32(at.Y)})
	default:
		events = append(events, [3]int32{evAbs, absMTID, -1}, [3]int32{evKey, btnTouch, 0})
	}
	w.emitRaw(PanelDevice, append(events, [3]int32{evSyn, synReport, 0})...)
	w.journal.human = true
	w.mu.Unlock()
	w.Touch(id, a, p, 1)
	w.mu.Lock()
	w.journal.human = false
	w.mu.Unlock()
}

// onPanel is a point of the display in the panel's own orientation.
func (w *World) onPanel(p image.Point) image.Point {
	size := w.panel.upright()
	switch w.panel.rot {
	case 1:
		return image.Pt(size.X-1-p.Y, p.X)
	case 2:
		return image.Pt(size.X-1-p.X, size.Y-1-p.Y)
	case 3:
		return image.Pt(p.Y, size.Y-1-p.X)
	}
	return p
}

// PressKey is a person's press of one of the phone's own keys (power and volume): an Android key code.
func (w *World) PressKey(code int, down bool) {
	if raw, ok := map[int]int32{26: 116, 24: 115, 25: 114}[code]; ok {
		device, v := VolumeDevice, int32(0)
		if code == 26 {
			device = PowerDevice
		}
		if down {
			v = 1
		}
		w.mu.Lock()
		w.emitRaw(device, [3]int32{evKey, raw, v}, [3]int32{evSyn, synReport, 0})
		w.mu.Unlock()
	}
	w.Key(code, 0, down)
}
