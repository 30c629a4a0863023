package peers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// peer is one program, or one way of using it.
type peer struct {
	name, script string
	env          []string
	least        int // operations that must pass
	limit        time.Duration
}

var all = []peer{
	{name: "debian-adb", script: "debian-adb.mjs", least: 45, limit: 5 * time.Minute},
	{name: "ya-webadb", script: "yume.mjs", least: 12, limit: 5 * time.Minute},
	{name: "appium-adb", script: "appium.mjs", least: 60, limit: 8 * time.Minute},
	{name: "adbkit", script: "adbkit.mjs", least: 30, limit: 5 * time.Minute},
	{name: "mobile-mcp", script: "mobile-mcp.mjs", least: 15, limit: 8 * time.Minute},
	{name: "mobile-mcp, older robot", script: "mobile-mcp.mjs", env: []string{"PEER_LEGACY=1"}, least: 12, limit: 8 * time.Minute},
	{name: "midscene", script: "midscene.mjs", least: 15, limit: 8 * time.Minute},
}

// result is a line of a script.
type result struct {
	Op     string
	OK     bool
	MS     int
	Detail string
}

func TestPeers(t *testing.T) {
	if os.Getenv("HANDSET_PEERS") == "" {
		t.Skip("NOTICE: programs of others are asked with HANDSET_PEERS=1 only: make test-peers")
	}
	bench := newBench(t)
	told := map[string][]result{}
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) { told[p.name] = bench.ask(t, p) })
	}
	if os.Getenv("HANDSET_PEERS_WRITE") != "" {
		writeReadme(t, told)
	}
}

// ask has one peer drive a fresh phone.
func (b *bench) ask(t *testing.T, p peer) []result {
	home := t.TempDir()
	serial := b.phone(t, home)
	sdk := b.sdk(t, home)
	cmd := exec.CommandContext(t.Context(), "node", p.script)
	cmd.Dir = b.modules
	cmd.Env = append(os.Environ(), append(p.env,
		"PEER_SERIAL="+serial, "PEER_ADB="+b.adb, "PEER_ADB_PATH="+filepath.Join(sdk, "platform-tools", "adb"), "PEER_SCRCPY_SERVER="+b.server,
		"HOME="+home, "TMPDIR="+home, "ANDROID_HOME="+sdk, "ANDROID_SDK_ROOT="+sdk, "ANDROID_SERIAL="+serial,
		"ANDROID_ADB_SERVER_PORT="+b.port, "MIDSCENE_ADB_REMOTE_PORT="+b.port, "MIDSCENE_RUN_DIR="+filepath.Join(home, "midscene"))...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer endLeftovers(t, home)
	late := time.AfterFunc(p.limit, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	results := read(t, p, out)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%s: %v\n%s", p.script, err, tail(stderr.String()))
	}
	passed := 0
	for _, r := range results {
		if r.OK {
			passed++
		}
	}
	if passed < p.least {
		t.Errorf("%d operations pass, at least %d must", passed, p.least)
	}
	return results
}

// read makes a sub-test of each line.
func read(t *testing.T, p peer, out interface{ Read([]byte) (int, error) }) []result {
	var results []result
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil || r.Op == "" {
			continue // what the program itself prints
		}
		results = append(results, r)
		reason, known := reasons[p.name+"/"+r.Op]
		t.Run(r.Op, func(t *testing.T) {
			switch {
			case r.OK && known:
				t.Errorf("it passes, though there is a reason why it cannot: %s", reason)
			case !r.OK && known:
				t.Skipf("NOTICE: %s (%s)", reason, r.Detail)
			case !r.OK:
				t.Errorf("%s (%d ms)", r.Detail, r.MS)
			}
		})
	}
	if err := lines.Err(); err != nil {
		t.Errorf("read the results: %v", err)
	}
	return results
}

func tail(s string) string {
	const most = 2000
	return s[max(0, len(s)-most):]
}

// freePort finds a port that nobody uses now.
func freePort(t *testing.T) string {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func writeReadme(t *testing.T, told map[string][]result) {
	var b strings.Builder
	b.WriteString(readmeHead)
	for _, p := range all {
		passed := 0
		for _, r := range told[p.name] {
			if r.OK {
				passed++
			}
		}
		fmt.Fprintf(&b, "\n## %s: %d of %d\n\n| operation | result |\n|---|---|\n", p.name, passed, len(told[p.name]))
		for _, r := range told[p.name] {
			fmt.Fprintf(&b, "| %s | %s |\n", cell(r.Op), verdict(p, r))
		}
	}
	if err := os.WriteFile("README.md", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func verdict(p peer, r result) string {
	switch reason, known := reasons[p.name+"/"+r.Op]; {
	case r.OK:
		return "pass"
	case known:
		return cell(reason)
	default:
		return "**fails**: " + cell(first(r.Detail))
	}
}

func first(s string) string {
	const most = 200
	s, _, _ = strings.Cut(s, "\n")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

var cells = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;")

func cell(s string) string { return cells.Replace(s) }

const readmeHead = `# Programs of others

Each program is installed as published, at the release that package.json pins, and drives a fresh ` + "`handset sim`" + ` through a private adb
server. ` + "`make test-peers`" + ` runs them (Debian's adb, Node and npm are needed); with ` + "`HANDSET_PEERS_WRITE=1`" + ` it writes this file again.
`
