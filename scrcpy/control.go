package scrcpy

import (
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf8"
)

// Message is one message from the client to the server on the control socket.
type Message interface {
	// Append appends the whole message, beginning with its type byte, to b. Texts longer than their limit are cut on
	// a character boundary.
	Append(b []byte) []byte
}

// Limits of the variable parts in bytes. The server trusts lengths; ReadMessage refuses longer ones.
const (
	MaxText       = 300                          // of InjectText, by custom of the official client
	MaxMessage    = 1 << 18                      // of a whole message
	MaxClipboard  = MaxMessage - 14              // of SetClipboard
	maxName       = 127                          // of a UHID device
	maxStartApp   = 255                          // of StartApp: its length is one byte
	maxReport     = 1<<16 - 1                    // of a UHID report or descriptor: two bytes
	maxDeviceText = MaxMessage - deviceTextStart // of ClipboardText
)

// Types of control messages.
const (
	typeKey = iota
	typeText
	typeTouch
	typeScroll
	typeBackOrScreenOn
	typeExpandNotifications
	typeExpandSettings
	typeCollapsePanels
	typeGetClipboard
	typeSetClipboard
	typeSetDisplayPower
	typeRotateDevice
	typeUHIDCreate
	typeUHIDInput
	typeUHIDDestroy
	typeOpenHardKeyboardSettings
	typeStartApp
	typeResetVideo
)

// ReadMessage reads one control message from r. At a clean end it returns io.EOF, within a message
// io.ErrUnexpectedEOF; an unknown type or a length beyond its bound is a *ProtocolError, after which the stream
// cannot be followed any more.
func ReadMessage(r io.Reader) (Message, error) {
	var head [1]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	if m, ok := bare[head[0]]; ok {
		return m, nil
	}
	read, ok := readers[head[0]]
	if !ok {
		return nil, &ProtocolError{What: fmt.Sprintf("control message of type %d", head[0])}
	}
	d := decoder{r: r}
	m := read(&d)
	if d.err != nil {
		return nil, d.err
	}
	return m, nil
}

// bare are the messages that are nothing but their type.
var bare = map[byte]Message{
	typeExpandNotifications:      ExpandNotifications{},
	typeExpandSettings:           ExpandSettings{},
	typeCollapsePanels:           CollapsePanels{},
	typeRotateDevice:             RotateDevice{},
	typeOpenHardKeyboardSettings: OpenHardKeyboardSettings{},
	typeResetVideo:               ResetVideo{},
}

var readers = map[byte]func(*decoder) Message{
	typeKey: func(d *decoder) Message {
		return InjectKey{Action: KeyAction(d.u8()), Code: d.u32(), Repeat: d.u32(), Meta: d.u32()}
	},
	typeText: func(d *decoder) Message { return InjectText{Text: d.text(4, MaxMessage)} },
	typeTouch: func(d *decoder) Message {
		return InjectTouch{Action: TouchAction(d.u8()), Pointer: d.u64(), Position: d.position(),
			Pressure: pressureOf(d.u16()), Button: d.u32(), Buttons: d.u32()}
	},
	typeScroll: func(d *decoder) Message {
		return InjectScroll{Position: d.position(), H: scrollOf(d.u16()), V: scrollOf(d.u16()), Buttons: d.u32()}
	},
	typeBackOrScreenOn: func(d *decoder) Message { return BackOrScreenOn{Action: KeyAction(d.u8())} },
	typeGetClipboard:   func(d *decoder) Message { return GetClipboard{Copy: CopyKey(d.u8())} },
	typeSetClipboard: func(d *decoder) Message {
		return SetClipboard{Sequence: d.u64(), Paste: d.u8() != 0, Text: d.text(4, MaxMessage)}
	},
	typeSetDisplayPower: func(d *decoder) Message { return SetDisplayPower{On: d.u8() != 0} },
	typeUHIDCreate: func(d *decoder) Message {
		return UHIDCreate{ID: d.u16(), Vendor: d.u16(), Product: d.u16(),
			Name: d.text(1, maxStartApp), Descriptor: d.bytes(2, maxReport)}
	},
	typeUHIDInput:   func(d *decoder) Message { return UHIDInput{ID: d.u16(), Report: d.bytes(2, maxReport)} },
	typeUHIDDestroy: func(d *decoder) Message { return UHIDDestroy{ID: d.u16()} },
	typeStartApp:    func(d *decoder) Message { return StartApp{Name: d.text(1, maxStartApp)} },
}

// decoder reads big-endian values and keeps the first error; after one, values are zero.
type decoder struct {
	r   io.Reader
	err error
	buf [8]byte
}

func (d *decoder) next(n int) []byte {
	b := d.buf[:n]
	d.fill(b)
	return b
}

func (d *decoder) fill(b []byte) {
	if d.err != nil {
		clear(b)
		return
	}
	if _, err := io.ReadFull(d.r, b); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		d.err = err
		clear(b)
	}
}

func (d *decoder) u8() byte    { return d.next(1)[0] }
func (d *decoder) u16() uint16 { return binary.BigEndian.Uint16(d.next(2)) }
func (d *decoder) u32() uint32 { return binary.BigEndian.Uint32(d.next(4)) }
func (d *decoder) u64() uint64 { return binary.BigEndian.Uint64(d.next(8)) }

// bytes reads a length of width bytes and that many bytes, at most limit. It returns nil for a length of zero.
func (d *decoder) bytes(width, limit int) []byte {
	var n uint32
	for _, b := range d.next(width) {
		n = n<<8 | uint32(b)
	}
	if d.err == nil && int64(n) > int64(limit) {
		d.err = &ProtocolError{What: fmt.Sprintf("length of %d bytes where %d is the limit", n, limit)}
	}
	if d.err != nil || n == 0 {
		return nil
	}
	b := make([]byte, n)
	d.fill(b)
	return b
}

func (d *decoder) text(width, limit int) string { return string(d.bytes(width, limit)) }

// cut returns the longest beginning of s of at most limit bytes that ends on a character boundary.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// chunks cuts s into parts of at most limit bytes on character boundaries.
func chunks(s string, limit int) []string {
	var out []string
	for s != "" {
		c := cut(s, limit)
		if c == "" { // not UTF-8: no boundary in reach
			c = s[:limit]
		}
		out = append(out, c)
		s = s[len(c):]
	}
	return out
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
