package adbd_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/adbd"
	"github.com/handset-agent/handset/adb/internal/adbtest"
	"github.com/handset-agent/handset/adb/internal/wire"
)

func TestBanner(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		banner adbd.Banner
		want   string
	}{
		"zero value": {adbd.Banner{}, "device::features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,fixed_push_symlink_timestamp,sendrecv_v2"},
		"all": {adbd.Banner{Type: "recovery", Product: "p", Model: "M 1", Device: "d", Features: []string{"cmd"}},
			"recovery::ro.product.name=p;ro.product.model=M 1;ro.product.device=d;features=cmd"},
		"signs with a meaning": {adbd.Banner{Model: "a:b;c=d", Features: []string{}}, "device::ro.product.model=a_b_c_d;features="},
	} {
		p := phone(t, func(p *adbtest.Phone) { p.Banner = c.banner })
		if got := host(t, p).Banner; got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestServices_Refused(t *testing.T) {
	t.Parallel()
	bare := adbtest.Phone{Device: &adbd.Device{}}
	h := host(t, bare.Start(t))
	for _, service := range []string{"shell:true", "shell,v2:true", "exec:true", "sync:", "tcp:1", "localabstract:x", "reboot:", "nonsense", "", "reverse:bogus", "shell,v3:x", "exec"} {
		if _, err := h.Open(service); !errors.Is(err, adbtest.ErrClosed) {
			t.Errorf("%q on a phone without handlers: %v", service, err)
		}
	}
	h = host(t, phone(t, nil))
	for _, service := range []string{"tcp:1", "nonsense", "reverse:bogus", "reboot:"} {
		if _, err := h.Open(service); !errors.Is(err, adbtest.ErrClosed) {
			t.Errorf("%q: %v", service, err)
		}
	}
	if got := all(t, open(t, h, "shell:echo still here\x00\x00")); got != "still here\n" {
		t.Errorf("afterwards: %q", got)
	}
}

func TestShell_Forms(t *testing.T) {
	t.Parallel()
	var seen atomic.Pointer[adbd.Session]
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(_ context.Context, s *adbd.Session) int { seen.Store(s); return 0 }
	}))
	for service, want := range map[string]adbd.Session{
		"shell:echo a:b":               {Command: "echo a:b"},
		"shell:":                       {PTY: true},
		"shell,v2:x":                   {Command: "x", V2: true},
		"shell,v2:":                    {V2: true, PTY: true},
		"shell,v2,raw:":                {V2: true},
		"shell,v2,TERM=xterm,raw:x":    {Command: "x", V2: true, Term: "xterm"},
		"shell,v2,pty,TERM=a-256:x":    {Command: "x", V2: true, PTY: true, Term: "a-256"},
		"shell,v2,whatever,raw:x\ny":   {Command: "x\ny", V2: true},
		"exec:screencap '-p'":          {Command: "screencap '-p'", Exec: true},
		"shell,v2,TERM=xterm:export A": {Command: "export A", V2: true, Term: "xterm"},
	} {
		all(t, open(t, h, service))
		s := seen.Load()
		got := adbd.Session{Command: s.Command, V2: s.V2, Exec: s.Exec, PTY: s.PTY, Term: s.Term}
		if got != want {
			t.Errorf("%q: got %+v, want %+v", service, got, want)
		}
		if s.PTY != (s.Interrupt != nil) {
			t.Errorf("%q: Interrupt is there: %v", service, s.Interrupt != nil)
		}
	}
}

// Rule 3 of B4: data and a close sent back to back still reach the command.
func TestStream_HalfClosedInputArrives_B4(t *testing.T) {
	t.Parallel()
	got := make(chan string, 1)
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(ctx context.Context, s *adbd.Session) int {
			b, _ := io.ReadAll(s.Stdin)
			if ctx.Err() != nil {
				b = append(b, " cancelled"...)
			}
			got <- string(b)
			return 0
		}
	}))
	s := open(t, h, "exec:cat > f")
	io.WriteString(s, "content")
	s.Close()
	if b := <-got; b != "content" {
		t.Errorf("the command read %q", b)
	}
}

func TestStream_CancelAfterClose_B4(t *testing.T) {
	t.Parallel()
	ended := make(chan time.Duration, 2)
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(ctx context.Context, s *adbd.Session) int {
			start := time.Now()
			if s.Command == "writer" {
				for {
					if _, err := io.WriteString(s.Stdout, "x"); err != nil {
						break
					}
				}
			}
			<-ctx.Done()
			ended <- time.Since(start)
			return 0
		}
	}))
	open(t, h, "shell:silent").Close()
	if d := <-ended; d < 500*time.Millisecond || d > 5*time.Second {
		t.Errorf("a silent command was cancelled after %v", d)
	}
	s := open(t, h, "shell:writer")
	s.Read(make([]byte, 1))
	s.Close()
	if d := <-ended; d > 900*time.Millisecond {
		t.Errorf("a writing command was cancelled after %v", d)
	}
}

// A stream that is not read must not hold up the others, and must not be flooded.
func TestStream_SlowReader_B4(t *testing.T) {
	t.Parallel()
	var written atomic.Int64
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(_ context.Context, s *adbd.Session) int {
			if s.Command != "flood" {
				return adbtest.RunShell(t.Context(), s)
			}
			block := make([]byte, 64<<10)
			for {
				n, err := s.Stdout.Write(block)
				written.Add(int64(n))
				if err != nil {
					return 0
				}
			}
		}
	}))
	slow := open(t, h, "shell:flood")
	for range 20 {
		if got := all(t, open(t, h, "shell:echo hi")); got != "hi\n" {
			t.Fatalf("beside a slow stream: %q", got)
		}
	}
	if n := written.Load(); n > 1<<20 {
		t.Errorf("%d bytes went to a stream that nobody reads", n)
	}
	io.ReadFull(slow, make([]byte, 1<<20))
	slow.Close()
}

// A command that does not read its input must not hold up the others, and the host may send one message only.
func TestStream_SlowWriter_B4(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(ctx context.Context, s *adbd.Session) int {
			if s.Command != "deaf" {
				return adbtest.RunShell(ctx, s)
			}
			<-release
			n, _ := io.Copy(io.Discard, s.Stdin)
			return int(n)
		}
	}))
	deaf := open(t, h, "exec:deaf")
	sent := make(chan int, 1)
	go func() {
		n, _ := deaf.Write(make([]byte, 5<<20))
		sent <- n
	}()
	if got := all(t, open(t, h, "shell:echo hi")); got != "hi\n" {
		t.Fatalf("beside a deaf stream: %q", got)
	}
	select {
	case n := <-sent:
		t.Errorf("%d bytes were taken by a command that reads nothing", n)
	default:
	}
	close(release)
	if n := <-sent; n != 5<<20 {
		t.Errorf("%d bytes went through", n)
	}
	deaf.Close()
}

func TestStream_MessagesForTheDead_B4(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, nil))
	for _, m := range []wire.Message{
		{Command: wire.OKAY, Arg0: 7, Arg1: 99}, {Command: wire.WRTE, Arg0: 7, Arg1: 99, Data: []byte("x")},
		{Command: wire.CLSE, Arg0: 7, Arg1: 99}, {Command: 0x12345678}, {Command: wire.SYNC}, {Command: wire.STLS},
		{Command: wire.OPEN, Arg0: 0, Data: []byte("shell:true\x00")},
		{Command: wire.OPEN, Arg0: 500, Arg1: 1 << 20, Data: []byte("shell:true\x00")}, // delayed acks were not announced
		{Command: wire.AUTH, Arg0: wire.AuthSignature, Data: []byte("x")},
	} {
		h.Send(m)
	}
	if got := all(t, open(t, h, "shell:echo hi")); got != "hi\n" {
		t.Errorf("afterwards: %q", got)
	}
}

func TestStream_FloodingHostLosesTheStreamOnly(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(ctx context.Context, s *adbd.Session) int {
			if s.Command == "deaf" {
				<-ctx.Done()
				return 0
			}
			return adbtest.RunShell(ctx, s)
		}
	}))
	s := open(t, h, "exec:deaf")
	for range 5 {
		s.Send(wire.WRTE, []byte("without waiting"))
	}
	if got := all(t, s); got != "" {
		t.Errorf("got %q", got)
	}
	if got := all(t, open(t, h, "shell:echo hi")); got != "hi\n" {
		t.Errorf("afterwards: %q", got)
	}
}

func TestTransport_BrokenMessageEndsIt(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	for name, b := range map[string][]byte{
		"magic":  append(make([]byte, 20), 1, 2, 3, 4),
		"length": (wire.Message{Command: wire.WRTE, Data: make([]byte, wire.MaxPayload+1)}).AppendHeader(nil, false),
	} {
		c, err := net.Dial("tcp", p.Addr)
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(5 * time.Second))
		c.Write(b)
		if _, err := c.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("%s: %v", name, err)
		}
		c.Close()
	}
}

// A host that starts anew on a live transport loses its streams and can go on.
func TestTransport_SecondHello(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, nil))
	old := open(t, h, "shell:sleep 20")
	h.Send(wire.Message{Command: wire.CNXN, Arg0: wire.Version, Arg1: wire.MaxPayload, Data: []byte("host::")})
	if got := all(t, open(t, h, "shell:echo hi")); got != "hi\n" {
		t.Errorf("afterwards: %q", got)
	}
	old.Close()
}

func TestTransport_OldHost(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	c, err := net.Dial("tcp", p.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	send := func(m wire.Message) { c.Write(append(m.AppendHeader(nil, true), m.Data...)) }
	send(wire.Message{Command: wire.CNXN, Arg0: 0x01000000, Arg1: 4096, Data: []byte("host::")})
	var head [wire.HeaderSize]byte
	read := func() (command, check uint32, data []byte) {
		t.Helper()
		if _, err := io.ReadFull(c, head[:]); err != nil {
			t.Fatal(err)
		}
		u32 := func(at int) uint32 {
			return uint32(head[at]) | uint32(head[at+1])<<8 | uint32(head[at+2])<<16 | uint32(head[at+3])<<24
		}
		data = make([]byte, u32(12))
		io.ReadFull(c, data)
		return u32(0), u32(16), data
	}
	sum := func(data []byte) (n uint32) {
		for _, b := range data {
			n += uint32(b)
		}
		return n
	}
	if command, check, data := read(); command != wire.CNXN || check != sum(data) {
		t.Errorf("CNXN: check %d of %d", check, sum(data))
	}
	send(wire.Message{Command: wire.OPEN, Arg0: 5, Data: []byte("shell:yes | head -c 10000\x00")})
	for total := 0; total < 10000; {
		command, check, data := read()
		if command != wire.WRTE {
			continue
		}
		if len(data) > 4096 || check != sum(data) {
			t.Errorf("%d bytes, check %d of %d", len(data), check, sum(data))
		}
		total += len(data)
		send(wire.Message{Command: wire.OKAY, Arg0: 5, Arg1: uint32(head[4])})
	}
}

func TestOutput_IsGathered_B9(t *testing.T) {
	t.Parallel()
	h := host(t, phone(t, func(p *adbtest.Phone) {
		p.Shell = func(_ context.Context, s *adbd.Session) int {
			for _, c := range strings.Repeat("x", 1000) {
				io.WriteString(s.Stdout, string(c))
			}
			io.WriteString(s.Stderr, "e")
			io.WriteString(s.Stderr, "e")
			return 9
		}
	}))
	s := open(t, h, "shell,v2,raw:x")
	out := all(t, s)
	if s.Messages > 20 {
		t.Errorf("%d messages for one short command", s.Messages)
	}
	for _, part := range []string{"\x02\x02\x00\x00\x00ee", "\x03\x01\x00\x00\x00\x09"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in %q", part, out)
		}
	}
	if h := host(t, phone(t, nil)); all(t, open(t, h, "shell:printf a; sleep 0.05; printf b")) != "ab" {
		t.Error("a pause lost output")
	}
}

func TestServe_EndsWithItsContext(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	h := host(t, p)
	s := open(t, h, "shell:sleep 20")
	p.Stop()
	if got := all(t, s); got != "" {
		t.Errorf("got %q", got)
	}
	<-h.Done()
}
