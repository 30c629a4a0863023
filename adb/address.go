package adb

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// defaultPort is where adb servers listen.
const defaultPort = "5037"

// Address finds the adb server, in the order adb itself uses: the flag, ADB_SERVER_SOCKET, then
// ANDROID_ADB_SERVER_ADDRESS and ANDROID_ADB_SERVER_PORT, else 127.0.0.1:5037 (F-003).
//
// The flag takes adb's socket specifications (tcp:PORT, tcp:HOST:PORT, localfilesystem:PATH, localabstract:NAME) and the short
// forms PORT, HOST, HOST:PORT and /PATH. The results fit net.Dial: the network is "tcp" or "unix".
func Address(flag string, env func(string) string) (network, addr string, err error) {
	if flag != "" {
		return parseAddress("adb server address", flag)
	}
	if spec := env("ADB_SERVER_SOCKET"); spec != "" {
		return parseAddress("ADB_SERVER_SOCKET", spec)
	}
	host := env("ANDROID_ADB_SERVER_ADDRESS")
	if host == "" {
		host = "127.0.0.1"
	}
	port := env("ANDROID_ADB_SERVER_PORT")
	if port == "" {
		port = defaultPort
	}
	if !validPort(port) {
		return "", "", fmt.Errorf("ANDROID_ADB_SERVER_PORT %q: not a port number", port)
	}
	return "tcp", net.JoinHostPort(strings.Trim(host, "[]"), port), nil
}

// parseAddress reads one specification; source names it in errors.
func parseAddress(source, spec string) (network, addr string, err error) {
	kind, rest, _ := strings.Cut(spec, ":")
	switch kind {
	case "localfilesystem", "local", "unix":
		if rest == "" {
			return "", "", fmt.Errorf("%s %q: no path", source, spec)
		}
		return "unix", rest, nil
	case "localabstract":
		if rest == "" {
			return "", "", fmt.Errorf("%s %q: no name", source, spec)
		}
		return "unix", "@" + rest, nil
	case "tcp":
		spec = rest
	}
	if filepath.IsAbs(spec) {
		return "unix", spec, nil
	}
	host, port := splitHostPort(spec)
	if host == "" {
		host = "127.0.0.1"
	}
	if !validPort(port) || strings.ContainsAny(host, " /") {
		return "", "", fmt.Errorf("%s %q: use host:port, tcp:host:port or localfilesystem:path", source, spec)
	}
	return "tcp", net.JoinHostPort(host, port), nil
}

// splitHostPort reads PORT, HOST, HOST:PORT, :PORT, [V6] and [V6]:PORT.
func splitHostPort(s string) (host, port string) {
	if validPort(s) {
		return "", s
	}
	if h, p, err := net.SplitHostPort(s); err == nil {
		return h, p
	}
	return strings.Trim(s, "[]"), defaultPort
}

func validPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n > 0
}

// FindBinary looks for the adb program: ADB (a path), ANDROID_HOME and ANDROID_SDK_ROOT, PATH, then where Android's tools are
// usually installed (F-015). ErrNoBinary when there is none.
func FindBinary(env func(string) string) (string, error) {
	for _, path := range binaryPlaces(env) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && executable(info.Mode()) {
			return path, nil
		}
	}
	return "", ErrNoBinary
}

// binaryPlaces lists candidates, best first.
func binaryPlaces(env func(string) string) []string {
	name := "adb"
	if runtime.GOOS == "windows" {
		name = "adb.exe"
	}
	var places []string
	add := func(parts ...string) {
		if parts[0] != "" {
			places = append(places, filepath.Join(parts...))
		}
	}
	add(env("ADB"))
	for _, root := range []string{"ANDROID_HOME", "ANDROID_SDK_ROOT"} {
		if env(root) != "" {
			add(env(root), "platform-tools", name)
		}
	}
	for _, dir := range filepath.SplitList(env("PATH")) {
		if filepath.IsAbs(dir) {
			add(dir, name)
		}
	}
	for _, home := range []string{env("HOME"), env("USERPROFILE")} {
		if home != "" {
			add(home, "Android", "Sdk", "platform-tools", name)
			add(home, "Library", "Android", "sdk", "platform-tools", name)
			add(home, ".android-sdk", "platform-tools", name)
		}
	}
	if local := env("LOCALAPPDATA"); local != "" {
		add(local, "Android", "Sdk", "platform-tools", name)
	}
	for _, root := range []string{"/usr/lib/android-sdk", "/opt/android-sdk", "/usr/local/share/android-sdk", "/opt/homebrew/share/android-sdk"} {
		add(root, "platform-tools", name)
	}
	return places
}

func executable(m os.FileMode) bool { return runtime.GOOS == "windows" || m.Perm()&0o111 != 0 }
