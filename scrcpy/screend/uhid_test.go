package screend_test

import (
	"slices"
	"testing"
	"time"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

// Descriptors as the client sends them begin with usage page, usage and collection.
var (
	keyboardDescriptor = []byte{0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0xc0}
	mouseDescriptor    = []byte{0x05, 0x01, 0x09, 0x02, 0xa1, 0x01, 0xc0}
)

func controlOnly(t *testing.T) (*run, *screendtest.Phone, interface {
	Write([]byte) (int, error)
	Read([]byte) (int, error)
	Close() error
}) {
	t.Helper()
	phone := screendtest.New(small)
	r := start(t, phone, "tunnel_forward=true video=false audio=false")
	control := r.dial("scrcpy")
	read(t, control, 1+64)
	return r, phone, control
}

// TestUHIDKeyboard: keys of reports reach the phone with their modifiers, held ones come up when the device goes, Caps Lock lights up.
func TestUHIDKeyboard(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, phone, control := controlOnly(t)
		for _, m := range []scrcpy.Message{
			scrcpy.UHIDCreate{ID: 1, Descriptor: keyboardDescriptor},
			scrcpy.UHIDInput{ID: 1, Report: []byte{2, 0, 4, 0, 0, 0, 0, 0}}, // Shift+A
			scrcpy.UHIDInput{ID: 1, Report: []byte{0, 0, 4, 5, 0, 0, 0, 0}}, // Shift up, B down, A still held
			scrcpy.UHIDInput{ID: 1, Report: []byte{0, 0, 0x39, 0, 0, 0, 0, 0}},
			scrcpy.UHIDDestroy{ID: 1},
		} {
			if _, err := control.Write(m.Append(nil)); err != nil {
				t.Fatal(err)
			}
		}
		got, err := scrcpy.ReadDeviceMessage(control)
		if m, ok := got.(scrcpy.UHIDOutput); err != nil || !ok || m.ID != 1 || !slices.Equal(m.Report, []byte{2}) {
			t.Errorf("device message %+v, %v", got, err)
		}
		time.Sleep(time.Second)
		want := []string{"key 59 down meta 41", "key 29 down meta 41", "key 59 up", "key 30 down", "key 29 up", "key 30 up", "key 115 down meta 100000", "key 115 up meta 100000"}
		if events := phone.Events(); !slices.Equal(events, want) {
			t.Errorf("events %q\nwant   %q", events, want)
		}
		control.Close()
		r.wait()
	})
}

// TestUHIDMouse: the pointer starts in the middle, moves by the reports and stays on the display; its main button is a finger.
func TestUHIDMouse(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, phone, control := controlOnly(t)
		for _, report := range [][]byte{{0, 10, 0xf6, 0}, {1, 0, 0, 0}, {1, 127, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 1}} {
			if _, err := control.Write(scrcpy.UHIDInput{ID: 3, Report: report}.Append(nil)); err != nil {
				t.Fatal(err)
			}
			if report[1] == 10 { // before there is a device nothing moves
				_, _ = control.Write(scrcpy.UHIDCreate{ID: 3, Descriptor: mouseDescriptor}.Append(nil))
				_, _ = control.Write(scrcpy.UHIDInput{ID: 3, Report: report}.Append(nil))
			}
		}
		time.Sleep(time.Second)
		var at [][3]int
		for _, touch := range phone.Touches() {
			at = append(at, [3]int{int(touch.Action), touch.At.X, touch.At.Y})
		}
		want := [][3]int{{7, 42, 38}, {0, 42, 38}, {2, 63, 38}, {1, 63, 38}, {7, 63, 38}}
		if !slices.Equal(at, want) {
			t.Errorf("touches %v, want %v", at, want)
		}
		control.Close()
		r.wait()
	})
}
