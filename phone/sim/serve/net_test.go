package serve

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
)

// TestNetcatReachesTheHost: nc on the phone speaks to the workstation through a reverse forward, and hears what it answers.
func TestNetcatReachesTheHost(t *testing.T) {
	t.Parallel()
	c, _ := connect(t, Options{})
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	heard := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		line, _ := bufio.NewReader(conn).ReadString('\n')
		heard <- line
		fmt.Fprintln(conn, "who is there")
	}()
	c.adb("reverse", "tcp:7123", "tcp:"+l.Addr().String()[strings.LastIndexByte(l.Addr().String(), ':')+1:])
	// An adb stream ends as a whole when one side has said all, so the question stays open until the answer is there.
	if out := c.adb("shell", "(echo knock; sleep 2) | nc -w 2 127.0.0.1 7123"); out != "who is there\n" {
		t.Errorf("answer %q", out)
	}
	if got := <-heard; got != "knock\n" {
		t.Errorf("heard %q", got)
	}
	if out, errs, status := c.raw(nil, "-s", c.serial, "shell", "echo x | nc 127.0.0.1 7124"); status == 0 || !strings.Contains(out+errs, "Connection refused") {
		t.Errorf("a port nobody listens on: %d %q", status, out+errs)
	}
}

// TestMonkeyListens: with --port monkey takes its events from a socket.
func TestMonkeyListens(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	done := make(chan string, 1)
	go func() { done <- c.adb("shell", "monkey --port 1080 -v") }()
	var out string
	eventually(t, "monkey to listen", func() bool {
		var status int
		out, _, status = c.raw(nil, "-s", s.Addr, "shell", "printf 'getvar display.width\ngetvar nothing\npress KEYCODE_DPAD_DOWN\ndance\nquit\n' | nc 127.0.0.1 1080")
		return status == 0
	})
	if out != "OK:1080\nERROR:unknown var\nOK\nERROR\nOK\n" {
		t.Errorf("answers %q", out)
	}
	if out := <-done; !strings.Contains(out, ":Monkey: seed=") {
		t.Errorf("monkey: %q", out)
	}
}
