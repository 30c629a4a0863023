package serve

import (
	"bufio"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/phone/sim/world"
)

// emulator serves one phone with a console and lets the private adb server find it.
func emulator(t *testing.T, o Options) (client, Served, *Rack) {
	t.Helper()
	host.once.Do(func() { host.server, host.err = adb.StartPrivateServer(context.Background(), os.Getenv) })
	if host.err != nil {
		t.Skip("no adb server: ", host.err)
	}
	o.Emulator = true
	r := rack(t, o)
	s := r.Phones()[0]
	if err := r.Announce(t.Context(), "tcp", host.server.Addr); err != nil {
		t.Fatal(err)
	}
	c := client{t: t, serial: s.Serial}
	becomes(t, c, "device")
	return c, s, r
}

// TestEmulatorIsFound: the adb server lists the phone as emulator-PORT, and adb emu reaches its console.
func TestEmulatorIsFound(t *testing.T) {
	t.Parallel()
	const token = "TqPz3w1b"
	c, s, r := emulator(t, Options{ConsoleToken: token})
	if !strings.HasPrefix(s.Serial, "emulator-") {
		t.Errorf("serial %s", s.Serial)
	}
	if out := c.adb("shell", "echo", "hi"); out != "hi\n" {
		t.Errorf("shell: %q", out)
	}
	home := t.TempDir()
	emu := func(args ...string) string {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		cmd := host.server.Command(ctx, append([]string{"-s", c.serial, "emu"}, args...)...)
		cmd.Env = append(cmd.Env, "HOME="+home)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("adb emu %v: %v %s", args, err, out)
		}
		return strings.ReplaceAll(string(out), "\r\n", "\n")
	}
	if err := os.WriteFile(filepath.Join(home, ".emulator_console_auth_token"), []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	w := s.Phone.World()
	if out := emu("avd", "name"); out != "handset_android_14\nOK\n" {
		t.Errorf("avd name: %q", out)
	}
	emu("power", "capacity", "42")
	if w.Battery().Level != 42 {
		t.Errorf("battery: %+v", w.Battery())
	}
	if out := emu("power", "display"); out != "AC: online\nstatus: Charging\nhealth: Good\npresent: true\ncapacity: 42\nOK\n" {
		t.Errorf("power display: %q", out)
	}
	emu("sms", "send", "+15550100", "see you at nine")
	if rows := w.Content().Query(world.TableSMS, func(r world.Row) bool { return r.Text("body") == "see you at nine" }); len(rows) != 1 {
		t.Errorf("%d messages came", len(rows))
	}
	emu("geo", "fix", "11.5755", "48.1374", "520")
	if l, ok := w.Location(); !ok || l.Latitude != 48.1374 || l.Longitude != 11.5755 || l.Altitude != 520 {
		t.Errorf("location: %+v", l)
	}
	emu("gsm", "call", "5550123")
	if out := emu("gsm", "list"); out != "inbound from  5550123    : incoming\nOK\n" {
		t.Errorf("gsm list: %q", out)
	}
	emu("gsm", "cancel", "5550123")
	if w.Call().Phase != world.CallIdle {
		t.Error("the call goes on")
	}
	emu("rotate")
	if got := w.Rotation(); got != 3 {
		t.Errorf("turned clockwise the rotation is %d", got)
	}
	if out := emu("kill"); !strings.Contains(out, "OK: killing emulator, bye bye") {
		t.Errorf("kill: %q", out)
	}
	select {
	case <-r.Done():
	case <-time.After(20 * time.Second):
		t.Error("the phone lives")
	}
}

// dialConsole opens a console and returns a function that says a line and gives the answer.
func dialConsole(t *testing.T, s Served) (greeting string, say func(line string) string) {
	t.Helper()
	c, err := net.Dial("tcp", s.Console)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	answer := func() string {
		var b strings.Builder
		for {
			line, err := in.ReadString('\n')
			b.WriteString(line)
			if err != nil || line == "OK\r\n" || strings.HasPrefix(line, "KO") {
				return strings.ReplaceAll(b.String(), "\r\n", "\n")
			}
		}
	}
	return answer(), func(line string) string {
		_, _ = c.Write([]byte(line + "\r\n"))
		return answer()
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	r := rack(t, Options{Emulator: true, ConsoleToken: "abc"})
	s := r.Phones()[0]
	w := s.Phone.World()
	greeting, say := dialConsole(t, s)
	if !strings.HasPrefix(greeting, "Android Console: Authentication required\n") {
		t.Errorf("greeting: %q", greeting)
	}
	for _, c := range []struct{ line, want string }{
		{"power display", "KO: unknown command, try 'help'\n"}, // before auth
		{"auth", "KO: missing authentication token\n"},
		{"auth xyz", "KO: authentication token does not match ~/.emulator_console_auth_token\n"},
		{"auth abc", "Android Console: type 'help' for a list of commands\nOK\n"},
		{"ping", "I am alive!\nOK\n"},
		{"nosuch", "KO: unknown command, try 'help'\n"},
		{"avd status", "virtual device is running\nOK\n"},
		{"avd start", "KO: virtual device already running\n"},
		{"power capacity 200", "KO: Usage: \"capacity <percentage>\"\n"},
		{"power ac on", "OK\n"},
		{"power health overheat", "OK\n"},
		{"power status discharging", "OK\n"},
		{"power present maybe", "KO: Usage: \"present true\" or \"present false\"\n"},
		{"sms send 5551234", "KO: missing argument, try 'sms send <phonenumber> <text message>'\n"},
		{"sms send bob hi", "KO: bad phone number format, use [+](0-9)*\n"},
		{"gsm call", "KO: missing argument, try 'gsm call <phonenumber>'\n"},
		{"gsm accept 1", "KO: no current call to/from number '1'\n"},
		{"gsm call 5550001", "OK\n"},
		{"gsm accept 5550001", "OK\n"},
		{"gsm list", "inbound from  5550001    : active\nOK\n"},
		{"gsm hold 5550001", "OK\n"},
		{"gsm list", "inbound from  5550001    : held\nOK\n"},
		{"gsm cancel 5550001", "OK\n"},
		{"gsm voice mars", "KO: bad GSM voice state name, try 'help gsm voice' for list of valid values\n"},
		{"gsm voice roaming", "OK\n"},
		{"gsm data off", "OK\n"},
		{"gsm status", "gsm voice state: roaming\ngsm data state:  off\nOK\n"},
		{"gsm signal 4 99", "OK\n"},
		{"gsm signal 40", "KO: invalid RSSI - must be 0..31 or 99\n"},
		{"geo fix 1", "KO: not enough arguments: see 'help geo fix' for details\n"},
		{"geo nmea $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47", "OK\n"},
		{"network speed edge", "OK\n"},
		{"network delay 10:20", "OK\n"},
		{"network speed fast", "KO: invalid <speed> argument, see 'help network speed' for valid values\n"},
		{
			"network status", "Current network status:\n  download speed:     473600 bits/s (57.8 KB/s)\n  upload speed:       473600 bits/s (57.8 KB/s)\n" +
				"  minimum latency:  10 ms\n  maximum latency:  20 ms\nOK\n",
		},
		{"redir list", "no active redirections\nOK\n"},
		{"redir add tcp:0:1", "KO: bad redirection format, try (tcp|udp):hostport:guestport\n"},
		{"redir del tcp:9", "KO: can't remove unknown redirection (tcp:9)\n"},
		{"finger touch x", "KO: invalid fingerprint id\n"},
		{"event send EV_KEY:KEY_NOSUCH:1", "KO: invalid event code in 'EV_KEY:KEY_NOSUCH:1' try 'event codes' for valid values\n"},
		{"event send EV_KEY:KEY_POWER:1 EV_KEY:KEY_POWER:0", "OK\n"},
		{"avd snapshot save a", "OK\n"},
		{"avd snapshot load b", "KO: Snapshot 'b' not found\n"},
		{"avd snapshot load a", "OK\n"},
	} {
		if got := say(c.line); got != c.want {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
	if w.Display().On {
		t.Error("the power key had no effect")
	}
	l, _ := w.Location()
	if b := w.Battery(); !b.AC || b.Health != 3 || b.Status != 3 || w.Modem().Bars != 1 || l.Latitude < 48.117 || l.Latitude > 48.118 {
		t.Errorf("battery %+v modem %+v location %+v", b, w.Modem(), l)
	}
	if out := say("help"); !strings.Contains(out, "    sms              SMS related commands\n") {
		t.Errorf("help: %q", out)
	}
	if out := say("help gsm"); !strings.Contains(out, "   gsm call             create inbound phone call\n") {
		t.Errorf("help gsm: %q", out)
	}
	if out := say("quit"); out != "" {
		t.Errorf("quit: %q", out)
	}
}

// TestConsoleFingers: touches that events make are a person's, and a known finger opens the lock.
func TestConsoleFingers(t *testing.T) {
	t.Parallel()
	s := rack(t, Options{Emulator: true}).Phones()[0]
	w := s.Phone.World()
	_, say := dialConsole(t, s)
	events, stop := w.RawEvents()
	defer stop()
	say("event send EV_ABS:ABS_X:16384 EV_ABS:ABS_Y:16384 EV_KEY:BTN_TOUCH:1 EV_SYN:SYN_REPORT:0 EV_KEY:BTN_TOUCH:0 EV_SYN:0:0")
	if len(events) == 0 {
		t.Error("the panel tells of no touch")
	}
	var got []string
	for _, e := range w.Journal(0) {
		if e.Kind == "touch" && e.Human && e.X == w.Display().Size.X/2 {
			got = append(got, e.Action)
		}
	}
	if strings.Join(got, " ") != "down up" {
		t.Errorf("the phone got %v", got)
	}
	w.SetLock(world.LockPIN, "1234")
	w.Lock()
	w.EnrollFinger(1)
	say("finger touch 2")
	if !w.Keyguard().Showing {
		t.Error("a strange finger opened the phone")
	}
	say("finger touch 1")
	if w.Keyguard().Showing {
		t.Error("a known finger did not open the phone")
	}
}

func TestAvdStop(t *testing.T) {
	t.Parallel()
	c, s, _ := emulator(t, Options{})
	_, say := dialConsole(t, s)
	say("avd stop")
	becomes(t, c, "offline")
	say("avd start")
	becomes(t, c, "device")
}

func TestPortPairs(t *testing.T) {
	t.Parallel()
	if _, err := Start(context.Background(), Options{Emulator: true, Port: 5601}); err == nil || !strings.Contains(err.Error(), "even port") {
		t.Errorf("an odd console port: %v", err)
	}
	a, b := rack(t, Options{Emulator: true, Count: 2}), rack(t, Options{Emulator: true})
	seen := map[string]bool{}
	for _, s := range append(a.Phones(), b.Phones()...) {
		if seen[s.Serial] || s.Console == "" {
			t.Errorf("serial %s again", s.Serial)
		}
		seen[s.Serial] = true
	}
}

// TestRedirection passes a connection on to a socket of the phone.
func TestRedirection(t *testing.T) {
	t.Parallel()
	s := rack(t, Options{Emulator: true}).Phones()[0]
	_, say := dialConsole(t, s)
	inside, err := s.device.sockets.listen("tcp:6000")
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
	go func() {
		if c, err := inside.Accept(); err == nil {
			_, _ = c.Write([]byte("from the phone"))
			_ = c.Close()
		}
	}()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, at, _ := net.SplitHostPort(free.Addr().String())
	_ = free.Close()
	if out := say("redir add tcp:" + at + ":6000"); out != "OK\n" {
		t.Fatalf("redir add: %q", out)
	}
	c, err := net.Dial("tcp", "127.0.0.1:"+at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(10 * time.Second))
	buf := make([]byte, 14)
	if _, err := bufio.NewReader(c).Read(buf); err != nil || string(buf) != "from the phone" {
		t.Errorf("%q %v", buf, err)
	}
	if out := say("redir del tcp:" + at); out != "OK\n" {
		t.Errorf("redir del: %q", out)
	}
}
