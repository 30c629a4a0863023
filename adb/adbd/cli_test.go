package adbd_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
)

// cli runs Debian's adb program against one phone.
type cli struct {
	*adbtest.Real
	p *adbtest.Phone
}

func newCLI(t *testing.T, change func(p *adbtest.Phone)) cli {
	r := adbtest.StartReal(t)
	p := phone(t, change)
	out, errs, exit := r.Run(t, "connect", p.Addr)
	if exit != 0 || out != "connected to "+p.Addr+"\n" {
		t.Fatalf("connect: %q, %q, exit %d", out, errs, exit)
	}
	return cli{r, p}
}

// adb runs a command for the phone and returns its stdout; it must succeed.
func (c cli) adb(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, exit := c.Run(t, append([]string{"-s", c.p.Addr}, args...)...)
	if exit != 0 {
		t.Errorf("adb %q: exit %d, %q, %q", args, exit, out, errs)
	}
	return out
}

func TestCLI_Shell(t *testing.T) {
	t.Parallel()
	for name, features := range map[string][]string{"shell v2": nil, "old phone": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCLI(t, func(p *adbtest.Phone) { p.Banner.Features = features })
			if out, _, _ := c.Run(t, "devices", "-l"); !strings.Contains(out, "device product:simprod model:Sim_Phone device:simdev transport_id:") {
				t.Errorf("devices -l: %q", out)
			}
			for _, k := range []struct {
				args []string
				out  string
			}{
				{[]string{"shell", "echo hi"}, "hi\n"},
				{[]string{"shell", "echo", "'a  b'", "|", "tr", "a-z", "A-Z"}, "A  B\n"},
				{[]string{"shell", "false && echo no; echo $?"}, "1\n"},
				{[]string{"exec-out", "printf", `\000\377\n\r\n`}, "\x00\xff\n\r\n"},
				{[]string{"get-state"}, "device\n"},
			} {
				if out := c.adb(t, k.args...); out != k.out {
					t.Errorf("%q: got %q, want %q", k.args, out, k.out)
				}
			}
			cmd := c.Command(t.Context(), "-s", c.p.Addr, "shell", "cat; echo end")
			cmd.Stdin = strings.NewReader("from stdin\n")
			if features == nil {
				if out, err := cmd.Output(); err != nil || string(out) != "from stdin\nend\n" {
					t.Errorf("stdin: %q, %v", out, err)
				}
				out, errs, exit := c.Run(t, "-s", c.p.Addr, "shell", "echo out; echo err >&2; exit 42")
				if out != "out\n" || errs != "err\n" || exit != 42 {
					t.Errorf("split outputs: %q, %q, exit %d", out, errs, exit)
				}
			}
		})
	}
}

func TestCLI_ExecIn(t *testing.T) {
	t.Parallel()
	c := newCLI(t, nil)
	file := filepath.Join(t.TempDir(), "f")
	cmd := c.Command(t.Context(), "-s", c.p.Addr, "exec-in", "cat > "+file)
	cmd.Stdin = strings.NewReader("sent and closed at once")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	adbtest.Eventually(t, "the file", func() bool {
		b, _ := os.ReadFile(file)
		return string(b) == "sent and closed at once"
	})
}

func TestCLI_Files(t *testing.T) {
	t.Parallel()
	for name, features := range map[string][]string{
		"long requests":  nil,
		"short requests": {"shell_v2", "cmd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCLI(t, func(p *adbtest.Phone) { p.Banner.Features = features })
			dir := t.TempDir()
			size := 50 << 20
			if features != nil {
				size = 2 << 20
			}
			data := bytes.Repeat([]byte("0123456789\n"), size/11)
			os.MkdirAll(filepath.Join(dir, "tree", "sub"), 0o755)
			os.WriteFile(filepath.Join(dir, "big"), data, 0o640)
			os.WriteFile(filepath.Join(dir, "tree", "a"), []byte("aa"), 0o600)
			os.WriteFile(filepath.Join(dir, "tree", "sub", "ä b"), nil, 0o600)
			c.adb(t, "push", filepath.Join(dir, "big"), "/data/local/tmp/")
			c.adb(t, "pull", "/data/local/tmp/big", filepath.Join(dir, "back"))
			back, err := os.ReadFile(filepath.Join(dir, "back"))
			if err != nil || sha256.Sum256(back) != sha256.Sum256(data) {
				t.Errorf("%d bytes came back wrong: %v", len(data), err)
			}
			c.adb(t, "push", filepath.Join(dir, "tree"), "/data/local/tmp/")
			if got := c.p.Files.Names("/data/local/tmp/tree/"); fmt.Sprint(got) != "[/data/local/tmp/tree/a /data/local/tmp/tree/sub /data/local/tmp/tree/sub/ä b]" {
				t.Errorf("pushed %q", got)
			}
			c.adb(t, "pull", "/data/local/tmp/tree", filepath.Join(dir, "tree2"))
			if b, err := os.ReadFile(filepath.Join(dir, "tree2", "a")); string(b) != "aa" {
				t.Errorf("pulled tree: %q, %v", b, err)
			}
			if out := c.adb(t, "ls", "/data/local/tmp/tree"); !strings.Contains(out, " a\n") || !strings.Contains(out, " ..\n") {
				t.Errorf("ls: %q", out)
			}
			out, errs, exit := c.Run(t, "-s", c.p.Addr, "push", filepath.Join(dir, "big"), "/system/big")
			if exit == 0 || !strings.Contains(out+errs, "couldn't create file: Read-only file system") {
				t.Errorf("a refused push: %q, %q, exit %d", out, errs, exit)
			}
			out, errs, exit = c.Run(t, "-s", c.p.Addr, "pull", "/nosuch", dir)
			if exit == 0 || !strings.Contains(out+errs, "/nosuch") {
				t.Errorf("a refused pull: %q, %q, exit %d", out, errs, exit)
			}
		})
	}
}

func TestCLI_ForwardAndReverse(t *testing.T) {
	t.Parallel()
	c := newCLI(t, nil)
	hello := func(l net.Listener) {
		t.Cleanup(func() { l.Close() })
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				io.WriteString(conn, "hello")
				conn.Close()
			}
		}()
	}
	read := func(conn net.Conn, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		b, _ := io.ReadAll(conn)
		return string(b)
	}
	hello(c.p.ListenAbstract(t, "svc"))
	port := strings.TrimSpace(c.adb(t, "forward", "tcp:0", "localabstract:svc"))
	conn, err := net.Dial("tcp", "127.0.0.1:"+port)
	if got := read(conn, err); got != "hello" {
		t.Errorf("forward: %q", got)
	}
	c.adb(t, "forward", "--remove", "tcp:"+port)

	l, hostPort := listen(t)
	hello(l)
	c.adb(t, "reverse", "localabstract:back", "tcp:"+hostPort)
	conn, err = c.p.DialAbstract("back")
	if got := read(conn, err); got != "hello" {
		t.Errorf("reverse: %q", got)
	}
	if out := c.adb(t, "reverse", "--list"); !strings.Contains(out, "localabstract:back tcp:"+hostPort) {
		t.Errorf("reverse --list: %q", out)
	}
	phonePort := strings.TrimSpace(c.adb(t, "reverse", "tcp:0", "tcp:"+hostPort))
	conn, err = net.Dial("tcp", "127.0.0.1:"+phonePort)
	if got := read(conn, err); got != "hello" {
		t.Errorf("reverse tcp:0: %q", got)
	}
	c.adb(t, "reverse", "--remove", "localabstract:back")
	c.adb(t, "reverse", "--remove-all")
	if out := c.adb(t, "reverse", "--list"); strings.TrimSpace(out) != "" {
		t.Errorf("afterwards: %q", out)
	}
}

// TestCLI_ServerSurvivesAbuseOfReverse_B5 does to a real server what would end it, were the phone to open anything but a live target.
func TestCLI_ServerSurvivesAbuseOfReverse_B5(t *testing.T) {
	t.Parallel()
	c := newCLI(t, nil)
	knock := func(name string) {
		conn, err := c.p.DialAbstract(name)
		if err != nil {
			return
		}
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		conn.Read(make([]byte, 1)) // until the phone gives up
		conn.Close()
	}
	client := func(service string) {
		conn, err := net.Dial("tcp", c.Addr)
		if err != nil {
			t.Fatalf("the server is gone: %v", err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(5 * time.Second))
		for _, request := range []string{"host:transport:" + c.p.Addr, service} {
			fmt.Fprintf(conn, "%04x%s", len(request), request)
			io.ReadFull(conn, make([]byte, 4))
		}
		io.Copy(io.Discard, conn)
	}
	for _, verb := range []string{
		"forward:localabstract:a;tcp:1",
		"forward:norebind:localabstract:a;tcp:2", // refused: the old target stays
		"forward:localabstract:a;tcp:3",          // the old target goes
		"forward:localabstract:b;",
		"forward:localabstract:b;tcp:4;tcp:5",
		"forward:localabstract:c;nonsense",
		"forward:localabstract:d;tcp:6 ",
		"forward:localabstract:e;tcp:7\x00",
		"forward:norebind:norebind:localabstract:f;tcp:8",
		"forward:localabstract:a",
		"killforward:localabstract:a;x",
		"killforward:localabstract:nosuch",
		"killforward-all",
		"forward:localabstract:a;tcp:9",
		"killforward:localabstract:a",
	} {
		client("reverse:" + verb)
		for _, name := range strings.Split("abcdef", "") {
			knock(name)
		}
		if !c.Alive() {
			t.Fatalf("the server died of %q", verb)
		}
	}
	if out := c.adb(t, "shell", "echo alive"); out != "alive\n" {
		t.Errorf("afterwards: %q", out)
	}
}

func TestCLI_Install(t *testing.T) {
	t.Parallel()
	for name, features := range map[string][]string{
		"abb_exec": append([]string{"abb_exec"}, adbd.DefaultFeatures...),
		"cmd":      {"shell_v2", "cmd"},
		"neither":  {"shell_v2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apk := filepath.Join(t.TempDir(), "a.apk")
			os.WriteFile(apk, make([]byte, 300_000), 0o600)
			c := newCLI(t, func(p *adbtest.Phone) {
				p.Banner.Features = features
				take := func(r io.Reader) string {
					n, _ := io.CopyN(io.Discard, r, 300_000)
					return map[bool]string{true: "Success\n", false: "Failure [SHORT]\n"}[n == 300_000]
				}
				p.Install = func(r io.Reader, _ []string) string { return take(r) }
				p.Shell = func(_ context.Context, s *adbd.Session) int {
					switch {
					case s.Exec && s.Command == "cmd package 'install' -S 300000":
						io.WriteString(s.Stdout, take(s.Stdin))
					case s.Command == "pm 'install' '/data/local/tmp/a.apk'" && len(p.Files.Names("/data/local/tmp/a.apk")) == 1:
						io.WriteString(s.Stdout, "Success\n")
					}
					return 0
				}
			})
			if out := c.adb(t, "install", apk); !strings.Contains(out, "Success") {
				t.Errorf("got %q", out)
			}
		})
	}
}

func TestCLI_Others(t *testing.T) {
	t.Parallel()
	c := newCLI(t, func(p *adbtest.Phone) {
		p.Service = func(_ context.Context, name string, rw io.ReadWriter) error {
			switch name {
			case "root:":
				io.WriteString(rw, "adbd cannot run as root in production builds\n")
			case "tcpip:5556":
				io.WriteString(rw, "restarting in TCP mode port: 5556\n")
			case "reboot:", "jdwp":
			default:
				return adbd.ErrRefused
			}
			return nil
		}
	})
	if out := c.adb(t, "root"); !strings.Contains(out, "cannot run as root") {
		t.Errorf("root: %q", out)
	}
	if out := c.adb(t, "tcpip", "5556"); !strings.Contains(out, "restarting in TCP mode") {
		t.Errorf("tcpip: %q", out)
	}
	c.adb(t, "jdwp")
	_, errs, exit := c.Run(t, "-s", c.p.Addr, "unroot")
	if exit == 0 && !strings.Contains(errs, "closed") {
		t.Errorf("a refused service: %q, exit %d", errs, exit)
	}
	c.adb(t, "wait-for-device")
}

func TestCLI_Unauthorized(t *testing.T) {
	t.Parallel()
	r := adbtest.StartReal(t)
	answer := make(chan bool)
	keys := make(chan string, 1)
	p := phone(t, func(p *adbtest.Phone) {
		p.Auth = &adbd.Auth{Ask: func(ctx context.Context, key string) bool {
			keys <- key
			select {
			case ok := <-answer:
				return ok
			case <-ctx.Done():
				return false
			}
		}}
	})
	out, _, _ := r.Run(t, "connect", p.Addr)
	if out != "failed to authenticate to "+p.Addr+"\n" {
		t.Fatalf("connect: %q", out)
	}
	if out, _, _ := r.Run(t, "devices"); !strings.Contains(out, p.Addr+"\tunauthorized\n") {
		t.Errorf("devices: %q", out)
	}
	pub, err := os.ReadFile(filepath.Join(r.Home(), ".android", "adbkey.pub"))
	if key := <-keys; err != nil || key != strings.TrimSpace(string(pub)) {
		t.Errorf("the dialog shows %q, the key is %q", key, pub)
	}
	answer <- true
	adbtest.Eventually(t, "the phone to be a device", func() bool {
		out, _, _ := r.Run(t, "devices")
		return strings.Contains(out, p.Addr+"\tdevice\n")
	})
	known := phone(t, func(p *adbtest.Phone) { p.Auth = &adbd.Auth{Known: func() []string { return []string{string(pub)} }} })
	if out, _, _ := r.Run(t, "connect", known.Addr); out != "connected to "+known.Addr+"\n" {
		t.Errorf("a phone that knows the key: %q", out)
	}
}

func TestCLI_Announce_B6(t *testing.T) {
	t.Parallel()
	r := adbtest.StartReal(t)
	p := phone(t, nil)
	_, port, _ := net.SplitHostPort(p.Addr)
	n, _ := strconv.Atoi(port)
	if err := adbd.Announce(t.Context(), "tcp", r.Addr, n); err != nil {
		t.Fatal(err)
	}
	adbtest.Eventually(t, "the emulator", func() bool {
		out, _, _ := r.Run(t, "devices")
		return strings.Contains(out, fmt.Sprintf("emulator-%d\tdevice\n", n-1))
	})
}
