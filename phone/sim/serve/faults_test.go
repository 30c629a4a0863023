package serve

import (
	"context"
	"errors"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/phone/sim/fault"
	"github.com/handset-agent/handset/scrcpy"
)

// on switches a fault on, in its text form.
func on(t *testing.T, s Served, text string) {
	t.Helper()
	n, r, err := fault.Parse(text)
	if err == nil {
		err = s.Phone.World().Faults().On(n, r)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// state is the phone's state in the list of the adb server.
func state(c client) string {
	out, _, _ := c.raw(nil, "devices")
	for line := range strings.Lines(out) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == c.serial {
			return f[1]
		}
	}
	return ""
}

func becomes(t *testing.T, c client, want string) {
	t.Helper()
	eventually(t, "the state "+want, func() bool { return state(c) == want })
}

// TestStates_F012 provokes the states that an adb server tells of a phone and heals them.
func TestStates_F012(t *testing.T) {
	t.Parallel()
	for _, n := range []fault.Name{fault.LinkOffline, fault.LinkUnauthorized} {
		t.Run(string(n), func(t *testing.T) {
			t.Parallel()
			c, s := connect(t, Options{})
			_, want, _ := strings.Cut(string(n), ".")
			on(t, s, string(n))
			becomes(t, c, want)
			s.Phone.World().Faults().Off(n)
			becomes(t, c, "device")
			if out := c.adb("shell", "echo", "back"); out != "back\n" {
				t.Errorf("healed: %q", out)
			}
		})
	}
}

func TestOfflineBeginsByItself(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	on(t, s, "link.offline after=300ms for=2s")
	becomes(t, c, "offline")
	becomes(t, c, "device")
}

// TestDrop_F022 loses the connection at once, in the middle of a transfer, and by an adb server's restart; it comes back each time.
func TestDrop_F022(t *testing.T) {
	t.Parallel()
	const most = 100_000
	for text, command := range map[string]string{
		"link.drop count=2": "echo hi; head -c 200000 /dev/zero", "link.drop count=2 value=100000": "head -c 3000000 /dev/zero", "link.restart count=1 value=2s": "sleep 1; head -c 200000 /dev/zero",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			c, s := connect(t, Options{})
			lost := make(chan int, 1) // bytes that came; adb's exit status tells nothing of a loss
			if strings.HasPrefix(text, "link.restart") {
				go func() { out, _, _ := c.raw(nil, "-s", c.serial, "shell", command); lost <- len(out) }()
				time.Sleep(300 * time.Millisecond)
				on(t, s, text)
			} else {
				on(t, s, text)
				becomes(t, c, "device") // the first strike was of an idle connection
				out, _, _ := c.raw(nil, "-s", c.serial, "shell", command)
				lost <- len(out)
			}
			if n := <-lost; n > most {
				t.Errorf("%d bytes came over a connection that was lost", n)
			}
			eventually(t, "the phone to come back", func() bool {
				out, _, _ := c.raw(nil, "-s", c.serial, "shell", "echo", "back")
				return out == "back\n"
			})
		})
	}
}

func TestStorm_F019(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	on(t, s, "link.storm count=4 value=100ms")
	eventually(t, "the storm to pass", func() bool {
		l := s.Phone.World().Faults().List()
		return len(l) == 1 && l[0].Hits == 4
	})
	becomes(t, c, "device")
	if out := c.adb("shell", "echo", "calm"); out != "calm\n" {
		t.Errorf("after the storm: %q", out)
	}
}

func TestSlowLink_F018(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	for text, least := range map[string]time.Duration{"link.latency value=150ms": 300 * time.Millisecond, "shell.slow value=700ms": 700 * time.Millisecond} {
		on(t, s, text)
		begin := time.Now()
		if out := c.adb("shell", "echo", "slow"); out != "slow\n" || time.Since(begin) < least {
			t.Errorf("%s: %q after %v", text, out, time.Since(begin))
		}
		s.Phone.World().Faults().Clear()
	}
	on(t, s, "link.jitter value=10ms")
	out := c.adb("shell", "i=0; while [ $i -lt 200 ]; do echo line $i; i=$((i+1)); done")
	if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 200 || lines[0] != "line 0" || lines[199] != "line 199" {
		t.Errorf("jitter lost or mixed lines: %d of 200", len(lines))
	}
}

// TestTunnelRefused_F027: neither forwards nor reverses work, commands do.
func TestTunnelRefused_F027(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	on(t, s, "tunnel.refused")
	if _, errs, status := c.raw(nil, "-s", c.serial, "reverse", "localabstract:x", "tcp:9"); status == 0 {
		t.Errorf("adb reverse worked: %s", errs)
	}
	_, err := scrcpy.Start(t.Context(), host.server.Client().Device(s.Addr), scrcpy.Options{Server: []byte("any bytes"), Limits: scrcpy.Limits{Connect: 3 * time.Second}})
	if err == nil {
		t.Error("a session began without a tunnel")
	}
	if out := c.adb("shell", "echo", "works"); out != "works\n" {
		t.Errorf("a command: %q", out)
	}
}

// session starts the scrcpy client and sends its packets.
func startSession(t *testing.T, s Served) (*scrcpy.Session, chan scrcpy.Packet, chan error, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	sess, err := scrcpy.Start(ctx, host.server.Client().Device(s.Addr), scrcpy.Options{Server: []byte("any bytes"), Limits: patient})
	if err != nil {
		return nil, nil, nil, err
	}
	packets, ended := make(chan scrcpy.Packet, 4096), make(chan error, 1)
	go func() {
		for {
			p, err := sess.ReadPacket()
			if err != nil {
				ended <- err
				return
			}
			packets <- p
		}
	}()
	t.Cleanup(func() {
		_ = sess.Close()
	})
	return sess, packets, ended, nil
}

func TestScrcpyFaults_F030_F039(t *testing.T) {
	t.Parallel()
	t.Run("wrong version", func(t *testing.T) {
		t.Parallel()
		_, s := connect(t, Options{})
		on(t, s, "scrcpy.version value=2.4")
		if _, _, _, err := startSession(t, s); err == nil || !strings.Contains(err.Error(), "2.4") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("no first frame", func(t *testing.T) {
		t.Parallel()
		_, s := connect(t, Options{})
		on(t, s, "stream.no-first-frame count=1")
		_, packets, _, err := startSession(t, s)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-packets:
			t.Error("a picture came")
		case <-time.After(time.Second):
		}
		_, packets, _, err = startSession(t, s)
		if err != nil {
			t.Fatal(err)
		}
		next(t, packets) // the rule was for one session
	})
	t.Run("killed", func(t *testing.T) {
		t.Parallel()
		_, s := connect(t, Options{})
		on(t, s, "scrcpy.killed count=1 value=5")
		_, packets, ended, err := startSession(t, s)
		if err != nil {
			t.Fatal(err)
		}
		s.Phone.World().Rotate() // pictures for it
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Fatal("the server lives")
		}
		if n := len(packets); n > 4 {
			t.Errorf("%d packets came of 4", n)
		}
	})
	t.Run("encoder", func(t *testing.T) {
		t.Parallel()
		_, s := connect(t, Options{})
		on(t, s, "encoder.error value=1600")
		sess, packets, _, err := startSession(t, s)
		if err != nil {
			t.Fatal(err)
		}
		next(t, packets)
		if sess.Codec() != "h264" {
			t.Error(sess.Codec())
		}
		on(t, s, "encoder.error")
		_, packets, ended, err := startSession(t, s)
		if err != nil {
			t.Fatal(err)
		}
		select {
		case <-packets:
			t.Error("a picture came out of a broken encoder")
		case err := <-ended:
			if errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the session of a broken encoder goes on")
		}
	})
}

// TestFrozen_F029: the stream stops while the screen moves, and goes on whole when the fault ends.
func TestFrozen_F029(t *testing.T) {
	t.Parallel()
	_, s := connect(t, Options{})
	sess, packets, _, err := startSession(t, s)
	if err != nil {
		t.Fatal(err)
	}
	sess.SetSize(image.Pt(1080, 2400))
	next(t, packets)
	on(t, s, "stream.frozen count=1 value=0")
	time.Sleep(300 * time.Millisecond)
	for len(packets) > 0 {
		<-packets
	}
	s.Phone.World().ExpandSettings()
	select {
	case <-packets:
		t.Error("a frozen stream moved")
	case <-time.After(time.Second):
	}
	s.Phone.World().Faults().Clear()
	s.Phone.World().Collapse()
	next(t, packets)
}

func TestInputRefused_F078(t *testing.T) {
	t.Parallel()
	_, s := connect(t, Options{})
	sess, packets, _, err := startSession(t, s)
	if err != nil {
		t.Fatal(err)
	}
	next(t, packets)
	w := s.Phone.World()
	for range 2 { // both halves of a press
		on(t, s, "input.refused count=2")
		if err := sess.Press(26, 0); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the rule to strike", func() bool { return w.Faults().List()[0].Hits == 2 })
		if !w.Display().On {
			t.Fatal("refused input had an effect")
		}
	}
	if err := sess.Press(26, 0); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the display to go off", func() bool { return !w.Display().On })
}
