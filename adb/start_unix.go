//go:build unix

package adb

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// startLimit is how long a new server may take until it listens; it waits up to 3 s for USB phones.
const startLimit = 10 * time.Second

// startServer runs adb's server in the background and waits until it listens. The server is started directly, not through
// "adb start-server", which would stop a server of another version that came up at the same moment; here the second one
// merely finds the port taken. A shell lets go of it, so that it is nobody's child. The text is what adb said.
func startServer(ctx context.Context, binary, spec string, env func(string) string) (said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	ready, reply, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer ready.Close()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `"$@" </dev/null >/dev/null 2>&1 &`,
		"sh", binary, "-L", spec, "fork-server", "server", "--reply-fd", "3")
	cmd.ExtraFiles = []*os.File{reply}
	cmd.Env = serverEnv(env)
	cmd.Stderr = &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Run()
	reply.Close()
	if err != nil {
		return stderr.String(), err
	}
	stop := context.AfterFunc(ctx, func() { ready.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	answer, err := io.ReadAll(io.LimitReader(ready, 4096))
	switch text := strings.TrimSpace(string(answer)); {
	case strings.HasPrefix(text, "OK"):
		return "", nil
	case err != nil:
		return text, err
	default:
		return text, errors.New("the server ended at once (is $HOME writable?)")
	}
}

// serverEnv is our own environment without what would change the address, and with what env says of the variables a server
// reads.
func serverEnv(env func(string) string) []string {
	out := []string{}
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch name {
		case "ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "ANDROID_ADB_SERVER_PORT":
		default:
			out = append(out, kv)
		}
	}
	for _, name := range []string{"HOME", "ADB_VENDOR_KEYS", "ADB_USB", "ADB_MDNS", "ADB_MDNS_AUTO_CONNECT", "ADB_LOCAL_TRANSPORT_MAX_PORT"} {
		if v := env(name); v != "" {
			out = append(out, name+"="+v)
		}
	}
	return out
}
