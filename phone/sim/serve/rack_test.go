package serve

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
)

func TestStartNamesATakenPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	_, err = Start(context.Background(), Options{Port: port})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("port %d is already in use", port)) {
		t.Errorf("got %v", err)
	}
	if _, err = Start(context.Background(), Options{Profile: "nosuch"}); err == nil {
		t.Error("an unknown profile was served")
	}
}

func TestRackServesSeveralPhones(t *testing.T) {
	t.Parallel()
	r := rack(t, Options{Count: 3, Seed: 7})
	seen := map[string]bool{}
	for _, s := range r.Phones() {
		seen[s.Addr], seen[s.Phone.Info().Identity] = true, true
	}
	if len(seen) != 6 {
		t.Errorf("addresses or serial numbers repeat: %v", seen)
	}
}

func TestPipe(t *testing.T) {
	t.Parallel()
	for name, check := range map[string]func(t *testing.T, a, b net.Conn){
		"what was written before closing arrives": func(t *testing.T, a, b net.Conn) {
			_, _ = io.WriteString(a, "hello")
			_ = a.Close()
			if got, err := io.ReadAll(b); string(got) != "hello" || err != nil {
				t.Errorf("%q %v", got, err)
			}
			if _, err := b.Write([]byte("x")); err == nil {
				t.Error("writing to a closed end works")
			}
		},
		"a full buffer blocks until the deadline": func(t *testing.T, a, _ net.Conn) {
			_ = a.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
			if n, err := a.Write(make([]byte, pipeBuffer+1)); n != pipeBuffer || err != os.ErrDeadlineExceeded {
				t.Errorf("%d %v", n, err)
			}
		},
		"a read deadline": func(t *testing.T, a, _ net.Conn) {
			_ = a.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
			if _, err := a.Read(make([]byte, 1)); err != os.ErrDeadlineExceeded {
				t.Error(err)
			}
		},
		"much passes in order": func(t *testing.T, a, b net.Conn) {
			go func() {
				for i := range 3000 {
					_, _ = fmt.Fprintf(a, "%06d", i)
				}
				_ = a.Close()
			}()
			buf := make([]byte, 6)
			for i := range 3000 {
				if _, err := io.ReadFull(b, buf); err != nil || string(buf) != fmt.Sprintf("%06d", i) {
					t.Fatalf("%d: %q %v", i, buf, err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, b := pipe(addr("test"))
			defer a.Close()
			defer b.Close()
			check(t, a, b)
		})
	}
}

func TestSockets(t *testing.T) {
	t.Parallel()
	s := newSockets()
	l, err := s.listen("tcp:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.listen(fmt.Sprintf("tcp:%d", l.Addr().(*net.TCPAddr).Port)); err == nil {
		t.Error("an address in use was given twice")
	}
	if _, err := s.dial(t.Context(), "localabstract:none"); err == nil {
		t.Error("nobody listens, and yet")
	}
	_ = l.Close()
	if _, err := s.dial(t.Context(), l.Addr().String()); err == nil {
		t.Error("dialled a closed listener")
	}
	s.close()
	if _, err := s.listen("tcp:1"); err == nil {
		t.Error("listening on a closed set")
	}
}

// TestFaultsCanBeSwitched makes a phone refuse a service and heals it.
func TestFaultsCanBeSwitched(t *testing.T) {
	t.Parallel()
	c, s := connect(t, Options{})
	s.SetFaults(adbd.Faults{Refuse: func(service string) bool { return strings.HasPrefix(service, "shell") }})
	if out, errs, status := c.raw(nil, "-s", s.Addr, "shell", "echo", "hi"); status == 0 || out != "" {
		t.Errorf("a refused shell: %q %q %d", out, errs, status)
	}
	s.SetFaults(adbd.Faults{})
	if out := c.adb("shell", "echo", "hi"); out != "hi\n" {
		t.Errorf("healed: %q", out)
	}
}
