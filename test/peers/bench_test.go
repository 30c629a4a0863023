package peers

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// bench is what all peers share: the installed programs, the command under test and a private adb server.
type bench struct {
	modules string // a folder with the scripts and node_modules
	handset string
	adb     string
	port    string // of the adb server
	server  string // the scrcpy server's file
}

func newBench(t *testing.T) *bench {
	for _, tool := range []string{"node", "npm", "adb"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOTICE: %s is not installed: %v", tool, err)
		}
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{modules: filepath.Join(root, ".build", "peers"), server: filepath.Join(root, "scrcpy", "assets", "scrcpy-server"), port: freePort(t)}
	if _, err := os.Stat(b.server); err != nil {
		t.Fatalf("no scrcpy server, run make setup: %v", err)
	}
	if b.adb, err = exec.LookPath("adb"); err != nil {
		t.Fatal(err)
	}
	b.install(t)
	b.build(t, root)
	b.serve(t)
	return b
}

// install copies the scripts beside the programs they use, since Node looks for those there.
func (b *bench) install(t *testing.T) {
	if err := os.MkdirAll(b.modules, 0o755); err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(scripts, "package.json") {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(b.modules, f), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline")
	cmd.Dir = b.modules
	out, err := cmd.CombinedOutput()
	if err == nil {
		return
	}
	for _, sign := range []string{"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "ENOTCACHED", "network"} {
		if bytes.Contains(out, []byte(sign)) {
			t.Skipf("NOTICE: the programs cannot be fetched: %v\n%s", err, tail(string(out)))
		}
	}
	t.Fatalf("npm install: %v\n%s", err, tail(string(out)))
}

// build takes the command from HANDSET_BIN, or makes it.
func (b *bench) build(t *testing.T, root string) {
	if b.handset = os.Getenv("HANDSET_BIN"); b.handset != "" {
		return
	}
	b.handset = filepath.Join(t.TempDir(), "handset")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", b.handset, "./cmd/handset")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
}

// serve runs an adb server of our own until the test ends.
func (b *bench) serve(t *testing.T) {
	cmd := exec.Command(b.adb, "-P", b.port, "nodaemon", "server")
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for range 100 {
		if err := exec.CommandContext(t.Context(), b.adb, "-P", b.port, "host-features").Run(); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the adb server does not answer")
}

// phone starts a simulated phone that the adb server knows, and gives its serial.
func (b *bench) phone(t *testing.T, home string) string {
	cmd := exec.Command(b.handset, "sim", "--connect", "--home", filepath.Join(home, "handset"))
	cmd.Env = append(os.Environ(), "ANDROID_ADB_SERVER_PORT="+b.port)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		late := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		defer late.Stop()
		if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() != 130 {
			t.Errorf("handset sim: %v\n%s", err, tail(stderr.String()))
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("handset sim: %v\n%s", err, tail(stderr.String()))
	}
	serial := strings.Fields(line)[0]
	for range 100 {
		state, err := exec.CommandContext(t.Context(), b.adb, "-P", b.port, "-s", serial, "get-state").Output()
		if err == nil && strings.TrimSpace(string(state)) == "device" {
			return serial
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("%s does not come online", serial)
	return ""
}

// sdk makes what some programs take for an Android SDK. Its adb is the installed one; programs that insist on the usual port of an adb
// server are led to ours.
func (b *bench) sdk(t *testing.T, home string) string {
	dir := filepath.Join(home, "sdk")
	tools := filepath.Join(dir, "platform-tools")
	if err := os.MkdirAll(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\nif [ \"$1 $2\" = '-P 5037' ]; then shift 2; fi\nexec %s \"$@\"\n", b.adb)
	if err := os.WriteFile(filepath.Join(tools, "adb"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// endLeftovers ends the processes that a peer left behind. They are known by the home folder that they were given.
func endLeftovers(t *testing.T, home string) {
	mark := []byte("\x00HOME=" + home + "\x00")
	entries, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range entries {
		env, err := os.ReadFile(f)
		if err != nil || !bytes.Contains(append([]byte{0}, env...), mark) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(f))); err == nil {
			t.Logf("ending process %d, left behind", pid)
			if left, err := os.FindProcess(pid); err == nil {
				_ = left.Kill()
			}
		}
	}
}
