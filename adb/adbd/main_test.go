package adbd_test

import (
	"io"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/adb/internal/adbtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// host connects to a phone by the bare transport. At the end the phone must have kept the rules.
func host(t *testing.T, p *adbtest.Phone) *adbtest.Host {
	t.Helper()
	h, err := adbtest.DialHost(p.Addr, 5*time.Second, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.Close()
		for _, b := range h.Broken() {
			t.Errorf("the phone broke a rule: %s", b)
		}
	})
	return h
}

// phone starts a phone after change.
func phone(t *testing.T, change func(p *adbtest.Phone)) *adbtest.Phone {
	p := adbtest.NewPhone()
	if change != nil {
		change(p)
	}
	return p.Start(t)
}

// open opens a service that must be there.
func open(t *testing.T, h *adbtest.Host, service string) *adbtest.HostStream {
	t.Helper()
	s, err := h.Open(service)
	if err != nil {
		t.Fatalf("%s: %v", service, err)
	}
	return s
}

// all reads a stream to its end.
func all(t *testing.T, s *adbtest.HostStream) string {
	t.Helper()
	b, err := io.ReadAll(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func listen(t *testing.T) (net.Listener, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return l, port
}
