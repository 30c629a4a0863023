package scrcpy

import (
	"bytes"
	"encoding/hex"
	"errors"
	"image"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"
)

func at(x, y, w, h int) Position { return Position{At: image.Pt(x, y), On: image.Pt(w, h)} }

// vectors are those of scrcpy-protocol.md §12: the official C serializer gives the same bytes and the official Java
// reader takes them.
var vectors = []struct {
	name string
	m    Message
	hex  string
}{
	{"1 HOME down", InjectKey{Code: 3}, "0000000000030000000000000000"},
	{"2 HOME up", InjectKey{Action: KeyUp, Code: 3}, "0001000000030000000000000000"},
	{"3 Ctrl+A down", InjectKey{Code: 29, Meta: 0x3000}, "00000000001d0000000000003000"},
	{"4 DEL down, repeat 2", InjectKey{Code: 67, Repeat: 2}, "0000000000430000000200000000"},
	{"5 text", InjectText{Text: "café"}, "0100000005636166c3a9"},
	{"7 finger down", InjectTouch{Action: TouchDown, Pointer: PointerFinger, Position: at(540, 1200, 1080, 2400), Pressure: 1, Button: 1, Buttons: 1},
		"0200fffffffffffffffe0000021c000004b004380960ffff0000000100000001"},
	{"8 finger move", InjectTouch{Action: TouchMove, Pointer: PointerFinger, Position: at(541, 1190, 1080, 2400), Pressure: 0.5, Buttons: 1},
		"0202fffffffffffffffe0000021d000004a60438096080000000000000000001"},
	{"9 finger up", InjectTouch{Action: TouchUp, Pointer: PointerFinger, Position: at(541, 1190, 1080, 2400), Button: 1},
		"0201fffffffffffffffe0000021d000004a60438096000000000000100000000"},
	{"10 right button", InjectTouch{Action: TouchDown, Pointer: PointerMouse, Position: at(10, 20, 576, 1280), Pressure: 1, Button: 2, Buttons: 2},
		"0200ffffffffffffffff0000000a0000001402400500ffff0000000200000002"},
	{"11 hover", InjectTouch{Action: HoverMove, Pointer: PointerMouse, Position: at(287, 620, 576, 1280), Pressure: 1},
		"0207ffffffffffffffff0000011f0000026c02400500ffff0000000000000000"},
	{"12 negative", InjectTouch{Action: TouchMove, Pointer: 0, Position: at(-5, -1, 576, 1280), Pressure: 0.25},
		"02020000000000000000fffffffbffffffff0240050040000000000000000000"},
	{"13 virtual finger", InjectTouch{Action: TouchDown, Pointer: PointerVirtualFinger, Position: at(980, 400, 1080, 2400), Pressure: 1},
		"0200fffffffffffffffd000003d40000019004380960ffff0000000000000000"},
	{"14 scroll up", InjectScroll{Position: at(540, 1200, 1080, 2400), V: 1}, "030000021c000004b0043809600000080000000000"},
	{"15 scroll fractions", InjectScroll{Position: at(540, 1200, 1080, 2400), H: 0.5, V: -2.5}, "030000021c000004b0043809600400ec0000000000"},
	{"16 scroll ends", InjectScroll{Position: at(260, 1026, 1080, 1920), H: 16, V: -16, Buttons: 1}, "030000010400000402043807807fff800000000001"},
	{"18 back down", BackOrScreenOn{}, "0400"},
	{"18 back up", BackOrScreenOn{Action: KeyUp}, "0401"},
	{"19 notifications", ExpandNotifications{}, "05"},
	{"19 settings", ExpandSettings{}, "06"},
	{"19 collapse", CollapsePanels{}, "07"},
	{"20 get clipboard", GetClipboard{}, "0800"},
	{"20 copy", GetClipboard{Copy: CopyCopy}, "0801"},
	{"20 cut", GetClipboard{Copy: CopyCut}, "0802"},
	{"21 set clipboard", SetClipboard{Sequence: 7, Paste: true, Text: "héllo"}, "090000000000000007010000000668c3a96c6c6f"},
	{"22 set empty", SetClipboard{}, "0900000000000000000000000000"},
	{"23 panel off", SetDisplayPower{}, "0a00"},
	{"23 panel on", SetDisplayPower{On: true}, "0a01"},
	{"24 rotate", RotateDevice{}, "0b"},
	{"25 UHID create", UHIDCreate{ID: 1, Name: "KB", Descriptor: []byte{5, 1, 9, 6}}, "0c000100000000024b42000405010906"},
	{"26 UHID input", UHIDInput{ID: 1, Report: []byte{0, 0, 4, 0, 0, 0, 0, 0}}, "0d000100080000040000000000"},
	{"27 UHID destroy", UHIDDestroy{ID: 1}, "0e0001"},
	{"28 keyboard settings", OpenHardKeyboardSettings{}, "0f"},
	{"29 start app", StartApp{Name: "+org.mozilla.firefox"}, "10142b6f72672e6d6f7a696c6c612e66697265666f78"},
	{"30 reset video", ResetVideo{}, "11"},
}

func TestControlVectors_DV23(t *testing.T) {
	t.Parallel()
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			if got := hex.EncodeToString(v.m.Append(nil)); got != v.hex {
				t.Errorf("wrote %s\nwant  %s", got, v.hex)
			}
			b, _ := hex.DecodeString(v.hex)
			r := bytes.NewReader(b)
			got, err := ReadMessage(r)
			if err != nil || !reflect.DeepEqual(got, v.m) || r.Len() != 0 {
				t.Errorf("read %#v, %v, %d bytes left\nwant %#v", got, err, r.Len(), v.m)
			}
			for n := 1; n < len(b); n++ {
				if _, err := ReadMessage(bytes.NewReader(b[:n])); err != io.ErrUnexpectedEOF {
					t.Errorf("the first %d bytes: %v", n, err)
				}
			}
		})
	}
	if _, err := ReadMessage(bytes.NewReader(nil)); err != io.EOF {
		t.Errorf("nothing: %v", err)
	}
}

func TestTextLimits_DV23(t *testing.T) {
	t.Parallel()
	b := InjectText{Text: strings.Repeat("a", 299) + "é"}.Append(nil) // vector 6
	if len(b) != 304 || hex.EncodeToString(b[:5]) != "010000012b" {
		t.Errorf("%d bytes, beginning with %x", len(b), b[:5])
	}
	if b := (SetClipboard{Text: strings.Repeat("x", MaxClipboard+1)}).Append(nil); len(b) != MaxMessage {
		t.Errorf("a clipboard message of %d bytes", len(b))
	}
	if b := (InjectScroll{Position: at(0, 0, 8, 8), H: 20, V: -20}).Append(nil); hex.EncodeToString(b) != "030000000000000000000800087fff800000000000" { // vector 17
		t.Errorf("clamped scroll: %x", b)
	}
}

func TestFixedPoint(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]uint16{-1: 0, 0: 0, .03125: 0x0800, .25: 0x4000, .5: 0x8000, .75: 0xc000, 1: 0xffff, 2: 0xffff} {
		if got := pressure(p); got != want {
			t.Errorf("pressure %v: %04x, want %04x", p, got, want)
		}
	}
	for v, want := range map[float64]uint16{.5: 0x0400, -.5: 0xfc00, 1: 0x0800, -1: 0xf800, 8: 0x4000, -8: 0xc000, 16: 0x7fff, -16: 0x8000, .0001: 0} {
		if got := scroll(v); got != want {
			t.Errorf("scroll %v: %04x, want %04x", v, got, want)
		}
	}
}

func TestReadMessageRefuses(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"unknown type":   "12",
		"type 255":       "ff",
		"long text":      "0100040001",
		"long clipboard": "09000000000000000001ffffffff",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, _ := hex.DecodeString(in)
			_, err := ReadMessage(bytes.NewReader(b))
			if _, ok := errors.AsType[*ProtocolError](err); !ok {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestDeviceMessageVectors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]DeviceMessage{
		"000000000668c3a96c6c6f": ClipboardText{Text: "héllo"},
		"0000000003414243":       ClipboardText{Text: "ABC"},
		"010000000000000007":     AckClipboard{Sequence: 7},
		"020001000102":           UHIDOutput{ID: 1, Report: []byte{2}},
	} {
		b, _ := hex.DecodeString(in)
		got, err := ReadDeviceMessage(bytes.NewReader(b))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read %#v, %v", in, got, err)
		}
		if got := hex.EncodeToString(want.Append(nil)); got != in {
			t.Errorf("wrote %s, want %s", got, in)
		}
		if _, err := ReadDeviceMessage(bytes.NewReader(b[:len(b)-1])); err != io.ErrUnexpectedEOF {
			t.Errorf("%s without its end: %v", in, err)
		}
	}
	for _, in := range []string{"03", "000003fffc", "00ffffffff"} {
		b, _ := hex.DecodeString(in)
		_, err := ReadDeviceMessage(bytes.NewReader(b))
		if _, ok := errors.AsType[*ProtocolError](err); !ok {
			t.Errorf("%s: %v", in, err)
		}
	}
}

func TestHeaderVectors_DV22(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p    Packet
		head string
	}{
		"config":    {Packet{Config: true, Data: make([]byte, 38)}, "800000000000000000000026"},
		"key frame": {Packet{PTS: 1234567 * time.Microsecond, Key: true, Data: make([]byte, 4660)}, "400000000012d68700001234"},
		"delta":     {Packet{PTS: 1251234 * time.Microsecond, Data: make([]byte, 256)}, "00000000001317a200000100"},
		"a day up":  {Packet{PTS: 24 * time.Hour, Key: true, Data: make([]byte, 52000)}, "400000141dd760000000cb20"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			head := AppendHeader(nil, c.p)
			if got := hex.EncodeToString(head); got != c.head {
				t.Errorf("wrote %s, want %s", got, c.head)
			}
			stream := append(head, c.p.Data...)
			got, err := ReadPacket(bytes.NewReader(stream))
			if err != nil || !reflect.DeepEqual(got, c.p) {
				t.Errorf("read %v key %v config %v, %d bytes, %v", got.PTS, got.Key, got.Config, len(got.Data), err)
			}
			if _, err := ReadPacket(bytes.NewReader(stream[:12])); err != io.ErrUnexpectedEOF {
				t.Errorf("a header alone: %v", err)
			}
		})
	}
	for _, head := range []string{"800000000000000000000000", "000000000000000002000001", "3fffffffffffffff00000001"} {
		b, _ := hex.DecodeString(head)
		_, err := ReadPacket(bytes.NewReader(b))
		if _, ok := errors.AsType[*ProtocolError](err); !ok {
			t.Errorf("%s: %v", head, err)
		}
	}
}

func TestVideoMetaVectors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]VideoMeta{
		"683236340000043800000960": {"h264", image.Pt(1080, 2400)},
		"683236350000036000000780": {"h265", image.Pt(864, 1920)},
		"006176310000043800000960": {"av1", image.Pt(1080, 2400)},
	} {
		b, _ := hex.DecodeString(in)
		if got, err := readVideoMeta(bytes.NewReader(b)); err != nil || got != want {
			t.Errorf("%s: read %v, %v", in, got, err)
		}
		if got := hex.EncodeToString(AppendVideoMeta(nil, want)); got != in {
			t.Errorf("wrote %s, want %s", got, in)
		}
	}
	for _, in := range []string{"000000000000043800000960", "683236340000000000000960", "6832363400000438ffffffff"} {
		b, _ := hex.DecodeString(in)
		if _, err := readVideoMeta(bytes.NewReader(b)); err == nil {
			t.Errorf("%s was read", in)
		}
	}
}

func TestName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Sim Phone":             "Sim Phone",
		strings.Repeat("é", 40): strings.Repeat("é", 31),
		strings.Repeat("x", 64): strings.Repeat("x", 63),
	} {
		b := AppendName(nil, name)
		got, err := readName(bytes.NewReader(b))
		if len(b) != NameSize || err != nil || got != want {
			t.Errorf("%q: %d bytes, read %q, %v", name, len(b), got, err)
		}
	}
}

func TestChunks_DV23(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"abcd", []string{"abcd"}},
		{"abcdef", []string{"abcd", "ef"}},
		{"abcé", []string{"abc", "é"}},
		{"🙂🙂", []string{"🙂", "🙂"}},
		{"\x80\x80\x80\x80\x80", []string{"\x80\x80\x80\x80", "\x80"}},
	} {
		if got := chunks(c.in, 4); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzReadMessage(f *testing.F) {
	for _, v := range vectors {
		b, _ := hex.DecodeString(v.hex)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		m, err := ReadMessage(r)
		if err != nil {
			return
		}
		used := b[:len(b)-r.Len()]
		switch m := m.(type) {
		case InjectText:
			if len(m.Text) > MaxText {
				return // cut when written
			}
		case UHIDCreate:
			if len(m.Name) > maxName {
				return
			}
		case BackOrScreenOn, SetDisplayPower, SetClipboard:
			// Any byte but 0 is true, so only the meaning survives.
			again, err := ReadMessage(bytes.NewReader(m.Append(nil)))
			if err != nil || !reflect.DeepEqual(again, m) {
				t.Fatalf("%#v became %#v, %v", m, again, err)
			}
			return
		}
		if got := m.Append(nil); !bytes.Equal(got, used) {
			t.Fatalf("%#v\nread  %x\nwrote %x", m, used, got)
		}
	})
}

func FuzzReadDeviceMessage(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x00\x03ABC"))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x00\x07"))
	f.Add([]byte("\x02\x00\x01\x00\x01\x02"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		m, err := ReadDeviceMessage(r)
		if err != nil {
			return
		}
		if got, used := m.Append(nil), b[:len(b)-r.Len()]; !bytes.Equal(got, used) {
			t.Fatalf("%#v\nread  %x\nwrote %x", m, used, got)
		}
	})
}

func FuzzReadPacket(f *testing.F) {
	f.Add([]byte("\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01x"))
	f.Add([]byte("\x40\x00\x00\x00\x00\x12\xd6\x87\x00\x00\x00\x02xy"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := ReadPacket(bytes.NewReader(b))
		if err != nil {
			return
		}
		if len(p.Data) == 0 || p.Config && (p.Key || p.PTS != 0) {
			t.Fatalf("%+v", p)
		}
		again, err := ReadPacket(bytes.NewReader(append(AppendHeader(nil, p), p.Data...)))
		if err != nil || !reflect.DeepEqual(again, p) {
			t.Fatalf("%+v became %+v, %v", p, again, err)
		}
	})
}
