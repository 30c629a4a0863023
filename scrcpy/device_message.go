package scrcpy

import (
	"fmt"
	"io"
)

// DeviceMessage is one message from the server to the client on the control socket.
type DeviceMessage interface {
	// Append appends the whole message, beginning with its type byte, to b.
	Append(b []byte) []byte
}

const (
	typeClipboard    = 0
	typeAckClipboard = 1
	typeUHIDOutput   = 2

	deviceTextStart = 5
)

// ClipboardText is the phone's clipboard, cut to 262139 bytes.
type ClipboardText struct{ Text string }

// Append implements DeviceMessage.
func (m ClipboardText) Append(b []byte) []byte {
	return appendText4(append(b, typeClipboard), cut(m.Text, maxDeviceText))
}

// AckClipboard says that the SetClipboard of the same sequence is done.
type AckClipboard struct{ Sequence uint64 }

// Append implements DeviceMessage.
func (m AckClipboard) Append(b []byte) []byte {
	return be.AppendUint64(append(b, typeAckClipboard), m.Sequence)
}

// UHIDOutput is a report from the phone to a HID device, such as the lights of a keyboard.
type UHIDOutput struct {
	ID     uint16
	Report []byte
}

// Append implements DeviceMessage.
func (m UHIDOutput) Append(b []byte) []byte {
	return appendBytes2(be.AppendUint16(append(b, typeUHIDOutput), m.ID), m.Report)
}

// ReadDeviceMessage reads one device message from r. Its errors are those of ReadMessage.
func ReadDeviceMessage(r io.Reader) (DeviceMessage, error) {
	var head [1]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	d := decoder{r: r}
	var m DeviceMessage
	switch head[0] {
	case typeClipboard:
		m = ClipboardText{Text: d.text(4, maxDeviceText)}
	case typeAckClipboard:
		m = AckClipboard{Sequence: d.u64()}
	case typeUHIDOutput:
		m = UHIDOutput{ID: d.u16(), Report: d.bytes(2, maxReport)}
	default:
		return nil, &ProtocolError{What: fmt.Sprintf("device message of type %d", head[0])}
	}
	if d.err != nil {
		return nil, d.err
	}
	return m, nil
}
