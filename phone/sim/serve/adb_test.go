package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/apk"
)

func TestAdbDevices(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	out, _, _ := c.raw(nil, "devices", "-l")
	want := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(c.serial) + ` +device product:\S+ model:Pixel_8 device:\S+ transport_id:\d+$`)
	if !want.MatchString(out) {
		t.Errorf("devices -l: %q", out)
	}
	if got := c.adb("get-state"); got != "device\n" {
		t.Errorf("get-state: %q", got)
	}
}

func TestAdbShell(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	for _, tt := range []struct {
		line   string
		want   string
		stderr string
		status int
	}{
		{"echo hi", "hi\n", "", 0},
		{`echo "a  b" 'c  d' e\ f | tr a-z A-Z`, "A  B C  D E F\n", "", 0},
		{"false; echo $?", "1\n", "", 0},
		{"true && echo yes || echo no", "yes\n", "", 0},
		{"echo one > /sdcard/o; cat < /sdcard/o; rm /sdcard/o", "one\n", "", 0},
		{"exit 7", "", "", 7},
		{"nosuch", "", "/system/bin/sh: nosuch: inaccessible or not found\n", 127},
		{"echo out; echo err >&2", "out\n", "err\n", 0},
		{"getprop ro.build.version.release", "14\n", "", 0},
		{"wm size", "Physical size: 1080x2400\n", "", 0},
		{"sleep 0.05 >/dev/null 2>&1 & echo $!| grep -c '^1[0-9]*$'", "1\n", "", 0},
	} {
		out, errs, status := c.raw(nil, "-s", c.serial, "shell", tt.line)
		if out != tt.want || errs != tt.stderr || status != tt.status {
			t.Errorf("%s: out %q err %q exit %d, want %q %q %d", tt.line, out, errs, status, tt.want, tt.stderr, tt.status)
		}
	}
}

func TestAdbShellScriptOnStdin(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	out, errs, status := c.raw([]byte("x=5\necho $((x+1))\ncat <<E\nbody\nE\nread l\nfrom stdin\necho \"[$l]\"\nnosuch\nexit 3\necho never\n"), "-s", c.serial, "shell")
	if out != "6\nbody\n[from stdin]\n" || errs != "/system/bin/sh: <stdin>[8]: nosuch: inaccessible or not found\n" || status != 3 {
		t.Errorf("out %q err %q exit %d", out, errs, status)
	}
	out, _, _ = c.raw([]byte("echo hi\nnosuch\nexit\n"), "-s", c.serial, "shell", "-t", "-t")
	for _, want := range []string{"shiba:/ $ ", "hi\r\n", "127|shiba:/ $ "} {
		if !strings.Contains(out, want) {
			t.Errorf("terminal: no %q in %q", want, out)
		}
	}
}

func TestAdbScreencapIsATruePNG(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	img, err := png.Decode(strings.NewReader(c.adb("exec-out", "screencap", "-p")))
	if err != nil {
		t.Fatal(err)
	}
	want, _ := s.Phone.World().Screen()
	if img.Bounds() != want.Bounds() || img.Bounds().Dx() != 1080 || img.Bounds().Dy() != 2400 {
		t.Fatalf("bounds %v, want %v", img.Bounds(), want.Bounds())
	}
	for _, p := range [][2]int{{0, 0}, {540, 1200}, {300, 2300}, {1079, 2399}} {
		r1, g1, b1, _ := img.At(p[0], p[1]).RGBA()
		r2, g2, b2, _ := want.At(p[0], p[1]).RGBA()
		if r1 != r2 || g1 != g2 || b1 != b2 {
			t.Errorf("pixel %v differs", p)
		}
	}
	if raw := c.adb("exec-out", "screencap"); len(raw) != 16+1080*2400*4 {
		t.Errorf("raw capture has %d bytes", len(raw))
	}
	out, errs, status := c.raw(nil, "-s", c.serial, "shell", "screencap", "-p", "-d", "null")
	if out != "" || errs != "Invalid display ID: Out of range [0, 2^64).\n" || status != 1 {
		t.Errorf("screencap -d null: %q %q %d", out, errs, status)
	}
}

func TestAdbPushPull50MB(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	data := make([]byte, 50<<20)
	fill := rand.NewChaCha8([32]byte{1})
	_, _ = fill.Read(data)
	sum := sha256.Sum256(data)
	want := hex.EncodeToString(sum[:])
	from := temp(t, "big.bin", data)
	begin := time.Now()
	c.adb("push", from, "/sdcard/Download/big.bin")
	if out := c.adb("shell", "sha256sum", "/sdcard/Download/big.bin"); out != want+"  /sdcard/Download/big.bin\n" {
		t.Errorf("on the phone: %s", out)
	}
	to := filepath.Join(t.TempDir(), "back.bin")
	c.adb("pull", "/storage/emulated/0/Download/big.bin", to)
	back, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(back, data) {
		t.Error("the pulled file differs")
	}
	t.Logf("push, sum and pull of 50 MB: %v", time.Since(begin))
}

func TestAdbPushFoldersAndRefusals(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "d", "e"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "d", "e", "f.txt"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	c.adb("push", filepath.Join(dir, "d"), "/data/local/tmp/")
	if out := c.adb("shell", "cat /data/local/tmp/d/e/f.txt; stat -c '%a %U' /data/local/tmp/d/e/f.txt"); out != "x666 shell\n" {
		t.Errorf("pushed folder: %q", out)
	}
	to := filepath.Join(t.TempDir(), "back")
	c.adb("pull", "/data/local/tmp/d", to)
	if b, err := os.ReadFile(filepath.Join(to, "e", "f.txt")); err != nil || string(b) != "x" {
		t.Errorf("pulled folder: %q %v", b, err)
	}
	for path, text := range map[string]string{"/system/x": "Read-only file system", "/data/x": "Permission denied"} {
		if out, errs, status := c.raw(nil, "-s", c.serial, "push", temp(t, "f", []byte("x")), path); status == 0 || !strings.Contains(out+errs, text) {
			t.Errorf("push to %s: %q %q exit %d", path, out, errs, status)
		}
	}
}

func TestAdbForwardAndReverse(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	l, err := s.device.sockets.listen("localabstract:echo")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go echo(l)
	port := strings.TrimSpace(c.adb("forward", "tcp:0", "localabstract:echo"))
	if got := talk(t, port, "hello"); got != "hello" {
		t.Errorf("through the forward: %q", got)
	}

	back, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer back.Close()
	go echo(back)
	hostPort := fmt.Sprint(back.Addr().(*net.TCPAddr).Port)
	c.adb("reverse", "tcp:7777", "tcp:"+hostPort)
	if out := c.adb("reverse", "--list"); !strings.Contains(out, "tcp:7777 tcp:"+hostPort) {
		t.Errorf("reverse --list: %q", out)
	}
	port = strings.TrimSpace(c.adb("forward", "tcp:0", "tcp:7777")) // host → phone → host
	if got := talk(t, port, "round"); got != "round" {
		t.Errorf("through forward and reverse: %q", got)
	}
	c.adb("reverse", "--remove", "tcp:7777")
	if got := talk(t, port, "gone"); got != "" {
		t.Errorf("after the reverse was removed: %q", got)
	}
}

// echo sends back what comes until the listener is closed.
func echo(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(c, c)
			_ = c.Close()
		}()
	}
}

func talk(t *testing.T, port, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(40 * time.Second))
	_, _ = io.WriteString(c, text)
	b := make([]byte, len(text))
	n, _ := io.ReadFull(c, b)
	return string(b[:n])
}

func TestAdbUIDump(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	const head, tail = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">`, `</hierarchy>UI hierchary dumped to: /dev/tty` + "\n"
	if out := c.adb("exec-out", "uiautomator", "dump", "/dev/tty"); !strings.HasPrefix(out, head) || !strings.HasSuffix(out, tail) {
		t.Errorf("exec-out: %.90q … %q", out, out[max(0, len(out)-60):])
	}
	if out := c.adb("shell", "uiautomator", "dump"); out != "UI hierchary dumped to: /sdcard/window_dump.xml\n" {
		t.Errorf("default file: %q", out)
	}
	if out := c.adb("shell", "cat", "/sdcard/window_dump.xml"); !strings.HasPrefix(out, head) {
		t.Errorf("file: %.90q", out)
	}
	if out := c.adb("shell", "uiautomator dump /proc/self/fd/1 | cat"); !strings.HasPrefix(out, head) {
		t.Errorf("descriptor: %.90q", out)
	}
	out, errs, _ := c.raw(nil, "-s", c.serial, "shell", "uiautomator", "dump", "/dev/tty")
	if strings.Contains(out, "<?xml") || !strings.Contains(errs, "No such device or address") {
		t.Errorf("without a terminal: %q %q", out, errs)
	}
}

func TestAdbInputTapChangesTheScreen(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	c.adb("shell", "am", "start", "-W", "-a", "android.settings.SETTINGS")
	before := c.adb("exec-out", "screencap")
	x, y := place(t, c.adb("exec-out", "uiautomator", "dump", "/dev/tty"), "Display")
	c.adb("shell", "input", "tap", fmt.Sprint(x), fmt.Sprint(y))
	for limit := time.Now().Add(40 * time.Second); ; {
		if c.adb("exec-out", "screencap") != before && strings.Contains(c.adb("exec-out", "uiautomator", "dump", "/dev/tty"), "Dark theme") {
			return
		}
		if time.Now().After(limit) {
			t.Fatal("the tap opened nothing")
		}
	}
}

// place is the middle of the first node with a text.
func place(t *testing.T, xml, text string) (x, y int) {
	t.Helper()
	m := regexp.MustCompile(`text="` + text + `"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]"`).FindStringSubmatch(xml)
	if m == nil {
		t.Fatalf("no %q in %s", text, xml)
	}
	var v [4]int
	for i := range v {
		_, _ = fmt.Sscan(m[i+1], &v[i])
	}
	return (v[0] + v[2]) / 2, (v[1] + v[3]) / 2
}

func TestAdbLogcat(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	c.adb("shell", "log", "-t", "MyTag", "-p", "w", "a line")
	out := c.adb("logcat", "-d", "-v", "brief", "MyTag:*", "*:S")
	if !regexp.MustCompile(`(?m)^W/MyTag +\( *\d+\): a line$`).MatchString(out) {
		t.Errorf("logcat: %q", out)
	}
	c.adb("logcat", "-c")
	if out := c.adb("logcat", "-d", "MyTag:*", "*:S"); strings.Contains(out, "a line") {
		t.Errorf("after -c: %q", out)
	}
}

func TestAdbInstall(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	app := apk.Info{Package: "com.example.demo", Label: "Demo", VersionName: "1.2", VersionCode: 12, MinSDK: 24, TargetSDK: 34, Launcher: "com.example.demo.Main", Signed: true}
	if out := c.adb("install", temp(t, "demo.apk", apk.Build(app))); !strings.Contains(out, "Success") {
		t.Fatalf("install: %q", out)
	}
	if out := c.adb("shell", "pm list packages -3 --show-versioncode demo; cmd package resolve-activity --brief com.example.demo | tail -1"); out != "package:com.example.demo versionCode:12\ncom.example.demo/.Main\n" {
		t.Errorf("installed: %q", out)
	}
	path := strings.TrimPrefix(strings.TrimSpace(c.adb("shell", "pm", "path", "com.example.demo")), "package:")
	if out := c.adb("exec-out", "cat", path); out != string(apk.Build(app)) {
		t.Errorf("base.apk differs from what was installed (%d bytes)", len(out))
	}
	c.adb("install", "--no-streaming", "-r", temp(t, "again.apk", apk.Build(app)))
	for name, f := range map[string]struct {
		data []byte
		want string
	}{
		"no package": {[]byte("this is no package"), "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl"},
		"older": {apk.Build(apk.Info{Package: "com.example.demo", VersionCode: 3, TargetSDK: 34, Signed: true}),
			"Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 3 is older than current 12]"},
		"unsigned": {apk.Build(apk.Info{Package: "com.example.u", TargetSDK: 34}), "INSTALL_PARSE_FAILED_NO_CERTIFICATES"},
	} {
		out, errs, status := c.raw(nil, "-s", c.serial, "install", temp(t, "x.apk", f.data))
		if status != 1 || !strings.Contains(errs, f.want) {
			t.Errorf("%s: exit %d out %q err %q", name, status, out, errs)
		}
	}
	if out := c.adb("uninstall", "com.example.demo"); out != "Success\n" {
		t.Errorf("uninstall: %q", out)
	}
}

func TestAdbExecInAndServices(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{RebootTime: 50 * time.Millisecond})
	if _, errs, status := c.raw([]byte("from the host"), "-s", c.serial, "exec-in", "cat > /sdcard/in"); status != 0 {
		t.Fatal(errs)
	}
	for limit := time.Now().Add(40 * time.Second); c.adb("shell", "cat", "/sdcard/in") != "from the host"; {
		if time.Now().After(limit) {
			t.Fatal("exec-in wrote nothing")
		}
	}
	for _, tt := range [][2]string{
		{"root", "adbd cannot run as root in production builds\n"}, {"remount", "Not running as root. Try \"adb root\" first.\n"},
		{"jdwp", ""},
	} {
		if out, _, _ := c.raw(nil, "-s", c.serial, tt[0]); out != tt[1] {
			t.Errorf("%s: %q", tt[0], out)
		}
	}
	c.adb("reboot")
	for limit := time.Now().Add(40 * time.Second); ; {
		if out, _, _ := c.raw(nil, "-s", c.serial, "shell", "getprop", "sys.boot_completed"); out == "1\n" {
			break
		}
		if time.Now().After(limit) {
			t.Fatal("the phone did not come back")
		}
	}
}
