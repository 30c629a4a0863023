package adbd_test

import (
	"fmt"
	"io"
	"math/rand"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/handset-agent/handset/adb/internal/adbtest"
)

func TestReverse_Answers(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	h := host(t, p)
	_, port := listen(t)
	ask := func(service string) string { return all(t, open(t, h, service)) }
	for _, c := range []struct{ service, want string }{
		{"reverse:list-forward", "0000"},
		{"reverse:forward:localabstract:a;tcp:" + port, "OKAY"},
		{"reverse:forward:norebind:localabstract:a;tcp:1", "FAIL001dcannot rebind existing socket"},
		{"reverse:forward:localabstract:a;tcp:2", "OKAY"},
		{"reverse:list-forward", "001dhost-1 localabstract:a tcp:2\n"},
		{"reverse:killforward:localabstract:a", "OKAY"},
		{"reverse:killforward:localabstract:a", "FAIL0024listener 'localabstract:a' not found"},
		{"reverse:forward:bogus:1;tcp:1", "FAIL0032cannot bind listener: unknown socket specification"},
		{"reverse:forward:tcp:1", "FAIL0012bad forward: tcp:1"},
		{"reverse:forward:tcp:0;", "FAIL0013bad forward: tcp:0;"},
		{"reverse:forward:;tcp:1", "FAIL0013bad forward: ;tcp:1"},
		{"reverse:forward:tcp:0;tcp:1;tcp:2", "FAIL001ebad forward: tcp:0;tcp:1;tcp:2"},
		{"reverse:forward:tcp:0;jdwp:1", "FAIL0019bad forward: tcp:0;jdwp:1"},
		{"reverse:killforward-all", "OKAY"},
	} {
		if got := ask(c.service); got != c.want {
			t.Errorf("%s: got %q, want %q", c.service, got, c.want)
		}
	}
	got := ask("reverse:forward:tcp:0;tcp:" + port)
	var digits int
	var picked string
	if n, _ := fmt.Sscanf(got, "OKAY%04x%s", &digits, &picked); n != 2 || len(picked) != digits {
		t.Fatalf("tcp:0: %q", got)
	}
	if list := ask("reverse:list-forward"); !strings.Contains(list, "host-1 tcp:"+picked+" tcp:"+port+"\n") {
		t.Errorf("list %q", list)
	}
}

func TestReverse_CarriesAndEndsWithTheTransport(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	h := host(t, p)
	l, port := listen(t)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				io.Copy(c, c)
				c.Close()
			}()
		}
	}()
	all(t, open(t, h, "reverse:forward:localabstract:a;tcp:"+port))
	c, err := p.DialAbstract("a")
	if err != nil {
		t.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(5 * time.Second))
	go c.Write(make([]byte, 3<<20))
	if _, err := io.ReadFull(c, make([]byte, 3<<20)); err != nil {
		t.Error(err)
	}
	h.Close()
	if _, err := io.Copy(io.Discard, c); err != nil && !strings.Contains(err.Error(), "reset") {
		t.Errorf("the end of the transport: %v", err)
	}
	c.Close()
	adbtest.Eventually(t, "the listener to go", func() bool {
		c, err := p.DialAbstract("a")
		if err == nil {
			c.Close()
		}
		return err != nil
	})
}

// TestReverse_NeverOpensAnythingElse_B5 throws random reverse services at a phone while programs on it connect to whatever it
// listens at. The host notices any OPEN that a real server would end itself for.
func TestReverse_NeverOpensAnythingElse_B5(t *testing.T) {
	t.Parallel()
	p := phone(t, nil)
	h := host(t, p)
	other := host(t, p) // a second host that meddles with the same listeners
	rnd := rand.New(rand.NewSource(3))
	specs := []string{"localabstract:a", "localabstract:b", "localabstract:c"}
	targets := []string{"tcp:1", "tcp:2", "tcp:127.0.0.1:3", "localabstract:x", "", "tcp:", "tcp:1;tcp:2", "jdwp:1", "tcp:1 ", "tcp:4\x00"}
	for range 400 {
		spec, target := specs[rnd.Intn(len(specs))], targets[rnd.Intn(len(targets))]
		service := [...]string{
			"reverse:forward:" + spec + ";" + target,
			"reverse:forward:" + spec + ";" + target,
			"reverse:forward:norebind:" + spec + ";" + target,
			"reverse:forward:norebind:norebind:" + spec + ";" + target,
			"reverse:killforward:" + spec,
			"reverse:killforward:" + spec + ";" + target,
			"reverse:killforward-all",
			"reverse:forward:" + target,
		}[rnd.Intn(8)]
		who := h
		if rnd.Intn(4) == 0 {
			who = other
		}
		all(t, open(t, who, service))
		if c, err := p.DialAbstract(strings.TrimPrefix(spec, "localabstract:")); err == nil {
			c.SetDeadline(time.Now().Add(5 * time.Second))
			c.Read(make([]byte, 1)) // nobody listens at the targets: it is closed
			c.Close()
		}
	}
	// The end of host checks the rules.
}

func FuzzReverse(f *testing.F) {
	f.Add("forward:localabstract:a;tcp:1", "killforward:localabstract:a")
	f.Add("forward:norebind:localabstract:a;tcp:1", "forward:localabstract:a;tcp:2;tcp:3")
	f.Add("forward:localabstract:a;tcp:1", "killforward-all")
	f.Fuzz(func(t *testing.T, first, second string) {
		if len(first)+len(second) > 1000 || strings.Contains(first+second, "tcp:0") {
			return
		}
		p := phone(t, func(p *adbtest.Phone) {
			inner := p.Listen
			p.Listen = func(spec string) (net.Listener, error) {
				return inner("localabstract:" + strings.TrimPrefix(spec, "localabstract:"))
			}
		})
		h := host(t, p)
		for _, verb := range []string{first, second, first} {
			if s, err := h.Open("reverse:" + verb); err == nil {
				all(t, s)
			}
			for _, name := range []string{"a", strings.TrimPrefix(first, "forward:localabstract:")} {
				if c, err := p.DialAbstract(name); err == nil {
					c.SetDeadline(time.Now().Add(time.Second))
					c.Read(make([]byte, 1))
					c.Close()
				}
			}
		}
	})
}
