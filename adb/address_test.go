package adb

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAddress_F003(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, flag string
		env        map[string]string
		want       string // "network addr", or "" for an error
	}{
		{"nothing", "", nil, "tcp 127.0.0.1:5037"},
		{"port", "", map[string]string{"ANDROID_ADB_SERVER_PORT": "5038"}, "tcp 127.0.0.1:5038"},
		{"address", "", map[string]string{"ANDROID_ADB_SERVER_ADDRESS": "box"}, "tcp box:5037"},
		{"both", "", map[string]string{"ANDROID_ADB_SERVER_ADDRESS": "box", "ANDROID_ADB_SERVER_PORT": "1"}, "tcp box:1"},
		{"IPv6 address", "", map[string]string{"ANDROID_ADB_SERVER_ADDRESS": "::1"}, "tcp [::1]:5037"},
		{"socket before address", "", map[string]string{"ADB_SERVER_SOCKET": "tcp:h:7", "ANDROID_ADB_SERVER_PORT": "9"}, "tcp h:7"},
		{"socket with a port only", "", map[string]string{"ADB_SERVER_SOCKET": "tcp:7"}, "tcp 127.0.0.1:7"},
		{"socket with a host only", "", map[string]string{"ADB_SERVER_SOCKET": "tcp:h"}, "tcp h:5037"},
		{"socket file", "", map[string]string{"ADB_SERVER_SOCKET": "localfilesystem:/tmp/a"}, "unix /tmp/a"},
		{"abstract socket", "", map[string]string{"ADB_SERVER_SOCKET": "localabstract:a"}, "unix @a"},
		{"flag before all", "tcp:f:1", map[string]string{"ADB_SERVER_SOCKET": "tcp:h:7"}, "tcp f:1"},
		{"flag host and port", "h:6", nil, "tcp h:6"},
		{"flag port", "6", nil, "tcp 127.0.0.1:6"},
		{"flag :port", ":6", nil, "tcp 127.0.0.1:6"},
		{"flag host", "h", nil, "tcp h:5037"},
		{"flag IPv6", "[::1]:6", nil, "tcp [::1]:6"},
		{"flag tcp IPv6", "tcp:[::1]:6", nil, "tcp [::1]:6"},
		{"flag path", "/run/adb", nil, "unix /run/adb"},
		{"bad port", "", map[string]string{"ANDROID_ADB_SERVER_PORT": "x"}, ""},
		{"port 0", "", map[string]string{"ANDROID_ADB_SERVER_PORT": "0"}, ""},
		{"port over 65535", "h:65536", nil, ""},
		{"no path", "localfilesystem:", nil, ""},
		{"no name", "localabstract:", nil, ""},
		{"an URL", "http://h", nil, ""},
	} {
		network, addr, err := Address(c.flag, func(name string) string { return c.env[name] })
		got := network + " " + addr
		if err != nil {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s: got %q (%v), want %q", c.name, got, err, c.want)
		}
	}
}

func TestFindBinary_F015(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put := func(parts ...string) string {
		name := filepath.Join(append([]string{dir}, parts...)...)
		os.MkdirAll(filepath.Dir(name), 0o755)
		os.WriteFile(name, nil, 0o755)
		return name
	}
	inPath, inSDK, inHome := put("bin", "adb"), put("sdk", "platform-tools", "adb"), put("home", "Android", "Sdk", "platform-tools", "adb")
	os.MkdirAll(filepath.Join(dir, "decoy", "adb"), 0o755)
	os.WriteFile(filepath.Join(dir, "plain"), nil, 0o644)
	for _, c := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"PATH", map[string]string{"PATH": "relative:" + filepath.Join(dir, "decoy") + ":" + filepath.Join(dir, "bin")}, inPath},
		{"ANDROID_HOME before PATH", map[string]string{"PATH": filepath.Join(dir, "bin"), "ANDROID_HOME": filepath.Join(dir, "sdk")}, inSDK},
		{"ANDROID_SDK_ROOT", map[string]string{"ANDROID_SDK_ROOT": filepath.Join(dir, "sdk")}, inSDK},
		{"usual place in HOME", map[string]string{"HOME": filepath.Join(dir, "home")}, inHome},
		{"ADB before all", map[string]string{"ADB": inHome, "ANDROID_HOME": filepath.Join(dir, "sdk")}, inHome},
		{"ADB that cannot be run", map[string]string{"ADB": filepath.Join(dir, "plain"), "PATH": filepath.Join(dir, "bin")}, inPath},
	} {
		got, err := FindBinary(func(name string) string { return c.env[name] })
		if got != c.want || err != nil {
			t.Errorf("%s: got %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	if _, err := os.Stat("/usr/lib/android-sdk/platform-tools/adb"); err == nil {
		return // installed where every environment finds it
	}
	if _, err := FindBinary(func(string) string { return "" }); !errors.Is(err, ErrNoBinary) {
		t.Errorf("none: %v", err)
	}
}

func TestReadableSerial(t *testing.T) {
	t.Parallel()
	for serial, want := range map[string]bool{
		"ABC": true, "adb-1 (2)._adb-tls-connect._tcp": true, "10.0.0.1:5555": true, "[::1]:5555": true, "usb:1-2": true,
		"h:x": false, "a:b": false, "h:1:2": false, "[::1]": false, "::1:5555": false,
	} {
		if got := readableSerial(serial); got != want {
			t.Errorf("%q: got %v", serial, got)
		}
	}
}

func TestCutExit(t *testing.T) {
	t.Parallel()
	const mark = "hsMARKMARKMARK"
	for _, c := range []struct {
		all, out string
		exit     int
		ok       bool
	}{
		{"a\n" + mark + "0\n", "a\n", 0, true},
		{"a" + mark + "137\n", "a", 137, true},
		{"a\r\nb\r\n" + mark + "1\r\n", "a\nb\n", 1, true}, // a terminal of Android 6
		{mark + "0\n" + mark + "2\n", mark + "0\n", 2, true},
		{"a\n", "a\n", 0, false},
		{"a\n" + mark, "a\n" + mark, 0, false},
		{"a\n" + mark + "999\n", "a\n" + mark + "999\n", 0, false},
		{"a\n" + mark + "1x\n", "a\n" + mark + "1x\n", 0, false},
	} {
		out, exit, ok := cutExit([]byte(c.all), mark)
		if string(out) != c.out || exit != c.exit || ok != c.ok {
			t.Errorf("%q: got %q, %d, %v", c.all, out, exit, ok)
		}
		for i := range c.all { // whatever came so far, the mark is never given out
			if n := endLength([]byte(c.all[:i]), mark); c.ok && i-n > strings.LastIndex(c.all, mark) {
				t.Errorf("%q: only %d bytes of the end were held back", c.all[:i], n)
			}
		}
	}
}
