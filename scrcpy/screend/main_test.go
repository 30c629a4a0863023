package screend_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"image"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/handset-agent/handset/scrcpy"
	"github.com/handset-agent/handset/scrcpy/screend/screendtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const jar = "/data/local/tmp/scrcpy-server.jar"

// run is one run of the server in a synctest bubble, with a client that speaks in bytes.
type run struct {
	t      *testing.T
	phone  *screendtest.Phone
	link   *screendtest.Link
	kill   context.CancelFunc
	done   chan struct{}
	status int
	stdout buffer
	stderr buffer
}

// buffer is a bytes.Buffer for two goroutines.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// small is a screen that is quick to encode.
var small = image.Pt(64, 96)

// start runs the server with the arguments after the version.
func start(t *testing.T, phone *screendtest.Phone, args string) *run {
	t.Helper()
	r := &run{t: t, phone: phone, link: phone.Link(), done: make(chan struct{})}
	r.push()
	var ctx context.Context
	ctx, r.kill = context.WithCancel(t.Context())
	go func() {
		defer close(r.done)
		r.status = phone.Server.Run(ctx, append([]string{"3.3.3"}, strings.Fields(args)...), jar, &r.stdout, &r.stderr)
	}()
	return r
}

func (r *run) push() {
	if err := r.link.Push(r.t.Context(), strings.NewReader("jar"), 3, jar, 0o644, time.Now(), nil); err != nil {
		r.t.Fatal(err)
	}
}

// dial connects to the socket as soon as the server listens.
func (r *run) dial(name string) net.Conn {
	r.t.Helper()
	for range 100 {
		c, err := r.link.DialLocal(r.t.Context(), name)
		if err == nil {
			r.t.Cleanup(func() { c.Close() })
			return c
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.t.Fatalf("nobody listens on %s", name)
	return nil
}

// wait returns the exit status.
func (r *run) wait() int {
	r.t.Helper()
	select {
	case <-r.done:
	case <-time.After(time.Minute):
		r.t.Fatal("the server does not end")
	}
	return r.status
}

// end kills the server if it still runs.
func (r *run) end() {
	r.kill()
	<-r.done
}

// read takes n bytes and gives them in hex.
func read(t *testing.T, c net.Conn, n int) string {
	t.Helper()
	b := make([]byte, n)
	if _, err := io.ReadFull(c, b); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(b)
}

// silent tells whether nothing comes for d.
func silent(t *testing.T, c net.Conn, d time.Duration) bool {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(d))
	defer c.SetReadDeadline(time.Time{})
	n, err := c.Read(make([]byte, 1))
	if err == io.EOF {
		t.Fatal("the socket ended")
	}
	return n == 0
}

func packet(t *testing.T, c net.Conn) scrcpy.Packet {
	t.Helper()
	p, err := scrcpy.ReadPacket(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func send(t *testing.T, c net.Conn, ms ...scrcpy.Message) {
	t.Helper()
	for _, m := range ms {
		if _, err := c.Write(m.Append(nil)); err != nil {
			t.Fatal(err)
		}
	}
}

// bubble runs a test with a clock that jumps, so that no wait takes time.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, f)
}
