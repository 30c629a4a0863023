package adbd_test

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
	"github.com/handset-agent/handset/adb/internal/wire"
)

// switches are faults that change while the phone runs.
type switches struct {
	mu sync.Mutex
	f  adbd.Faults
}

func (s *switches) get() adbd.Faults {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.f
}

func (s *switches) set(f adbd.Faults) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.f = f
}

func TestFaults(t *testing.T) {
	t.Parallel()
	var sw switches
	p := phone(t, func(p *adbtest.Phone) { p.Faults = sw.get })
	p.Files.Put("/data/local/tmp/f", make([]byte, 1<<20), time.Time{})

	sw.set(adbd.Faults{Silent: true})
	if _, err := adbtest.DialHost(p.Addr, 100*time.Millisecond, nil); err == nil {
		t.Error("a silent phone answered")
	}

	sw.set(adbd.Faults{Unauthorized: true})
	tokens := 0
	_, err := adbtest.DialHost(p.Addr, 200*time.Millisecond, func(h *adbtest.Host, m wire.Message) {
		if tokens++; tokens < 3 {
			h.Send(wire.Message{Command: wire.AUTH, Arg0: wire.AuthSignature, Data: make([]byte, 256)})
			return
		}
		h.Send(wire.Message{Command: wire.AUTH, Arg0: wire.AuthPublicKey, Data: []byte("key\x00")})
	})
	if err == nil || tokens != 3 {
		t.Errorf("an unauthorized phone: %v after %d tokens", err, tokens)
	}

	sw.set(adbd.Faults{Refuse: func(service string) bool { return strings.HasPrefix(service, "shell") }})
	h := host(t, p)
	if _, err := h.Open("shell:true"); !errors.Is(err, adbtest.ErrClosed) {
		t.Errorf("a refused service: %v", err)
	}
	if got := all(t, open(t, h, "exec:echo hi")); got != "hi\n" {
		t.Errorf("another service: %q", got)
	}

	sw.set(adbd.Faults{Latency: 50 * time.Millisecond})
	start := time.Now()
	all(t, open(t, h, "exec:echo hi"))
	if d := time.Since(start); d < 100*time.Millisecond {
		t.Errorf("an exchange with 50 ms a message took %v", d)
	}

	sw.set(adbd.Faults{BytesPerSecond: 100_000})
	start = time.Now()
	all(t, open(t, h, "exec:head -c 20000 /dev/zero"))
	if d := time.Since(start); d < 150*time.Millisecond {
		t.Errorf("20 kB at 100 kB/s took %v", d)
	}

	sw.set(adbd.Faults{DropAfter: 300_000})
	n, _ := io.Copy(io.Discard, open(t, h, "exec:cat /dev/zero"))
	if n == 0 || n > 300_000 {
		t.Errorf("%d bytes came from a phone that drops after 300000", n)
	}
	<-h.Done()
}

func TestDisconnect(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	a, b := host(t, p), host(t, p)
	s := open(t, a, "shell:sleep 20")
	p.Disconnect()
	<-a.Done()
	<-b.Done()
	all(t, s)
	if got := all(t, open(t, host(t, p), "shell:echo back")); got != "back\n" {
		t.Errorf("got %q", got)
	}
}
