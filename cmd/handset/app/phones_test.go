package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/handset-agent/handset/adb"
	"github.com/handset-agent/handset/cmd/handset/config"
)

// server answers as an adb server with one phone at 10.0.0.1:5555 does; the phone takes every service and answers nothing.
type server struct {
	mu      sync.Mutex
	state   string
	connect string // the answer to host:connect
	asked   []string
}

func (s *server) start(t *testing.T) *App {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(c)
		}
	}()
	env := func(string) string { return "" }
	return New(config.Config{ADB: "tcp:" + l.Addr().String(), Env: env}, slog.New(slog.DiscardHandler))
}

func (s *server) serve(c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	for {
		var head [4]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return
		}
		n, _ := strconv.ParseUint(string(head[:]), 16, 16)
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		s.answer(c, string(body))
	}
}

func (s *server) answer(c net.Conn, request string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, request)
	say := func(text string) { fmt.Fprintf(c, "OKAY%04x%s", len(text), text) }
	switch {
	case request == "host:version":
		say("0029")
	case strings.HasPrefix(request, "host:devices") && s.state != "":
		say("10.0.0.1:5555\t" + s.state + "\n")
	case strings.HasPrefix(request, "host:devices"):
		say("")
	case strings.HasPrefix(request, "host:connect:"):
		say(s.connect)
	case strings.HasPrefix(request, "host:disconnect:"):
		say("disconnected")
	case strings.HasPrefix(request, "host:tport"):
		io.WriteString(c, "OKAY\x01\x00\x00\x00\x00\x00\x00\x00")
	case strings.HasSuffix(request, "features"):
		say("shell_v2")
	default:
		io.WriteString(c, "OKAY")
	}
}

func (s *server) was(request string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.asked {
		if strings.HasPrefix(r, request) {
			return true
		}
	}
	return false
}

func TestConnect_OfflineIsNotConnected(t *testing.T) {
	t.Parallel()
	s := &server{state: "offline", connect: "already connected to 10.0.0.1:5555"}
	_, err := s.start(t).Connect(t.Context(), "10.0.0.1:5555")
	if p := Sort(err); p.Key != "state_offline" || p.Kind != KindNoPhone {
		t.Errorf("%v: %+v", err, p)
	}
	if !s.was("host:disconnect:10.0.0.1:5555") {
		t.Error("the dead connection was not let go")
	}
}

func TestConnect_SilentPhone(t *testing.T) {
	t.Parallel()
	s := &server{state: "device", connect: "connected to 10.0.0.1:5555"}
	a := s.start(t)
	_, err := a.Connect(t.Context(), "10.0.0.1:5555")
	if p := Sort(err); p.Key != "phone_silent" || p.Kind != KindNoPhone {
		t.Errorf("%v: %+v", err, p)
	}
	list, err := a.Phones(t.Context())
	if err != nil || len(list) != 1 || list[0].Usable || Sort(list[0].Err).Key != "phone_silent" {
		t.Errorf("listed %+v, %v", list, err)
	}
	if s.was("host:disconnect") {
		t.Error("a silent phone may only be busy: its connection is not ours to end")
	}
}

func TestConnect_FailureLeavesNoGhost(t *testing.T) {
	t.Parallel()
	s := &server{connect: "failed to connect to 10.0.0.1:5555"}
	var failed *adb.ConnectError
	if _, err := s.start(t).Connect(t.Context(), "10.0.0.1:5555"); !errors.As(err, &failed) || failed.Reason != adb.ConnectSilent {
		t.Errorf("got %v", err)
	}
	if !s.was("host:disconnect:10.0.0.1:5555") {
		t.Error("the address stays listed as offline")
	}
}
