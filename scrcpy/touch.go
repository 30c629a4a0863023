package scrcpy

import (
	"image"
	"math"
)

// TouchAction is what a pointer does (android.view.MotionEvent). There is no action for second fingers: the server
// derives it.
type TouchAction uint8

// The actions of a pointer. Cancel does not free a pointer's slot: always finish with Up.
const (
	TouchDown   TouchAction = 0
	TouchUp     TouchAction = 1
	TouchMove   TouchAction = 2
	TouchCancel TouchAction = 3
	HoverMove   TouchAction = 7
	HoverEnter  TouchAction = 9
	HoverExit   TouchAction = 10
)

// Pointer ids with a meaning; any other value names a finger. At most ten pointers are known at a time.
const (
	PointerMouse         uint64 = math.MaxUint64     // −1
	PointerFinger        uint64 = math.MaxUint64 - 1 // −2
	PointerVirtualFinger uint64 = math.MaxUint64 - 2 // −3
)

// Buttons of a mouse (android.view.MotionEvent.BUTTON_*).
const (
	ButtonPrimary   = 1
	ButtonSecondary = 2
	ButtonTertiary  = 4
	ButtonBack      = 8
	ButtonForward   = 0x10
)

// Position is a point of a picture of the size On. The server drops events whose size is not the stream's.
type Position struct {
	At image.Point
	On image.Point // width and height, each at most 65535
}

func (p Position) append(b []byte) []byte {
	b = be.AppendUint32(b, uint32(int32(p.At.X)))
	b = be.AppendUint32(b, uint32(int32(p.At.Y)))
	b = be.AppendUint16(b, uint16(p.On.X))
	return be.AppendUint16(b, uint16(p.On.Y))
}

func (d *decoder) position() Position {
	x, y := int32(d.u32()), int32(d.u32())
	w, h := d.u16(), d.u16()
	return Position{At: image.Pt(int(x), int(y)), On: image.Pt(int(w), int(h))}
}

// InjectTouch is one event of one pointer.
type InjectTouch struct {
	Action   TouchAction
	Pointer  uint64
	Position Position
	Pressure float64 // 0…1; by custom 1 while down and 0 on up
	Button   uint32  // the button that changed
	Buttons  uint32  // the buttons held after the event
}

// Append implements Message.
func (m InjectTouch) Append(b []byte) []byte {
	b = be.AppendUint64(append(b, typeTouch, byte(m.Action)), m.Pointer)
	b = m.Position.append(b)
	b = be.AppendUint16(b, pressure(m.Pressure))
	b = be.AppendUint32(b, m.Button)
	return be.AppendUint32(b, m.Buttons)
}

// InjectScroll is one turn of a wheel, −16…16 notches in each direction. Positive V moves the content down, positive
// H to the right.
type InjectScroll struct {
	Position Position
	H, V     float64
	Buttons  uint32
}

// Append implements Message.
func (m InjectScroll) Append(b []byte) []byte {
	b = m.Position.append(append(b, typeScroll))
	b = be.AppendUint16(b, scroll(m.H))
	b = be.AppendUint16(b, scroll(m.V))
	return be.AppendUint32(b, m.Buttons)
}

// pressure is the unsigned fixed point of 0…1: the fraction in 1/65536, with 1 as the largest value.
func pressure(p float64) uint16 {
	if !(p > 0) { // NaN too
		return 0
	}
	return uint16(min(p*0x1p16, 0xffff))
}

func pressureOf(v uint16) float64 {
	if v == 0xffff {
		return 1
	}
	return float64(v) / 0x1p16
}

// scroll is the signed fixed point of −16…16: 1/2048 toward zero, with 16 as the largest value. Releases before
// 3.3.1 read the same bits as −1…1.
func scroll(v float64) uint16 {
	if math.IsNaN(v) {
		return 0
	}
	v = max(-16, min(16, v))
	return uint16(int16(min(v*0x1p11, 0x7fff)))
}

func scrollOf(v uint16) float64 {
	if v == 0x7fff {
		return 16
	}
	return float64(int16(v)) / 0x1p11
}
