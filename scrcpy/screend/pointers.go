package screend

import (
	"image"

	"github.com/handset-agent/handset/scrcpy"
)

const maxPointers = 10

// pointers keeps which pointer of the client has which slot (§8.2). The zero value has none.
type pointers struct {
	slots [maxPointers]struct {
		used bool
		id   uint64
	}
}

// slot finds the pointer, or takes the lowest free slot for it.
func (p *pointers) slot(id uint64) (int, bool) {
	for i, s := range p.slots {
		if s.used && s.id == id {
			return i, true
		}
	}
	for i, s := range p.slots {
		if !s.used {
			p.slots[i].used, p.slots[i].id = true, id
			return i, true
		}
	}
	return 0, false
}

// event turns a message into what the phone is told. ok is false when all slots are taken.
//
// The mouse is a finger as long as only its primary button is involved, so that apps made for fingers work. Up frees
// the slot of a finger, the last released button that of the mouse; Cancel frees none.
func (p *pointers) event(m scrcpy.InjectTouch, at image.Point) (t Touch, ok bool) {
	slot, ok := p.slot(m.Pointer)
	if !ok {
		return Touch{}, false
	}
	t = Touch{Action: Action(m.Action), Slot: slot, At: at, Pressure: m.Pressure}
	t.Mouse = m.Pointer == scrcpy.PointerMouse &&
		(m.Action == scrcpy.HoverMove || m.Button&^scrcpy.ButtonPrimary != 0 || m.Buttons&^scrcpy.ButtonPrimary != 0)
	if t.Mouse {
		t.Button, t.Buttons = int(m.Button), int(m.Buttons)
		p.slots[slot].used = m.Buttons != 0
		return t, true
	}
	if m.Action == scrcpy.TouchUp {
		p.slots[slot].used = false
	}
	return t, true
}
