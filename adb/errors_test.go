package adb

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

func TestErrors_SayWhatAndWhatNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		text string
	}{
		{&StateError{Serial: "A b", State: StateOffline}, `device "A b" is offline`},
		{&StateError{Serial: "A", State: StateRecovery}, `device "A" is in recovery mode`},
		{&StateError{Serial: "A", State: StateHost}, `device "A" is in the state host`},
		{&StateError{State: StateNoPermissions}, "no permissions for the device"},
		{&StateError{Serial: "A", State: StateNoPermissions, Detail: "(udev)"}, `no permissions for device "A": (udev)`},
		{&NoDeviceError{}, "no device is connected"},
		{&NoDeviceError{Serial: "A", Known: []DeviceInfo{{Serial: "B", State: StateDevice, Model: "M"}}}, `no device "A"; listed are "B" (M, device)`},
		{&NoDeviceError{Known: []DeviceInfo{{Serial: "B", State: StateOffline}}}, `no usable device; listed are "B" (offline)`},
		{&ConnectError{Addr: "h:1", Reason: ConnectRefused, Text: "no\nmore"}, "connect to h:1: no"},
		{&ConnectError{Addr: "h:1", Reason: ConnectSilent}, "connect to h:1: "},
		{&ConnectError{Addr: "h:1", Reason: ConnectPassword}, "connect to h:1: "},
		{&ConnectError{Addr: "h:1", Reason: ConnectNoRoute}, "connect to h:1: "},
		{&ConnectError{Addr: "h:1", Reason: ConnectExpired}, "connect to h:1: "},
		{&ConnectError{Addr: "h:1", Reason: ConnectOther}, "connect to h:1: "},
	} {
		if c.err.Error() != c.text {
			t.Errorf("got %q, want %q", c.err, c.text)
		}
		if next := c.err.(interface{ Next() string }).Next(); !strings.HasSuffix(next, ".") {
			t.Errorf("%q: next step %q", c.err, next)
		}
	}
}

func TestFileErrors(t *testing.T) {
	t.Parallel()
	for number, want := range map[uint32]error{1: fs.ErrPermission, 2: fs.ErrNotExist, 13: fs.ErrPermission, 5: nil, 20: nil, 36: nil, 40: nil, 99: nil} {
		err := newFileError("stat", "/x", errnoText(number))
		if want != nil && !errors.Is(err, want) || want == nil && err.Err != nil || !strings.HasPrefix(err.Error(), "stat /x: ") {
			t.Errorf("%d: %v", number, err)
		}
	}
	if !errors.Is(newFileError("push", "/x", "write failed: No space left on device"), ErrNoSpace) {
		t.Error("a full phone is not ErrNoSpace")
	}
}

func TestServerSpec_OnlyThisComputer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ network, addr, want string }{
		{"tcp", "127.0.0.1:5037", "tcp:localhost:5037"}, {"tcp", "localhost:1", "tcp:localhost:1"}, {"tcp", "[::1]:1", "tcp:localhost:1"},
		{"tcp", "10.0.0.1:5037", ""}, {"tcp", "127.0.0.2:5037", ""}, {"tcp", "nonsense", ""},
		{"unix", "/run/adb", "localfilesystem:/run/adb"}, {"unix", "@adb", "localabstract:adb"},
	} {
		if got, local := serverSpec(c.network, c.addr); got != c.want || local != (c.want != "") {
			t.Errorf("%s %s: got %q, %v", c.network, c.addr, got, local)
		}
	}
}
