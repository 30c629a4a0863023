package adb

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestJoinListings_SharedData(t *testing.T) {
	// For each line of a recorded "adb devices -l": what its short form says, and what must be read from the long one.
	files := map[string][]struct {
		short string
		want  DeviceInfo
	}{
		"adb-devices-l-plain.txt": {
			{"0123456789abcdef\tdevice", DeviceInfo{DevPath: "usb:2-1", Product: "MyProduct", Model: "MyModel", Device: "MyDevice", TransportID: 1}},
			{"192.168.1.1:5555\tdevice", DeviceInfo{Product: "MyWifiProduct", Model: "MyWifiModel", Device: "MyWifiDevice trandport_id:2"}},
		},
		"adb-devices-l-daemon-start.txt": {
			{"0123456789abcdef\tdevice", DeviceInfo{DevPath: "usb:2-1", Product: "MyProduct", Model: "MyModel", Device: "MyDevice", TransportID: 1}},
		},
		"adb-devices-l-without-eol.txt": {
			{"0123456789abcdef\tdevice", DeviceInfo{DevPath: "usb:2-1", Product: "MyProduct", Model: "MyModel", Device: "MyDevice", TransportID: 1}},
		},
		"adb-devices-l-serial-with-spaces.txt": {
			{"adb-0123456789AB-CDdefg (2)._adb-tls-connect._tcp\tdevice", DeviceInfo{Product: "blazer", Model: "Pixel_10_Pro", Device: "blazer", TransportID: 3}},
		},
		"adb-devices-l-many-states.txt": {
			{"169.254.138.177:5555\toffline", DeviceInfo{Product: "VS Emulator Android Device - 480 x 800", Model: "Android_Device___480_x_800", Device: "donatello"}},
			{"182b4aa684f4053c\tno permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]",
				DeviceInfo{Detail: "(user in plugdev group; are your udev rules wrong?); see [http://developer.android.com/tools/device.html]"}},
			{"88V09ZQY40\tauthorizing", DeviceInfo{DevPath: "usb:9-1.4.1", TransportID: 8149}},
			{"Z43V131XVLJ\tunauthorized", DeviceInfo{}},
			{"emulator-5586\thost", DeviceInfo{}},
			{"3872b6fb52d27f0c\tdevice", DeviceInfo{Product: "bullhead", Model: "Nexus_5X", Device: "bullhead"}},
			{"PRRDQU374019\tdevice", DeviceInfo{DevPath: "usb:1-1", Product: "WW_K013", Model: "K013", Device: "K013_1"}},
			{"RS9240EHLJ\trecovery", DeviceInfo{DevPath: "usb:337641472X", Product: "omni_cedric", Device: "cedric"}},
			{"182b4aa684f4053c\tno permissions", DeviceInfo{}},
			{"91020854\tdevice", DeviceInfo{Product: "if_s200n", Model: "NL_V100KR", Device: "if_s200n"}},
			{"06cc21fae5adfe14\tconnecting", DeviceInfo{}},
			{"Z43V131XVLJ\tdevice", DeviceInfo{TransportID: 6}},
			{"emulator-5554\tdevice", DeviceInfo{Product: "sdk_google_phone_x86", Model: "Android_SDK_built_for_x86", Device: "generic_x86", TransportID: 1}},
			{"06cc21fae5adfe14\tdevice", DeviceInfo{Product: "bullhead", Model: "Nexus_5X", Device: "bullhead", TransportID: 1}},
		},
	}
	for name, lines := range files {
		t.Run(name, func(t *testing.T) {
			long, err := os.ReadFile(filepath.Join("..", "..", "shared", "data", "shell", name))
			if err != nil {
				t.Skip("NOTICE: the shared data is absent")
			}
			var short strings.Builder
			var want []DeviceInfo
			for _, l := range lines {
				short.WriteString(l.short + "\n")
				serial, state, _ := strings.Cut(l.short, "\t")
				l.want.Serial = serial
				l.want.State, l.want.Detail = splitState(state)
				want = append(want, l.want)
			}
			got, whole := joinListings(short.String(), string(long))
			if !whole {
				t.Error("a line did not find its other half")
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got\n%+v\nwant\n%+v", got, want)
			}
		})
	}
}

func TestJoinListings_OfDifferentMoments(t *testing.T) {
	got, whole := joinListings("a\tdevice\nb c\toffline\n", "a                      device product:p transport_id:1\n")
	want := []DeviceInfo{{Serial: "a", State: StateDevice, Product: "p", TransportID: 1}, {Serial: "b c", State: StateOffline}}
	if whole || !reflect.DeepEqual(got, want) {
		t.Errorf("a phone that is not in the long listing: %+v, %v", got, whole)
	}
	if _, whole := joinListings("a\tdevice\n", "a device\nb device\n"); whole {
		t.Error("a phone that is not in the short listing went unnoticed")
	}
}

func TestChoose_DV03(t *testing.T) {
	ok, ok2 := DeviceInfo{Serial: "A", State: StateDevice}, DeviceInfo{Serial: "10.0.0.1:5555", State: StateDevice}
	locked := DeviceInfo{Serial: "B", State: StateUnauthorized}
	ghost := DeviceInfo{Serial: "emulator-5556", State: StateOffline}
	noPerm := DeviceInfo{Serial: "C", State: StateNoPermissions, Detail: "(user)"}
	cases := []struct {
		name   string
		list   []DeviceInfo
		serial string
		want   string // serial of the choice, or the error's type
	}{
		{"the only one", []DeviceInfo{ok}, "", "A"},
		{"an unauthorized neighbour changes nothing F-005", []DeviceInfo{locked, ok}, "", "A"},
		{"a ghost changes nothing F-004", []DeviceInfo{ghost, ok, noPerm}, "", "A"},
		{"a neighbour and a chosen serial F-005", []DeviceInfo{locked, ok, ok2}, "A", "A"},
		{"two usable", []DeviceInfo{ok, ok2}, "", "many"},
		{"none", nil, "", "none"},
		{"two unusable", []DeviceInfo{locked, ghost}, "", "none"},
		{"one unusable", []DeviceInfo{locked}, "", "unauthorized"},
		{"chosen one unusable", []DeviceInfo{ok, noPerm}, "C", "no permissions"},
		{"unknown serial", []DeviceInfo{ok}, "X", "none"},
		{"a serial is no prefix", []DeviceInfo{ok}, "emulator", "none"},
		{"an address without port", []DeviceInfo{ok, ok2}, "10.0.0.1", "10.0.0.1:5555"},
		{"two ports of an address", []DeviceInfo{{Serial: "h:1", State: StateDevice}, {Serial: "h:2", State: StateDevice}}, "h", "many"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			info, err := choose(c.list, c.serial)
			got := info.Serial
			if err != nil {
				got = "?"
			}
			if e, ok := errors.AsType[*StateError](err); ok {
				got = string(e.State)
			}
			if e, ok := errors.AsType[*ManyDevicesError](err); ok {
				got = "many"
				if !strings.Contains(err.Error(), e.Devices[0].Serial) || !strings.Contains(err.Error(), e.Devices[1].Serial) {
					t.Errorf("%q does not list the phones", err)
				}
			}
			if e, ok := errors.AsType[*NoDeviceError](err); ok {
				got = "none"
				if len(e.Known) != len(c.list) {
					t.Errorf("knows %v", e.Known)
				}
			}
			if got != c.want {
				t.Errorf("got %q (%v), want %q", got, err, c.want)
			}
			if e, ok := err.(interface{ Next() string }); err != nil && (!ok || e.Next() == "") {
				t.Errorf("%T has no next step", err)
			}
		})
	}
}

func TestStates_DV02(t *testing.T) {
	seen := map[string]State{}
	for _, s := range []State{StateOffline, StateUnauthorized, StateAuthorizing, StateNoPermissions, StateRecovery, StateBootloader, StateUnknown} {
		next := s.Next()
		if next == "" || !strings.HasSuffix(next, ".") {
			t.Errorf("%s: next step %q", s, next)
		}
		if other, twice := seen[next]; twice {
			t.Errorf("%s and %s have the same next step", s, other)
		}
		seen[next] = s
		if s.Usable() {
			t.Errorf("%s counts as usable", s)
		}
	}
	if !StateDevice.Usable() || StateDevice.Next() != "" {
		t.Error("a usable phone needs no next step")
	}
}

func FuzzListings(f *testing.F) {
	f.Add("a\tdevice\n", "a                      device product:p model:m device:d transport_id:1\n")
	f.Add("a b\tno permissions (x); see [y]\n", "a b                    no permissions (x); see [y] usb:1-2 transport_id:7\n")
	f.Add("\t\n", "* x\nList of devices attached\n")
	f.Fuzz(func(t *testing.T, short, long string) {
		list, _ := joinListings(short, long)
		tabs := strings.Count(short, "\t")
		if len(list) > tabs {
			t.Errorf("%d phones from %d lines", len(list), tabs)
		}
		parseMDNS(long)
		parseForwards(long)
	})
}
