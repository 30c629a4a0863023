package scrcpy

import "encoding/binary"

var be = binary.BigEndian

// KeyAction says whether a key goes down or up.
type KeyAction uint8

// The actions of a key. A press is both.
const (
	KeyDown KeyAction = 0
	KeyUp   KeyAction = 1
)

// InjectKey is one event of a key of the virtual keyboard.
type InjectKey struct {
	Action KeyAction
	Code   uint32 // android.view.KeyEvent.KEYCODE_*
	Repeat uint32
	Meta   uint32 // META_* bits
}

// Append implements Message.
func (m InjectKey) Append(b []byte) []byte {
	b = append(b, typeKey, byte(m.Action))
	b = be.AppendUint32(b, m.Code)
	b = be.AppendUint32(b, m.Repeat)
	return be.AppendUint32(b, m.Meta)
}

// InjectText types text of at most MaxText bytes through the virtual keyboard's character map; characters the map
// lacks are skipped with a warning in the log.
type InjectText struct{ Text string }

// Append implements Message.
func (m InjectText) Append(b []byte) []byte {
	return appendText4(append(b, typeText), cut(m.Text, MaxText))
}

// BackOrScreenOn is the BACK key while the screen is on; while it is off, KeyDown presses POWER. Send both actions.
type BackOrScreenOn struct{ Action KeyAction }

// Append implements Message.
func (m BackOrScreenOn) Append(b []byte) []byte {
	return append(b, typeBackOrScreenOn, byte(m.Action))
}

// ExpandNotifications opens the notification shade.
type ExpandNotifications struct{}

// Append implements Message.
func (ExpandNotifications) Append(b []byte) []byte { return append(b, typeExpandNotifications) }

// ExpandSettings opens the quick settings.
type ExpandSettings struct{}

// Append implements Message.
func (ExpandSettings) Append(b []byte) []byte { return append(b, typeExpandSettings) }

// CollapsePanels closes the shade and the quick settings.
type CollapsePanels struct{}

// Append implements Message.
func (CollapsePanels) Append(b []byte) []byte { return append(b, typeCollapsePanels) }

// CopyKey is the key pressed before the clipboard is read.
type CopyKey uint8

// The keys of GetClipboard.
const (
	CopyNone CopyKey = 0
	CopyCopy CopyKey = 1
	CopyCut  CopyKey = 2
)

// GetClipboard asks for the clipboard. The answer is one ClipboardText, but only with clipboard_autosync=false, and
// none at all when the clipboard is empty or holds no text.
type GetClipboard struct{ Copy CopyKey }

// Append implements Message.
func (m GetClipboard) Append(b []byte) []byte { return append(b, typeGetClipboard, byte(m.Copy)) }

// SetClipboard sets the clipboard to at most MaxClipboard bytes and then presses PASTE if Paste is set. A Sequence
// other than 0 is acknowledged with AckClipboard after the work is done.
type SetClipboard struct {
	Sequence uint64
	Paste    bool
	Text     string
}

// Append implements Message.
func (m SetClipboard) Append(b []byte) []byte {
	b = be.AppendUint64(append(b, typeSetClipboard), m.Sequence)
	return appendText4(append(b, bit(m.Paste)), cut(m.Text, MaxClipboard))
}

// SetDisplayPower powers the panels of all physical displays; the phone stays awake and the stream goes on.
type SetDisplayPower struct{ On bool }

// Append implements Message.
func (m SetDisplayPower) Append(b []byte) []byte { return append(b, typeSetDisplayPower, bit(m.On)) }

// RotateDevice toggles between portrait and landscape.
type RotateDevice struct{}

// Append implements Message.
func (RotateDevice) Append(b []byte) []byte { return append(b, typeRotateDevice) }

// UHIDCreate creates a kernel HID device. On phones that deny /dev/uhid it ends the whole session.
type UHIDCreate struct {
	ID              uint16
	Vendor, Product uint16
	Name            string // at most 127 bytes; "" means "scrcpy"
	Descriptor      []byte // the report descriptor, at most 65535 bytes
}

// Append implements Message.
func (m UHIDCreate) Append(b []byte) []byte {
	b = be.AppendUint16(append(b, typeUHIDCreate), m.ID)
	b = be.AppendUint16(b, m.Vendor)
	b = be.AppendUint16(b, m.Product)
	b = appendText1(b, cut(m.Name, maxName))
	return appendBytes2(b, m.Descriptor)
}

// UHIDInput sends one report of a device.
type UHIDInput struct {
	ID     uint16
	Report []byte // at most 65535 bytes
}

// Append implements Message.
func (m UHIDInput) Append(b []byte) []byte {
	return appendBytes2(be.AppendUint16(append(b, typeUHIDInput), m.ID), m.Report)
}

// UHIDDestroy removes a device.
type UHIDDestroy struct{ ID uint16 }

// Append implements Message.
func (m UHIDDestroy) Append(b []byte) []byte {
	return be.AppendUint16(append(b, typeUHIDDestroy), m.ID)
}

// OpenHardKeyboardSettings shows the settings of hardware keyboards.
type OpenHardKeyboardSettings struct{}

// Append implements Message.
func (OpenHardKeyboardSettings) Append(b []byte) []byte {
	return append(b, typeOpenHardKeyboardSettings)
}

// StartApp starts an app. Name is a package, or "?" and the beginning of a label; "+" in front stops it first. Only
// the log tells the outcome.
type StartApp struct{ Name string }

// Append implements Message.
func (m StartApp) Append(b []byte) []byte {
	return appendText1(append(b, typeStartApp), cut(m.Name, maxStartApp))
}

// ResetVideo restarts the encoder: a configuration and a key frame follow.
type ResetVideo struct{}

// Append implements Message.
func (ResetVideo) Append(b []byte) []byte { return append(b, typeResetVideo) }

func appendText1(b []byte, s string) []byte { return append(append(b, byte(len(s))), s...) }

func appendText4(b []byte, s string) []byte {
	return append(be.AppendUint32(b, uint32(len(s))), s...)
}

func appendBytes2(b, p []byte) []byte {
	p = p[:min(len(p), maxReport)]
	return append(be.AppendUint16(b, uint16(len(p))), p...)
}
